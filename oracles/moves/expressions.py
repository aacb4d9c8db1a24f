"""Terms and formulas as Python expressions of numbers, to be evaluated by their definition.

A difference that would be below zero does not exist, and a comparison in which a term does not
exist is false: ``x - y = 0`` becomes ``(y <= x and x - y == 0)``.

A parameter or a quantified variable takes every value up to its *bound*, which must be visible: the
formula, read as a conjunction, says ``s <= t`` (or ``<``, ``=``, mirrored or not) where the
variable is added in s, and t mentions only what is known before. Then the variable is at most t,
for no term has a part below zero.

>>> x, y = Variable("x"), Variable("y")
>>> written(Comparison("=", Difference(x, y), Constant(0)), scope("xy"))
'(v_y <= v_x and v_x - v_y == 0)'
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from functools import reduce
from typing import Any, NamedTuple

from oracles.errors import RulesError, SearchLimitError
from oracles.moves.formulas import (
    TRUE,
    Binary,
    Comparison,
    Constant,
    Difference,
    Element,
    ElementComparison,
    Formula,
    Letter,
    Multiple,
    Not,
    Predicate,
    Quantified,
    Quotient,
    Sum,
    Term,
    TruthValue,
    Variable,
    children,
    free_variables,
    operands,
)

Scope = Mapping[str, str]  # {"x": "v_x"}: the Python variable that stands for each
_COMPARED = {"=": "==", "!=": "!=", "<": "<", "<=": "<=", ">": ">", ">=": ">="}
_JOINED = {"&": " and ", "|": " or ", "^": " != ", "<=>": " == "}

MOST_TRIED = 5_000_000  # values of parameters and quantified variables at one position


class Tries:
    """Hands out the values to be tried, up to a limit in all."""

    def __init__(self) -> None:
        self.left = MOST_TRIED

    def __call__(self, last: int) -> range:
        """Return the values from 0 to ``last``; none if it is below 0."""
        self.left -= last + 1
        if self.left < 0:
            raise SearchLimitError(
                f"more than {MOST_TRIED} values of parameters and quantified variables to be "
                "tried; bound them more tightly"
            )
        return range(last + 1)


def scope(names: Iterable[str]) -> dict[str, str]:
    """Return the Python variable of each name."""
    return {name: f"v_{name}" for name in names}


def written(node: Term | Formula, names: Scope) -> str:  # noqa: PLR0911
    """Return the expression of a term, right where it exists, or of a formula, in parentheses.

    Raises
    ------
    RulesError
        If a name, a predicate or a sequence is not known, or a quantified variable has no bound.
    """
    match node:
        case Variable(name):
            if name not in names:
                known = ", ".join(names) or "no names"
                raise RulesError(f"unknown name {name!r}; known here: {known}")
            return names[name]
        case Constant(value) | TruthValue(value):
            return str(value)
        case Multiple(factor, body):
            return f"{factor} * {_operand(body, names)}"
        case Quotient(body, divisor):
            return f"{_operand(body, names)} // {divisor}"
        case Sum(left, right):
            return f"{written(left, names)} + {_operand(right, names)}"
        case Difference(left, right):
            return f"{written(left, names)} - {_operand(right, names)}"
        case Not(body):
            return f"(not {written(body, names)})"
        case Binary("=>", left, right):
            return written(Binary("|", Not(left), right), names)
        case Binary(operator, left, right):
            parts = operands(node, operator) if operator in "&|" else [left, right]
            return f"({_JOINED[operator].join(written(each, names) for each in parts)})"
        case Quantified(quantifier, variables, body):
            inner = {**names, **scope(variables)}
            loops = written_loops(variables, quantifier_bounds(node, names), inner)
            which = "any" if quantifier == "E" else "all"
            return f"{which}({written(body, inner)} {loops})"
        case _:
            return _atom(node, names)


def _operand(term: Term, names: Scope) -> str:
    said = written(term, names)
    return said if isinstance(term, Variable | Constant) else f"({said})"


def _atom(node: Formula, names: Scope) -> str:
    match node:
        case Comparison(sign, left, right):
            terms: Sequence[Term] = (left, right)
            said = f"{written(left, names)} {_COMPARED[sign]} {written(right, names)}"
        case ElementComparison(sign, first, second):
            terms = [index_of(first), index_of(second)]
            one, other = (f"({written(term, names)}).bit_count() % 2" for term in terms)
            said = f"{one} {_COMPARED[sign]} {other}"
        case Predicate("power_of_two", (only,) as terms):
            said = f"({written(only, names)}).bit_count() == 1"
        case Predicate("nimsum", (_, _, _) as terms):
            a, b, c = (f"({written(each, names)})" for each in terms)
            said = f"{a} ^ {b} == {c}"
        case Predicate(name, terms):
            raise RulesError(
                f"unknown predicate ${name} of {len(terms)} terms; known are $power(t) and "
                "$nimsum(a,b,c)"
            )
    return f"({' and '.join([*existence(terms, names), said])})"


def index_of(side: Element | Letter) -> Term:
    """Return the number whose parity of ones is an element or a letter."""
    match side:
        case Element("T", index):
            return index
        case Letter(0 | 1 as letter):
            return Constant(letter)
    raise RulesError(f"unknown {side}; known are T, the Thue-Morse sequence, @0 and @1")


def existence(terms: Iterable[Term], names: Scope) -> list[str]:
    """Return the conditions, to be checked in order, for terms to exist."""
    found = []
    for term in terms:
        found += existence(children(term), names)  # type: ignore[arg-type]
        if isinstance(term, Difference):
            found.append(f"{written(term.right, names)} <= {written(term.left, names)}")
    return found


def written_or(otherwise: str, terms: Sequence[Term], names: Scope) -> str:
    """Return the least of some terms, or something else where they do not exist."""
    exist = existence(terms, names)
    said = reduce("min({}, {})".format, [written(term, names) for term in terms])
    return f"({said} if {' and '.join(exist)} else {otherwise})" if exist else said


def written_loops(variables: Sequence[str], bounding: Sequence[Bound], names: Scope) -> str:
    """Return the Python loops in which variables take all values up to their bounds."""
    loops = []
    for name, bound in zip(variables, bounding, strict=True):
        values = f"tries({written_or('-1', bound.terms, names)})"
        if bound.exact:
            exist = " and ".join(existence(bound.terms, names)) or "True"
            values = f"(({written(bound.terms[0], names)},) if {exist} else ())"
        loops.append(f"for {names[name]} in {values}")
    return " ".join(loops)


def compiled(arguments: Iterable[str], expression: str) -> Callable[..., Any]:
    """Return the function of some arguments that an expression gives."""
    try:
        made = eval(f"lambda {', '.join(arguments)}: {expression}", {})
    except (SyntaxError, MemoryError, RecursionError) as error:
        raise RulesError("too many operators nested in each other; make several of it") from error
    return made  # type: ignore[no-any-return]


class Bound(NamedTuple):
    """Terms of which a variable is at most the least; ``exact`` if it equals the only one."""

    terms: list[Term]
    exact: bool = False


def quantifier_bounds(quantified: Quantified, known: Collection[str]) -> list[Bound]:
    """Return the bounds of each variable of a quantifier, the names outside of it being known."""
    body: Formula = quantified.body
    if quantified.quantifier == "A":
        body = body.left if isinstance(body, Binary) and body.operator == "=>" else TRUE
    return bounds(quantified.variables, body, known)


def bounds(names: Sequence[str], formula: Formula, known: Collection[str]) -> list[Bound]:
    """Return the bound of each of the variables, by those before it and what is known.

    Raises
    ------
    RulesError
        If a variable has no bound.
    """
    allowed = set(known) - set(names)
    pairs = [pair for part in operands(formula, "&") for pair in _inequalities(part)]
    result = []
    for name in names:
        found = [
            (more, equal and less == Variable(name))
            for less, more, equal in pairs
            if name in _added(less) and free_variables(more) <= allowed
        ]
        if not found:
            example = next((each for each in known if each not in names), "10")
            raise RulesError(
                f"{name!r} has no bound that can be seen; add one with &, for instance "
                f"{name} <= {example}"
            )
        exact = [Bound([more], exact=True) for more, equal in found if equal]
        result.append(exact[0] if exact else Bound([more for more, _ in found]))
        allowed.add(name)
    return result


def _inequalities(formula: Formula) -> list[tuple[Term, Term, bool]]:
    """Return pairs of terms, the first at most the second where the formula holds; if equal."""
    match formula:
        case Comparison("=", left, right):
            return [(left, right, True), (right, left, True)]
        case Comparison("<" | "<=", left, right):
            return [(left, right, False)]
        case Comparison(">" | ">=", left, right):
            return [(right, left, False)]
    return []


def _added(term: Term) -> set[str]:
    """Return the variables that are added in a term, which is at least each of them."""
    match term:
        case Variable(name):
            return {name}
        case Multiple(factor, body) if factor:
            return _added(body)
        case Sum(left, right):
            return _added(left) | _added(right)
    return set()
