"""The truth is that of the definition on the explicit graph, on every form of rules."""

from types import FunctionType

import networkx as nx
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from oracles import kernels
from oracles.errors import DisagreementError, PositionError, RulesError
from oracles.explicit import by_definition, explicit_graph
from oracles.graph import build_from
from oracles.growing import WITHOUT_ARRAYS
from oracles.heaps import octal
from oracles.moves import MoveGame
from oracles.partizan import PlayerToMoveGame
from oracles.rules import OPPONENT, PLAYERS, DigraphGame, PartizanGame
from oracles.solve import build_vectorized, solve
from oracles.truth import Truth
from oracles.vectors import nim
from tests.contracts.test_rules import GAMES, sizes
from tests.oracles.graphs import digraphs

QUANTITIES = ["outcomes", "remotenesses", "suspenses", "grundy_values", "misere_outcomes"]
NAMES = (
    lambda v: v,
    lambda v: (v, 7 - v),
    lambda v: "ab" * v,
    lambda v: frozenset(range(v)),
    lambda v: (v,) * v,
    lambda v: [None, "x", 2.5, (1, 2)][v] if 0 < v < 4 else v,
)


class Ending(DigraphGame):
    """A token on a digraph, the winner named by the final vertex."""

    def final_outcome(self, position):
        return "PND"[hash(position) % 3]


@st.composite
def graph_games(draw):
    digraph = draw(digraphs() | digraphs(acyclic=True))
    misere, ending, name = draw(st.booleans()), draw(st.booleans()), draw(st.sampled_from(NAMES))
    digraph = nx.relabel_nodes(digraph, {v: name(v) for v in digraph})
    return (Ending if ending else DigraphGame)(digraph, misere=misere)


def found(truth, quantity):
    """A quantity of all positions; None where the game has no such thing."""
    try:
        if quantity == "remotenesses":
            return {position: truth.remoteness(position) for position in truth.positions}
        return dict(getattr(truth, quantity))
    except RulesError:
        return None


def is_defined(game, graph, quantity):
    ends = nx.is_directed_acyclic_graph(graph)
    return {
        "outcomes": True,
        "remotenesses": True,
        "suspenses": ends,
        "grundy_values": not game.misere and not game.names_winner_by_position(),
        "misere_outcomes": not game.names_winner_by_position(),
        "genera": ends and not game.names_winner_by_position(),
    }[quantity]


def require_the_truth(game, positions, truths):
    """Require that every quantity is what it is by definition on the explicit graph."""
    graph = explicit_graph(game, positions)
    of_graph = [quantity for quantity in QUANTITIES if is_defined(game, graph, quantity)]
    defined = {quantity: dict(by_definition(game, graph, quantity)) for quantity in of_graph}
    for truth in truths:
        assert set(truth.positions) == set(graph)
        for quantity in QUANTITIES:
            assert found(truth, quantity) == defined.get(quantity)
        assert (found(truth, "genera") is not None) == is_defined(game, graph, "genera")
        for position, options in graph.adj.items():
            won = [option for option in options if truth.outcome(option) == "P"]
            assert truth.options(position) == list(options)
            assert truth.winning_options(position) == won
        assert set(truth.p_positions) == {p for p in graph if truth.outcome(p) == "P"}


def run_plain_loops(monkeypatch):
    """Let the loops run in plain Python, and not compiled."""
    for name, each in list(vars(kernels).items()):
        if isinstance(each, FunctionType) and hasattr(each, "__wrapped__"):
            monkeypatch.setattr(kernels, name, each.__wrapped__)


@pytest.mark.expensive
@pytest.mark.end_to_end
@settings(deadline=None, max_examples=150)
@given(graph_games(), st.data())
def test_every_quantity_is_as_defined_on_random_graphs(game, data):
    some = data.draw(st.lists(st.sampled_from(list(game.digraph)), unique=True))
    require_the_truth(game, some, [Truth(game, build_from(game, some))])


@pytest.mark.parametrize("name", GAMES)
def test_every_quantity_is_as_defined_on_every_form_of_rules(name, monkeypatch):
    game = GAMES[name]
    rules = PlayerToMoveGame(game) if isinstance(game, PartizanGame) else game
    size = min(len(sizes(game)) - 1, 4)
    starts = list(rules.start(size))

    def truths():
        monkeypatch.setattr(kernels, "FROM_ARCS", 0)
        for choose_loops in (lambda: None, lambda: run_plain_loops(monkeypatch)):
            choose_loops()
            for graph in (build_from(rules, starts), build_vectorized(rules, starts)):
                if graph is not None:
                    yield Truth(rules, graph)

    require_the_truth(rules, starts, truths())


PARTIZAN = [name for name, game in GAMES.items() if isinstance(game, PartizanGame)]


@pytest.mark.parametrize("name", PARTIZAN)
def test_a_partizan_game_has_what_is_defined_of_positions_with_the_player_to_move(name):
    game = GAMES[name]
    truth = solve(game, min(len(sizes(game)) - 1, 4))
    for position in truth.positions:
        both = [*game.left_options(position), *game.right_options(position)]
        assert truth.graph.options_of[position] == list(dict.fromkeys(both))
    turns = [(position, player) for position in truth.positions for player in PLAYERS]
    rules = PlayerToMoveGame(game)
    graph = explicit_graph(rules, turns)
    assert set(graph) == set(turns)
    outcomes = by_definition(rules, graph, "outcomes")
    lengths = by_definition(rules, graph, "remotenesses")
    for position, player in turns:
        options = [option for option, _ in graph[position, player]]
        won = [option for option in options if outcomes[option, OPPONENT[player]] == "P"]
        assert truth.moves(player, position) == options
        assert truth.winning_options(position, player) == won
        assert truth.outcome(position, player) == outcomes[position, player]
        assert truth.remoteness(position, player) == lengths[position, player]
    lost = [p for p in truth.positions if {outcomes[p, player] for player in PLAYERS} == {"P"}]
    assert truth.p_positions == lost


def test_options_are_made_in_arrays_where_a_graph_is_large():
    two = "position play(x, y)\nmove play -> play(x - 1, y) where 1 <= x"
    small, large = solve(MoveGame(two), 12), solve(MoveGame(two), 150)
    assert [each.graph.index.arrays is not None for each in (small, large)] == [False, True]
    assert len(small.positions) < WITHOUT_ARRAYS.positions < len(large.positions)


@pytest.mark.parametrize(
    ("quantity", "name", "spoilt"),
    [
        ("outcomes", "retrograde", lambda found: (1 - found[0], found[1])),
        ("grundy_values", "grundy_values", lambda found: found ^ (found > 2)),
    ],
)
def test_a_wrong_loop_is_named_and_nothing_of_it_is_believed(monkeypatch, quantity, name, spoilt):
    right = getattr(kernels, name)
    truth = solve(nim(3), 12)
    monkeypatch.setattr(kernels, name, lambda *given: spoilt(right(*given)))
    for _ in range(2):
        with pytest.raises(DisagreementError, match=f"in the {quantity}, "):
            getattr(truth, quantity)


def test_a_position_that_is_not_there_is_named():
    for missing in ((40,), [3]):
        with pytest.raises(PositionError, match="not among the"):
            solve(octal("0.77"), 12).outcome(missing)
