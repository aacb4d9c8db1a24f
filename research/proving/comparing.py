"""Formula and rules of a game compared, position by position.

On *every* position of the largest graph within the limits, the formula's options are found by
trying the values of the moves' parameters, and must be exactly what the rules give; who has won
where play has ended must be the same.

**Order.** A difference is named at the least position: that which is reached from the least size,
as the game's ``start`` counts; among these the one with the least sum of coordinates, then in the
earliest control state, then with the least coordinates, the first one first.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
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


@dataclass(frozen=True, eq=False)
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
class ProofContext:
    """A game with its formulas, compared with the rules.

    Attributes
    ----------
    subject
        The game as it was named.
    model
        The game with its formulas.
    seen
        The graph on which formula and rules gave the same options.
    cases
        How many of its positions have options: those that are not won yet.
    """

    subject: str
    model: FormulaModel
    seen: Largest
    cases: int

    @property
    def justification(self) -> str:
        """What joins formula and rules, in words."""
        positions = f"{len(self.seen.met)} positions"
        if self.cases < len(self.seen.met):
            positions += f", {self.cases} of them not won yet"
        return (
            f"that the formula says what the rules say ({self.model.origin}); both gave the same "
            f"options on every position to size {self.seen.size} ({positions})"
        )


def context_of(subject: str, model: FormulaModel, limits: Limits) -> ProofContext:
    """Compare formula and rules; what came out is kept with the game.

    Raises
    ------
    RulesDisagreementError
        With the least position at which they differ, and both sets of options.
    AutomataError
        If a parameter of a move has no bound that can be seen, or nothing could be compared.
    """
    seen = graph_of(model, limits) or graph_of(model, Limits())
    if seen is None:
        raise AutomataError(
            "even size 0 has too many positions or arcs for formula and rules to be compared"
        )
    if seen not in model.compared:
        with waiting("comparing formula and rules"):
            model.compared[seen] = _compared(model, seen)
    return ProofContext(subject, model, seen, model.compared[seen])


def graph_of(model: FormulaModel, limits: Limits) -> Largest | None:
    """Return the largest graph of a game within limits, which is kept with the game."""
    if limits not in model.graphs:
        model.graphs[limits] = largest_graph(model.game, limits)
    found: Largest | None = model.graphs[limits]
    return found


def _in_order(model: FormulaModel, seen: Largest) -> list[tuple[Any, Place]]:
    """Return the positions of a graph as they are read, the least first."""
    states = {state: place for place, state in enumerate(model.rules.coordinates)}

    def order(pair: tuple[Any, Place]) -> tuple[int, int, int, tuple[int, ...]]:
        position, place = pair
        return seen.met[position], sum(place.values), states[place.state], place.values

    return sorted(((position, model.read(position)) for position in seen.met), key=order)


def _compared(model: FormulaModel, seen: Largest) -> int:
    """Compare formula and rules at each position; return how many have options to compare."""
    formulas = model.formulas
    written = cache(lambda option: model.written(Place(*option)))
    cases = tried = 0
    for position, here in _in_order(model, seen):
        if not formulas.is_valid(here):
            _differ(position, f"read as {here}, no position", "a position")
        by_rules = set(seen.truth.graph.options_of[position])
        won = formulas.is_won(here)
        if won != (not by_rules and model.game.final_outcome(position) == "N"):
            words = {True: "won without a further move", False: "not won yet"}
            _differ(position, words[won], words[not won])
        if won:
            continue
        cases += 1
        by_formula = set()
        for option in formulas.options(here):
            tried += 1
            if option is not None:
                by_formula.add(written(option))
        if tried > MOST_TRIED:
            raise AutomataError(
                f"more than {MOST_TRIED} values of the moves' parameters would be tried to "
                "compare formula and rules; bound them more tightly, or lower --limit"
            )
        if by_rules != by_formula:
            more, less = show(by_formula - by_rules), show(by_rules - by_formula)
            _differ(position, f"options by the formula only {more}", f"by the rules only {less}")
    if not cases:
        raise AutomataError(
            "no position was found at which options of the rules can be set beside the "
            "formula's: every one that the formula allows is won or outside the rules"
        )
    return cases


def _differ(position: Any, by_formula: str, by_rules: str) -> NoReturn:
    raise RulesDisagreementError(Counterexample(show(position), by_formula, by_rules))


def least_difference(
    model: FormulaModel, seen: Largest, outcome: Callable[[Place], str]
) -> Counterexample | None:
    """Return the least position of the graph at which a belief and the oracle differ; None if none.

    What is believed to be the outcome is asked of every position.
    """
    outcomes = seen.truth.outcomes
    for position, place in _in_order(model, seen):
        if (believed := outcome(place)) != outcomes[position]:
            return Counterexample(show(position), outcomes[position], believed, least=True)
    return None
