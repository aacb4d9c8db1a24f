"""The parser of terms and formulas.

From loosest to tightest (Mousavi 2016, arXiv:1603.06017, and the operator table of Walnut):

=====================  =====================================================================
``Ax,y``, ``Ex,y``     reach as far to the right as they can: to the closing parenthesis
``<=>``                groups to the left
``=>``                 groups to the left
``&``, ``|``, ``^``    *one* precedence, grouping to the left: ``a | b & c`` is ``(a | b) & c``
``~``                  negation
``= != < <= > >=``     comparison of two terms, or of sequence elements and letters ``@1``
``+``, ``-``           group to the left
``*``, ``/``           by constants, group to the left
=====================  =====================================================================

Names of variables begin with a letter other than A and E. Predicates, as ``$nimsum(a,b,c)``, and
sequences, as ``T[t] = @1``, may have any names: who evaluates them refuses those that are not
known. A numeration system is named, as ``?msd_2``, at the beginning or after an opening
parenthesis.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from types import MappingProxyType
from typing import Any, Literal, NamedTuple, NoReturn, cast

from oracles.errors import RulesTextError
from oracles.moves.formulas import (
    Binary,
    BinaryOperator,
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

COMPARATORS = ("=", "!=", "<", "<=", ">", ">=")
RESERVED = ("for", "where")
MOST_DIGITS = 30
_PRECEDENCE = (("<=>",), ("=>",), ("&", "|", "^"))
_WORD = re.compile(
    r"(?P<space>\s+)|(?P<letter>@\s*-?[0-9]+)|(?P<system>\?\s*\w+)|(?P<predicate>\$\s*[A-Za-z]\w*)"
    r"|(?P<number>[0-9]+)|(?P<operator><=>|=>|<=|>=|!=|->|[=<>&|^~+\-*/(),\[\]:])"
    r"|(?P<name>[A-Za-z]\w*)|(?P<unknown>.)"
)


class Word(NamedTuple):
    """A word: which group of ``_WORD`` it is, or ``end``; without white space; its column."""

    kind: str
    text: str
    column: int


class Parser:
    """Recursive descent over the words of one statement.

    Every method that reads raises :class:`~oracles.errors.RulesTextError` with the column at which
    something else should stand.

    Parameters
    ----------
    source
        The statement.
    renamed
        The names in the tree of predicates that have others in the text.

    Attributes
    ----------
    system
        The numeration system that was named.
    """

    def __init__(self, source: str, renamed: Mapping[str, str] = MappingProxyType({})) -> None:
        self.source, self.renamed, self.place = source, renamed, 0
        self.words = [
            Word(match.lastgroup or "", "".join(match.group().split()), match.start() + 1)
            for match in _WORD.finditer(source)
            if match.lastgroup != "space"
        ]
        self.words.append(Word("end", "the end", len(source.rstrip()) + 1))
        self.system: str | None = None

    @property
    def word(self) -> Word:
        """The next word."""
        return self.words[self.place]

    def fault(self, problem: str, word: Word | None = None) -> NoReturn:
        """Raise the error that a word, the next unless given, is wrong."""
        column = (word or self.word).column
        raise RulesTextError(f"column {column} of {self.source!r}: {problem}")

    def expected(self, what: str) -> NoReturn:
        """Raise the error that something else stands here."""
        found = self.word.text if self.word.kind == "end" else repr(self.word.text)
        self.fault(f"expected {what}, found {found}")

    def take(self) -> Word:
        """Return the next word and go past it."""
        word = self.word
        self.place += word.kind != "end"
        return word

    def takes(self, *texts: str) -> str:
        """Go past the next word and return it if it is one of ``texts``; else return nothing."""
        return self.take().text if self.word.text in texts else ""

    def need(self, text: str) -> None:
        """Go past the next word, which must be ``text``."""
        if not self.takes(text):
            self.expected(repr(text))

    def name(self, what: str) -> str:
        """Take a variable's name."""
        word = self.word
        if word.kind != "name" or word.text[0] in "AE" or word.text in RESERVED:
            self.expected(f"{what} (a letter other than A and E, then letters, digits or _)")
        return self.take().text

    def state(self) -> str:
        """Take a control state's name."""
        if self.word.kind != "name" or self.word.text in RESERVED:
            self.expected("the name of a control state")
        return self.take().text

    def names(self, what: str) -> tuple[str, ...]:
        """Take different names with commas between them."""
        names = [self.name(what)]
        while self.takes(","):
            if self.word.text in names:
                self.fault(f"the name {self.word.text!r} is there twice")
            names.append(self.name(what))
        return tuple(names)

    def finish(self) -> None:
        """Require that nothing follows."""
        if self.word.kind != "end":
            self.expected("an operator or the end")

    def formula(self, precedence: int = 0) -> Formula:
        """Read a formula of operators of a precedence, and of tighter ones."""
        if precedence == len(_PRECEDENCE):
            return self._negation()
        if precedence == 0:
            self._named_system()
        result = self.formula(precedence + 1)
        while operator := self.takes(*_PRECEDENCE[precedence]):
            result = Binary(cast(BinaryOperator, operator), result, self.formula(precedence + 1))
        return result

    def _named_system(self) -> None:
        while self.word.kind == "system":
            name = self.word.text[1:]
            if self.system not in (None, name):
                self.fault(f"system {name!r} after {self.system!r}: one statement uses one system")
            self.system = name
            self.take()

    def _negation(self) -> Formula:
        word = self.word
        if self.takes("~"):
            return Not(self._negation())
        if word.kind == "name" and word.text[0] in "AE" and not self._is_element():
            return self._quantified()
        if word.text == "(" and not self._is_of_a_term():
            self.take()
            result = self.formula()
            self.need(")")
            return result
        return self._atom()

    def _quantified(self) -> Formula:
        """Read from ``E`` or ``A`` on; the first variable is often written close to it."""
        word = self.take()
        if word.text[1:]:
            self.place -= 1
            self.words[self.place] = Word("name", word.text[1:], word.column + 1)
        quantifier: Literal["A", "E"] = "A" if word.text[0] == "A" else "E"
        return Quantified(quantifier, self.names("a variable"), self.formula())

    def _is_of_a_term(self) -> bool:
        """Whether what follows the matching parenthesis goes on with a term or compares one."""
        depth = 0
        for place in range(self.place, len(self.words)):
            text = self.words[place].text
            depth += (text == "(") - (text == ")")
            if depth == 0:
                return self.words[place + 1].text in (*COMPARATORS, "+", "-", "*", "/")
        return False

    def _atom(self) -> Formula:
        if self.word.kind == "predicate":
            name = self.take().text[1:]
            self.need("(")
            return Predicate(self.renamed.get(name, name), self.terms())
        read: Any = self._element if self._is_element() else self.term
        left = read()
        if self.word.text not in COMPARATORS:
            self.expected("a comparison (= != < <= > >=)")
        compared: Any = Comparison if read == self.term else ElementComparison
        return cast(Formula, compared(self.take().text, left, read()))

    def _is_element(self) -> bool:
        if self.word.kind == "name":
            return self.words[self.place + 1].text == "["
        return self.word.kind == "letter"

    def _element(self) -> Element | Letter:
        if not self._is_element():
            self.expected("a sequence element or a letter, as T[x] or @1")
        name = self.take().text
        if name[0] == "@":
            return Letter(int(name[1:]))
        self.need("[")
        index = self.term()
        self.need("]")
        return Element(name, index)

    def terms(self) -> tuple[Term, ...]:
        """Read terms with commas between them, and the closing parenthesis."""
        if self.takes(")"):
            return ()
        terms = [self.term()]
        while self.takes(","):
            terms.append(self.term())
        self.need(")")
        return tuple(terms)

    def term(self) -> Term:
        """Read a term."""
        result = self._product()
        while sign := self.takes("+", "-"):
            result = (Sum if sign == "+" else Difference)(result, self._product())
        return result

    def _product(self) -> Term:
        result = self._factor()
        while operator := self.takes("*", "/"):
            at = self.word
            right = self._factor()
            if operator == "/":
                if not isinstance(right, Constant) or not right.value:
                    self.fault("expected a positive constant to divide by", at)
                result = Quotient(result, right.value)
            elif isinstance(result, Constant):
                result = Multiple(result.value, right)
            elif isinstance(right, Constant):
                result = Multiple(right.value, result)
            else:
                self.fault("variables cannot be multiplied with each other, only by constants", at)
        return result

    def _factor(self) -> Term:
        if self.word.kind == "number":
            if len(self.word.text) > MOST_DIGITS:
                self.expected(f"a number of at most {MOST_DIGITS} digits")
            return Constant(int(self.take().text))
        if self.takes("("):
            result = self.term()
            self.need(")")
            return result
        if self.word.kind != "name":
            self.expected("a term")
        return Variable(self.name("a term"))
