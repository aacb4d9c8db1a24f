"""Random rules in the language of moves, and what the two readings of a text make of them.

The oracle enumerates; the prover decides. Here the prover's formulas become automata of the pairs
(position, option), and every pair of a box is asked of them.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import product

from hypothesis import strategies as st

from oracles.moves import MoveGame
from oracles.moves.formulas import DefinableGame
from research.logic.decide import members
from research.logic.evaluator import Evaluator
from research.logic.formula import (
    Comparison,
    Constant,
    Formula,
    TruthValue,
    Variable,
    conjunction,
)
from research.logic.formula_rules import option_formula
from research.logic.numeration import system
from research.proving.move_formulas import formulas_of

Vector = tuple[int, ...]

LARGEST = {0: 0, 1: 11, 2: 4, 3: 2}  # coordinate in the compared positions, by their number
COMPARATORS = ("=", "!=", "<", "<=", ">", ">=")
_BOUNDS = (
    *("{n} <= {t}", "{n} < {t}", "{t} >= {n}", "2*{n} + 1 <= {t}", "{n} = {t}", "{t} = 2*{n}"),
    *("{n} + {n} < {t}", "({n} - 1 <= {t} & {n} < {t} + 3)"),
)


# Random texts


@st.composite
def terms(draw: st.DrawFn, names: Sequence[str]) -> str:
    """A term as text, with few parentheses, so that precedence matters."""
    parts = []
    for _ in range(draw(st.integers(1, 3))):
        name = draw(st.sampled_from([*names, "1", "2", "3"] if names else ["1", "2"]))
        form = draw(st.sampled_from(["{}", "{}", "{}", "2*{}", "{}*3", "{}/2", "({}+1)/3", "({})"]))
        if name.isdigit() and "*" in form:
            form = "{}"
        parts.append(form.format(name))
    return "".join(part + draw(st.sampled_from([" + ", " - "])) for part in parts[:-1]) + parts[-1]


@st.composite
def atoms(draw: st.DrawFn, names: Sequence[str]) -> str:
    kinds = ["small"] * 6 + ["terms"] * 3 + ["power", "nimsum", "letter", "letters"]
    kind = draw(st.sampled_from(kinds))
    if kind == "small" and names:
        sign = draw(st.sampled_from(COMPARATORS))
        return f"{draw(st.sampled_from(names))} {sign} {draw(st.integers(1, 3))}"
    one = draw(terms(names))
    if kind == "power":
        return f"$power({one})"
    other = draw(terms(names))
    if kind == "nimsum":
        return f"$nimsum({one}, {other}, {draw(terms(names))})"
    if kind == "letter":
        return f"T[{one}] {draw(st.sampled_from(['=', '!=']))} @{draw(st.integers(0, 1))}"
    if kind == "letters":
        return f"T[{one}] {draw(st.sampled_from(['=', '!=']))} T[{other}]"
    return f"{one} {draw(st.sampled_from(COMPARATORS))} {other}"


@st.composite
def units(draw: st.DrawFn, names: Sequence[str], depth: int) -> str:
    """A formula that binds tighter than every connective."""
    kind = draw(st.sampled_from(["atom", "atom", "not", "chain", "some", "all"]))
    if not depth or kind == "atom":
        return draw(atoms(names))
    if kind == "not":
        return "~" + draw(units(names, depth - 1))
    if kind == "chain":
        return f"({draw(formulas(names, depth - 1))})"
    return f"({draw(quantified(names, depth - 1, 'E' if kind == 'some' else 'A'))})"


@st.composite
def quantified(draw: st.DrawFn, names: Sequence[str], depth: int, kind: str) -> str:
    """A quantifier whose variable, sometimes named like one outside, has a bound."""
    free = ["u", "v"] if names and names[0].startswith("(") else ["u", "v", "x", "y"]
    own = draw(st.lists(st.sampled_from(free), min_size=1, max_size=2, unique=True))
    outside = [name for name in names if name not in own]
    bound = [draw(bounds(name, [*outside, *own[:place]])) for place, name in enumerate(own)]
    body = draw(units([*outside, *own], depth))
    between = "&" if kind == "E" else "=>"
    return f"{kind}{','.join(own)} {' & '.join(bound)} {between} {body}"


@st.composite
def bounds(draw: st.DrawFn, name: str, names: Sequence[str]) -> str:
    """A conjunct that bounds a variable by what is known before."""
    most = draw(
        st.sampled_from([*names, "3", f"{names[0]} - 1", f"{names[-1]}/2"] if names else ["3"])
    )
    form = draw(st.sampled_from(_BOUNDS))
    return form.format(n=name, t=most)


@st.composite
def formulas(draw: st.DrawFn, names: Sequence[str], depth: int = 2) -> str:
    """Units with connectives between them, no parentheses; perhaps a quantifier at the end."""
    parts = draw(st.lists(units(names, depth), min_size=2, max_size=3))
    if depth and draw(st.integers(0, 3)) == 0:
        parts.append(draw(quantified(names, depth - 1, draw(st.sampled_from("EA")))))
    operators = st.sampled_from(["&", "|"] * 3 + ["^", "=>", "<=>"])
    return "".join(f"{part} {draw(operators)} " for part in parts[:-1]) + parts[-1]


@dataclass(frozen=True)
class Shape:
    """A control state of a random text."""

    name: str
    names: tuple[str, ...]
    where: str

    def inside(self, image: Sequence[str]) -> str:
        """``where`` of an image, by substitution of terms."""
        terms = dict(zip(self.names, image, strict=True))
        return f"({re.sub('[xyz]', lambda found: f'({terms[found.group()]})', self.where)})"


@st.composite
def texts(draw: st.DrawFn) -> str:
    """Rules that say a game: options exist, are positions and decrease, by their guards."""
    unordered = draw(st.integers(0, 3)) == 0
    shapes = []
    for place in range(draw(st.integers(1, 2))):
        size = draw(st.integers(2, 3) if unordered else st.integers(0 if place else 1, 3))
        names = ("x", "y", "z")[:size]
        where = draw(st.sampled_from(["", "", " != ", " <= "]))
        if where:
            where = where.join([" + ".join(names), "7"] if unordered or size < 2 else names[:2])
        shapes.append(Shape(f"s{place}", names, where if names else ""))
    lines = []
    for place, shape in enumerate(shapes):
        where = f" where {shape.where}" if shape.where else ""
        lines.append(f"position {shape.name}({', '.join(shape.names)}){where}")
        total = " + ".join(shape.names) or "0"
        lines.append(f"measure {shape.name}: {len(shapes) - place}, {total}")
    for _ in range(draw(st.integers(1, 3))):
        source = draw(st.sampled_from(shapes))
        target = draw(st.sampled_from(shapes[shapes.index(source) :]))
        lines.append(draw(moves(source, target)))
    for shape in shapes:
        if draw(st.integers(0, 2)) == 0:
            names = [" + ".join(shape.names)] if unordered else shape.names
            said = draw(formulas([f"({name})" for name in names] if unordered else names, 1))
            lines.append(f"won {shape.name} where {said}")
    lines += ["unordered"] * unordered + draw(st.sampled_from([[], ["misere"]]))
    return "\n".join(lines)


@st.composite
def moves(draw: st.DrawFn, source: Shape, target: Shape) -> str:
    own = ("n", "m")[: draw(st.integers(0, 2))]
    names = [*source.names, *own]
    image = []
    for place in range(len(target.names)):
        kept = source.names[place % len(source.names)] if source.names else "1"
        less = f"{kept} - {draw(st.sampled_from([*own, '1']))}"
        image.append(draw(st.one_of(st.sampled_from([kept, less]), terms(names))))
    conditions = [
        draw(bounds(name, [*source.names, *own[:place]])) for place, name in enumerate(own)
    ]
    total = " + ".join(f"({term})" for term in image) or "0"
    here = " + ".join(source.names) or "0"
    conditions.append(f"{total} < {here}" if source == target else f"{total} >= 0")
    if target.where:
        conditions.append(target.inside(image))
    if draw(st.booleans()):
        conditions.append(draw(units(names, 2)))
    if draw(st.booleans()):
        conditions.append(f"({draw(formulas(names, 1))})")
    order = draw(st.permutations(conditions))
    wanted = f" for {', '.join(own)}" if own else ""
    said = f"move {source.name} -> {target.name}({', '.join(image)}){wanted}"
    return f"{said}\n    where {' & '.join(order)}"


# The prover's reading


class Decided:
    """What the prover's formulas say on a box, read off automata; nothing is tried.

    Attributes
    ----------
    positions, won
        The vectors of each control state that are positions, and that are won.
    options
        The options of each vector: control states with vectors.
    """

    def __init__(self, rules: DefinableGame) -> None:
        self.rules, self._evaluator = rules, Evaluator("lsd_2")
        yes, no = TruthValue(value=True), TruthValue(value=False)
        self.positions = {s: self._vectors(s, rules.valid.get(s, yes)) for s in rules.coordinates}
        self.won = {s: self._vectors(s, rules.won.get(s, no)) for s in rules.coordinates}
        self.options: dict[tuple[str, Vector], set[tuple[str, Vector]]] = defaultdict(set)
        for source in rules.coordinates:
            for target in rules.coordinates:
                self._add_options(source, target)

    def _vectors(self, state: str, formula: Formula) -> set[Vector]:
        names = self.rules.coordinates[state]
        return set(self._listed(conjunction(formula, *_box(names)), names))

    def _listed(self, formula: Formula, names: Sequence[str]) -> list[Vector]:
        return members(self._evaluator.over(formula, names), system("lsd_2"), names)

    def _add_options(self, source: str, target: str) -> None:
        names = self.rules.coordinates[source]
        after = tuple(f"{name}_after" for name in self.rules.coordinates[target])
        formula = conjunction(option_formula(self.rules, source, target, after), *_box(names))
        for both in self._listed(formula, (*names, *after)):
            vector, option = both[: len(names)], both[len(names) :]
            self.options[source, vector].add((target, option))


def _box(names: Sequence[str]) -> list[Formula]:
    most = Constant(LARGEST[len(names)])
    return [Comparison("<=", Variable(name), most) for name in names]


def difference(text: str) -> str | None:
    """What the two readings of a text differ in at the positions of a box; None if in nothing."""
    game = MoveGame(text)
    decided = Decided(formulas_of(game).rules)
    for state, names in game.states.items():
        for vector in product(range(LARGEST[len(names)] + 1), repeat=len(names)):
            position = game.written(state, vector)
            at = f"{state}{vector}, written {position!r}"
            is_one = vector in decided.positions[state]
            if game.contains(position) != is_one:
                return f"{at}: is a position to one reading and none to the other"
            if not is_one:
                continue
            is_won = vector in decided.won[state]
            reached = set() if is_won else decided.options[state, vector]
            by_prover = {game.written(target, option) for target, option in reached}
            by_oracle = set(game.options(position))
            if by_prover != by_oracle:
                return f"{at}: options tried {by_oracle}, decided {by_prover}"
            if not by_oracle and is_won != (game.final_outcome(position) == "N"):
                return f"{at}: is won to one reading and lost to the other"
    return None
