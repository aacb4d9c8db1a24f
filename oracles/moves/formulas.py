"""Words, terms and formulas of first-order logic over addition: the one syntax tree.

Rules in the language of moves are made of them (:mod:`oracles.moves`), which are enumerated here;
and so is what is decided of them in :mod:`research.logic`, where any sequence and any predicate may
stand. Terms are sums of variables and constants, differences, multiples by constants and quotients
by constants rounded down. As in Walnut (Mousavi 2016, arXiv:1603.06017), a difference ``x - y`` is
the natural number z with ``x = y + z``; an atom that contains a difference which does not exist is
false.

Nodes are frozen and compare by structure; the words that they were read from, each with its line
and column, only serve messages. A statement is a line together with the lines after it that begin
with white space; ``#`` begins a comment.

>>> [word.text for word in statements("move play -> play(x - n) # take n")[0]]
['move', 'play', '->', 'play', '(', 'x', '-', 'n', ')']
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import Literal, NoReturn, TypeAlias

from oracles.errors import RulesTextError

_WORD = re.compile(
    r"(?P<space>\s+)|(?P<comment>#.*)|(?P<string>'[^'#]*'|\"[^\"#]*\")|(?P<letter>@\s*-?[0-9]+)"
    r"|(?P<system>\?\s*\w+)|(?P<predicate>\$\s*[A-Za-z]\w*)|(?P<number>[0-9]{1,30})"
    r"|(?P<operator><=>|=>|<=|>=|!=|->|[=<>&|^~+\-*/(),\[\]:])|(?P<name>[A-Za-z]\w*)"
)


@dataclass(frozen=True)
class Word:
    """A word of the text.

    Attributes
    ----------
    kind
        Which of the kinds of ``_WORD``, or ``end``.
    text
        The word, without white space in it.
    line, column
        Where it begins, counted from 1.
    source
        The line that it stands in.
    """

    kind: str
    text: str
    line: int
    column: int
    source: str

    def fault(self, problem: str) -> NoReturn:
        """Raise the error that points at this word."""
        raise RulesTextError(self.source, self.line, self.column, problem)

    @property
    def shown(self) -> str:
        """The word as a message names it."""
        return self.text if self.kind == "end" else repr(self.text)


def statements(text: str) -> list[list[Word]]:
    """Return the words of each statement.

    Raises
    ------
    RulesTextError
        If a character begins no word, or the first line continues none.
    """
    result: list[list[Word]] = []
    for number, line in enumerate(text.split("\n"), 1):
        found = words(line, number)
        if found and not line[0].isspace():
            result.append(found)
        elif found and result:
            result[-1] += found
        elif found:
            found[0].fault("a line that begins with white space continues the one before, and none")
    return result


def words(line: str, number: int = 1) -> list[Word]:
    """Return the words of a line, or of a formula.

    Raises
    ------
    RulesTextError
        If a character begins no word.
    """
    found: list[Word] = []
    column = 0
    while column < len(line):
        match = _WORD.match(line, column)
        if match is None:
            Word("", "", number, column + 1, line).fault(f"{line[column]!r} cannot begin anything")
        kind, said = match.lastgroup or "", match.group()
        if kind not in ("space", "comment"):
            text = said if kind == "string" else "".join(said.split())
            found.append(Word(kind, text, number, column + 1, line))
        column = match.end()
    return found


@dataclass(frozen=True)
class Variable:
    """A variable, as ``x``."""

    name: str
    word: Word | None = field(default=None, compare=False, repr=False)


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
    word: Word | None = field(default=None, compare=False, repr=False)


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
    word: Word | None = field(default=None, compare=False, repr=False)


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
    words: tuple[Word, ...] = field(default=(), compare=False, repr=False)


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


def children(node: Node) -> tuple[Node, ...]:  # noqa: PLR0911
    """Return the parts of a formula or term, in the order of the text."""
    match node:
        case Sum(l, r) | Difference(l, r) | Binary(_, l, r):
            return (l, r)
        case Comparison(_, left, right):
            return (left, right)
        case ElementComparison(_, first, second):
            return (first, second)
        case Multiple(_, term) | Quotient(term, _) | Element(_, term):
            return (term,)
        case Predicate(_, arguments):
            return arguments
        case Not(body) | Quantified(_, _, body):
            return (body,)
        case _:
            return ()


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
