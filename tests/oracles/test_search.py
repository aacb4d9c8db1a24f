"""One position by search: what the explicit graph says, and nothing where anything is wrong."""

import itertools
import re

import networkx as nx
import pytest
from hypothesis import given, settings

from oracles.errors import DisagreementError, PositionError, RulesError, SearchLimitError
from oracles.heaps import octal, subtraction
from oracles.rules import DigraphGame, Game, PartizanGame
from oracles.search import solve_position
from oracles.values.positions import solve_by_value
from oracles.vectors import nim
from research.variants.cram import Cram, board
from research.variants.domineering import Domineering
from tests.oracles.graphs import digraphs

UPRIGHT = {frozenset({(0, column), (1, column)}) for column in (0, 1)}  # what Left leaves of 2 × 2
LYING = {frozenset({(row, 0), (row, 1)}) for row in (0, 1)}


def test_cram_has_its_values_on_boards():
    # M. Gardner, Sci. Amer. 230/2 (1974) 106-108: by symmetry even boards are P-positions, and
    # even by odd ones N-positions. One row is Dawson's Kayles: OEIS, A002187, one heap later.
    for n, value in {7: 1, 12: 2, 14: 4, 15: 0}.items():
        assert solve_position(Cram(), board(1, n), grundy=True).grundy == value
    assert solve_position(Cram(), board(4, 4), grundy=True).grundy == 0
    assert solve_position(Cram(), board(2, 7)).outcome == "N"


def test_values_of_nim_that_are_not_among_the_first_few_are_found():
    assert solve_position(nim(2), (21, 30), grundy=True).grundy == 21 ^ 30


@given(graph=digraphs(most=12, acyclic=True))
@settings(deadline=None)
def test_on_any_digraph_without_cycles_the_values_are_those_of_the_definition(graph):
    position = len(graph) - 1

    def value(vertex):
        found = set(map(value, graph[vertex]))
        return next(n for n in itertools.count() if n not in found)

    solved = solve_position(DigraphGame(graph), position, grundy=True)
    assert solved.grundy == value(position)
    assert solved.outcome == ("N" if value(position) else "P")


@pytest.mark.parametrize(
    ("solving", "game", "position", "winners"),
    [
        (solve_position, nim(2), (1, 3), {"": {(1, 1)}}),
        (solve_position, nim(2), (3, 3), {}),
        (solve_position, nim(2, misere=True), (0, 3), {"": {(0, 1)}}),
        (solve_by_value, Domineering(), board(2, 2), {"Left": UPRIGHT, "Right": LYING}),
        (solve_position, Domineering(), board(1, 2), {"Right": {frozenset()}}),
    ],
)
def test_an_option_that_wins_is_given_for_each_player_who_wins(solving, game, position, winners):
    solved = solving(game, position)
    assert solved.winning.keys() == winners.keys()
    assert all(option in winners[player] for player, option in solved.winning.items())


class Take(PartizanGame):
    """Left takes one from a heap, Right takes two."""

    def start(self, size):
        return [size]

    def left_options(self, position):
        return [position - 1] if position >= 1 else []

    def right_options(self, position):
        return [position - 2] if position >= 2 else []


def test_a_partizan_position_has_the_outcome_of_both_players_to_begin():
    found = [solve_position(Take(), heap) for heap in range(5)]
    assert [solved.outcome for solved in found] == ["P", "L", "N", "P", "L"]
    with pytest.raises(RulesError, match="is partizan: Grundy values are of impartial games"):
        solve_position(Take(), 3, grundy=True)


class DrawnByLeft(Take):
    def final_outcome(self, position, player):
        return "D" if player == "Left" else "P"


def test_the_search_tells_a_draw_of_one_beginner_from_a_draw_of_both():
    # A draw comes just of Left to move at 0: if Left begins there, or Right at 2.
    found = [solve_position(DrawnByLeft(), heap).outcome for heap in range(3)]
    assert found == ["D/L", "L", "L/D"]


class Ending(DigraphGame):
    """Ends in a draw at 0, and in a win for who has moved to 1."""

    def final_outcome(self, position):
        return "D" if position == 0 else "P"


def test_draws_by_the_final_position_are_found():
    game = Ending(nx.DiGraph([(2, 0), (3, 2), (4, 1), (5, 4), (5, 0)]))
    found = [solve_position(game, n) for n in range(6)]
    assert [solved.outcome for solved in found] == ["D", "P", "D", "D", "N", "D"]


def test_play_of_thousands_of_moves_needs_no_stack_of_calls():
    heap = 4_001
    for game in (subtraction(1), subtraction(1, misere=True)):
        solved = solve_position(game, (heap,))
        assert solved.outcome == ("P" if game.misere else "N")


def one_cell_less(_, free):
    form = Cram.canonical(free)
    return form - {max(form)} if len(form) > 15 else form


def one_component_less(_, free):
    components = Cram().components(free)
    return components[1:] if len(components) > 1 and len(free) > 15 else components


FAULTS = {  # on boards larger than those that are compared
    "a late wrong symmetry": {"canonical": one_cell_less},
    "a component lost late": {"components": one_component_less},
}


@pytest.mark.parametrize("said", FAULTS.values(), ids=FAULTS)
def test_what_is_declared_wrongly_of_large_boards_is_named_and_nothing_is_found(said):
    game = type("Cram", (Cram,), said)()
    with pytest.raises(RulesError, match=r"^components\("):
        solve_position(game, board(4, 5), grundy=True)


def test_the_limit_is_kept():
    with pytest.raises(SearchLimitError, match="more than 500 positions: the search in Cram"):
        solve_position(Cram(), board(5, 5), limit=500)


@pytest.mark.parametrize("position", [(1, -2), [1, 2]], ids=str)
def test_what_is_no_position_is_named(position):
    with pytest.raises(PositionError, match=rf"position={re.escape(str(position))}: "):
        solve_position(nim(2), position)


class Loop(Game):
    """Take 1 or 2 from one heap; heaps of 50 and 51 turn into each other, and 60 into two of 50."""

    def start(self, size):
        return [(size,)] if size < 40 else []

    def options(self, heaps):
        for place, heap in enumerate(heaps):
            rest = heaps[:place] + heaps[place + 1 :]
            if heap in (50, 51):
                yield tuple(sorted((*rest, 101 - heap)))
            elif heap == 60:
                yield tuple(sorted((*rest, 50, 50)))
            else:
                yield from (tuple(sorted((*rest, heap - n))) for n in (1, 2) if n <= heap)

    def components(self, heaps):
        return [(heap,) for heap in heaps if heap]


class LoopInMisere(Loop):
    misere = True


@pytest.mark.parametrize("game", [Loop(), LoopInMisere()], ids=["normal", "misère"])
def test_a_loop_that_is_not_declared_is_named(game):
    """50 + 50 is a draw: the player who moves in one of them may do so for ever."""
    with pytest.raises(RulesError, match=r"play may never end from \(50,"):
        solve_position(game, (60,))


def test_a_search_that_is_wrong_disagrees_with_the_graph_and_gives_no_answer(monkeypatch):
    monkeypatch.setattr("oracles.search.mex", lambda values: len(set(values)))
    with pytest.raises(DisagreementError, match=r"by the search and .* on the explicit graph"):
        solve_position(octal("0.77"), (9,), grundy=True)


def test_a_partizan_game_that_declares_nothing_has_nothing_checked():
    assert solve_position(DrawnByLeft(), 2).checked == 0
