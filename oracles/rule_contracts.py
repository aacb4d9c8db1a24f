"""What rules promise, and how they are held to it as a graph is built.

Positions can be hashed, and are something else than None; options are among the positions that the
game says it contains, are the same when asked twice, and come to an end. That they are the same is
looked at for the first 64 positions and for every 64th after them, for looking at all would double
the cost.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Hashable, Iterable, Iterator, Sized
from contextlib import contextmanager
from itertools import filterfalse, islice
from typing import Any

from oracles.errors import PositionError, RulesError, SearchLimitError, brief, said
from oracles.limits import Watch
from oracles.rules import Game, Outcome, Rules, later_starts

POSITION_LIMIT = 2_000_000
ARC_LIMIT = 10_000_000
MOVE_LIMIT = 10_000_000  # from one position, and of one start, those to the same place included

_ASKED_TWICE = 64
_TOGETHER = 10_000  # how many options are taken before the limits are looked at


def starting_positions(
    game: Rules[Any],
    size: int,
    limit: int = POSITION_LIMIT,
    *,
    known: Collection[Any] = (),
    after: int | None = None,
) -> list[Any]:
    """Return the positions of ``game.start(size)`` that are not ``known``, each once.

    ``after`` is a size of which all are known: they are left out where the game knows to.

    Raises
    ------
    SearchLimitError
        If there are more than ``limit``, or the game knows that more will be reached.
    RulesError
        If ``size`` is not an integer of at least 0, or ``start`` fails or gives a position
        that cannot be hashed.
    """
    check_limits(size=size)
    positions: dict[Any, None] = {}
    with Watch(
        lambda: f"start({size}) of {brief(game)}",
        moved=lambda: len(positions),
        shown=lambda: f"{len(positions)} starting positions at size {size}",
    ):
        refuse_known(game, size, limit)
        try:
            for part in in_chunks(
                game.start(size) if after is None else later_starts(game, after, size)
            ):
                positions.update(dict.fromkeys(filterfalse(known.__contains__, part)))
                if len(positions) > limit:
                    break
        except SearchLimitError as error:
            raise SearchLimitError(f"start({size}) of {brief(game)}: {error}") from error
        except MemoryError:
            raise  # the watch says what was being done
        except Exception as error:
            raise RulesError(f"start({size}) of {brief(game)}: {said(error)}") from error
    if len(positions) > limit:
        raise too_many(game, limit, "positions")
    return list(positions)


def known_number(game: Rules[Any], size: int) -> int | None:
    """Return how many positions the game says that it has at a size; None where it does not know.

    Raises
    ------
    RulesError
        If what it says is no number.
    """
    try:
        known = game.number_of_positions(size)
    except Exception as error:
        raise RulesError(f"number_of_positions({size}) of {brief(game)}: {said(error)}") from error
    if known is None:
        return None
    if not isinstance(known, int) or isinstance(known, bool) or known < 0:
        raise RulesError(
            f"number_of_positions({size}) of {brief(game)} is {brief(known)}: expected an integer "
            "of at least 0, or None where it is not known"
        )
    return known


def refuse_known(game: Rules[Any], size: int, limit: int) -> None:
    """Raise :class:`SearchLimitError` if the game knows that it has more positions than ``limit``.

    Errors as of :func:`known_number`.
    """
    known = known_number(game, size)
    if known is not None and known > limit:
        raise SearchLimitError(
            f"size={size}: {brief(game)} has {brief(known)} positions there, more than the limit "
            f"of {limit}; take a smaller size or raise the limit"
        )


def in_chunks(given: Iterable[Any]) -> Iterator[list[Any] | tuple[Any, ...]]:
    """Yield what a method of the rules gives, a part at a time.

    Raises
    ------
    SearchLimitError
        If it is known, before the first, to give more than ``MOVE_LIMIT``.
    RulesError
        If that shows while it gives them.

    Examples
    --------
    >>> [len(part) for part in in_chunks(range(25_000))]
    [10000, 10000, 5000]
    """
    if isinstance(given, list | tuple) and len(given) <= _TOGETHER:
        yield given
        return
    if isinstance(given, Sized) and len(given) > MOVE_LIMIT:
        raise SearchLimitError(f"{len(given)} are given, more than the limit of {MOVE_LIMIT}")
    iterator = iter(given)
    taken = 0
    while part := list(islice(iterator, _TOGETHER)):
        taken += len(part)
        if taken > MOVE_LIMIT:
            raise RulesError(f"more than {MOVE_LIMIT} are given, or they do not end; give fewer")
        yield part


def check_limits(**limits: int) -> None:
    """Refuse what is no number of things, by its name.

    >>> check_limits(limit=100, arc_limit=float("nan"))
    Traceback (most recent call last):
    oracles.errors.RulesError: arc_limit=nan: expected an integer of at least 0
    """
    for name, limit in limits.items():
        if not isinstance(limit, int) or isinstance(limit, bool) or limit < 0:
            raise RulesError(f"{name}={brief(limit)}: expected an integer of at least 0")


def check_game(game: object) -> None:
    """Refuse what is no impartial game."""
    if not isinstance(game, Game):
        raise RulesError(
            f"game={brief(game)}: expected a Game, with start and options; "
            "for a PartizanGame use oracles.partizan.solve_partizan"
        )


def too_many(game: Rules[Any], limit: int, things: str) -> SearchLimitError:
    """Return the error of a search that passes a limit."""
    return SearchLimitError(
        f"more than {limit} {things}: {brief(game)} is too large at this size; "
        "take a smaller size or raise the limit"
    )


def refuse_none(positions: Iterable[Hashable], role: str) -> None:
    """Refuse None among positions; ``role`` says what they are."""
    for position in positions:
        if position is None:
            raise RulesError(f"None is {role}: expected a position that is something else")


def check_contained(
    game: Rules[Any], positions: Iterable[Hashable], option_of: Hashable = None
) -> None:
    """Refuse options, or starting positions, that the game says are not its own."""
    if type(game).contains is Rules.contains:
        return
    for position in positions:
        if not game.contains(position):
            role = (
                "a starting position" if option_of is None else f"an option of {brief(option_of)}"
            )
            raise RulesError(
                f"{brief(position)}, {role}, is outside the positions of {brief(game)}"
            )


def require_position(game: Rules[Any], position: Any) -> None:
    """Refuse what is asked about and is no position, before anything of the rules is judged by it.

    Raises
    ------
    PositionError
        If it cannot be hashed, or is not one of the game.
    """
    try:
        hash(position)
        inside = position is not None and game.contains(position)
    except Exception as error:  # whatever the user's rules raise
        raise PositionError(f"position={brief(position)}: {error}") from error
    if not inside:
        raise PositionError(
            f"position={brief(position)}: outside the positions of {brief(game)}; ask about one "
            "that the rules contain"
        )


def final_outcome_of(game: Game[Any], position: Any) -> Outcome:
    """Return ``game.final_outcome(position)``: whoever needs it asks here.

    Raises
    ------
    RulesError
        If it fails, or gives what is no outcome.

    Examples
    --------
    >>> from oracles.heaps import octal
    >>> final_outcome_of(octal("0.77"), (0,))
    'P'
    """
    with Watch(lambda: f"final_outcome({brief(position)}) of {brief(game)}"):
        try:
            outcome = game.final_outcome(position)
        except MemoryError:
            raise  # the watch says what was being done
        except Exception as error:
            raise RulesError(
                f"final_outcome({brief(position)}) of {brief(game)}: {said(error)}"
            ) from error
    if not isinstance(outcome, str) or outcome not in {"P", "N", "D"}:
        raise RulesError(
            f"final_outcome({brief(position)}) of {brief(game)} is {brief(outcome)}: expected 'P', "
            "'N' or 'D'"
        )
    return outcome


def is_asked_again(explored: int) -> bool:
    """Whether the rules are asked again for the options of this position, counted from 1."""
    return explored <= _ASKED_TWICE or explored % _ASKED_TWICE == 0


def ask_again(
    ask: Callable[[Any], Iterable[Any]], position: Hashable, known: Iterable[Hashable]
) -> None:
    """Ask for the options of a position again, and refuse others than those ``known``."""
    first: set[Hashable] = set(known)
    second: set[Hashable] = set()
    try:
        for chunk in in_chunks(ask(position)):
            second.update(chunk)
        differing = next(iter(first ^ second), None)
    except MemoryError:
        raise
    except Exception as error:
        raise RulesError(f"options of {brief(position)}, asked again: {said(error)}") from error
    if differing is not None:
        raise RulesError(
            f"options of {brief(position)} differ when asked twice: {brief(differing)} is among "
            "them only once; let them depend on the position alone"
        )


@contextmanager
def asking(game: Rules[Any], position: Hashable) -> Iterator[None]:
    """Put into words what goes wrong while the options of a position are asked for.

    Raises
    ------
    SearchLimitError, RulesError
        Instead of what the rules raise.
    """
    try:
        yield
    except SearchLimitError as error:
        where = f"options of {brief(position)} in {brief(game)}"
        raise SearchLimitError(f"{where}: {error}") from error
    except MemoryError:
        raise  # the watch says what was being done
    except Exception as error:
        problem = said(error)
        if isinstance(error, TypeError) and "unhashable" in str(error):
            problem = f"one cannot be hashed ({error}); write positions as tuples, numbers, "
            problem += "strings or frozen sets"
        raise RulesError(f"options of {brief(position)}: {problem}") from error


def options_of(game: Game[Any], position: Hashable, explored: int | None = None) -> list[Hashable]:
    """Return the options of a position, each once.

    Parameters
    ----------
    game, position
        The rules, and a position.
    explored
        How many were asked before it, and it, if some are to be asked twice.

    Raises
    ------
    SearchLimitError, RulesError
        If the rules break what they promise.
    """
    options: dict[Hashable, None] = {}
    with asking(game, position):
        for part in in_chunks(game.options(position)):
            options.update(dict.fromkeys(part))
        refuse_none(options, "an option")
    check_contained(game, options, position)
    if explored is not None and is_asked_again(explored):
        ask_again(game.options, position, options)
    return list(options)
