"""Letters of several tracks as numbers, and how the letters of one track list read another's.

A letter over tracks ``t_0, ..., t_{m-1}`` with digits ``d_0, ..., d_{m-1}`` below ``b`` is the
number ``d_0 + d_1 b + ... + d_{m-1} b^(m-1)``.
"""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING, Any

from research.logic.errors import AutomataError
from research.system.lazy import LazyModule

if TYPE_CHECKING:
    import numpy as np
else:
    np = LazyModule("numpy")

LARGEST_ALPHABET = 1 << 22


def alphabet_size(digits: int, tracks: int) -> int:
    """Return ``digits ** tracks``, refusing alphabets that cannot be tabulated.

    Raises
    ------
    AutomataError
        If the size is above ``LARGEST_ALPHABET``.

    Examples
    --------
    >>> alphabet_size(2, 3)
    8
    """
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

    Parameters
    ----------
    digits
        The number of digits.
    total
        The number of tracks of the letters given.
    sources
        Track ``i`` of the reader takes its digit from track ``sources[i]`` of the letter.

    Returns
    -------
    numpy.ndarray
        A read-only ``int32`` array of ``digits ** total`` entries.

    Examples
    --------
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
