"""The greedy sieve: what it proves, and that each of its conditions is asked for."""

from __future__ import annotations

import pytest

from research.logic.errors import AutomataError
from research.logic.formula_rules import vector_rules
from research.proving.greedy_sieve import GreedySieve, prove_sieve
from research.proving.move_formulas import rules_of

WYTHOFF = vector_rules(2, [(1, 0), (0, 1), (1, 1)])
KEYS = "x1 = yx1 | x2 = yx2 | x1 + yx2 = x2 + yx1"
WITHIN = "x1 <= n & x2 <= n"
# Modulo 3, 0 is before 1, 1 before 2 and 2 before 0.
IN_A_CIRCLE = "(Ek x1 + 1 = yx1 + 3*k | x1 + 3*k + 1 = yx1) | (x1 = yx1 & x2 < yx2)"
FIRST = "x1 < yx1 | (x1 = yx1 & x2 < yx2)"


def failures(keys: str, earlier: str = FIRST, within: str = WITHIN) -> set[str]:
    proof = prove_sieve(WYTHOFF, GreedySieve(keys, earlier, within))
    return {check.role for check in proof.failures}


def test_the_named_piles_of_wythoff_are_sieved_by_keys() -> None:
    sieve = prove_sieve(WYTHOFF, GreedySieve(KEYS, FIRST, WITHIN))
    assert not sieve.failures
    # Wythoff 1907: (1, 2), (3, 5), (4, 7) and their mirror images.
    assert sieve.taken((a, b) for a in range(8) for b in range(8)) == [
        *((0, 0), (1, 2), (2, 1), (3, 5), (4, 7), (5, 3), (7, 4)),
    ]


@pytest.mark.parametrize(
    ("keys", "earlier", "within", "failing"),
    [
        (KEYS.replace(" | x2 = yx2", ""), FIRST, WITHIN, "a common key is a move"),
        (f"{KEYS} | x1 + x2 = yx1 + yx2", FIRST, WITHIN, "a common key is a move"),
        (KEYS, "yx1 < x1 | (yx1 = x1 & yx2 < x2)", WITHIN, "options come earlier"),
        (KEYS, "x1 + x2 < yx1 + yx2", WITHIN, "earlier is linear"),
        (KEYS, f"{FIRST} | x1 = yx1", WITHIN, "earlier is strict"),
        (KEYS, "~(x1 = yx1 & x2 = yx2)", WITHIN, "earlier is strict"),
        (KEYS, FIRST, "x1 = n & x2 <= n", "options stay within"),
        (KEYS, FIRST, "x1 <= n", "finitely many are within"),
        (KEYS, FIRST, "x1 <= n & x2 <= n & x1 <= 5 & x2 <= 5", "all are within something"),
        (KEYS, IN_A_CIRCLE, WITHIN, "earlier is transitive"),
    ],
)
def test_what_fails_is_named(keys: str, earlier: str, within: str, failing: str) -> None:
    assert failing in failures(keys, earlier, within)


@pytest.mark.parametrize("parameter", ["p", "yx", "n"])
def test_a_parameter_may_have_any_name(parameter: str) -> None:
    # The late moves take half of x or more; x and x - 100 have no key in common.
    late = f"move s -> s(x - {parameter}) for {parameter} where 100 <= {parameter} & "
    one = "position s(x)\nmove s -> s(x - 1) where x >= 1\n"
    rules = rules_of(f"{one}{late}{parameter} <= x & 2*{parameter} > x")
    proof = prove_sieve(rules, GreedySieve("x = yx + 1 | yx = x + 1", "x < yx", "x <= n"))
    assert {check.role for check in proof.failures} == {"a common key is a move"}


@pytest.mark.parametrize(
    ("rules", "said"),
    [
        ("position s(x, yx)", "expected distinct names"),
        ("position s(n)", "expected distinct names"),
        ("position s(x)\nmove s -> s(x - 1)\nmisere", "without positions that are won"),
    ],
)
def test_what_the_theorem_does_not_speak_of_is_refused(rules: str, said: str) -> None:
    with pytest.raises(AutomataError, match=said):
        prove_sieve(rules_of(rules), GreedySieve("0 = 0", "0 = 0", "0 = 0"))
