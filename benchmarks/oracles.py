"""What is promised of explicit graphs: arcs a second, and memory.

This comes first in the run, because the memory of a row is the most that the process has held
until then.
"""

from __future__ import annotations

from functools import cache

from benchmarks.measure import Promise
from oracles.games.binary_blackboard import BinaryBlackboard
from oracles.games.stone_game import StoneGame
from oracles.rules import Game
from oracles.solve import solve

ARCS_A_SECOND = 400_000


def _solved(game: Game, size: int) -> tuple[int, int]:  # type: ignore[type-arg]
    """Build and solve; return the number of arcs and of P-positions."""
    truth = solve(game, size)
    return truth.graph.number_of_edges(), len(truth.p_positions)


@cache
def _arcs(game: Game, size: int) -> int:  # type: ignore[type-arg]
    return _solved(game, size)[0]


def _promise(name: str, game: Game, size: int) -> Promise:  # type: ignore[type-arg]
    arcs = _arcs(game, size)
    return Promise(
        f"explicit graph of the {name}, {arcs} arcs, built and solved",
        fast=lambda: _solved(game, size),
        at_most_seconds=arcs / ARCS_A_SECOND,
        at_most_mebibytes=600,
    )


PROMISES = [
    _promise("stone game to 37", StoneGame(), 37),
    _promise("blackboard to 710", BinaryBlackboard(), 710),
]
