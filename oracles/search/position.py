"""One position, not all of them: its outcome, its Grundy value and a line of play, by search.

Only what the answer needs is looked at (:mod:`oracles.search.table`,
:mod:`oracles.search.nimbers`). No answer is given before the search was held to the definition: on
the explicit graph of small sizes what is declared is right (:mod:`oracles.declarations`), and the
search finds the outcome of every position, and the Grundy value if that is asked for. Beyond it
some of the positions that the search opens are checked, and that the line of play ends as the
outcome says.

In a line of play a player who can win moves to a P-position, and one who can only draw to a draw:
to the first in the order of the rules that the search knows to be one, else to the first that it
finds to be. A player who has lost takes the first option. Such a line shows one way to win, and is
no proof.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable
from dataclasses import dataclass
from itertools import product
from typing import Any

from oracles.declarations import Compared, check_declared, small_graph, why_no_sums
from oracles.errors import DisagreementError, RulesError, brief
from oracles.partizan import OF_TURNS, PLAYERS, PlayerToMoveGame
from oracles.rule_contracts import (
    POSITION_LIMIT,
    check_limits,
    final_outcome_of,
    options_of,
    require_position,
)
from oracles.rules import Game, Outcome, PartizanGame, PartizanOutcome, Player, Rules
from oracles.search.nimbers import NimberSearch
from oracles.search.table import OutcomeSearch
from oracles.truth import Truth

_TURNED: dict[Outcome, Outcome] = {"P": "N", "N": "P", "D": "D"}


@dataclass(frozen=True)
class Line:
    """A line of play, from the position that was asked about to the end.

    ``result`` is N if the player who moves first wins, P if the other one does, D for a draw;
    ``first`` says who that is in a partizan game.
    """

    positions: tuple[Any, ...]
    result: Outcome
    first: Player | None = None


@dataclass(frozen=True)
class SolvedPosition:
    """What a search found of one position.

    In a partizan game there is a line of play for either player to begin, and positions are counted
    once with each player to move. Of positions that are the same, one is counted.
    """

    game: Rules[Any]
    position: Any
    outcome: PartizanOutcome
    grundy: int | None  # where it was asked for
    lines: tuple[Line, ...]
    opened: int  # positions of which the options were looked at
    met: int  # all that the search came to
    compared: Compared  # how far the search was compared with the explicit graph
    checked: int  # positions of the search at which canonical forms and components were checked

    def __repr__(self) -> str:
        value = "" if self.grundy is None else f", Grundy value {self.grundy}"
        return (
            f"<SolvedPosition {brief(self.position)} of {brief(self.game)}: {self.outcome}{value}; "
            f"{self.opened} positions opened; {self.compared}>"
        )


def solve_position(
    game: Rules[Any], position: Any, *, grundy: bool = False, limit: int = POSITION_LIMIT
) -> SolvedPosition:
    """Find the outcome of one position, of any size, by search, and its Grundy value if asked.

    What the rules declare of symmetry and components makes the search smaller; ``limit`` is the
    largest number of positions that it may come to.

    Raises
    ------
    RulesError
        If the game is loopy; if a Grundy value is asked for that is not one of normal play; if
        what is declared is wrong, as far as that is checked.
    PositionError
        If it is no position of the game.
    SearchLimitError
        If the limit is passed, or not even size 0 can be compared.
    DisagreementError
        If the search finds something else than the explicit graph says.

    Notes
    -----
    At worst as many positions as there are below it, and those that are the same once; mostly far
    fewer. The whole board of Cram with five rows and six columns takes some 100 000.

    Examples
    --------
    >>> from oracles.heaps import octal
    >>> solved = solve_position(octal("0.77"), (9, 10, 12), grundy=True)
    >>> solved.outcome, solved.grundy, solved.lines[0].positions[1]
    ('N', 2, (2, 5, 10, 12))
    >>> str(solved.compared)
    'compared on 1575 positions, of sizes to 23'
    """
    search, compared = _compared_search(game, grundy=grundy, limit=limit)
    require_position(game, position)
    players = PLAYERS if isinstance(game, PartizanGame) else (None,)
    asked = [(position, player) if player else position for player in players]
    with search.shown():
        search.check(*asked)
        value = search.grundy(position) if grundy and isinstance(search, NimberSearch) else None
        found = tuple(map(search.outcome, asked))
        lines = tuple(map(_line, asked, players, [search] * len(asked)))
    outcome = found[0] if len(found) == 1 else OF_TURNS.get("".join(found), "D")
    counts = {"opened": search.opened, "met": len(search), "checked": len(search.checked)}
    return SolvedPosition(game, position, outcome, value, lines, compared=compared, **counts)


def grundy_by_components(
    game: Game[Any], positions: Iterable[Any], *, limit: int = POSITION_LIMIT
) -> list[int]:
    """Return the Grundy values of positions, found by one search, from components if declared.

    Parameters and errors are those of :func:`solve_position`. A row of 2 000 pins comes to 2 000
    connected rows, and to more positions than could be listed.

    >>> from oracles.heaps import octal
    >>> grundy_by_components(octal("0.137"), [(200,), (34, 68)])  # Dawson's chess
    [5, 8]
    """
    search, _ = _compared_search(game, grundy=True, limit=limit)
    assert isinstance(search, NimberSearch)
    values = []
    for position in positions:
        require_position(game, position)
        with search.shown():
            search.check(position)
            values.append(search.grundy(position))
    return values


def require_searchable(game: object, *, grundy: bool = False) -> None:
    """Refuse a game in which the search would give no answer, or a wrong one."""
    if not isinstance(game, Game | PartizanGame):
        raise RulesError(f"game={brief(game)}: expected a Game or a PartizanGame")
    if game.loopy:
        raise RulesError(
            f"{brief(game)} is declared loopy: a search that goes to the end of play finds no "
            "draws; use explore, play or solve, on the explicit graph"
        )
    if grundy and (why := why_no_sums(game)):
        raise RulesError(
            f"{brief(game)} {why}: Grundy values are of impartial games under normal play; ask "
            "for the outcome alone"
        )


def by_turns(game: Rules[Any]) -> Game[Any]:
    """Return the rules of a partizan game with the player to move, and others as they are."""
    return PlayerToMoveGame(game) if isinstance(game, PartizanGame) else game  # type: ignore[return-value]


def search_of(game: Game[Any], **limits: Any) -> OutcomeSearch:
    """Return the search that is right for a game: with nim sums, or without."""
    has_sums = not (why_no_sums(game) or isinstance(game, PlayerToMoveGame))
    return (NimberSearch if has_sums else OutcomeSearch)(game, **limits)


def _compared_search(
    game: Rules[Any], *, grundy: bool, limit: int
) -> tuple[OutcomeSearch, Compared]:
    """Return a new search, after another one was held to the explicit graph, and how far."""
    require_searchable(game, grundy=grundy)
    check_limits(limit=limit)
    rules = by_turns(game)
    graph, compared = small_graph(rules)
    search: Any = search_of(rules)
    check_declared(rules, graph, in_components=search.in_components)
    truth = Truth(rules, graph)
    for position, outcome in truth.outcomes.items():
        _require_same("outcome", position, search.outcome(position), outcome)
    for position, value in truth.grundy_values.items() if grundy else ():
        _require_same("Grundy value", position, search.grundy(position), value)
    return search_of(rules, limit=limit), compared


def _require_same(what: str, position: Hashable, found: object, other: object) -> None:
    if found != other:
        raise DisagreementError(
            f"the {what} of {brief(position)} is {found} by the search and {other} on the explicit "
            "graph, or at the end of play: nothing that the search finds is believed"
        )


def _line(position: Any, first: Player | None, search: OutcomeSearch) -> Line:
    """Return a line of play; of a partizan game the positions without the player."""
    line = line_from(position, search)
    search.check(*line)
    ending = final_outcome_of(search.game, line[-1])
    result = ending if len(line) % 2 else _TURNED[ending]
    _require_same("outcome", position, search.outcome(position), result)
    return Line(tuple(each[0] if first else each for each in line), result, first)


def line_from(position: Any, search: OutcomeSearch) -> list[Any]:
    """Return a line of play from a position to the end of play, as above."""
    line = [position]
    while options := options_of(search.game, line[-1]):
        outcome = search.outcome(line[-1])
        asks = product((search.known_outcome, search.outcome), options)
        fit = (option for ask, option in asks if outcome == "P" or ask(option) == _TURNED[outcome])
        line.append(next(fit, options[0]))
    return line
