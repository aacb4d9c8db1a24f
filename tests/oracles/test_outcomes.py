"""Outcomes, remoteness and suspense: the definitions, draws, and tables by hand."""

import networkx as nx
import pytest
from hypothesis import given
from hypothesis import strategies as st

from oracles.digraphs import DigraphGame
from oracles.errors import PositionError, RulesError
from oracles.games.binary_blackboard import BinaryBlackboard
from oracles.games.stone_game import StoneGame
from oracles.heaps import subtraction
from oracles.orbits import solve_quotient
from oracles.outcomes import (
    backward_order,
    lengths_by_induction,
    outcomes_by_induction,
    require_an_end,
    retrograde,
)
from oracles.partizan import solve_partizan
from oracles.rules import Game, PartizanGame
from oracles.search.lines import replay
from oracles.search.position import solve_position
from oracles.solve import solve


@st.composite
def digraphs(draw, *, most=9):
    size = draw(st.integers(1, most))
    vertices = st.integers(0, size - 1)
    digraph = nx.DiGraph()
    digraph.add_nodes_from(range(size))
    digraph.add_edges_from(draw(st.lists(st.tuples(vertices, vertices), max_size=3 * size)))
    return digraph


class Stalemate(Game):
    """Take one or two; a heap of 1 that cannot be touched is a draw."""

    def start(self, size):
        return range(size + 1)

    def options(self, position):
        return [position - take for take in (2, 3) if take <= position]

    def final_outcome(self, position):
        return "D" if position == 1 else "P"


@pytest.mark.parametrize(
    "game",
    [StoneGame(), BinaryBlackboard(), subtraction(1, 3, 4), Stalemate()],
    ids=lambda game: type(game).__name__,
)
def test_retrograde_analysis_agrees_with_induction_where_play_must_end(game):
    graph = solve(game, 6).graph.options_of
    order = backward_order(graph)
    outcomes, lengths = retrograde(graph, game.final_outcome)
    assert outcomes == outcomes_by_induction(graph, order, game.final_outcome)
    assert lengths == lengths_by_induction(graph, order, outcomes, winner_hurries=True)


@given(digraphs(), st.booleans())
def test_outcomes_and_remotenesses_keep_their_definition_wherever_play_leads(digraph, misere):
    truth = solve(DigraphGame(digraph, misere=misere), len(digraph))
    for position in digraph:
        options = [(truth.outcome(o), truth.remoteness(o)) for o in digraph.successors(position)]
        outcome, length = truth.outcome(position), truth.remoteness(position)
        if not options:
            assert (outcome, length) == ("N" if misere else "P", 0)
        elif outcome == "N":
            assert length == 1 + min(moves for result, moves in options if result == "P")
        elif outcome == "P":
            assert {result for result, _ in options} == {"N"}
            assert length == 1 + max(moves for _, moves in options)
        else:
            assert length is None
            assert "P" not in {result for result, _ in options}
            assert "D" in {result for result, _ in options}


@given(digraphs())
def test_wins_are_forced_by_playing_them_out(digraph):
    # The winner who always takes an option of least remoteness ends play in so many moves,
    # whatever the loser does; so no win is claimed in a position where play may go on for ever.
    truth = solve(DigraphGame(digraph), len(digraph))
    for start in digraph:
        if truth.outcome(start) != "D":
            assert longest_when_winner_hurries(truth, digraph, start) == truth.remoteness(start)


def longest_when_winner_hurries(truth, digraph, position, depth=0):
    assert depth <= len(digraph)
    options = list(digraph.successors(position))
    if not options:
        return 0
    if truth.outcome(position) == "N":
        options = [min(truth.winning_options(position), key=truth.remoteness)]
    return 1 + max(longest_when_winner_hurries(truth, digraph, o, depth + 1) for o in options)


def test_a_draw_by_hand():
    # From b the only way to an end loses, and a leads back.
    digraph = nx.DiGraph([("a", "b"), ("b", "a"), ("b", "lost"), ("lost", "end")])
    truth = solve(DigraphGame(digraph), 4)
    assert [truth.outcome(v) for v in ("a", "b", "lost", "end")] == ["D", "D", "N", "P"]
    assert truth.remoteness("a") is None
    assert truth.winning_options("b") == []


def test_remoteness_of_taking_one_or_two():
    # By hand: from 3k the second player completes each move to 3, so play takes 2k moves; from
    # 3k + 1 and 3k + 2 one move leads there.
    truth = solve(subtraction(1, 2), 12)
    assert [truth.remoteness((n,) if n else ()) for n in range(13)] == [
        2 * (n // 3) + (n % 3 > 0) for n in range(13)
    ]


def test_remoteness_and_suspense_of_a_hare_and_a_tortoise():
    # From n one may stop at once, or go on to n - 1 with n - 1 stopping too: who wins can choose
    # between one move and many only where the other has to go on.
    digraph = nx.DiGraph([(4, 0), (4, 3), (3, 2), (2, 1), (1, 0), (3, 1)])
    truth = solve(DigraphGame(digraph), 5)
    assert {v: truth.outcome(v) for v in range(5)} == {0: "P", 1: "N", 2: "P", 3: "N", 4: "N"}
    # By hand: 3 wins by 2 only (three moves), 4 by 0 only.
    assert {v: truth.remoteness(v) for v in range(5)} == {0: 0, 1: 1, 2: 2, 3: 3, 4: 1}
    assert {v: truth.suspense(v) for v in range(5)} == {0: 0, 1: 1, 2: 2, 3: 3, 4: 1}


def test_suspense_exceeds_remoteness_where_the_winner_can_delay():
    digraph = nx.DiGraph([("a", 0), ("a", 2), (2, 1), (1, 0)])
    truth = solve(DigraphGame(digraph), 4)
    assert (truth.remoteness("a"), truth.suspense("a")) == (1, 3)


def test_suspense_is_for_games_that_must_end():
    truth = solve(DigraphGame(nx.DiGraph([("a", "b"), ("b", "a")])), 2)
    with pytest.raises(RulesError, match="play must end"):
        truth.suspense("a")
    with pytest.raises(RulesError, match="play must end"):
        truth.genus("a")


def test_a_game_s_own_ending_may_be_a_draw():
    # By hand: 2 and 3 win by 0; 4 has the options 2 (N) and 1 (D); 5 has 3 and 2, both N.
    truth = solve(Stalemate(), 5)
    assert [truth.outcome(n) for n in range(6)] == ["P", "D", "N", "N", "D", "P"]
    assert truth.remoteness(4) is None


def test_a_cycle_is_named():
    digraph = nx.DiGraph([(0, 1), (1, 2), (2, 3), (3, 1), (2, "end")])
    graph = digraph.adj
    with pytest.raises(RulesError, match="play may never end from 1: 1 -> 2 -> 3 -> 1;"):
        require_an_end(graph, backward_order(graph))


def test_positions_outside_the_graph_are_refused():
    truth = solve(StoneGame(), 2)
    for ask in (truth.outcome, truth.remoteness, truth.grundy, truth.options, truth.genus):
        with pytest.raises(PositionError, match=r"\(0, 0, 9\)"):
            ask((0, 0, 9))


class WrongEnding(Game):
    """Take one or two; the final position has whatever outcome was given."""

    def __init__(self, ending):
        self.ending = ending

    def start(self, size):
        return range(size + 1)

    def options(self, position):
        return [position - take for take in (1, 2) if take <= position]

    def final_outcome(self, position):
        return self.ending()


class WrongPartizanEnding(PartizanGame):
    """The same for both players."""

    def __init__(self, ending):
        self.ending = ending

    def start(self, size):
        return range(size + 1)

    def left_options(self, position):
        return [position - 1] if position else []

    right_options = left_options

    def final_outcome(self, position, player):
        return self.ending()


WAYS = {
    "graph": lambda ending: solve(WrongEnding(ending), 5).outcome(3),
    "quotient": lambda ending: solve_quotient(WrongEnding(ending), 5).outcome(3),
    "turns": lambda ending: solve_partizan(WrongPartizanEnding(ending), 5).outcome(3),
    "search": lambda ending: solve_position(WrongEnding(ending), 3),
    "line": lambda ending: replay(WrongEnding(ending), [0]),
}


@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize("ending", ["n", None, ["P"], True], ids=repr)
def test_an_ending_that_is_no_outcome_is_named(way, ending):
    with pytest.raises(
        RulesError, match=r"^final_outcome\(.*0.*\) of .*: expected 'P', 'N' or 'D'$"
    ):
        WAYS[way](lambda: ending)


@pytest.mark.parametrize("way", WAYS)
def test_an_ending_that_fails_is_an_error_of_the_rules(way):
    with pytest.raises(RulesError, match=r"^final_outcome\(.*0.*\) of .*: ZeroDivisionError"):
        WAYS[way](lambda: 1 // 0)
