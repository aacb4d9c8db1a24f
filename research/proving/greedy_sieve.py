r"""The greedy sieve: P-positions found in one pass through all positions, by which keys are taken.

``docs/theorems.md`` states the theorem with its proof: two different positions have a key in common
if and only if one is an option of the other, options are earlier in a strict linear order, and an
option of a position *within* n is within n. Then the positions that are taken, the earliest first,
each if none of its keys is taken, are the P-positions. With keys, order and bound given by
formulas, the conditions are statements that :mod:`research.logic.decide` decides; that the order is
one is decided too.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property, cmp_to_key
from itertools import pairwise
from typing import Any

from oracles.moves.formulas import DefinableGame
from research.logic.errors import AutomataError
from research.logic.formula import Names, conjunction, parse
from research.logic.formula_rules import evaluator_with, names_of, option_formula
from research.logic.kernel import Conditions, Place, decided_conditions, statements
from research.logic.numeration import Relation
from research.proving.formula_model import predicate

Vector = tuple[int, ...]
SYSTEM = "lsd_2"


@dataclass(frozen=True)
class GreedySieve:
    """What the theorem speaks of, for a game with one control state, as formulas.

    They are in the syntax of ``prove``, over the coordinates of a position x, such as x1 and x2,
    and those of a position y, which are called by the same names with ``y`` before them: yx1, yx2.
    None of these may be called n, nor may one of x be called as one of y.

    Attributes
    ----------
    common_key
        When x and y have a key in common.
    earlier
        When x is earlier than y.
    within
        When x is within n.
    """

    common_key: str
    earlier: str
    within: str


@dataclass(frozen=True)
class SieveProof(Conditions):
    """The outcome: a proof if every statement is true, with the positions that are looked at."""

    among: tuple[Vector, ...]

    @cached_property
    def _taken(self) -> frozenset[Vector]:
        return frozenset(self.taken(self.among))

    def outcome(self, place: Place) -> str:
        """Return what the theorem says of a position that is looked at: P or N."""
        return "P" if place.values in self._taken else "N"

    def taken(self, positions: Iterable[Vector]) -> list[Vector]:
        """Return which of some positions are taken, going through them as the theorem says."""
        relations: Any = self.relations  # which were made from texts
        common_key, earlier = (
            predicate(relations[name].definition, relations[name].parameters)
            for name in ("common_key", "earlier")
        )
        taken: list[Vector] = []
        order = cmp_to_key(lambda x, y: -1 if earlier(*x, *y) else 1)  # type: ignore[misc]
        for x in sorted(positions, key=order):
            if not any(common_key(*x, *y) for y in taken):
                taken.append(x)
        return taken


def prove_sieve(
    rules: DefinableGame,
    sieve: GreedySieve,
    *,
    unordered: bool = False,
    among: Iterable[Vector] = (),
) -> SieveProof:
    """Decide the conditions of the theorem.

    Parameters
    ----------
    rules, sieve
        The game, of one control state; keys, order and bound.
    unordered
        Whether coordinates have no names, and a position is written in ascending order.
    among
        The positions whose outcomes will be asked; with each all that are earlier and within a
        bound of it.

    Raises
    ------
    AutomataError
        If there are several control states, or a name has two meanings.

    Examples
    --------
    >>> from research.logic.formula_rules import vector_rules
    >>> one_heap = vector_rules(1, [(1,)])
    >>> prove_sieve(one_heap, GreedySieve("0 = 0", "x1 < yx1", "x1 <= n")).proved
    True
    >>> failing = prove_sieve(one_heap, GreedySieve("x1 = yx1", "x1 < yx1", "x1 <= n")).failures
    >>> [(check.role, check.decision.example) for check in failing]
    [('a common key is a move', {'x1': 0, 'yx1': 1})]
    """
    states = list(rules.coordinates)
    if len(states) != 1 or rules.won:
        raise AutomataError(
            f"control states {states!r}: expected one, without positions that are won"
        )
    names = rules.coordinates[states[0]]
    evaluator = evaluator_with(_predicates(rules, sieve, unordered=unordered), {}, SYSTEM)
    known = dict(evaluator.relations)
    said = [each for each in statements(rules) if each[0] == "options are positions"]
    said += [(role, states[0], parse(formula).formula) for role, formula in _conditions(names)]
    return SieveProof(SYSTEM, rules, decided_conditions(evaluator, said), known, tuple(among))


def _other(names: Sequence[str]) -> tuple[str, ...]:
    return tuple(f"y{name}" for name in names)


def _predicates(
    rules: DefinableGame, sieve: GreedySieve, *, unordered: bool
) -> Iterator[tuple[str, Relation]]:
    """Yield the predicates in which the conditions are stated."""
    ((state, names),) = rules.coordinates.items()
    other, taken = _other(names), names_of(rules)
    after = tuple(map(taken.fresh, other))
    valid = [rules.valid[state]] if state in rules.valid else []
    if unordered:
        valid += [parse(f"{a} <= {b}").formula for a, b in pairwise(names)]
    yield "position", Relation(names, conjunction(*valid))
    both = [parse(f"$position({','.join(each)})").formula for each in (names, after)]
    move = option_formula(rules, state, state, after, unordered=unordered)
    yield "option", Relation((*names, *after), conjunction(*both, move))
    yield "common_key", Relation.of(",".join((*names, *other)), sieve.common_key)
    yield "earlier", Relation.of(",".join((*names, *other)), sieve.earlier)
    yield "within", Relation.of(",".join((*names, "n")), sieve.within)


def _conditions(names: Sequence[str]) -> Iterator[tuple[str, str]]:
    """Yield the conditions as texts, by what they say."""
    taken = Names(*names, *_other(names), "n")
    third, m = [taken.fresh(f"z{name}") for name in names], taken.fresh("m")
    x, y, z = (",".join(each) for each in (names, _other(names), third))
    same = " & ".join(f"{a} = {b}" for a, b in zip(names, _other(names), strict=True))
    two = f"$position({x}) & $position({y})"
    yield (
        "a common key is a move",
        f"A{x},{y} ({two} & ~({same})) => "
        f"($common_key({x},{y}) <=> ($option({x},{y}) | $option({y},{x})))",
    )
    yield "options come earlier", f"A{x},{y} $option({x},{y}) => $earlier({y},{x})"
    yield (
        "earlier is linear",
        f"A{x},{y} ({two}) => (($earlier({x},{y}) | $earlier({y},{x})) <=> ~({same}))",
    )
    yield (
        "earlier is strict",
        f"A{x},{y} ({two} & $earlier({x},{y})) => ~$earlier({y},{x})",
    )
    yield (
        "earlier is transitive",
        f"A{x},{y},{z} ({two} & $position({z}) & $earlier({x},{y}) & $earlier({y},{z})) => "
        f"$earlier({x},{z})",
    )
    yield (
        "options stay within",
        f"A{x},{y},n ($option({x},{y}) & $within({x},n)) => $within({y},n)",
    )
    below = " & ".join(f"{name} <= {m}" for name in names)
    yield "finitely many are within", f"An E{m} A{x} ($position({x}) & $within({x},n)) => ({below})"
    yield "all are within something", f"A{x} $position({x}) => (En $within({x},n))"
