"""Explicit graphs that a larger way of solving the same game is held to.

Compact graphs and tables are quick, the explicit graph is the definition. So for every game that is
solved in a larger way some of it is solved the explicit way as well:

- as many of the sizes below the one asked for as one small explicit graph holds, beyond 32 not all;
- positions of a compact graph, with all that is reached from them: the farthest from the end whose
  explicit graph is small, and others;
- at most 200 single positions, spread over the whole, with their options.

There the arcs must be the same, and every quantity must be when it is asked for; outcomes and
Grundy values of the single positions must be those that the values of their options give; in loopy
games outcomes alone, for loopy values are not given by those of the options. This compares both
ways on the same rules; it proves nothing of positions at which nobody looked.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Iterator
from dataclasses import dataclass, replace
from itertools import chain
from random import Random
from typing import Any, cast

import numpy as np

from oracles import kernels
from oracles.compact import CompactGraph, build_compact
from oracles.compact_truth import CompactTruth
from oracles.declared import add_sizes, options_of
from oracles.errors import DisagreementError, SearchLimitError, brief
from oracles.graph import Builder
from oracles.grundy import mex
from oracles.limits import Watch
from oracles.rules import Game
from oracles.truth import Truth, Values
from oracles.vector_table import Board, TableTruth
from oracles.vectors import VectorGame

POSITIONS, ARCS = 2_000, 50_000  # of an explicit graph
LOOKED_AT, OPTIONS = 200, 250_000  # single positions, and options of all of them
_MORE, _ANYWHERE = 64, 4  # positions that are tried besides the farthest that fits
_MOST_FULL = 4  # how often there may be no room for one before the rest is left out


Single = dict[Hashable, list[Any]]  # single positions and their options, from the rules
Smaller = Callable[[int], Iterable[Hashable]]


@dataclass(frozen=True)
class Witness:
    """An explicit graph, and where the same positions stand in the larger way.

    Attributes
    ----------
    explicit
        The truth on the explicit graph.
    words
        What the positions are.
    other
        The truth on a compact graph of the same positions; None if they are part of what is held.
    """

    explicit: Truth
    words: str
    other: Truth | None = None


class Held(Truth):
    """Holds each quantity to explicit graphs when it is first asked for, and to its definition.

    Attributes
    ----------
    witnesses
        The explicit graphs.
    single
        Single positions, with their options.

    Raises
    ------
    DisagreementError
        If a quantity is not what it should be: the message names the first position.
    """

    witnesses: tuple[Witness, ...]
    single: Single

    @property
    def held_to(self) -> str:
        """What it was held to, in words."""
        graphs = " and ".join(witness.words for witness in self.witnesses)
        return f"held to the explicit graph on {graphs}"

    def _held(self, quantity: str, values: Values) -> Values:
        for witness in self.witnesses:
            found = values if witness.other is None else getattr(witness.other, quantity)
            for position, true in getattr(witness.explicit, quantity).items():
                self._compare(quantity, position, found[position], true, witness.words)
        if quantity == "outcomes" or (quantity == "grundy_values" and not self.game.loopy):
            words = f"{len(self.single)} positions and their options"
            for position, options in self.single.items():
                if options:
                    true = _by_definition(quantity, [values[option] for option in options])
                    self._compare(quantity, position, values[position], true, words)
        return values

    def _compare(
        self, quantity: str, position: Hashable, found: object, true: object, words: str
    ) -> None:
        if found != true:
            raise DisagreementError(
                f"{brief(self.game)}: in the {quantity} of {words}, {brief(position)} has "
                f"{brief(true)}, and {brief(found)} the larger way; take a smaller size, and "
                "report this with the rules"
            )


def _by_definition(quantity: str, values: list[Any]) -> Any:
    """Return the outcome or Grundy value of a position whose options have these."""
    if quantity == "grundy_values":
        return mex(values)
    return next((found for option, found in (("P", "N"), ("D", "D")) if option in values), "P")


class HeldCompact(Held, CompactTruth):
    """The truth on a compact graph, held to explicit ones."""

    @property
    def held_to(self) -> str:
        """What it was held to, in words, and whose options were made on rows."""
        words, made = super().held_to, self.graph.on_rows
        return f"{words}; the options of {made} positions were made in arrays" if made else words


class HeldTable(Held, TableTruth):
    """The truth on the tables of a vector game, held to explicit graphs."""


def held_compact(game: Game[Any], graph: CompactGraph, size: int, smaller: Smaller) -> HeldCompact:
    """Return the truth on a compact graph, with the explicit graphs that it is held to.

    Parameters
    ----------
    game, graph
        The rules and their compact graph.
    size, smaller
        The size that the graph is of, and what gives the starting positions of smaller sizes.

    Raises
    ------
    DisagreementError
        If some options are not the same.
    SearchLimitError
        If there is nothing to compare it with.
    """
    truth = HeldCompact(game, graph)
    truth.single = _single(game, graph, len(graph))
    for position, options in truth.single.items():
        _require_same(game, position, graph.options_of[position], set(options))
    truth.witnesses = (
        *(_with_arcs(witness) for witness in _smaller(game, size, smaller)),
        *_within(game, graph),
    )
    if not truth.witnesses and len(graph):
        raise SearchLimitError(
            f"size={size}: no position of {brief(game)} leads to fewer than {POSITIONS} others, so "
            "the compact graph can be compared with nothing; take a smaller size"
        )
    return truth


def held_table(game: Game[Any], size: int) -> HeldTable:
    """Return the truth on tables of a vector game, with the explicit graphs that it is held to.

    Parameters and errors as of :func:`held_compact`; the game is one that has tables.
    """
    truth = HeldTable(cast(VectorGame, game), size)
    truth.single = _single(game, truth.graph, truth.graph.cells)
    # A table has all smaller sizes, so it is itself compared.
    truth.witnesses = tuple(_smaller(game, size, game.start))
    return truth


def _single(game: Game[Any], graph: CompactGraph | Board, numbers: int) -> Single:
    """Return positions all over what is solved, with their options, as far as there is room."""
    spread = np.unique(np.linspace(0, numbers - 1, min(numbers, LOOKED_AT)).astype(np.int64))
    positions = graph.unpacked(np.array(Random(0).sample(spread.tolist(), len(spread)), np.int64))
    single: Single = {}
    room, at = OPTIONS, None
    with Watch(lambda: f"options of {brief(at)} in {brief(game)}", moved=lambda: len(single)):
        for at in positions:
            options = options_of(game, at) if at in graph else []
            if at in graph and len(options) <= room:
                room -= len(options)
                single[at] = options
    return single


def _with_arcs(witness: Witness) -> Witness:
    """Return a witness that has a compact graph of its own, whose arcs are the same."""
    game, explicit = witness.explicit.game, witness.explicit
    graph = build_compact(game, list(explicit.positions))
    _require_arcs(game, explicit, graph)
    return replace(witness, other=CompactTruth(game, graph))


def _require_arcs(game: Game[Any], explicit: Truth, graph: CompactGraph) -> None:
    for position, options in explicit.graph.options_of.items():
        if position not in graph:
            _refuse(game, position, "the compact graph does not have it")
        _require_same(game, position, graph.options_of[position], set(options))


def _require_same(game: Game[Any], position: Hashable, options: list[Any], given: set[Any]) -> None:
    if len(options) != len(given) or set(options) != given:
        _refuse(game, position, "its options in the compact graph are not those of the rules")


def _refuse(game: Game[Any], position: Hashable, problem: str) -> None:
    raise DisagreementError(
        f"{brief(game)}: {brief(position)}: {problem}; take a smaller size, and report this with "
        "the rules"
    )


def _smaller(game: Game[Any], size: int, smaller: Smaller) -> Iterator[Witness]:
    """Give the explicit graph of as many smaller sizes as it holds."""
    builder = Builder(game, limit=POSITIONS, arc_limit=ARCS)
    sizes, _ = add_sizes(builder, smaller, below=size)
    if positions := len(builder.graph):
        words = f"all {positions} positions of sizes to {sizes[-1]}"
        if (left_out := _left_out(builder, sizes, smaller)) is not None:
            words = f"{positions} positions of sizes to {left_out - 1} and some to {sizes[-1]}"
        yield Witness(Truth(game, builder.graph), words)


def _left_out(builder: Builder, sizes: list[int], smaller: Smaller) -> int | None:
    """Return the least size that was passed over and is not there as a whole, if there is one."""
    passed_over: set[int] = {*range(sizes[-1])} - {*sizes}
    for size in sorted(passed_over):
        try:
            is_there = all(position in builder.graph for position in smaller(size))
        except SearchLimitError:
            is_there = False
        if not is_there:
            return size
    return None


def _within(game: Game[Any], graph: CompactGraph) -> Iterator[Witness]:
    """Give positions of a compact graph with all that is reached from them.

    First the farthest from the end that is tried and fits, then more until there is no room.
    """
    order = kernels.backward_order(graph.first, *graph.turned_round)
    builder = Builder(game, limit=POSITIONS, arc_limit=ARCS)
    farthest = len(order) - 1
    while farthest > 0 and not _fits(builder, graph, order[farthest]):
        farthest //= 2
    near = np.linspace(0, min(2 * farthest, len(order) - 1), _MORE).astype(np.int32)
    anywhere = np.linspace(0, len(graph) - 1, _ANYWHERE).astype(np.int32)
    full = 0
    for number in chain(order[near][::-1] if len(order) else (), anywhere):
        full += not _fits(builder, graph, number)
        if full == _MOST_FULL:
            break
    if len(builder.graph):
        explicit = Truth(game, builder.graph)
        _require_arcs(game, explicit, graph)
        yield Witness(explicit, f"{len(builder.graph)} positions of the graph")


def _fits(builder: Builder, graph: CompactGraph, number: int) -> bool:
    """Add a position with all that is reached from it, if there is room."""
    try:
        builder.add(graph.unpacked(np.array([number])))
    except SearchLimitError:
        return False
    return True
