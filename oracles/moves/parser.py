"""The parser of terms and formulas.

From loosest to tightest (Mousavi 2016, arXiv:1603.06017, and the operator table of Walnut):

=====================  =====================================================================
``Ax,y``, ``Ex,y``     reach as far to the right as they can: to the closing parenthesis
``<=>``                groups to the left
``=>``                 groups to the left
``&``, ``|``, ``^``    *one* level, grouping to the left: ``a | b & c`` is ``(a | b) & c``
``~``                  negation
``= != < <= > >=``     comparison of two terms, or of sequence elements and letters ``@1``
``+``, ``-``           group to the left
``*``, ``/``           by constants, group to the left
=====================  =====================================================================

Names of variables begin with a letter other than A and E. The language of moves has the predicates
``$power(t)``, t is a power of two, and ``$nimsum(a,b,c)``, a xor b = c; the one sequence ``T`` of
Thue and Morse, the parity of ones in base two; and of elements ``=`` and ``!=`` alone.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Literal, NoReturn, TypeVar, cast

from oracles.moves.formulas import (
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
    Word,
)

Read = TypeVar("Read")

COMPARATORS = ("=", "!=", "<", "<=", ">", ">=")
# The predicates of the language of moves: what they are in every numeration system, and the number
# of their terms.
PREDICATES = {"power": ("power_of_two", 1), "nimsum": ("nimsum", 3)}
RESERVED = ("as", "for", "where")
_LEVELS = (("<=>",), ("=>",), ("&", "|", "^"))
_DEEPEST = 40


class Parser:
    """Recursive descent over words, the last of which stands for their end."""

    reserved: tuple[str, ...] = RESERVED
    predicates: Mapping[str, tuple[str, int]] = PREDICATES

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

    def expected(self, what: str) -> NoReturn:
        """Raise the error that something else stands here."""
        self.word.fault(f"expected {what}, found {self.word.shown}")

    def name(self, what: str) -> Word:
        """Take a variable's name."""
        word = self.word
        if word.kind != "name" or word.text[0] in "AE" or word.text in self.reserved:
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
        result = self.formula(level + 1)
        while operator := self.takes(*_LEVELS[level]):
            right = self.formula(level + 1)
            result = Binary(cast(BinaryOperator, operator.text), result, right)
        return result

    def _deeper(self, read: Callable[[], Read]) -> Read:
        self.depth += 1
        if self.depth > _DEEPEST:
            self.word.fault(f"more than {_DEEPEST} parentheses, negations and quantifiers nested")
        result = read()
        self.depth -= 1
        return result

    def _negation(self) -> Formula:
        if self.takes("~"):
            return Not(self._deeper(self._negation))
        word = self.word
        if word.kind == "name" and word.text[0] in "AE" and not self._is_element():
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
        names = tuple(variable.text for variable in variables)
        quantifier: Literal["A", "E"] = "A" if word.text[0] == "A" else "E"
        return Quantified(quantifier, names, self.formula(), tuple(variables))

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
            return self._predicate(self.take())
        if self.word.kind == "letter" or self._is_element():
            first = self._element()
            return ElementComparison(self._comparator(of_elements=True), first, self._element())
        left = self.term()
        return Comparison(self._comparator(), left, self.term())

    def _comparator(self, *, of_elements: bool = False) -> Comparator:
        if self.word.text not in COMPARATORS:
            self.expected("a comparison (= != < <= > >=)")
        word = self.take()
        if of_elements and word.text not in ("=", "!="):
            self.unknown(word, "of elements = and != are known")
        return cast(Comparator, word.text)

    def _predicate(self, word: Word) -> Formula:
        name = word.text[1:]
        self.need("(")
        terms = self.terms()
        name, number = self.predicates.get(name, (name, -1))
        if number < 0:
            self.unknown(word, "known predicates are $power(t) and $nimsum(a,b,c)")
        elif len(terms) != number:
            self.unknown(word, f"of {len(terms)} terms, expected {number}")
        return Predicate(name, terms, word)

    def _is_element(self) -> bool:
        word = self.word
        return word.kind == "name" and self.words[self.place + 1].text == "["

    def _element(self) -> Element | Letter:
        word = self.word
        if word.kind == "letter":
            if word.text not in ("@0", "@1"):
                self.unknown(word, "known are @0 and @1")
            return Letter(int(self.take().text[1:]))
        if not self._is_element():
            self.expected("a sequence element or a letter, as T[x] or @1")
        if word.text != "T":
            self.unknown(word, "known is T, the Thue-Morse sequence")
        self.take()
        self.need("[")
        index = self.term()
        self.need("]")
        return Element(word.text, index, word)

    def unknown(self, word: Word, known: str) -> None:
        """Refuse a word that the language of moves does not have."""
        word.fault(f"unknown {word.shown}; {known}")

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
            result = (Sum if sign.text == "+" else Difference)(result, self._product())
        return result

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
        if self.word.kind != "name":
            self.expected("a term")
        word = self.name("a term")
        return Variable(word.text, word)


def require_different(names: list[Word]) -> None:
    """Raise an error if the last name is one of those before it."""
    *before, last = names
    if any(word.text == last.text for word in before):
        last.fault(f"the name {last.text!r} is there twice")
