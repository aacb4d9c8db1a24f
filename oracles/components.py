"""Components: the components whose disjunctive sum a position is.

A position is the *disjunctive sum* of its components if a move in it is a move in exactly one of
them, the others staying as they are. A game declares them by ``components(position)``, and that is
right if

- every component is a position of the game, and its own only component (it is *connected*);
- the options of a position, each as the multiset of its components, are those that come from
  replacing
  one component by the components of one of its options, all of them and no others.

Components are compared by their canonical forms, where the game declares these too. Then the Grundy
value of a position is the nim sum of the values of its components (Sprague 1935, Grundy 1939); the
values of the components alone are computed by :mod:`oracles.component_values`.

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
_SHOWN = 8  # components in a message
Bag = frozenset[tuple[Hashable, int]]  # {((2,), 1), ((3,), 2)}: components, and how many of each


def connected_components(
    vertices: Iterable[Vertex], neighbours: Callable[[Vertex], Iterable[Vertex]]
) -> list[frozenset[Vertex]]:
    """Return the connected components: the components, where what is apart does not interact.

    Parameters
    ----------
    vertices
        All that there are, such as the free cells of a board.
    neighbours
        From a vertex to those beside it; those that are not there are passed over.

    Examples
    --------
    >>> row = connected_components({1, 2, 5, 7, 6}, lambda n: (n - 1, n + 1))
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


def check_components(
    game: Game[Any], graph: GameGraph, positions: Iterable[Hashable] | None = None
) -> None:
    """Hold ``game.components`` to the definition above, at every position of an explicit graph.

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
    Costs, at each position, the components of its options and of the options of its components.

    Examples
    --------
    >>> from oracles.graph import build
    >>> from oracles.vectors import VectorGame
    >>> class Wythoff(VectorGame):
    ...     "Its two piles, as if no move took from both."
    ...     def components(self, piles):
    ...         return [(0, pile) for pile in piles if pile]
    >>> wythoff = Wythoff([(1, 0), (0, 1), (1, 1)])
    >>> check_components(wythoff, build(wythoff, 1))
    Traceback (most recent call last):
    oracles.errors.RulesError: components((1, 1)) gives (0, 1) + (0, 1), but one may move ...
    """
    from oracles.limits import Watch
    from oracles.outcomes import backward_order, require_an_end

    require_sums(game)
    require_an_end(graph.options_of, backward_order(graph.options_of))
    checker = ComponentsChecker(game, graph.options_of)
    with Watch(checker.doing, moved=lambda: checker.checked):
        for position in graph if positions is None else positions:
            checker.check(position)


def require_sums(game: object) -> None:
    """Raise :class:`RulesError` unless sums of positions of the game have nim sums for values."""
    if not isinstance(game, Game):
        raise RulesError(f"game={brief(game)}: expected a Game, as Grundy values are of those")
    if what := why_no_sums(game):
        raise RulesError(
            f"{brief(game)} {what}: values by components are those of normal play that must end; "
            "solve the game whole"
        )


def why_no_sums(game: Game[Any]) -> str:
    """Say why sums of positions of the game have no nim sums for values; empty if they have."""
    if game.misere:
        return "is played as misère play"
    if game.loopy:
        return "is declared loopy"
    return "names the winner by the final position" if game.names_winner_by_position() else ""


class ComponentsChecker:
    """Holds components to their definition, one position after another.

    Parameters
    ----------
    game
        The rules.
    options
        Options that are known, as those of an explicit graph.
    """

    def __init__(self, game: Game[Any], options: Mapping[Hashable, Iterable[Hashable]]) -> None:
        self.game, self.options = game, options
        self.components: dict[Hashable, list[Hashable]] = {}  # canonical, of all that were met
        self.checked = 0
        self._at: Hashable = None

    def doing(self) -> str:
        """Say what is being checked."""
        return f"the components of {brief(self._at)} and its options in {brief(self.game)}"

    def check(self, position: Hashable) -> None:
        """Hold the components of one position to the definition; errors as of :func:`check_components`."""
        self._at = position
        self.checked += 1
        components = self._components(position)
        for component in components:
            if self._components(component) != [component]:
                raise RulesError(
                    f"components({brief(position)}) has the component {brief(component)}, whose own components are "
                    f"{_sum(self._components(component))}; let it give components that are their own only components, "
                    "and leave out those that are empty"
                )
        if components != [position]:
            self._compare(position, components)

    def _compare(self, position: Hashable, components: list[Hashable]) -> None:
        said = f"components({brief(position)}) gives {_sum(components)}"
        whole = {_bag(self._components(option)): option for option in self._options(position)}
        moved = dict(self._moves(components))
        for bag, option in whole.items():
            if bag not in moved:
                raise RulesError(
                    f"{said}, but one may move to {brief(option)}, whose components are "
                    f"{_sum(self._components(option))}: that is no move in one of these; let components "
                    "leave nothing out, and separate only what does not interact"
                )
        for bag, (component, option) in moved.items():
            if bag not in whole:
                raise RulesError(
                    f"{said}, and from the component {brief(component)} one may move to {brief(option)}, "
                    f"but from {brief(position)} to nothing that has the components "
                    f"{_sum(component for component, number in bag for _ in range(number))}; let components be "
                    "played by the rules that they are played by in the whole"
                )

    def _moves(self, components: list[Hashable]) -> Iterator[tuple[Bag, tuple[Hashable, Hashable]]]:
        """Give what each move in one component leaves, with the component and its option."""
        for component in dict.fromkeys(components):
            place = components.index(component)
            others = components[:place] + components[place + 1 :]
            for option in self._options(component):
                yield _bag(others + self._components(option)), (component, option)

    def _options(self, position: Hashable) -> Iterable[Hashable]:
        known = self.options.get(position)
        return options_of(self.game, position) if known is None else known

    def _components(self, position: Hashable) -> list[Hashable]:
        from oracles.declared import components_of

        if position not in self.components:
            self.components[position] = components_of(self.game, position)
        return self.components[position]


class SampledChecks:
    """Chooses some of the positions that a search comes to, and holds them to the definitions.

    Before a search is believed, canonical forms and components are compared with the moves at all
    positions of an explicit graph that is small (:mod:`oracles.declared`). Beyond it, what is asked
    about is checked, and the first 64 positions that are opened and every 64th, each with one
    option, and with one that is a sum.

    Parameters
    ----------
    game
        The rules.
    known
        Positions that were compared already, which do not count.
    components
        Whether to check components too.
    """

    def __init__(
        self, game: Game[Any], known: Container[Hashable] = (), *, components: bool = True
    ) -> None:
        self.game, self.known, self.components = game, known, components
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
        """Check a position, one of its options, and one that is a sum of several components.

        Raises
        ------
        RulesError
            If canonical forms or components are not what they should be.
        """
        from oracles.declared import components_of

        sums = [o for o in options if self.components and len(components_of(self.game, o)) > 1]
        self.hold_all(position, *(self._chance.choice(some) for some in (options, sums) if some))

    def hold_all(self, *positions: Hashable) -> None:
        """Check positions and their components, unless that was done; errors as of ``hold``."""
        from oracles.symmetry import check_symmetry

        new = [p for p in positions if p not in self.known and p not in self._checked]
        check_symmetry(self.game, new)
        if self.components:
            check_symmetry(
                self.game, [component for p in new for component in self.game.components(p)]
            )
            checker = ComponentsChecker(self.game, {})
            for position in new:
                checker.check(position)
        self._checked.update(new)


def _bag(components: Iterable[Hashable]) -> Bag:
    return frozenset(Counter(components).items())


def _sum(components: Iterable[Hashable]) -> str:
    """Write components for a message.

    >>> _sum([(2,), (3,)]), _sum([])
    ('(2,) + (3,)', 'nothing')
    """
    shown = [brief(component) for component in components]
    more = f" and {len(shown) - _SHOWN} more" if len(shown) > _SHOWN else ""
    return " + ".join(shown[:_SHOWN]) + more if shown else "nothing"
