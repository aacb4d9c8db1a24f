"""Symmetries and components that rules may declare, tried on small graphs.

What positions look like says what might be a symmetry of a game, and what might be components whose
sum a position is: piles in order, a strip read from the other end, a shape turned; piles one by
one, runs between two letters, cells that touch. Each is held to its definition
(:mod:`oracles.declaration_checks`) on the explicit graph of few positions, and if
it is right there and says something, on one of more.
"""

from __future__ import annotations

import copy
import re
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from oracles.components import connected_components
from oracles.declaration_checks import check_components, check_symmetry
from oracles.declared import small_graph
from oracles.errors import RulesError, SearchLimitError
from oracles.heaps import is_sum_of_heaps
from oracles.rules import Game, Rules
from oracles.symmetry import least_image, least_shape, sorted_piles, strip_images
from research.conjectures.conjecture import Conjecture

if TYPE_CHECKING:
    from oracles.graph import GameGraph

MADE_ON, TESTED_ON = 400, 2_000  # positions
_ARCS_OF_EACH = 10

Form = Callable[[Any], Any]
Division = Callable[[Any], Iterable[Any]]
KING = [(r, c) for r in (-1, 0, 1) for c in (-1, 0, 1) if r or c]
ROOK = [(r, c) for r, c in KING if not r or not c]


@dataclass(frozen=True)
class Candidate:
    """A symmetry or components that a game might have.

    Attributes
    ----------
    words
        How it would be written, or said.
    canonical, components
        One of the two methods.
    """

    words: str
    canonical: Form | None = None
    components: Division | None = None


def _declaring(game: Game[Any], candidate: Candidate) -> Game[Any]:
    """Return the game with a method that it does not have."""
    tried = copy.copy(game)
    for name in ("canonical", "components"):
        if (method := getattr(candidate, name)) is not None:
            object.__setattr__(tried, name, method)  # rules may be frozen
    return tried


def conjecture_symmetries(game: Game[Any], positions: int = 0, arcs: int = 0) -> list[Conjecture]:
    """Conjecture symmetries and components that the rules do not declare.

    Parameters
    ----------
    game
        The rules. Components are conjectured only where Grundy values are those of sums.
    positions, arcs
        How many they are tested on at least, as far as sizes have so many.

    Examples
    --------
    >>> from oracles.vectors import VectorGame
    >>> wythoff = VectorGame([(1, 0), (0, 1), (1, 1)], ordered=True)
    >>> for conjecture in conjecture_symmetries(wythoff):
    ...     print(conjecture)
    symmetry: canonical = staticmethod(sorted_piles) [made on 196 ...: passed]
    """
    if is_sum_of_heaps(game):
        return []  # heaps are components, in any order, by definition
    try:
        plain, _ = small_graph(game, limit=MADE_ON, arc_limit=_ARCS_OF_EACH * MADE_ON)
    except SearchLimitError:
        return []
    found = []
    tested_on = max(positions, TESTED_ON), max(arcs, _ARCS_OF_EACH * TESTED_ON)
    for candidates in _candidates(game, list(plain)):
        for candidate in candidates:
            conjecture = _tried(game, candidate, tested_on)
            if conjecture is not None:
                found.append(conjecture)
                if not conjecture.refuted:
                    break
    return found


def _tried(game: Game[Any], candidate: Candidate, tested_on: tuple[int, int]) -> Conjecture | None:
    """Return what came of a candidate, or None where it is wrong at once or says nothing."""
    declaring = _declaring(game, candidate)
    try:
        smaller = _graph(declaring, MADE_ON, _ARCS_OF_EACH * MADE_ON)
        _check(declaring, candidate, smaller, smaller)
        if not _says_something(declaring, candidate, smaller):
            return None
        larger = _graph(declaring, *tested_on)
    except (RulesError, SearchLimitError):
        return None
    kind = "components" if candidate.canonical is None else "symmetry"
    others, wrong = _Others(larger, smaller), ""
    try:
        _check(declaring, candidate, larger, others)
    except SearchLimitError:
        return None
    except RulesError as error:
        wrong = re.split(r", (?:but|and|whose)\b", str(error))[0]
    return Conjecture(kind, candidate.words, len(smaller), others.met, wrong)


class _Others:
    """The positions of a graph, and how many that are in no smaller one were come to."""

    def __init__(self, graph: GameGraph, smaller: GameGraph) -> None:
        self.options_of, self._smaller, self.met = graph.options_of, smaller, 0

    def __iter__(self) -> Iterator[Any]:
        for position in self.options_of:
            self.met += position not in self._smaller
            yield position


def _graph(game: Game[Any], positions: int, arcs: int) -> GameGraph:
    return small_graph(game, limit=positions, arc_limit=arcs)[0]


def _check(
    game: Game[Any], candidate: Candidate, graph: GameGraph, positions: GameGraph | _Others
) -> None:
    if candidate.canonical is not None:
        check_symmetry(game, positions)
    else:
        check_components(game, graph, positions)


def _says_something(game: Game[Any], candidate: Candidate, graph: GameGraph) -> bool:
    """Whether some position has another form, or several components."""
    if candidate.canonical is not None:
        return any(game.canonical(position) != position for position in graph)
    return any(len(list(game.components(position))) > 1 for position in graph)


def _candidates(game: Game[Any], positions: list[Any]) -> Iterator[Iterator[Candidate]]:
    """Give the symmetries and the components that such positions may have, the best first."""
    if type(game).canonical is Rules.canonical:
        yield _forms(positions)
    sums = not (game.misere or game.loopy or game.names_winner_by_position())
    if sums and type(game).components is Rules.components:
        yield _divisions(positions)


def _forms(positions: list[Any]) -> Iterator[Candidate]:
    if _all(positions, tuple) and _all(_things(positions), int):
        yield Candidate("canonical = staticmethod(sorted_piles)", canonical=sorted_piles)
    if _all(positions, str) or _all(positions, tuple):
        yield Candidate(
            "canonical(p) = least_image(strip_images(p))",
            canonical=lambda position: least_image(strip_images(position)),
        )
    if _are_cells(positions):
        yield Candidate("canonical = staticmethod(least_shape)", canonical=least_shape)


def _divisions(positions: list[Any]) -> Iterator[Candidate]:
    if _all(positions, tuple) and _all(_things(positions), int):
        if len(set(map(len, positions))) == 1:
            yield Candidate("each pile, the others being 0", components=_alone)
            yield Candidate("each pile after others that are 0", components=_last)
        else:
            yield Candidate("components(p) = [(n,) for n in p if n]", components=_piles)
    if _all(positions, str):
        for letter in sorted(set(_things(positions))):
            yield Candidate(f"what stands between {letter!r}", components=_between(letter))
    if _are_cells(positions):
        for words, steps in (("side by side", ROOK), ("side by side or corner to corner", KING)):
            yield Candidate(f"components of cells {words}", components=_connected(steps))


def _alone(position: tuple[int, ...]) -> list[tuple[int, ...]]:
    zeros = (0,) * len(position)
    return [
        (*zeros[:place], pile, *zeros[place + 1 :]) for place, pile in enumerate(position) if pile
    ]


def _last(position: tuple[int, ...]) -> list[tuple[int, ...]]:
    return [(*(0,) * (len(position) - 1), pile) for pile in position if pile]


def _piles(position: tuple[int, ...]) -> list[tuple[int, ...]]:
    return [(pile,) for pile in position if pile]


def _between(letter: str) -> Division:
    return lambda strip: [run for run in strip.split(letter) if run]


def _connected(steps: list[tuple[int, int]]) -> Division:
    return lambda cells: connected_components(
        cells, lambda cell: [(cell[0] + r, cell[1] + c) for r, c in steps]
    )


def _things(positions: Iterable[Iterable[Any]]) -> Iterator[Any]:
    return (thing for position in positions for thing in position)


def _all(values: Iterable[Any], kind: type) -> bool:
    return {type(value) for value in values} == {kind}


def _are_cells(positions: list[Any]) -> bool:
    """Whether positions are sets of pairs of integers."""
    if not _all(positions, frozenset):
        return False
    cells = set(_things(positions))
    return _all(cells, tuple) and {len(c) for c in cells} == {2} and _all(_things(cells), int)
