"""All conjectures about one game, each kind where it applies."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import replace
from itertools import permutations
from typing import TYPE_CHECKING, Any

from fast.lazy import np
from oracles.errors import SearchLimitError
from oracles.heaps import heap_values, is_sum_of_heaps
from oracles.moves import MoveGame
from oracles.rules import Game
from research.conjectures.atoms import Recognised
from research.conjectures.complementary_pairs import ComplementaryPairs, pairs_among
from research.conjectures.conjecture import Conjecture
from research.conjectures.features import Features, conjecture_features
from research.conjectures.learning import proposals
from research.conjectures.recognising import (
    agrees,
    criteria_in_words,
    known_criteria,
    recognised,
)
from research.conjectures.tabulating import UNKNOWN, P
from research.logic.evaluator import Evaluator
from research.logic.formula import parse
from research.logic.numeration import system
from research.proving.formula_model import Coordinates, FormulaModel, small_cases
from research.proving.heap_functions import HEAP
from research.proving.period_theorems import find_period
from research.proving.position_layout import STATE, laid_out
from research.proving.results import LARGEST_BY_DEFINITION, Limits, NotProvable
from research.proving.rules_equal_formula import made_from_rules
from research.proving.symbols import NotOnSymbolsError

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Values = NDArray[np.int64]

LARGEST_VALUE = 3  # Grundy values up to this one are looked at
COUNTED = Limits(positions=20_000, arcs=150_000)
MOST_VECTORS = 300_000  # in a box
LEAST_VALUES = 12  # that may show a period


def conjectures_of(
    game: Game[Any],
    limits: Limits | None = None,
    subject: str = "the game",
    features: Features | None = None,
) -> list[Conjecture]:
    """Return what may hold of a game: made from half of the values, tested on the other half.

    Parameters
    ----------
    game
        An impartial game.
    limits
        The largest explicit graph to look at, and the largest heap of a game of heaps.
    subject
        What to call the game.
    features
        Features of positions that the author names.

    Returns
    -------
    list of Conjecture
        Those that are refuted included.

    Raises
    ------
    OracleError
        If the rules break what they promise.

    Examples
    --------
    >>> from oracles.heaps import subtraction
    >>> print(conjectures_of(subtraction(1, 2))[0].statement)
    G(n + 3) = G(n) for every n >= 0
    """
    limits = limits or COUNTED
    found: list[Conjecture] = []
    with suppress(NotProvable, NotOnSymbolsError, SearchLimitError):
        if not is_sum_of_heaps(game):
            found += _of_vectors(game, limits, subject)
        elif game.misere:
            found += _of_single_heaps(game, limits, subject)
        elif not game.loopy:
            found += conjecture_period(heap_values(game, min(limits.heaps, LARGEST_BY_DEFINITION)))
    if not is_sum_of_heaps(game):
        with suppress(SearchLimitError):
            found += conjecture_features(small_cases(game, limits), features or {})
    return found


def _of_single_heaps(game: Game[Any], limits: Limits, subject: str) -> list[Conjecture]:
    """Conjecture which single heaps are P-positions in misère play."""
    outcomes: Mapping[Any, str] = small_cases(game, limits).truth.outcomes
    largest = max(position[0] for position in outcomes if len(position) == 1)
    lost = [outcomes[(heap,) if heap else ()] == "P" for heap in range(largest + 1)]
    values = {STATE: 1 - np.array(lost, np.int64)}
    return _criterion({STATE: (HEAP,)}, values, 0, f"is a P-position of {subject}")


def _of_vectors(game: Game[Any], limits: Limits, subject: str) -> list[Conjecture]:
    """Conjecture from values; an exception if positions are no vectors, or no size is small."""
    text = made_from_rules(game) if isinstance(game, MoveGame) else None
    model = text or laid_out(game)[1]
    coordinates = {state: names for state, names in model.rules.coordinates.items() if names}
    if not coordinates:
        return []
    if max(map(len, coordinates.values())) == 1:
        limits = replace(limits, arcs=4 * limits.arcs)  # a line shows little
    truth = small_cases(game, limits).truth
    outcomes = {position: int(found != "P") for position, found in truth.outcomes.items()}
    won = values_in_boxes(model, outcomes)
    found = _criterion(coordinates, won, 0, f"is a P-position of {subject}")
    kinds = [system(each.found.system).kind for each in found if each.kind == "automaton"]
    if not kinds or game.misere or game.loopy or game.names_winner_by_position():
        return found
    values = values_in_boxes(model, truth.grundy_values)
    for value in range(1, LARGEST_VALUE + 1):
        found += _criterion(coordinates, values, value, f"has Grundy value {value}", kinds)
    if {*map(len, coordinates.values())} == {1}:
        for line in values.values():
            found += conjecture_period(line.tolist())
    return found


def values_in_boxes(model: FormulaModel, values: Mapping[Any, Any]) -> dict[str, Values]:
    """Lay out values of positions by control state and coordinates; -1 where none is known.

    A state without coordinates, which is a single position, is left out.
    """
    rows: dict[str, list[tuple[int, ...]]] = {state: [] for state in model.rules.coordinates}
    for position, value in values.items():
        place = model.read(position)
        rows[place.state].append((*place.values, value))
    tables = {}
    for state, found in rows.items():
        width = len(model.rules.coordinates[state])
        if width == 0:
            continue
        vectors = np.array(found, np.int64).reshape(len(found), width + 1)
        side = int(vectors[:, :width].max(initial=0)) + 1
        while side**width > MOST_VECTORS:
            side -= 1
        inside = ((vectors[:, :width] >= 0) & (vectors[:, :width] < side)).all(1)
        table = np.full((side,) * width, -1)
        for order in permutations(range(width)) if model.unordered else [range(width)]:
            table[tuple(vectors[inside, axis] for axis in order)] = vectors[inside, width]
        tables[state] = table
    return tables


def _half(table: Any) -> Any:
    """Return the largest box that holds at most half of the values that are known."""
    half, known = table, np.count_nonzero(table != UNKNOWN)
    while table.ndim and 2 * np.count_nonzero(half != UNKNOWN) > known:
        half = half[(slice(0, -1),) * table.ndim]
    return half


def _criterion(
    coordinates: Coordinates,
    values: Mapping[str, Values],
    value: int,
    belongs: str,
    kinds: Sequence[str] = (),
) -> list[Conjecture]:
    """Say which vectors have a value, made on a smaller box and right on all values that are known.

    It is the first automaton that passes, as a person would say it; where there is none, it may be
    a pair of complementary sequences.
    """
    tables = {
        state: np.where(known < 0, UNKNOWN, known == value).astype(np.int8)
        for state, known in values.items()
    }
    halves = {state: _half(table) for state, table in tables.items()}
    if not any((table == P).any() for table in halves.values()):
        return []
    number = sum(int((table != UNKNOWN).sum()) for table in tables.values())
    made = sum(int((table != UNKNOWN).sum()) for table in halves.values())
    for proposal in proposals(coordinates, halves, kinds):
        automata, numeration = proposal.automata, proposal.system
        if all(
            agrees(automaton, coordinates[state], numeration, tables[state])
            for state, automaton in automata.items()
        ):
            known = known_criteria(coordinates, automata, numeration, tables)
            for state in [state for state, said in known.items() if said is None]:
                names = coordinates[state]
                known[state] = _fitting(names, numeration, halves[state], tables[state])
            said = criteria_in_words(coordinates, automata, numeration, known, belongs)
            return [Conjecture("automaton", said, made, number - made, found=proposal)]
    if len(coordinates) == 1 and not kinds:
        ((state, names),) = coordinates.items()
        pairs = _pairs(halves[state])
        if pairs is not None and pairs == _pairs(tables[state]):
            known = {state: pairs.in_words(names)}
            said = criteria_in_words(coordinates, {}, "", known, belongs)
            return [Conjecture("complementary pairs", said, made, number - made, found=pairs)]
    return []


def _pairs(table: Any) -> ComplementaryPairs | None:
    vectors = np.argwhere(table != UNKNOWN)
    return pairs_among(vectors, table[tuple(vectors.T)] == P) if table.ndim == 2 else None


def _fitting(names: Sequence[str], numeration: str, half: Any, table: Any) -> Recognised | None:
    """Return what fits the known values, where the automaton is another one elsewhere."""
    said = recognised(None, names, numeration, half) if (table == UNKNOWN).any() else None
    if said is None or not said.formula:
        return None
    automaton = Evaluator(numeration).over(parse(said.formula).formula, names)
    return said if agrees(automaton, names, numeration, table) else None


def conjecture_period(values: Sequence[int]) -> list[Conjecture]:
    """Conjecture the period, arithmetic or not, that the first half of G(0), G(1), ... shows.

    Examples
    --------
    >>> for conjecture in conjecture_period([0, 1, 2] * 8):
    ...     print(conjecture)
    period: G(n + 3) = G(n) for every n >= 0 [made on 12 values, tested on 12 others: passed]
    >>> conjecture_period([0, 1, 2] * 4 + [5] * 12)[0].counterexample
    'G(12) is 5, not 0'
    """
    half = len(values) // 2
    found = find_period(values[:half]) if len(values) >= LEAST_VALUES else None
    if found is None:
        return []
    statement = f"{found.law} for every n >= {found.preperiod}"
    expected = [int(value) for value in values[:half]]
    for place in range(half, len(values)):
        expected.append(expected[place - found.period] + found.saltus)
        if values[place] != expected[place]:
            wrong = f"G({place}) is {values[place]}, not {expected[place]}"
            return [Conjecture("period", statement, half, place - half + 1, wrong, found)]
    return [Conjecture("period", statement, half, len(values) - half, found=found)]
