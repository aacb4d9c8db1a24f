"""Terms and formulas as Python expressions: of the numbers of one position, or of arrays of many.

A difference that would be below zero does not exist, and a comparison in which a term does not
exist is false: ``x - y = 0`` becomes ``(y <= x and x - y == 0)``. A parameter or a quantified
variable takes every value up to its bound (:mod:`oracles.moves.bounds`).

>>> x, y = Variable("x"), Variable("y")
>>> NUMBERS.formula(Comparison("=", Difference(x, y), Constant(0)), scope("xy"))
'(v_y <= v_x and v_x - v_y == 0)'
>>> ARRAYS.formula(Comparison("=", Difference(x, y), Constant(0)), scope("xy"))
'((v_y <= v_x) & (v_x - v_y == int64(0)))'
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import reduce
from itertools import groupby
from typing import Any

from oracles.errors import RulesError, SearchLimitError
from oracles.moves.bounds import Bound, quantifier_bounds
from oracles.moves.definable import DefinableGame, Move
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
    Node,
    Not,
    Predicate,
    Quantified,
    Quotient,
    Sum,
    Term,
    TruthValue,
    Variable,
    Word,
    children,
    operands,
)

Scope = Mapping[str, str]  # {"x": "v_x"}: the Python variable that stands for each
_COMPARED = {"=": "==", "!=": "!=", "<": "<", "<=": "<=", ">": ">", ">=": ">="}

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


def scope(names: Iterable[str]) -> dict[str, str]:
    """Return the Python variable of each name."""
    return {name: f"v_{name}" for name in names}


class Numbers:
    """Writes expressions of the numbers of one position."""

    operators: Mapping[str, str] = {
        "&": " and ",
        "|": " or ",
        "^": "({} != {})",
        "=>": "(not {} or {})",
        "<=>": "({} == {})",
        "~": "(not {})",
    }
    constant, truth, condition = "{}", "{}", "{}"
    choice, lesser, nothing = "({} if {} else {})", "min({}, {})", "None"
    parity, power = "({}).bit_count() % 2", "({}).bit_count() == 1"

    def term(self, part: Term, names: Scope) -> str:
        """Return the expression of a term, which is right where the term exists."""
        match part:
            case Variable(name, word):
                if name not in names and word is not None:
                    known = ", ".join(names) or "no names"
                    word.fault(f"unknown name {name!r}; known here: {known}")
                return names[name]
            case Constant(number):
                return self.constant.format(number)
            case Multiple(factor, body):
                return f"{self.constant.format(factor)} * {self._operand(body, names)}"
            case Quotient(body, divisor):
                return f"{self._operand(body, names)} // {self.constant.format(divisor)}"
            case Sum(left, right):
                return f"{self.term(left, names)} + {self._operand(right, names)}"
            case Difference(left, right):
                return f"{self.term(left, names)} - {self._operand(right, names)}"

    def _operand(self, part: Term, names: Scope) -> str:
        said = self.term(part, names)
        return said if isinstance(part, Variable | Constant) else f"({said})"

    def existence(self, part: Term, names: Scope) -> list[str]:
        """Return the conditions, to be checked in order, for a term to exist."""
        match part:
            case Multiple(_, body) | Quotient(body, _):
                return self.existence(body, names)
            case Sum(left, right):
                return self.existence(left, names) + self.existence(right, names)
            case Difference(left, right):
                exist = self.existence(left, names) + self.existence(right, names)
                return [*exist, f"{self.term(right, names)} <= {self.term(left, names)}"]
        return []

    def all_of(self, conditions: Sequence[str]) -> str:
        """Return the conjunction of conditions, which are in no parentheses."""
        return f"({self.operators['&'].join(map(self.condition.format, conditions))})"

    def formula(self, part: Formula, names: Scope) -> str:  # noqa: PLR0911
        """Return the expression of a formula, in parentheses."""
        match part:
            case Comparison(comparator, left, right):
                both = f"{self.term(left, names)} {_COMPARED[comparator]} {self.term(right, names)}"
                return self._where_they_exist((left, right), both, names)
            case ElementComparison(comparator, former, latter):
                sides = [self._parity(side, names) for side in (former, latter)]
                terms = [side.index for side in (former, latter) if isinstance(side, Element)]
                return self._where_they_exist(
                    terms, f" {_COMPARED[comparator]} ".join(sides), names
                )
            case Predicate("power_of_two", (only,)):
                said = self.power.format(self.term(only, names))
                return self._where_they_exist((only,), said, names)
            case Predicate("nimsum", terms):
                a, b, c = (f"({self.term(each, names)})" for each in terms)
                return self._where_they_exist(terms, f"{a} ^ {b} == {c}", names)
            case Predicate(name):
                known = "only $power_of_two and $nimsum are known"
                raise RulesError(f"${name}: number by number {known}")
            case Not(body):
                return self.operators["~"].format(self.formula(body, names))
            case Quantified():
                return self.quantified(part, names)
            case Binary("&" | "|" as operator):
                parts = [self.formula(each, names) for each in operands(part, operator)]
                return f"({self.operators[operator].join(parts)})"
            case Binary(operator, left, right):
                pair = self.formula(left, names), self.formula(right, names)
                return self.operators[operator].format(*pair)
            case TruthValue(value):
                return self.truth.format(value)

    def _where_they_exist(self, terms: Iterable[Term], condition: str, names: Scope) -> str:
        exist = [each for part in terms for each in self.existence(part, names)]
        return self.all_of([*exist, condition])

    def _parity(self, side: Element | Letter, names: Scope) -> str:
        if isinstance(side, Letter):
            return self.constant.format(side.value)
        if side.sequence != "T":
            raise RulesError(f"sequence {side.sequence!r}: number by number only T is known")
        return self.parity.format(self.term(side.index, names))

    def quantified(self, part: Quantified, names: Scope) -> str:
        """Return the expression of a quantifier, by trying all values up to the bounds."""
        inner = {**names, **scope(part.variables)}
        loops = self.loops(part.variables, quantifier_bounds(part, names), inner)
        which = "any" if part.quantifier == "E" else "all"
        return f"{which}({self.formula(part.body, inner)} {loops})"

    def loops(self, variables: Sequence[str], bounding: Sequence[Bound], names: Scope) -> str:
        """Return the Python loops in which variables take all values up to their bounds."""
        loops = []
        for name, bound in zip(variables, bounding, strict=True):
            values = f"tries({self.last(bound, names)})"
            if bound.exact:
                (only,) = bound.terms
                values = self._if_exists(bound.terms, f"({self.term(only, names)},)", names, "()")
            loops.append(f"for {names[name]} in {values}")
        return " ".join(loops)

    def last(self, bound: Bound, names: Scope) -> str:
        """Return the least of the terms of a bound; -1 where one does not exist."""
        said = reduce(self.lesser.format, [self.term(each, names) for each in bound.terms])
        return self._if_exists(bound.terms, said, names, "-1")

    def term_or_nothing(self, part: Term, names: Scope) -> str:
        """Return a term, or None where it does not exist; on arrays -1."""
        return self._if_exists([part], self.term(part, names), names, self.nothing)

    def _if_exists(self, terms: Iterable[Term], said: str, names: Scope, otherwise: str) -> str:
        exist = [each for part in terms for each in self.existence(part, names)]
        return self.choice.format(said, self.all_of(exist), otherwise) if exist else said

    def image_conditions(
        self, rules: DefinableGame, move: Move, names: Scope, after: Scope
    ) -> list[str]:
        """Return the conditions for an image to be an option: it exists, is one and decreases.

        Parameters
        ----------
        rules, move
            The rules, and the move.
        names, after
            The variables of the position and the parameters, and of the image; the measure of the
            position is the variable ``here``.
        """
        exist = [each for term in move.image for each in self.existence(term, names)]
        position = self.formula(rules.valid.get(move.target, TRUE), after)
        here, there = (rules.level.get(name, 0) for name in (move.source, move.target))
        if there != here:
            return [*exist, position, self.truth.format(there < here)]
        measure = rules.measure[move.target]
        less = f"{self.term(measure, after)} < here"
        return [*exist, position, *self.existence(measure, after), less]


class Arrays(Numbers):
    """Writes expressions of arrays, one for each variable, and ``rows`` of the same length."""

    operators: Mapping[str, str] = {
        "&": " & ",
        "|": " | ",
        "^": "({} ^ {})",
        "=>": "(~{} | {})",
        "<=>": "(~({} ^ {}))",
        "~": "(~{})",
    }
    constant, truth, condition = "int64({})", "bool_({})", "({})"
    choice, lesser, nothing = "where({1}, {0}, {2})", "minimum({}, {})", "-1"
    parity, power = "parity({})", "is_power({})"

    def quantified(self, part: Quantified, names: Scope) -> str:
        """Return the expression of a quantifier, by trying all values up to the bounds."""
        last, inner = self.last_values(part.variables, quantifier_bounds(part, names), names)
        columns = ", ".join(f"{name}={name}" for name in names.values())
        if part.quantifier == "E":
            return f"some(dict({columns}), {last}, {self.filters(part.body, inner)})"
        match part.body:
            case Binary("=>", premise, conclusion):
                body: Formula = Binary("&", premise, Not(conclusion))
            case _:
                body = Not(part.body)
        return f"(~some(dict({columns}), {last}, {self.filters(body, inner)}))"

    def filters(self, part: Formula, names: Scope) -> str:
        """Return a list of functions that are the parts of a conjunction, to be asked in order.

        Parts without quantifiers make one, as they cost little.
        """
        groups = groupby(operands(part, "&"), key=_has_quantifier)
        said = [self.all_of([self.formula(each, names) for each in parts]) for _, parts in groups]
        return f"[{', '.join(f'lambda {_listed(names)}: {each}' for each in said)}]"

    def last_values(
        self, variables: Sequence[str], bounding: Sequence[Bound], names: Scope
    ) -> tuple[str, Scope]:
        """Return the list of each variable with the function of its last value, and all names."""
        found, known = [], dict(names)
        for name, bound in zip(variables, bounding, strict=True):
            found.append(f"('v_{name}', lambda {_listed(known)}: {self.last(bound, known)})")
            known |= scope([name])
        return f"[{', '.join(found)}]", known


NUMBERS, ARRAYS = Numbers(), Arrays()


def _listed(names: Scope) -> str:
    return ", ".join(names.values())


def _has_quantifier(node: Node) -> bool:
    return isinstance(node, Quantified) or any(map(_has_quantifier, children(node)))


def compiled(
    arguments: Iterable[str], expression: str, word: Word, known: dict[str, Any] | None = None
) -> Callable[..., Any]:
    """Return the function of some arguments that an expression gives."""
    try:
        made = eval(f"lambda {', '.join(arguments)}: {expression}", known or {})
    except (SyntaxError, MemoryError, RecursionError):
        word.fault("a statement with too many operators nested in each other; make several of it")
    return made  # type: ignore[no-any-return]
