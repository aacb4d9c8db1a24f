"""P-positions learned from values at scale: automata proposed, decided, and proposed again.

The values of growing boxes (:mod:`.tabulating`) suggest automata in every numeration system, read
from either end (:mod:`research.logic.synthesis`). The smallest ones go to the Kernel theorem first.
It proves one, or says at which position it fails; the next box holds that position, if it fits.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from math import prod
from typing import TYPE_CHECKING, Any

from fast.lazy import np
from research.conjectures.tabulating import OUTSIDE, N, P, Tabulated
from research.logic.errors import AutomataError
from research.logic.evaluator import Evaluator
from research.logic.formula import TruthValue
from research.logic.kernel import KernelProof, Place, decided_conditions, prove_kernel, statements
from research.logic.numeration import KINDS, system
from research.logic.synthesis import synthesised
from research.proving.conclusions import failing_condition, first_failure
from research.proving.formula_model import Coordinates

if TYPE_CHECKING:
    from oracles.moves.formulas import DefinableGame
    from research.logic.automaton import Automaton

# The sides of boxes, by the number of coordinates, round after round.
SIDES: tuple[Mapping[int, int], ...] = (
    {1: 1000, 2: 120, 3: 36, 4: 16, 5: 9, 6: 7},
    {1: 4000, 2: 300, 3: 64, 4: 20, 5: 12, 6: 8},
    {1: 12000, 2: 600, 3: 128, 4: 32, 5: 16, 6: 10},
)
LEAST_SIDE = 4  # in more than six coordinates
MOST_LARGER = 2  # times as many vectors has a box that holds where proposals fail
MOST_STATES = 60  # of a criterion in each control state
AT_ONCE = 40  # criteria of at most so many states are decided before larger ones are made
LARGEST_ALPHABET = 1000
AGAIN = 2  # proposals that the limit of states stopped are tried again in the end, ...
LARGER = 20  # ... with so many times as many states
NEAR = 0.03  # as near to a slope


@dataclass(frozen=True)
class Proposal:
    """Automata for the P-positions of each control state, in one system."""

    system: str
    automata: Mapping[str, Automaton]
    values: int  # that they agree with

    @property
    def states(self) -> int:
        """Of all automata."""
        return sum(automaton.states for automaton in self.automata.values())


@dataclass
class Learned:
    """What came of it: the proof, if there is one, and the proposals without one, with reasons."""

    proof: KernelProof | None = None
    failed: list[tuple[Proposal, str]] = field(default_factory=list)
    stopped: list[tuple[Proposal, str]] = field(default_factory=list)  # and are not refuted
    places: list[Place] = field(default_factory=list)  # at which they failed
    tables: Mapping[str, Any] = field(default_factory=dict)  # the values of the last round
    refused: str = ""  # which condition on the rules themselves fails, and where

    def in_words(self) -> str:
        """Return why nothing is proved."""
        if self.refused:
            return f"a condition on the rules does not hold for all vectors: {self.refused}"
        tried = [*self.failed, *self.stopped]
        if not tried:
            return "no automaton that fits the values was found in any numeration system"
        best, why = max(tried, key=lambda each: (each[0].values, -each[0].states))
        return (
            f"{len(tried)} automata were proposed, and none was proved; the best, of "
            f"{best.states} states in {best.system}, agrees with {best.values} values: {why}"
        )


def learn(
    rules: DefinableGame,
    limit: int = 50_000,
    rounds: Sequence[Mapping[int, int]] | None = None,
) -> Learned:
    """Learn the P-positions of rules, from their values to a proof.

    Parameters
    ----------
    rules
        The formulas of the rules.
    limit
        The most states of an automaton in a proof.
    rounds
        The sides of boxes, by the number of coordinates, round after round; else :data:`SIDES`.

    Raises
    ------
    RulesError
        If a variable of the rules has no bound that can be seen.

    Examples
    --------
    >>> from research.logic.formula_rules import vector_rules
    >>> found = learn(vector_rules(2, [(1, 0), (0, 1), (1, 1)]))
    >>> found.proof.system, found.proof.criterion["play"].states
    ('lsd_fib', 7)
    """
    result = Learned(refused=_own_conditions(rules, limit))
    if result.refused:
        return result
    tabulated, tried = Tabulated(rules), set[Any]()
    for sides in rounds or SIDES:
        shapes = {
            state: _shape(sides.get(len(names), LEAST_SIDE), state, names, result.places)
            for state, names in rules.coordinates.items()
        }
        result.tables = tabulated.values(shapes)
        larger = list[Proposal]()
        for proposal in proposals(rules.coordinates, result.tables):
            key = (proposal.system, tuple(proposal.automata.values()))
            if key in tried:
                continue
            tried.add(key)
            if proposal.states > AT_ONCE:
                larger.append(proposal)
            elif _decided(rules, proposal, result, limit):
                return result
        for proposal in sorted(larger, key=lambda each: each.states):
            if _decided(rules, proposal, result, limit):
                return result
    for again in sorted(result.stopped, key=lambda each: (-each[0].values, each[0].states))[:AGAIN]:
        result.stopped.remove(again)
        if _decided(rules, again[0], result, LARGER * limit):
            break
    return result


def _shape(side: int, state: str, names: Sequence[str], places: list[Place]) -> tuple[int, ...]:
    """Return the sides of a box, with the positions of a state among some that still fit."""
    shape = (side,) * len(names)
    for place in places:
        if place.state == state:
            larger = tuple(max(s, value + 1) for s, value in zip(shape, place.values, strict=True))
            shape = larger if prod(larger) <= MOST_LARGER * side ** len(names) else shape
    return shape


def _own_conditions(rules: DefinableGame, limit: int) -> str:
    """Return where a condition of the theorem that speaks of the rules alone fails, if one does."""
    own = [each for each in statements(rules) if each[0] in ("options are positions", "decreases")]
    checks = decided_conditions(Evaluator("lsd_2", {}, limit), own)
    proof = KernelProof("lsd_2", rules, checks, {}, {})
    return "" if proof.proved else failing_condition(proof)


def _decided(rules: DefinableGame, proposal: Proposal, result: Learned, limit: int) -> bool:
    """Decide the conditions of the Kernel theorem; keep the proof, or why there is none."""
    never = {
        state: TruthValue(value=bool(result.tables[state] == P))
        for state, names in rules.coordinates.items()
        if not names
    }
    try:
        proof = prove_kernel(rules, {**proposal.automata, **never}, proposal.system, limit=limit)
    except AutomataError as error:
        result.stopped.append((proposal, str(error)))
        return False
    if proof.proved:
        result.proof = proof
        return True
    result.places.append(proof.position(first_failure(proof)))
    result.failed.append((proposal, failing_condition(proof)))
    return False


def _kinds(tables: Mapping[str, Any]) -> list[str]:
    """Return the systems, those first in which pairs of the slope of the P-positions are shifts.

    The n-th pair of complementary Beatty sequences lies near a line. Its slope x, with
    ``x^2 = a x + b``, is the growth of the weights ``u(n) = a u(n-1) + b u(n-2)``.
    """
    slopes = list[float]()
    for table in tables.values():
        if table.ndim == 2:
            pairs = np.sort(np.argwhere(table == P), axis=1)
            far = pairs[pairs[:, 0] * 8 > max(table.shape)]
            slopes += (far[:, 1] / far[:, 0]).tolist()
    slope = float(np.median(slopes)) if slopes else 0.0

    def is_elsewhere(kind: str) -> bool:
        weights = [system(f"msd_{kind}").value([1] + [0] * place) for place in (20, 21)]
        return kind.isdigit() or abs(slope * weights[0] / weights[1] - 1) > NEAR

    return sorted(KINDS, key=is_elsewhere)


def proposals(
    coordinates: Coordinates, tables: Mapping[str, Any], kinds: Sequence[str] = ()
) -> Iterator[Proposal]:
    """Yield the automata that values suggest, in each system from either end, or in some."""
    width = max(map(len, coordinates.values()))
    for kind in kinds or _kinds(tables):
        if system(f"lsd_{kind}").digits ** width > LARGEST_ALPHABET:
            continue
        for name in (f"lsd_{kind}", f"msd_{kind}"):
            found = _synthesised(coordinates, tables, name)
            if found is not None:
                yield found


def _synthesised(coordinates: Coordinates, tables: Mapping[str, Any], name: str) -> Proposal | None:
    automata, values = dict[str, Any](), 0
    for state, names in coordinates.items():
        if names:
            members = np.where(tables[state] == OUTSIDE, N, tables[state])  # no P-positions
            found = synthesised(members, name, names, most_states=MOST_STATES)
            if found is None:
                return None
            automata[state] = found.automaton
            values += found.values
    return Proposal(name, automata, values)
