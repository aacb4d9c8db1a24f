"""Misère quotients: published ones, outcomes by definition, the verification, the limits."""

from dataclasses import replace
from functools import cache
from itertools import combinations_with_replacement

import pytest

from oracles.errors import OracleError
from oracles.heaps import octal
from oracles.misere_learning import QuotientLimits
from oracles.misere_quotient import (
    QuotientError,
    QuotientNotFoundError,
    growing_quotients,
    misere_quotient,
    verify,
)

# T. E. Plambeck and A. N. Siegel, "Misère quotients for impartial games", JCTA 115 (2008) 593-622:
# code, order, elements in the P-portion, and a heap from which on it is so.
PUBLISHED = [
    ("0.3333", 6, 2, 3),  # nim, whose quotients are T_2, and T_3 with a heap of 4
    ("0.3333", 10, 2, 4),
    ("0.31", 6, 2, 10),
    ("0.52", 6, 2, 20),
    ("0.33", 6, 2, 10),
    ("0.73", 6, 2, 20),
    ("0.75", 8, 2, 20),
    ("0.123", 20, 5, 30),
    ("0.15", 42, 12, 40),
]


@pytest.mark.parametrize(("code", "order", "p_portion", "heaps"), PUBLISHED)
def test_the_quotients_of_codes_are_the_published_ones(code, order, p_portion, heaps):
    found = misere_quotient(octal(code).replacements, heaps)
    assert (found.order, len(found.p_portion)) == (order, p_portion)


def test_the_quotient_of_kayles_grows_at_the_published_heaps():
    growing = list(growing_quotients(octal("0.77").replacements, 30))
    orders = [1, *(quotient.order for quotient in growing)]
    grown = {heap: orders[heap] for heap in range(1, 31) if orders[heap] > orders[heap - 1]}
    assert grown == {1: 2, 2: 6, 5: 12, 9: 18, 12: 24, 25: 32, 27: 40}
    assert len(growing[-1].p_portion) == 9


@pytest.mark.parametrize(("code", "heaps"), [("0.77", 10), ("0.35", 6), ("4.7", 6)])
def test_outcomes_are_those_of_the_definition(code, heaps):
    # In 0.35 heap 3 is equivalent to a sum of heaps 1 and 2 until there is a heap 4.
    options = octal(code).options

    @cache
    def lost(position):
        after = options(position)
        return bool(after) and not any(map(lost, after))

    found = misere_quotient(octal(code).replacements, heaps)
    for length in range(4):
        for sum_of_heaps in combinations_with_replacement(range(1, heaps + 1), length):
            assert found.outcome(sum_of_heaps) == ("P" if lost(sum_of_heaps) else "N")


def changed(quotient, heap, element):
    pretending = list(quotient.pretending)
    pretending[heap] = element
    return replace(quotient, pretending=tuple(pretending))


def test_the_verification_says_which_condition_fails():
    rules = octal("0.75").replacements
    found = misere_quotient(rules, 12)
    verify(found, rules)
    swapped = tuple(tuple(reversed(action)) for action in found.actions)
    for wrong, reason in [
        (replace(found, actions=(*found.actions, swapped[1])), "do not commute"),
        (replace(found, p_portion=found.p_portion - {1}), "heap 1: .* a pair in T is wrong"),
        (replace(found, p_portion=found.p_portion | {99}), "what is no element"),
        (changed(found, 12, found.pretending[11]), "heap 12: .* a pair in T is wrong"),
        (replace(found, pretending=found.pretending[:3]), "not the class of any sum"),
    ]:
        with pytest.raises(QuotientError, match=reason):
            verify(wrong, rules)
    cycle = replace(found, actions=((1, 2, 3, 0),), p_portion=frozenset({1, 3}), pretending=(0, 1))
    with pytest.raises(QuotientError, match="differ by no translate"):
        verify(cycle, rules)
    with pytest.raises(QuotientError, match="heap 1: with"):
        verify(replace(found, pretending=(0, 1)), lambda _heap: [])


@pytest.mark.parametrize(
    ("limits", "reason"),
    [
        (QuotientLimits(order=20), "more than 20 elements"),
        (QuotientLimits(pairs=100), "more than 100 pairs"),
        (QuotientLimits(words=500), "more than 500 sums"),
    ],
)
def test_a_search_ends_at_its_limits_in_words(limits, reason):
    with pytest.raises(QuotientNotFoundError, match=reason) as caught:
        misere_quotient(octal("0.64").replacements, 12, limits)
    # The quotient of the heaps before is kept, and it is right.
    found = caught.value.found
    assert f"the heaps to {found.heaps} have one of order {found.order}" in str(caught.value)
    verify(found, octal("0.64").replacements)


@pytest.mark.parametrize("options", [lambda heap: [(heap - 2,)], lambda heap: [(heap,)]])
def test_options_that_are_no_smaller_heaps_are_refused(options):
    with pytest.raises(OracleError, match=r"heap 1: option .* expected heaps from 0 to 0"):
        misere_quotient(options, 3)


def test_sums_of_other_heaps_are_refused():
    with pytest.raises(OracleError, match="heap=4: expected an integer from 0 to 3"):
        misere_quotient(octal("0.31").replacements, 3).outcome([1, 4])
