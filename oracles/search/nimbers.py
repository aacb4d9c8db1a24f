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
from typing import Any

from oracles.rules import Game, Outcome
from oracles.search.table import Components, Node, OutcomeSearch, Steps, overrides, run

_MANY = 8  # values that are asked for one after another


class NimberSearch(OutcomeSearch):
    """Finds outcomes and Grundy values of a game under normal play, whose sums have nim sums.

    >>> from oracles.heaps import octal
    >>> search = NimberSearch(octal("0.77"), limit=1000)
    >>> search.outcome((5, 8)), search.grundy((5, 8))
    ('N', 5)
    """

    def __init__(self, game: Game[Any], **limits: Any) -> None:
        self.in_components = overrides(game, "components")
        super().__init__(game, **limits)

    def known_outcome(self, position: Hashable) -> Outcome | None:
        """Return the outcome if it needs no search, else None."""
        found = _has(self.sum_of(position), 0)
        return None if found is None else "P" if found else "N"

    def grundy(self, position: Hashable) -> int:
        """Return the Grundy value of a position; errors as of the outcome."""
        components = self.sum_of(position)
        run(self._values(components))
        return _split(components)[0]

    def _decide(self, components: Components, value: int = 0) -> Steps:
        """Find out whether a sum has a value: all components but the largest are given theirs."""
        while _has(components, value) is None:
            heap, rest = _split(components)
            node = min(rest, key=lambda each: each.extent)
            asked = value ^ heap if len(rest) == 1 else _least(node)
            yield self.below(node, self._try(node, asked))

    def _values(self, components: Components) -> Steps:
        for node in components:
            while node.value < 0:
                yield self.below(node, self._try(node, _least(node)))

    def _try(self, node: Node, value: int) -> Steps:
        """Find out whether a connected component has a value, or else a smaller one."""
        options = self.options(node)
        if value > len(options):  # of whose values it is no mex
            node.excluded |= 1 << value
            return
        for option in options if value >= _MANY else ():
            yield from self._values(option)
        sums = list(map(_split, options))
        for heap, rest in sums:
            node.excluded |= 0 if rest else 1 << heap
        if not any(rest for _, rest in sums):
            node.value, node.options = _least(node), None
        if node.value >= 0 or node.excluded >> value & 1:
            return
        for option in options:
            yield from self._decide(option, value)
            if _has(option, value):
                node.excluded |= 1 << value
                return
        for smaller in range(value):
            if node.value < 0 and not node.excluded >> smaller & 1:
                yield from self._try(node, smaller)
        if node.value < 0:
            node.value, node.options = value, None


def _split(components: Components) -> tuple[int, list[Node]]:
    """Return the nim sum of the values that are known, and the components whose values are not."""
    heap, rest = 0, []
    for component in components:
        if component.value >= 0:
            heap ^= component.value
        else:
            rest.append(component)
    return heap, rest


def _has(components: Components, value: int) -> bool | None:
    """Whether a sum has a value; None where that is not known."""
    heap, rest = _split(components)
    if not rest:
        return heap == value
    return False if len(rest) == 1 and rest[0].excluded >> (value ^ heap) & 1 else None


def _least(node: Node) -> int:
    """Return the least value that a component may have.

    >>> node = Node((3,), 0)
    >>> node.excluded = 0b1011
    >>> _least(node)
    2
    """
    return (~node.excluded & (node.excluded + 1)).bit_length() - 1
