"""Letters, columns of transition tables, and the work of making them.

**Letters.** A letter over tracks ``t_0, ..., t_{m-1}`` with digits ``d_0, ..., d_{m-1}`` below
``b`` is the number ``d_0 + d_1 b + ... + d_{m-1} b^(m-1)``.

**Work** is counted in transitions; a limit on it is the same on every machine.

>>> from research.logic.decide import decide
>>> with at_most(100):
...     decide("?lsd_2 Ax,y,z Ew x + 3*y < 2*z + w")
Traceback (most recent call last):
research.logic.transitions.WorkLimitError: more than 100 transitions of automata would be made
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from functools import lru_cache
from typing import Any

from fast.lazy import np
from research.logic.errors import AutomataError

LARGEST_ALPHABET = 1 << 22
AN_OPERATION = 500  # transitions that take as long as what an operation takes besides
_LARGEST_TABLE = 1 << 26  # entries, or words of bit sets: some hundreds of megabytes

Table = Any  # numpy arrays


def alphabet_size(digits: int, tracks: int) -> int:
    """Return ``digits ** tracks``; :class:`AutomataError` above ``LARGEST_ALPHABET``."""
    size: int = digits**tracks
    if size > LARGEST_ALPHABET:
        raise AutomataError(
            f"tracks={tracks}: {digits}^{tracks} letters are more than {LARGEST_ALPHABET}; "
            "mention fewer variables together or quantify earlier"
        )
    return size


@lru_cache(maxsize=4096)
def letter_map(digits: int, total: int, sources: tuple[int, ...]) -> Any:
    """Return, for each letter over ``total`` tracks, the letter read by an automaton.

    Track ``i`` of the reader takes its digit from track ``sources[i]`` of the letter. The array is
    read-only.

    >>> letter_map(2, 2, (1,)).tolist()
    [0, 0, 1, 1]
    """
    letters = np.arange(alphabet_size(digits, total), dtype=np.int32)
    result = np.zeros_like(letters)
    for place, source in enumerate(sources):
        result += (letters // digits**source % digits) * digits**place
    result.setflags(write=False)
    return result


def digits_of_letter(letter: int, digits: int, total: int) -> tuple[int, ...]:
    """Return the digits of a letter, one for each track.

    Examples
    --------
    >>> digits_of_letter(6, 2, 3)
    (0, 1, 1)
    """
    return tuple(letter // digits**place % digits for place in range(total))


def distinct_values(values: Any, bound: int) -> tuple[Any, Any]:
    """Return the distinct values in ascending order, and each value's place among them."""
    if bound > 8 * len(values) + 4096:
        distinct, places = np.unique(values, return_inverse=True)
        return distinct.astype(np.int64), places.astype(np.int32)
    present = np.zeros(bound, np.bool_)
    present[values] = True
    distinct = np.flatnonzero(present)
    number = np.zeros(bound, np.int32)
    number[distinct] = np.arange(len(distinct), dtype=np.int32)
    return distinct, number[values]


def merged_columns(table: Table, classes: Table) -> tuple[Table, Table]:
    """Return table and letter classes with equal columns merged, in the order of the letters."""
    kinds: dict[bytes, int] = {}
    kind = np.array([kinds.setdefault(column.tobytes(), len(kinds)) for column in table.T])
    found = kind[classes]
    letters = np.arange(len(found))
    first = np.zeros(len(kinds), np.int64)
    first[found[::-1]] = letters[::-1]  # of several letters the first is written last
    order = np.argsort(first)
    merged = np.ascontiguousarray(table[:, classes[first[order]]])
    return merged, np.argsort(order)[found].astype(np.int32)


def letter_groups(letters: Table) -> tuple[Table, list[tuple[int, ...]]]:
    """Group the letters that are left by the set of columns that each may be; return both.

    ``letters[letter, choice]`` is the column of a letter that is left with one choice of the digits
    that are gone.
    """
    groups: dict[tuple[int, ...], int] = {}
    choices = (tuple(sorted(set(each))) for each in letters.tolist())
    classes = [groups.setdefault(each, len(groups)) for each in choices]
    return np.array(classes, np.int32), list(groups)


class WorkLimitError(AutomataError):
    """More work was asked for than is allowed."""


class _Budget:
    limit: int | None = None
    spent = 0


@contextmanager
def at_most(transitions: int) -> Iterator[None]:
    """Allow so many transitions within a ``with`` statement.

    Raises
    ------
    WorkLimitError
        If more would be made.
    """
    before = _Budget.limit, _Budget.spent
    _Budget.limit, _Budget.spent = transitions, 0
    try:
        yield
    finally:
        _Budget.limit, _Budget.spent = before


def allowed_states(limit: int, columns: int) -> int:
    """Return the limit on states, lowered to what fits into memory and what is left of the work."""
    most = max(1, _LARGEST_TABLE // columns)
    if _Budget.limit is not None:
        most = max(1, min(most, (_Budget.limit - _Budget.spent) // columns))
    return min(limit, most)


def spend(transitions: int) -> None:
    """Count transitions that were made.

    Raises
    ------
    WorkLimitError
        If they are more than is allowed.
    """
    _Budget.spent += transitions + AN_OPERATION
    if _Budget.limit is not None and _Budget.spent > _Budget.limit:
        raise WorkLimitError(f"more than {_Budget.limit} transitions of automata would be made")
