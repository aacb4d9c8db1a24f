"""What a search finds of one position is what the explicit graph says, in every game there is.

Each position is searched afresh, so that nothing is known of those below it. Expected is what
backward induction finds on the graph of the rules as they are, without symmetry and components.
"""

from __future__ import annotations

from typing import Any

import pytest

from oracles import search
from oracles.declarations import small_graph, why_no_sums
from oracles.errors import RulesError
from oracles.growing import Budget
from oracles.quantities import QUANTITIES
from oracles.rules import Game, PartizanGame, Rules
from oracles.search import Search, solve_position
from oracles.truth import Truth
from oracles.values.positions import ValueSearch
from tests.contracts.test_rules import GAMES

SMALL = 120  # positions of a graph
MOST = 3  # of which the last are searched
ENDING = [name for name, game in GAMES.items() if not game.loopy]
VALUED = [name for name in ENDING if not QUANTITIES["value"].why_not(GAMES[name])]


def searched_afresh(game: Rules[Any], most: int = MOST) -> None:
    """Hold searches to the graph, each of a position of its own."""
    turns = Search(game).game
    graph, _ = small_graph(turns, Budget(SMALL, 20_000))
    truth = Truth(turns, graph)
    for position in list(truth.positions)[-most:]:
        assert Search(game).outcome(position) == truth.outcome(position), position
        if isinstance(game, Game) and not why_no_sums(game):
            assert Search(game, grundy=True).find(position) == truth.grundy(position), position


@pytest.mark.parametrize("name", ENDING)
def test_a_position_that_is_searched_is_what_the_graph_says(name: str) -> None:
    searched_afresh(GAMES[name])


@pytest.mark.parametrize("name", VALUED)
def test_a_value_gives_the_outcome_that_play_has_and_is_found_by_search(name: str) -> None:
    game = GAMES[name]
    truth = Truth(game, small_graph(game, Budget(SMALL, 20_000))[0])
    for position in truth.positions:
        assert truth.value(position).outcome == truth.outcome(position), position
    for position in list(truth.positions)[-MOST:] if isinstance(game, PartizanGame) else ():
        assert ValueSearch(game).find(position) == truth.value(position), position


@pytest.mark.parametrize("name", [name for name in GAMES if name not in ENDING])
def test_a_loopy_game_is_not_searched(name: str) -> None:
    with pytest.raises(RulesError, match="loopy"):
        solve_position(GAMES[name], next(iter(GAMES[name].start(3))))


@pytest.mark.parametrize("name", ["kayles", "cram", "nim", "an octal code, misère"])
def test_a_search_that_takes_the_first_option_for_all_is_noticed(
    name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked = search.options_of
    monkeypatch.setattr(search, "options_of", lambda *given: asked(*given)[:1])
    with pytest.raises(AssertionError):
        searched_afresh(GAMES[name], SMALL)


def test_every_kind_of_search_is_among_them() -> None:
    searches = [Search(GAMES[name]) for name in ENDING]
    kinds = {(each.by_values, each.in_components) for each in searches}
    assert kinds == {(True, True), (False, False)}
