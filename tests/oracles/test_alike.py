"""Positions that are equal and that rules may tell apart are refused wherever they meet."""

import itertools
from dataclasses import dataclass, field
from enum import IntEnum
from fractions import Fraction
from typing import NamedTuple

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from oracles.alike import Alike, are_plain, is_alike
from oracles.compact import build_compact
from oracles.errors import RulesError
from oracles.graph import Builder, build, build_from
from oracles.levels.solving import solve_store
from oracles.part_values import PartValues
from oracles.promises import starting_positions
from oracles.rules import Game
from oracles.search.position import solve_position

REFUSED = r"are equal and not alike: rules may tell apart what is one position"


class Pair(NamedTuple):
    left: int
    right: int


class One(IntEnum):
    ONE = 1


class Caseless(str):
    """A text that is equal to others of the same letters."""

    __slots__ = ()

    def __eq__(self, other):
        return isinstance(other, str) and self.lower() == other.lower()

    def __hash__(self):
        return hash(self.lower())


@dataclass(frozen=True)
class Placed:
    cell: object
    note: object = field(default=0, compare=False)


SEVERAL = [1, True, 1.0, 1 + 0j, Fraction(1), One.ONE]


@pytest.mark.parametrize(
    ("one", "other"),
    [
        *itertools.combinations(SEVERAL, 2),
        ((1, 2), Pair(1, 2)),
        ((2, (1, "x")), (2, (True, "x"))),
        (frozenset({1, 2}), frozenset({2, True})),
        (frozenset({(0, 1)}), frozenset({(False, 1)})),
        (Caseless("a"), Caseless("A")),
        (0.0, -0.0),
        (Placed(1), Placed(cell=True)),
        (True, np.int64(1)),
    ],
    ids=repr,
)
def test_equal_values_that_hold_other_types_are_not_alike(one, other) -> None:
    assert one == other
    assert not is_alike(one, other)
    assert not is_alike(other, one)
    with pytest.raises(RulesError, match=REFUSED):
        Alike().require([one, other])


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ((3, ("a", None)), (3, ("a", None))),
        (frozenset([1, 9, 17]), frozenset([17, 9, 1])),
        (frozenset({frozenset({True, 0})}), frozenset({frozenset({0, True})})),
        (Pair(1, right=True), Pair(1, right=True)),
        (Placed(1, note="a"), Placed(1, note="b")),
        (2**70, 2**70),
        (3, np.int64(3)),
        ((np.int32(3), 0), (3, np.int64(0))),
    ],
    ids=repr,
)
def test_equal_values_of_the_same_types_are_alike(one, other) -> None:
    assert is_alike(one, other)
    Alike().require([one, other])


LEAVES = st.one_of(
    *(st.integers(), st.integers(-300, 300), st.booleans(), st.none(), st.text(max_size=2)),
    *(st.floats(), st.binary(max_size=2), st.builds(Caseless)),
)
VALUES = st.recursive(
    LEAVES,
    lambda inner: st.lists(inner, max_size=4).map(tuple) | st.frozensets(inner, max_size=3),
    max_leaves=12,
)


def leaves(value):
    if type(value) in (tuple, frozenset):
        return itertools.chain.from_iterable(map(leaves, value))
    return iter([value])


@given(st.lists(VALUES))
def test_values_are_plain_if_all_that_they_hold_at_last_is_of_types_that_are_never_equal(values):
    kinds = {type(each) for each in leaves(tuple(values))}
    assert are_plain(values) == (kinds <= {int, str, bytes, type(None)})


class Flags(Game):
    """Take counters; whether one may take two, a flag says that is written as 1 and as True."""

    def start(self, size):
        return [(n, True) for n in range(size + 1)] + [(n, 0) for n in range(size + 1)]

    def options(self, position):
        counters, flag = position
        if counters and flag is True:
            return [(counters - 1, 0)]
        return [(counters - take, 1) for take in (1, 2) if take <= counters]


class Letters(Game):
    def start(self, size):
        return [Caseless("X" + "a" * size), Caseless("x" + "a" * size)]

    def options(self, position):
        taken = (1,) if str(position)[0] == "X" else (1, 2)
        return [Caseless(position[:-take]) for take in taken if len(position) > take]


class Late(Game):
    """Writes 1 as True too, from some number of counters on: one pile, and another of 1."""

    def __init__(self, latest) -> None:
        self.latest = latest

    def start(self, size):
        return [(size, 1)]

    def options(self, position):
        counters, other = position[0], position[-1]
        if counters >= self.latest:
            return [(counters - 1, 1), (counters - 1, True)]
        return [(counters - 1, other)] if counters > 1 else []

    def level(self, position):
        return position[0]


class LatePiles(Late):
    def parts(self, piles):
        return [(pile,) for pile in piles]

    def options(self, piles):
        for place, pile in enumerate(piles):
            before, after = piles[:place], piles[place + 1 :]
            if pile > 1:
                yield (*before, pile - 1, *after)
            if pile >= self.latest:
                yield (*before, pile - 2, True, *after)


@pytest.mark.parametrize("game", [Flags(), Letters(), Late(4)])
def test_a_graph_has_no_one_position_for_two_that_rules_tell_apart(game) -> None:
    with pytest.raises(RulesError, match=REFUSED):
        build(game, 5)
    with pytest.raises(RulesError, match=REFUSED):
        build_compact(game, list(game.start(5)))


def test_both_of_the_positions_are_named() -> None:
    with pytest.raises(RulesError, match=r"^\(0, True\) and \(0, 1\) are equal and not alike"):
        build(Flags(), 1)
    with pytest.raises(RulesError, match=r"^start\(3\) of Letters: 'Xaaa' and 'xaaa' are equal"):
        starting_positions(Letters(), 3)


def test_it_is_seen_among_many_plain_ones_before_it() -> None:
    with pytest.raises(RulesError, match=r"\(2399, 1\) and \(2399, True\) are equal"):
        build_from(Late(2400), [(2399, 1), (2400, 1)])


def test_a_search_and_a_sum_refuse_it_beyond_their_small_graphs() -> None:
    with pytest.raises(RulesError, match=REFUSED):
        solve_position(Late(1500), (1500, 1))
    with pytest.raises(RulesError, match=REFUSED):
        PartValues(LatePiles(1500)).grundy((1500,))


def test_a_store_refuses_it_beyond_its_small_graph(tmp_path) -> None:
    pytest.importorskip("distributed")
    with pytest.raises(RulesError, match=REFUSED):
        solve_store(Late(5), 5, tmp_path / "store", workers=0)


class Turning(Flags):
    """Writes the flag of its only start as True at size 0, and as 1 at all others."""

    def start(self, size):
        return [(0, 1 if size else True)]


def test_starts_of_a_size_are_held_to_those_of_the_sizes_before() -> None:
    builder = Builder(Turning())
    known, alike = builder.graph.options_of, builder.alike
    builder.add(starting_positions(Turning(), 0, known=known, alike=alike))
    with pytest.raises(RulesError, match=REFUSED):
        starting_positions(Turning(), 1, known=known, alike=alike)
    with pytest.raises(RulesError, match=REFUSED):
        Builder(Turning()).add([(0, True), (0, 1)])
    with pytest.raises(RulesError, match=REFUSED):
        builder.add([(0, 1)])


class Switch(Game):
    """One counter is taken, two where the switch is on: True always, and never 1."""

    def start(self, size):
        return [(size, True), (size, False)]

    def options(self, position):
        counters, on = position
        return [(counters - 1, not on)] if counters else []


class Counted(Switch):
    """The same with integers of numpy among those of Python, as they come out of its arrays."""

    def start(self, size):
        return [(size, 1), (np.int64(size), np.int64(0))]

    def options(self, position):
        counters, on = position
        return [(np.int64(counters) - 1, 1 - on)] if counters else []


@pytest.mark.parametrize("game", [Switch(), Counted()])
def test_positions_that_are_written_in_one_way_are_as_many_as_there_are(game) -> None:
    assert len(build(game, 5)) == len(build_compact(game, list(game.start(5)))) == 12
    assert solve_position(game, (5, True)).outcome == "N"
