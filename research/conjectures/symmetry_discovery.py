"""Symmetries and components that rules may declare, tried on small graphs.

What positions look like says what might be a symmetry of a game, and what might be components whose
sum a position is: piles in order, a strip read from the other end, a shape turned; piles one by
one, runs between two letters, cells that touch. Each is held to its definition
(:mod:`oracles.declarations`) on the explicit graph of few positions, and if it is right there
and says something, on one of more. ``docs/how-to/symmetry.md`` says how rules declare them.
"""

from __future__ import annotations

import copy
import re
from collections.abc import Callable, Iterable, Iterator
from functools import cache
from typing import Any, NamedTuple

from oracles.declarations import check_declared, small_graph
from oracles.errors import RulesError, SearchLimitError
from oracles.graph import GameGraph
from oracles.growing import Budget
from oracles.heaps import is_sum_of_heaps
from oracles.rules import Game, Rules
from oracles.sums import connected_components
from oracles.symmetry import least_shape
from research.conjectures.conjecture import Conjecture

MADE_ON, TESTED_ON = 400, 2_000  # positions
_ARCS_OF_EACH = 10

KING = [(r, c) for r in (-1, 0, 1) for c in (-1, 0, 1) if r or c]
ROOK = [(r, c) for r, c in KING if not r or not c]


class SymmetryCandidate(NamedTuple):
    """A symmetry or components that a game might have: in words, and the method as it is called."""

    words: str
    method: str
    function: Callable[[Any], Any]


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
    symmetry: the order of the piles does not matter [made on 196 ...: passed]
    """
    if is_sum_of_heaps(game):
        return []  # heaps are components, in any order, by definition
    try:
        smaller = _graph(game, MADE_ON, _ARCS_OF_EACH * MADE_ON)
    except SearchLimitError:
        return []
    found = []
    tested_on = max(positions, TESTED_ON), max(arcs, _ARCS_OF_EACH * TESTED_ON)
    larger = cache(lambda: _graph(game, *tested_on))
    for candidates in _candidates(game, list(smaller)):
        for candidate in candidates:
            conjecture = _tried(game, candidate, smaller, larger)
            if conjecture is not None:
                found.append(conjecture)
                if not conjecture.refuted:
                    break
    return found


def _tried(
    game: Game[Any],
    candidate: SymmetryCandidate,
    smaller: GameGraph,
    larger: Callable[[], GameGraph],
) -> Conjecture | None:
    """Return what came of a candidate, or None where it is wrong at once or says nothing."""
    declaring = copy.copy(game)
    object.__setattr__(declaring, candidate.method, candidate.function)  # rules may be frozen
    is_symmetry = candidate.method == "canonical"
    met = 0

    def others() -> Iterator[Any]:
        nonlocal met
        for position in larger():
            met += position not in smaller
            yield position

    wrong = ""
    try:
        check_declared(declaring, smaller, in_components=not is_symmetry)
        made = ((position, candidate.function(position)) for position in smaller)
        if not any(f != p if is_symmetry else len(list(f)) > 1 for p, f in made):
            return None
        try:
            check_declared(declaring, others(), in_components=not is_symmetry)
        except RulesError as error:
            wrong = re.split(r", (?:but|and|whose)\b", str(error))[0]
    except (RulesError, SearchLimitError):
        return None
    kind = "symmetry" if is_symmetry else "components"
    return Conjecture(kind, candidate.words, len(smaller), met, wrong)


def _graph(game: Game[Any], positions: int, arcs: int) -> GameGraph:
    return small_graph(game, Budget(positions, arcs))[0]


def _candidates(game: Game[Any], positions: list[Any]) -> Iterator[Iterator[SymmetryCandidate]]:
    """Give the symmetries and the components that such positions may have, the best first."""
    if type(game).canonical is Rules.canonical:
        yield _forms(positions)
    sums = not (game.misere or game.loopy or game.names_winner_by_position())
    if sums and type(game).components is Rules.components:
        yield _divisions(positions)


def _forms(positions: list[Any]) -> Iterator[SymmetryCandidate]:
    """Yield the symmetries that positions of such a form may have."""
    if _all(positions, tuple) and _all(_things(positions), int):
        yield SymmetryCandidate("the order of the piles does not matter", "canonical", _sorted)
    if _all(positions, str) or _all(positions, tuple):
        yield SymmetryCandidate(
            "a strip may be read from either end",
            "canonical",
            lambda position: min(position, position[::-1]),
        )
    if _are_cells(positions):
        yield SymmetryCandidate(
            "a shape may be moved, turned and reflected", "canonical", least_shape
        )


def _divisions(positions: list[Any]) -> Iterator[SymmetryCandidate]:
    """Yield the ways in which positions of such a form may be sums."""

    def runs(letter: str) -> Callable[[str], list[str]]:
        return lambda strip: [run for run in strip.split(letter) if run]

    def touching(steps: list[tuple[int, int]]) -> Callable[[Any], Any]:
        return lambda cells: connected_components(
            cells, lambda cell: [(cell[0] + r, cell[1] + c) for r, c in steps]
        )

    def those(words: str, function: Callable[[Any], Any]) -> SymmetryCandidate:
        return SymmetryCandidate(f"a position is the sum of {words}", "components", function)

    if _all(positions, tuple) and _all(_things(positions), int):
        if len(set(map(len, positions))) == 1:
            yield those("its piles, each in its place", _alone)
            yield those("its piles, each in the last place", _last)
        else:
            yield those("its piles", lambda piles: [(pile,) for pile in piles if pile])
    if _all(positions, str):
        for letter in sorted(set(_things(positions))):
            yield those(f"what stands between {letter!r}", runs(letter))
    if _are_cells(positions):
        yield those("its cells that touch side by side", touching(ROOK))
        yield those("its cells that touch side by side or at a corner", touching(KING))


def _sorted(position: tuple[int, ...]) -> tuple[int, ...]:
    return tuple(sorted(position))


def _alone(position: tuple[int, ...]) -> list[tuple[int, ...]]:
    zeros = (0,) * len(position)
    return [(*zeros[:n], pile, *zeros[n + 1 :]) for n, pile in enumerate(position) if pile]


def _last(position: tuple[int, ...]) -> list[tuple[int, ...]]:
    return [(*(0,) * (len(position) - 1), pile) for pile in position if pile]


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
