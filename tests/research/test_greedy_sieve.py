"""The greedy sieve: what it proves, and that each of its conditions is asked for."""

from __future__ import annotations

import pytest

from oracles.moves.formulas import DefinableGame
from research.logic.errors import AutomataError
from research.logic.formula_rules import vector_rules
from research.proving.greedy_sieve import prove_sieve
from research.proving.move_formulas import rules_of

WYTHOFF = vector_rules(2, [(1, 0), (0, 1), (1, 1)])
TURNED = "position s(a, b)\nmove s -> s(b, 0) where a = 0 & 1 <= b"
TURN = "a = 0 & 1 <= b & ya = b & yb = 0"
BACK = "ya = 0 & 1 <= yb & a = yb & b = 0"
KEYS = "x1 = yx1 | x2 = yx2 | x1 + yx2 = x2 + yx1"


def failures(rules: DefinableGame, keys: str) -> set[str]:
    return {check.role for check in prove_sieve(rules, keys).failures}


def test_the_named_piles_of_wythoff_are_sieved_by_keys() -> None:
    sieve = prove_sieve(WYTHOFF, KEYS)
    assert not sieve.failures
    # Wythoff 1907: (1, 2), (3, 5), (4, 7) and their mirror images.
    assert sieve.taken((a, b) for a in range(8) for b in range(8)) == [
        *((0, 0), (1, 2), (2, 1), (3, 5), (4, 7), (5, 3), (7, 4)),
    ]


@pytest.mark.parametrize(
    ("rules", "keys", "failing"),
    [
        (WYTHOFF, KEYS.replace(" | x2 = yx2", ""), "a common key is a move"),
        (WYTHOFF, f"{KEYS} | x1 + x2 = yx1 + yx2", "a common key is a move"),
        (rules_of(TURNED), f"({TURN}) | ({BACK})", "options come earlier"),
        # Of (1, 0) every (0, n) would be an option: play is finite, and nothing bounds it.
        (vector_rules(2, [(1, -1)]), "x1 + x2 = yx1 + yx2", "no coordinate exceeds all before"),
    ],
)
def test_what_fails_is_named(rules: DefinableGame, keys: str, failing: str) -> None:
    assert failures(rules, keys) == {failing}


@pytest.mark.parametrize("parameter", ["p", "yx", "n"])
def test_a_parameter_may_have_any_name(parameter: str) -> None:
    # The late moves take half of x or more; x and x - 100 have no key in common.
    late = f"move s -> s(x - {parameter}) for {parameter} where 100 <= {parameter} & "
    one = "position s(x)\nmove s -> s(x - 1) where x >= 1\n"
    rules = rules_of(f"{one}{late}{parameter} <= x & 2*{parameter} > x")
    proof = prove_sieve(rules, "x = yx + 1 | yx = x + 1")
    assert {check.role for check in proof.failures} == {"a common key is a move"}


@pytest.mark.parametrize(
    ("rules", "said"),
    [
        ("position s(x, yx)", "expected distinct names"),
        ("position s(x)\nmove s -> s(x - 1)\nmisere", "without positions that are won"),
    ],
)
def test_what_the_theorem_does_not_speak_of_is_refused(rules: str, said: str) -> None:
    with pytest.raises(AutomataError, match=said):
        prove_sieve(rules_of(rules), "0 = 0")
