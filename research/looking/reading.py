"""Positions as people write them on the command line: which one of a game a text means.

What a text may mean (:func:`research.looking.labels.readings`) is tried in turn, the likeliest
first, until one has the form of the game's positions.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any

from oracles.errors import OracleError, PositionError
from oracles.errors import brief as cut
from oracles.rules import Rules
from oracles.vectors import VectorGame
from research.looking.coordinates import flattened, shape, written_in_order
from research.looking.labels import brief, readings

if TYPE_CHECKING:
    from research.looking.explored import Explored

_KINDS = (bool, float)  # of entries that may equal an integer


def position_named(explored: Explored, text: str) -> Any:
    """Return the position of a game that a text means.

    Parameters
    ----------
    explored
        Positions of the game, by whose form the text is read; the position need not be among them.
    text
        The text.

    Raises
    ------
    PositionError
        If it means none.

    Examples
    --------
    >>> from oracles.vectors import nim
    >>> from research.looking.explored import explored_at
    >>> position_named(explored_at(nim(2), 3), "500,30")
    (30, 500)
    """

    def there(place: Any) -> Any:
        if place not in explored.options_of:
            return None
        known = next(each for each in explored.options_of if each == place)
        return known if _is_written_so(place, known) else None

    place = position_meant(text, explored.game, explored.positions, there)
    if place is None:
        example = brief(explored.positions[-1])
        raise PositionError(
            f"position={cut(text)}: not a position of the game; expected one like {example}"
        )
    return place


def position_meant(
    text: str, game: Rules[Any], known: Sequence[Any], there: Callable[[Any], Any]
) -> Any:
    """Return the position that a text means, which need not be there; None if it means none.

    Parameters
    ----------
    text
        The text.
    game
        The rules.
    known
        Positions, by whose form the text is read.
    there
        Returns the position that is there and is written as another one; None if none is.

    Raises
    ------
    PositionError
        If the game fails as it is asked for a position.
    """
    in_order = written_in_order(known)
    meant = list(readings(text, in_order=in_order))
    says = _says_which_order(game)
    try:
        for place in meant:
            if (found := there(place)) is not None:
                return found
            if says and _is_position(place, game, known):
                return place
        for place in meant:
            if (not in_order or _is_in_order(place)) and _is_position(place, game, known):
                return place
    except OracleError as error:
        raise PositionError(f"position={cut(text)}: {error}") from error
    return None


def _says_which_order(game: Rules[Any]) -> bool:
    """Whether a game itself says what is a position, and piles in another order are another."""
    if isinstance(game, VectorGame) and not game.ordered:
        return False
    return type(game).contains is not Rules.contains


def _is_written_so(place: Any, known: Any) -> bool:
    """Whether what equals a position has its kinds of entries: 1 is neither True nor 1.0."""
    entries = zip(flattened(place), flattened(known), strict=True)
    return all(isinstance(a, kind) == isinstance(b, kind) for a, b in entries for kind in _KINDS)


def _is_position(place: Any, game: Rules[Any], positions: Sequence[Any]) -> bool:
    return _alike(place, positions) and game.contains(place)


def _is_in_order(place: Any) -> bool:
    """Whether what is a tuple is sorted."""
    return not isinstance(place, tuple) or written_in_order([place, (0, 1)])


def _alike(place: Any, positions: Sequence[Any]) -> bool:
    """Whether a position has the form of those that are known: type, and kinds of entries."""
    known = positions[-1]
    if type(place) is not type(known):
        return False
    if isinstance(place, frozenset):
        entries = {entry for position in positions for entry in position}
        return {*map(_form, place)} <= {*map(_form, entries)} and _natural(tuple(place))
    if not isinstance(place, tuple):
        return not isinstance(place, int) or place >= 0
    if not {*map(type, place)} <= {type(part) for known in positions for part in known}:
        return False
    lengths = {len(position) for position in positions}
    kinds = {type(entry) for position in positions for entry in flattened(position)}
    same_form = len(lengths) > 1 or shape(place) == shape(known)
    return same_form and _natural(place) and {type(entry) for entry in flattened(place)} <= kinds


def _form(entry: Any) -> tuple[Any, ...]:
    inner = (frozenset(map(_form, part)) for part in flattened(entry) if type(part) is frozenset)
    return shape(entry), *map(type, flattened(entry)), *inner


def _natural(place: tuple[Any, ...]) -> bool:
    return all(not isinstance(entry, int) or entry >= 0 for entry in flattened(place))
