"""The backward order of a game graph: every position after all of its options.

It exists when play must end, that is when the graph has no cycle. Where it does not, the order
holds just the positions from which play must end, and a cycle can be named.
"""

from __future__ import annotations

from collections.abc import Hashable

from oracles.errors import RulesError
from oracles.graph import GameGraph

_SHOWN = 8  # positions of a cycle in a message


def backward_order(graph: GameGraph) -> list[Hashable]:
    """Return the positions from which play must end, each after all of its options.

    Costs time proportional to the number of arcs.
    """
    missing = {position: len(options) for position, options in graph.options_of.items()}
    order = [position for position, number in missing.items() if number == 0]
    leading_to = graph.leading_to
    for position in order:  # grows while it is walked
        for earlier in leading_to[position]:
            missing[earlier] -= 1
            if missing[earlier] == 0:
                order.append(earlier)
    return order


def find_cycle(graph: GameGraph, order: list[Hashable]) -> list[Hashable]:
    """Return a cycle of play, from a position to the one before it comes again.

    ``order`` is the backward order of ``graph``. Returns no positions when there is no cycle.
    """
    ending = set(order)
    position = next((p for p in graph.options_of if p not in ending), None)
    if position is None:
        return []
    step: dict[Hashable, int] = {}
    walked: list[Hashable] = []
    while position not in step:
        step[position] = len(walked)
        walked.append(position)
        # A position outside the order has an option outside it.
        position = next(o for o in graph.options_of[position] if o not in ending)
    return walked[step[position] :]


def require_an_end(graph: GameGraph, order: list[Hashable]) -> None:
    """Raise :class:`RulesError` naming a cycle, if there is one."""
    refuse_cycle(find_cycle(graph, order))


def refuse_cycle(cycle: list[Hashable]) -> None:
    """Raise :class:`RulesError` naming a cycle, unless it has no positions."""
    if cycle:
        shown = " -> ".join(repr(p) for p in [*cycle[:_SHOWN], *cycle[:1]][: _SHOWN + 1])
        more = f" (the first of {len(cycle)} positions)" if len(cycle) > _SHOWN else ""
        raise RulesError(
            f"play may never end from {cycle[0]!r}: {shown}{more}; "
            "mend options, or declare the game loopy"
        )
