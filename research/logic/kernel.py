r"""The Kernel theorem: P-position criteria proved for positions of every size.

**Setting.** A position is a control state s with a vector x of natural numbers, its coordinates.
Some positions are *won*: the player to move has won without moving, or can win at once, and play
ends there. Every other position without options is lost for the player to move (normal play). A
misère game, or a game with a rule of its own for its end, declares the terminal positions won in
which the player to move wins. Let W be the set of won positions. A P-position is a position that is
not won and has no option that is a P-position; all others are N-positions.

**Theorem.** Let no infinite line of play exist, and let P be a set of positions such that

0. no position in P is won,
1. no option of a position in P is in P,
2. every position that is neither in P nor won has an option in P.

Then P is the set of P-positions. (In the graph of the game, P is its kernel; von Neumann and
Morgenstern 1944; Berge 1962, chapter 6.)

**Proof.** Suppose the claim fails at some position. Among the positions where it fails there is
one, x, none of whose followers fails: else one could move from failing position to failing
position for ever. So for the options of x, being in P and being a P-position is the same. If x is
in P, then x is not won by (0) and has no option in P by (1), hence none that is a P-position: x
is a P-position. If x is not in P and won, it is an N-position. If x is neither, then by (2) it
has an option in P, which is a P-position: x is an N-position. In each case the claim holds at x,
a contradiction.

**As automata.** If options are given by formulas over addition and automatic predicates and P by
automata, (0), (1) and (2) are statements that :mod:`.decide` decides. So are the two conditions
on the rules, which speak of the moves from positions that are not won: every option is a position
(3), and along every move a measure in a well-founded order decreases (4), which excludes infinite
play. The measure is lexicographic: first a *level*
of the control state, then a term in the coordinates.

Options are moves (:mod:`.formula_rules`). P is then applied to terms, and only the parameters of
moves are quantified, not a second vector.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from oracles.moves.formulas import DefinableGame, Move
from research.logic.automaton import DEFAULT_STATE_LIMIT, Automaton
from research.logic.decide import Decision, decided
from research.logic.errors import AutomataError
from research.logic.evaluator import Evaluator
from research.logic.formula import (
    Binary,
    Comparison,
    Formula,
    Names,
    Not,
    Predicate,
    Statement,
    Term,
    TruthValue,
    Variable,
    conjunction,
    disjunction,
    exists,
    for_all,
    implies,
    replaced,
    substituted,
    text,
)
from research.logic.formula_rules import BesideHeap, names_in, require_fixed_names
from research.logic.numeration import Relation
from research.logic.numeration import system as named_system
from research.logic.proof_writer import ProofWriter
from research.system.progress import waiting


@dataclass(frozen=True)
class Condition:
    """One statement of the theorem's conditions, about a control state, and its decision.

    ``role`` says in words which condition it is part of.
    """

    role: str
    state: str
    decision: Decision

    def __str__(self) -> str:
        verdict = "true" if self.decision.truth else f"false at {self.decision.example}"
        return f"{self.state}, {self.role}: {verdict}"


class Place(NamedTuple):
    """A control state and the values of its coordinates."""

    state: str
    values: tuple[int, ...]

    def __str__(self) -> str:
        return f"{self.state}({', '.join(map(str, self.values))})"


@dataclass(frozen=True)
class Conditions(ABC):
    """The conditions of a theorem on rules, decided in a system: a proof if each is true.

    ``relations`` has all predicates that the statements use.
    """

    system: str
    rules: DefinableGame
    checks: tuple[Condition, ...]
    relations: Mapping[str, Relation | Automaton]

    @abstractmethod
    def outcome(self, place: Place) -> str:
        """Return what the theorem says of a position: P or N."""

    @abstractmethod
    def proof_file(self) -> dict[str, Any]:
        """Return the fields of the proof file; AutomataError if it cannot hold some name."""

    @property
    def proved(self) -> bool:
        """Whether all conditions hold."""
        return not self.failures

    @property
    def failures(self) -> tuple[Condition, ...]:
        """The statements that are false."""
        return tuple(check for check in self.checks if not check.decision.truth)


@dataclass(frozen=True)
class KernelProof(Conditions):
    """The outcome: a proof if every check is true, otherwise a refutation.

    Where the criterion is given as a formula, the first checks say that its automaton is that
    formula, so that another prover that decides them all vouches for the criterion as it is
    written. The relations have ``P_STATE`` for the criterion among them.

    Parameters
    ----------
    criterion
        The candidate automaton of each control state.
    formulas
        Those that were given as formulas.
    statements
        What was decided of the criterion besides, with ``P_STATE`` in it.
    """

    criterion: Mapping[str, Automaton]
    formulas: Mapping[str, Formula] = field(default_factory=dict)
    statements: tuple[Formula, ...] = ()

    def outcome(self, place: Place) -> str:
        """Return what the criterion says of a position: P or N."""
        values = dict(zip(self.rules.coordinates[place.state], place.values, strict=True))
        holds = named_system(self.system).accepts(self.criterion[place.state], values)
        return "P" if holds else "N"

    def proof_file(self) -> dict[str, Any]:
        """Return the fields of the proof file."""
        rules, own = self.rules, {state: f"P_{state}" for state in self.criterion}
        writer = ProofWriter(self.system, self.relations, own.values())
        alone, heap = (rules.alone, rules.heap) if isinstance(rules, BesideHeap) else (rules, "")
        return writer.file("kernel", alone) | {
            "P": {state: writer.automaton(name) for state, name in own.items()},
            "criterion": {state: writer.formula(said) for state, said in self.formulas.items()},
            "heap": heap,
            "statements": list(map(writer.formula, self.statements)),
        }

    def position(self, check: Condition) -> Place:
        """Return the smallest position at which a check fails."""
        example = check.decision.example or {}
        names = self.rules.coordinates[check.state]
        return Place(check.state, tuple(example.get(name, 0) for name in names))


def prove_kernel(
    rules: DefinableGame,
    criterion: Mapping[str, Automaton | Formula],
    system: str = "lsd_2",
    relations: Mapping[str, Relation | Automaton] | None = None,
    limit: int = DEFAULT_STATE_LIMIT,
) -> KernelProof:
    """Prove or refute that a criterion is the set of P-positions.

    Parameters
    ----------
    rules
        The game.
    criterion
        For each control state the candidate: a formula over its coordinates, or an automaton
        with these as tracks. A missing one stands for no P-positions; an unknown one is refused.
    system
        The numeration system's name.
    relations
        Predicates that the formulas use.
    limit
        The most states of any automaton.

    Raises
    ------
    AutomataError
        If the criterion or a formula uses unknown names, or an automaton grows past the limit.

    Examples
    --------
    >>> from research.logic.formula import parse
    >>> from research.logic.formula_rules import vector_rules
    >>> nim = vector_rules(2, [(1, 0), (0, 1)])
    >>> prove_kernel(nim, {"play": parse("x1 = x2").formula}).proved
    True
    >>> wrong = prove_kernel(nim, {"play": parse("x1 = 2*x2").formula})
    >>> wrong.position(wrong.failures[0])
    Place(state='play', values=(1, 1))
    """
    _require_names(rules, criterion, relations or {})
    evaluator = Evaluator(system, relations, limit)
    automata, said = _made(rules, criterion, evaluator)
    said += statements(rules)
    checks = decided_conditions(evaluator, said)
    formulas = {s: part for s, part in criterion.items() if not isinstance(part, Automaton)}
    return KernelProof(system, rules, checks, dict(evaluator.relations), automata, formulas)


def decided_conditions(
    evaluator: Evaluator, said: Iterable[tuple[str, str, Formula]]
) -> tuple[Condition, ...]:
    """Decide the statements of a theorem's conditions, each with its role and control state."""
    said, checks = list(said), []
    for number, (role, state, formula) in enumerate(said, 1):
        with waiting(f"deciding statement {number} of {len(said)}"):
            decision = decided(evaluator, Statement(formula, None, text(formula)))
        checks.append(Condition(role, state, decision))
    return tuple(checks)


def outcomes_by(
    rules: DefinableGame,
    criterion: Mapping[str, Automaton | Formula],
    system: str = "lsd_2",
    relations: Mapping[str, Relation | Automaton] | None = None,
    limit: int = DEFAULT_STATE_LIMIT,
) -> Callable[[Place], str]:
    """Return what a criterion says of positions, P or N; parameters as of :func:`prove_kernel`."""
    _require_names(rules, criterion, relations or {})
    automata, _ = _made(rules, criterion, Evaluator(system, relations, limit))
    return KernelProof(system, rules, (), {}, automata).outcome


def _made(
    rules: DefinableGame, criterion: Mapping[str, Automaton | Formula], evaluator: Evaluator
) -> tuple[dict[str, Automaton], list[tuple[str, str, Formula]]]:
    """Make the automata of a criterion; return with them that each is the formula given for it."""
    automata: dict[str, Automaton] = {}
    said: list[tuple[str, str, Formula]] = []
    for state, names in rules.coordinates.items():
        candidate = criterion.get(state, TruthValue(value=False))
        allowed = rules.valid.get(state, TruthValue(value=True))
        relation = Relation(names, candidate)  # refuses other variables than the coordinates
        if isinstance(candidate, Automaton):
            evaluator.relations[f"C_{state}"] = relation
            member = conjunction(Predicate(f"C_{state}", _variables(names)), allowed)
        else:
            evaluator.check(candidate)
            member = conjunction(candidate, allowed) if state in rules.valid else candidate
            if state in criterion:
                same = Binary("<=>", Predicate(f"P_{state}", _variables(names)), member)
                said.append(("is its formula", state, for_all(names, same)))
        automata[state] = evaluator.over(member, names)
        evaluator.relations[f"P_{state}"] = Relation(names, automata[state])
    return automata, said


def _require_names(
    rules: DefinableGame, criterion: Mapping[str, Automaton | Formula], relations: Iterable[str]
) -> None:
    """Refuse unknown control states, names of the criterion, and new meanings for fixed names."""
    for state in criterion:
        if state not in rules.coordinates:
            raise AutomataError(
                f"criterion: control state {state!r}: expected one of {sorted(rules.coordinates)!r}"
            )
    require_fixed_names(relations)
    written = [part for part in criterion.values() if not isinstance(part, Automaton)]
    used = names_in(rules, written, relations)
    reserved = sorted(name for name in used if name.startswith(("P_", "C_")))
    if reserved:
        raise AutomataError(f"relations={reserved!r}: names with P_ and C_ are the criterion's")


def statements(rules: DefinableGame) -> Iterable[tuple[str, str, Formula]]:
    """Yield the conditions (0) to (4) as statements, with the control state of each.

    They speak of the criterion as ``$P_STATE(coordinates)``.

    Examples
    --------
    >>> from research.logic.formula_rules import vector_rules
    >>> for role, state, formula in statements(vector_rules(1, [(1,)])):
    ...     print(role, "|", text(formula))
    options are positions | Ax1 An n >= 1 & x1 >= n => Ex1_1 x1_1 = x1 - n
    decreases | Ax1 An n >= 1 & x1 >= n => x1 - n < x1
    no option in P | Ax1,n $P_play(x1) => ~(n >= 1 & x1 >= n & $P_play(x1 - n))
    an option in P | Ax1 $P_play(x1) | En n >= 1 & x1 >= n & $P_play(x1 - n)
    """
    for move in rules.moves:
        yield "options are positions", move.source, _lands(rules, move)
        decreasing = _decreases(rules, move)
        if decreasing is not None:
            yield "decreases", move.source, decreasing
    for state, names in rules.coordinates.items():
        if state in rules.won:
            member = Predicate(f"P_{state}", _variables(names))
            yield "not won", state, for_all(names, implies(member, Not(rules.won[state])))
    for move in rules.moves:
        names = rules.coordinates[move.source]
        member = Predicate(f"P_{move.source}", _variables(names))
        formula = implies(member, Not(_reaches(move)))
        # One quantifier: then no automaton is made of the positions at which it fails.
        yield "no option in P", move.source, for_all((*names, *move.parameters), formula)
    for state, names in rules.coordinates.items():
        yield "an option in P", state, for_all(names, _has_good_option(rules, state))


def _has_good_option(rules: DefinableGame, state: str) -> Formula:
    names = rules.coordinates[state]
    moves = [move for move in rules.moves if move.source == state]
    good = [exists(move.parameters, _reaches(move)) for move in moves]
    member: Formula = Predicate(f"P_{state}", _variables(names))
    won = [rules.won[state]] if state in rules.won else []
    claim = disjunction(member, *won, *good)
    return implies(rules.valid[state], claim) if state in rules.valid else claim


def _reaches(move: Move) -> Formula:
    """Return: the parameters give an option, and it is in P."""
    return conjunction(move.guard, Predicate(f"P_{move.target}", move.image))


def _lands(rules: DefinableGame, move: Move) -> Formula:
    """Return: every option exists and is a position."""
    names = rules.coordinates[move.source]
    image = dict(zip(rules.coordinates[move.target], move.image, strict=True))
    taken = Names(*names, *move.parameters)
    parts: list[Formula] = []
    for name, term in image.items():
        if not isinstance(term, Variable):
            value = taken.fresh(name)
            parts.append(exists((value,), Comparison("=", Variable(value), term)))
    if move.target in rules.valid:
        # Beside the existence of all terms: there no comparison is false for want of a term.
        parts.append(substituted(rules.valid[move.target], image))
    claim = conjunction(*parts)
    return for_all(names, for_all(move.parameters, implies(_is_option(rules, move), claim)))


def _is_option(rules: DefinableGame, move: Move) -> Formula:
    """Return: the position is one, it is not won, and the parameters give an option of it."""
    parts = [rules.valid[move.source]] if move.source in rules.valid else []
    parts += [Not(rules.won[move.source])] if move.source in rules.won else []
    return conjunction(*parts, move.guard)


def _decreases(rules: DefinableGame, move: Move) -> Formula | None:
    """Return: the measure decreases; None if the level does, the false formula if it grows."""
    before, after = rules.level.get(move.source, 0), rules.level.get(move.target, 0)
    if after < before:
        return None
    names = rules.coordinates[move.source]
    image = dict(zip(rules.coordinates[move.target], move.image, strict=True))
    less: Formula = Comparison(
        "<", replaced(rules.measure[move.target], image), rules.measure[move.source]
    )
    if after > before:
        less = TruthValue(value=False)
    return for_all(names, for_all(move.parameters, implies(_is_option(rules, move), less)))


def _variables(names: tuple[str, ...]) -> tuple[Term, ...]:
    return tuple(Variable(name) for name in names)
