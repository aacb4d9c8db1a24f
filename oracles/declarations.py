"""What rules declare beside the moves, symmetry and components, and how it is checked.

``canonical(position)`` gives one position that stands for all that are the same, and
``components(position)`` the positions whose *disjunctive sum* a position is: a move is made in
exactly one of them. The *parts* of a position are the canonical forms of its components, or its own
canonical form alone. What is declared is right if, at every position,

- every part is a position of the game, and its own only part;
- the options of the position, each as the multiset of its parts, are those that come from replacing
  one part by the parts of one of its options;
- where components count for nothing and there are no options, ``final_outcome`` is the same of the
  position and of its part.

Then the graph of the canonical forms has the same outcomes, Grundy values (finite and loopy),
genera, remoteness and suspense as the graph of all, for each of them is defined by those of the
options. The Grundy value of a position is the nim sum of the values of its parts (Sprague 1935,
Grundy 1939), under normal play that must end; in other games components count for nothing.

This is compared with the moves at all positions of the graph of small sizes (:func:`small_graph`)
before anything is believed that is computed with its help, and beyond at some positions.

References: A. N. Siegel, *Combinatorial Game Theory*, AMS 2013, sections II.1 and IV.1;
P. C. Kanellakis and S. A. Smolka, "CCS expressions, finite state processes, and three problems of
equivalence", Inform. and Comput. 86 (1990) 43-68 (options that are the same up to a relation).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable, Iterable, Iterator
from functools import cache
from itertools import chain
from typing import Any

from oracles.errors import RulesError, brief
from oracles.graph import Builder, GameGraph
from oracles.growing import DECLARE, Budget, Growing
from oracles.limits import showing
from oracles.rule_contracts import (
    ARC_LIMIT,
    POSITION_LIMIT,
    check_game,
    final_outcome_of,
    in_words,
    options_of,
    starting_positions,
)
from oracles.rules import Game, Player, Rules
from oracles.truth import SPOTS, Truth, spread

_LARGEST = 1000  # size, of a game that does not grow


def small_graph(game: Rules[Any], budget: Budget = DECLARE) -> tuple[GameGraph, int]:
    """Return the graph of as many sizes as the budget holds, and the largest of these sizes.

    Raises
    ------
    SearchLimitError
        If not even size 0 is within the budget, so that nothing could be compared.
    RulesError
        If the rules break what they promise, or give no position at any size.

    Examples
    --------
    >>> from oracles.vectors import nim
    >>> small_graph(nim(3))[1]
    15
    """
    grown = Growing(game, budget, largest=_LARGEST)
    if not len(grown):
        raise RulesError(f"{brief(game)} has no position to size {grown.size}; let start give some")
    return grown.graph, grown.size


def solve_quotient(
    game: Game[Any], size: int, *, limit: int = POSITION_LIMIT, arc_limit: int = ARC_LIMIT
) -> Truth:
    """Return the truth on the graph of canonical forms.

    Any position of the game may be asked about: what is true of its canonical form is true of it.
    Options and the positions of the graph are canonical forms. Parameters and errors are as of
    :func:`oracles.solve.solve`. :class:`~oracles.errors.RulesError` also if what is declared is
    wrong at a position of a small graph, or at some beyond: 200 starting positions, and options of
    200 forms.

    Examples
    --------
    >>> from oracles.vectors import VectorGame
    >>> class Wythoff(VectorGame):
    ...     def canonical(self, piles):
    ...         return tuple(sorted(piles))
    >>> truth = solve_quotient(Wythoff([(1, 0), (0, 1), (1, 1)], ordered=True), 9)
    >>> len(truth.positions), truth.outcome((5, 3)), truth.winning_options((5, 4))
    (55, 'P', [(3, 5), (1, 2)])
    """
    check_game(game, impartial=True)
    check_declared(game, small_graph(game)[0])
    starts = starting_positions(game, size, limit)
    builder = Builder(game, limit=limit, arc_limit=arc_limit, form=game.canonical)
    builder.add(starts)
    some = spread(builder.graph.index)
    options = (option for form in some for option in options_of(game, form))
    check_declared(game, chain(starts[:: len(starts) // SPOTS + 1], options))
    return Truth(game, builder.graph)


def check_declared(
    game: Rules[Any],
    positions: Iterable[Hashable],
    *,
    in_components: bool = False,
    player: Player = "",
) -> None:
    """Check by the definition above what a game declares.

    ``positions`` may be those of a graph; a partizan game is checked as a
    :class:`~oracles.partizan.PlayerToMoveGame`, its components for the moves of each ``player``.
    Components are checked if ``in_components``, and else canonical forms alone. Costs the options
    of each position and of its parts, and the parts of each of these.

    Raises
    ------
    RulesError
        At the first of the positions at which something is wrong; the message says what differs.

    Examples
    --------
    >>> from oracles.vectors import VectorGame
    >>> class Wythoff(VectorGame):
    ...     "Its two piles, as if no move took from both."
    ...     def components(self, piles):
    ...         return [(0, pile) for pile in piles if pile]
    >>> check_declared(Wythoff([(1, 0), (0, 1), (1, 1)]), [(1, 1)], in_components=True)
    Traceback (most recent call last):
    oracles.errors.RulesError: components((1, 1)) gives (0, 1) + (0, 1), but (1, 1) has the ...
    """
    checker = _Checker(game, in_components=in_components, player=player)
    with showing(lambda: f"{checker.parts.cache_info().currsize} positions checked"):
        for at in positions:
            checker.check(at)


class _Checker:
    """Checks one position after another; remembers what the rules have given."""

    def __init__(self, game: Rules[Any], *, in_components: bool, player: Player) -> None:
        self.game, self.in_components = game, in_components
        self.parts = cache(self._parts)
        self.options = cache(lambda position: options_of(game, position, player))

    def check(self, position: Hashable) -> None:
        """Check the parts of a position."""
        parts = self.parts(position)
        if parts == [position]:
            return
        method, sum_ = "components" if self.in_components else "canonical", _words(parts)
        says = f"{method}({brief(position)}) gives {sum_}"
        for part in parts:
            if self.parts(part) != [part]:
                own = f"{method}({brief(part)}) gives {_words(self.parts(part))}"
                raise RulesError(f"{says}, and {own}; let a part be its own only part")
        found = {_bag(self.parts(option)): brief(option) for option in self.options(position)}
        moves = {_bag(option): _words(option) for option in self._moves(parts)}
        for bag in (*found, *moves):
            if bag not in found or bag not in moves:
                has, lacks = (brief(position), sum_) if bag in found else (sum_, brief(position))
                raise RulesError(
                    f"{says}, but {has} has the option {(found | moves)[bag]}, and {lacks} has no "
                    "option that is the same"
                )
        if not found and not self.in_components:
            here, there = (final_outcome_of(self.game, each) for each in (position, *parts))
            if here != there:
                raise RulesError(f"{says}, but their final_outcome is {here!r} and {there!r}")

    def _parts(self, position: Hashable) -> list[Hashable]:
        given = self._given("components", position) if self.in_components else [position]
        return [form for each in given for form in self._given("canonical", each)]

    def _moves(self, parts: list[Hashable]) -> Iterator[list[Hashable]]:
        """Give what each move in one part leaves."""
        for place, part in enumerate(parts):
            for option in self.options(part) if part not in parts[:place] else ():
                yield parts[:place] + self.parts(option) + parts[place + 1 :]

    def _given(self, method: str, position: Hashable) -> list[Hashable]:
        """Return what a method of the rules gives; an error names the position."""
        with in_words(lambda: f"{method}({brief(position)})"):
            given = getattr(self.game, method)(position)
            found = [given] if method == "canonical" else list(given)
            for each in found:
                hash(each)
                if each is None or not self.game.contains(each):
                    raise RulesError(f"gives {brief(each)}: no position of {brief(self.game)}")
        return found


def _bag(parts: Iterable[Hashable]) -> frozenset[tuple[Hashable, int]]:
    """Return parts in no order: ((2,), (3,), (2,)) as {((2,), 2), ((3,), 1)}."""
    return frozenset(Counter(parts).items())


def _words(parts: Iterable[Hashable]) -> str:
    return " + ".join(map(brief, parts)) or "the empty sum"


def why_no_sums(game: Rules[Any]) -> str:
    """Say why sums of positions of the game have no nim sums for values; empty if they have."""
    if not isinstance(game, Game):
        return "is partizan"
    if game.misere:
        return "is played as misère play"
    if game.loopy:
        return "is declared loopy"
    return "names the winner by the final position" if game.names_winner_by_position() else ""
