"""What the proofs promise: from values, rules or a code to a theorem."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING, Any

from benchmarks.command import TUTORIAL, run_file
from benchmarks.measure import Promise

if TYPE_CHECKING:
    from research.proving.claiming import Theorem


@cache
def _blackboard() -> tuple[Any, dict[str, Any]]:
    """Return the formulas, and for each control state which r < 512 lose in the explicit graph."""
    import numpy as np

    from oracles.solve import solve
    from research.logic.kernel import Place

    encoding = _theorem("binary-blackboard").formulas
    outcomes = solve(encoding.game, 511).outcomes
    values = {
        state: np.array([outcomes[encoding.written(Place(state, (r,)))] == "P" for r in range(512)])
        for state in encoding.rules.coordinates
    }
    return encoding.rules, values


def _theorem(study: str) -> Theorem:
    from research.resolving.loading import load_study

    theorems = (claim.theorem for claim in load_study(study).claims)
    return next(theorem for theorem in theorems if theorem is not None)


def blackboard() -> int:
    """Go from the oracle's values for r < 512 to the proof of both losing sets."""
    from research.logic.kernel import prove_kernel
    from research.logic.synthesis import synthesised

    rules, values = _blackboard()
    found = {state: synthesised(data, names=["r"]) for state, data in values.items()}
    criterion = {state: candidate.automaton for state, candidate in found.items() if candidate}
    return int(prove_kernel(rules, criterion).proved)


def wythoff() -> int:
    """Go from the rules alone to the theorem."""
    from oracles.vectors import VectorGame
    from research.conjectures.prove import prove_rules

    return int(prove_rules(VectorGame([(1, 0), (0, 1), (1, 1)])).proved)


PROMISES = [
    Promise("blackboard: both sets, from values to proof", blackboard, at_most_seconds=0.05),
    Promise("Wythoff: from rules to proof", wythoff, at_most_seconds=5),
    Promise(
        "grundwork prove of the tutorial's file",
        lambda: run_file("prove", TUTORIAL, 1),
        expected=0,
        at_most_seconds=4.5,
    ),
]
