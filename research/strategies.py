"""Strategies that Hypothesis does not have: integers of full size.

``integers(0, 2**4000)`` draws mostly small numbers, which shows more about small cases than
about the size that was asked for. Beyond the oracle's reach the size is the point.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

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
