"""Proof files in base 2 decided by MONA, a third opinion: weak monadic second-order logic.

A number is the set of the places of its binary ones. The translation follows docs/proof-files.md
and shares nothing with the checker or the prover. MONA: J. Elgaard, N. Klarlund, A. Møller, 1998.
"""

from __future__ import annotations

import json
import shutil
import subprocess
from collections.abc import Callable, Iterator
from functools import cache
from itertools import count
from pathlib import Path
from typing import Any

import pytest

from tests.running import ROOT

PRELUDE = """\
pred plus(var2 X, Y, Z) = ex2 C: 0 notin C & all1 p:
  ((p in Z <=> ((p in X) <=> ((p in Y) <=> (p in C)))) &
   (p + 1 in C <=> ((p in X & p in Y) | (p in X & p in C) | (p in Y & p in C))));
pred less(var2 X, Y) = ex2 Z: Z ~= empty & plus(X, Z, Y);
pred power(var2 X) = ex1 p: X = {p};
pred T_1(var2 X) = ex2 Q: ex1 n: 0 notin Q & n in Q & (all1 p: p in X => p < n) &
  all1 p: p < n => (p + 1 in Q <=> ~(p in Q <=> p in X));
pred T_0(var2 X) = ~T_1(X);
pred nimsum(var2 X, Y, Z) = all1 p: p in Z <=> ~(p in X <=> p in Y);
"""
CONNECTIVES = {"and": "&", "or": "|", "implies": "=>", "iff": "<=>"}
COMPARISONS = {
    "=": "{} = {}",
    "!=": "{} ~= {}",
    "<": "less({}, {})",
    ">": "less({1}, {0})",
    "<=": "~less({1}, {0})",
    ">=": "~less({}, {})",
}
numbers = count()
mona = pytest.mark.skipif(shutil.which("mona") is None, reason="there is no mona (Debian: mona)")


@cache
def found(name: str) -> str:
    """Return the proof file that the prover writes."""
    if name == "binary-blackboard":
        file = Path("reports/binary-blackboard/losing-sets-for-every-number.proof.json")
        return (ROOT / file).read_text(encoding="utf-8")
    from research.conjectures.prove import prove_study
    from research.resolving.loading import load_study

    return prove_study(load_study(name))[0].proof_file


def some(names: list[str], body: str, word: str = "ex2") -> str:
    return f"({word} {', '.join(f'v{name}' for name in names)}: {body})" if names else body


def at(term: Any, said: Callable[[str], str]) -> str:
    """Return: the term exists, and what is said of its value holds."""
    if isinstance(term, str):
        return said(f"v{term}")
    own = str(next(numbers))  # no variable begins with a digit
    if isinstance(term, int):
        return some([own], f"v{own} = pconst({term}) & {said(f'v{own}')}")
    operator, left, right = term
    if operator == "*":
        if left == 0:
            return at(right, lambda _: at(0, said))
        return at(["+", ["*", left - 1, right], right], said)
    if operator == "/":
        rest = str(next(numbers))
        whole = ["+", ["*", right, own], rest]
        parts = at(left, lambda x: at(whole, lambda y: f"{x} = {y}"))
        return some([own, rest], f"{formula(['<', rest, right])} & {parts} & {said(f'v{own}')}")
    order = "{0}, {1}, {2}" if operator == "+" else "{1}, {2}, {0}"

    def both(x: str, y: str) -> str:
        return some([own], f"plus({order.format(x, y, f'v{own}')}) & {said(f'v{own}')}")

    return at(left, lambda x: at(right, lambda y: both(x, y)))


def values(terms: list[Any], said: Callable[..., str], *known: str) -> str:
    """Return: all terms exist, and what is said of their values holds."""
    if not terms:
        return said(*known)
    return at(terms[0], lambda x: values(terms[1:], said, *known, x))


def formula(given: Any) -> str:  # noqa: PLR0911
    if isinstance(given, bool):
        return str(given).lower()
    head, *parts = given
    if head in ("exists", "forall"):
        return some(parts[0], formula(parts[1]), {"exists": "ex2", "forall": "all2"}[head])
    if head == "not":
        return f"~({formula(parts[0])})"
    if head == "xor":
        return f"~({formula(['iff', *parts])})"
    if head in CONNECTIVES:
        return "(" + f" {CONNECTIVES[head]} ".join(map(formula, parts)) + ")"
    if head in COMPARISONS:
        return values(parts, COMPARISONS[head].format)
    return values(parts, lambda *names: f"{head[1:].replace('@', '_')}({', '.join(names)})")


def automaton(name: str, parameters: list[str], given: dict[str, Any]) -> str:
    """Return the predicate that an automaton accepts, its states in binary in the sets b0, ..."""
    rows, tracks = given["rows"], given["tracks"]
    bits = range(max(1, (len(rows) - 1).bit_length()))
    sets = ", ".join(f"b{bit}" for bit in bits)

    def state(q: int, place: str) -> str:
        return " & ".join(f"{place} {'in' if q >> bit & 1 else 'notin'} b{bit}" for bit in bits)

    def steps(q: int) -> Iterator[str]:
        for letter, target in enumerate(rows[q]):
            digits = (
                f"p {'in' if letter >> track & 1 else 'notin'} v{each}"
                for track, each in enumerate(tracks)
            )
            yield " & ".join([state(q, "p"), *digits, state(target, "p + 1")])

    step = " | ".join(f"({each})" for q in range(len(rows)) for each in steps(q))
    ends = " | ".join(f"({state(q, 'n')})" for q in given["accepting"]) or "false"
    short = " & ".join(["true", *(f"(all1 p: p in v{each} => p < n)" for each in tracks)])
    run = f"{state(0, '0')} & (all1 p: p < n => ({step})) & ({ends})"
    head = ", ".join(f"v{each}" for each in parameters)
    return f"pred {name}(var2 {head}) = ex1 n: {short} & ex2 {sets}: {run};\n"


def conditions(record: dict[str, Any]) -> Iterator[Any]:
    """Yield the conditions of the Kernel theorem as closed formulas."""
    states = record["game"]["states"]
    reached: dict[str, list[Any]] = {name: [] for name in states}
    for move in record["game"]["moves"]:
        source, target = states[move["from"]], states[move["to"]]
        names = [*source["coordinates"], *move["parameters"]]
        after = [f"{name}'" for name in target["coordinates"]]
        image = [["=", name, term] for name, term in zip(after, move["image"], strict=True)]
        # What is said of the option is said of primed variables, which are equal to the image.
        primed = dict(zip(target["coordinates"], after, strict=True))
        option = ["and", True, move["guard"], *image]
        legal = ["and", source["domain"], ["not", source["won"]], move["guard"]]
        lower = target["level"] < source["level"]
        less = ["<", replaced(target["measure"], primed), source["measure"]]
        ends = lower or (target["level"] == source["level"] and less)
        lands = ["and", True, replaced(target["domain"], primed), ends, *image]
        yield ["forall", names, ["implies", legal, exists(after, lands)]]
        lost = [f"$P_{move['to']}", *after]
        believed = [f"$P_{move['from']}", *source["coordinates"]]
        yield ["forall", [*names, *after], ["not", ["and", believed, option, lost]]]
        good = exists([*move["parameters"], *after], ["and", option, lost])
        reached[move["from"]].append(good)
    for name, state in states.items():
        believed = [f"$P_{name}", *state["coordinates"]]
        inside = ["implies", believed, ["and", state["domain"], ["not", state["won"]]]]
        known = ["or", believed, state["won"], *reached[name]]
        said = ["and", inside, ["implies", state["domain"], known]]
        if name in record["criterion"]:
            same = ["iff", believed, record["criterion"][name]]
            said.append(["implies", state["domain"], same])
        yield ["forall", state["coordinates"], said]
    yield from record["statements"]


def exists(names: list[str], body: Any) -> Any:
    return ["exists", names, body] if names else body


def replaced(given: Any, names: dict[str, str]) -> Any:
    """Return a formula or a term with variables renamed."""
    if isinstance(given, list):
        return [replaced(part, names) for part in given]
    return names.get(given, given) if isinstance(given, str) else given


def in_mona(record: dict[str, Any]) -> str:
    """Return a proof file of the Kernel theorem in base 2 as a program for MONA."""
    assert (record["theorem"], record["numeration"], record["heap"]) == ("kernel", [2], "")
    text = PRELUDE
    for each in record["definitions"]:
        if "formula" in each:
            head = ", ".join(f"var2 v{name}" for name in each["parameters"])
            text += f"pred {each['name']}({head}) = {formula(each['formula'])};\n"
        else:
            text += automaton(each["name"], each["parameters"], each["automaton"])
    for name, state in record["game"]["states"].items():
        text += automaton(f"P_{name}", state["coordinates"], record["P"][name])
    return text + "".join(f"{formula(each)};\n" for each in conditions(record))


def valid(record: dict[str, Any], folder: Path) -> bool:
    """Return whether MONA finds each condition true."""
    program = folder / "proof.mona"
    program.write_text(in_mona(record), encoding="utf-8")
    run = subprocess.run(["mona", "-q", str(program)], capture_output=True, text=True, check=True)
    return "Formula is valid" in run.stdout


@mona
@pytest.mark.parametrize(
    "name",
    [
        "binary-blackboard",
        pytest.param("nim", marks=pytest.mark.expensive),
        pytest.param("white-knight", marks=pytest.mark.expensive),
    ],
)
def test_mona_finds_the_conditions_of_a_proof_file_true(name: str, tmp_path: Path) -> None:
    """Of a game with four control states, of nim, and of moves that add to a coordinate."""
    record = json.loads(found(name))
    assert valid(record, tmp_path)


@mona
def test_mona_finds_a_condition_false_if_a_state_of_the_automaton_is_changed(
    tmp_path: Path,
) -> None:
    """A control."""
    record = json.loads(found("binary-blackboard"))
    record["P"]["O0"]["accepting"] = []
    assert not valid(record, tmp_path)
