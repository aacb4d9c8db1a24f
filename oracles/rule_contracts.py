"""What rules promise, and how that is checked as a graph is built.

Positions can be hashed; options are among the positions that the game says it contains, are the
same when asked twice, and come to an end. That they are the same is looked at for the first 64
positions and for every 64th after them.

Functions here raise :class:`~oracles.errors.RulesError` where the rules break a promise or fail,
with the position, and :class:`~oracles.errors.SearchLimitError` where more is given than a limit
allows.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Hashable, Iterable, Iterator
from contextlib import contextmanager
from typing import Any

from oracles.errors import OracleError, PositionError, RulesError, SearchLimitError, brief, explain
from oracles.rules import Game, Outcome, Player, Rules, moves_of

POSITION_LIMIT = 2_000_000
ARC_LIMIT = 10_000_000
ASKED_TWICE = 64


def starting_positions(
    game: Rules[Any],
    size: int,
    limit: int = POSITION_LIMIT,
    *,
    known: Collection[Any] = (),
    after: int = -1,
) -> list[Any]:
    """Return the positions of ``game.start(size)`` that are not ``known``, each once.

    Of a game that gives smaller sizes again, those of size ``after`` are known.
    """
    check_limits(size=size)
    positions: dict[Any, None] = {}
    with in_words(lambda: f"start({size}) of {brief(game)}"):
        for position in game.start(size) if after < 0 else game.start_after(after, size):
            if position not in known:
                positions[position] = None
            if len(positions) > limit:
                break
        else:
            return list(positions)
    raise too_many(game, limit, "positions")


def check_limits(**limits: int) -> None:
    """Refuse what is no number of things, by its name."""
    for name, limit in limits.items():
        if not isinstance(limit, int) or isinstance(limit, bool) or limit < 0:
            raise OracleError(f"{name}={brief(limit)}: expected an integer of at least 0")


def check_game(game: object, *, impartial: bool = False) -> None:
    """Refuse what is no game, or no impartial one."""
    if not isinstance(game, Game if impartial else Rules):
        allowed = "a Game" if impartial else "a Game or a PartizanGame"
        raise RulesError(f"game={brief(game)}: expected {allowed}")


def too_many(game: Rules[Any], limit: int, things: str) -> SearchLimitError:
    """Return the error of a search that passes a limit."""
    return SearchLimitError(
        f"more than {limit} {things}: {brief(game)} is too large at this size; "
        "take a smaller size or raise the limit"
    )


def check_contained(
    game: Rules[Any], positions: Iterable[Hashable], option_of: Hashable = None
) -> None:
    """Refuse options, or starting positions, that the game says are not its own."""
    for position in positions if type(game).contains is not Rules.contains else ():
        if not game.contains(position):
            of = brief(option_of)
            role = "a starting position" if option_of is None else f"an option of {of}"
            words = f"{brief(position)}, {role}, is outside the positions of {brief(game)}"
            raise RulesError(words)


def require_position(game: Rules[Any], position: Any) -> None:
    """Raise :class:`PositionError` for what is asked about and is no position of the game."""
    try:
        hash(position)
        inside = game.contains(position)
    except Exception as error:  # whatever the user's rules raise
        raise PositionError(f"position={brief(position)}: {error}") from error
    if not inside:
        problem = f"outside the positions of {brief(game)}; ask about one that the rules contain"
        raise PositionError(f"position={brief(position)}: {problem}")


def final_outcome_of(game: Any, *turn: Any) -> Outcome:
    """Return ``game.final_outcome`` of a position, in a partizan game with the player to move."""
    with in_words(lambda: f"final_outcome({', '.join(map(brief, turn))}) of {brief(game)}"):
        outcome: Outcome = game.final_outcome(*turn)
        if outcome not in {"P", "N", "D"}:
            raise RulesError(f"{brief(outcome)}: expected 'P', 'N' or 'D'")
    return outcome


def check_same_again(given: Iterable[Hashable], again: Iterable[Hashable]) -> None:
    """Refuse options of a position that differ when the rules are asked again."""
    for differing in set(again).symmetric_difference(given):
        raise RulesError(
            f"{brief(differing)} is among them only once; let options depend on the position alone"
        )


@contextmanager
def in_words(asked: Callable[[], str]) -> Iterator[None]:
    """Put into words what fails, or is interrupted, while something of the rules is asked for."""
    try:
        yield
    except KeyboardInterrupt as error:
        error.add_note(asked())
        raise
    except MemoryError:
        raise
    except SearchLimitError as error:
        raise SearchLimitError(f"{asked()}: {error}") from error
    except Exception as error:
        problem = str(error)
        if not isinstance(error, OracleError):
            problem = explain(error)
        raise RulesError(f"{asked()}: {problem}") from error


def options_of(game: Rules[Any], position: Hashable, player: Player = "") -> list[Hashable]:
    """Return the options of a position, in a partizan game those of a player, each once."""
    with in_words(lambda: f"options of {brief(position)}"):
        options = dict.fromkeys(moves_of(game, player, position))
    check_contained(game, options, position)
    return list(options)
