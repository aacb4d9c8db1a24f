"""How far a proof may look."""

from __future__ import annotations

from dataclasses import dataclass

LARGEST_BY_DEFINITION = 400  # the heap up to which values are computed from the rules themselves
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
