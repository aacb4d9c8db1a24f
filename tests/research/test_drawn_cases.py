"""Integers of full size are of full size; positions and options are those of the rules."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from oracles.graph import build
from oracles.rules import PartizanGame
from oracles.vectors import nim
from research.checks.evidence import ClaimError
from research.claims.cases import evenly
from research.claims.graphs import options, positions

MOST = 2**400


def lengths(strategy: st.SearchStrategy[int]) -> list[int]:
    """The bit lengths of a hundred numbers drawn from 0 to 2^400."""
    found: list[int] = []

    @settings(max_examples=100, database=None)
    @given(strategy)
    def look(number: int) -> None:
        assert 0 <= number <= MOST
        found.append(number.bit_length())

    look()
    return found


def test_most_numbers_have_nearly_the_greatest_length() -> None:
    def share(found: list[int]) -> float:
        return sum(length > 380 for length in found) / len(found)

    assert share(lengths(evenly(0, MOST))) > 0.5
    # The control: Hypothesis' own integers are mostly short.
    assert share(lengths(st.integers(0, MOST))) < 0.5


def drawn(strategy: st.SearchStrategy[object]) -> set[object]:
    """What a strategy of few values draws in 300 examples."""
    found = set()

    @settings(max_examples=300, database=None)
    @given(strategy)
    def look(each: object) -> None:
        found.add(each)

    look()
    return found


class LeftTakesOneRightTwo(PartizanGame[int]):
    def start(self, size):
        return range(size + 1)

    def left_options(self, heap):
        return [heap - 1] if heap >= 1 else []

    def right_options(self, heap):
        return [heap - 2] if heap >= 2 else []


def test_positions_are_those_of_the_graph_and_options_those_of_the_rules() -> None:
    assert drawn(positions(nim(2), 3)) == set(build(nim(2), 3))
    assert drawn(options(nim(2), (1, 2))) == {(0, 1), (0, 2), (1, 1)}
    assert options(nim(2), (0, 0)).is_empty


def test_in_a_partizan_game_options_are_a_players() -> None:
    game = LeftTakesOneRightTwo()
    assert drawn(positions(game, 4)) == set(range(5))
    assert (drawn(options(game, 4, "Left")), drawn(options(game, 4, "Right"))) == ({3}, {2})
    with pytest.raises(ClaimError, match="player=None: expected 'Left' or 'Right'"):
        options(game, 4)
