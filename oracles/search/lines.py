"""A line of play from a position to the end, found by a search, and replayed by the rules alone.

A player who can win moves to a P-position, and one who can only draw to a draw: to the first in the
order of the rules that the search knows to be one, else to the first that it finds to be. A player
who has lost takes the first option. Such a line shows one way to win, and is no proof.
"""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from itertools import pairwise, product
from typing import Any

from oracles.errors import DisagreementError, PositionError, brief
from oracles.partizan import PlayerToMoveGame, opponent
from oracles.rule_contracts import final_outcome_of, options_of
from oracles.rules import Game, Outcome, PartizanGame, Player, Rules
from oracles.search.table import Search

_TURNED: dict[Outcome, Outcome] = {"P": "N", "N": "P", "D": "D"}


def by_turns(game: Rules[Any]) -> Game[Any]:
    """Return the rules of a partizan game with the player to move, and others as they are."""
    return PlayerToMoveGame(game) if isinstance(game, PartizanGame) else game  # type: ignore[return-value]


def line_from(position: Hashable, search: Search) -> list[Hashable]:
    """Return a line of play from a position to the end of play, as above.

    :class:`DisagreementError` if no option goes with the outcome that the search found.
    """
    line = [position]
    while options := options_of(search.game, line[-1]):
        outcome = search.outcome(line[-1])
        wanted = _TURNED[outcome]
        asks = product((search.known_outcome, search.outcome), options)
        fit = (option for ask, option in asks if outcome == "P" or ask(option) == wanted)
        option = next(fit, None)
        if option is None:
            raise DisagreementError(
                f"the search gives {brief(line[-1])} the outcome {outcome}, and none of its "
                f"options the outcome {wanted}"
            )
        line.append(option)
    return line


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
    if not line:
        raise PositionError("line=[]: expected a position, and those that play comes to")
    rules = by_turns(game)
    if isinstance(game, PartizanGame):
        players = (first, opponent(first))
        line = [(position, players[n % 2]) for n, position in enumerate(line)]
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
