"""Terms and formulas as Python expressions: the one reading of the syntax tree by evaluation.

A difference that would be below zero does not exist, and a comparison in which a term does not
exist is false: ``x - y = 0`` becomes ``(v_y <= v_x and v_x - v_y == 0)``.

A parameter or a quantified variable takes every value up to its *bound*, which must be visible: the
formula, read as a conjunction, says ``s <= t`` (or ``<``, ``=``, mirrored or not) where the
variable is added in s, and t mentions only what is known before. Then the variable is at most t,
for no term has a part below zero. Of a variable that equals such a t, t alone is tried.

Numbers and arrays of numbers (:mod:`oracles.moves.vectorized`) have the same expressions, which
call other functions of the same names: ``tries(t, exact, *known)`` gives the values to be tried.

>>> x, y = Variable("x"), Variable("y")
>>> written(Comparison("=", Difference(x, y), Constant(0)), scope("xy"))
'((v_y <= v_x) and (v_x - v_y == 0))'
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import partial, reduce
from types import MappingProxyType
from typing import Any

from oracles.errors import RulesError, RulesTextError, SearchLimitError
from oracles.moves.formulas import (
    FALSE,
    TRUE,
    Asked,
    Binary,
    Comparison,
    Constant,
    DefinableGame,
    Difference,
    Element,
    ElementComparison,
    Formula,
    Letter,
    Move,
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
_COMPARED = {"=": "==", "!=": "!=", "^": "!=", "<=>": "=="}  # others are written as in Python

MOST_TRIED = 5_000_000  # values of parameters and quantified variables at one position


# What expressions of numbers call; those of arrays: :mod:`oracles.moves.vectorized`.
NUMBERS: Mapping[str, Any] = {
    "ones": int.bit_count,
    "least": min,
    "where": lambda exists, value, otherwise: value if exists else otherwise,
    "some": lambda holds, values: any(map(holds, values)),
    "every": lambda holds, values: all(map(holds, values)),
    "absent": None,
}


def values_to(last: int, exact: bool = False, *_: int) -> range:  # noqa: FBT001, FBT002
    """Return the values to ``last``, or ``last`` alone; none if that is below 0."""
    return range(last if exact else 0, last + 1) if last >= 0 else range(0)


class Tries:
    """Hands out the values to be tried, up to a limit in all."""

    def __init__(self, most: int = MOST_TRIED) -> None:
        self.most = self.left = most

    def __call__(self, last: int, exact: bool, *_: int) -> range:  # noqa: FBT001
        """Return :func:`values_to`."""
        values = values_to(last, exact)
        self.left -= len(values)
        if self.left < 0:
            raise SearchLimitError(
                f"more than {self.most} values of variables to be tried; bound them more tightly"
            )
        return values


def scope(names: Iterable[str]) -> dict[str, str]:
    """Return the Python variable of each name."""
    return {name: f"v_{name}" for name in names}


def written(node: Term | Formula, names: Scope) -> str:  # noqa: PLR0911, PLR0912
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
            return f"({written(body, names)} != True)"
        case Binary("&" | "|" as operator):
            joined = " and " if operator == "&" else " or "
            return f"({joined.join(written(each, names) for each in operands(node, operator))})"
        case Binary("=>", left, right):
            return written(Binary("|", Not(left), right), names)
        case Binary(operator, left, right):
            one, other = written(left, names), written(right, names)
            return f"({one} {_COMPARED[operator]} {other})"
        case Quantified(quantifier, variables, body):
            premise = body
            if quantifier == "A":
                premise = body.left if isinstance(body, Binary) and body.operator == "=>" else TRUE
            said = written(body, {**names, **scope(variables)})
            quantified = "some" if quantifier == "E" else "every"
            for name, values in reversed(ranges(variables, premise, names)):
                said = f"{quantified}(lambda {name}: {said}, {values})"
            return said
        case _:
            terms, said = _atom(node, names)
            return f"({' and '.join([*_existence(terms, names), f'({said})'])})"


def _operand(term: Term, names: Scope) -> str:
    said = written(term, names)
    return said if isinstance(term, Variable | Constant) else f"({said})"


def _atom(node: Formula, names: Scope) -> tuple[Sequence[Term], str]:
    """Return the terms of an atom, and what it says of them where they exist."""
    match node:
        case Comparison(sign, left, right):
            said = f"{written(left, names)} {_COMPARED.get(sign, sign)} {written(right, names)}"
            return (left, right), said
        case ElementComparison(sign, first, second):
            terms = (_index_of(first), _index_of(second))
            one, other = (f"ones({written(term, names)}) % 2" for term in terms)
            return terms, f"{one} {_COMPARED.get(sign, sign)} {other}"
        case Predicate("power_of_two", (only,) as terms):
            return terms, f"ones({written(only, names)}) == 1"
        case Predicate("nimsum", (_, _, _) as terms):
            a, b, c = (f"({written(each, names)})" for each in terms)
            return terms, f"{a} ^ {b} == {c}"
        case Predicate(name, terms):
            raise RulesError(
                f"unknown predicate ${name} of {len(terms)} terms; known are $power(t) and "
                "$nimsum(a,b,c)"
            )
    raise TypeError(f"node={node!r}: not a formula")


def _index_of(side: Element | Letter) -> Term:
    """Return the number whose parity of ones is an element or a letter."""
    match side:
        case Element("T", index):
            return index
        case Letter(0 | 1 as letter):
            return Constant(letter)
    raise RulesError(f"unknown {side}; known are T, the Thue-Morse sequence, @0 and @1")


def _existence(terms: Iterable[Term], names: Scope) -> list[str]:
    """Return the conditions, to be checked in order, for terms to exist."""
    found = []
    for term in terms:
        found += _existence(children(term), names)  # type: ignore[arg-type]
        if isinstance(term, Difference):
            found.append(f"({written(term.right, names)} <= {written(term.left, names)})")
    return found


def written_or_absent(term: Term, names: Scope) -> str:
    """Return the expression of a term, and of what is absent where it does not exist."""
    said, exist = written(term, names), _existence([term], names)
    return f"where(({' and '.join(exist)}), {said}, absent)" if exist else said


def written_images(move: Move, names: Scope) -> str:
    """Return the images that a move gives, one after the other; what does not exist is None."""
    inner = {**names, **scope(move.parameters)}
    loops = [f"for {n} in {v}" for n, v in ranges(move.parameters, move.guard, names)]
    image = "".join(f"{written_or_absent(term, inner)}, " for term in move.image)
    return f"(({image}) {' '.join(loops or ['for _ in (0,)'])} if {written(move.guard, inner)})"


def compiled(
    arguments: Iterable[str], expression: str, called: Mapping[str, Any] = NUMBERS
) -> Callable[..., Any]:
    """Return the function of some arguments that an expression gives."""
    if called is not NUMBERS:  # arrays as a whole have no truth value
        expression = expression.replace(" and ", " & ").replace(" or ", " | ")
    try:
        made = eval(f"lambda {', '.join(arguments)}: {expression}", dict(called))
    except (SyntaxError, MemoryError, RecursionError) as error:
        raise RulesError("too many operators nested in each other; make several of it") from error
    return made  # type: ignore[no-any-return]


def functions_of(
    rules: DefinableGame,
    statements: Mapping[Asked, str] = MappingProxyType({}),
    called: Mapping[str, Any] = NUMBERS,
    images: Callable[[Move, Scope], str] = written_images,
) -> dict[Asked, Callable[..., Any]]:
    """Return rules as functions of the values to be tried and the coordinates.

    They are "position", "won" and "measure" of each control state, and each "move" by its number,
    whose images ``images`` writes. RulesTextError, which names the statement, if a variable has no
    bound or a name is not known.
    """
    found: dict[Asked, Callable[..., Any]] = {}

    def add(kind: str, key: str | int, state: str, write: Callable[[Scope], str]) -> None:
        names = scope(rules.coordinates[state])
        try:
            found[kind, key] = compiled(["tries", *names.values()], write(names), called)
        except RulesError as error:
            raise RulesTextError(f"{statements.get((kind, key), kind)!r}: {error}") from None

    for state, measure in rules.measure.items():
        where, won = rules.valid.get(state, TRUE), rules.won.get(state, FALSE)
        add("position", state, state, partial(written, where))
        add("won", state, state, partial(written, won))
        add("measure", state, state, partial(written_or_absent, measure))
    for number, move in enumerate(rules.moves):
        add("move", number, move.source, partial(images, move))
    return found


def ranges(variables: Sequence[str], formula: Formula, names: Scope) -> list[tuple[str, str]]:
    """Return the Python variable of each variable, and all values up to its bound.

    Where a bound does not exist the formula is false, whatever values are tried.

    Raises
    ------
    RulesError
        If a variable has no bound by those before it and the names that are known.
    """
    result, known = [], {name: said for name, said in names.items() if name not in variables}
    for name, low, high in bounds(variables, formula, names):
        outside = ", ".join(dict.fromkeys([*names.values(), *known.values()]))
        result.append((name, f"tries({high}, {low == high}, {outside})"))
        known[name] = name
    return result


def bounds(variables: Sequence[str], formula: Formula, names: Scope) -> list[tuple[str, str, str]]:
    """Return the Python variable of each variable, with its least and its greatest value.

    Errors as of :func:`ranges`.
    """
    known = {name: said for name, said in names.items() if name not in variables}
    pairs = [pair for part in operands(formula, "&") for pair in _inequalities(part)]
    result = []
    for name in variables:
        found = [
            (less, more)
            for less, more in pairs
            if name in _added(less) and free_variables(more) <= {*known}
        ]
        equal = [more for less, more in found if less == Variable(name) and (more, less) in pairs]
        terms = equal[:1] or [more for _, more in found]
        if not terms:
            raise RulesError(
                f"{name!r} has no bound that can be seen; add one with &, for instance "
                f"{name} <= {next(iter(known), '10')}"
            )
        high = reduce("least({}, {})".format, [written(term, known) for term in terms])
        result.append((f"v_{name}", high if equal else "0", high))
        known[name] = f"v_{name}"
    return result


def _inequalities(formula: Formula) -> list[tuple[Term, Term]]:
    """Return pairs of terms, the first at most the second where the formula holds."""
    match formula:
        case Comparison("=", left, right):
            return [(left, right), (right, left)]
        case Comparison("<" | "<=", left, right):
            return [(left, right)]
        case Comparison(">" | ">=", left, right):
            return [(right, left)]
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
