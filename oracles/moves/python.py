"""Terms and formulas as Python expressions, for plain enumeration.

A difference that would be below zero does not exist, and a comparison in which a term does not
exist is false: ``x - y = 0`` becomes ``(y <= x and x - y == 0)``. A parameter or a quantified
variable takes every value up to its bound, which must be visible: the formula, read as a
conjunction, says ``s <= t`` (or ``<``, ``=``, mirrored or not) where the variable is added in s,
nothing is subtracted or divided in s, and t mentions only what is known before. Then the variable
is at most t.

>>> x, y = Variable("x"), Variable("y")
>>> formula(Comparison("=", Difference(x, y), Constant(0)), {"x": "x", "y": "y"})
'(y <= x and x - y == 0)'
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from itertools import count, groupby
from typing import Any, NamedTuple

from oracles.errors import RulesError, SearchLimitError
from oracles.moves.formulas import (
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
    Word,
    folded,
    operands,
    summands,
    variables,
)

Names = Mapping[str, str]  # {"x": "v0"}: the Python variable that stands for each
_PYTHON = {"=": "==", "!=": "!=", "<": "<", "<=": "<=", ">": ">", ">=": ">="}
_fresh = count()

MOST_TRIED = 5_000_000  # values of parameters and quantified variables at one position


class Tries:
    """Hands out the values to be tried, up to a limit in all."""

    def __init__(self, most: int = MOST_TRIED) -> None:
        self.left = self.most = most

    def __call__(self, last: int) -> range:
        """Return the values from 0 to ``last``; none if it is below 0."""
        self.left -= last + 1
        if self.left < 0:
            raise SearchLimitError(
                f"more than {self.most} values of parameters and quantified variables to be tried; "
                "bound them more tightly"
            )
        return range(last + 1)


def fresh_names(names: Sequence[str]) -> dict[str, str]:
    """Return a Python variable for each name, like none that was returned before."""
    return {name: f"v{next(_fresh)}" for name in names}


def compiled(arguments: Sequence[str], expression: str, word: Word) -> Callable[..., Any]:
    """Return the function of ``tries`` and ``arguments`` that an expression gives."""
    try:
        made = eval(f"lambda tries, {', '.join(arguments)}: {expression}")
    except (SyntaxError, MemoryError, RecursionError):
        word.fault("a statement with too many operators nested in each other; make several of it")
    return made  # type: ignore[no-any-return]


def term(part: Term, names: Names) -> str:
    """Return a term as a Python expression, which is right where the term exists."""
    match part:
        case Variable(name, word):
            if name not in names and word is not None:
                known = ", ".join(names) or "no names"
                word.fault(f"unknown name {name!r}; known here: {known}")
            return names[name]
        case Constant(number):
            return str(number)
        case Multiple(factor, body):
            return f"{factor} * {_operand(body, names)}"
        case Quotient(body, divisor):
            return f"{_operand(body, names)} // {divisor}"
        case Sum() | Difference():
            first, rest = summands(part)
            parts = [f" {sign} {_operand(each, names)}" for sign, each in rest]
            return _operand(first, names) + "".join(parts)


def _operand(part: Term, names: Names) -> str:
    said = term(part, names)
    return said if isinstance(part, Variable | Constant) else f"({said})"


def existence(part: Term, names: Names) -> list[str]:
    """Return Python conditions, to be checked in order, for a term to exist."""
    match part:
        case Multiple(_, body) | Quotient(body, _):
            return existence(body, names)
        case Sum() | Difference():
            first, rest = summands(part)
            conditions, before = existence(first, names), _operand(first, names)
            for sign, each in rest:
                conditions += existence(each, names)
                other = _operand(each, names)
                if sign == "-":
                    conditions.append(f"{other} <= {before}")
                before += f" {sign} {other}"
            return conditions
    return []


def formula(part: Formula, names: Names) -> str:  # noqa: PLR0911
    """Return a formula as a Python expression, in parentheses."""
    match part:
        case Comparison(comparator, left, right):
            both = f"{term(left, names)} {_PYTHON[comparator]} {term(right, names)}"
            return _if_exist((left, right), both, names)
        case ElementComparison(comparator, former, latter):
            sides = [_parity(side, names) for side in (former, latter)]
            terms = [side.index for side in (former, latter) if isinstance(side, Element)]
            return _if_exist(terms, f" {_PYTHON[comparator]} ".join(sides), names)
        case Predicate("power_of_two", terms):
            return _if_exist(terms, f"({term(terms[0], names)}).bit_count() == 1", names)
        case Predicate("nimsum", terms):
            a, b, c = (f"({term(each, names)})" for each in terms)
            return _if_exist(terms, f"{a} ^ {b} == {c}", names)
        case Predicate(name):
            raise RulesError(f"${name}: number by number only $power_of_two and $nimsum are known")
        case Not(body):
            return f"(not {formula(body, names)})"
        case Quantified():
            return _quantified(part, names)
        case Binary():
            return _connected(part, names)
        case TruthValue(value):
            return str(value)


def _parity(side: Element | Letter, names: Names) -> str:
    if isinstance(side, Letter):
        return str(side.value)
    if side.sequence != "T":
        raise RulesError(f"sequence {side.sequence!r}: number by number only T is known")
    return f"({term(side.index, names)}).bit_count() % 2"


def _if_exist(terms: Sequence[Term], condition: str, names: Names) -> str:
    conditions = [each for part in terms for each in existence(part, names)]
    return f"({' and '.join([*conditions, condition])})"


def _connected(part: Binary, names: Names) -> str:
    first, rest = folded(part)
    result = formula(first, names)
    for operator, group in groupby(rest, key=lambda pair: pair[0]):
        others = [formula(each, names) for _, each in group]
        if operator in ("&", "|"):
            between = " and " if operator == "&" else " or "
            result = f"({between.join([result, *others])})"
            continue
        for other in others:
            result = {
                "^": f"({result} != {other})",
                "=>": f"(not {result} or {other})",
                "<=>": f"({result} == {other})",
            }[operator]
    return result


def _quantified(part: Quantified, names: Names) -> str:
    inner = {**names, **fresh_names(part.variables)}
    loops = ranges(part.variables, quantifier_bounds(part, names), inner)
    which = "any" if part.quantifier == "E" else "all"
    body = formula(part.body, inner)
    return f"{which}({body} {loops})" if loops else body


def ranges(variables: Sequence[str], bounding: list[Bound], names: Names) -> str:
    """Return the Python loops in which variables take all values up to their bounds."""
    loops = []
    for name, (terms, exact) in zip(variables, bounding, strict=True):
        conditions = [each for bound in terms for each in existence(bound, names)]
        least = term(terms[0], names)
        if terms[1:]:
            least = f"min({', '.join(term(bound, names) for bound in terms)})"
        values = f"({least},)" if exact else f"tries({least})"
        if conditions:
            values = f"({values} if {' and '.join(conditions)} else ())"
        loops.append(f"for {names[name]} in {values}")
    return " ".join(loops)


def term_or_none(part: Term, names: Names) -> str:
    """Return a term as a Python expression, None where it does not exist."""
    conditions = " and ".join(existence(part, names))
    return f"({term(part, names)} if {conditions} else None)" if conditions else term(part, names)


class Bound(NamedTuple):
    """Terms of which a variable is at most the least; ``exact`` if it equals the only one."""

    terms: list[Term]
    exact: bool = False


_BOUNDING = ("<=", "<", "=", ">=", ">")


def quantifier_bounds(quantified: Quantified, known: Collection[str]) -> list[Bound]:
    """Return the bounds of each variable of a quantifier, the names outside of it being known."""
    bounding: Formula | None = quantified.body
    if quantified.quantifier == "A":
        match quantified.body:
            case Binary("=>", premise, _):
                bounding = premise
            case _:
                bounding = None
    return bounds(quantified.variables, bounding, known, quantified.words)


def bounds(
    names: Sequence[str],
    formula: Formula | None,
    known: Collection[str],
    words: Sequence[Word] = (),
) -> list[Bound]:
    """Return the bound of each of the variables, by those before it and what is known.

    Raises
    ------
    RulesError
        If a variable has no bound; it points at its word, where there are ``words``.
    """
    allowed = set(known) - set(names)
    parts = [] if formula is None else operands(formula, "&")
    result = []
    for place, name in enumerate(names):
        found = [
            (more, less == Variable(name) and part.comparator == "=")
            for part in parts
            if isinstance(part, Comparison)
            for less, more in _inequalities(part)
            if _raises(less, name) and {v.name for v in variables(more)} <= allowed
        ]
        equal = [Bound([more], exact=True) for more, exact in found if exact]
        if not found:
            example = next((each for each in known if each != name), "10")
            problem = (
                f"{name!r} has no bound that can be seen; add one with &, for instance "
                f"{name} <= {example}"
            )
            if words:
                words[place].fault(problem)
            raise RulesError(problem)
        result.append(equal[0] if equal else Bound([more for more, _ in found]))
        allowed.add(name)
    return result


def constant_bound(name: str, formula: Formula | None) -> int | None:
    """Return the least number that a formula says a variable to be at most; None if it says none.

    >>> from oracles.moves.reading import read_text
    >>> text = read_text("position at(x, p) where p <= 1 & p <= x")
    >>> [constant_bound(name, text.states["at"].where) for name in "xp"]
    [None, 1]
    """
    found = [
        more.value
        for part in ([] if formula is None else operands(formula, "&"))
        for less, more in _inequalities(part)
        if isinstance(more, Constant) and _raises(less, name)
    ]
    return min(found, default=None)


def _inequalities(formula: Formula) -> list[tuple[Term, Term]]:
    """Return pairs of terms of which the first is at most the second if the formula holds."""
    if not isinstance(formula, Comparison) or formula.comparator not in _BOUNDING:
        return []
    left, right = formula.left, formula.right
    if formula.comparator == "=":
        return [(left, right), (right, left)]
    return [(right, left)] if formula.comparator in (">", ">=") else [(left, right)]


def _raises(term: Term, name: str) -> bool:
    """Whether the term is at least the variable: sums and multiples, the variable among them."""
    return _grows(term) and name in _added(term)


def _grows(term: Term) -> bool:
    match term:
        case Quotient():
            return False
        case Multiple(_, body):
            return _grows(body)
        case Sum() | Difference():
            first, rest = summands(term)
            return _grows(first) and all(sign == "+" and _grows(each) for sign, each in rest)
    return True


def _added(term: Term) -> set[str]:
    """Return the variables that are added at least once."""
    match term:
        case Variable(name):
            return {name}
        case Multiple(factor, body):
            return _added(body) if factor else set()
        case Sum() | Difference():
            first, rest = summands(term)
            return _added(first).union(*(_added(each) for _, each in rest))
        case Constant() | Quotient():
            return set()
