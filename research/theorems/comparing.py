"""Formula and rules of a game compared, position by position.

On *every* position of the largest graph within the limits, through the author's own reading, the
formula's options are found by trying the values of the moves' parameters, and must be exactly what
the rules give; who has won where play has ended must be the same. Beyond the graph, positions with
large, few or many zero coordinates are compared, and some large starting positions of the rules.

A case counts if the rules were asked for options there, and these were set beside the formula's.

**Order.** A difference is named at the least position: that which is reached from the least size,
as the game's ``start`` counts; among these the one with the least sum of coordinates, then in the
earliest control state, then with the least coordinates, the first one first.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from itertools import islice, product
from typing import Any, NoReturn

from research.checks.equality import show
from research.checks.evidence import Counterexample, Settings
from research.logic.errors import AutomataError
from research.logic.kernel import Place
from research.system.progress import telling
from research.theorems.formula_model import (
    FormulaModel,
    RulesDisagreementError,
)
from research.theorems.proof_limits import Largest, Limits, largest_graph

POSITIONS_A_STATE = 40  # beyond the graph, at least so many for each control state
LARGEST_ENTRY = 20_000  # of a coordinate beyond the graph
MOST_TRIED = 3_000  # parameters of moves at a position beyond the graph
MOST_TRIED_ALL = 20_000_000
MOST_REORDERED = 5_000
MOST_STARTS = 20_000  # of a large size
STARTS_COMPARED = 40

Vector = tuple[str, tuple[int, ...]]  # a control state and the values of its coordinates
Key = tuple[int, int, int, tuple[int, ...]]


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
    remark
        What else was noticed.
    """

    cases: int
    beyond: int
    seen: Largest | None
    remark: str = ""

    @property
    def words(self) -> str:
        """Where they agree, in words."""
        larger = f"{self.beyond} positions with large, few or many zero coordinates"
        if self.seen is None:
            return f"on {larger}{self.remark}"
        positions = f"{len(self.seen.met)} positions"
        if self.cases < len(self.seen.met):
            positions += f", {self.cases} of them not won yet"
        return (
            f"on every position to size {self.seen.size} ({positions}) and on {self.beyond} larger "
            f"ones{self.remark}"
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
        with telling("comparing formula and rules"):
            try:
                model.compared[key] = _Comparison(model).run(settings, limits)
            except RulesDisagreementError as error:
                model.compared[key] = error.difference
    found: RulesAgreement | Counterexample = model.compared[key]
    if isinstance(found, Counterexample):
        raise RulesDisagreementError(found)
    return found


def graph_of(model: FormulaModel, limits: Limits) -> Largest | None:
    """Return the largest graph of a game within limits, which is kept with the game."""
    if limits not in model.graphs:
        model.graphs[limits] = largest_graph(model.game, limits)
    found: Largest | None = model.graphs[limits]
    return found


def order_of(met: int, vector: Vector | None, states: Mapping[str, int]) -> Key:
    """Return what positions are ordered by; the least counterexample is least in this order.

    Parameters
    ----------
    met
        The least size from which the position is reached.
    vector
        What it is read as.
    states
        The places of the control states.
    """
    if vector is None:
        return met, 0, -1, ()
    return met, sum(vector[1]), states[vector[0]], vector[1]


class _Comparison:
    """Formula and rules side by side, with what was seen on the way.

    Within, a vector is a plain pair of control state and values, which is quick to look up.
    """

    def __init__(self, model: FormulaModel) -> None:
        self.model, self.rules = model, model.rules
        self.read: dict[Any, Vector | None] = {}
        self.canonical: dict[Vector, Vector] = {}
        self.reordered: dict[Vector, None] = {}
        self.done: set[Vector] = set()
        self.cases = self.tried = 0

    def run(self, settings: Settings, limits: Limits) -> RulesAgreement:
        seen = graph_of(self.model, limits)
        remark = self._on_graph(seen) if seen is not None else ""
        for vector in list(self.reordered)[: min(MOST_REORDERED, limits.positions)]:
            self._at_vector(vector)
        cases, self.cases = self.cases, 0
        for position in self._large_starts(seen.size if seen is not None else 4, settings.seed):
            self._at(position, self._as_read(position), MOST_TRIED)
        most = max(settings.examples, POSITIONS_A_STATE * len(self.rules.coordinates))
        for vector in sorted(self._beyond(settings.seed, most), key=lambda v: (sum(v[1]), v)):
            self._at_vector(vector, MOST_TRIED)
        if cases + self.cases == 0:
            raise AutomataError(
                "no position was found at which options of the rules can be set beside the "
                "formula's: every one that the formula allows is won or outside the rules"
            )
        return RulesAgreement(cases, self.cases, seen, remark)

    def _on_graph(self, seen: Largest) -> str:
        """Compare every position of the graph, the least first; say whether some share a vector."""
        for position in seen.met:
            self._as_read(position)
        self.canonical |= {vector: vector for vector in self.read.values() if vector is not None}
        states = {state: place for place, state in enumerate(self.rules.coordinates)}
        first: dict[Vector, Any] = {}
        remark = ""
        options = seen.truth.graph.options_of
        for position in sorted(seen.met, key=lambda p: order_of(seen.met[p], self.read[p], states)):
            vector = self.read[position]
            if vector is not None and first.setdefault(vector, position) != position:
                remark = remark or (
                    f"; the reading does not tell {show(first[vector])} from {show(position)}, and "
                    "no move or outcome does"
                )
            self._at(position, vector, given=list(options[position]))
        return remark

    def _as_read(self, position: Any) -> Vector | None:
        """Read a position as the author does, and hold the reading to what it promises."""
        if position not in self.read:
            self.read[position] = self._read(position)
        return self.read[position]

    def _read(self, position: Any) -> Vector | None:
        try:
            read = self.model.read(position)
            back = None if read is None else self.model.written(read)
            again = read if read is None or back == position else self.model.read(back)
        except Exception as error:  # the author's own code
            self._differ(position, "the reading fails", f"{type(error).__name__}: {error}")
        if read is None:
            return None
        names = self.rules.coordinates.get(read.state)
        natural = all(type(value) is int and value >= 0 for value in read.values)
        if names is None or len(names) != len(read.values) or not natural:
            self._differ(position, f"read as {_named(read)}", "no vector of the formula")
        if again != read:
            self._differ(
                position, f"read as {_named(read)}", f"which is written as {show(back)}: no inverse"
            )
        return read.state, read.values

    def _as_written(self, vector: Vector) -> Vector:
        """Return the vector that is read where this one is written."""
        try:
            written = self.model.written(Place(*vector))
        except Exception as error:  # the author's own code
            why = f"{type(error).__name__}: {error}"
            self._differ(_named(Place(*vector)), "cannot be written", why)
        read = self._as_read(written)
        if read is None:
            self._differ(written, f"{_named(Place(*vector))} by the formula", "read as no vector")
        self.canonical[vector] = read
        if read != vector:
            self.reordered[vector] = None
        return read

    def _at_vector(self, vector: Vector, most: int = MOST_TRIED_ALL) -> None:
        if vector not in self.done and self.model.formulas.is_valid(Place(*vector)):
            self._as_written(vector)
            self._at(self.model.written(Place(*vector)), vector, most)

    def _at(
        self,
        position: Any,
        vector: Vector | None,
        most: int = MOST_TRIED_ALL,
        given: list[Any] | None = None,
    ) -> None:
        """Compare the options of a position with those of the formula at its vector."""
        if vector is None:
            self._require_lost(position, given)
            return
        here = Place(*vector)
        if not self.model.formulas.is_valid(here):
            self._differ(position, f"read as {_named(here)}, no position", "a position")
        if not self._ask(self.model.game.contains, position):
            self._differ(position, "a position", "none: contains says so")
        by_formula = self._options(here, most)
        if by_formula is None:
            return  # too many to be tried, beyond the graph
        given = self._given(position) if given is None else given
        read = {option: self._as_read(option) for option in given}
        won = self.model.formulas.is_won(here)
        ended = [option for option, at in read.items() if at is None]
        self._compare_ends(position, ended, moves=bool(given), won=won)
        self.done.add(vector)
        if won:
            return
        self.cases += 1
        by_rules = {at for at in read.values() if at is not None}
        if by_rules != by_formula:
            self._differ(
                position,
                f"options by the formula only {show(self._written(by_formula - by_rules))}",
                f"by the rules only {show(self._written(by_rules - by_formula))}",
            )

    def _compare_ends(self, position: Any, ended: list[Any], *, moves: bool, won: bool) -> None:
        """Compare who has won where play has ended, or can be ended at once."""
        for option in ended:
            self._require_lost(option)
        final = "" if moves else self._ask(self.model.game.final_outcome, position)
        if final not in ("", "P", "N"):
            self._differ(position, "lost or won", f"{final}, a draw")
        wins = bool(ended) or final == "N"
        if won != wins:
            words = {True: "won without a further move", False: "not won yet"}
            self._differ(position, words[won], words[wins])

    def _require_lost(self, position: Any, given: list[Any] | None = None) -> None:
        given = self._given(position) if given is None else given
        if given or self._ask(self.model.game.final_outcome, position) != "P":
            self._differ(position, "not read as a vector", "play goes on or is not lost")

    def _given(self, position: Any) -> list[Any]:
        return list(dict.fromkeys(self._ask(lambda p: list(self.model.game.options(p)), position)))

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
                found.add(known[option] if option in known else self._as_written(option))
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


def _named(position: Place) -> str:
    return f"{position.state}({', '.join(map(str, position.values))})"


def least_difference(
    model: FormulaModel, seen: Largest, outcome: Callable[[Place], str]
) -> tuple[Counterexample, Place] | None:
    """Return the least position of the graph at which a belief and the oracle differ; None if none.

    What is believed to be the outcome is asked of every position that is read as a vector.
    """
    outcomes = seen.truth.outcomes
    states = {state: place for place, state in enumerate(model.rules.coordinates)}
    wrong: list[tuple[Key, Any, Place, str]] = []
    known: dict[Vector, str] = {}
    for position, size in seen.met.items():
        read = model.read(position)
        if read is None:
            continue
        vector = read.state, read.values
        if vector not in known:
            known[vector] = outcome(read)
        if outcomes[position] != known[vector]:
            wrong.append((order_of(size, vector, states), position, read, known[vector]))
    if not wrong:
        return None
    _, position, read, believed = min(wrong, key=lambda entry: entry[0])
    return Counterexample(show(position), outcomes[position], believed, least=True), read
