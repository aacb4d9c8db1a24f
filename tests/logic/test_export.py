"""Statements and automata written for Walnut."""

from __future__ import annotations

import re
from itertools import product

import pytest

from research.logic.automaton import Automaton
from research.logic.decide import decide, evaluate
from research.logic.evaluator import Evaluator
from research.logic.formula import parse
from research.logic.formula_rules import vector_rules
from research.logic.kernel import prove_kernel
from research.logic.numeration import Relation
from research.logic.walnut import COMMANDS, automaton_file, walnut_files


def _read_walnut(text: str) -> Automaton:
    """Read an automaton file in Walnut's format, independently of how it was written."""
    lines = [line for line in text.splitlines() if line.strip()]
    systems = lines[0].split()
    order, base = systems[0].split("_")
    digits = 2 if base == "fib" else int(base)
    table, accepting = [], []
    for line in lines[1:]:
        if "->" not in line:
            state, output = line.split()
            assert int(state) == len(table)
            table.append([-1] * digits ** len(systems))
            accepting.append(output == "1")
        else:
            letter, target = line.split("->")
            number = sum(int(d) * digits**i for i, d in enumerate(letter.split()))
            table[-1][number] = int(target)
    return Automaton.build(digits, order, "abcdefgh"[: len(systems)], table, accepting)


@pytest.mark.parametrize("name", ["lsd_2", "msd_3", "msd_fib"])
def test_walnut_files_carry_the_same_automaton(name):
    automaton = evaluate("x < y & (Ek z = 2*k + x)", name)
    again = _read_walnut(automaton_file(automaton, ("z", "x", "y"), name))
    assert again == automaton.renamed({"z": "a", "x": "b", "y": "c"})
    assert again != automaton.renamed({"x": "a", "y": "b", "z": "c"})


def test_walnut_script_of_a_proof_reads_back_and_decides_the_same(games):
    proof = prove_kernel(vector_rules(2, [(1, 0), (0, 1)]), {"play": parse("x1 = x2").formula})
    evaluator = Evaluator(proof.system, proof.relations)
    named = {f"check{i}": check.decision.statement for i, check in enumerate(proof.checks)}
    files = walnut_files(named, evaluator)
    criterion = files["Automata Library/P_play.txt"]
    relation = Relation(("a", "b"), _read_walnut(criterion))
    found = re.findall(r'^eval (\w+) "(.*)":$', files[COMMANDS], re.MULTILINE)
    assert [name for name, _ in found] == list(named)
    assert all(decide(text, relations={"P_play": relation}).truth for _, text in found)


def test_walnut_definitions_come_before_their_use_with_parameters_in_order():
    known = {
        "double": Relation.of("y,x", "y = 2*x"),
        "quadruple": Relation.of("b,a", "Ec $double(b,c) & $double(c,a)"),
        "anything": Relation.of("u", "0 = 0"),
    }
    evaluator = Evaluator("msd_2", known)
    formula = parse("Ax $quadruple(4*x, x) & $anything(x) & T[x] < @2").formula
    files = walnut_files({"claim": formula}, evaluator)
    lines = files[COMMANDS].splitlines()
    assert lines[0] == 'def double "?msd_2 p00 = 2 * p01":'
    assert lines[1].startswith('def quadruple "?msd_2 Ec $double(p00, c) & $double(c, p01)')
    assert "p00 = p00" in lines[2]
    assert lines[3].startswith("eval claim")
    sequence = files["Word Automata Library/T.txt"].splitlines()
    assert (
        sequence == ["msd_2", "", "0 0", "0 -> 0", "1 -> 1", "", "1 1", "0 -> 1", "1 -> 0", ""][:-1]
    )


def test_a_system_that_walnut_has_not_is_exported_as_a_custom_base():
    """The files say which words are numbers and which of them add up, by the greedy words."""
    name = "msd_rec21"
    files = walnut_files({"claim": parse("Ax x = x").formula}, Evaluator(name))
    assert [path for path in files if path.startswith("Custom")] == [
        f"Custom Bases/{name}.txt",
        f"Custom Bases/{name}_addition.txt",
    ]
    words = {}
    for number in range(41):  # the weight after 1, 3, 7, 17
        word, rest = [], number
        for weight in (17, 7, 3, 1):
            word.append(rest // weight)
            rest %= weight
        words[number] = tuple(word)
    valid = _runs(files[f"Custom Bases/{name}.txt"], 1)
    assert {word for word in product(range(3), repeat=4) if valid([word])} == set(words.values())
    adds = _runs(files[f"Custom Bases/{name}_addition.txt"], 3)
    for x, y in product(range(14), repeat=2):
        assert [z for z in words if adds([words[x], words[y], words[z]])] == [x + y]


def _runs(text: str, tracks: int):
    """Return whether words, one for each track, are accepted by an automaton file's text."""
    header, *lines = [line for line in text.splitlines() if line.strip()]
    assert header == " ".join(["{0,1,2}"] * tracks)
    moves, accepting, state = {}, {}, ""
    for line in lines:
        before, arrow, after = line.partition(" -> ")
        if arrow:
            moves[state, tuple(map(int, before.split()))] = after
        else:
            state, output = line.split()
            accepting[state] = output == "1"

    def accepts(words):
        at = "0"
        for letter in zip(*words, strict=True):
            at = moves[at, letter]
        return accepting[at]

    return accepts


def test_systems_that_walnut_has_are_not_exported():
    assert list(walnut_files({}, Evaluator("msd_fib"))) == [COMMANDS]
