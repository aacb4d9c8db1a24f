"""Nimber search: which Grundy value a position has, one value after another.

A position has the Grundy value n if its sum with a heap of n counters is a P-position. That sum is
one if no move in the position leaves the value n, and each move in the heap, to m < n, leaves no
P-position. So whether the value is n is found by asking the same of options and of smaller heaps,
and mostly without the values of all options: the first option that has the value n will do for no.

An option that is a sum of parts is never searched as a sum. All its parts but the largest are
searched for their values, the smaller first; then the largest is to have the value that together
with these gives n. What is asked is always about one connected part and one heap, and is kept: the
value of a part once it is found, and until then the values that it does not have. Where the value
is not among the first few, as in Nim, the values of all options are found instead.

Reference: J. Lemoine and S. Viennot, "Nimbers are inevitable", Theoret. Comput. Sci. 462 (2012)
70-79.
"""

from __future__ import annotations

from collections.abc import Hashable

from oracles.errors import RulesError, brief
from oracles.grundy import mex
from oracles.rules import Outcome
from oracles.search.table import Node, Parts, Steps, Table, run

_MANY = 8  # values that are asked for one after another


class NimberSearch:
    """Finds outcomes and Grundy values of the positions of a game under normal play.

    Parameters
    ----------
    table
        The table, of a game whose sums have nim sums for values.

    Examples
    --------
    >>> from oracles.heaps import octal
    >>> kayles = Table(octal("0.77"), in_parts=True, limit=1000, seconds=None)
    >>> search = NimberSearch(kayles)
    >>> search.outcome((5, 8)), search.grundy((5, 8))
    ('N', 5)
    """

    def __init__(self, table: Table) -> None:
        self.table = table

    def outcome(self, position: Hashable) -> Outcome:
        """Return the outcome of a position; errors as of the table."""
        parts = self.table.sum_of(position)
        run(self._sum_has(parts, 0))
        return "P" if known(parts, 0) else "N"

    def known_outcome(self, position: Hashable) -> Outcome | None:
        """Return the outcome if it needs no search, else None."""
        found = known(self.table.sum_of(position), 0)
        return None if found is None else "P" if found else "N"

    def grundy(self, position: Hashable) -> int:
        """Return the Grundy value of a position; errors as of the table."""
        parts = self.table.sum_of(position)
        run(step for part in parts for step in self._value(part))
        return split(parts)[0]

    def excluded(self, position: Hashable) -> list[int]:
        """Return values that a position is known not to have, the smallest first."""
        heap, rest = split(self.table.sum_of(position))
        if len(rest) != 1:
            return []
        bits = rest[0].excluded
        return sorted(n ^ heap for n in range(bits.bit_length()) if bits >> n & 1)

    def _sum_has(self, parts: Parts, value: int) -> Steps:
        """Find out whether a sum has a value: all parts but the largest are given theirs."""
        while known(parts, value) is None:
            heap, rest = split(parts)
            part = min(rest, key=_extent)
            yield self._open(part, value ^ heap if len(rest) == 1 else _next_value(part))

    def _value(self, part: Node) -> Steps:
        while part.value < 0:
            yield self._open(part, _next_value(part))

    def _open(self, part: Node, value: int) -> Steps:
        """Begin to ask whether a part has a value; play must not have come through it before."""
        if part.is_open:
            raise RulesError(
                f"play may never end from {brief(part.form)}, which comes back in the game "
                f"{brief(self.table.game)}; mend options, parts or canonical"
            )
        return self._has(part, value)

    def _has(self, part: Node, value: int) -> Steps:
        """Find out whether a connected part has a value."""
        options = self.table.options(part)
        if value >= _MANY:
            yield from self._values_of(part, options)
        if not _decided_at_once(part, options, value):
            part.is_open = True
            try:
                for option in options:
                    yield from self._sum_has(option, value)
                    if known(option, value):
                        part.excluded |= 1 << value
                        break
            finally:
                part.is_open = False
        if part.value >= 0 or part.excluded >> value & 1:
            return
        for less in range(value):
            if not part.excluded >> less & 1:
                yield self._open(part, less)
                if part.value >= 0:
                    return
        _settle(part, value)

    def _values_of(self, part: Node, options: list[Parts]) -> Steps:
        """Find the values of all options."""
        part.is_open = True
        try:
            for option in options:
                for each in option:
                    yield from self._value(each)
        finally:
            part.is_open = False


def split(parts: Parts) -> tuple[int, list[Node]]:
    """Return the nim sum of the values that are known, and the parts whose values are not."""
    heap, rest = 0, []
    for part in parts:
        if part.value >= 0:
            heap ^= part.value
        else:
            rest.append(part)
    return heap, rest


def known(parts: Parts, value: int) -> bool | None:
    """Whether a sum has a value; None where that is not known."""
    heap, rest = split(parts)
    if not rest:
        return heap == value
    return False if len(rest) == 1 and rest[0].excluded >> (value ^ heap) & 1 else None


def _decided_at_once(part: Node, options: list[Parts], value: int) -> bool:
    """Exclude what needs no search; return whether it is known then if the part has a value."""
    found: set[int] = set()
    unknown = False
    for option in options:
        heap, rest = split(option)
        if rest:
            unknown = True
        else:
            found.add(heap)
    for each in found:
        part.excluded |= 1 << each
    if not unknown:
        _settle(part, mex(found))
    elif value > len(options):  # of which it is the mex
        part.excluded |= 1 << value
    return not unknown or bool(part.excluded >> value & 1)


def _settle(part: Node, value: int) -> None:
    part.value, part.options = value, None  # which are not asked for any more


def _next_value(part: Node) -> int:
    """Return the least value that a part may have.

    >>> node = Node((3,), 0)
    >>> node.excluded = 0b1011
    >>> _next_value(node)
    2
    """
    return (~part.excluded & (part.excluded + 1)).bit_length() - 1


def _extent(part: Node) -> int:
    return part.extent
