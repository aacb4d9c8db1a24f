"""Solving a game: the truth on all positions that are reached.

Up to ``EXPLICIT_POSITIONS`` and ``EXPLICIT_ARCS`` on the explicit graph, which is the definition;
beyond that on a compact graph of the same game (:mod:`oracles.compact`); and for vector games
beyond ``POSITION_LIMIT``, if the limit is set higher, in tables. The same questions are asked of
all: :class:`oracles.truth.Truth`.
"""

from __future__ import annotations

from collections.abc import Collection, Hashable
from contextlib import suppress
from typing import Any, cast

from oracles.errors import SearchLimitError
from oracles.graph import Progress, build_from
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

EXPLICIT_POSITIONS, EXPLICIT_ARCS = 20_000, 200_000


def solve(
    game: Game[Any],
    size: int,
    *,
    limit: int = POSITION_LIMIT,
    arc_limit: int = ARC_LIMIT,
    progress: Progress | None = None,
) -> Truth:
    """Return the truth on all positions of ``game`` that are reached at ``size``.

    Parameters and errors as in :func:`oracles.graph.build`; and
    :class:`~oracles.errors.DisagreementError` if spot checks of a larger way fail
    (:mod:`oracles.spot_checks`). Tables have no arcs, so ``arc_limit`` is nothing to them.

    Examples
    --------
    >>> from oracles.games.stone_game import StoneGame
    >>> solve(StoneGame(), 3).outcome((1, 3, 3))
    'P'
    """
    check_game(game)
    check_limits(size=size, limit=limit, arc_limit=arc_limit)
    if limit > POSITION_LIMIT and (known_number(game, size) or 0) > POSITION_LIMIT:
        from oracles.vector_table import TableTruth, has_table  # numba is slow to import

        if has_table(game):
            refuse_known(game, size, limit)
            return TableTruth(cast(VectorGame, game), size)
    return solve_from(
        game,
        starts(game, size, limit),
        size,
        limit=limit,
        arc_limit=arc_limit,
        progress=progress,
    )


def starts(game: Game[Any], size: int, limit: int = POSITION_LIMIT) -> Collection[Hashable]:
    """Return the starting positions; a large box of a text in the language of moves, as rows."""
    if (
        isinstance(game, MoveGame)
        and type(game).start is MoveGame.start
        and "start" not in vars(game)
        and sum((size + 1) ** len(names) for names in game.states.values()) > EXPLICIT_POSITIONS
        and game.is_plain()
    ):
        from oracles.moves.vectorized import Box  # numpy is slow to import
        from oracles.position_index import DoesNotFitError

        refuse_known(game, size, limit)
        with suppress(DoesNotFitError):
            return Box(game, size, limit)
    return starting_positions(game, size, limit)


def solve_from(
    game: Game[Any],
    positions: Collection[Hashable],
    size: int,
    *,
    limit: int = POSITION_LIMIT,
    arc_limit: int = ARC_LIMIT,
    progress: Progress | None = None,
) -> Truth:
    """Return the truth on all that is reached from ``positions``, as :func:`solve` does.

    Parameters
    ----------
    game, positions
        The rules, and the positions to begin from.
    size
        The size that they are of.
    limit, arc_limit, progress
        As of :func:`oracles.graph.build`.
    """
    check_game(game)
    limits = {"limit": limit, "arc_limit": arc_limit}
    check_limits(size=size, **limits)
    small = {
        "limit": min(limit, EXPLICIT_POSITIONS),
        "arc_limit": min(arc_limit, EXPLICIT_ARCS),
    }
    if max(len(positions), known_number(game, size) or 0) <= small["limit"]:
        try:
            return Truth(game, build_from(game, positions, **small, progress=progress))
        except SearchLimitError:
            if small == limits:
                raise
    from oracles.compact import build_compact  # numba is slow to import
    from oracles.compact_truth import CompactTruth

    graph = build_compact(game, positions, limit=limit, arc_limit=arc_limit, progress=progress)
    return CompactTruth(game, graph)
