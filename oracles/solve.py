"""Solving a game: the truth on all positions that are reached.

The options of large graphs are made in arrays where the rules are of a form for it
(:mod:`oracles.vectorized`). Vector games beyond ``POSITION_LIMIT``, if the limit is set higher, are
solved in tables. The same questions are asked of all: :class:`oracles.truth.Truth`.
"""

from __future__ import annotations

from contextlib import suppress
from typing import Any, cast

from oracles.errors import SearchLimitError
from oracles.graph import build_from
from oracles.moves import MoveGame
from oracles.rule_contracts import (
    ARC_LIMIT,
    POSITION_LIMIT,
    check_game,
    check_limits,
    known_number,
    refuse_known,
    starting_positions,
)
from oracles.rules import Game
from oracles.truth import Truth
from oracles.vectors import VectorGame

SMALL, SMALL_ARCS = 20_000, 200_000  # positions and arcs of a graph that needs no arrays


def solve(
    game: Game[Any], size: int, *, limit: int = POSITION_LIMIT, arc_limit: int = ARC_LIMIT
) -> Truth:
    """Return the truth on all positions of ``game`` that are reached at ``size``.

    Parameters and errors as in :func:`oracles.graph.build`; and
    :class:`~oracles.errors.DisagreementError` if spot checks fail (:mod:`oracles.truth`).
    Tables have no arcs, so ``arc_limit`` is nothing to them.

    Examples
    --------
    >>> from oracles.games.stone_game import StoneGame
    >>> solve(StoneGame(), 3).outcome((1, 3, 3))
    'P'
    """
    check_game(game)
    check_limits(size=size, limit=limit, arc_limit=arc_limit)
    known = known_number(game, size) or 0
    if limit > POSITION_LIMIT and known > POSITION_LIMIT:
        from oracles.vector_table import TableTruth, has_table  # numba is slow to import

        if has_table(game):
            refuse_known(game, size, limit)
            return TableTruth(cast(VectorGame, game), size)
    positions = starting_positions(game, size, limit)
    if isinstance(game, MoveGame):
        small = {"limit": min(limit, SMALL), "arc_limit": min(arc_limit, SMALL_ARCS)}
        with suppress(SearchLimitError):
            if max(len(positions), known) <= SMALL:
                return Truth(game, build_from(game, positions, **small))
        from oracles.vectorized import build_vectorized  # numba is slow to import

        graph = build_vectorized(game, positions, limit=limit, arc_limit=arc_limit)
        if graph is not None:
            return Truth(game, graph)
    return Truth(game, build_from(game, positions, limit=limit, arc_limit=arc_limit))
