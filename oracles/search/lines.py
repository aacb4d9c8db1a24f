"""A line of play from a position to the end, found by a search, and replayed by the rules alone.

Whoever can win moves to a P-position, and whoever can only draw to a draw: to the first in the
order of the rules that the search knows to be one, else to the first that it finds to be. Whoever
has lost takes the first option. Such a line shows one way to win, and is no proof.
"""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from itertools import pairwise
from typing import Any

from oracles.errors import DisagreementError, PositionError, brief
from oracles.partizan import PlayerToMoveGame, opponent
from oracles.rule_contracts import final_outcome_of, options_of
from oracles.rules import Game, Outcome, PartizanGame, Player, Rules
from oracles.search.nimbers import NimberSearch
from oracles.search.outcomes import OutcomeSearch

Search = NimberSearch | OutcomeSearch
_TURNED: dict[Outcome, Outcome] = {"P": "N", "N": "P", "D": "D"}


def line_from(game: Game[Any], position: Hashable, search: Search) -> list[Hashable]:
    """Return a line of play from a position to the end of play, as above.

    :class:`DisagreementError` if no option goes with the outcome that the search found.
    """
    line = [position]
    while options := options_of(game, line[-1]):
        line.append(_chosen(line[-1], options, search))
    return line


def _chosen(position: Hashable, options: list[Hashable], search: Search) -> Hashable:
    outcome = search.outcome(position)
    if outcome == "P":
        return options[0]
    wanted = "P" if outcome == "N" else "D"
    for ask in (search.known_outcome, search.outcome):
        for option in options:
            if ask(option) == wanted:
                return option
    raise DisagreementError(
        f"the search gives {brief(position)} the outcome {outcome}, and none of its options the "
        f"outcome {wanted}"
    )


def replay(game: Rules[Any], line: Sequence[Hashable], first: Player = "Left") -> Outcome:
    """Check a line of play by the rules alone, and return how it ends.

    Parameters
    ----------
    game
        The rules.
    line
        Positions, each an option of the one before; the last has no options.
    first
        Who moves first in a partizan game.

    Returns
    -------
    str
        N if the player who moves first has won, P if the other one has, D for a draw.

    Raises
    ------
    PositionError
        If it is no such line: the message names the move.

    Examples
    --------
    >>> from oracles.vectors import nim
    >>> replay(nim(2), [(1, 2), (1, 1), (0, 1), (0, 0)])
    'N'
    >>> replay(nim(2), [(1, 2), (2, 1)])
    Traceback (most recent call last):
    oracles.errors.PositionError: line[1]=(2, 1): no option of (1, 2); expected one of ...
    """
    rules: Game[Any]
    if isinstance(game, PartizanGame):
        rules = PlayerToMoveGame(game)
        players = (first, opponent(first))
        line = [(position, players[n % 2]) for n, position in enumerate(line)]
    else:
        rules = game  # type: ignore[assignment]  # an impartial one
    if not line:
        raise PositionError("line=[]: expected a position, and those that play comes to")
    for number, (before, after) in enumerate(pairwise(line), 1):
        options = options_of(rules, before)
        if after not in options:
            raise PositionError(
                f"line[{number}]={brief(after)}: no option of {brief(before)}; expected one of "
                f"{brief(options)}"
            )
    if left := options_of(rules, line[-1]):
        raise PositionError(
            f"line[{len(line) - 1}]={brief(line[-1])}: play has not ended there; one may move to "
            f"{brief(left[0])}"
        )
    ending = final_outcome_of(rules, line[-1])
    return ending if len(line) % 2 else _TURNED[ending]
