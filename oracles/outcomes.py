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

from collections.abc import Callable, Collection, Hashable, Iterable, Mapping

from oracles.errors import RulesError
from oracles.rules import Outcome

Options = Mapping[Hashable, Collection[Hashable]]  # of every position
Outcomes = Mapping[Hashable, Outcome]
Lengths = Mapping[Hashable, "int | None"]
FinalOutcome = Callable[[Hashable], Outcome]

_SHOWN = 8  # positions of a cycle in a message


def predecessors(options_of: Options) -> dict[Hashable, list[Hashable]]:
    """Return the positions that every position is an option of."""
    leading_to: dict[Hashable, list[Hashable]] = {position: [] for position in options_of}
    for position, options in options_of.items():
        for option in options:
            leading_to[option].append(position)
    return leading_to


def backward_order(options_of: Options) -> list[Hashable]:
    """Return the positions from which play must end, each after all of its options."""
    leading_to = predecessors(options_of)
    missing = {position: len(options) for position, options in options_of.items()}
    order = [position for position, number in missing.items() if number == 0]
    for position in order:  # grows while it is walked
        for earlier in leading_to[position]:
            missing[earlier] -= 1
            if missing[earlier] == 0:
                order.append(earlier)
    return order


def require_an_end(options_of: Options, order: Collection[Hashable]) -> None:
    """Raise :class:`RulesError` naming a cycle, unless ``order`` is the backward order of all."""
    if len(order) == len(options_of):
        return
    ending = set(order)
    position = next(p for p in options_of if p not in ending)
    step: dict[Hashable, int] = {}
    while position not in step:
        step[position] = len(step)
        # A position outside the order has an option outside it.
        position = next(o for o in options_of[position] if o not in ending)
    cycle = list(step)[step[position] :]
    shown = " -> ".join(repr(p) for p in [*cycle[:_SHOWN], *cycle[:1]][: _SHOWN + 1])
    more = f" (the first of {len(cycle)} positions)" if len(cycle) > _SHOWN else ""
    raise RulesError(
        f"play may never end from {cycle[0]!r}: {shown}{more}; "
        "mend options, or declare the game loopy"
    )


def outcome_of(outcomes: Iterable[Outcome]) -> Outcome:
    """Return the outcome of a position whose options, of which there are some, have these."""
    found = set(outcomes)
    return "N" if "P" in found else "D" if "D" in found else "P"


def outcomes_by_induction(
    options_of: Options, order: Iterable[Hashable], final_outcome: FinalOutcome
) -> Outcomes:
    """Return the outcome of every position, ``order`` being the backward order of all."""
    outcomes: dict[Hashable, Outcome] = {}
    for position in order:
        options = options_of[position]
        outcomes[position] = (
            outcome_of(outcomes[o] for o in options) if options else final_outcome(position)
        )
    return outcomes


def lengths_by_induction(
    options_of: Options, order: Iterable[Hashable], outcomes: Outcomes, *, winner_hurries: bool
) -> Lengths:
    """Return the remoteness of every position if the winner hurries, else the suspense."""
    winner, loser = (min, max) if winner_hurries else (max, min)
    moves: dict[Hashable, int | None] = dict.fromkeys(options_of)  # None for a draw
    for position in order:
        options = options_of[position]
        if outcomes[position] == "N" and options:
            moves[position] = 1 + winner(moves[o] or 0 for o in options if outcomes[o] == "P")
        elif outcomes[position] == "P" and options:
            moves[position] = 1 + loser(moves[option] or 0 for option in options)
        elif outcomes[position] != "D":
            moves[position] = 0
    return moves


def retrograde(options_of: Options, final_outcome: FinalOutcome) -> tuple[Outcomes, Lengths]:
    """Return outcome and remoteness of every position, wherever play may lead."""
    outcomes: dict[Hashable, Outcome] = dict.fromkeys(options_of, "D")
    lengths: dict[Hashable, int | None] = dict.fromkeys(options_of)
    undecided = {position: len(options) for position, options in options_of.items()}
    leading_to = predecessors(options_of)
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
        for earlier in leading_to[position]:
            if outcomes[position] == "P":
                decide(earlier, "N", length)
            else:
                undecided[earlier] -= 1
                if undecided[earlier] == 0:
                    decide(earlier, "P", length)
    return outcomes, lengths
