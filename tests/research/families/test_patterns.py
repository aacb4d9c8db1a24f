"""Patterns in the parameters of a family: proposed where they are tested, not where they break."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from research.families.patterns import patterns
from research.families.record import Record


def said(of: Callable[[int], Record], values: range) -> list[str]:
    return [each.statement for each in patterns({f"a.py m={m}": of(m) for m in values})]


def take(m: int, modulus: int | None = None, level: str = "proved") -> Record:
    words = f"x is a P-position of take--m-{m} exactly if x mod {modulus or m + 1} is 0."
    return Record(level=level, sentence=f"Proved for every size: {words} For all natural numbers.")


@pytest.mark.parametrize(
    ("modulus", "proposed"),
    [
        (lambda m: m + 1, "m + 1"),
        (lambda m: 2 * m, "2*m"),
        (lambda m: m * (m + 1) // 2, "m*(m + 1)/2"),
    ],
)
def test_an_integer_is_a_polynomial_in_the_parameter_or_nothing_is_said(
    modulus: Callable[[int], int], proposed: str
) -> None:
    words = f"over m = 2..6: x is a P-position exactly if x mod ({proposed}) is 0"
    assert said(lambda m: take(m, modulus(m)), range(2, 7)) == [words]
    for broken in (2, 4, 6):
        assert not said(lambda m, at=broken: take(m, modulus(m) + (m == at)), range(2, 7))


def test_every_member_that_is_proved_counts_and_no_other() -> None:
    other = Record(level="proved", sentence="x is a P-position exactly if x is a power of 2.")
    assert not said(lambda m: other if m == 5 else take(m), range(2, 8))
    found = said(lambda m: take(m, 7, "exhausted") if m == 5 else take(m), range(2, 8))
    assert found == ["over m = 2, 3, 4, 6, 7: x is a P-position exactly if x mod (m + 1) is 0"]
    assert said(take, range(2, 6))
    assert not said(take, range(2, 5))  # two more than coefficients are needed


def test_classes_of_the_parameter_have_patterns_with_lists_that_grow() -> None:
    """Taking 1 or m: heaps of odd size are won for odd m; for even m the period is m + 1."""

    def one_or_many(m: int) -> Record:
        table = (0, 1) if m % 2 else (*(n % 2 for n in range(m)), 2)
        return Record(level="proved", preperiod=0, period=len(table), saltus=0, first_terms=table)

    heap = "a single heap n is a P-position exactly if n mod"
    assert said(one_or_many, range(2, 10))[2:] == [
        f"over m = 2, 4, 6, 8: {heap} (m + 1) is 0, 2, ..., m - 2",
        f"over m = 3, 5, 7, 9: {heap} 2 is 0",
    ]


def test_two_parameters_are_told_apart_from_names_in_the_sentence() -> None:
    def law(m: int, n: int) -> Record:
        return Record(level="proved", preperiod=n, period=m + 2 * n, saltus=m)

    def conjectures(of_n: tuple[int, ...]) -> list[tuple[str, int, int]]:
        members = {f"a.py m={m} n={n}": law(m, n) for m in (2, 3, 4) for n in of_n}
        return [(each.statement, each.made_on, each.tested_on) for each in patterns(members)]

    words = "over m = 2..4 and n' = 1..3: G(n + m + 2*n') = G(n) + m for every heap n >= n'"
    assert conjectures((1, 2, 3)) == [(words, 3, 6)]
    assert not conjectures((1, 2))  # of which any numbers are a line
