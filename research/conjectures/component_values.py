"""Theorems of sums of components: the values of heaps, or of tuples of numbers.

Components that are numbers are heaps, of which a code, or formulas of single heaps, give the
values. Of others a formula of the values is fitted to small components and decided to satisfy the
recurrence of Sprague and Grundy: no option of a component has its value as the nim sum of what is
left, and every smaller value is that of some option.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import cached_property, reduce
from itertools import count, islice
from operator import sub, xor
from typing import Any

from fast.lazy import np
from oracles.grundy import mex
from oracles.heaps import HeapGame
from research.checks.evidence import Level
from research.conjectures.fitting import separating
from research.conjectures.value_learning import prove_values
from research.logic.errors import AutomataError
from research.logic.formula import (
    Comparison,
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
    parse,
    replaced,
    text,
)
from research.logic.kernel import Place
from research.logic.numeration import Relation
from research.proving.components import Sum
from research.proving.decided_values import STATEMENTS, require_recurrence
from research.proving.equal_values import with_equal_game
from research.proving.formula_model import domain_of, predicate
from research.proving.heap_functions import single_heaps
from research.proving.period_theorems import DECIDED
from research.proving.periods import prove_heap_game
from research.proving.position_layout import STATE, measured, taken_apart
from research.proving.results import Limits, NotProvable, ProofResult
from research.proving.symbolic_execution import SYSTEM, TRUE
from research.proving.symbols import as_term

COMPONENTS = 400  # that suggest a formula
MOST_VALUES = 6  # each of which has a formula of its own
MORE = {
    "components become components": "A{n} $component({n}) => ~$leaves({n})",
    "play ends": "A{n} $component({n}) => ~$grows({n})",
}


@dataclass(frozen=True)
class ComponentValues:
    """The Grundy values of the components of positions, by a formula."""

    names: tuple[str, ...]  # of the numbers of a component, and of its value
    formula: Formula
    domain: Formula

    @cached_property
    def _asked(self) -> tuple[Callable[..., bool], Callable[..., bool]]:
        return predicate(self.domain, self.names[:-1]), predicate(self.formula, self.names)

    def value(self, component: Any) -> int:
        """Return the Grundy value of a component; ``NotProvable`` of one outside the domain."""
        numbers = taken_apart(component)[1]
        inside, has = self._asked
        if not inside(*numbers):
            raise NotProvable(f"the component {component!r} is not of the form of small ones")
        return next(value for value in count() if has(*numbers, value))


def prove_sum(of: Sum, subject: str, limits: Limits) -> ProofResult:
    """Prove the values of the components of positions, and with them the P-positions.

    Raises
    ------
    NotProvable
        If no theorem covers the components, and no formula of their values is found and decided.
    RulesDisagreementError
        If options or outcomes of small positions are not those of the sum.
    """
    try:
        heaps = of.heaps
        proved = _of_heaps(heaps, subject, limits) if heaps else _of_vectors(of, subject)
        found, value = proved
        read = of.require_small(limits, value)
    except (AutomataError, RecursionError) as error:
        raise NotProvable(str(error)) from error
    words = f"{of.words} is a P-position of {subject} in normal play exactly if the nim sum of "
    words += f"the Grundy values of its {of.called} is 0. {found.statement[0].upper()}"
    words += found.statement[1:]
    return replace(found, statement=words, rests_on=(*found.rests_on, read))


Proved = tuple[ProofResult, Callable[[Any], int]]  # of components, with the value of each


def _of_heaps(heaps: HeapGame, subject: str, limits: Limits) -> Proved:
    """Prove the values of heaps, by their code or by formulas of single ones."""
    try:
        found = prove_heap_game(heaps, subject, limits).required()
    except NotProvable as error:
        try:
            found = prove_values(single_heaps(heaps), subject, limits)
        except NotProvable:
            raise error from None
        of_heap = found.proof.outcome
        return found, lambda n: next(g for g in count() if of_heap(Place(STATE, (n, g))) == "P")
    named = with_equal_game(replace(found, statement=found.proof.statement()))
    return named, found.proof.value


def _of_vectors(of: Sum, subject: str) -> Proved:
    """Prove a formula of the values of components, which those of small ones suggest."""
    values, taken = _small_values(of)
    names = (*of.names, Names(*of.names).fresh("g"))
    least = zip(of.names, map(min, zip(*values, strict=True)), strict=True)
    domain = conjunction(*(Comparison(">=", Variable(n), Constant(m)) for n, m in least if m))
    said, words = _fitted(names, values)
    proof = ComponentValues(names, said, domain)
    measure, _ = measured({STATE: of.names}, [(STATE, STATE, vector) for vector in taken])
    _require_decided(of, proof, measure[STATE])
    positions = domain_of({STATE: of.names}, {STATE: domain} if domain != TRUE else {})
    result = ProofResult(
        subject,
        Level.PROVED,
        f"That of ({', '.join(of.names)}) is {words}. For {positions}.",
        DECIDED,
        f"components that are {positions}",
        len(STATEMENTS) + len(MORE),
        formulas={"value": text(said)},
        rests_on=("The theorem of Sprague and Grundy, for the sum of components.",),
        proof=proof,
    )
    return result, proof.value


def _small_values(of: Sum) -> tuple[dict[tuple[int, ...], int], set[tuple[int, ...]]]:
    """Return the values of small components, and what moves take from their numbers."""
    values, taken = dict[tuple[int, ...], int](), set[tuple[int, ...]]()

    def value(component: Any) -> int:
        numbers = taken_apart(component)[1]
        if numbers not in values:
            left = set()
            for new in of.replacements(component):
                left.add(reduce(xor, map(value, new), 0))
                taken.update(tuple(map(sub, numbers, taken_apart(each)[1])) for each in new)
            values[numbers] = mex(left)
        return values[numbers]

    for size in range(1, COMPONENTS):
        for position in islice(of.game.start(size), COMPONENTS):
            for component in of.components(position):
                value(component)
        if len(values) >= COMPONENTS:
            break
    return values, taken


def _fitted(names: tuple[str, ...], values: dict[tuple[int, ...], int]) -> tuple[Formula, str]:
    """Return a formula of the numbers of components and their values, and what it says of these."""
    *of, g = names
    often = Counter(values.values())
    vectors = np.array(list(values))
    if len(often) > MOST_VALUES:
        raise NotProvable(f"components have more than {MOST_VALUES} Grundy values")
    formulas, words = dict[int, Formula](), list[str]()
    (usual, _), *_ = often.most_common()
    for each in sorted(often.keys() - {usual}):
        members = np.array([value == each for value in values.values()])
        found = next(separating(of, vectors, members), None)
        if found is None or not found.formula:
            raise NotProvable(f"no formula of the components of value {each} is found")
        formulas[each] = parse(found.formula).formula
        words.append(f"{each} exactly if {found.words}")
    formulas[usual] = Not(disjunction(*formulas.values()))
    said = [
        conjunction(formula, Comparison("=", Variable(g), Constant(value)))
        for value, formula in formulas.items()
    ]
    return disjunction(*said), f"{', '.join(words)}, and otherwise {usual}" if words else f"{usual}"


def _require_decided(of: Sum, proof: ComponentValues, measure: Term) -> None:
    """Decide that the values are those of the components, whose moves go down by a measure."""
    *plain, g = proof.names
    new_names = Names(*proof.names)
    option, leaves, grows = list[Formula](), list[Formula](), list[Formula]()
    for path in of.paths:
        for new in path.value:
            terms = [tuple(map(as_term, taken_apart(each)[1])) for each in new]
            option.append(path.when(_nim_sum(terms, Variable(g), new_names)))
            for each in terms:
                leaves.append(path.when(Not(Predicate("component", each))))
                there = replaced(measure, dict(zip(plain, each, strict=True)))
                grows.append(path.when(Not(Comparison("<", there, measure))))
    relations = {
        "component": Relation(tuple(plain), proof.domain),
        "value": Relation(proof.names, conjunction(proof.domain, proof.formula)),
        "option": Relation(proof.names, disjunction(*option)),
        "leaves": Relation(tuple(plain), disjunction(*leaves)),
        "grows": Relation(tuple(plain), disjunction(*grows)),
    }
    require_recurrence(proof.names, relations, MORE, SYSTEM)


def _nim_sum(components: list[tuple[Term, ...]], total: Variable, names: Names) -> Formula:
    """Return that the nim sum of the values of components is a number."""
    parts, own = list[Formula](), list[str]()
    before: Term = Constant(0)
    for component in components:
        value, after = (Variable(names.fresh(like)) for like in ("w", "s"))
        own += [value.name, after.name]
        parts.append(Predicate("value", (*component, value)))
        parts.append(Predicate("nimsum", (before, value, after)))
        before = after
    return exists(tuple(own), conjunction(*parts, Comparison("=", before, total)))
