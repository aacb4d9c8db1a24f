"""Formulas of first-order logic over addition, with automatic sequences and predicates.

The nodes are those of :mod:`oracles.moves.formulas`. :func:`parse` reads Walnut's syntax, and
:func:`text` writes a formula so that the same is read back. How operators bind
:mod:`oracles.moves.parser` says; here any sequence, letter and predicate may stand. ``?msd_2`` at
the beginning, or after an opening parenthesis, names the numeration system; one statement uses one
system. What later versions of Walnut have is not read: the empty term list of quantifiers, negative
numbers and reversal.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace
from typing import TypeVar

from oracles.errors import RulesTextError
from oracles.moves.formulas import Binary as Binary
from oracles.moves.formulas import BinaryOperator as BinaryOperator
from oracles.moves.formulas import Comparator as Comparator
from oracles.moves.formulas import Comparison as Comparison
from oracles.moves.formulas import Constant as Constant
from oracles.moves.formulas import Difference as Difference
from oracles.moves.formulas import Element as Element
from oracles.moves.formulas import ElementComparison as ElementComparison
from oracles.moves.formulas import Formula as Formula
from oracles.moves.formulas import Letter as Letter
from oracles.moves.formulas import Multiple as Multiple
from oracles.moves.formulas import Node as Node
from oracles.moves.formulas import Not as Not
from oracles.moves.formulas import Predicate as Predicate
from oracles.moves.formulas import Quantified as Quantified
from oracles.moves.formulas import Quotient as Quotient
from oracles.moves.formulas import Sum as Sum
from oracles.moves.formulas import Term as Term
from oracles.moves.formulas import TruthValue as TruthValue
from oracles.moves.formulas import Variable as Variable
from oracles.moves.formulas import children as children
from oracles.moves.formulas import free_variables as free_variables
from oracles.moves.formulas import operands as operands
from oracles.moves.parser import Parser
from research.logic.errors import AutomataError

Read = TypeVar("Read")


def conjunction(*parts: Formula) -> Formula:
    """Return the conjunction of formulas; of none, the true formula."""
    return _folded("&", parts, TruthValue(value=True))


def disjunction(*parts: Formula) -> Formula:
    """Return the disjunction of formulas; of none, the false formula."""
    return _folded("|", parts, TruthValue(value=False))


def _folded(operator: BinaryOperator, parts: tuple[Formula, ...], empty: Formula) -> Formula:
    if not parts:
        return empty
    result = parts[0]
    for part in parts[1:]:
        result = Binary(operator, result, part)
    return result


def exists(variables: tuple[str, ...], body: Formula) -> Formula:
    """Return ``E variables body``, or the body if there are no variables."""
    return Quantified("E", variables, body) if variables else body


def for_all(variables: tuple[str, ...], body: Formula) -> Formula:
    """Return ``A variables body``, or the body if there are no variables."""
    return Quantified("A", variables, body) if variables else body


def implies(left: Formula, right: Formula) -> Formula:
    """Return ``left => right``."""
    return Binary("=>", left, right)


_PRECEDENCE: Mapping[str, int] = {"<=>": 0, "=>": 1, "&": 2, "|": 2, "^": 2}
_NEGATION, _SUMS = 3, (Sum, Difference)


def text(node: Node) -> str:
    """Return the formula or term in Walnut's syntax, with the brackets that its meaning needs.

    Two more are written for readers' sake: around one connective inside another of one precedence,
    as ``a | b & c`` is ``(a | b) & c`` in Walnut and elsewhere is not, and around an implication
    that an implication follows.

    Examples
    --------
    >>> text(Not(Comparison("<", Variable("x"), Sum(Variable("y"), Constant(1)))))
    '~x < y + 1'
    """
    match node:
        case TruthValue() | Comparison() | ElementComparison() | Predicate():
            return _atom(node)
        case Not() | Binary() | Quantified():
            return _formula(node, 0, last=True)
        case Letter(letter):
            return f"@{letter}"
        case Element(sequence, index):
            return f"{sequence}[{text(index)}]"
        case _:
            return _term(node)


def _formula(node: Formula, precedence: int, *, last: bool) -> str:  # noqa: PLR0911
    """Write a formula that stands where ``precedence`` is read.

    A quantifier reaches as far right as it can, so it needs brackets unless it is ``last`` before
    the end or a closing bracket.
    """
    match node:
        case Not(body):
            return f"~{_formula(body, _NEGATION, last=last)}"
        case Binary(operator, left, right):
            if _PRECEDENCE[operator] < precedence:
                return f"({_formula(node, 0, last=True)})"
            here = _PRECEDENCE[operator]
            mixed = isinstance(left, Binary) and (
                left.operator == "=>" or left.operator != operator
            )
            former = _formula(left, here + mixed, last=False)
            return f"{former} {operator} {_formula(right, here + 1, last=last)}"
        case Quantified(quantifier, variables, body):
            if not variables:
                return _formula(body, precedence, last=last)
            if not last:
                return f"({_formula(node, 0, last=True)})"
            return f"{quantifier}{','.join(variables)} {_formula(body, 0, last=True)}"
        case _:
            return _atom(node)


def _atom(node: Formula) -> str:
    match node:
        case Comparison(comparator, low, high):
            return f"{_term(low)} {comparator} {_term(high)}"
        case ElementComparison(comparator, first, second):
            return f"{text(first)} {comparator} {text(second)}"
        case Predicate(name, arguments):
            return f"${name}({', '.join(map(_term, arguments))})"
        case TruthValue(value):
            return "0 = 0" if value else "0 = 1"
        case _:
            raise TypeError(f"node={node!r}: not a formula without parts")


def _term(term: Term) -> str:
    match term:
        case Variable(name):
            return name
        case Constant(value):
            return str(value)
        case Sum(left, right):
            return f"{_term(left)} + {_bracketed(right, _SUMS)}"
        case Difference(left, right):
            return f"{_term(left)} - {_bracketed(right, _SUMS)}"
        case Multiple(factor, body):
            return f"{factor} * {_bracketed(body, (*_SUMS, Multiple, Quotient))}"
        case Quotient(body, divisor):
            return f"{_bracketed(body, _SUMS)} / {divisor}"


def _bracketed(term: Term, kinds: tuple[type, ...]) -> str:
    """Write a term, in brackets if it is of one of some kinds."""
    return f"({_term(term)})" if isinstance(term, kinds) else _term(term)


def substituted(formula: Formula, terms: Mapping[str, Term]) -> Formula:  # noqa: PLR0911
    """Return the formula with its free variables replaced by terms.

    A bound variable that would capture one of the terms' variables is renamed.

    Examples
    --------
    >>> bound = Quantified("E", ("y",), Comparison("<", Variable("x"), Variable("y")))
    >>> text(substituted(bound, {"x": Variable("y")}))
    'Ey_1 y < y_1'
    """
    match formula:
        case Comparison(comparator, left, right):
            return Comparison(comparator, replaced(left, terms), replaced(right, terms))
        case ElementComparison(comparator, first, second):
            return ElementComparison(comparator, _element(first, terms), _element(second, terms))
        case Predicate(_, arguments):
            return replace(
                formula, arguments=tuple(replaced(argument, terms) for argument in arguments)
            )
        case Not(body):
            return Not(substituted(body, terms))
        case Binary(operator, former, latter):
            return Binary(operator, substituted(former, terms), substituted(latter, terms))
        case Quantified(quantifier, variables, body):
            inner = {name: term for name, term in terms.items() if name not in variables}
            names = Names(body, *inner.values(), *inner, *variables)
            captured = {name for term in inner.values() for name in free_variables(term)}
            fresh = {name: names.fresh(name) for name in variables if name in captured}
            renaming: dict[str, Term] = {name: Variable(new) for name, new in fresh.items()}
            body = substituted(body, inner | renaming)
            return Quantified(quantifier, tuple(fresh.get(n, n) for n in variables), body)
        case _:
            return formula


class Names:
    """The one source of new names: it knows every name in use, and never gives one twice.

    Parameters
    ----------
    known
        Formulas and terms, of which all names are in use, bound ones too, and names themselves.

    Examples
    --------
    >>> names = Names(Variable("x"), Variable("x_1"), "t")
    >>> names.fresh("x"), names.fresh("x"), names.fresh("y"), names.fresh("t")
    ('x_2', 'x_3', 'y', 't_1')
    """

    def __init__(self, *known: Node | str) -> None:
        self.used = {each for each in known if isinstance(each, str)}
        for each in known:
            for node in () if isinstance(each, str) else _nodes(each):
                if isinstance(node, Variable):
                    self.used.add(node.name)
                elif isinstance(node, Quantified):
                    self.used.update(node.variables)

    def fresh(self, like: str) -> str:
        """Return a name that is not in use, ``like`` itself if it is free."""
        name, number = like, 0
        while name in self.used:
            number += 1
            name = f"{like}_{number}"
        self.used.add(name)
        return name


def predicate_names(node: Node) -> set[str]:
    """Return the names of the predicates in a formula."""
    return {each.name for each in _nodes(node) if isinstance(each, Predicate)}


def _nodes(node: Node) -> Iterator[Node]:
    """Yield a formula or term, and all in it."""
    yield node
    for child in children(node):
        yield from _nodes(child)


def _element(element: Element | Letter, terms: Mapping[str, Term]) -> Element | Letter:
    if isinstance(element, Letter):
        return element
    return replace(element, index=replaced(element.index, terms))


def replaced(term: Term, terms: Mapping[str, Term]) -> Term:
    """Return the term with variables replaced by terms."""
    match term:
        case Variable(name):
            return terms.get(name, term)
        case Constant():
            return term
        case Sum(left, right):
            return Sum(replaced(left, terms), replaced(right, terms))
        case Difference(left, right):
            return Difference(replaced(left, terms), replaced(right, terms))
        case Multiple(factor, body):
            return Multiple(factor, replaced(body, terms))
        case Quotient(body, divisor):
            return Quotient(replaced(body, terms), divisor)


@dataclass(frozen=True)
class Statement:
    """A parsed text: the formula, the system it names (or None), and the text itself."""

    formula: Formula
    system: str | None
    source: str


def parse(source: str) -> Statement:
    """Return the statement of a text in Walnut's syntax.

    Raises
    ------
    AutomataError
        If the text is no formula, or names two systems; the message points at the column.

    Examples
    --------
    >>> parse("?msd_2 Ex x + 1 = y").formula  # doctest: +ELLIPSIS
    Quantified(quantifier='E', variables=('x',), body=Comparison(comparator='=', ...
    >>> parse("x + = y")
    Traceback (most recent call last):
    research.logic.errors.AutomataError: column 5 of 'x + = y': expected a term, found '='
    """
    formula, parser = _parsed(source, Parser.formula)
    return Statement(formula, parser.system, source)


def parse_term(source: str) -> Term:
    """Return the term of a text, as ``x - 2*n``.

    Raises
    ------
    AutomataError
        If the text is no term.

    Examples
    --------
    >>> parse_term("x - 2*n").right
    Multiple(factor=2, term=Variable(name='n'))
    """
    return _parsed(source, Parser.term)[0]


def _parsed(source: str, read: Callable[[Parser], Read]) -> tuple[Read, Parser]:
    try:
        parser = Parser(source)
        result = read(parser)
        parser.finish()
    except RulesTextError as error:
        raise AutomataError(str(error)) from None
    return result, parser
