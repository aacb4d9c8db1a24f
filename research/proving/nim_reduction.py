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
from typing import Any

from oracles.moves.formulas import DefinableGame
from research.logic.automaton import Automaton
from research.logic.decide import members
from research.logic.errors import AutomataError
from research.logic.evaluator import Evaluator
from research.logic.formula import (
    Constant,
    Formula,
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
from research.logic.proof_writer import ProofWriter

HEAP, ELEMENT = "h", "e"
SYSTEM = "msd_2"
ON_RULES = ("options are positions", "decreases")


@dataclass(frozen=True)
class Heaps:
    """How heaps are read in the positions of a control state; in others no position is regular.

    Attributes
    ----------
    elements
        Which numbers ``e`` are the elements of the heap named ``h``: a formula over these two and
        the coordinates, in the syntax of ``prove``.
    regular
        Which positions are regular: a formula over the coordinates.
    state
        The control state.
    """

    elements: str
    regular: str = ""
    state: str = "play"


@dataclass(frozen=True)
class NimReductionProof(Conditions):
    """The outcome: a proof if every statement is true."""

    state: str  # in which heaps are read

    @cached_property
    def _evaluator(self) -> Evaluator:
        return Evaluator(self.system, self.relations)

    def sizes(self, place: Place) -> dict[int, int]:
        """Return the sizes of the heaps of a position that are not empty, by name."""
        at: tuple[Term, ...] = (*map(Constant, place.values), Variable(HEAP), Variable(ELEMENT))
        heaps = Predicate("heap", at)
        found: dict[int, int] = {}
        automaton = self._evaluator.over(heaps, (HEAP, ELEMENT))
        for heap, _ in members(automaton, self._evaluator.numeration, (HEAP, ELEMENT)):
            found[heap] = found.get(heap, 0) + 1
        return found

    def outcome(self, place: Place) -> str:
        """Return what the theorem says of a position: P or N."""
        if place.state == self.state and self._holds("regular", place):
            return "N" if reduce(xor, self.sizes(place).values(), 0) else "P"
        return "P" if self._holds(f"lost_{place.state}", place) else "N"

    def proof_file(self) -> dict[str, Any]:
        """Return the fields of the proof file, which has names of its own beside coordinates."""
        writer, names = ProofWriter(self.system, self.relations), self.rules.coordinates
        if taken := {*"hkefgm"}.intersection(*names.values()):
            raise AutomataError(f"a proof file cannot hold the coordinate {min(taken)}")
        x = names[self.state]
        after = (*x, *(f"{name}'" for name in x))
        heap, changed = (*x, "h'", "e'"), (*after, "h'", "k'")
        lemmas = {"regular": x, "heap": heap} | {f"lost_{state}": names[state] for state in names}
        lemmas |= {"option": after, "rest": changed, "more": changed, "less": changed}
        lemmas["down"] = (*changed, "e'")
        return writer.file("nim reduction", self.rules) | {
            "heaps": {
                "state": self.state,
                "regular": writer.definition("regular", x),
                "elements": writer.definition("heap", heap),
            },
            "lemmas": {name: writer.automaton(name, tracks) for name, tracks in lemmas.items()},
        }

    def _holds(self, name: str, place: Place) -> bool:
        names = self.rules.coordinates[place.state]
        automaton = self._evaluator.over(_said(name, names), names)
        values = dict(zip(names, place.values, strict=True))
        return self._evaluator.numeration.accepts(automaton, values)


def prove_nim_reduction(
    rules: DefinableGame,
    heaps: Heaps,
    relations: Mapping[str, Relation | Automaton] | None = None,
) -> NimReductionProof:
    """Decide the conditions of the theorem.

    Parameters
    ----------
    rules
        The game.
    heaps
        How heaps are read.
    relations
        Predicates that the formulas use.

    Raises
    ------
    AutomataError
        If a name or control state is unknown, a name has a meaning already, or an automaton
        grows too large.

    Examples
    --------
    >>> from research.logic.formula_rules import vector_rules
    >>> nim = vector_rules(2, [(1, 0), (0, 1)])
    >>> read = Heaps("(h = 1 & e < x1) | (h = 2 & e < x2)")
    >>> prove_nim_reduction(nim, read).proved
    True
    >>> wythoff = vector_rules(2, [(1, 0), (0, 1), (1, 1)])
    >>> [check.role for check in prove_nim_reduction(wythoff, read).failures]
    ['one heap changes']
    """
    if heaps.state not in rules.coordinates:
        raise AutomataError(f"state={heaps.state!r}: expected one of {sorted(rules.coordinates)!r}")
    words = _Words(rules, heaps)
    evaluator = evaluator_with(_predicates(words), relations or {}, SYSTEM)
    checks = decided_conditions(evaluator, _conditions(words))
    return NimReductionProof(SYSTEM, rules, checks, dict(evaluator.relations), heaps.state)


class _Words:
    """Rules and heaps, and names for what the conditions speak of that are in neither of them."""

    def __init__(self, rules: DefinableGame, heaps: Heaps) -> None:
        self.rules, self.state = rules, heaps.state
        self.elements = parse(heaps.elements).formula
        self.regular = [parse(heaps.regular).formula] if heaps.regular else []
        taken = names_of(rules, HEAP, ELEMENT, self.elements, *self.regular)
        # Another heap, any heap, any number, and the most.
        self.k, self.g, self.f, self.m = map(taken.fresh, "kgfm")
        self.x = rules.coordinates[heaps.state]
        self.y = tuple(taken.fresh(f"{name}_after") for name in self.x)  # an option


def _said(name: str, arguments: tuple[str, ...]) -> Predicate:
    return Predicate(name, tuple(map(Variable, arguments)))


def _predicates(words: _Words) -> Iterator[tuple[str, Relation]]:
    """Yield the predicates in which the conditions are stated, each by those before it."""
    rules = words.rules
    for state, names in rules.coordinates.items():
        valid = [rules.valid[state]] if state in rules.valid else []
        known = [exists(m.parameters, m.guard) for m in rules.moves if m.source == state]
        known += [rules.won[state]] if state in rules.won else []
        if state == words.state:
            yield "regular", Relation(names, conjunction(*valid, *words.regular))
            yield "heap", Relation((*names, HEAP, ELEMENT), words.elements)
            known.insert(0, _said("regular", names))
        lost = [Not(disjunction(*known))] if known else []
        yield f"lost_{state}", Relation(names, conjunction(*valid, *lost))
    x, y, k, g, f = words.x, words.y, words.k, words.g, words.f
    move = option_formula(rules, words.state, words.state, y)
    regular = _said("regular", x), _said("regular", y)
    yield "option", Relation((*x, *y), conjunction(*regular, move))
    xs, ys = ",".join(x), ",".join(y)
    option, rest = f"$option({xs},{ys})", f"$rest({xs},{ys},h,{k})"
    here, there = f"$heap({xs},h,{f})", f"$heap({ys},{k},{f})"
    before, after = f"$heap({xs},{g},{f})", f"$heap({ys},{g},{f})"
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
        yield kind, Relation.of(",".join(parameters), formula)


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
        if state == words.state:
            regular = _said("regular", x)
            unknown = implies(regular, Not(disjunction(*known)))
            yield "regular is not known", state, for_all(x, unknown)
            yield from ((role, state, formula) for role, formula in _about_heaps(words))
            known.append(regular)
        said = disjunction(lost, *known)
        said = implies(rules.valid[state], said) if state in rules.valid else said
        yield "not regular is known", state, for_all(x, said)


def _about_heaps(words: _Words) -> Iterator[tuple[str, Formula]]:
    """Yield the conditions (2) to (4)."""
    x, y, k, m = words.x, words.y, words.k, words.m
    heap, regular = _said("heap", (*x, HEAP, ELEMENT)), _said("regular", x)
    finite = parse(f"E{m} Ah,e {text(heap)} => (h <= {m} & e <= {m})").formula
    yield "heaps are finite", for_all(x, implies(regular, finite))
    kinds = [_said(kind, (*x, *y, HEAP, k)) for kind in ("more", "less")]
    one = implies(_said("option", (*x, *y)), exists((HEAP, k), disjunction(*kinds)))
    yield "one heap changes", for_all((*x, *y), one)
    lowered = exists((*y, k), _said("down", (*x, *y, HEAP, k, ELEMENT)))
    every = implies(conjunction(regular, heap), lowered)
    yield "every decrease is there", for_all((*x, HEAP, ELEMENT), every)
