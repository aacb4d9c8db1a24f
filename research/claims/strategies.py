"""Strategies that Hypothesis does not have: integers of full size, and of every size.

``integers(0, 2**4000)`` draws mostly small numbers, which shows more about small cases than
about the size that was asked for. Beyond the oracle's reach the size is the point.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from hypothesis.strategies import SearchStrategy


def evenly(least: int, most: int) -> SearchStrategy[int]:
    """Integers from ``least`` to ``most``, each about as likely; they shrink towards ``least``.

    Parameters
    ----------
    least, most
        The ends, both included; ``least`` is not above ``most``.

    Examples
    --------
    >>> from hypothesis import find
    >>> find(evenly(5, 10**100), lambda number: number > 9)
    10
    """
    from hypothesis import strategies as st

    count = most - least + 1
    size = count.bit_length() // 8 + 2  # a byte to spare, so that the remainder is even enough
    return st.binary(min_size=size, max_size=size).map(
        lambda drawn: least + int.from_bytes(drawn, "big") % count
    )


def of_every_size(least: int, most: int) -> SearchStrategy[int]:
    """Integers from ``least`` to ``most``, each number of digits about as likely as another.

    Parameters
    ----------
    least, most
        The ends, both included; at least 0, and ``least`` is not above ``most``.

    Examples
    --------
    >>> from hypothesis import find
    >>> find(of_every_size(3, 10**100), lambda number: number > 15)
    16
    """
    from hypothesis import strategies as st

    def of_length(bits: int) -> SearchStrategy[int]:
        return evenly(max(least, (1 << bits) >> 1), min(most, (1 << bits) - 1))

    return st.integers(least.bit_length(), most.bit_length()).flatmap(of_length)


def one_of(cases: Callable[[], Sequence[Any]]) -> Callable[[], SearchStrategy[Any]]:
    """Return what gives a strategy of one of finitely many cases, which are listed when needed.

    Parameters
    ----------
    cases
        Lists the cases, the smallest first.

    Examples
    --------
    >>> from hypothesis import find
    >>> find(one_of(lambda: [2, 3, 5, 7])(), lambda prime: prime > 3)
    5
    """

    def strategy() -> SearchStrategy[Any]:
        from hypothesis import strategies as st

        return st.sampled_from(cases())

    return strategy
