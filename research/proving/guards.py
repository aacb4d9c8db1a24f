"""Guards of moves that were read: as few and as short as is seen cheaply.

A move that stands on several paths is one, if a guard is found that what all of them imply implies;
conditions that follow from the others are left out. What follows is decided.
"""

from __future__ import annotations

from itertools import permutations, starmap

from research.logic.decide import decide
from research.logic.formula import (
    Formula,
    Term,
    Variable,
    conjunction,
    disjunction,
    exists,
    for_all,
    free_variables,
    implies,
    replaced,
    substituted,
)
from research.proving.formula_model import ascending
from research.proving.symbolic_execution import SYSTEM

# By target, parameters and image of moves: their guards, each a list of conditions
Guards = dict[tuple[str, tuple[str, ...], tuple[Term, ...]], list[list[Formula]]]


def from_every_order(names: tuple[str, ...], moves: Guards) -> Guards:
    """Return moves from coordinates in ascending order, from all orders of them.

    A coordinate that does not change stays where it is.
    """
    found: Guards = {}
    for (target, own, image), guards in moves.items():
        for order in permutations(range(len(names))):
            terms: dict[str, Term] = {
                name: Variable(names[place]) for name, place in zip(names, order, strict=True)
            }
            to = [replaced(term, terms) for term in image]
            key = target, own, tuple(to[order.index(place)] for place in range(len(names)))
            found.setdefault(key, []).extend(
                [substituted(part, terms) for part in (*guard, *ascending(names))]
                for guard in guards
            )
    return found


def shortened(names: tuple[str, ...], valid: Formula, moves: Guards) -> Guards:
    """Return the same moves with guards as few and as short as is seen cheaply."""
    found: Guards = {}
    for (target, own, image), guards in moves.items():
        shown = {name for term in image for name in free_variables(term)}
        for guard in _joined((*names, *own), own, valid, guards, shown):
            used = shown.union(*map(free_variables, guard))
            left = tuple(name for name in own if name in used)
            found.setdefault((target, left, image), []).append(guard)
    return found


def _joined(
    names: tuple[str, ...],
    own: tuple[str, ...],
    valid: Formula,
    guards: list[list[Formula]],
    shown: set[str],
) -> list[list[Formula]]:
    """Return the same guards, lists of conditions, as few and as short as is seen cheaply.

    They are one if what all of them imply implies one of them. Else those are one that have the
    same conditions on parameters.
    """

    def imply(given: Formula, said: Formula) -> bool:
        return decide(for_all(names, implies(conjunction(valid, given), said)), SYSTEM).truth

    def without_what_follows(guard: list[Formula]) -> list[Formula]:
        """Leave out numbers and conditions on the position that follow from the others."""
        left = guard
        for name in own:
            about = [part for part in left if name in free_variables(part)]
            others = [part for part in left if part not in about]
            some = exists((name,), conjunction(*about))
            if about and name not in shown and imply(conjunction(*others), some):
                left = others
        for part in left:
            others = [each for each in left if each is not part]
            if not free_variables(part) & set(own) and imply(conjunction(*others), part):
                left = others
        return left

    some = disjunction(*starmap(conjunction, guards))
    parts = dict.fromkeys(part for guard in guards for part in guard)
    in_all = [p for p in parts if all(p in guard for guard in guards) or imply(some, p)]
    if imply(conjunction(*in_all), some):
        return [without_what_follows(in_all)]
    by_move: dict[tuple[Formula, ...], list[list[Formula]]] = {}
    for guard in guards:
        of_move = tuple(part for part in guard if free_variables(part) & set(own))
        by_move.setdefault(of_move, []).append(guard)
    if len(by_move) > 1:
        return [g for group in by_move.values() for g in _joined(names, own, valid, group, shown)]
    others = ([part for part in guard if part not in in_all] for guard in guards)
    return [without_what_follows([*in_all, disjunction(*starmap(conjunction, others))])]
