"""What all searches share: the positions that they came to, and what is known of each.

A position stands here by its canonical form, once; if the game declares components and its sums
have nim sums for values, only connected components stand here, and an option is a tuple of these.
Options are asked for when a position is first opened, and given up when its value is known. Limits
on positions and on seconds are looked at as positions come in and as they are opened.

A search goes deep without a deep stack of calls: it is written as a generator that yields what it
would call, and goes on when that has run to its end (:func:`run`).

The position that is asked about, and some of those that are opened, are checked
(:mod:`oracles.declaration_checks`).
"""

from __future__ import annotations

import time
from abc import ABC, abstractmethod
from collections.abc import Callable, Hashable, Iterator, Sized
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from oracles.declaration_checks import SpotChecks
from oracles.errors import (
    OracleError,
    ResourceLimitError,
    RulesError,
    SearchLimitError,
    brief,
    said,
)
from oracles.limits import Watch
from oracles.rule_contracts import POSITION_LIMIT, options_of
from oracles.rules import Game, Outcome, Rules

_REMEMBERED = 100_000  # positions as the rules write them, with what stands for each

Components = tuple["Node", ...]  # an option, as a sum
Steps = Iterator[Any]  # each step is again Steps


def run(search: Steps) -> None:
    """Run a search to its end.

    >>> def down(n):
    ...     if n:
    ...         yield down(n - 1)
    ...     else:
    ...         print("at the end")
    >>> run(down(10**5))
    at the end
    """
    waiting = [search]
    while waiting:
        deeper = next(waiting[-1], None)
        if deeper is None:
            waiting.pop()
        else:
            waiting.append(deeper)


@dataclass(slots=True, eq=False)
class Node:
    """What is known of one position, in its canonical form; ``number`` were met before it."""

    form: Hashable
    number: int
    value: int = -1  # its Grundy value, once it is known
    excluded: int = 0  # values that it does not have, as bits: 0b101 for neither 0 nor 2
    outcome: Outcome | None = None  # where that is searched for without values
    options: list[Components] | None = None  # in the order in which to try them
    is_open: bool = False  # whether the search is on its way below it
    extent: int = 0  # the smaller are tried first

    def __post_init__(self) -> None:
        size = len(self.form) if isinstance(self.form, Sized) else self.form
        self.extent = abs(size) if isinstance(size, int) else 0


class Search(ABC):
    """A search, with all positions that it came to.

    Parameters
    ----------
    game
        The rules.
    limit
        The largest number of positions.
    seconds
        How long it may take; None for as long as it takes.

    Attributes
    ----------
    in_components
        Whether positions are taken apart.
    opened
        How many positions' options were asked for.
    checks
        What was checked beyond the small graph.
    """

    in_components = False

    def __init__(
        self, game: Game[Any], *, limit: int = POSITION_LIMIT, seconds: float | None = None
    ) -> None:
        self.game, self.limit, self.seconds = game, limit, seconds
        self.opened = self._moved = 0
        self.checks = SpotChecks(game, components=self.in_components)
        self._begun = time.monotonic()
        self._nodes: dict[Hashable, Node] = {}
        self._plain = type(game).canonical is Rules.canonical
        by_form = lru_cache(_REMEMBERED)(lambda position: self._node(game.canonical(position)))
        self._named: Callable[[Any], Node] = self._node if self._plain else by_form
        self._at: Hashable = None

    def __len__(self) -> int:
        """Return how many positions were come to."""
        return len(self._nodes)

    def outcome(self, position: Hashable) -> Outcome:
        """Return the outcome of a position.

        Raises
        ------
        RulesError
            If the rules fail, or do not keep what they promise.
        SearchLimitError, ResourceLimitError
            If a limit is passed.
        """
        run(self._decide(self.sum_of(position)))
        return self.known_outcome(position)  # type: ignore[return-value]  # it is known now

    @abstractmethod
    def known_outcome(self, position: Hashable) -> Outcome | None:
        """Return the outcome if it needs no search, else None."""

    @abstractmethod
    def _decide(self, components: Components) -> Steps:
        """Find the outcome of a sum."""

    def sum_of(self, position: Hashable) -> Components:
        """Return the components of a position, or the position alone if it is not taken apart."""
        try:
            if not self.in_components:
                return (self._named(position),)
            nodes = map(self._named, self.game.components(position))
            return tuple(sorted(nodes, key=lambda node: node.number))
        except (MemoryError, OracleError):
            raise
        except Exception as error:  # whatever the user's rules raise
            where = f"components or canonical form of {brief(position)} in {brief(self.game)}"
            raise RulesError(f"{where}: {said(error)}") from error

    def check(self, position: Hashable) -> None:
        """Check what is declared of a position that is asked about."""
        if self.in_components or not self._plain:
            self.checks.check(position)

    def options(self, node: Node) -> list[Components]:
        """Return the options of a position, each once; asked for the first time if need be."""
        self._moved += 1
        if node.options is None:
            self.opened += 1
            self._at = node.form
            if self.seconds is not None and time.monotonic() - self._begun > self.seconds:
                raise ResourceLimitError(
                    f"not found in {self.seconds:g} seconds, in which the options of {self.opened} "
                    f"positions of {brief(self.game)} were looked at; allow more seconds, or ask "
                    "about a smaller position"
                )
            given = options_of(self.game, node.form, self.opened)
            if self.in_components or not self._plain:
                self.checks.opened(node.form, given)
            self._moved += len(given)
            node.options = sorted(dict.fromkeys(map(self.sum_of, given)), key=_largest)
        return node.options

    def below(self, node: Node, steps: Steps) -> Steps:
        """Go on below a position; play must not be on its way below it already."""
        if node.is_open:
            raise RulesError(
                f"play may never end from {brief(node.form)}, which comes back in the game "
                f"{brief(self.game)}; mend options, components or canonical, or declare the game "
                "loopy"
            )
        node.is_open = True
        yield from steps
        node.is_open = False

    def watch(self) -> Watch:
        """Return what watches over the search."""
        return Watch(
            lambda: f"options and components of {brief(self._at)} in {brief(self.game)}",
            moved=lambda: self._moved + len(self),
            shown=lambda: f"{len(self)} positions, {self.opened} opened",
        )

    def _node(self, form: Hashable) -> Node:
        node = self._nodes.get(form)
        if node is None:
            if len(self._nodes) >= self.limit:
                raise SearchLimitError(
                    f"more than {self.limit} positions: the search in {brief(self.game)} is too "
                    "large; ask about a smaller position, raise the limit, or declare symmetry "
                    "or components"
                )
            node = self._nodes[form] = Node(form, len(self._nodes))
        return node


def _largest(option: Components) -> int:
    return max((node.extent for node in option), default=0)
