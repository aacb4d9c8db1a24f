"""Formula and rules of a game compared, position by position.

On *every* position of the largest graph within the limits, the formula's options are found by
trying the values of the moves' parameters, and must be exactly what the rules give; who has won
where play has ended must be the same. Beyond the graph, positions with large, few or many zero
coordinates are compared, and some large starting positions of the rules.

**Order.** A difference is named at the least position: that which is reached from the least size,
as the game's ``start`` counts; among these the one with the least sum of coordinates, then in the
earliest control state, then with the least coordinates, the first one first.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from functools import cache
from itertools import islice, product
from typing import Any, NoReturn

from research.checks.equality import show
from research.checks.evidence import Counterexample, Settings
from research.logic.errors import AutomataError
from research.logic.kernel import Place
from research.system.progress import waiting
from research.theorems.errors import RulesDisagreementError
from research.theorems.formula_model import FormulaModel
from research.theorems.proof_limits import Largest, Limits, largest_graph

POSITIONS_A_STATE = 40  # beyond the graph, at least so many for each control state
LARGEST_ENTRY = 20_000  # of a coordinate beyond the graph
MOST_TRIED = 3_000  # parameters of moves at a position beyond the graph
MOST_TRIED_ALL = 20_000_000
MOST_STARTS = 20_000  # of a large size
STARTS_COMPARED = 40

Vector = tuple[str, tuple[int, ...]]  # a control state and the values of its coordinates


@dataclass(frozen=True)
class RulesAgreement:
    """On how many positions formula and rules gave the same options, and which these are.

    Attributes
    ----------
    cases
        How many positions of the graph.
    beyond
        How many larger ones.
    seen
        The graph; None if even the least is larger than the limits.
    """

    cases: int
    beyond: int
    seen: Largest | None

    @property
    def words(self) -> str:
        """Where they agree, in words."""
        larger = f"{self.beyond} positions with large, few or many zero coordinates"
        if self.seen is None:
            return f"on {larger}"
        positions = f"{len(self.seen.met)} positions"
        if self.cases < len(self.seen.met):
            positions += f", {self.cases} of them not won yet"
        return (
            f"on every position to size {self.seen.size} ({positions}) and on {self.beyond} larger "
            "ones"
        )


def compared(model: FormulaModel, settings: Settings, limits: Limits) -> RulesAgreement:
    """Compare formula and rules; what came out is kept with the game.

    Raises
    ------
    RulesDisagreementError
        With the least position at which they differ, and both sets of options.
    AutomataError
        If a parameter of a move has no bound that can be seen, or nothing could be compared.
    """
    key = settings.seed, settings.examples, limits
    if key not in model.compared:
        with waiting("comparing formula and rules"):
            model.compared[key] = _Comparison(model).run(settings, limits)
    found: RulesAgreement = model.compared[key]
    return found


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
        self.done: set[Vector] = set()
        self.cases = self.tried = 0

    def run(self, settings: Settings, limits: Limits) -> RulesAgreement:
        seen = graph_of(self.model, limits)
        if seen is not None:
            options = seen.truth.graph.options_of
            for position, place in _in_order(self.model, seen):
                self._at(position, _vector(place), given=options[position])
        cases, self.cases = self.cases, 0
        for position in self._large_starts(seen.size if seen is not None else 4, settings.seed):
            self._at(position, self.read(position), MOST_TRIED)
        most = max(settings.examples, POSITIONS_A_STATE * len(self.rules.coordinates))
        for vector in sorted(self._beyond(settings.seed, most), key=lambda v: (sum(v[1]), v)):
            place = Place(*vector)
            if self.model.formulas.is_valid(place):
                position = self.model.written(place)
                if not self.done & {vector, self.read(position)}:
                    self._at(position, vector, MOST_TRIED)
        if cases + self.cases == 0:
            raise AutomataError(
                "no position was found at which options of the rules can be set beside the "
                "formula's: every one that the formula allows is won or outside the rules"
            )
        return RulesAgreement(cases, self.cases, seen)

    def _at(
        self,
        position: Any,
        vector: Vector,
        most: int = MOST_TRIED_ALL,
        given: Iterable[Any] | None = None,
    ) -> None:
        """Compare the options of a position with those of the formula at its vector."""
        here = Place(*vector)
        if not self.model.formulas.is_valid(here):
            self._differ(position, f"read as {_named(here)}, no position", "a position")
        if not self._ask(self.model.game.contains, position):
            self._differ(position, "a position", "none: contains says so")
        by_formula = self._options(here, most)
        if by_formula is None:
            return  # too many to be tried, beyond the graph
        if given is None:
            given = self._ask(lambda p: list(self.model.game.options(p)), position)
        by_rules = {self.read(option) for option in given}
        won = self.model.formulas.is_won(here)
        final = "" if by_rules else self._ask(self.model.game.final_outcome, position)
        if won != (final == "N"):
            words = {True: "won without a further move", False: "not won yet"}
            self._differ(position, words[won], words[not won])
        self.done.add(vector)
        if won:
            return
        self.cases += 1
        if by_rules != by_formula:
            self._differ(
                position,
                f"options by the formula only {show(self._written(by_formula - by_rules))}",
                f"by the rules only {show(self._written(by_rules - by_formula))}",
            )

    def _ask(self, question: Callable[[Any], Any], position: Any) -> Any:
        try:
            return question(position)
        except Exception as error:  # the author's own code
            self._differ(position, "a position", f"the rules fail: {type(error).__name__}: {error}")

    def _options(self, here: Place, most: int) -> set[Vector] | None:
        """Return the formula's options as they are read; None if too much would be tried."""
        tried, found, known = 0, set(), self.canonical
        for option in self.model.formulas.options(here):
            tried += 1
            if tried > most:
                return None
            if option is not None:
                if option not in known:
                    known[option] = self.read(self.model.written(Place(*option)))
                found.add(known[option])
        self.tried += tried
        if self.tried > MOST_TRIED_ALL:
            raise AutomataError(
                f"more than {MOST_TRIED_ALL} values of the moves' parameters would be tried to "
                "compare formula and rules; bound them more tightly, or lower --limit"
            )
        return found

    def _written(self, vectors: Iterable[Vector]) -> set[Any]:
        return {self.model.written(Place(*vector)) for vector in vectors}

    def _beyond(self, seed: int, most: int) -> Iterator[Vector]:
        """Yield a small box, and vectors that are large, sparse, or both."""
        draw = random.Random(seed)
        each = -(-most // len(self.rules.coordinates))
        for state, names in self.rules.coordinates.items():
            if not names:
                yield state, ()
                continue
            side = max(1, int(each ** (1 / len(names))))
            yield from ((state, v) for v in product(range(side + 1), repeat=len(names)))
            for number in range(each):
                lone = number % len(names)
                # Every other one has a single large coordinate, the rest of them several.
                yield (
                    state,
                    tuple(
                        _large(draw)
                        if place == lone or (number % 2 and draw.random() < 0.3)
                        else draw.choice((0, 0, 0, 1, 2, 3, 5, 8))
                        for place in range(len(names))
                    ),
                )

    def _large_starts(self, size: int, seed: int) -> Iterator[Any]:
        """Yield some starting positions of sizes beyond the graph, the last ones among them."""
        draw = random.Random(seed)
        for factor in (2, 5):
            known = self.model.game.number_of_positions(factor * size)
            if known is not None and known > 50 * MOST_STARTS:
                return
            starts = list(islice(self.model.game.start(factor * size), MOST_STARTS))
            chosen = starts[-STARTS_COMPARED // 2 :]
            chosen += draw.sample(starts, min(len(starts), STARTS_COMPARED // 2))
            yield from chosen

    @staticmethod
    def _differ(position: Any, by_formula: str, by_rules: str) -> NoReturn:
        raise RulesDisagreementError(Counterexample(show(position), by_formula, by_rules))


def _large(draw: random.Random) -> int:
    """Return a number to the largest entry, all orders of magnitude alike."""
    return int(LARGEST_ENTRY ** draw.random())


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
