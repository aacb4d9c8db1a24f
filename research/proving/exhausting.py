"""How far outcomes are known where nothing is proved."""

from __future__ import annotations

from typing import Any

from fast.errors import InputError
from oracles.rules import Game
from research.checks.evidence import Level
from research.proving.results import ProofResult
from research.theorems.proof_limits import Largest, Limits, largest_graph


def exhausted(
    game: Game[Any], subject: str, limits: Limits, reason: str, seen: Largest | None = None
) -> ProofResult:
    """Return how far the outcomes of a game are known, and why nothing is proved beyond.

    What was ``seen`` within the limits is not looked at again.

    Raises
    ------
    InputError
        If there is no position within the limits.
    """
    seen = seen or largest_graph(game, limits)
    if seen is None:
        raise InputError(
            f"{subject}: even size 0 has more than {limits.positions} positions or {limits.arcs} "
            "arcs, or none at all; raise --limit"
        )
    outcomes = list(seen.truth.outcomes.values())
    return ProofResult(
        subject,
        Level.EXHAUSTED,
        f"the outcome of every position to size {seen.size} is known, and no theorem beyond: "
        f"{outcomes.count('P')} of the {len(outcomes)} positions are P-positions.",
        "exhaustion",
        seen.words,
        len(outcomes),
        reason=reason,
    )
