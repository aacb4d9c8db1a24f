"""What is known of one vector game: its values, and an automaton of its P-positions.

The truth is the table of all positions with piles to a bound (:mod:`oracles.vector_table`), which
is held to explicit graphs. From growing boxes of it automata are proposed, and those that pass on
the rest of the box go to the Kernel theorem, which proves or refutes them for all natural numbers
(:mod:`research.conjectures.p_positions`). There is no limit in seconds, so that the same game is
known the same everywhere: boxes, systems of numeration and states of automata are bounded.

The first terms are the Grundy values of the positions with two piles in the order of their totals,
those of one total by the first pile: (0, 0), (0, 1), (1, 0), (0, 2), ... With other numbers of
piles it is the same order.
"""

from __future__ import annotations

import hashlib
from dataclasses import replace
from itertools import count, islice, permutations, product, takewhile
from typing import TYPE_CHECKING

from fast.errors import InputError, require_integer
from oracles.vectors import Piles, VectorGame
from research.families.record import BY_TOTALS, MOST_TERMS, Record
from research.proving.errors import RulesDisagreementError
from research.proving.results import KERNEL
from research.proving.theorem import Limits

if TYPE_CHECKING:
    from oracles.vector_table import TableTruth
    from research.logic.kernel import KernelProof
    from research.proving.outcome_table import OutcomeTable

SIDES = (64, 128, 256)  # of the boxes from which automata are proposed
MOST_STATES = 50_000  # of any automaton in a proof
MOST_POSITIONS = 12  # that are named


def record_of_vectors(game: VectorGame, *, to: int = 255) -> Record:
    """Return what is known of a vector game.

    Parameters
    ----------
    game
        A game whose vectors say all: without a guard, and with no vector that raises a pile.
    to
        The largest pile of the table.

    Raises
    ------
    InputError
        If the game is another one, or the bound is below 1.
    DisagreementError
        If the table is not what the explicit graph of small positions is.

    Examples
    --------
    >>> wythoff = record_of_vectors(VectorGame([(1, 0), (0, 1), (1, 1)]), to=63)
    >>> wythoff.states, wythoff.first_terms[:6]
    (7, (0, 1, 1, 2, 2, 2))
    """
    from oracles.vector_table import TableTruth, has_table

    require_integer("to", to, least=1)
    if not has_table(game):
        raise InputError(
            f"game={game!r}: its vectors do not say all; give a VectorGame without a guard whose "
            "vectors raise no pile"
        )
    truth = TableTruth(game, to)
    positions = [str(each).replace(" ", "") for each in _in_every_order(game, truth)]
    record = Record(
        level="computed",
        first_terms=_first_values(game, truth),
        terms=BY_TOTALS,
        bound=to,
        digest=hashlib.sha256(" ".join(positions).encode()).hexdigest(),
        p_positions=len(positions),
        first_p_positions=tuple(positions[:MOST_POSITIONS]),
    )
    table = f"every position with piles to {to}"
    found = _proved(game, truth)
    if isinstance(found, str):
        return replace(
            record,
            sentence=f"The outcome of {table} is known, {len(positions)} of them are P-positions; "
            f"nothing is proved beyond: {found}.",
            reason=found,
        )
    proof, words, formula = found
    (automaton,) = proof.criterion.values()
    return replace(
        record,
        level="proved",
        states=automaton.states,
        theorem=KERNEL,
        sentence=f"{words} Proved by the {KERNEL}; the automaton agrees with the table of {table}.",
        numeration=_numeration(proof.system),
        formula=formula,
    )


def _first_values(game: VectorGame, truth: TableTruth) -> tuple[int, ...]:
    """Return the first Grundy values, in the order that this module's head says."""
    by_totals = (
        position
        for total in count()
        for position in product(range(total + 1), repeat=game.piles)
        if sum(position) == total
    )
    in_table = takewhile(lambda p: max(p) <= truth.graph.size, islice(by_totals, MOST_TERMS))
    values = truth.grundy_values
    found = (values[p if game.ordered else tuple(sorted(p))] for p in in_table)
    return tuple(int(str(value)) for value in found)


def _numeration(system: str) -> str:
    """Write a system of numeration out.

    >>> _numeration("lsd_2"), _numeration("lsd_fib")
    ('base 2', 'Zeckendorf')
    """
    return "Zeckendorf" if system.endswith("fib") else f"base {system.removeprefix('lsd_')}"


def _in_every_order(game: VectorGame, truth: TableTruth) -> list[Piles]:
    """Return the P-positions by their totals, with the piles in every order.

    Where the piles are alike, the table has each position once, the smaller piles first.
    """
    found = set(truth.p_positions)
    if not game.ordered:
        found = {each for position in found for each in permutations(position)}
    return sorted(found, key=lambda position: (sum(position), position))


def _proved(game: VectorGame, truth: TableTruth) -> tuple[KernelProof, str, str] | str:
    """Propose automata from growing boxes of the table, until one is proved.

    Returns the proof, what is proved in words, and as a formula, empty where none is recognised; or
    why nothing is proved.
    """
    from research.conjectures.conjecture import Conjecture
    from research.conjectures.p_positions import described, proved_from
    from research.proving.outcome_table import OutcomeTable
    from research.proving.rules_equal_formula import made_from_rules

    model = made_from_rules(game)
    if model is None:
        return "its vectors give no formula"
    ((state, _),) = model.rules.coordinates.items()
    tried: dict[str, Conjecture] = {}
    reason = ""
    most = truth.graph.size + 1
    for side in [side for side in SIDES if side <= most] or [most]:
        seen = OutcomeTable(model, truth, side - 1, {state: side})
        proof = proved_from(seen, Limits(states=MOST_STATES), tried)
        if isinstance(proof, str):
            reason = proof or reason
            continue
        _require_table(game, proof, seen, truth.graph.size)
        words, recognised = described(model, proof, "the game", seen)
        condition = words.partition(" exactly if ")[2].removesuffix(". For all natural numbers.")
        return proof, words, condition if recognised else ""
    return reason or "no automaton was proposed that the Kernel theorem confirms"


def _require_table(game: VectorGame, proof: KernelProof, seen: OutcomeTable, size: int) -> None:
    """Compare the proved automaton with the whole table.

    Raises
    ------
    RulesDisagreementError
        If they differ: then the formula is not the rules.
    """
    import numpy as np

    from research.checks.evidence import Counterexample
    from research.conjectures.automata import accepted
    from research.proving.outcome_table import OutcomeTable

    ((state, automaton),) = proof.criterion.items()
    names = seen.model.rules.coordinates[state]
    table = OutcomeTable(seen.model, seen.truth, size, {state: size + 1}).members[state]
    predicted = accepted(automaton, names, proof.system, table.shape)
    differ = predicted != table
    if not game.ordered:  # the automaton may say anything of what is no position
        differ &= np.all(np.diff(np.indices(table.shape), axis=0) >= 0, axis=0)
    wrong = np.argwhere(differ)
    if len(wrong):
        first = tuple(wrong[0].tolist())
        said = [f"{'P' if holds[first] else 'N'}-position" for holds in (predicted, table)]
        raise RulesDisagreementError(
            Counterexample(str(first), f"{said[0]} by the automaton", f"{said[1]} by the table")
        )
