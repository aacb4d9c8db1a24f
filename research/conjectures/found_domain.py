"""The positions that occur, as a formula: proposed from those that starting positions lead to.

Of a small vector it is known that it occurs, or not: the box is as large as one that did not change
between half of the size and the whole. That what is proposed is closed under moves is decided with
the theorem; that starting positions are inside was seen to the size of the graph.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from fast.lazy import np
from research.conjectures.fitting import separating
from research.logic.formula import Formula, conjunction, parse
from research.proving.formula_model import FormulaModel, domain_of, in_every_order

if TYPE_CHECKING:
    from research.checks.domains import SmallCases

LEAST_SIDE, MOST_VECTORS = 3, 50_000


def with_found_domain(model: FormulaModel, seen: SmallCases) -> FormulaModel | None:
    """Return a game with the formula of the positions that occur.

    None if all vectors occur that are positions by its formulas, or no formula is found.
    """
    found = dict[str, Formula]()
    for state, names in model.rules.coordinates.items():
        said = _said_of(model, seen, state) if names else None
        if said is not None:
            found[state] = said
    if not found:
        return None
    coordinates = model.rules.coordinates
    domain = domain_of(coordinates, {**model.rules.valid, **found})
    if model.unordered:
        found = in_every_order(coordinates, found)
    valid = {
        state: conjunction(*(v[state] for v in (model.rules.valid, found) if state in v))
        for state in coordinates
        if state in found or state in model.rules.valid
    }
    rules = replace(model.rules, valid=valid)
    narrower = replace(model, rules=rules, domain=domain, starts_inside=False)
    inside = all(narrower.is_valid(model.read(position)) for position in seen.sizes)
    return narrower if inside else None


def _said_of(model: FormulaModel, seen: SmallCases, state: str) -> Formula | None:
    names = model.rules.coordinates[state]
    sizes = dict[tuple[int, ...], int]()
    for position, size in seen.sizes.items():
        place = model.read(position)
        if place.state == state:
            sizes[place.values] = size
    late = [max(values) for values, size in sizes.items() if 2 * size > seen.size]
    side = min(late, default=max(map(max, sizes), default=0) + 1)
    while side ** len(names) > MOST_VECTORS:
        side -= 1
    if side < LEAST_SIDE:
        return None
    box = np.indices((side,) * len(names)).reshape(len(names), -1).T
    if model.unordered:
        box = box[(np.diff(box, axis=1) >= 0).all(1)]
    occur = np.array([tuple(vector) in sizes for vector in box.tolist()])
    said = None if occur.all() or not occur.any() else next(separating(names, box, occur), None)
    return None if said is None else parse(said.formula).formula
