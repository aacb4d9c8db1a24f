"""All conjectures about one game, each kind where it applies."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from dataclasses import replace
from typing import Any

from fast.lazy import np
from oracles.errors import OracleError, SearchLimitError
from oracles.growing import Budget, EachSize
from oracles.heaps import heap_values, is_sum_of_heaps
from oracles.moves import MoveGame
from oracles.rules import Game
from oracles.truth import Truth
from research.conjectures.automata import conjecture_automata
from research.conjectures.conjecture import Conjecture
from research.conjectures.invariances import conjecture_heap_sum, conjecture_invariances
from research.conjectures.recognising import recognised
from research.conjectures.sequences import (
    conjecture_beatty_pairs,
    conjecture_period,
    conjecture_recurrence,
)
from research.proving.formula_model import FormulaModel
from research.proving.outcome_table import OutcomeTable, observe
from research.proving.position_layout import plain_reading
from research.proving.results import LARGEST_BY_DEFINITION, SIZES, Limits, NotProvable
from research.proving.rules_equal_formula import made_from_rules

LARGEST_VALUE = 3  # Grundy values up to this one are given automata
COUNTED = Limits(positions=20_000, arcs=150_000)
LONGEST_COUNTED = 40
P_POSITIONS_TO_SIZE = "P-positions to size n"  # of which there are u(n)


def conjectures_of(
    given: Game[Any] | FormulaModel,
    limits: Limits | None = None,
    shown: int = 0,
    sizes: EachSize | None = None,
) -> list[Conjecture]:
    """Return what may hold of a game: made from half of the values, tested on the other half.

    Parameters
    ----------
    given
        An impartial game, or one with its formulas.
    limits
        The largest explicit graph to look at, and the largest heap of a game of heaps.
    shown
        A size to look to at least, as far as that graph goes: values to it are at hand elsewhere.
    sizes
        The graphs of single sizes, if they are at hand.

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
    game = given.game if isinstance(given, FormulaModel) else given
    found: list[Conjecture] = []
    if is_sum_of_heaps(game):
        if not game.misere and not game.loopy:
            found += conjecture_period(heap_values(game, min(limits.heaps, LARGEST_BY_DEFINITION)))
    else:
        with suppress(NotProvable):  # where positions are no vectors
            model = given if isinstance(given, FormulaModel) else _as_vectors(game)
            found += _on_vectors(model, limits, shown)
    found += conjecture_recurrence(counts(sizes or EachSize(game), limits), P_POSITIONS_TO_SIZE)
    return found


def _as_vectors(game: Game[Any]) -> FormulaModel:
    """Return how positions are read: by the names of a text with one state, or as tuples."""
    named = made_from_rules(game) if isinstance(game, MoveGame) else None
    one_state = named is not None and len(named.rules.coordinates) == 1
    return named if named is not None and one_state else plain_reading(game)


def _on_vectors(model: FormulaModel, limits: Limits, shown: int) -> list[Conjecture]:
    """Conjecture from the outcomes and values of the positions as vectors."""
    seen = _largest(model, limits, shown)
    if seen is None:
        return []
    found: list[Conjecture] = []
    for state, members in seen.members.items():
        names = model.rules.coordinates[state]
        if members.shape[0] < 4:
            continue
        place = f" in state {state}" if len(seen.sides) > 1 else ""
        best = list[Conjecture]()
        if members.any():
            automata = conjecture_automata(members, names, f"the set of P-positions{place}")
            best = _best(automata, members, names, f"is a P-position{place}")
        found += best + conjecture_invariances(members, names)
        if len(names) == 2 and all(conjecture.refuted for conjecture in best):
            vectors = zip(*members.nonzero(), strict=True)
            found += conjecture_beatty_pairs([tuple(map(int, vector)) for vector in vectors])
        found += _on_values(seen, state, names)
    return found


def _on_values(seen: OutcomeTable, state: str, names: Sequence[str]) -> list[Conjecture]:
    """Conjecture from Grundy values, where the game has them."""
    if seen.model.game.misere or seen.model.game.names_winner_by_position():
        return []
    try:
        values = seen.values(state)
    except OracleError:
        return []
    found = conjecture_heap_sum(seen.members[state], values)
    for value in filter(values.__contains__, range(1, LARGEST_VALUE + 1)):
        what = f"the set of positions with Grundy value {value}"
        automata = conjecture_automata(values == value, names, what)
        found += _best(automata, values == value, names, f"has Grundy value {value}")
    if len(names) == 1:
        found += conjecture_period(values.tolist())
    return found


def _best(
    automata: list[Conjecture], members: Any, names: Sequence[str], belongs: str
) -> list[Conjecture]:
    """Keep the smallest automaton that passed, said as a person would, and what was refuted."""
    passed = [conjecture for conjecture in automata if not conjecture.refuted]
    smallest = sorted(passed, key=lambda conjecture: int(conjecture.found.automaton.states))[:1]
    for best in smallest:
        learned = best.found
        said = recognised(learned.automaton, names, learned.system, members.astype(np.int8))
        if said is not None:
            vector = names[0] if len(names) == 1 else f"({', '.join(names)})"
            statement = f"{vector} {belongs} exactly if {said.words}"
            smallest = [replace(best, statement=statement)]
    return smallest + [conjecture for conjecture in automata if conjecture.refuted]


def _largest(model: FormulaModel, limits: Limits, shown: int) -> OutcomeTable | None:
    """Return the values of the largest box within the limits; None if no size is."""
    if max(map(len, model.rules.coordinates.values())) == 1:
        limits = replace(limits, arcs=4 * limits.arcs)  # a line shows little
    try:
        seen = model.small_cases(limits)
    except SearchLimitError:
        return None
    sizes = [size for size in SIZES if size <= seen.size]
    if not sizes:
        return None
    return observe(model, seen, max(sizes[-1], min(shown, seen.size)))


def counts(sizes: EachSize, limits: Limits) -> list[int]:
    """Return how many P-positions there are at size 0, 1, 2, ..., as far as the limits allow."""
    found: list[int] = []
    for size in range(LONGEST_COUNTED):
        try:
            graph = sizes.graph(size, Budget(limits.positions // 10, limits.arcs // 10))
        except SearchLimitError:
            break
        found.append(len(Truth(sizes.game, graph).p_positions))
    return found
