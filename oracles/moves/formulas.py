"""Terms and formulas of first-order logic over addition, and rules of games made of them.

A text in the language of moves is read into such rules (:mod:`oracles.moves`). They are enumerated
here, and decided in :mod:`research.logic`, where any sequence and any predicate may stand. Terms
are sums of variables and constants, differences, multiples by constants and quotients by constants
rounded down. As in Walnut (Mousavi 2016, arXiv:1603.06017), a difference ``x - y`` is the natural
number z with ``x = y + z``; an atom that contains a difference which does not exist is false. Nodes
are frozen and compare by structure.

A move is ``x -> image(x, n)`` for all parameters n with ``guard(x, n)``. A general relation
``options(x, y)`` is the move with parameters y, guard ``options`` and image y.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Literal, TypeAlias

from oracles.errors import RulesTextError


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
    if isinstance(formula, Binary) and formula.operator == operator:
        return [*operands(formula.left, operator), *operands(formula.right, operator)]
    return [formula]


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


Asked: TypeAlias = tuple[str, str | int]  # what rules say: ("won", "play"), ("move", 3)
TRUE, FALSE = TruthValue(value=True), TruthValue(value=False)


@dataclass(frozen=True)
class Move:
    """A family of options from one control state to another.

    Parameters
    ----------
    source, target
        Control states.
    parameters
        The names of the parameters, which are natural numbers.
    guard
        Which parameters give an option: a formula over the source's coordinates and the parameters.
    image
        The coordinates of the option, in the order of the target's coordinates.
    """

    source: str
    target: str
    parameters: tuple[str, ...]
    guard: Formula
    image: tuple[Term, ...]


@dataclass(frozen=True)
class DefinableGame:
    """The rules of a game on vectors with control states.

    Parameters
    ----------
    coordinates
        The coordinates' names of each control state.
    moves
        All moves.
    measure
        A term over the coordinates of each control state that decreases along every move
        which stays on its level.
    level
        The level of each control state; 0 where it is missing. No move goes to a higher one.
    valid
        Which vectors are positions, where not all are.
    won
        In which positions the player to move has won, or wins at once, where there are any.
    """

    coordinates: Mapping[str, tuple[str, ...]]
    moves: tuple[Move, ...]
    measure: Mapping[str, Term]
    level: Mapping[str, int] = field(default_factory=dict)
    valid: Mapping[str, Formula] = field(default_factory=dict)
    won: Mapping[str, Formula] = field(default_factory=dict)

    def __post_init__(self) -> None:
        for move in self.moves:
            names = (*self.coordinates[move.source], *move.parameters)
            if len(set(names)) < len(names):
                raise RulesTextError(
                    f"move {move.source} -> {move.target}: the names {names!r} must differ"
                )
