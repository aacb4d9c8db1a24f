"""Proposals held to a larger graph than that on whose values they were made and tested."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import replace
from itertools import accumulate, count, takewhile
from typing import Any

from oracles.errors import SearchLimitError
from oracles.heaps import is_sum_of_heaps
from oracles.rules import Game
from oracles.solve import solve
from research.proposals.eventual_periods import held_to_values
from research.proposals.proposal import Proposal
from research.proposals.proposing import COUNTED, P_POSITIONS_TO_SIZE, counts
from research.proposals.recurrences import extended, first_failure
from research.theorems.proof_limits import Largest, Limits


def held(
    proposals: Iterable[Proposal], game: Game[Any], seen: Largest, limits: Limits
) -> list[Proposal]:
    """Return proposals, those that a graph refutes with its counterexample.

    Parameters
    ----------
    proposals
        As :func:`research.proposals.proposing.propose` makes them.
    game
        The rules.
    seen
        The graph.
    limits
        Within which the graph of one size is made again.

    Examples
    --------
    >>> from oracles.heaps import HeapGame
    >>> from research.proposals.proposing import propose
    >>> from research.theorems.proof_limits import largest_graph
    >>> rule = lambda heap: [(heap - n,) for n in (1, 2) if n <= heap < 600 or n == 1 <= heap]
    >>> game, limits = HeapGame(rule), Limits(positions=700)
    >>> for proposal in held(propose(game), game, largest_graph(game, limits), limits):
    ...     print(proposal.verdict)
    refuted: G(602) is 0, not 2
    refuted: P-positions to size n: u(602) is 202, not 201
    """
    return [_held(each, game, seen, limits) if each.passed else each for each in proposals]


def _held(proposal: Proposal, game: Game[Any], seen: Largest, limits: Limits) -> Proposal:
    if proposal.kind == "recurrence":
        return _held_to_counts(proposal, game, seen, limits)
    if proposal.kind != "period" or not is_sum_of_heaps(game) or game.misere or game.loopy:
        return proposal
    heaps = takewhile(seen.met.__contains__, ((n,) if n else () for n in count()))
    new = held_to_values(proposal, [int(str(seen.truth.grundy(heap))) for heap in heaps])
    return new if new.refuted else proposal


def _held_to_counts(proposal: Proposal, game: Game[Any], seen: Largest, limits: Limits) -> Proposal:
    """Hold a recurrence to the numbers of P-positions; where they differ, to that of the size."""
    met = Counter(seen.met[position] for position in seen.truth.p_positions)
    terms = list(accumulate(met[size] for size in range(seen.size + 1)))
    made = proposal.made_on
    begun = counts(game, COUNTED)[:made]
    if len(begun) < made:  # it was proposed from more
        begun = counts(game, limits)[:made]
    nested = begun == terms[:made]
    # Positions of a smaller size need not be of a larger one too: then the last size alone is held.
    failure = first_failure(proposal.found, terms, made) if nested else None
    place = failure[0] if failure else seen.size
    if place < made or (nested and failure is None):
        return proposal
    expected = extended(proposal.found, begun, place)
    try:
        truth = solve(game, place, limit=limits.positions, arc_limit=limits.arcs)
    except SearchLimitError:
        return proposal
    if (found := len(truth.p_positions)) == expected:
        return proposal
    other = f"{P_POSITIONS_TO_SIZE}: u({place}) is {found}, not {expected}"
    return replace(proposal, tested_on=place - made + 1, counterexample=other)
