r"""Walnut's syntax, read into :mod:`.formula`.

From loosest to tightest (Mousavi 2016, arXiv:1603.06017, and the operator table of Walnut):

=====================  =====================================================================
``A x,y``, ``E x,y``   reach as far to the right as they can: to the closing parenthesis
``<=>``                groups to the left
``=>``                 groups to the left
``&``, ``|``, ``^``    *one* level, grouping to the left: ``a | b & c`` is ``(a | b) & c``
``~``                  negation
``= != < <= > >=``     comparison of two terms, or of sequence elements and letters ``@1``
``+``, ``-``           group to the left
``*``, ``/``           by constants, group to the left
=====================  =====================================================================

``?msd_2`` at the beginning, or after an opening parenthesis, names the numeration system; one
statement uses one system. The empty term list of quantifiers, ``_`` and `````` ` `````` (negative
numbers, reversal) of later versions of Walnut are not read.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import NoReturn, cast

from research.logic.errors import FormulaSyntaxError, MixedSystemsError, pointed
from research.logic.formula import (
    Binary,
    BinaryOperator,
    Comparator,
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
    Variable,
)

_TOKEN = re.compile(
    r"(?P<space>\s+)|(?P<system>\?\s*\w+)|(?P<letter>@\s*-?\d+)|(?P<predicate>\$\s*[A-Za-z]\w*)"
    r"|(?P<number>\d+)|(?P<operator><=>|=>|<=|>=|!=|[=<>&|^~+\-*/(),\[\]])"
    r"|(?P<sequence>[A-Za-z]\w*(?=\s*\[))|(?P<quantifier>[AE])(?=\s*[B-DF-Za-z])"
    r"|(?P<name>[B-DF-Za-z]\w*)"
)
_COMPARATORS = ("=", "!=", "<", "<=", ">", ">=")
_LEVELS: tuple[tuple[str, ...], ...] = (("<=>",), ("=>",), ("&", "|", "^"))
_FORMULA_KINDS = ("predicate", "sequence", "quantifier", "letter", "system", "end")
_FORMULA_OPERATORS = (*_COMPARATORS, "<=>", "=>", "&", "|", "^", "~")
_DEEPEST = 40
_MOST_TOKENS = 2000


@dataclass(frozen=True)
class Statement:
    """A parsed text: the formula, the system it names (or None), and the text itself."""

    formula: Formula
    system: str | None
    source: str


@dataclass(frozen=True)
class _Token:
    kind: str
    text: str
    column: int


def parse(source: str) -> Statement:
    """Return the statement of a text in Walnut's syntax.

    Raises
    ------
    FormulaSyntaxError
        If the text is no formula; the message points at the column.
    MixedSystemsError
        If it names two numeration systems.

    Examples
    --------
    >>> parse("?msd_2 Ex x + 1 = y").formula  # doctest: +ELLIPSIS
    Quantified(quantifier='E', variables=('x',), body=Comparison(comparator='=', ...
    >>> parse("x + = y")
    Traceback (most recent call last):
    research.logic.errors.FormulaSyntaxError: column 5: expected a term, found '='
      x + = y
          ^
    """
    return _Parser(source).statement()


def parse_term(source: str) -> Term:
    """Return the term of a text, as ``x - 2*n``.

    Raises
    ------
    FormulaSyntaxError
        If the text is no term.

    Examples
    --------
    >>> parse_term("x - 2*n").right
    Multiple(factor=2, term=Variable(name='n', column=6))
    """
    parser = _Parser(source)
    result = parser.term()
    parser.finish()
    return result


def _tokens(source: str) -> list[_Token]:
    result: list[_Token] = []
    column = 0
    while column < len(source):
        match = _TOKEN.match(source, column)
        if match is None:
            message = f"{source[column]!r} cannot begin anything"
            raise FormulaSyntaxError(pointed(message, source, column))
        kind = match.lastgroup or ""
        if len(result) > _MOST_TOKENS:
            message = f"the formula has more than {_MOST_TOKENS} words; define predicates"
            raise FormulaSyntaxError(pointed(message, source, column))
        if kind != "space":
            result.append(_Token(kind, "".join(match.group().split()), column))
        column = match.end()
    result.append(_Token("end", "the end", len(source)))
    return result


class _Parser:
    """Recursive descent; each method reads one level of the table above."""

    def __init__(self, source: str) -> None:
        self.source, self.tokens, self.place = source, _tokens(source), 0
        self.system: str | None = None
        self.depth = 0

    @property
    def token(self) -> _Token:
        return self.tokens[self.place]

    def fail(self, wanted: str, token: _Token | None = None) -> NoReturn:
        at = token or self.token
        found = "the end" if at.kind == "end" else repr(at.text)
        raise FormulaSyntaxError(
            pointed(f"expected {wanted}, found {found}", self.source, at.column)
        )

    def take(self) -> _Token:
        token = self.token
        self.place += 1
        return token

    def takes(self, text: str) -> bool:
        if self.token.kind == "operator" and self.token.text == text:
            self.place += 1
            return True
        return False

    def need(self, text: str) -> None:
        if not self.takes(text):
            self.fail(repr(text))

    def finish(self) -> None:
        if self.token.kind != "end":
            self.fail("an operator or the end")

    def statement(self) -> Statement:
        formula = self.formula()
        self.finish()
        return Statement(formula, self.system, self.source)

    def formula(self, level: int = 0) -> Formula:
        self.named_system()
        if level == len(_LEVELS):
            return self.negation()
        result = self.formula(level + 1)
        while self.token.kind == "operator" and self.token.text in _LEVELS[level]:
            operator = cast(BinaryOperator, self.take().text)
            result = Binary(operator, result, self.formula(level + 1))
        return result

    def named_system(self) -> None:
        while self.token.kind == "system":
            token = self.take()
            name = token.text[1:]
            # Walnut also lets the order or the base be left out.
            if name in ("msd", "lsd"):
                name += "_2"
            elif "_" not in name:
                name = f"msd_{name}"
            if self.system not in (None, name):
                message = f"system {name!r} after {self.system!r}: one statement uses one system"
                raise MixedSystemsError(pointed(message, self.source, token.column))
            self.system = name

    def negation(self) -> Formula:
        self.depth += 1
        if self.depth > _DEEPEST:
            self.fail(f"at most {_DEEPEST} nested parentheses, negations and quantifiers")
        if self.takes("~"):
            result: Formula = Not(self.negation())
        elif self.token.kind == "quantifier":
            result = self.quantified()
        else:
            result = self.atom()
        self.depth -= 1
        return result

    def quantified(self) -> Formula:
        quantifier = "A" if self.take().text == "A" else "E"
        names = [self.variable()]
        while self.takes(","):
            names.append(self.variable())
        return Quantified("A" if quantifier == "A" else "E", tuple(names), self.formula())

    def variable(self) -> str:
        if self.token.kind != "name":
            self.fail("a variable (a letter other than A and E, then letters, digits or _)")
        return self.take().text

    def atom(self) -> Formula:
        self.named_system()
        if self.token.kind == "predicate":
            return self.predicate()
        if self.token.kind in ("sequence", "letter"):
            return self.element_comparison()
        if self.token.kind == "operator" and self.token.text == "(":
            return self.parenthesised()
        return self.comparison()

    def parenthesised(self) -> Formula:
        """Read ``(formula)``, unless the parenthesis belongs to a term, as in ``(x+y) = z``."""
        if self.holds_a_term():
            return self.comparison()
        self.take()
        result = self.formula()
        self.need(")")
        return result

    def holds_a_term(self) -> bool:
        """Return whether nothing up to the matching parenthesis belongs to formulas alone."""
        depth, place = 0, self.place
        for token in self.tokens[place:]:
            if token.kind in _FORMULA_KINDS or token.text in _FORMULA_OPERATORS:
                return False
            depth += (token.text == "(") - (token.text == ")")
            if depth == 0:
                return True
        return False

    def predicate(self) -> Formula:
        token = self.take()
        self.need("(")
        arguments = []
        if not self.takes(")"):
            arguments.append(self.term())
            while self.takes(","):
                arguments.append(self.term())
            self.need(")")
        return Predicate(token.text[1:], tuple(arguments), token.column)

    def comparator(self) -> Comparator:
        if self.token.kind != "operator" or self.token.text not in _COMPARATORS:
            self.fail("a comparison (= != < <= > >=)")
        return cast(Comparator, self.take().text)

    def comparison(self) -> Formula:
        left = self.term()
        comparator = self.comparator()
        return Comparison(comparator, left, self.term())

    def element_comparison(self) -> Formula:
        left = self.element()
        comparator = self.comparator()
        return ElementComparison(comparator, left, self.element())

    def element(self) -> Element | Letter:
        if self.token.kind == "letter":
            return Letter(int(self.take().text[1:]))
        if self.token.kind != "sequence":
            self.fail("a sequence element or a letter, as T[x] or @1")
        token = self.take()
        self.need("[")
        index = self.term()
        self.need("]")
        return Element(token.text, index, token.column)

    def term(self) -> Term:
        result = self.product()
        while self.token.text in ("+", "-"):
            kind = Sum if self.take().text == "+" else Difference
            result = kind(result, self.product())
        return result

    def product(self) -> Term:
        result = self.factor()
        while self.token.text in ("*", "/"):
            operator = self.take()
            at = self.token
            right = self.factor()
            if operator.text == "/":
                if not isinstance(right, Constant) or not right.value:
                    self.fail("a positive constant to divide by", at)
                result = Quotient(result, right.value)
            elif isinstance(result, Constant):
                result = Multiple(result.value, right)
            elif isinstance(right, Constant):
                result = Multiple(right.value, result)
            else:
                self.fail("a constant: variables cannot be multiplied with each other", at)
        return result

    def factor(self) -> Term:
        if self.token.kind == "number":
            return Constant(int(self.take().text))
        if self.token.kind == "name":
            token = self.take()
            return Variable(token.text, token.column)
        if self.token.text == "(":
            self.depth += 1
            if self.depth > _DEEPEST:
                self.fail(f"at most {_DEEPEST} nested parentheses, negations and quantifiers")
            self.take()
            result = self.term()
            self.need(")")
            self.depth -= 1
            return result
        return self.fail("a term")
