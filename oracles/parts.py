"""Parts: the components whose disjunctive sum a position is.

A position is the *disjunctive sum* of its parts if a move in it is a move in exactly one of them,
the others staying as they are. A game declares them by ``parts(position)``, and that is right if

- every part is a position of the game, and its own only part (it is *connected*);
- the options of a position, each as the multiset of its parts, are those that come from replacing
  one part by the parts of one of its options, all of them and no others.

Parts are compared by their canonical forms, where the game declares these too. Then the Grundy
value of a position is the nim sum of the values of its parts (Sprague 1935, Grundy 1939); the
values of the parts alone are computed by :mod:`oracles.part_values`.

References: A. N. Siegel, *Combinatorial Game Theory*, AMS 2013, section IV.1; E. R. Berlekamp,
J. H. Conway and R. K. Guy, *Winning Ways for your Mathematical Plays*, 2nd ed., ch. 4.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping
from functools import reduce
from operator import xor
from typing import TYPE_CHECKING, Any, TypeVar

from oracles.errors import RulesError, brief
from oracles.promises import options_of
from oracles.rules import Game

if TYPE_CHECKING:
    from oracles.graph import GameGraph

Vertex = TypeVar("Vertex", bound=Hashable)
_SHOWN = 8  # parts in a message
Bag = frozenset[tuple[Hashable, int]]  # {((2,), 1), ((3,), 2)}: parts, and how many of each


def components(
    vertices: Iterable[Vertex], neighbours: Callable[[Vertex], Iterable[Vertex]]
) -> list[frozenset[Vertex]]:
    """Return the connected components: the parts, where what is apart does not interact.

    Parameters
    ----------
    vertices
        All that there are, such as the free cells of a board.
    neighbours
        From a vertex to those beside it; those that are not there are passed over.

    Examples
    --------
    >>> row = components({1, 2, 5, 7, 6}, lambda n: (n - 1, n + 1))
    >>> sorted(map(sorted, row))
    [[1, 2], [5, 6, 7]]
    """
    left = dict.fromkeys(vertices)
    found = []
    while left:
        reached = [left.popitem()[0]]
        for vertex in reached:  # grows while it is walked
            for other in neighbours(vertex):
                if other in left:
                    del left[other]
                    reached.append(other)
        found.append(frozenset(reached))
    return found


def check_parts(
    game: Game[Any], graph: GameGraph, positions: Iterable[Hashable] | None = None
) -> None:
    """Hold ``game.parts`` to the definition above, at every position of an explicit graph.

    Parameters
    ----------
    game
        The rules. A ``canonical`` that they declare is to be checked first
        (:func:`oracles.symmetry.check_symmetry`).
    graph
        Its explicit graph, from :func:`oracles.graph.build`.
    positions
        Those of the graph that are looked at; all of them unless given.

    Raises
    ------
    RulesError
        At the first position at which it fails: the message names a move that is missing or too
        many, or the values that differ. Also where sums have no such values: under misère play,
        where play need not end, and where the final position names the winner.

    Notes
    -----
    Costs, at each position, the parts of its options and of the options of its parts.

    Examples
    --------
    >>> from oracles.graph import build
    >>> from oracles.vectors import VectorGame
    >>> class Wythoff(VectorGame):
    ...     "Its two piles, as if no move took from both."
    ...     def parts(self, piles):
    ...         return [(0, pile) for pile in piles if pile]
    >>> wythoff = Wythoff([(1, 0), (0, 1), (1, 1)])
    >>> check_parts(wythoff, build(wythoff, 1))
    Traceback (most recent call last):
    oracles.errors.RulesError: parts((1, 1)) gives (0, 1) + (0, 1), but one may move to (0, 0), ...
    """
    from oracles.graph import build_from
    from oracles.grundy import grundy_by_induction
    from oracles.limits import Watch
    from oracles.outcomes import backward_order, require_an_end

    require_sums(game)
    require_an_end(graph, backward_order(graph))
    checker = PartsChecker(game, graph.options_of)
    with Watch(checker.doing, moved=lambda: checker.checked):
        for position in graph if positions is None else positions:
            checker.check(position)
    parts = {part for each in checker.parts.values() for part in each}
    if any(part not in graph for part in parts):
        graph = build_from(game, [*graph, *parts])
    order = backward_order(graph)
    require_an_end(graph, order)
    values = grundy_by_induction(graph, order)
    for position, of_it in checker.parts.items():
        require_value(position, reduce(xor, (values[p] for p in of_it), 0), values[position])


def require_value(position: Hashable, by_parts: int, explicit: int) -> None:
    """Raise :class:`RulesError` unless the Grundy value by parts is that of the explicit graph."""
    if by_parts != explicit:
        raise RulesError(
            f"parts({brief(position)}): the Grundy value by parts is {by_parts}, and {explicit} on "
            "the explicit graph; mend parts or canonical"
        )


def require_sums(game: object) -> None:
    """Raise :class:`RulesError` unless sums of positions of the game have nim sums for values."""
    if not isinstance(game, Game):
        raise RulesError(f"game={brief(game)}: expected a Game, as Grundy values are of those")
    if what := why_no_sums(game):
        raise RulesError(
            f"{brief(game)} {what}: values by parts are those of normal play that must end; "
            "solve the game whole"
        )


def why_no_sums(game: Game[Any]) -> str:
    """Say why sums of positions of the game have no nim sums for values; empty if they have."""
    if game.misere:
        return "is played as misère play"
    if game.loopy:
        return "is declared loopy"
    return "names the winner by the final position" if game.names_winner_by_position() else ""


class PartsChecker:
    """Holds parts to their definition, one position after another.

    Parameters
    ----------
    game
        The rules.
    options
        Options that are known, as those of an explicit graph.
    """

    def __init__(self, game: Game[Any], options: Mapping[Hashable, Iterable[Hashable]]) -> None:
        self.game, self.options = game, options
        self.parts: dict[Hashable, list[Hashable]] = {}  # canonical, of all that were met
        self.checked = 0
        self._at: Hashable = None

    def doing(self) -> str:
        """Say what is being checked."""
        return f"the parts of {brief(self._at)} and its options in {brief(self.game)}"

    def check(self, position: Hashable) -> None:
        """Hold the parts of one position to the definition; errors as of :func:`check_parts`."""
        self._at = position
        self.checked += 1
        parts = self._parts(position)
        for part in parts:
            if self._parts(part) != [part]:
                raise RulesError(
                    f"parts({brief(position)}) has the part {brief(part)}, whose own parts are "
                    f"{_sum(self._parts(part))}; let it give parts that are their own only parts, "
                    "and leave out those that are empty"
                )
        if parts != [position]:
            self._compare(position, parts)

    def _compare(self, position: Hashable, parts: list[Hashable]) -> None:
        said = f"parts({brief(position)}) gives {_sum(parts)}"
        whole = {_bag(self._parts(option)): option for option in self._options(position)}
        moved = dict(self._moves(parts))
        for bag, option in whole.items():
            if bag not in moved:
                raise RulesError(
                    f"{said}, but one may move to {brief(option)}, whose parts are "
                    f"{_sum(self._parts(option))}: that is no move in one of these; let parts "
                    "leave nothing out, and separate only what does not interact"
                )
        for bag, (part, option) in moved.items():
            if bag not in whole:
                raise RulesError(
                    f"{said}, and from the part {brief(part)} one may move to {brief(option)}, "
                    f"but from {brief(position)} to nothing that has the parts "
                    f"{_sum(part for part, number in bag for _ in range(number))}; let parts be "
                    "played by the rules that they are played by in the whole"
                )

    def _moves(self, parts: list[Hashable]) -> Iterator[tuple[Bag, tuple[Hashable, Hashable]]]:
        """Give what each move in one part leaves, with the part and its option."""
        for part in dict.fromkeys(parts):
            place = parts.index(part)
            others = parts[:place] + parts[place + 1 :]
            for option in self._options(part):
                yield _bag(others + self._parts(option)), (part, option)

    def _options(self, position: Hashable) -> Iterable[Hashable]:
        known = self.options.get(position)
        return options_of(self.game, position) if known is None else known

    def _parts(self, position: Hashable) -> list[Hashable]:
        from oracles.declared import parts_of

        if position not in self.parts:
            self.parts[position] = parts_of(self.game, position)
        return self.parts[position]


def _bag(parts: Iterable[Hashable]) -> Bag:
    return frozenset(Counter(parts).items())


def _sum(parts: Iterable[Hashable]) -> str:
    """Write parts for a message.

    >>> _sum([(2,), (3,)]), _sum([])
    ('(2,) + (3,)', 'nothing')
    """
    shown = [brief(part) for part in parts]
    more = f" and {len(shown) - _SHOWN} more" if len(shown) > _SHOWN else ""
    return " + ".join(shown[:_SHOWN]) + more if shown else "nothing"
