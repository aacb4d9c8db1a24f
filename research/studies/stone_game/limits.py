"""The stone game's solver at the ends of its ranges: just there, with the largest piles lowered.

The tables that the criterion looks positions up in end at powers of two, the last one at the
largest pile. Lowered, that end lies within the graph.
"""

from __future__ import annotations

from typing import Any

from fast import stone_game as solver
from fast.errors import InputError
from oracles.games.stone_game import Piles
from research.claims.finite import agree_on_all
from research.studies.stone_game.agreements import (
    BOUND,
    limits,
    positions_in_some_order,
    study,
    true_answer,
    true_criterion,
    true_p_positions,
)

LARGEST = 20  # between the powers of two 16 and 32, and below the bound of the graph
REFUSED_ABOVE = f"answered up to {LARGEST}, refused above"


def answer_within(limit: int, what: str = "sum") -> int | None:
    """Sum or number from the graph, if the limit is in the lowered range."""
    return true_answer(limit, what) if limit <= LARGEST else None


def p_positions_within(limit: int) -> list[Piles] | None:
    """P-positions from the graph, if the limit is in the lowered range."""
    return true_p_positions(limit) if limit <= LARGEST else None


def criterion_within(position: Piles) -> bool | None:
    """What the graph says, if all piles are in the lowered range."""
    return true_criterion(position) if max(position) <= LARGEST else None


def agree_about(
    fast: Any, oracle: Any, constant: str, cases: Any, always: Any, **more: Any
) -> None:
    """Add the agreement on both sides of the end of a range, lowered."""
    agree_on_all(
        study,
        fast,
        oracle,
        f"all to {BOUND}, with {constant} lowered: {REFUSED_ABOVE}",
        cases,
        lowered={f"fast.stone_game.{constant}": LARGEST},
        refusal=InputError,
        truth="the graph",
        controls={"refuses nothing": always},
        **more,
    )


def answer_always(limit: int, what: str = "sum", **_: Any) -> int:
    """A wrong twin: it answers beyond the range too."""
    return true_answer(limit, what)


for algorithm, largest in (("packed", "LARGEST_PILE"), ("tables", "LARGEST_LIMIT_OF_TABLES")):
    agree_about(
        solver.answer,
        answer_within,
        largest,
        lambda: limits(BOUND),
        answer_always,
        fixed={"algorithm": algorithm},
    )
agree_about(
    solver.p_positions,
    p_positions_within,
    "LARGEST_LIMIT_OF_LIST",
    lambda: [{"limit": n} for n in range(BOUND + 1)],
    true_p_positions,
)
agree_about(
    solver.criterion,
    criterion_within,
    "LARGEST_PILE",
    positions_in_some_order,
    true_criterion,
)
