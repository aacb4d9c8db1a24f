"""One position, not all of them: its outcome, its Grundy value and a line of play, by search.

Only what the answer needs is looked at (:mod:`oracles.search.nimbers`,
:mod:`oracles.search.outcomes`). No answer is given before the search was held to the definition: on
the explicit graph of small sizes (:mod:`oracles.declared`) canonical forms and components are what
they are declared to be, and the search finds the outcome of every position, and the Grundy value if
that is asked for. Beyond it some of the positions that the search opens are checked
(:mod:`oracles.components`), and the line of play is replayed by the rules.
"""

from __future__ import annotations

from collections.abc import Hashable
from dataclasses import dataclass
from itertools import chain, islice, repeat
from typing import Any

from oracles.declaration_checks import check_components, check_symmetry, why_no_sums
from oracles.declared import Compared, small_graph
from oracles.errors import (
    DisagreementError,
    ResourceLimitError,
    RulesError,
    SearchLimitError,
    brief,
)
from oracles.limits import LARGEST, Watch
from oracles.partizan import PLAYERS, PlayerToMoveGame
from oracles.rule_contracts import POSITION_LIMIT, check_limits, require_position
from oracles.rules import Game, Outcome, PartizanGame, PartizanOutcome, Player, Rules
from oracles.search.lines import by_turns, line_from, replay
from oracles.search.nimbers import NimberSearch
from oracles.search.outcomes import OutcomeSearch
from oracles.search.table import Search
from oracles.truth import Truth

# Outcomes with Left to move and with Right to move -> outcome of a partizan position.
_OF_TURNS: dict[str, PartizanOutcome] = {"NN": "N", "PP": "P", "NP": "L", "PN": "R"}


@dataclass(frozen=True)
class Line:
    """A line of play.

    Attributes
    ----------
    positions
        From the position that was asked about to the end of play.
    result
        N if who moves first wins, P if the other one does, D for a draw.
    first
        Who moves first in a partizan game; else None.
    """

    positions: tuple[Any, ...]
    result: Outcome
    first: Player | None = None


@dataclass(frozen=True)
class SolvedPosition:
    """What a search found of one position.

    Attributes
    ----------
    game, position
        What was asked about.
    outcome
        P, N or D; of a partizan game P, N, L, R or D.
    grundy
        The Grundy value; None if it was not asked for.
    lines
        A line of play; two in a partizan game, for either player to begin.
    opened
        Of how many positions the options were looked at.
    met
        How many positions the search came to; of those that are the same, or components, one each.
    compared
        How far the search was compared with the explicit graph; in a partizan game a position
        counts once with each player to move.
    checked
        At how many positions of the search canonical forms and components were checked.
    """

    game: Rules[Any]
    position: Any
    outcome: PartizanOutcome
    grundy: int | None
    lines: tuple[Line, ...]
    opened: int
    met: int
    compared: Compared
    checked: int

    def __repr__(self) -> str:
        value = "" if self.grundy is None else f", Grundy value {self.grundy}"
        return (
            f"<SolvedPosition {brief(self.position)} of {brief(self.game)}: {self.outcome}{value}; "
            f"{self.opened} positions opened; {self.compared}>"
        )


EXPLICIT = "on the explicit graph"
BESIDE = 1_000  # positions of a line of play, and their options, that are held to the definitions


def solve_position(
    game: Rules[Any],
    position: Any,
    *,
    grundy: bool = False,
    limit: int = POSITION_LIMIT,
    seconds: float | None = None,
) -> SolvedPosition:
    """Find the outcome of one position by search, and its Grundy value if asked.

    Parameters
    ----------
    game
        The rules. What they declare of symmetry and components makes the search smaller; components
        count under normal play only.
    position
        A position of the game, of any size.
    grundy
        Whether to find the Grundy value too.
    limit
        The largest number of positions that the search may come to.
    seconds
        How long the search may take; None for as long as it takes.

    Raises
    ------
    RulesError
        If the game is loopy; if a Grundy value is asked for that is not one of normal play; if
        canonical forms or components are not what they should be, as far as that is checked; and if
        a limit makes no sense.
    PositionError
        If it is no position of the game.
    SearchLimitError, ResourceLimitError
        If a limit is passed, or not even size 0 can be compared. The message says which values
        the position is known not to have.
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
    require_searchable(game, grundy=grundy)
    require_position(game, position)
    require_limits(limit, seconds)
    rules = by_turns(game)
    with Watch(lambda: f"the search in {brief(game)}, compared with its explicit graph"):
        compared = _compare(rules, grundy=grundy)
    search = search_of(rules, limit=limit, seconds=seconds)
    players = PLAYERS if isinstance(game, PartizanGame) else (None,)
    asked = [(position, player) if player else position for player in players]
    try:
        with search.watch():
            for each in asked:
                search.check(each)
            value = search.grundy(position) if grundy and isinstance(search, NimberSearch) else None
            found = tuple(map(search.outcome, asked))
            lines = tuple(map(_line, asked, players, repeat(search)))
    except (SearchLimitError, ResourceLimitError) as error:
        known = search.excluded(position) if isinstance(search, NimberSearch) else []
        said = f"; it was found that its Grundy value is not {' or '.join(map(str, known))}"
        raise type(error)(f"{error}{said if known else ''}") from error
    outcome = found[0] if len(found) == 1 else _OF_TURNS.get("".join(found), "D")
    counts = {"opened": search.opened, "met": len(search), "checked": search.checks.checked}
    return SolvedPosition(game, position, outcome, value, lines, compared=compared, **counts)


def require_searchable(game: object, *, grundy: bool = False) -> None:
    """Refuse a game in which the search would give no answer, or a wrong one."""
    if not isinstance(game, Game | PartizanGame):
        raise RulesError(f"game={brief(game)}: expected a Game or a PartizanGame")
    if game.loopy:
        raise RulesError(
            f"{brief(game)} is declared loopy: a search that goes to the end of play finds no "
            "draws; use explore, play or solve, on the explicit graph"
        )
    why = "is partizan" if isinstance(game, PartizanGame) else why_no_sums(game)
    if grundy and why:
        raise RulesError(
            f"{brief(game)} {why}: Grundy values are of impartial games under normal play; ask "
            "for the outcome alone"
        )


def require_limits(limit: int, seconds: float | None) -> None:
    """Raise :class:`RulesError` unless these can be limits of a search."""
    check_limits(limit=limit)
    if seconds is None:
        return
    if type(seconds) not in (int, float) or not 0 < seconds <= LARGEST:
        raise RulesError(f"seconds={seconds!r}: expected a positive number to {LARGEST}")


def search_of(game: Game[Any], **limits: Any) -> Search:
    """Return the search that is right for a game: with nim sums, or without."""
    has_sums = not (why_no_sums(game) or isinstance(game, PlayerToMoveGame))
    return NimberSearch(game, **limits) if has_sums else OutcomeSearch(game, **limits)


def _compare(rules: Game[Any], *, grundy: bool) -> Compared:
    """Hold symmetry, components and the search to the explicit graph; return how far that was."""
    graph, compared = small_graph(rules)
    check_symmetry(rules, graph)
    search, truth = search_of(rules), Truth(rules, graph)
    if search.in_components:
        check_components(rules, graph)
    for position, outcome in truth.outcomes.items():
        _require_same("outcome", position, search.outcome(position), outcome, EXPLICIT)
    if grundy and isinstance(search, NimberSearch):
        for position, value in truth.grundy_values.items():
            _require_same("Grundy value", position, search.grundy(position), value, EXPLICIT)
    return compared


def _require_same(what: str, position: Hashable, found: object, other: object, where: str) -> None:
    if found != other:
        raise DisagreementError(
            f"the {what} of {brief(position)} is {found} by the search and {other} {where}: "
            "nothing that the search finds is believed"
        )


def _line(position: Hashable, first: Player | None, search: Search) -> Line:
    """Return a line of play, replayed; of a partizan game the positions without the player."""
    line = line_from(position, search)
    result = replay(search.game, line)
    with Watch(lambda: f"the line of play from {brief(position)}"):
        beside = ((each, *search.game.options(each)) for each in line)
        for each in islice(dict.fromkeys(chain.from_iterable(beside)), BESIDE):
            search.check(each)
    where = "by the line of play that it leads to"
    _require_same("outcome", position, search.outcome(position), result, where)
    return Line(tuple(each[0] if first else each for each in line), result, first)  # type: ignore[index]
