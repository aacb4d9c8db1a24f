"""Terms and formulas of first-order logic over addition: the one syntax tree.

Rules in the language of moves are made of them (:mod:`oracles.moves`), which are enumerated here;
and so is what is decided of them in :mod:`research.logic`, where any sequence and any predicate may
stand. Terms are sums of variables and constants, differences, multiples by constants and quotients
by constants rounded down. As in Walnut (Mousavi 2016, arXiv:1603.06017), a difference ``x - y`` is
the natural number z with ``x = y + z``; an atom that contains a difference which does not exist is
false. Nodes are frozen and compare by structure.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, TypeAlias


@dataclass(frozen=True)
class Variable:
    """A variable, as ``x``."""

    name: str


@dataclass(frozen=True)
class Constant:
    """A natural number."""

    value: int


@dataclass(frozen=True)
class Sum:
    """``left + right``."""

    left: Term
    right: Term


@dataclass(frozen=True)
class Difference:
    """``left - right``, which exists only if ``right <= left``."""

    left: Term
    right: Term


@dataclass(frozen=True)
class Multiple:
    """``factor * term``."""

    factor: int
    term: Term


@dataclass(frozen=True)
class Quotient:
    """``term / divisor`` rounded down; ``divisor`` is at least 1."""

    term: Term
    divisor: int


Term: TypeAlias = Variable | Constant | Sum | Difference | Multiple | Quotient
Comparator = Literal["=", "!=", "<", "<=", ">", ">="]


@dataclass(frozen=True)
class TruthValue:
    """A formula without variables that is true or false."""

    value: bool


@dataclass(frozen=True)
class Comparison:
    """``left comparator right`` of two terms."""

    comparator: Comparator
    left: Term
    right: Term


@dataclass(frozen=True)
class Letter:
    """``@value``, a value of an automatic sequence."""

    value: int


@dataclass(frozen=True)
class Element:
    """``sequence[index]``."""

    sequence: str
    index: Term


@dataclass(frozen=True)
class ElementComparison:
    """Compares an element of a sequence with a letter or with another element."""

    comparator: Comparator
    left: Element | Letter
    right: Element | Letter


@dataclass(frozen=True)
class Predicate:
    """``$name(arguments)``."""

    name: str
    arguments: tuple[Term, ...]


@dataclass(frozen=True)
class Not:
    """``~ body``."""

    body: Formula


BinaryOperator = Literal["&", "|", "^", "=>", "<=>"]


@dataclass(frozen=True)
class Binary:
    """``left operator right``."""

    operator: BinaryOperator
    left: Formula
    right: Formula


@dataclass(frozen=True)
class Quantified:
    """``E variables body`` or ``A variables body``."""

    quantifier: Literal["E", "A"]
    variables: tuple[str, ...]
    body: Formula


Formula: TypeAlias = (
    TruthValue | Comparison | ElementComparison | Predicate | Not | Binary | Quantified
)
Node: TypeAlias = Formula | Term | Element | Letter


def operands(formula: Formula, operator: BinaryOperator) -> list[Formula]:
    """Return the operands of nested ``operator`` nodes, from left to right."""
    result, stack = [], [formula]
    while stack:
        node = stack.pop()
        if isinstance(node, Binary) and node.operator == operator:
            stack += [node.right, node.left]
        else:
            result.append(node)
    return result


def children(node: Node) -> tuple[Node, ...]:
    """Return the parts of a formula or term, in the order of the text."""
    if isinstance(node, Predicate):
        return node.arguments
    return tuple(part for part in vars(node).values() if isinstance(part, Node))


def free_variables(node: Node) -> frozenset[str]:
    """Return the names of the free variables of a formula or term.

    >>> at_most = Comparison("<=", Variable("x"), Variable("y"))
    >>> sorted(free_variables(Quantified("E", ("x",), at_most)))
    ['y']
    """
    if isinstance(node, Variable):
        return frozenset({node.name})
    found = frozenset[str]().union(*map(free_variables, children(node)))
    return found - set(node.variables) if isinstance(node, Quantified) else found


TRUE, FALSE = TruthValue(value=True), TruthValue(value=False)
