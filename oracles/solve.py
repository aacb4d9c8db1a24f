"""Solving a game: the truth on all positions that are reached.

The options of a large graph of a text in the language of moves are made in arrays
(:mod:`oracles.moves.vectorized`), the same in the same order; some 200 positions of such a graph
are compared with the rules. Vector games beyond ``POSITION_LIMIT``, if the limit is set higher, are
solved in tables (:mod:`oracles.vector_table`). The same questions are asked of all:
:class:`oracles.truth.Truth`.
"""

from __future__ import annotations

from collections.abc import Collection, Hashable
from contextlib import suppress
from typing import Any

from oracles.errors import DisagreementError, SearchLimitError, brief
from oracles.graph import Builder, GameGraph, build_from
from oracles.growing import WITHOUT_ARRAYS
from oracles.index import DoesNotFitError
from oracles.moves import MoveGame
from oracles.rule_contracts import (
    ARC_LIMIT,
    POSITION_LIMIT,
    check_game,
    options_of,
    starting_positions,
    too_many,
)
from oracles.rules import Game, Rules
from oracles.truth import OPTIONS, Truth, spread
from oracles.vectors import VectorGame


def solve(
    game: Rules[Any], size: int, *, limit: int = POSITION_LIMIT, arc_limit: int = ARC_LIMIT
) -> Truth:
    """Return the truth on all positions of ``game`` that are reached at ``size``.

    In a partizan game by whatever moves: a position that turns would not lead to may be part of a
    sum.

    Parameters
    ----------
    game
        The rules, impartial or partizan.
    size
        Passed to ``game.start``; an integer of at least 0.
    limit, arc_limit
        The largest numbers of positions and of arcs. (Tables have no arcs.)

    Raises
    ------
    SearchLimitError
        If there are more.
    RulesError
        If the rules break what they promise: the message names the position.
    DisagreementError
        If spot checks fail (:mod:`oracles.truth`).

    Examples
    --------
    >>> from oracles.games.stone_game import StoneGame
    >>> solve(StoneGame(), 3).outcome((1, 3, 3))
    'P'
    """
    check_game(game)
    if limit > POSITION_LIMIT and isinstance(game, VectorGame):
        from oracles.vector_table import Board, TableTruth, has_table  # numba is slow to import

        if has_table(game) and Board(game, size).count > POSITION_LIMIT:
            if Board(game, size).count > limit:
                raise too_many(game, limit, "positions")
            return TableTruth(game, size)
    positions = starting_positions(game, size, limit)
    if isinstance(game, MoveGame):
        few, few_arcs = min(limit, WITHOUT_ARRAYS.positions), min(arc_limit, WITHOUT_ARRAYS.arcs)
        with suppress(SearchLimitError):
            return Truth(game, build_from(game, positions, limit=few, arc_limit=few_arcs))
        graph = build_vectorized(game, positions, limit=limit, arc_limit=arc_limit)
        if graph is not None:
            return Truth(game, graph)
    return Truth(game, build_from(game, positions, limit=limit, arc_limit=arc_limit))


def build_vectorized(
    game: Game[Any],
    positions: Collection[Hashable],
    *,
    limit: int = POSITION_LIMIT,
    arc_limit: int = ARC_LIMIT,
) -> GameGraph | None:
    r"""Build the graph of all that is reached from ``positions``; None where that cannot be done.

    Parameters and errors as of :func:`solve`, and
    :class:`~oracles.errors.DisagreementError` if options are not those of the rules. Takes a tenth
    of the time, and some tens of bytes a position.

    >>> nim = MoveGame("position play(x)\nmove play -> play(x - n) for n where 1 <= n & n <= x")
    >>> build_vectorized(nim, [9])
    <GameGraph: 10 positions, 45 arcs>
    """
    from oracles.moves.vectorized import MoveOptions

    with suppress(DoesNotFitError):
        if isinstance(game, MoveGame) and game.is_plain():
            builder = Builder(game, limit=limit, arc_limit=arc_limit, arrays=MoveOptions(game))
            builder.add(positions)
            _compare(game, builder.graph)
            return builder.graph
    return None


def _compare(game: Game[Any], graph: GameGraph) -> None:
    """Compare the options of positions spread over a graph with the rules."""
    room = OPTIONS
    for at in spread(graph.index):
        options, known = options_of(game, at), graph.options_of[at]
        if len(known) != len(options) or set(known) != set(options):
            raise DisagreementError(
                f"{brief(game)}: {brief(at)}: its options in arrays are not those of the "
                "rules; take a smaller size, and report this with the rules"
            )
        room -= len(options)
        if room < 0:
            break
