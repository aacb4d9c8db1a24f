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
from itertools import chain
from typing import Any

from oracles.grundy import mex
from oracles.rules import Game, Outcome, Rules
from oracles.search.table import Components, Node, Search, Steps, run

_MANY = 8  # values that are asked for one after another


class NimberSearch(Search):
    """Finds outcomes and Grundy values of the positions of a game under normal play.

    Its sums have nim sums for values; parameters as of a search. Values from ``many`` on are not
    asked for one after another: the values of all options are found.

    Examples
    --------
    >>> from oracles.heaps import octal
    >>> search = NimberSearch(octal("0.77"), limit=1000)
    >>> search.outcome((5, 8)), search.grundy((5, 8))
    ('N', 5)
    """

    def __init__(self, game: Game[Any], *, many: int = _MANY, **limits: Any) -> None:
        self.in_components = getattr(game.components, "__func__", None) is not Rules.components
        self.many = many
        super().__init__(game, **limits)

    def known_outcome(self, position: Hashable) -> Outcome | None:
        """Return the outcome if it needs no search, else None."""
        found = known(self.sum_of(position), 0)
        return None if found is None else "P" if found else "N"

    def grundy(self, position: Hashable) -> int:
        """Return the Grundy value of a position; errors as of the outcome."""
        components = self.sum_of(position)
        run(step for component in components for step in self._value(component))
        return split(components)[0]

    def _decide(self, components: Components) -> Steps:
        return self._sum_has(components, 0)

    def _sum_has(self, components: Components, value: int) -> Steps:
        """Find out whether a sum has a value: all components but the largest are given theirs."""
        while known(components, value) is None:
            heap, rest = split(components)
            node = min(rest, key=lambda each: each.extent)
            asked = value ^ heap if len(rest) == 1 else _next_value(node)
            yield self.below(node, self._has(node, asked))

    def _value(self, node: Node) -> Steps:
        while node.value < 0:
            yield self.below(node, self._has(node, _next_value(node)))

    def _has(self, node: Node, value: int) -> Steps:
        """Find out whether a connected component has a value, or else a smaller one."""
        options = self.options(node)
        if value > len(options):  # of whose values it is no mex
            node.excluded |= 1 << value
            return
        if value >= self.many:  # find the values of all options
            for component in chain.from_iterable(options):
                if component.value < 0:
                    yield from self._value(component)
        for asked in (value, *range(value)):
            _exclude(node, options)
            if node.value < 0 and not node.excluded >> asked & 1:
                for option in options:
                    yield from self._sum_has(option, asked)
                    if known(option, asked):
                        node.excluded |= 1 << asked
                        break
            if node.value >= 0 or node.excluded >> value & 1:
                return
            if asked == _next_value(node):
                break
        _settle(node, _next_value(node))


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


def _exclude(component: Node, options: list[Components]) -> None:
    """Exclude the values that options are known to have; the first other, if all are known."""
    sums = [split(option) for option in options]
    found = {heap for heap, rest in sums if not rest}
    for value in found:
        component.excluded |= 1 << value
    if not any(rest for _, rest in sums):
        _settle(component, mex(found))


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
