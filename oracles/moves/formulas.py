"""Terms and formulas of the language of moves, and their parser.

From loosest to tightest:

=====================  =====================================================================
``Ax,y``, ``Ex,y``     reach as far to the right as they can: to the closing parenthesis
``<=>``                groups to the left
``=>``                 groups to the left
``&``, ``|``, ``^``    *one* level, grouping to the left: ``a | b & c`` is ``(a | b) & c``
``~``                  negation
``= != < <= > >=``     comparison of two terms; ``= !=`` of ``T[term]``, ``@0`` and ``@1``
``+``, ``-``           group to the left
``*``, ``/``           by constants, group to the left
=====================  =====================================================================

Names of variables begin with a letter other than A and E. The predicates are ``$power(t)``, t is a
power of two, and ``$nimsum(a,b,c)``, a xor b = c.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import TypeVar

from oracles.moves.words import Word

Read = TypeVar("Read")

COMPARATORS = ("=", "!=", "<", "<=", ">", ">=")
PREDICATES = {"power": 1, "nimsum": 3}  # with the number of their terms
RESERVED = ("as", "for", "where")
_LEVELS = (("<=>",), ("=>",), ("&", "|", "^"))
_DEEPEST = 40


@dataclass(frozen=True)
class Variable:
    """A coordinate, a parameter or a quantified variable."""

    name: str
    word: Word


@dataclass(frozen=True)
class Constant:
    """A natural number."""

    value: int


@dataclass(frozen=True)
class Multiple:
    """A constant times a term."""

    factor: int
    term: Term


@dataclass(frozen=True)
class Quotient:
    """A term divided by a positive constant, rounded down."""

    term: Term
    divisor: int


@dataclass(frozen=True)
class Total:
    """A term to which others are added, or from which they are subtracted, one by one."""

    first: Term
    rest: tuple[tuple[str, Term], ...]  # with "+" or "-"


Term = Variable | Constant | Multiple | Quotient | Total


@dataclass(frozen=True)
class Comparison:
    """Two terms compared by one of ``COMPARATORS``."""

    comparator: str
    left: Term
    right: Term


@dataclass(frozen=True)
class Parities:
    """Two parities compared: of the binary ones of a term, or a given one."""

    comparator: str
    left: Term | int
    right: Term | int


@dataclass(frozen=True)
class Predicate:
    """A predicate of ``PREDICATES`` and its terms."""

    name: str
    terms: tuple[Term, ...]


@dataclass(frozen=True)
class Negation:
    """The opposite of a formula."""

    formula: Formula


@dataclass(frozen=True)
class Connected:
    """A formula that others are connected to, one by one, by operators of one level."""

    first: Formula
    rest: tuple[tuple[str, Formula], ...]


@dataclass(frozen=True)
class Quantified:
    """A formula that holds for some (E) or all (A) values of variables."""

    quantifier: str
    variables: tuple[Word, ...]
    body: Formula


Formula = Comparison | Parities | Predicate | Negation | Connected | Quantified


class Parser:
    """Recursive descent over the words of a statement."""

    def __init__(self, words: list[Word]) -> None:
        self.words, self.place, self.depth = words, 0, 0

    @property
    def word(self) -> Word:
        """The next word."""
        return self.words[self.place]

    def take(self) -> Word:
        """Return the next word and go past it."""
        word = self.word
        self.place += word.kind != "end"
        return word

    def takes(self, *texts: str) -> Word | None:
        """Go past the next word if it is one of ``texts``; say which."""
        return self.take() if self.word.text in texts and self.word.kind != "string" else None

    def need(self, text: str) -> Word:
        """Go past the next word, which must be ``text``."""
        if self.word.text != text or self.word.kind == "string":
            self.expected(repr(text))
        return self.take()

    def expected(self, what: str) -> None:
        """Raise the error that something else stands here."""
        self.word.fault(f"expected {what}, found {self.word.shown}")

    def name(self, what: str) -> Word:
        """Take a variable's name."""
        word = self.word
        if word.kind != "name" or word.text[0] in "AE" or word.text in RESERVED:
            self.expected(f"{what} (a letter other than A and E, then letters, digits or _)")
        return self.take()

    def finish(self) -> None:
        """Require that nothing follows."""
        if self.word.kind != "end":
            self.expected("an operator or the end")

    def formula(self, level: int = 0) -> Formula:
        """Read a formula of operators of a level and tighter ones."""
        if level == len(_LEVELS):
            return self._deeper(self._negation)
        first, rest = self.formula(level + 1), []
        while operator := self.takes(*_LEVELS[level]):
            rest.append((operator.text, self.formula(level + 1)))
        return Connected(first, tuple(rest)) if rest else first

    def _deeper(self, read: Callable[[], Read]) -> Read:
        self.depth += 1
        if self.depth > _DEEPEST:
            self.word.fault(f"more than {_DEEPEST} parentheses, negations and quantifiers nested")
        result = read()
        self.depth -= 1
        return result

    def _negation(self) -> Formula:
        if self.takes("~"):
            return Negation(self._deeper(self._negation))
        word = self.word
        if word.kind == "name" and word.text[0] in "AE":
            return self._quantified(self.take())
        if word.text == "(" and not self._is_of_a_term():
            self.take()
            result = self.formula()
            self.need(")")
            return result
        return self._atom()

    def _quantified(self, word: Word) -> Formula:
        """Read what follows ``E`` or ``A``; the first variable is often written close to it."""
        if word.text[1:]:
            close = Word("name", word.text[1:], word.line, word.column + 1, word.source)
            self.place -= 1
            self.words = [*self.words[: self.place], close, *self.words[self.place + 1 :]]
        variables = [self.name("a variable")]
        while self.takes(","):
            variables.append(self.name("a variable"))
            require_different(variables)
        return Quantified(word.text[0], tuple(variables), self.formula())

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
        word = self.word
        if word.kind == "predicate":
            return self._predicate(self.take())
        left = self._parity()
        if left is None:
            first = self.term()
            if self.word.text not in COMPARATORS:
                self.expected("a comparison (= != < <= > >=)")
            return Comparison(self.take().text, first, self.term())
        if self.word.text not in ("=", "!="):
            self.expected("= or !=")
        comparator = self.take().text
        right = self._parity()
        if right is None:
            self.expected("T[term], @0 or @1")
        assert right is not None
        return Parities(comparator, left, right)

    def _predicate(self, word: Word) -> Formula:
        name = word.text[1:]
        if name not in PREDICATES:
            word.fault(f"unknown predicate {name!r}; known are $power(t) and $nimsum(a,b,c)")
        self.need("(")
        terms = self.terms()
        if len(terms) != PREDICATES[name]:
            word.fault(f"{word.text} of {len(terms)} terms, expected {PREDICATES[name]}")
        return Predicate(name, terms)

    def _parity(self) -> Term | int | None:
        """Read ``T[term]``, ``@0`` or ``@1``, if one stands here."""
        word = self.word
        if word.kind == "letter":
            if word.text not in ("@0", "@1"):
                self.expected("@0 or @1")
            return int(self.take().text[1:])
        if word.kind != "name" or self.words[self.place + 1].text != "[":
            return None
        if word.text != "T":
            word.fault(f"unknown sequence {word.text!r}; known is T, the Thue-Morse sequence")
        self.take()
        self.need("[")
        term = self.term()
        self.need("]")
        return term

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
        first, rest = self._product(), []
        while sign := self.takes("+", "-"):
            rest.append((sign.text, self._product()))
        return Total(first, tuple(rest)) if rest else first

    def _product(self) -> Term:
        result = self._factor()
        while operator := self.takes("*", "/"):
            at = self.word
            right = self._factor()
            if operator.text == "/":
                if not isinstance(right, Constant) or not right.value:
                    at.fault(f"expected a positive constant to divide by, found {at.shown}")
                result = Quotient(result, right.value)
            elif isinstance(result, Constant):
                result = Multiple(result.value, right)
            elif isinstance(right, Constant):
                result = Multiple(right.value, result)
            else:
                at.fault("variables cannot be multiplied with each other, only by constants")
        return result

    def _factor(self) -> Term:
        if self.word.kind == "number":
            return Constant(int(self.take().text))
        if self.takes("("):
            result = self._deeper(self.term)
            self.need(")")
            return result
        word = self.name("a term")
        return Variable(word.text, word)


def require_different(names: list[Word]) -> None:
    """Raise an error if the last name is one of those before it."""
    *before, last = names
    if any(word.text == last.text for word in before):
        last.fault(f"the name {last.text!r} is there twice")


def variables(term: Term) -> Iterator[Variable]:
    """Yield the variables of a term, from the left."""
    match term:
        case Variable():
            yield term
        case Multiple(_, body) | Quotient(body, _):
            yield from variables(body)
        case Total(first, rest):
            yield from variables(first)
            for _, each in rest:
                yield from variables(each)
