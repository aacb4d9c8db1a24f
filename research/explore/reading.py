"""Positions as people write them on the command line: which one of a game a text means.

What a text may mean (:func:`research.explore.labels.readings`) is tried in turn, the likeliest
first, until one has the form of the game's positions.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from fractions import Fraction
from itertools import chain
from typing import Any

from oracles.errors import OracleError, PositionError
from oracles.errors import brief as cut
from oracles.rules import Rules
from oracles.vectors import VectorGame
from research.explore.coordinates import flattened, shape, written_in_order
from research.explore.labels import readings, within, written
from research.explore.python_texts import as_python, classes_in, entries_of


def position_named(
    text: str,
    game: Rules[Any],
    known: Collection[Any],
    there: Callable[[Any], Any] | None = None,
) -> Any:
    """Return the position of a game that a text means.

    Parameters
    ----------
    text
        The text.
    game
        The rules.
    known
        Positions, by whose form the text is read; the position need not be among them.
    there
        Returns the position that is there and equals another one, None if none does; of those that
        are known unless given.

    Raises
    ------
    PositionError
        If it means none, or the game fails as it is asked for a position.

    Examples
    --------
    >>> from oracles.vectors import nim
    >>> position_named("500,30", nim(2), [(0, 0), (0, 1), (1, 1)])
    (30, 500)
    """
    if there is None:
        there = {position: position for position in known}.get
    try:
        place = _meant(text, game, list(known), there)
    except OracleError as error:
        raise PositionError(f"position={cut(text)}: {error}") from error
    if place is None:
        example = within(list(known)[-1], 120)
        raise PositionError(
            f"position={cut(text)}: not a position of the game; expected one like {example}"
        )
    return place


def _meant(text: str, game: Rules[Any], known: Sequence[Any], there: Callable[[Any], Any]) -> Any:
    """Return the position that a text means, which need not be there; None if it means none."""
    classes = classes_in(known)
    shown = (each for each in known if text in (written(each), as_python(each)))
    if classes and (found := next(shown, None)) is not None:
        return found
    in_order = written_in_order(known)
    meant = [_in_form(each, known) for each in readings(text, classes, in_order=in_order)]
    says = _says_which_order(game)
    for place in meant:
        if (found := there(place)) is not None:
            return found
        if says and _is_position(place, game, known):
            return place
    for place in meant:
        if (not in_order or _is_in_order(place)) and _is_position(place, game, known):
            return place
    return None


def _says_which_order(game: Rules[Any]) -> bool:
    """Whether a game itself says what is a position, and piles in another order are another."""
    if isinstance(game, VectorGame) and not game.ordered:
        return False
    return type(game).contains is not Rules.contains


def _is_position(place: Any, game: Rules[Any], positions: Sequence[Any]) -> bool:
    signed = type(game).contains is not Rules.contains or any(map(_is_signed, positions))
    return _alike(place, positions, signed=signed) and bool(game.contains(place))


def _is_in_order(place: Any) -> bool:
    """Whether what is a tuple is sorted."""
    return not isinstance(place, tuple) or written_in_order([place, (0, 1)])


def _in_form(place: Any, known: Sequence[Any]) -> Any:
    """Return what is read as plain tuples in the named tuples of those known."""
    known = [position for position in known if isinstance(position, tuple)]
    if not known or not isinstance(place, tuple):
        return place
    same = [position for position in known if len(position) == len(place)]
    entries = zip(*same, strict=True) if same else [tuple(chain(*known))] * len(place)
    place = tuple(map(_in_form, place, entries))
    make = getattr(type(same[0]), "_make", tuple) if same else tuple
    return make(place)


def _alike(place: Any, positions: Sequence[Any], *, signed: bool) -> bool:
    """Whether a position has the form of those that are known: type, and kinds of entries."""
    positions = [position for position in positions if type(position) is type(place)]
    if not positions or not (signed or not _is_signed(place)):
        return False
    if isinstance(place, frozenset):
        entries = {entry for position in positions for entry in position}
        return {*map(_form, place)} <= {*map(_form, entries)}
    place, positions = _opened(place), list(map(_opened, positions))
    if not isinstance(place, tuple):
        return True
    if not {*map(type, place)} <= {type(part) for known in positions for part in known}:
        return False
    shapes = {shape(position) for position in positions}
    kinds = {type(entry) for position in positions for entry in flattened(position)}
    same_form = len(shapes) > 1 or shape(place) in shapes
    return same_form and {type(entry) for entry in flattened(place)} <= kinds


def _form(entry: Any) -> tuple[Any, ...]:
    inner = (frozenset(map(_form, part)) for part in flattened(entry) if type(part) is frozenset)
    return shape(entry), *map(type, flattened(entry)), *inner


def _opened(value: Any) -> Any:
    """Return a value with tuples of their entries in place of records."""
    entries = entries_of(value)
    return tuple(map(_opened, entries)) if entries or isinstance(value, tuple) else value


def _is_signed(place: Any) -> bool:
    """Whether a number in it is negative."""
    if isinstance(place, frozenset):
        return any(map(_is_signed, place))
    entries = flattened(_opened(place))
    return any(isinstance(entry, int | Fraction) and entry < 0 for entry in entries)
