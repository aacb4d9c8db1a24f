"""Outcome search, and the table of positions that a search came to.

A position stands here by its canonical form, once; if the game declares components and its sums
have nim sums for values (:mod:`oracles.search.nimbers`), only connected components stand here, and
an option is a tuple of these. Options are asked for when a position is first opened, and given up
when its value is known.

A search goes deep without a deep stack of calls: it is written as a generator that yields what it
would call, and goes on when that has run to its end (:func:`run`).

What is declared is checked (:mod:`oracles.declarations`) at the position that is asked about, and
at some of those that are opened: the first 64 and every 64th, each with one option, a sum if there
is one.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterator, Sized
from contextlib import AbstractContextManager
from dataclasses import dataclass
from functools import lru_cache
from operator import attrgetter
from random import Random
from typing import Any

from oracles.declarations import check_declared
from oracles.errors import OracleError, RulesError, SearchLimitError, brief, said
from oracles.limits import showing
from oracles.rule_contracts import POSITION_LIMIT, final_outcome_of, is_asked_again, options_of
from oracles.rules import Game, Outcome, Rules, outcome_of

_NUMBER = attrgetter("number")
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


class OutcomeSearch:
    """Finds outcomes, and keeps all positions that it came to.

    A position is searched as a whole: it is an N-position as soon as one option is found to be a
    P-position, a draw if none is and one is a draw, and else a P-position.

    >>> from oracles.heaps import octal
    >>> search = OutcomeSearch(octal("0.77", misere=True), limit=1000)
    >>> [search.outcome((n,)) for n in range(1, 6)]
    ['P', 'N', 'N', 'P', 'N']
    """

    in_components = False  # whether positions are taken apart

    def __init__(self, game: Game[Any], *, limit: int = POSITION_LIMIT) -> None:
        self.game, self.limit = game, limit
        self.opened = self._moved = 0  # positions whose options were asked for; options
        self.checked: set[Hashable] = set()  # where what is declared was checked
        self._nodes: dict[Hashable, Node] = {}
        self._plain = not overrides(game, "canonical")
        by_form = lru_cache(_REMEMBERED)(lambda position: self._node(game.canonical(position)))
        self._named: Callable[[Any], Node] = self._node if self._plain else by_form
        self._chance = Random(0)  # the same each time

    def __len__(self) -> int:
        """Return how many positions were come to."""
        return len(self._nodes)

    def outcome(self, position: Hashable) -> Outcome:
        """Return the outcome of a position.

        :class:`RulesError` if the rules do not keep what they promise, :class:`SearchLimitError` if
        the limit is passed.
        """
        run(self._decide(self.sum_of(position)))
        return self.known_outcome(position)  # type: ignore[return-value]  # it is known now

    def known_outcome(self, position: Hashable) -> Outcome | None:
        """Return the outcome if it needs no search, else None."""
        return self.sum_of(position)[0].outcome

    def _decide(self, components: Components) -> Steps:
        """Find the outcome of a sum."""
        (node,) = components
        if node.outcome is None:
            yield self.below(node, self._search(node))

    def _search(self, node: Node) -> Steps:
        options = [option for (option,) in self.options(node)]
        if not options:
            node.outcome = final_outcome_of(self.game, node.form)
            return
        for option in options if all(each.outcome != "P" for each in options) else ():
            yield from self._decide((option,))
            if option.outcome == "P":
                break
        node.outcome = outcome_of(option.outcome for option in options if option.outcome)
        node.options = None

    def sum_of(self, position: Hashable) -> Components:
        """Return the components of a position, or itself alone if it is not taken apart."""
        if not self.in_components:
            return (self._named(position),)
        return tuple(sorted(map(self._named, self.game.components(position)), key=_NUMBER))

    def check(self, *positions: Hashable) -> None:
        """Check what is declared of positions and their components, unless that was done."""
        if self.in_components or not self._plain:
            new = [position for position in positions if position not in self.checked]
            check_declared(self.game, new, in_components=self.in_components)
            self.checked.update(new)

    def options(self, node: Node) -> list[Components]:
        """Return the options of a position, each once; asked for the first time if need be."""
        self._moved += 1
        if node.options is None:
            self.opened += 1
            given = options_of(self.game, node.form, self.opened)
            self._moved += len(given)
            try:
                found = list(map(self.sum_of, given))
            except (MemoryError, OracleError):
                raise
            except Exception as error:  # whatever the user's rules raise
                where = f"components or canonical form of an option of {brief(node.form)}"
                raise RulesError(f"{where} in {brief(self.game)}: {said(error)}") from error
            if is_asked_again(self.opened):
                sums = [o for o, parts in zip(given, found, strict=True) if len(parts) > 1]
                self.check(node.form, *map(self._chance.choice, [sums or given] if given else []))
            node.options = sorted(dict.fromkeys(found), key=_largest)
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
        try:
            yield from steps
        finally:
            node.is_open = False

    def shown(self) -> AbstractContextManager[None]:
        """Let a display of progress show how far the search is."""
        return showing(lambda: f"{len(self)} positions, {self._moved} options looked at")

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


def overrides(game: Rules[Any], method: str) -> bool:
    """Whether a game has a method of its own in place of that of all rules."""
    return getattr(getattr(game, method), "__func__", None) is not getattr(Rules, method)


def _largest(option: Components) -> int:
    return max([node.extent for node in option], default=0)
