"""What is reached from positions that are given bit by bit, counted."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Hashable, Iterable, Mapping
from typing import Any, NoReturn, Protocol

from oracles.errors import PositionError, brief


class Reached(Protocol):
    """How much is reached from the positions that were added.

    Attributes
    ----------
    arcs
        How many arcs.
    counts
        How many positions have each outcome.
    """

    arcs: int
    counts: Counter[str]

    @property
    def size(self) -> int:
        """How many positions."""

    def add(self, positions: Iterable[Hashable]) -> int:
        """Add what is reached from some; return how many positions were new."""


class ReachedOneByOne:
    """What is reached, followed position by position.

    Parameters
    ----------
    options, outcomes
        The options of a position, those of both players if they differ, and its outcome.
    arcs
        How many moves there are from a position.

    Examples
    --------
    >>> reached = ReachedOneByOne(range, dict.fromkeys(range(9), "N"), lambda heap: heap)
    >>> reached.add([3]), reached.add([4, 2]), reached.arcs, dict(reached.counts)
    (4, 1, 10, {'N': 5})
    """

    def __init__(
        self,
        options: Callable[[Any], Iterable[Any]],
        outcomes: Mapping[Hashable, str],
        arcs: Callable[[Any], int],
    ) -> None:
        self._options, self._outcomes, self._arcs_from = options, outcomes, arcs
        self._reached: set[Hashable] = set()
        self.arcs = 0
        self.counts: Counter[str] = Counter()

    @property
    def size(self) -> int:
        """How many positions."""
        return len(self._reached)

    def add(self, positions: Iterable[Hashable]) -> int:
        """Add what is reached from some; return how many positions were new."""
        positions = list(positions)
        for position in positions:
            if not _is_among(position, self._outcomes):
                refuse_unknown(position, len(self._outcomes))
        waiting = [each for each in dict.fromkeys(positions) if each not in self._reached]
        self._reached.update(waiting)
        for position in waiting:  # grows while it is walked
            self.arcs += self._arcs_from(position)
            self.counts[self._outcomes[position]] += 1
            new = [option for option in self._options(position) if option not in self._reached]
            self._reached.update(new)
            waiting += new
        return len(waiting)


def _is_among(position: Hashable, known: Mapping[Hashable, str]) -> bool:
    try:
        return position in known
    except TypeError:  # it cannot be hashed
        return False


def refuse_unknown(position: object, known: int) -> NoReturn:
    """Raise :class:`~oracles.errors.PositionError`: the position is none of those ``known``."""
    raise PositionError(
        f"position={brief(position)}: not among the {known} positions of this graph; ask about a "
        "smaller one or build a larger graph"
    )
