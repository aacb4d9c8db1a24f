"""Positions that are sums: tuples of components of any length.

The rules are run on a position of unknown length (:mod:`.row_reader`). They are those of a sum if
each move replaces one component by others, and asks that component alone. By the theorem of
Sprague and Grundy, a position is then a P-position in normal play exactly if the nim sum of the
Grundy values of its components is 0.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from oracles.heaps import HeapGame
from oracles.rules import Game
from research.checks.equality import show
from research.checks.evidence import Counterexample
from research.logic.decide import decide
from research.logic.errors import AutomataError
from research.logic.formula import Comparison, Constant, Variable, conjunction, disjunction, exists
from research.proving.formula_model import small_cases
from research.proving.heap_functions import HEAP, ReadRule
from research.proving.position_layout import names_of, put_together, small_moves, taken_apart
from research.proving.results import Limits, NotProvable, RulesDisagreementError
from research.proving.row_reader import Part, Row, RowReader
from research.proving.symbolic_execution import SYSTEM, Path, outcomes
from research.proving.symbols import NotOnSymbolsError

Components = tuple[Any, ...]  # numbers, or tuples of numbers


@dataclass(frozen=True)
class Sum:
    """A game whose positions are sums of components."""

    game: Game[Any]
    words: str  # what its positions are
    called: str  # what its components are called
    names: tuple[str, ...]  # of the numbers of a component
    paths: list[Path]  # of components, each with the collections that one is replaced by
    components: Callable[[Any], Components]
    replacements: Callable[[Any], list[Components]]
    heaps: HeapGame | None = None  # where components are numbers

    def require_small(self, limits: Limits, value: Callable[[Any], int]) -> str:
        """Compare with the rules all that is known of small positions; say how far.

        Their options must be those of the sum, and their outcomes those that values give.
        """
        seen = small_cases(self.game, limits)
        for position in seen.positions:
            parts = self.components(position)
            by_rules = {self.components(option) for option in seen.graph.options_of[position]}
            by_sum = {
                tuple(sorted([*parts[:at], *new, *parts[at + 1 :]]))
                for at, part in enumerate(parts)
                for new in self.replacements(part)
            }
            if by_rules != by_sum:
                both = show(by_sum), show(by_rules)
                raise RulesDisagreementError(Counterexample(show(position), *both))
            nim_sum = 0
            for part in parts:
                nim_sum ^= value(part)
            outcome = seen.truth.outcome(position)
            if (nim_sum == 0) != (outcome == "P"):
                case = Counterexample(show(position), f"the nim sum {nim_sum}", outcome)
                raise RulesDisagreementError(case)
        return (
            "The source of the rules, run on a position of unknown length: a move asks and "
            "replaces one component alone. The options and outcomes of all "
            f"{len(seen)} positions to size {seen.size} are those of the sum."
        )


def sum_of_components(game: Game[Any]) -> Sum | None:
    """Read the rules of a game whose positions are sums of components.

    None if small positions are no tuples of different lengths.

    Raises
    ------
    NotProvable
        If the rules are not read as those of a sum.

    Examples
    --------
    >>> class Kayles(Game):
    ...     def start(self, size):
    ...         return [(size,)]
    ...     def options(self, rows):
    ...         for i, row in enumerate(rows):
    ...             for taken in (1, 2):
    ...                 for left in range(row - taken + 1):
    ...                     yield rows[:i] + (left, row - taken - left) + rows[i + 1 :]
    >>> sum_of_components(Kayles()).words
    'A tuple of natural numbers of any length'
    """
    try:
        met, _ = small_moves(game)
    except Exception:  # the researcher's own code, which fails in the explicit graph too
        return None
    kinds = {*map(type, met)}
    if kinds == {str}:
        raise NotProvable("positions are words, and neither numbers nor tuples")
    if kinds != {tuple} or len({*map(len, met)}) == 1:
        return None
    if game.misere or game.loopy or game.names_winner_by_position():
        raise NotProvable("the theorem of sums is about normal play that ends")
    try:
        return _of_collections(game, met)
    except (AutomataError, AttributeError, TypeError) as error:
        raise NotProvable(str(error)) from error


def _of_collections(game: Game[Any], met: list[Any]) -> Sum:
    """Read rules of which positions are tuples of components of one form."""
    forms = {taken_apart(component)[0] for position in met for component in position}
    if len(forms) != 1:
        raise NotOnSymbolsError("components are neither numbers nor tuples of equally many numbers")
    (form,) = forms
    names = (HEAP,) if form is int else names_of(game, form, in_loops=True)

    def made(at: Any) -> list[Components]:
        found = []
        for option in RowReader(put_together(form, iter(at))).options(game):
            new = _replacement(option)
            if any(taken_apart(each)[0] != form for each in new):
                raise NotOnSymbolsError("a component is replaced by one of another form")
            if any(number < 0 for each in new for number in taken_apart(each)[1]):
                raise NotOnSymbolsError("a move makes a component with a number below 0")
            found.append(tuple(new))
        return found

    def components(position: Any) -> Components:
        return tuple(sorted(each for each in position if each != 0))

    def replacements(component: Any) -> list[Components]:
        return [components(option) for option in game.options((component,))]

    paths = outcomes(made, names)
    if form is not int:
        words = f"A tuple of any length of tuples ({', '.join(names)})"
        return Sum(game, words, "components", names, paths, components, replacements)
    empty = Comparison("=", Variable(HEAP), Constant(0))
    moves = conjunction(empty, disjunction(*(path.when() for path in paths if path.value)))
    if decide(exists(names, moves), SYSTEM).truth:
        raise NotOnSymbolsError("an empty heap has options")
    words = "A tuple of natural numbers of any length"
    heaps = HeapGame(ReadRule(replacements, paths))
    return Sum(game, words, "heaps", names, paths, components, replacements, heaps)


def _replacement(option: Row) -> list[Any]:
    """Return the components that come instead of the one at the place of a loop."""
    kept = {each for each in option.parts if isinstance(each, Part)}
    loops = {each.loop for each in kept}
    new = [each for each in option.parts if not isinstance(each, Part)]
    if len(loops) != 1 or len(kept) != 2 or len(option.parts) - len(new) != 2:
        raise NotOnSymbolsError("an option does not keep the rest of the position")
    return new
