r"""The greedy sieve: P-positions found in one pass through all positions, by which keys are taken.

``docs/theorems.md`` states the theorem with its proof: two different positions have a key in common
if and only if one is an option of the other, and an option is earlier in the lexicographic order of
the coordinates, none of which exceeds all those of the position. Then the positions that are taken,
the earliest first, each if none of its keys is taken, are the P-positions. With keys given by a
formula, the conditions are statements that :mod:`research.logic.decide` decides.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise
from typing import Any

from oracles.moves.formulas import DefinableGame
from research.logic.errors import AutomataError
from research.logic.formula import conjunction, parse
from research.logic.formula_rules import evaluator_with, names_of, option_formula
from research.logic.kernel import Conditions, Place, decided_conditions, statements
from research.logic.numeration import Relation
from research.logic.proof_writer import ProofWriter
from research.proving.formula_model import predicate

Vector = tuple[int, ...]
SYSTEM = "lsd_2"


@dataclass(frozen=True)
class SieveProof(Conditions):
    """The outcome: a proof if every statement is true, with the positions that are looked at."""

    among: tuple[Vector, ...]
    unordered: bool = False  # whether coordinates have no names

    @cached_property
    def _taken(self) -> frozenset[Vector]:
        return frozenset(self.taken(self.among))

    def outcome(self, place: Place) -> str:
        """Return what the theorem says of a position that is looked at: P or N."""
        return "P" if place.values in self._taken else "N"

    def proof_file(self) -> dict[str, Any]:
        """Return the fields of the proof file."""
        writer, (names,) = ProofWriter(self.system, self.relations), self.rules.coordinates.values()
        both = (*names, *(f"{name}'" for name in names))
        lemmas = {"position": names, "option": both, "common_key": both}
        return writer.file("greedy sieve", self.rules) | {
            "unordered": self.unordered,
            "common_key": writer.definition("common_key", both),
            "lemmas": {name: writer.automaton(name, tracks) for name, tracks in lemmas.items()},
        }

    def taken(self, positions: Iterable[Vector]) -> list[Vector]:
        """Return which of some positions are taken, going through them as the theorem says."""
        keys: Any = self.relations["common_key"]  # which was made from a text
        common_key = predicate(keys.definition, keys.parameters)
        taken: list[Vector] = []
        for x in sorted(positions):
            if not any(common_key(*x, *y) for y in taken):
                taken.append(x)
        return taken


def prove_sieve(
    rules: DefinableGame,
    common_key: str,
    *,
    unordered: bool = False,
    among: Iterable[Vector] = (),
) -> SieveProof:
    """Decide the conditions of the theorem.

    Parameters
    ----------
    rules
        The game, of one control state.
    common_key
        When positions x and y have a key in common: a formula in the syntax of ``prove``, over the
        coordinates of x, such as x1 and x2, and those of y, with ``y`` before them: yx1, yx2.
    unordered
        Whether coordinates have no names, and a position is written in ascending order.
    among
        The positions whose outcomes will be asked; with each all that are earlier and have no
        larger coordinate.

    Raises
    ------
    AutomataError
        If there are several control states, or a name has two meanings.

    Examples
    --------
    >>> from research.logic.formula_rules import vector_rules
    >>> one_heap = vector_rules(1, [(1,)])
    >>> prove_sieve(one_heap, "0 = 0").proved
    True
    >>> failing = prove_sieve(one_heap, "x1 = yx1").failures
    >>> [(check.role, check.decision.example) for check in failing]
    [('a common key is a move', {'x1': 0, 'yx1': 1})]
    """
    states = list(rules.coordinates)
    if len(states) != 1 or rules.won:
        raise AutomataError(
            f"control states {states!r}: expected one, without positions that are won"
        )
    names = rules.coordinates[states[0]]
    evaluator = evaluator_with(_predicates(rules, common_key, unordered=unordered), {}, SYSTEM)
    known = dict(evaluator.relations)
    said = [each for each in statements(rules) if each[0] == "options are positions"]
    said += [(role, states[0], parse(formula).formula) for role, formula in _conditions(names)]
    checks = decided_conditions(evaluator, said)
    return SieveProof(SYSTEM, rules, checks, known, tuple(among), unordered)


def _other(names: Sequence[str]) -> tuple[str, ...]:
    return tuple(f"y{name}" for name in names)


def _predicates(
    rules: DefinableGame, common_key: str, *, unordered: bool
) -> Iterator[tuple[str, Relation]]:
    """Yield the predicates in which the conditions are stated."""
    ((state, names),) = rules.coordinates.items()
    after = tuple(map(names_of(rules).fresh, _other(names)))
    valid = [rules.valid[state]] if state in rules.valid else []
    if unordered:
        valid += [parse(f"{a} <= {b}").formula for a, b in pairwise(names)]
    yield "position", Relation(names, conjunction(*valid))
    both = [parse(f"$position({','.join(each)})").formula for each in (names, after)]
    move = option_formula(rules, state, state, after, unordered=unordered)
    yield "option", Relation((*names, *after), conjunction(*both, move))
    yield "common_key", Relation.of(",".join((*names, *_other(names))), common_key)


def _conditions(names: Sequence[str]) -> Iterator[tuple[str, str]]:
    """Yield the conditions as texts, by what they say."""
    other = _other(names)
    x, y = ",".join(names), ",".join(other)
    pairs = list(zip(names, other, strict=True))
    same = [f"{a} = {b}" for a, b in pairs]
    yield (
        "a common key is a move",
        f"A{x},{y} ($position({x}) & $position({y}) & ~({' & '.join(same)})) => "
        f"($common_key({x},{y}) <=> ($option({x},{y}) | $option({y},{x})))",
    )
    earlier = (" & ".join([*same[:n], f"{b} < {a}"]) for n, (a, b) in enumerate(pairs))
    yield (
        "options come earlier",
        f"A{x},{y} $option({x},{y}) => ({' | '.join(f'({each})' for each in earlier)})",
    )
    within = (" | ".join(f"{b} <= {a}" for a in names) for b in other)
    yield (
        "no coordinate exceeds all before",
        f"A{x},{y} $option({x},{y}) => ({' & '.join(f'({each})' for each in within)})",
    )
