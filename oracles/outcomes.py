"""Outcomes, and how long play takes.

The *backward order* has every position after all of its options. It exists when play must end, that
is when the graph has no cycle. Elsewhere it holds just the positions from which play must end, and
a cycle can be named.

Definitions, where play must end, each computed as it reads in the backward order:

- *outcome*: N if some option is a P-position, P if every option is an N-position, and a draw (D)
  otherwise; final positions have the outcome that the rules give them.
- *remoteness*: the number of moves play still takes when the winner hurries and the loser
  delays: 0 at a final position; in an N-position one more than the least remoteness of the
  P-positions among the options; in a P-position one more than the greatest among the options.
- *suspense*: the number of moves when the winner delays and the loser hurries: greatest and
  least change places.

Where play may go on for ever, outcomes and remotenesses are found by *retrograde analysis*: from
the final positions backwards, an N-position is found as soon as one of its options is known to
be a P-position, and a P-position as soon as all its options are known to be N-positions. Since
positions are taken up in the order of their remoteness, the first P-position found is the
nearest and the last N-position the farthest. What is never reached is a draw: neither player
can force an end that suits. A draw has no remoteness.

References: E. R. Berlekamp, J. H. Conway and R. K. Guy, *Winning Ways for your Mathematical
Plays*, 2nd ed., ch. 9 (remoteness, suspense) and 12 (loopy games); C. A. B. Smith, "Graphs and
composite games", J. Combinatorial Theory 1 (1966) 51-81.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Mapping

from oracles.errors import RulesError
from oracles.graph import GameGraph
from oracles.rules import Outcome

Outcomes = Mapping[Hashable, Outcome]
Lengths = Mapping[Hashable, "int | None"]
FinalOutcome = Callable[[Hashable], Outcome]

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


def require_an_end(graph: GameGraph, order: list[Hashable]) -> None:
    """Raise :class:`RulesError` naming a cycle, unless ``order`` is the backward order of all."""
    if len(order) == len(graph):
        return
    ending = set(order)
    position = next(p for p in graph.options_of if p not in ending)
    step: dict[Hashable, int] = {}
    walked: list[Hashable] = []
    while position not in step:
        step[position] = len(walked)
        walked.append(position)
        # A position outside the order has an option outside it.
        position = next(o for o in graph.options_of[position] if o not in ending)
    cycle = walked[step[position] :]
    shown = " -> ".join(repr(p) for p in [*cycle[:_SHOWN], *cycle[:1]][: _SHOWN + 1])
    more = f" (the first of {len(cycle)} positions)" if len(cycle) > _SHOWN else ""
    raise RulesError(
        f"play may never end from {cycle[0]!r}: {shown}{more}; "
        "mend options, or declare the game loopy"
    )


def outcomes_by_induction(
    graph: GameGraph, order: Iterable[Hashable], final_outcome: FinalOutcome
) -> Outcomes:
    """Return the outcome of every position, ``order`` being the backward order of all."""
    outcomes: dict[Hashable, Outcome] = {}
    for position in order:
        options = graph.options_of[position]
        if not options:
            outcomes[position] = final_outcome(position)
        elif any(outcomes[option] == "P" for option in options):
            outcomes[position] = "N"
        else:
            drawn = any(outcomes[option] == "D" for option in options)
            outcomes[position] = "D" if drawn else "P"
    return outcomes


def remoteness_by_induction(
    graph: GameGraph, order: Iterable[Hashable], outcomes: Outcomes
) -> Lengths:
    """Return the remoteness of every position; None for a draw."""
    return _lengths(graph, order, outcomes, winner=min, loser=max)


def suspense_by_induction(
    graph: GameGraph, order: Iterable[Hashable], outcomes: Outcomes
) -> Lengths:
    """Return the suspense of every position; None for a draw."""
    return _lengths(graph, order, outcomes, winner=max, loser=min)


def _lengths(
    graph: GameGraph,
    order: Iterable[Hashable],
    outcomes: Outcomes,
    *,
    winner: Callable[[Iterable[int]], int],
    loser: Callable[[Iterable[int]], int],
) -> Lengths:
    moves: dict[Hashable, int] = {}
    for position in order:
        options = graph.options_of[position]
        if outcomes[position] == "D":
            continue
        if not options:
            moves[position] = 0
        elif outcomes[position] == "N":
            moves[position] = 1 + winner(moves[o] for o in options if outcomes[o] == "P")
        else:
            moves[position] = 1 + loser(moves[option] for option in options)
    return {position: moves.get(position) for position in graph.options_of}


def retrograde(graph: GameGraph, final_outcome: FinalOutcome) -> tuple[Outcomes, Lengths]:
    """Return outcome and remoteness of every position, wherever play may lead.

    Costs time proportional to the number of arcs.
    """
    outcomes: dict[Hashable, Outcome] = dict.fromkeys(graph.options_of, "D")
    lengths: dict[Hashable, int | None] = dict.fromkeys(graph.options_of)
    undecided = {position: len(options) for position, options in graph.options_of.items()}
    found: list[Hashable] = []

    def decide(position: Hashable, outcome: Outcome, length: int) -> None:
        if outcome != "D" and lengths[position] is None:
            outcomes[position], lengths[position] = outcome, length
            found.append(position)

    for position, number in undecided.items():
        if number == 0:
            decide(position, final_outcome(position), 0)
    for position in found:  # grows while it is walked, in the order of remoteness
        length = 1 + (lengths[position] or 0)
        for earlier in graph.leading_to[position]:
            if outcomes[position] == "P":
                decide(earlier, "N", length)
            else:
                undecided[earlier] -= 1
                if undecided[earlier] == 0:
                    decide(earlier, "P", length)
    return outcomes, lengths
