"""What rules promise, and how that is checked as a graph is built.

Positions can be hashed, and are something else than None; options are among the positions that the
game says it contains, are the same when asked twice, and come to an end. That they are the same is
looked at for the first 64 positions and for every 64th after them, for looking at all would double
the cost.

Functions here raise :class:`~oracles.errors.RulesError` where the rules break a promise or fail,
with the position; :class:`~oracles.errors.SearchLimitError` where more is known to be given than a
limit allows. Errors of the rules themselves are put into words, but for MemoryError: the watch says
what was being done.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Hashable, Iterable, Iterator, Sized
from contextlib import AbstractContextManager, contextmanager
from itertools import filterfalse, islice
from typing import Any

from oracles.errors import PositionError, RulesError, SearchLimitError, brief, said
from oracles.limits import Watch
from oracles.rules import Game, Outcome, Rules

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
) -> list[Any]:
    """Return the positions of ``game.start(size)`` that are not ``known``, each once."""
    check_limits(size=size)
    positions: dict[Any, None] = {}
    with Watch(
        lambda: f"start({size}) of {brief(game)}",
        shown=lambda: f"{len(positions)} starting positions at size {size}",
    ):
        refuse_known(game, size, limit)
        with in_words(lambda: f"start({size}) of {brief(game)}"):
            for chunk in in_chunks(game.start(size)):
                positions.update(dict.fromkeys(filterfalse(known.__contains__, chunk)))
                if len(positions) > limit:
                    break
    if len(positions) > limit:
        raise too_many(game, limit, "positions")
    return list(positions)


def known_number(game: Rules[Any], size: int) -> int | None:
    """Return how many positions the game says that it has at a size, or None."""
    with in_words(lambda: f"number_of_positions({size}) of {brief(game)}"):
        known = game.number_of_positions(size)
    if known is not None and (type(known) is bool or not isinstance(known, int) or known < 0):
        raise RulesError(
            f"number_of_positions({size}) of {brief(game)} is {brief(known)}: expected an integer "
            "of at least 0, or None where it is not known"
        )
    return known


def refuse_known(game: Rules[Any], size: int, limit: int) -> None:
    """Raise :class:`SearchLimitError` if the game says that it has more than ``limit``."""
    known = known_number(game, size)
    if known is not None and known > limit:
        raise SearchLimitError(
            f"size={size}: {brief(game)} has {brief(known)} positions there, more than the limit "
            f"of {limit}; take a smaller size or raise the limit"
        )


def in_chunks(given: Iterable[Any]) -> Iterator[list[Any] | tuple[Any, ...]]:
    """Yield what a method of the rules gives, a chunk at a time, and refuse what does not end.

    >>> [len(chunk) for chunk in in_chunks(range(25_000))]
    [10000, 10000, 5000]
    """
    if isinstance(given, list | tuple) and len(given) <= _TOGETHER:
        yield given
        return
    if isinstance(given, Sized) and len(given) > MOVE_LIMIT:
        raise SearchLimitError(f"{len(given)} are given, more than the limit of {MOVE_LIMIT}")
    iterator = iter(given)
    taken = 0
    while chunk := list(islice(iterator, _TOGETHER)):
        taken += len(chunk)
        if taken > MOVE_LIMIT:
            raise RulesError(f"more than {MOVE_LIMIT} are given, or they do not end; give fewer")
        yield chunk


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
    if any(position is None for position in positions):
        raise RulesError(f"None is {role}: expected a position that is something else")


def check_contained(
    game: Rules[Any], positions: Iterable[Hashable], option_of: Hashable = None
) -> None:
    """Refuse options, or starting positions, that the game says are not its own."""
    if type(game).contains is Rules.contains:
        return
    for position in positions:
        if not game.contains(position):
            is_start = option_of is None
            role = "a starting position" if is_start else f"an option of {brief(option_of)}"
            raise RulesError(
                f"{brief(position)}, {role}, is outside the positions of {brief(game)}"
            )


def require_position(game: Rules[Any], position: Any) -> None:
    """Raise :class:`PositionError` for what is asked about and is no position of the game."""
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

    >>> from oracles.heaps import octal
    >>> final_outcome_of(octal("0.77"), (0,))
    'P'
    """

    def asked() -> str:
        return f"final_outcome({brief(position)}) of {brief(game)}"

    with Watch(asked), in_words(asked):
        outcome = game.final_outcome(position)
    if not isinstance(outcome, str) or outcome not in {"P", "N", "D"}:
        raise RulesError(f"{asked()} is {brief(outcome)}: expected 'P', 'N' or 'D'")
    return outcome


def is_asked_again(explored: int) -> bool:
    """Whether the rules are asked again for the options of this position, counted from 1."""
    return explored <= _ASKED_TWICE or explored % _ASKED_TWICE == 0


def ask_again(
    ask: Callable[[Any], Iterable[Any]], position: Hashable, known: Iterable[Hashable]
) -> None:
    """Ask for the options of a position again, and refuse others than those ``known``."""
    second: set[Hashable] = set()
    with in_words(lambda: f"options of {brief(position)}, asked again"):
        for chunk in in_chunks(ask(position)):
            second.update(chunk)
    for differing in second.symmetric_difference(known):
        raise RulesError(
            f"options of {brief(position)} differ when asked twice: {brief(differing)} is among "
            "them only once; let them depend on the position alone"
        )


def asking(game: Rules[Any], position: Hashable) -> AbstractContextManager[None]:
    """Put into words what goes wrong while the options of a position are asked for."""
    return in_words(lambda: f"options of {brief(position)}", game)


@contextmanager
def in_words(asked: Callable[[], str], game: Rules[Any] | None = None) -> Iterator[None]:
    """Put into words what goes wrong while something of the rules is asked for."""
    try:
        yield
    except SearchLimitError as error:
        where = f" in {brief(game)}" if game else ""
        raise SearchLimitError(f"{asked()}{where}: {error}") from error
    except MemoryError:
        raise
    except Exception as error:
        problem = said(error)
        if isinstance(error, TypeError) and "unhashable" in problem:
            problem = f"one cannot be hashed ({error}); write positions as tuples, numbers or texts"
        raise RulesError(f"{asked()}: {problem}") from error


def options_of(game: Game[Any], position: Hashable, explored: int = 0) -> list[Hashable]:
    """Return the options of a position, each once.

    ``explored`` is how many positions were asked for their options, and this one, if some are to
    be asked twice.
    """
    options: dict[Hashable, None] = {}
    with asking(game, position):
        for chunk in in_chunks(game.options(position)):
            options.update(dict.fromkeys(chunk))
        refuse_none(options, "an option")
    check_contained(game, options, position)
    if explored and is_asked_again(explored):
        ask_again(game.options, position, options)
    return list(options)
