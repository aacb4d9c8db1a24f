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
from collections.abc import (
    Callable,
    Container,
    Hashable,
    Iterable,
    Iterator,
    Mapping,
    Sequence,
)
from random import Random
from typing import TYPE_CHECKING, Any, TypeVar

from oracles.errors import RulesError, brief
from oracles.rule_contracts import is_asked_again, options_of
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
        many. Also where sums have no nim sums for values: under misère play, where play need not
        end, and where the final position names the winner.

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
    from oracles.limits import Watch
    from oracles.outcomes import backward_order, require_an_end

    require_sums(game)
    require_an_end(graph, backward_order(graph))
    checker = PartsChecker(game, graph.options_of)
    with Watch(checker.doing, moved=lambda: checker.checked):
        for position in graph if positions is None else positions:
            checker.check(position)


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


class SampledChecks:
    """Chooses some of the positions that a search comes to, and holds them to the definitions.

    Before a search is believed, canonical forms and parts are compared with the moves at all
    positions of an explicit graph that is small (:mod:`oracles.declared`). Beyond it, what is asked
    about is checked, and the first 64 positions that are opened and every 64th, each with one
    option, and with one that is a sum.

    Parameters
    ----------
    game
        The rules.
    known
        Positions that were compared already, which do not count.
    parts
        Whether to check parts too.
    """

    def __init__(
        self, game: Game[Any], known: Container[Hashable] = (), *, parts: bool = True
    ) -> None:
        self.game, self.known, self.parts = game, known, parts
        self._checked: set[Hashable] = set()
        self._met = 0
        self._chance = Random(0)  # the same each time

    @property
    def checked(self) -> int:
        """At how many different positions, beyond those that were compared already."""
        return len(self._checked)

    def is_next(self) -> bool:
        """Count one more position, and say whether it is one to check."""
        self._met += 1
        return is_asked_again(self._met)

    def hold(self, position: Hashable, options: Sequence[Hashable]) -> None:
        """Check a position, one of its options, and one that is a sum of several parts.

        Raises
        ------
        RulesError
            If canonical forms or parts are not what they should be.
        """
        from oracles.declared import parts_of

        sums = [o for o in options if self.parts and len(parts_of(self.game, o)) > 1]
        self.hold_all(position, *(self._chance.choice(some) for some in (options, sums) if some))

    def hold_all(self, *positions: Hashable) -> None:
        """Check positions and their parts, unless that was done; errors as of ``hold``."""
        from oracles.symmetry import check_symmetry

        new = [p for p in positions if p not in self.known and p not in self._checked]
        check_symmetry(self.game, new)
        if self.parts:
            check_symmetry(self.game, [part for p in new for part in self.game.parts(p)])
            checker = PartsChecker(self.game, {})
            for position in new:
                checker.check(position)
        self._checked.update(new)


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
