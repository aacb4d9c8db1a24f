"""Positions as people write them on the command line: what a text means.

A position is written as Python does (``(3, 5)``, ``frozenset({(0, 0), (0, 1)})``), as it is shown
(``3,5``, ``{0,0 0,1}``), or as plain text for strips; and a whole board of cells as ``5x6``. What
it may mean is tried in turn, the likeliest first, until one has the form of the game's positions.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Callable, Iterator, Sequence
from itertools import product
from typing import TYPE_CHECKING, Any

from oracles.errors import OracleError, PositionError
from oracles.errors import brief as cut
from oracles.rules import Rules
from oracles.vectors import VectorGame
from research.looking.coordinates import flattened, shape, written_in_order
from research.looking.labels import brief

if TYPE_CHECKING:
    from research.looking.explored import Explored

_KINDS = (bool, float)  # of entries that may equal an integer
_MOST_ROWS = 6  # each of which may be an entry, or a tuple of one


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
    meant = list(_readings_in(text, in_order=in_order))
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


def _readings_in(text: str, *, in_order: bool) -> Iterator[Any]:
    """Yield what a text may mean and can be a position, the likeliest first.

    Entries in another order mean the same only where those of all positions are in order.
    """
    return filter(_hashable, _readings(text, in_order=in_order))


def _readings(text: str, *, in_order: bool) -> Iterator[Any]:
    stripped = text.strip()
    value = _from_python(stripped)
    if value is not None:
        yield value
        if isinstance(value, int):
            yield (value,)
        elif in_order and isinstance(value, tuple) and all(isinstance(n, int) for n in value):
            yield tuple(sorted(value))
            yield tuple(sorted(part for part in value if part))
    yield stripped
    parts = [part.strip() for part in stripped.split(",")]
    yield tuple(int(part) if part.isdecimal() else part for part in parts)
    lines = stripped.split(" | ")
    yield tuple(map(_shown, lines))
    if len(lines) <= _MOST_ROWS:
        yield from product(*([row, (row,)] for row in map(_shown, lines)))
    yield _shown(stripped)
    if board := re.fullmatch(r"(\d{1,2})x(\d{1,2})", stripped):
        rows, columns = map(int, board.groups())
        yield frozenset(product(range(rows), range(columns)))


def _from_python(text: str) -> Any:
    """Return the value that Python would give, with frozen sets and tuples; None if it has none."""
    try:
        return _value(ast.parse(text, mode="eval").body)
    except (ValueError, SyntaxError, MemoryError, RecursionError, TypeError):
        return None


def _value(node: ast.expr) -> Any:
    match node:
        case ast.Tuple(elts) | ast.List(elts):
            return tuple(map(_value, elts))
        case ast.Set(elts):
            return frozenset(map(_value, elts))
        case ast.Call(ast.Name("frozenset"), given, []) if len(given) < 2:
            return frozenset(*map(_value, given))
    return ast.literal_eval(node)


def _shown(text: str) -> Any:
    """Return what is meant by the text that is shown of an entry or a set of entries."""
    if text[:1] == "{" and text[-1:] == "}":
        return frozenset(map(_shown, text[1:-1].split()))
    value = _from_python(text)
    return text if value is None and text != "None" else value


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
    return shape(entry), *map(type, flattened(entry))


def _natural(place: tuple[Any, ...]) -> bool:
    return all(not isinstance(entry, int) or entry >= 0 for entry in flattened(place))


def _hashable(place: Any) -> bool:
    try:
        hash(place)
    except TypeError:
        return False
    return True
