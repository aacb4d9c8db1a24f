"""Integers in words: ``2..12``, ``1,3``."""

from __future__ import annotations

import re

MOST_MEMBERS = 100_000  # of a family
_RANGE = re.compile(r"(-?[0-9]{1,18})(?:\.\.(-?[0-9]{1,18}))?")


def integers(text: str) -> list[int]:
    """Return the integers that a text names, in its order; ``ValueError`` for none or too many.

    >>> integers("3,5..7")
    [3, 5, 6, 7]
    """
    found: list[int] = []
    for part in text.split(","):
        ends = _RANGE.fullmatch(part.strip())
        some = range(int(ends[1]), int(ends[2] or ends[1]) + 1) if ends else ()
        if not 0 < len(some) <= MOST_MEMBERS:
            raise ValueError(f"expected integers, at most {MOST_MEMBERS}, such as 2..12 or 1,3")
        found += some
    return found
