"""How far the outcomes of a game are known, where nothing is proved; and the limits."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from fast.errors import InputError
from oracles.errors import SearchLimitError
from oracles.rules import Game
from research.claims import Level
from research.proofs.conclusions import Conclusion

if TYPE_CHECKING:
    from oracles.solve import Truth
    from research.proofs.observing import Observations

SIZES = (4, 8, 12, 16, 24, 32, 48, 64, 96, 128, 192, 256, 384, 512, 768, 1024, 1536, 2048)


@dataclass(frozen=True)
class Limits:
    """How far to go.

    Attributes
    ----------
    positions, arcs
        The largest explicit graph to look at.
    heaps
        The largest heap of a code whose value is computed.
    states
        The most states of any automaton in a proof.
    """

    positions: int = 40_000
    arcs: int = 400_000
    heaps: int = 600_000
    states: int = 50_000


def exhausted(
    game: Game[Any], subject: str, limits: Limits, reason: str, seen: Observations | None = None
) -> Conclusion:
    """Return how far the outcomes of a game are known, and why nothing is proved beyond."""
    truth, size = (seen.truth, seen.size) if seen is not None else _largest(game, subject, limits)
    outcomes = list(truth.outcomes.values())
    return Conclusion(
        subject,
        Level.EXHAUSTED,
        f"the outcome of every position to size {size} is known, and no theorem beyond: "
        f"{outcomes.count('P')} of the {len(outcomes)} positions are P-positions.",
        "exhaustion",
        f"the {len(outcomes)} positions to size {size}",
        len(outcomes),
        reason=reason,
    )


def _largest(game: Game[Any], subject: str, limits: Limits) -> tuple[Truth, int]:
    """Return the truth on the largest explicit graph within the limits, and its size."""
    from oracles.solve import solve

    found: tuple[Truth, int] | None = None
    for size in SIZES:
        try:
            found = solve(game, size, limit=limits.positions, arc_limit=limits.arcs), size
        except SearchLimitError:
            break
        if 2 * len(found[0].graph) > limits.positions:
            break
    if found is None:
        raise InputError(
            f"{subject}: even size {SIZES[0]} has more than {limits.positions} positions or "
            f"{limits.arcs} arcs; raise --limit"
        )
    return found
