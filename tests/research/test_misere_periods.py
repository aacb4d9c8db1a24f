"""Misère quotients of heaps of every size, and the checker of their proof files."""

import json
from itertools import combinations_with_replacement

import pytest

from checker.machines import WrongError
from checker.verify import check
from fast.errors import InputError
from oracles.heaps import HeapGame
from oracles.misere_learning import QuotientLimits
from oracles.misere_quotient import misere_quotient
from research.proving.misere_periods import prove_misere_period
from research.proving.proof_file import as_text
from research.proving.results import NotProvable


def record_of(theorem):
    """What the proof file of a theorem holds."""
    return json.loads(as_text(theorem.proof_file()))


@pytest.mark.parametrize(
    ("code", "sizes", "period", "preperiod"),
    [("0.15", (42, 12), 10, 66), ("0.77", (40, 9), 12, 71)],
)
def test_periods_are_the_published_ones(code, sizes, period, preperiod):
    # Plambeck and Siegel 2008.
    theorem = prove_misere_period(code)
    assert (theorem.quotient.order, len(theorem.quotient.p_portion)) == sizes
    assert (theorem.period, theorem.preperiod) == (period, preperiod)
    assert theorem.window == 2 * preperiod + 2 * period + 2 - 1  # 2 n0 + p + k, each with p later
    assert f"has {sizes[0]} elements, {sizes[1]} of them" in check(record_of(theorem))


@pytest.mark.parametrize(
    ("code", "window"),
    [("0.75", 2 * 8 + 2 * 2 + 2 - 1), ("subtraction:1,2", 1 + 3 + 2 - 1), ("4.0", 2 + 4 - 1)],
)
def test_a_window_that_is_one_heap_short_proves_nothing(code, window):
    assert prove_misere_period(code, heaps=window).window == window
    with pytest.raises(NotProvable, match="no period of its pretending function"):
        prove_misere_period(code, heaps=window - 1)


def rules_of_075(heap):
    """Take one and leave at most two heaps; or take two, which are the heap or leave two heaps."""
    yield from ((part, heap - 1 - part) for part in range(heap))
    yield from ((part, heap - 2 - part) for part in range(1, heap - 2))
    if heap == 2:
        yield ()


def test_classes_of_large_heaps_are_those_of_a_larger_quotient():
    theorem = prove_misere_period("0.75")
    larger = misere_quotient(HeapGame(rules_of_075).replacements, 60)
    assert [theorem.element(heap) for heap in range(61)] == list(larger.pretending)
    for heaps in combinations_with_replacement((0, 1, 7, 30, 44, 59, 60), 3):
        assert theorem.outcome(heaps) == larger.outcome(heaps)
    assert theorem.outcome([10**100 + 1, 10**100 + 1]) == larger.outcome([59, 59])


@pytest.mark.parametrize(
    ("code", "reason"),
    [
        ("0.[3]", "a part that repeats"),
        ("4!.0", "leave different heaps"),
        ("0.07", "no finite misère quotient was found from heap 14 on"),
    ],
)
def test_what_is_not_proved_is_said_with_the_reason(code, reason):
    with pytest.raises(NotProvable, match=reason):
        prove_misere_period(code, limits=QuotientLimits(order=20))


def wrong_records():
    """A proof file with one number changed, and the condition that this breaks."""
    record = record_of(prove_misere_period("0.75"))
    classes, last = record["pretending"], len(record["pretending"]) - 1
    return record, [
        ({"code": [0, 7, 7]}, "is wrong"),
        ({"code": [2, 7, 5]}, "is no code"),
        ({"p_portion": record["p_portion"][1:]}, "is wrong"),
        ({"p_portion": [*record["p_portion"], 99]}, "is no element"),
        ({"pretending": classes[:-1]}, f"the heaps to {last} are needed"),
        ({"pretending": [*classes[:-1], 99]}, "is no element"),
        ({"preperiod": 7}, "differ"),
        ({"period": 1}, "differ"),
        ({"actions": record["actions"][:1]}, "do not reach"),
        ({"actions": [record["actions"][1][::-1], *record["actions"][1:]]}, "do not commute"),
    ]


# Take a heap of 1, and nothing else: with an element that is no sum, and one with two elements too
# many, which are not told apart.
NO_SUM = {"actions": [[1, 0, 2], [2, 2, 2]], "p_portion": [1]}
TWICE = {"actions": [[1, 2, 3, 0]], "p_portion": [1, 3]}
ONE = {"code": [0, 1], "pretending": [0, 1, 0, 0], "preperiod": 2, "period": 1}


def test_the_checker_refuses_a_file_with_any_condition_broken():
    record, wrong = wrong_records()
    short = record_of(prove_misere_period("subtraction:1,2"))
    short["pretending"].pop()
    wrong += [
        (short, "the heaps to 5 are needed"),
        (ONE | NO_SUM, "the class of no sum"),
        (ONE | TWICE, "two elements are equivalent"),
    ]
    check(record)
    check(record | ONE | {"actions": [[1, 0]], "p_portion": [1]})
    for change, reason in wrong:
        with pytest.raises(WrongError, match=reason):
            check(record | change)


def test_a_heap_that_is_none_has_no_outcome():
    with pytest.raises(InputError, match="heap=-1: expected an integer of at least 0"):
        prove_misere_period("0.75").outcome([1, -1])
