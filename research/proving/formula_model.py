"""Games whose rules are also there as formulas, compared with the rules position by position.

Theorems speak of formulas, which are made from the rules themselves
(:mod:`research.proving.rules_equal_formula`), and compared with them all the same: on *every*
position within the limits, the options of the formula, found by trying the values of the moves'
parameters up to a bound that can be seen, must be exactly what the rules give, and who has won
where play has ended must be the same. A position is read as a control state with a vector of
natural numbers. A position in which the player to move has won, or wins where play ends, is *won*.

**Order.** A difference is named at the least position: that which is reached from the least size,
as the game's ``start`` counts; among these the one with the least sum of coordinates, then in the
earliest control state, then with the least coordinates, the first one first.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from functools import cache, cached_property, partial
from itertools import pairwise, permutations
from typing import Any, NoReturn

from oracles.errors import RulesError, SearchLimitError
from oracles.growing import Budget
from oracles.moves.expressions import Tries, compiled, functions_of, scope, values_to, written
from oracles.moves.formulas import Asked, DefinableGame
from oracles.rules import Game
from research.checks.domains import SmallCases
from research.checks.equality import show
from research.checks.evidence import Counterexample
from research.logic.errors import AutomataError
from research.logic.formula import (
    Comparison,
    Formula,
    Variable,
    conjunction,
    disjunction,
    substituted,
    text,
)
from research.logic.kernel import Place
from research.proving.results import EVERY_SIZE, SIZES, Limits, RulesDisagreementError
from research.system.progress import waiting

Coordinates = Mapping[str, tuple[str, ...]]  # their names by control state
Formulas = Mapping[str, Formula]  # by control state
MOST_TRIED = 60_000_000  # values of variables of the moves; 255 by 255 of three vectors


@dataclass(frozen=True)
class FormulaModel:
    """A game, its rules as formulas, and how its positions are read as vectors."""

    game: Game[Any]
    rules: DefinableGame
    read: Callable[[Any], Place]  # from a position to its control state and coordinates
    written: Callable[[Place], Any]  # and back
    origin: str  # where the formula comes from, in words
    unordered: bool = False  # positions are in ascending order; every order of one is a vector
    domain: str = EVERY_SIZE  # the positions, as theorems name them
    starts_inside: bool = True  # all starting positions are among these; else only seen to be
    compared: dict[Limits, ProofContext] = field(default_factory=dict, init=False, compare=False)

    @cached_property
    def functions(self) -> dict[Asked, Callable[..., Any]]:
        """The formulas, to be asked at numbers; AutomataError if a variable has no bound."""
        try:
            return functions_of(self.rules)
        except RulesError as error:
            raise AutomataError(str(error)) from None

    def is_valid(self, place: Place) -> bool:
        """Return whether a vector is a position by the formulas."""
        return bool(self.functions["position", place.state](values_to, *place.values))

    def is_won(self, place: Place) -> bool:
        """Return whether the player to move has won by the formulas."""
        return bool(self.functions["won", place.state](values_to, *place.values))

    @cached_property
    def _moves_from(self) -> dict[str, list[tuple[str, Callable[..., Any]]]]:
        """The moves from each control state: to which one, and the function of the images."""
        found: dict[str, list[tuple[str, Callable[..., Any]]]] = {
            state: [] for state in self.rules.coordinates
        }
        for number, move in enumerate(self.rules.moves):
            found[move.source].append((move.target, self.functions["move", number]))
        return found

    def options(self, place: Place, tries: Callable[..., range] = values_to) -> Iterator[Place]:
        """Yield the options that the formulas give, by trying all parameters.

        A won position has no options. RulesDisagreementError if a coordinate is below 0.
        """
        for target, images in () if self.is_won(place) else self._moves_from[place.state]:
            for image in images(tries, *place.values):
                if None in image:
                    below = "an option with a coordinate below 0"
                    raise RulesDisagreementError(Counterexample(str(place), below, "none"))
                yield Place(target, image)


def predicate(formula: Formula, names: tuple[str, ...]) -> Callable[..., bool]:
    """Return a formula as a function of the values of its variables, in the order of ``names``.

    AutomataError if a quantified variable has no bound, or a predicate or sequence is not known.
    """
    known = scope(names)
    try:
        made = compiled(["tries", *known.values()], written(formula, known))
    except RulesError as error:
        raise AutomataError(f"{text(formula)!r}: {error}") from None
    return partial(made, values_to)


def ascending(names: tuple[str, ...]) -> list[Formula]:
    """Return the conditions that coordinates are in ascending order."""
    return [Comparison("<=", *map(Variable, both)) for both in pairwise(names)]


def in_every_order(coordinates: Coordinates, said: Formulas) -> dict[str, Formula]:
    """Return of vectors what is said of their coordinates in ascending order.

    Examples
    --------
    >>> from research.logic.formula import parse
    >>> text(in_every_order({"play": ("x", "y")}, {"play": parse("y = 1").formula})["play"])
    '(x <= y & y = 1) | (y <= x & x = 1)'
    """
    found = {}
    for state, formula in said.items():
        names = coordinates[state]
        asked = conjunction(*ascending(names), formula)
        orders = (zip(names, map(Variable, order), strict=True) for order in permutations(names))
        found[state] = disjunction(*(substituted(asked, dict(order)) for order in orders))
    return found


def domain_of(coordinates: Coordinates, valid: Formulas) -> str:
    """Return the positions of which theorems speak, in words.

    Examples
    --------
    >>> from research.logic.formula import parse
    >>> domain_of({"play": ("x", "y")}, {"play": parse("x < y").formula})
    'all natural x, y with x < y'
    """
    if not valid:
        return EVERY_SIZE
    words = []
    for state, names in coordinates.items():
        said = f"all natural {', '.join(names)}" if names else "the position"
        if state in valid:
            formula = text(valid[state])
            said += f" with `{formula}`" if "$" in formula else f" with {formula}"
        words.append(said + (f" in state {state}" if len(coordinates) > 1 else ""))
    return "; ".join(words)


def small_cases(game: Game[Any], limits: Limits) -> SmallCases:
    """Return every position to the largest size within the limits; SearchLimitError if none is."""
    budget = Budget(limits.positions, limits.arcs)
    return SmallCases(game, budget=budget, largest=SIZES[-1])


@dataclass(frozen=True)
class ProofContext:
    """A game with its formulas, compared with the rules."""

    subject: str  # the game as it was named
    model: FormulaModel
    seen: SmallCases  # on which formula and rules gave the same options
    places: list[tuple[Any, Place]]  # its positions as they are read, the least first
    cases: int  # how many of its positions are not won yet

    @property
    def justification(self) -> str:
        """What joins formula and rules, in words."""
        positions = f"{len(self.seen)} positions"
        if self.cases < len(self.seen):
            positions += f", {self.cases} of them not won yet"
        words = (
            f"The formula comes from {self.model.origin}. Formula and rules give the same options "
            f"on every position to size {self.seen.size} ({positions})."
        )
        if not self.model.starts_inside:
            size = self.seen.size
            words += f" Starting positions were seen to lie in the domain only to size {size}."
        return words

    def least_difference(self, outcome: Callable[[Place], str]) -> Counterexample | None:
        """Return the least position of the graph at which a belief and the oracle differ, if any.

        What is believed to be the outcome is asked of every position.
        """
        outcomes = self.seen.truth.outcomes
        for position, place in self.places:
            if (believed := outcome(place)) != outcomes[position]:
                return Counterexample(show(position), outcomes[position], believed, least=True)
        return None


def context_of(subject: str, model: FormulaModel, limits: Limits) -> ProofContext:
    """Compare formula and rules; what came out is kept with the game.

    Where too many values of variables are to be tried, fewer positions are compared.

    Raises
    ------
    RulesDisagreementError
        With the least position at which they differ, and both sets of options.
    AutomataError
        If a parameter of a move has no bound that can be seen, or nothing could be compared.
    """
    if limits not in model.compared:
        try:
            seen = small_cases(model.game, limits)
        except SearchLimitError as error:
            raise AutomataError(f"formula and rules cannot be compared: {error}") from None
        try:
            with waiting("comparing formula and rules"):
                model.compared[limits] = _compared(model, seen)
        except SearchLimitError:
            fewer = replace(limits, positions=limits.positions // 8)
            model.compared[limits] = context_of(subject, model, fewer)
    return replace(model.compared[limits], subject=subject)


def _in_order(model: FormulaModel, seen: SmallCases) -> list[tuple[Any, Place]]:
    """Return the positions of a graph as they are read, the least first."""
    states = {state: place for place, state in enumerate(model.rules.coordinates)}

    def order(pair: tuple[Any, Place]) -> tuple[int, int, int, tuple[int, ...]]:
        position, place = pair
        return seen.sizes[position], sum(place.values), states[place.state], place.values

    return sorted(((position, model.read(position)) for position in seen.sizes), key=order)


def _compared(model: FormulaModel, seen: SmallCases) -> ProofContext:
    """Compare formula and rules at each position."""
    written = cache(model.written)
    cases, tries = 0, Tries(MOST_TRIED)
    places = _in_order(model, seen)
    for position, here in places:
        if not model.is_valid(here):
            _differ(position, f"read as {here}, no position", "a position")
        by_rules = set(seen.graph.options_of[position])
        won = model.is_won(here)
        if won != (not by_rules and model.game.final_outcome(position) == "N"):
            words = {True: "won without a further move", False: "not won yet"}
            _differ(position, words[won], words[not won])
        if won:
            continue
        cases += 1
        by_formula = set(map(written, model.options(here, tries)))
        if by_rules != by_formula:
            more, less = show(by_formula - by_rules), show(by_rules - by_formula)
            _differ(position, f"options by the formula only {more}", f"by the rules only {less}")
    if not cases:
        raise AutomataError("every position that was compared is won, so no options were compared")
    return ProofContext("", model, seen, places, cases)


def _differ(position: Any, by_formula: str, by_rules: str) -> NoReturn:
    raise RulesDisagreementError(Counterexample(show(position), by_formula, by_rules))
