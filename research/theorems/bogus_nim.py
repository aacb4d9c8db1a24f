r"""The heap theorem: positions in which heaps can be read, won by the nim sum ("bogus nim").

**Setting.** That of the Kernel theorem (:mod:`research.logic.kernel`). Some positions are
*regular*; a position that is not regular, not won and has no option is *lost*. In a regular
position x heaps are read: for each number h, its name, a set x[h] of numbers. Its size is |x[h]|.

**Theorem.** Let no infinite line of play exist, and let

0. each position that is not regular be won, be lost, or have an option that is lost,
1. no regular position be won or have an option that is lost,
2. the sets x[h] of a regular position x be finite, and but finitely many of them empty,
3. *one heap changes*: for a regular position x and each regular option y of it there be names h, k
   such that one of x[h] and y[k] is a proper subset of the other, and all other heaps are the same:
   x[g] without g = h is y[g] without g = k,
4. *every decrease is there*: for a regular position x, a name h and an element e of x[h] there be a
   regular option y and a name k such that y[k] is the elements of x[h] below e, and all other heaps
   are the same.

Then the P-positions are the lost positions and the regular positions in which the nim sum of the
sizes is 0.

The proof is in ``docs/theorems.md``, with what is needed of the conditions. None of them speaks of
the nim sum or of sizes, and with the sets given by formulas all are statements that
:mod:`research.logic.decide` decides, however many heaps a position has.

Source: Nim is Bouton's (1901); heaps that may be increased, Berlekamp, Conway and Guy, *Winning
Ways*, chapter 3, "Poker Nim". In this form the theorem is our own.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property, reduce
from operator import xor

from research.logic.automaton import DEFAULT_STATE_LIMIT, Automaton
from research.logic.decide import decided
from research.logic.errors import AutomataError
from research.logic.evaluator import Evaluator
from research.logic.formula import (
    Comparison,
    Constant,
    Formula,
    Names,
    Not,
    Predicate,
    Variable,
    conjunction,
    disjunction,
    exists,
    for_all,
    implies,
    substituted,
    text,
)
from research.logic.kernel import Condition, FormulaRules, Place, statements
from research.logic.members import members
from research.logic.parser import Statement, parse
from research.logic.relations import Relation

HEAP, ELEMENT = "h", "e"
ON_RULES = ("options are positions", "decreases")


@dataclass(frozen=True)
class Heaps:
    """How heaps are read in the positions of a control state.

    Attributes
    ----------
    elements
        Which numbers ``e`` are the elements of the heap named ``h``: a formula over these two and
        the coordinates, in the syntax of ``prove``.
    regular
        Which positions are regular: a formula over the coordinates.
    """

    elements: str
    regular: str = ""


@dataclass(frozen=True)
class HeapProof:
    """The outcome: a proof if every statement is true.

    Attributes
    ----------
    system
        The numeration system.
    rules
        The rules that it is about.
    checks
        The statements of the conditions.
    relations
        The predicates that they use.
    """

    system: str
    rules: FormulaRules
    checks: tuple[Condition, ...]
    relations: Mapping[str, Relation | Automaton]

    @property
    def proved(self) -> bool:
        """Whether all conditions hold."""
        return not self.failures

    @property
    def failures(self) -> tuple[Condition, ...]:
        """The statements that are false."""
        return tuple(check for check in self.checks if not check.decision.truth)

    @cached_property
    def _evaluator(self) -> Evaluator:
        return Evaluator(self.system, self.relations)

    def sizes(self, place: Place) -> dict[int, int]:
        """Return the sizes of the heaps of a position that are not empty, by name.

        Raises
        ------
        AutomataError
            If there are infinitely many elements.
        """
        terms = {
            name: Constant(value)
            for name, value in zip(self.rules.coordinates[place.state], place.values, strict=True)
        }
        names = (*self.rules.coordinates[place.state], HEAP, ELEMENT)
        heaps = substituted(_said(f"heap_{place.state}", names), terms)
        found: dict[int, int] = {}
        automaton = self._evaluator.over(heaps, (HEAP, ELEMENT))
        for heap, _ in members(automaton, self._evaluator.numeration, (HEAP, ELEMENT)):
            found[heap] = found.get(heap, 0) + 1
        return found

    def outcome(self, place: Place) -> str:
        """Return what the theorem says of a position: P or N."""
        if f"regular_{place.state}" in self.relations and self._holds("regular", place):
            return "N" if reduce(xor, self.sizes(place).values(), 0) else "P"
        return "P" if self._holds("lost", place) else "N"

    def _holds(self, what: str, place: Place) -> bool:
        name, names = f"{what}_{place.state}", self.rules.coordinates[place.state]
        automaton = self._evaluator.over(_said(name, names), names)
        values = dict(zip(names, place.values, strict=True))
        return self._evaluator.numeration.holds(automaton, values)


def prove_heaps(
    rules: FormulaRules,
    heaps: Mapping[str, Heaps],
    system: str = "msd_2",
    relations: Mapping[str, Relation | Automaton] | None = None,
    limit: int = DEFAULT_STATE_LIMIT,
) -> HeapProof:
    """Decide the conditions of the theorem.

    Parameters
    ----------
    rules
        The game.
    heaps
        How heaps are read, by control state; in those left out no position is regular.
    system
        The numeration system's name.
    relations
        Predicates that the formulas use.
    limit
        The most states of any automaton.

    Raises
    ------
    AutomataError
        If a control state or a name is unknown, or an automaton grows past the limit.

    Examples
    --------
    >>> from research.logic.vector_rules import ray_rules
    >>> nim = ray_rules(2, [(1, 0), (0, 1)])
    >>> read = Heaps("(h = 1 & e < x1) | (h = 2 & e < x2)")
    >>> prove_heaps(nim, {"play": read}).proved
    True
    >>> wythoff = ray_rules(2, [(1, 0), (0, 1), (1, 1)])
    >>> [check.role for check in prove_heaps(wythoff, {"play": read}).failures]
    ['one heap changes']
    """
    for state in heaps:
        if state not in rules.coordinates:
            raise AutomataError(
                f"heaps: control state {state!r}: expected one of {sorted(rules.coordinates)!r}"
            )
    known: dict[str, Relation | Automaton] = dict(relations or {})
    known |= dict(_predicates(rules, heaps))
    evaluator = Evaluator(system, known, limit=limit)
    for relation in known.values():
        if isinstance(relation, Relation) and not isinstance(relation.definition, Automaton):
            evaluator.check(relation.definition)
    checks = tuple(
        Condition(role, state, decided(evaluator, Statement(formula, None, text(formula))))
        for role, state, formula in _conditions(rules, heaps)
    )
    return HeapProof(system, rules, checks, known)


def _said(name: str, arguments: tuple[str, ...]) -> Predicate:
    return Predicate(name, tuple(Variable(each) for each in arguments))


def _predicates(rules: FormulaRules, heaps: Mapping[str, Heaps]) -> Iterator[tuple[str, Relation]]:
    """Yield the predicates in which the conditions are stated, each by those before it."""
    for state, names in rules.coordinates.items():
        if {HEAP, ELEMENT} & set(names):
            raise AutomataError(
                f"control state {state!r}: coordinates={names!r}: the names {HEAP!r} and "
                f"{ELEMENT!r} are those of a heap and an element of it; rename the coordinates"
            )
        valid = [rules.valid[state]] if state in rules.valid else []
        known = [exists(m.parameters, m.guard) for m in rules.moves if m.source == state]
        known += [rules.won[state]] if state in rules.won else []
        if state in heaps:
            read = heaps[state]
            regular = [parse(read.regular).formula] if read.regular else []
            yield f"regular_{state}", Relation(names, conjunction(*valid, *regular))
            elements = parse(read.elements).formula
            yield f"heap_{state}", Relation((*names, HEAP, ELEMENT), elements)
            known.insert(0, _said(f"regular_{state}", names))
        lost = [Not(disjunction(*known))] if known else []
        yield f"lost_{state}", Relation(names, conjunction(*valid, *lost))
    for source, target in _pairs(rules, heaps):
        yield from _of_options(rules, source, target)


def _pairs(rules: FormulaRules, heaps: Mapping[str, Heaps]) -> list[tuple[str, str]]:
    """Return between which control states moves lead from regular positions to regular ones."""
    pairs = dict.fromkeys((move.source, move.target) for move in rules.moves)
    return [pair for pair in pairs if heaps.keys() >= set(pair)]


def _after(rules: FormulaRules, source: str, target: str) -> tuple[str, ...]:
    """Return names for the coordinates of an option, beside those of the position."""
    taken = Names(*rules.coordinates[source], HEAP, ELEMENT, "k", "f", "g")
    return tuple(taken.fresh(f"{name}_after") for name in rules.coordinates[target])


def _of_options(rules: FormulaRules, source: str, target: str) -> Iterator[tuple[str, Relation]]:
    """Yield the predicates about regular positions x and regular options y of them."""
    x, y = rules.coordinates[source], _after(rules, source, target)
    found = []
    for move in rules.moves:
        if (move.source, move.target) != (source, target):
            continue
        image = [
            Comparison("=", Variable(name), term) for name, term in zip(y, move.image, strict=True)
        ]
        found.append(exists(move.parameters, conjunction(move.guard, *image)))
    regular = _said(f"regular_{source}", x), _said(f"regular_{target}", y)
    pair = f"{source}_{target}"
    yield f"option_{pair}", Relation((*x, *y), conjunction(*regular, disjunction(*found)))
    xs, ys = ",".join(x), ",".join(y)
    option, rest = f"$option_{pair}({xs},{ys})", f"$rest_{pair}({xs},{ys},h,k)"
    here, there = f"$heap_{source}({xs},h,f)", f"$heap_{target}({ys},k,f)"
    others = f"($heap_{source}({xs},g,f) & g != h) <=> ($heap_{target}({ys},g,f) & g != k)"
    # The option stands in each part, or automata about any two positions would be made on the way.
    said = {
        "rest": f"{option} & ~(Eg,f {option} & ~({others}))",
        "more": f"({rest} & ~(Ef {rest} & {here} & ~{there})) & (Ef {there} & ~{here})",
        "less": f"({rest} & ~(Ef {rest} & {there} & ~{here})) & (Ef {here} & ~{there})",
        "down": f"{rest} & ~(Ef {rest} & ~({there} <=> ({here} & f < e)))",
    }
    for name, formula in said.items():
        parameters = (*x, *y, HEAP, "k", *((ELEMENT,) if name == "down" else ()))
        yield f"{name}_{pair}", Relation.of(",".join(parameters), formula)


def _conditions(
    rules: FormulaRules, heaps: Mapping[str, Heaps]
) -> Iterator[tuple[str, str, Formula]]:
    """Yield the conditions as statements, each with the control state that it is about."""
    for role, state, formula in statements(rules):
        if role in ON_RULES:
            yield role, state, formula
    for state, x in rules.coordinates.items():
        known = [
            exists(m.parameters, conjunction(m.guard, Predicate(f"lost_{m.target}", m.image)))
            for m in rules.moves
            if m.source == state
        ]
        known += [rules.won[state]] if state in rules.won else []
        lost = _said(f"lost_{state}", x)
        if state in heaps:
            regular = _said(f"regular_{state}", x)
            unknown = implies(regular, Not(disjunction(*known)))
            yield "regular is not known", state, for_all(x, unknown)
            yield from _about_heaps(rules, heaps, state)
            known.append(regular)
        said = disjunction(lost, *known)
        valid = rules.valid.get(state)
        said = said if valid is None else implies(valid, said)
        yield "not regular is known", state, for_all(x, said)


def _about_heaps(
    rules: FormulaRules, heaps: Mapping[str, Heaps], state: str
) -> Iterator[tuple[str, str, Formula]]:
    names = rules.coordinates[state]
    heap = _said(f"heap_{state}", (*names, HEAP, ELEMENT))
    regular = _said(f"regular_{state}", names)
    finite = parse(f"Em Ah,e {text(heap)} => (h <= m & e <= m)").formula
    yield "heaps are finite", state, for_all(names, implies(regular, finite))
    down: list[Formula] = []
    for source, target in _pairs(rules, heaps):
        if source == state:
            pair, after = f"{source}_{target}", _after(rules, source, target)
            both = (*names, *after)
            kinds = [_said(f"{kind}_{pair}", (*both, HEAP, "k")) for kind in ("more", "less")]
            one = implies(_said(f"option_{pair}", both), exists((HEAP, "k"), disjunction(*kinds)))
            yield "one heap changes", state, for_all(both, one)
            lowered = _said(f"down_{pair}", (*both, HEAP, "k", ELEMENT))
            down.append(exists((*after, "k"), lowered))
    every = implies(conjunction(regular, heap), disjunction(*down))
    yield "every decrease is there", state, for_all((*names, HEAP, ELEMENT), every)
