"""Proof files: the independent checker checks each, and what they say is right."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import replace
from itertools import product
from typing import Any

import pytest

from checker.machines import WrongError
from checker.verify import check
from oracles.heaps import heap_game, octal, subtraction
from oracles.moves import MoveGame
from oracles.moves.formulas import DefinableGame, Variable
from oracles.partizan_subtraction import PartizanSubtraction
from oracles.vectors import VectorGame, nim
from research.checks.evidence import Level, Settings
from research.claims.study import Study
from research.conjectures.prove import prove_rules
from research.conjectures.statements import claim_holds
from research.logic.errors import AutomataError
from research.logic.formula import parse
from research.logic.formula_rules import vector_rules, with_heap
from research.logic.kernel import prove_kernel
from research.logic.numeration import Relation
from research.proving.believed import Prover
from research.proving.claiming import claim_theorem, prove_theorem
from research.proving.greedy_sieve import prove_sieve
from research.proving.misere_periods import prove_misere_period
from research.proving.misere_results import prove_misere_game
from research.proving.move_formulas import rules_of
from research.proving.nim_reduction import Heaps, prove_nim_reduction
from research.proving.outcome_periods import prove_outcome_period
from research.proving.proof_file import CheckerRefusesError, as_text
from research.proving.results import Limits, NotProvable
from research.proving.rules_equal_formula import formulas_of_theorem
from research.resolving.loading import load_study
from research.studies.silver_dollar import criterion
from research.studies.stone_game import claims as stone_game
from research.verdicts.checking import check_claim

FEW = Limits(positions=500)
WYTHOFF = [(1, 0), (0, 1), (1, 1)]


def blackboard() -> Any:
    (theorem,) = (c.theorem for c in load_study("binary-blackboard").claims if c.theorem)
    return prove_theorem(theorem, "the blackboard").proof


def silver_dollar() -> Any:
    heaps = Heaps(*criterion.HEAPS, state="strip")
    rules = rules_of(criterion.SilverDollarInBinary().text)
    return prove_nim_reduction(rules, heaps, criterion.relations())


def stone() -> Any:
    model = formulas_of_theorem(load_study("stone-game").game)
    return prove_sieve(model.rules, stone_game.common_key(stone_game.keys), unordered=True)


PROOFS: dict[str, Callable[[], Any]] = {
    "nim": lambda: prove_kernel(
        vector_rules(3, [(1, 0, 0), (0, 1, 0), (0, 0, 1)]),
        {"play": parse("$nimsum(x1,x2,x3)").formula},
    ),
    "values of nim": lambda: prove_kernel(
        with_heap(vector_rules(2, WYTHOFF[:2]), "g"), {"play": parse("$nimsum(x1,x2,g)").formula}
    ),
    "Wythoff": lambda: prove_rules(VectorGame(WYTHOFF), limits=FEW).proof,
    "the blackboard": blackboard,
    "a sieve": lambda: prove_sieve(
        vector_rules(2, WYTHOFF), "x1 = yx1 | x2 = yx2 | x1 + yx2 = x2 + yx1"
    ),
    "heaps": lambda: prove_nim_reduction(
        vector_rules(2, WYTHOFF[:2]), Heaps("(h = 1 & e < x1) | (h = 2 & e < x2)")
    ),
    "Kayles": lambda: prove_rules(octal("0.77")).proof,
    "a subtraction set": lambda: prove_rules(subtraction(1, 3, 4)).proof,
    "partizan subtraction": lambda: (
        prove_outcome_period(PartizanSubtraction((3, 1), (2, 3)), "it").proof
    ),
    "misère Kayles": lambda: prove_misere_game(octal("0.77", misere=True), "it").proof,
    "the silver dollar": silver_dollar,
    "the stone game": stone,
}
SLOW = ("Wythoff", "the silver dollar", "the stone game")


@pytest.mark.parametrize(
    "name", [pytest.param(n, marks=[pytest.mark.expensive] * (n in SLOW)) for n in PROOFS]
)
def test_the_checker_checks_each_kind_of_file_which_is_the_same_twice(name: str) -> None:
    first, second = (as_text(PROOFS[name]().proof_file()) for _ in range(2))
    assert first == second
    assert first.endswith("}\n")
    check(json.loads(first))
    with pytest.raises(WrongError):
        check(json.loads(first) | {"preperiod": 0, "period": 1})


def accepts(record: Any, automaton: Any, numbers: dict[str, int]) -> bool:
    """Read numbers by an automaton of a file, with words as the page defines them."""
    t = record["numeration"]
    digits, weights = t[0] + (len(t) > 1), [1]
    while weights[-1] <= max(numbers.values()):
        recent = weights[::-1][: len(t)]
        more = len(weights) < len(t)
        weights.append(sum(a * u for a, u in zip(t, recent, strict=False)) + more)
    words = []
    for track in automaton["tracks"]:
        rest, word = numbers[track], []
        for weight in reversed(weights):
            word.append(rest // weight)
            rest %= weight
        words.append(word if len(t) > 1 else word[::-1])
    state = 0
    for letter in zip(*words, strict=True):
        state = automaton["rows"][state][sum(d * digits**j for j, d in enumerate(letter))]
    return state in automaton["accepting"]


@pytest.mark.parametrize(("vectors", "numeration"), [([(1, 0), (0, 1)], [2]), (WYTHOFF, [1, 1])])
def test_the_automaton_in_a_file_accepts_the_p_positions(
    vectors: list[tuple[int, int]], numeration: list[int]
) -> None:
    record = json.loads(prove_rules(VectorGame(vectors), limits=FEW).proof_file)
    assert record["numeration"] == numeration
    lost: set[tuple[int, int]] = set()
    for x, y in sorted(product(range(40), repeat=2), key=sum):
        after = {(x - n * a, y - n * b) for a, b in vectors for n in range(1, 40)}
        if not after & lost:
            lost.add((x, y))
        assert accepts(record, record["P"]["play"], {"x1": x, "x2": y}) == ((x, y) in lost)


def test_files_hold_the_values_of_the_literature() -> None:
    kayles = PROOFS["Kayles"]().proof_file()  # Guy and Smith 1956
    assert (kayles["code"], kayles["preperiod"], kayles["period"]) == ((0, 7, 7), 71, 12)
    assert kayles["values"][:12] == (0, 1, 2, 3, 1, 4, 3, 2, 1, 4, 2, 6)
    partizan = PROOFS["partizan subtraction"]().proof_file()
    assert (partizan["left"], partizan["right"]) == ([1, 3], [2, 3])
    alone = PROOFS["values of nim"]().proof_file()
    assert (alone["heap"], alone["game"]["states"]["play"]["coordinates"]) == ("g", ["x1", "x2"])
    assert len(alone["game"]["moves"]) == 2


def test_a_relation_of_the_author_is_defined_before_it_is_used() -> None:
    game = MoveGame("position play(x, y)\nmove play -> play(x - n, y) for n where 1 <= n & n <= x")
    study = Study("a-game", game, source="a test")
    claim = claim_theorem(
        study,
        "The first heap is empty.",
        criterion="$none(x)",
        controls={"the second": "$none(y)"},
        relations=lambda: relations,
    )
    relations = {
        "unused": Relation.of("n", "n = 1"),
        "none": Relation.of("n", "~$some(n)"),
        "some": Relation.of("n", "n > 0"),
    }
    text = check_claim(claim, Settings()).evidence[0].proof_file
    assert [each["name"] for each in json.loads(text)["definitions"]] == ["some", "none"]


@pytest.mark.expensive
def test_what_was_decided_of_the_p_positions_stands_in_the_file() -> None:
    study = Study("a-game", VectorGame(WYTHOFF), source="a test")
    right, wrong = "An Ex,y $P(x,y) & y = x + n", "An Ex,y $P(x,y) & x + y = n"
    claim = claim_holds(study, "It is.", right, controls={"sums": wrong})
    among = study.p_positions(
        "It is.",
        name="among",
        among=lambda p: p[0] == p[1],
        believed=lambda p: p[0] == 0,
        controls={"all": lambda p: True},
    )
    prover = Prover(
        study, from_rules=lambda model, subject, _: prove_rules(model.game, subject, limits=FEW)
    )
    for each in (claim, among):
        text = check_claim(each, Settings(), prover).evidence[-1].proof_file
        record = json.loads(text)
        assert len(record["statements"]) == 1
        check(record)
        with pytest.raises(WrongError):
            check(record | {"statements": [["not", record["statements"][0]]]})


def test_a_theorem_that_the_checker_refuses_is_not_said() -> None:
    found = prove_rules(nim(2), "two heaps", limits=FEW)
    assert "\nChecked by the independent checker.\n" in found.as_text()
    assert found.evidence().checked
    rules = vector_rules(2, WYTHOFF[:2])
    wrong = replace(found, proof=prove_kernel(rules, {"play": parse("x1 = 2*x2").formula}))
    for said in (wrong.evidence, wrong.as_text, wrong.in_markdown, wrong.as_json):
        with pytest.raises(CheckerRefusesError, match="refuses the proof file of two heaps: "):
            said()
    assert not replace(found.evidence(), level=Level.UNTESTED).checked


def test_what_would_take_too_long_is_proved_and_not_said_to_be_checked(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("checker.machines.STEPS", 100)
    found = prove_rules(nim(2), "nim with few steps", limits=FEW)
    assert (found.proved, found.evidence().checked) == (True, False)
    assert "independent checker" not in found.as_text()
    assert next(iter(found.files())) == "nim-with-few-steps.proof.json"


def test_what_no_file_holds_is_said_to_have_none() -> None:
    decided = prove_rules(heap_game("code:0.[3]"), "nim")
    assert decided.proved
    assert (decided.evidence().proof_file, decided.as_json()["checked"]) == ("", False)
    with pytest.raises(NotProvable, match="no proof file can hold a decided recurrence"):
        decided.files()
    assert not prove_rules(octal("0.0"), limits=FEW).proof_file
    with pytest.raises(NotProvable, match="a code of no moves"):
        prove_misere_period("0.0").proof_file()
    with pytest.raises(NotProvable, match="no proof file can hold a proof by the periodicity"):
        replace(decided, proof=None).files()
    odd = DefinableGame({"play": ("ä",)}, (), {"play": Variable("ä")})
    with pytest.raises(AutomataError, match="cannot hold the name 'ä'"):
        prove_kernel(odd, {"play": parse("0 = 0").formula}).proof_file()
    own = {"even_zeros": Relation.of("x", "x = 0")}
    said = {"play": parse("$even_zeros(x1)").formula}
    with pytest.raises(AutomataError, match=r"cannot give \$even_zeros another meaning"):
        prove_kernel(vector_rules(1, [(1,)]), said, relations=own).proof_file()
    one = rules_of("position play(k)\nmove play -> play(k - n) for n where 1 <= n & n <= k")
    with pytest.raises(AutomataError, match="cannot hold the coordinate k"):
        prove_nim_reduction(one, Heaps("h = 1 & e < k")).proof_file()
