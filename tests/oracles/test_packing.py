"""Positions as rows of bytes: rows are the same exactly when positions are equal."""

import random
from fractions import Fraction
from typing import NamedTuple

import numpy as np
import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from oracles.errors import RulesError
from oracles.interned import Interned
from oracles.least_shapes import UpToSymmetry
from oracles.packing import Anything, Integers, Product, Sets, Words, packing_for


class Pair(NamedTuple):
    """A tuple with names."""

    left: int
    right: int


def written(thing, *, numpy=True):
    """A thing with the types of all that it holds; those of numpy as Python's, if not wanted."""
    if isinstance(thing, tuple):
        return type(thing), *(written(each, numpy=numpy) for each in thing)
    if isinstance(thing, frozenset):
        return type(thing), frozenset(written(each, numpy=numpy) for each in thing)
    if isinstance(thing, np.integer) and not numpy:
        thing = int(thing)
    return type(thing), repr(thing)


def are_all_alike(positions):
    """Whether those that are equal have the same types, in which integers of numpy are integers."""
    first = {}
    pairs = [(first.setdefault(each, each), each) for each in positions]
    return all(written(one, numpy=False) == written(other, numpy=False) for one, other in pairs)


def numbered(positions, at_once):
    """Positions, given their numbers some at once."""
    interned = Interned(packing_for(positions[:1]))
    for at in range(0, len(positions), at_once):
        interned.number(positions[at : at + at_once])
    return interned


NUMBERS = st.one_of(st.integers(-3, 300), st.integers(), st.booleans(), st.floats(allow_nan=False))
PARTS = st.one_of(
    NUMBERS, st.text(max_size=3), st.none(), st.frozensets(st.integers(0, 40), max_size=4)
)
POSITIONS = st.one_of(
    st.lists(st.integers(-5, 5)),
    st.lists(st.integers()),
    st.lists(st.tuples(st.integers(0, 9), st.integers(-200, 70_000))),
    st.lists(st.text(max_size=12)),
    st.lists(st.frozensets(st.tuples(st.integers(0, 9), st.integers(0, 9)), max_size=30)),
    st.lists(st.lists(st.integers(0, 400), max_size=12).map(tuple)),
    st.lists(st.tuples(st.frozensets(st.integers(0, 20)), st.sampled_from(["Left", "Right"]))),
    st.lists(st.recursive(PARTS, lambda parts: st.tuples(parts, parts), max_leaves=6)),
)


@settings(deadline=None)  # the first call compiles
@given(POSITIONS, st.integers(1, 4))
def test_positions_are_numbered_as_a_dictionary_would(positions, at_once):
    assume(are_all_alike(positions))
    interned = Interned(packing_for(positions[:at_once]))
    known: dict[object, int] = {}
    for at in range(0, len(positions), at_once):
        some = positions[at : at + at_once]
        numbers, new = interned.number(some)
        before = len(known)
        expected = [known.setdefault(position, len(known)) for position in some]
        assert numbers.tolist() == expected
        assert [expected[place] for place in new] == list(range(before, len(known)))
    assert list(interned) == list(known)
    assert [interned.find(position) for position in known] == list(known.values())


@settings(deadline=None)  # the first call compiles
@given(POSITIONS, PARTS)
def test_what_was_never_numbered_is_not_found(positions, other):
    assume(are_all_alike(positions))
    interned = Interned(packing_for(positions))
    interned.number(positions)
    order = list(dict.fromkeys(positions))
    for each in (other, (other,), (other, other), frozenset([other])):
        assert interned.find(each) == (order.index(each) if each in order else -1)


def test_what_is_equal_is_found_though_it_is_of_another_type():
    interned = Interned(packing_for([(3, 5)]))
    interned.number([(3, 5), (0, 1)])
    for same in ((np.int64(3), 5), (3 + 0j, 5.0), (3.0, Fraction(5)), (3, 5)):
        assert interned.find(same) == 0
    assert interned.find((False, True)) == 1
    assert interned.find(("3", 5)) == interned.find((3, 5, 0)) == interned.find(3) == -1


ALIKE = st.sampled_from([0, 1, True, False, 1.0, np.int64(1), "a", None, Pair(1, 1), 2**70])
SOME = st.lists(ALIKE, max_size=3).map(tuple) | st.frozensets(ALIKE, max_size=3)
HOLDING = st.lists(ALIKE | SOME, max_size=3).map(tuple) | st.frozensets(ALIKE | SOME, max_size=3)


@settings(deadline=None, max_examples=300)
@given(st.lists(ALIKE | SOME | HOLDING, min_size=1), st.integers(1, 4))
def test_of_equal_positions_the_first_is_kept_and_the_others_must_be_alike(positions, at_once):
    if not are_all_alike(positions):
        with pytest.raises(RulesError, match="are equal and not alike"):
            numbered(positions, at_once)
        return
    interned = numbered(positions, at_once)
    assert list(map(written, interned)) == list(map(written, dict.fromkeys(positions)))


@pytest.mark.parametrize(
    "positions",
    [
        [(1, 2), (3,), (True, 5), (2, True)],
        [frozenset({1, 2}), frozenset({1.0})],
        [(1, (0, 0)), (2, (0, False))],
        [frozenset({(0, 1)}), frozenset({(0, 1), (2, True)}), frozenset({(0.0, 1), (3, 3)})],
        [(1, 2), Pair(3, 4), Pair(1, 3)],
        [("a", frozenset({1})), ("a", frozenset({True, 2}))],
    ],
    ids=repr,
)
def test_no_position_is_altered_by_one_that_is_equal_in_part(positions):
    interned = Interned(packing_for(positions[:1]))
    for position in positions:
        interned.number([position])
    assert list(map(written, interned)) == list(map(written, dict.fromkeys(positions)))


@pytest.mark.parametrize(
    "positions",
    [
        [3, True, 1],
        [(1, 2), (True, 2)],
        [(0, 1), (0, 1.0)],
        [(1, 2), (3,), (True, 2)],
        [(1, 2), Pair(1, 2)],
        [frozenset({1, 2}), frozenset({1.0, 2})],
        [frozenset({(0, 1)}), frozenset({(False, 1)})],
        [("a", (2, 1)), ("a", (2, True))],
    ],
    ids=repr,
)
@pytest.mark.parametrize("at_once", [1, 3])
def test_a_position_that_is_equal_to_another_and_not_alike_is_refused(positions, at_once):
    with pytest.raises(RulesError, match="are equal and not alike"):
        numbered(positions, at_once)


@pytest.mark.parametrize("first", [(1, 3), (3,), frozenset({1})], ids=repr)
def test_no_canonical_form_is_altered_by_one_that_is_equal_in_part(first):
    positions = [first, (3, 4, 5), (True, 5), (1.0, 2, 2), frozenset({True, 2})]
    interned = Interned(UpToSymmetry(lambda position: position, packing_for([first])))
    for position in positions:
        interned.number([position])
    assert list(map(written, interned)) == list(map(written, dict.fromkeys(positions)))


@pytest.mark.parametrize(
    ("positions", "kind", "width"),
    [
        ([3, 5], Integers, 1),
        ([3, 500], Integers, 2),
        ([(3, 5), (0, 1)], Product, 2),
        ([frozenset("abc"), frozenset("cd")], Sets, 1),
        (["..LR", "LR.."], Words, 8),
        ([(1, 2, 3), (1,)], Words, 8),
        ([2**80, 1], Anything, 1),
        ([(1, 2), "ab"], Anything, 1),
        ([(1, None), (None,)], Words, 8),
        ([frozenset({frozenset("ab"), (1, (2, "c"))})], Sets, 1),
        ([(1, True)], Anything, 1),
        ([(1, 2.5)], Anything, 1),
        ([Pair(1, 2)], Anything, 1),
    ],
)
def test_the_form_of_positions_says_how_they_are_packed(positions, kind, width):
    packing = packing_for(positions)
    assert (type(packing), packing.width) == (kind, width)
    assert packing.unpack(packing.pack(positions)) == positions


@pytest.mark.parametrize("further", [[-200], [2**40], [2**70], ["word"], [(1, 2)]])
def test_a_wider_packing_takes_the_place_of_one_that_does_not_fit(further):
    interned = Interned(packing_for([1]))
    interned.number(list(range(100)))
    interned.number(further)
    assert list(interned) == [*range(100), *further]


def test_what_cannot_be_hashed_is_an_error():
    interned = Interned(packing_for([(1, 2)]))
    with pytest.raises(TypeError, match="unhashable"):
        interned.number([([1], 2)])
    assert interned.find([1]) == interned.find(([1], 2)) == -1


def test_many_positions_keep_their_numbers():
    order = random.Random(1).sample(range(200_000), 50_000)
    positions = [(number % 400, number // 400) for number in order]
    interned = Interned(packing_for(positions[:1]))
    for at in range(0, len(positions), 999):
        interned.number(positions[at : at + 999])
    again, new = interned.number(positions)
    assert (again.tolist(), new) == (list(range(50_000)), [])


class Forgetful(Integers):
    """Forgets, when it has to be wider, which integer is which."""

    def wider(self, values):
        class Zeros(Integers):
            def pack(self, values):
                return super().pack([0] * len(values))

        return Zeros(2)


def test_positions_that_are_equal_when_packed_anew_are_an_error():
    interned = Interned(Forgetful())
    interned.number([1, 2, 3])
    with pytest.raises(RulesError, match="of 3 positions that were different only 1"):
        interned.number([300])
