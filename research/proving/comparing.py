"""Formula and rules of a game compared, position by position.

On *every* position of the largest graph within the limits, the formula's options are found by
trying the values of the moves' parameters, and must be exactly what the rules give; who has won
where play has ended must be the same.

**Order.** A difference is named at the least position: that which is reached from the least size,
as the game's ``start`` counts; among these the one with the least sum of coordinates, then in the
earliest control state, then with the least coordinates, the first one first.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from typing import TYPE_CHECKING, Any, NoReturn

from oracles.errors import SearchLimitError, brief
from oracles.limits import Watch
from oracles.rules import Game
from research.checks.equality import show
from research.checks.evidence import Counterexample
from research.logic.errors import AutomataError
from research.logic.kernel import Place
from research.proving.errors import RulesDisagreementError
from research.proving.formula_model import FormulaModel
from research.proving.theorem import SIZES, Limits
from research.system.progress import waiting

if TYPE_CHECKING:
    from oracles.truth import Truth

MOST_TRIED = 20_000_000  # values of the moves' parameters

Vector = tuple[str, tuple[int, ...]]  # a control state and the values of its coordinates


@dataclass(frozen=True)
class Largest:
    """Every position to the largest size within the limits.

    Attributes
    ----------
    truth
        What is true on the graph of all that ``start(0)``, ``start(1)``, ... lead to.
    size
        The largest of these sizes.
    met
        For each position the least size from which it is reached.
    """

    truth: Truth
    size: int
    met: Mapping[Any, int]

    @property
    def words(self) -> str:
        """The positions and their bound, in words."""
        return f"the {len(self.met)} positions to size {self.size}"


def largest_graph(game: Game[Any], limits: Limits) -> Largest | None:
    """Return the truth on the largest graph within the limits; None if even size 0 is larger.

    Examples
    --------
    >>> from oracles.vectors import nim
    >>> seen = largest_graph(nim(2), Limits(positions=20))
    >>> seen.size, seen.words, seen.met[(1, 3)]
    (4, 'the 15 positions to size 4', 3)
    """
    from oracles.graph import Builder
    from oracles.rule_contracts import starting_positions
    from oracles.truth import Truth

    builder = Builder(game, limit=limits.positions, arc_limit=limits.arcs)
    met: dict[Any, int] = {}
    size = 0
    with Watch(lambda: f"the graph to size {size} of {brief(game)}", moved=lambda: size):
        while size <= SIZES[-1]:
            try:
                known = builder.graph.options_of
                starts = starting_positions(
                    game, size, limits.positions, known=known, after=size - 1
                )
                added = builder.add(starts)
            except SearchLimitError:
                break
            met |= dict.fromkeys(added, size)
            size += 1
    return Largest(Truth(game, builder.graph), size - 1, met) if met else None


@dataclass(frozen=True)
class RulesAgreement:
    """On how many positions formula and rules gave the same options, and which these are.

    Attributes
    ----------
    cases
        How many positions of the graph.
    seen
        The graph.
    """

    cases: int
    seen: Largest

    @property
    def words(self) -> str:
        """Where they agree, in words."""
        positions = f"{len(self.seen.met)} positions"
        if self.cases < len(self.seen.met):
            positions += f", {self.cases} of them not won yet"
        return f"on every position to size {self.seen.size} ({positions})"


def compared(model: FormulaModel, limits: Limits) -> RulesAgreement:
    """Compare formula and rules; what came out is kept with the game.

    Raises
    ------
    RulesDisagreementError
        With the least position at which they differ, and both sets of options.
    AutomataError
        If a parameter of a move has no bound that can be seen, or nothing could be compared.
    """
    if limits not in model.compared:
        with waiting("comparing formula and rules"):
            model.compared[limits] = _Comparison(model).run(limits)
    found: RulesAgreement = model.compared[limits]
    return found


@dataclass(frozen=True)
class ProofContext:
    """What is proved of, and how: the game with its formulas, and how they were compared.

    Attributes
    ----------
    subject
        The game as it was named.
    model
        The game with its formulas.
    agreement
        How formula and rules were compared.
    """

    subject: str
    model: FormulaModel
    agreement: RulesAgreement

    @property
    def justification(self) -> str:
        """What joins formula and rules, in words."""
        return (
            f"that rules and formula are one thing, {self.model.origin}; the oracle's reading of "
            f"it and the prover's gave the same options {self.agreement.words}"
        )


def context_of(subject: str, model: FormulaModel, limits: Limits) -> ProofContext:
    """Compare formula and rules.

    Raises
    ------
    RulesDisagreementError
        If they are not the same game.
    """
    return ProofContext(subject, model, compared(model, limits))


def graph_of(model: FormulaModel, limits: Limits) -> Largest | None:
    """Return the largest graph of a game within limits, which is kept with the game."""
    if limits not in model.graphs:
        model.graphs[limits] = largest_graph(model.game, limits)
    found: Largest | None = model.graphs[limits]
    return found


def _in_order(model: FormulaModel, seen: Largest) -> Iterator[tuple[Any, Place]]:
    """Yield the positions of a graph as they are read, the least first."""
    states = {state: place for place, state in enumerate(model.rules.coordinates)}
    read = ((position, model.read(position)) for position in seen.met)

    def order(pair: tuple[Any, Place]) -> tuple[int, int, int, tuple[int, ...]]:
        position, place = pair
        return seen.met[position], sum(place.values), states[place.state], place.values

    yield from sorted(read, key=order)


class _Comparison:
    """Formula and rules side by side, with what was seen on the way.

    Within, a vector is a plain pair of control state and values, which is quick to look up.
    """

    def __init__(self, model: FormulaModel) -> None:
        self.model, self.rules = model, model.rules
        self.read = cache(lambda position: _vector(model.read(position)))
        self.canonical: dict[Vector, Vector] = {}  # of nameless piles, in order
        self.cases = self.tried = 0

    def run(self, limits: Limits) -> RulesAgreement:
        seen = graph_of(self.model, limits) or graph_of(self.model, Limits())
        if seen is None:
            raise AutomataError(
                "even size 0 has too many positions or arcs for formula and rules to be compared"
            )
        options = seen.truth.graph.options_of
        for position, place in _in_order(self.model, seen):
            self._at(position, _vector(place), options[position])
        if not self.cases:
            raise AutomataError(
                "no position was found at which options of the rules can be set beside the "
                "formula's: every one that the formula allows is won or outside the rules"
            )
        return RulesAgreement(self.cases, seen)

    def _at(self, position: Any, vector: Vector, given: Iterable[Any]) -> None:
        """Compare the options of a position with those of the formula at its vector."""
        here = Place(*vector)
        if not self.model.formulas.is_valid(here):
            self._differ(position, f"read as {_named(here)}, no position", "a position")
        by_formula = self._options(here)
        by_rules = {self.read(option) for option in given}
        won = self.model.formulas.is_won(here)
        final = "" if by_rules else self.model.game.final_outcome(position)
        if won != (final == "N"):
            words = {True: "won without a further move", False: "not won yet"}
            self._differ(position, words[won], words[not won])
        if won:
            return
        self.cases += 1
        if by_rules != by_formula:
            self._differ(
                position,
                f"options by the formula only {show(self._written(by_formula - by_rules))}",
                f"by the rules only {show(self._written(by_rules - by_formula))}",
            )

    def _options(self, here: Place) -> set[Vector]:
        """Return the formula's options as they are read."""
        found, known = set(), self.canonical
        for option in self.model.formulas.options(here):
            self.tried += 1
            if option is not None:
                if option not in known:
                    known[option] = self.read(self.model.written(Place(*option)))
                found.add(known[option])
        if self.tried > MOST_TRIED:
            raise AutomataError(
                f"more than {MOST_TRIED} values of the moves' parameters would be tried to "
                "compare formula and rules; bound them more tightly, or lower --limit"
            )
        return found

    def _written(self, vectors: Iterable[Vector]) -> set[Any]:
        return {self.model.written(Place(*vector)) for vector in vectors}

    @staticmethod
    def _differ(position: Any, by_formula: str, by_rules: str) -> NoReturn:
        raise RulesDisagreementError(Counterexample(show(position), by_formula, by_rules))


def _vector(place: Place) -> Vector:
    return place.state, place.values


def _named(position: Place) -> str:
    return f"{position.state}({', '.join(map(str, position.values))})"


def least_difference(
    model: FormulaModel, seen: Largest, outcome: Callable[[Place], str]
) -> tuple[Counterexample, Place] | None:
    """Return the least position of the graph at which a belief and the oracle differ; None if none.

    What is believed to be the outcome is asked of every position.
    """
    outcomes = seen.truth.outcomes
    for position, place in _in_order(model, seen):
        if (believed := outcome(place)) != outcomes[position]:
            return Counterexample(show(position), outcomes[position], believed, least=True), place
    return None
