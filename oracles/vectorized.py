"""The same graph with options that are made in arrays, where the rules are of a form for it.

Heaps, each replaced by what the rule says of its size, strips, a piece of which is rewritten
(:mod:`oracles.replacing`), and texts in the language of moves (:mod:`oracles.moves.vectorized`)
have the options that the rules give, in the same order. Some 200 positions of a graph are compared
with the rules.
"""

from __future__ import annotations

from collections.abc import Collection, Hashable
from contextlib import suppress
from typing import Any

import numpy as np

from oracles import replacing
from oracles.errors import DisagreementError, brief
from oracles.graph import GameGraph, check_exploration, watch_exploration
from oracles.heaps import HeapGame
from oracles.limits import Watch
from oracles.moves import MoveGame
from oracles.moves.vectorized import Box, MoveOptions
from oracles.position_index import DoesNotFitError, RowIndex, VectorizedOptions
from oracles.rule_contracts import ARC_LIMIT, POSITION_LIMIT, options_of
from oracles.rules import Game, keeps_rules_of
from oracles.strips import StripGame
from oracles.truth import OPTIONS, spread

_TOGETHER = 64  # rows whose options are made at once, to begin with
_FEW_OPTIONS, _MANY_OPTIONS = 100_000, 400_000  # then more, or fewer, are taken together


def vectorized_options(
    game: Game[Any], positions: Collection[Hashable]
) -> VectorizedOptions | None:
    """Return what makes the options of a game in arrays, for all reached from ``positions``.

    None for a game whose rules are not of such a form, or may be others than its class says.

    >>> from oracles.heaps import octal
    >>> rules = vectorized_options(octal("0.77"), [(1, 3)])
    >>> rows, ends = rules.options(rules.rows([(1, 3), (3,)]))
    >>> rules.positions(rows), ends.tolist()
    ([(3,), (1, 2), (1, 1, 1), (1, 1), (2,), (1, 1), (1,)], [4, 7])
    """
    if isinstance(game, HeapGame):
        return replacing.heaps(game, positions) if keeps_rules_of(game, HeapGame) else None
    if isinstance(game, StripGame):
        return replacing.strips(game, positions) if keeps_rules_of(game, StripGame) else None
    if isinstance(game, MoveGame) and game.is_plain():
        with suppress(DoesNotFitError):
            return MoveOptions(game)
    return None


def build_vectorized(
    game: Game[Any],
    positions: Collection[Hashable],
    *,
    limit: int = POSITION_LIMIT,
    arc_limit: int = ARC_LIMIT,
) -> GameGraph | None:
    """Build the graph of all that is reached from ``positions``; None where that cannot be done.

    Parameters and errors as of :func:`oracles.graph.build`, and
    :class:`~oracles.errors.DisagreementError` if options are not those of the rules. Takes a tenth
    of the time, and some tens of bytes a position.

    >>> from oracles.heaps import octal
    >>> build_vectorized(octal("0.77"), [(9,)])
    <GameGraph: 42 positions, 187 arcs>
    """
    rules = vectorized_options(game, positions)
    if rules is None:
        return None
    with suppress(DoesNotFitError):
        rows = positions.rows if isinstance(positions, Box) else rules.rows(list(positions))
        graph = _Exploration(game, rules, limit, arc_limit).graph(rows)
        _compare(game, graph)
        return graph
    return None


class _Exploration:
    """Makes the options of many positions at once, in the order in which they are met."""

    def __init__(
        self, game: Game[Any], rules: VectorizedOptions, limit: int, arc_limit: int
    ) -> None:
        self.game, self.rules, self.limit, self.arc_limit = game, rules, limit, arc_limit
        self.arcs = self.explored = self.met = 0
        self.at: Hashable = None

    def __len__(self) -> int:
        return self.met

    def graph(self, rows: Any) -> GameGraph:
        """Return the graph of all that is reached from the positions with some rows."""
        index = RowIndex(self.rules, rows.shape[1])
        first, options = [np.zeros(1, np.int64)], [np.empty(0, np.int32)]
        together = _TOGETHER
        with watch_exploration(self):
            index.add(rows)
            self.met = len(index)
            check_exploration(self)
            while self.explored < self.met:
                some = index.rows[self.explored : self.explored + together]
                (self.at,) = self.rules.positions(some[:1])
                found, ends = self.rules.options(some)
                numbers = index.add(found)
                self.met = len(index)
                of = np.repeat(np.arange(len(some)), np.diff(ends, prepend=0))
                kept = np.sort(np.unique(of * self.met + numbers, return_index=True)[1])
                options.append(numbers[kept])
                first.append(np.cumsum(np.bincount(of[kept], minlength=len(some))) + self.arcs)
                self.explored += len(some)
                self.arcs += len(kept)
                check_exploration(self)
                if len(found) < _FEW_OPTIONS:
                    together = min(2 * together, _FEW_OPTIONS)
                elif len(found) > _MANY_OPTIONS:
                    together = max(together // 2, 1)
        return GameGraph(index, np.concatenate(first), np.concatenate(options))


def _compare(game: Game[Any], graph: GameGraph) -> None:
    """Compare the options of positions spread over a graph with the rules."""
    room, at = OPTIONS, None
    with Watch(lambda: f"options of {brief(at)} in {brief(game)}", moved=lambda: room):
        for at in spread(graph.index, len(graph)):
            options, known = options_of(game, at), graph.options_of[at]
            if len(known) != len(options) or set(known) != set(options):
                raise DisagreementError(
                    f"{brief(game)}: {brief(at)}: its options in arrays are not those of the "
                    "rules; take a smaller size, and report this with the rules"
                )
            room -= len(options)
            if room < 0:
                break
