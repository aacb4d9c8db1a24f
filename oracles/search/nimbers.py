"""Nimber search: which Grundy value a position has, one value after another.

A position has the Grundy value n if its sum with a heap of n counters is a P-position. That sum is
one if no move in the position leaves the value n, and each move in the heap, to m < n, leaves no
P-position. So whether the value is n is found by asking the same of options and of smaller heaps,
and mostly without the values of all options: the first option that has the value n will do for no.

An option that is a sum of components is never searched as a sum. All its components but the largest
are searched for their values, the smaller first; then the largest is to have the value that
together with these gives n. What is asked is always about one connected component and one heap, and
is kept: the value of a component once it is found, and until then the values that it does not have.
Where the value is not among the first few, as in Nim, the values of all options are found instead.

Reference: J. Lemoine and S. Viennot, "Nimbers are inevitable", Theoret. Comput. Sci. 462 (2012)
70-79.
"""

from __future__ import annotations

from collections.abc import Hashable

from oracles.grundy import mex
from oracles.rules import Outcome
from oracles.search.table import Components, Node, Steps, Table, run

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
    >>> kayles = Table(octal("0.77"), in_components=True, limit=1000, seconds=None)
    >>> search = NimberSearch(kayles)
    >>> search.outcome((5, 8)), search.grundy((5, 8))
    ('N', 5)
    """

    def __init__(self, table: Table) -> None:
        self.table = table

    def outcome(self, position: Hashable) -> Outcome:
        """Return the outcome of a position; errors as of the table."""
        components = self.table.sum_of(position)
        run(self._sum_has(components, 0))
        return "P" if known(components, 0) else "N"

    def known_outcome(self, position: Hashable) -> Outcome | None:
        """Return the outcome if it needs no search, else None."""
        found = known(self.table.sum_of(position), 0)
        return None if found is None else "P" if found else "N"

    def grundy(self, position: Hashable) -> int:
        """Return the Grundy value of a position; errors as of the table."""
        components = self.table.sum_of(position)
        run(step for component in components for step in self._value(component))
        return split(components)[0]

    def excluded(self, position: Hashable) -> list[int]:
        """Return values that a position is known not to have, the smallest first."""
        heap, rest = split(self.table.sum_of(position))
        if len(rest) != 1:
            return []
        bits = rest[0].excluded
        return sorted(n ^ heap for n in range(bits.bit_length()) if bits >> n & 1)

    def _sum_has(self, components: Components, value: int) -> Steps:
        """Find out whether a sum has a value: all components but the largest are given theirs."""
        while known(components, value) is None:
            heap, rest = split(components)
            node = min(rest, key=lambda each: each.extent)
            yield self._ask(node, value ^ heap if len(rest) == 1 else _next_value(node))

    def _value(self, node: Node) -> Steps:
        while node.value < 0:
            yield self._ask(node, _next_value(node))

    def _ask(self, node: Node, value: int) -> Steps:
        return self.table.open(node, self._has(node, value))

    def _has(self, node: Node, value: int) -> Steps:
        """Find out whether a connected component has a value."""
        options = self.table.options(node)
        node.is_open = True
        try:
            if value >= _MANY:  # find the values of all options
                for option in options:
                    for each in option:
                        yield from self._value(each)
            if not _decided_at_once(node, options, value):
                for option in options:
                    yield from self._sum_has(option, value)
                    if known(option, value):
                        node.excluded |= 1 << value
                        break
        finally:
            node.is_open = False
        if node.value >= 0 or node.excluded >> value & 1:
            return
        for less in range(value):
            if not node.excluded >> less & 1:
                yield self._ask(node, less)
                if node.value >= 0:
                    return
        _settle(node, value)


def split(components: Components) -> tuple[int, list[Node]]:
    """Return the nim sum of the values that are known, and the components whose values are not."""
    heap, rest = 0, []
    for component in components:
        if component.value >= 0:
            heap ^= component.value
        else:
            rest.append(component)
    return heap, rest


def known(components: Components, value: int) -> bool | None:
    """Whether a sum has a value; None where that is not known."""
    heap, rest = split(components)
    if not rest:
        return heap == value
    return False if len(rest) == 1 and rest[0].excluded >> (value ^ heap) & 1 else None


def _decided_at_once(component: Node, options: list[Components], value: int) -> bool:
    """Exclude what needs no search; return whether it is known then if it has a value."""
    found: set[int] = set()
    unknown = False
    for option in options:
        heap, rest = split(option)
        if rest:
            unknown = True
        else:
            found.add(heap)
    for each in found:
        component.excluded |= 1 << each
    if not unknown:
        _settle(component, mex(found))
    elif value > len(options):  # of which it is the mex
        component.excluded |= 1 << value
    return not unknown or bool(component.excluded >> value & 1)


def _settle(component: Node, value: int) -> None:
    component.value, component.options = value, None  # which are not asked for any more


def _next_value(component: Node) -> int:
    """Return the least value that a component may have.

    >>> node = Node((3,), 0)
    >>> node.excluded = 0b1011
    >>> _next_value(node)
    2
    """
    return (~component.excluded & (component.excluded + 1)).bit_length() - 1
