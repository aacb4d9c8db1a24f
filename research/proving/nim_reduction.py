r"""The nim reduction: positions in which heaps can be read, won by the nim sum ("bogus nim").

``docs/theorems.md`` states the theorem with its proof. In a *regular* position x heaps are read:
for each number h, its name, a set x[h] of numbers. A position that is not regular, not won and has
no option is *lost*. None of the conditions speaks of the nim sum or of sizes, and with the sets
given by formulas all are statements that :mod:`research.logic.decide` decides, however many heaps a
position has.

Source: Nim is Bouton's (1901); heaps that may be increased, Berlekamp, Conway and Guy, *Winning
Ways*, chapter 3, "Poker Nim". In this form the theorem is our own.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property, reduce
from operator import xor

from oracles.moves.formulas import DefinableGame
from research.logic.automaton import Automaton
from research.logic.decide import members
from research.logic.evaluator import Evaluator
from research.logic.formula import (
    Constant,
    Formula,
    Names,
    Not,
    Predicate,
    Term,
    Variable,
    conjunction,
    disjunction,
    exists,
    for_all,
    implies,
    parse,
    text,
)
from research.logic.formula_rules import evaluator_with, names_of, option_formula
from research.logic.kernel import Conditions, Place, decided_conditions, statements
from research.logic.numeration import Relation

HEAP, ELEMENT = "h", "e"
SYSTEM = "msd_2"
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
class NimReductionProof(Conditions):
    """The outcome: a proof if every statement is true."""

    @cached_property
    def _evaluator(self) -> Evaluator:
        return Evaluator(self.system, self.relations)

    def sizes(self, place: Place) -> dict[int, int]:
        """Return the sizes of the heaps of a position that are not empty, by name."""
        at: tuple[Term, ...] = (*map(Constant, place.values), Variable(HEAP), Variable(ELEMENT))
        heaps = Predicate(f"heap_{place.state}", at)
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
        return self._evaluator.numeration.accepts(automaton, values)


def prove_nim_reduction(
    rules: DefinableGame,
    heaps: Mapping[str, Heaps],
    relations: Mapping[str, Relation | Automaton] | None = None,
) -> NimReductionProof:
    """Decide the conditions of the theorem.

    Parameters
    ----------
    rules
        The game.
    heaps
        How heaps are read, by control state; in those left out no position is regular.
    relations
        Predicates that the formulas use.

    Raises
    ------
    AutomataError
        If a name is unknown or has a meaning already, or an automaton grows too large.

    Examples
    --------
    >>> from research.logic.formula_rules import vector_rules
    >>> nim = vector_rules(2, [(1, 0), (0, 1)])
    >>> read = Heaps("(h = 1 & e < x1) | (h = 2 & e < x2)")
    >>> prove_nim_reduction(nim, {"play": read}).proved
    True
    >>> wythoff = vector_rules(2, [(1, 0), (0, 1), (1, 1)])
    >>> [check.role for check in prove_nim_reduction(wythoff, {"play": read}).failures]
    ['one heap changes']
    """
    words = _Words(rules, heaps)
    evaluator = evaluator_with(_predicates(words), relations or {}, SYSTEM)
    checks = decided_conditions(evaluator, _conditions(words))
    return NimReductionProof(SYSTEM, rules, checks, dict(evaluator.relations))


class _Words:
    """Rules and heaps, and names for what the conditions speak of that are in neither of them."""

    def __init__(self, rules: DefinableGame, heaps: Mapping[str, Heaps]) -> None:
        self.rules = rules
        self.elements = {state: parse(read.elements).formula for state, read in heaps.items()}
        self.regular = {s: parse(read.regular).formula for s, read in heaps.items() if read.regular}
        taken = names_of(rules, HEAP, ELEMENT, *self.elements.values(), *self.regular.values())
        # Another heap, any heap, any number, and the most.
        self.k, self.g, self.f, self.m = map(taken.fresh, "kgfm")
        # Of each two control states with moves between regular positions: the name of the pair, and
        # the coordinates of the option.
        self.pairs: dict[tuple[str, str], tuple[str, tuple[str, ...]]] = {}
        known = Names()  # a_b and c would be called as a and b_c
        for move in rules.moves:
            pair = move.source, move.target
            if pair not in self.pairs and heaps.keys() >= {*pair}:
                fresh = Names(*taken.used)
                after = tuple(fresh.fresh(f"{n}_after") for n in rules.coordinates[move.target])
                self.pairs[pair] = known.fresh("_".join(pair)), after


def _said(name: str, arguments: tuple[str, ...]) -> Predicate:
    return Predicate(name, tuple(map(Variable, arguments)))


def _predicates(words: _Words) -> Iterator[tuple[str, Relation]]:
    """Yield the predicates in which the conditions are stated, each by those before it."""
    rules = words.rules
    for state, names in rules.coordinates.items():
        valid = [rules.valid[state]] if state in rules.valid else []
        known = [exists(m.parameters, m.guard) for m in rules.moves if m.source == state]
        known += [rules.won[state]] if state in rules.won else []
        if state in words.elements:
            regular = [words.regular[state]] if state in words.regular else []
            yield f"regular_{state}", Relation(names, conjunction(*valid, *regular))
            yield f"heap_{state}", Relation((*names, HEAP, ELEMENT), words.elements[state])
            known.insert(0, _said(f"regular_{state}", names))
        lost = [Not(disjunction(*known))] if known else []
        yield f"lost_{state}", Relation(names, conjunction(*valid, *lost))
    for (source, target), (name, y) in words.pairs.items():
        x = rules.coordinates[source]
        regular = [_said(f"regular_{source}", x), _said(f"regular_{target}", y)]
        move = option_formula(rules, source, target, y)
        yield f"option_{name}", Relation((*x, *y), conjunction(*regular, move))
        k, g, f = words.k, words.g, words.f
        xs, ys = ",".join(x), ",".join(y)
        option, rest = f"$option_{name}({xs},{ys})", f"$rest_{name}({xs},{ys},h,{k})"
        here, there = f"$heap_{source}({xs},h,{f})", f"$heap_{target}({ys},{k},{f})"
        before, after = f"$heap_{source}({xs},{g},{f})", f"$heap_{target}({ys},{g},{f})"
        others = f"({before} & {g} != h) <=> ({after} & {g} != {k})"
        # The option stands in each part, or automata about any two positions would be made.
        said = {
            "rest": f"{option} & ~(E{g},{f} {option} & ~({others}))",
            "more": f"({rest} & ~(E{f} {rest} & {here} & ~{there})) & (E{f} {there} & ~{here})",
            "less": f"({rest} & ~(E{f} {rest} & {there} & ~{here})) & (E{f} {here} & ~{there})",
            "down": f"{rest} & ~(E{f} {rest} & ~({there} <=> ({here} & {f} < e)))",
        }
        for kind, formula in said.items():
            parameters = (*x, *y, HEAP, k, *((ELEMENT,) if kind == "down" else ()))
            yield f"{kind}_{name}", Relation.of(",".join(parameters), formula)


def _conditions(words: _Words) -> Iterator[tuple[str, str, Formula]]:
    """Yield the conditions as statements, each with the control state that it is about."""
    rules = words.rules
    yield from (each for each in statements(rules) if each[0] in ON_RULES)
    for state, x in rules.coordinates.items():
        known: list[Formula] = [
            exists(m.parameters, conjunction(m.guard, Predicate(f"lost_{m.target}", m.image)))
            for m in rules.moves
            if m.source == state
        ]
        known += [rules.won[state]] if state in rules.won else []
        lost = _said(f"lost_{state}", x)
        if state in words.elements:
            regular = _said(f"regular_{state}", x)
            unknown = implies(regular, Not(disjunction(*known)))
            yield "regular is not known", state, for_all(x, unknown)
            yield from _about_heaps(words, state)
            known.append(regular)
        said = disjunction(lost, *known)
        said = implies(rules.valid[state], said) if state in rules.valid else said
        yield "not regular is known", state, for_all(x, said)


def _about_heaps(words: _Words, state: str) -> Iterator[tuple[str, str, Formula]]:
    """Yield the conditions (2) to (4) for the regular positions of a control state."""
    names, k, m = words.rules.coordinates[state], words.k, words.m
    heap = _said(f"heap_{state}", (*names, HEAP, ELEMENT))
    regular = _said(f"regular_{state}", names)
    finite = parse(f"E{m} Ah,e {text(heap)} => (h <= {m} & e <= {m})").formula
    yield "heaps are finite", state, for_all(names, implies(regular, finite))
    down: list[Formula] = []
    for (source, _), (name, y) in words.pairs.items():
        if source == state:
            both = (*names, *y)
            kinds = [_said(f"{kind}_{name}", (*both, HEAP, k)) for kind in ("more", "less")]
            one = implies(_said(f"option_{name}", both), exists((HEAP, k), disjunction(*kinds)))
            yield "one heap changes", state, for_all(both, one)
            lowered = _said(f"down_{name}", (*both, HEAP, k, ELEMENT))
            down.append(exists((*y, k), lowered))
    every = implies(conjunction(regular, heap), disjunction(*down))
    yield "every decrease is there", state, for_all((*names, HEAP, ELEMENT), every)
