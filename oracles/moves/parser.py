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
Thue and Morse, the parity of ones in base two; and of elements ``=`` and ``!=`` alone. Walnut's
formulas may name any predicate, sequence and letter, and the numeration system, as ``?msd_2``, at
their beginning or after an opening parenthesis.
"""

from __future__ import annotations

from typing import Literal, NoReturn, cast

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

COMPARATORS = ("=", "!=", "<", "<=", ">", ">=")
# The predicates of the language of moves: what they are in every numeration system, and the number
# of their terms.
PREDICATES = {"power": ("power_of_two", 1), "nimsum": ("nimsum", 3)}
RESERVED = ("as", "for", "where")
_LEVELS = (("<=>",), ("=>",), ("&", "|", "^"))
_DEEPEST = 40
_MOST_WORDS = {False: 1_000, True: 2_000}


class Parser:
    """Recursive descent over words.

    Parameters
    ----------
    words
        The words of one statement.
    walnut
        Whether all that Walnut's formulas may name is allowed.
    source
        The text, where there may be no words.

    Attributes
    ----------
    system
        The numeration system that was named.
    """

    def __init__(self, words: list[Word], *, walnut: bool = False, source: str = "") -> None:
        most = _MOST_WORDS[walnut]
        if len(words) > most:
            words[0].fault(f"more than {most} words; make several statements or predicates of it")
        last = words[-1] if words else Word("", "", 1, 1, source)
        end = Word("end", "the end", last.line, last.column + len(last.text), last.source)
        self.words, self.place, self.depth = [*words, end], 0, 0
        self.walnut = walnut
        self.system: str | None = None

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

    def need(self, text: str) -> None:
        """Go past the next word, which must be ``text``."""
        if not self.takes(text):
            self.expected(repr(text))

    def expected(self, what: str) -> NoReturn:
        """Raise the error that something else stands here."""
        self.word.fault(f"expected {what}, found {self.word.shown}")

    def name(self, what: str) -> Word:
        """Take a variable's name."""
        word, reserved = self.word, () if self.walnut else RESERVED
        if word.kind != "name" or word.text[0] in "AE" or word.text in reserved:
            self.expected(f"{what} (a letter other than A and E, then letters, digits or _)")
        return self.take()

    def names(self, what: str) -> list[Word]:
        """Take different names with commas between them."""
        names = [self.name(what)]
        while self.takes(","):
            names.append(self.name(what))
            if names[-1].text in [word.text for word in names[:-1]]:
                names[-1].fault(f"the name {names[-1].text!r} is there twice")
        return names

    def finish(self) -> None:
        """Require that nothing follows."""
        if self.word.kind != "end":
            self.expected("an operator or the end")

    def formula(self, level: int = 0) -> Formula:
        """Read a formula of operators of a level and tighter ones."""
        if level == len(_LEVELS):
            return self._negation()
        if level == 0:
            self._named_system()
        result = self.formula(level + 1)
        while operator := self.takes(*_LEVELS[level]):
            right = self.formula(level + 1)
            result = Binary(cast(BinaryOperator, operator.text), result, right)
        return result

    def _named_system(self) -> None:
        while self.walnut and self.word.kind == "system":
            word = self.take()
            name = word.text[1:]
            # Walnut also lets the order or the base be left out.
            if name in ("msd", "lsd"):
                name += "_2"
            elif "_" not in name:
                name = f"msd_{name}"
            if self.system not in (None, name):
                word.fault(f"system {name!r} after {self.system!r}: one statement uses one system")
            self.system = name

    def _deeper(self) -> None:
        self.depth += 1
        if self.depth > _DEEPEST:
            self.word.fault(f"more than {_DEEPEST} parentheses, negations and quantifiers nested")

    def _negation(self) -> Formula:
        self._deeper()
        word = self.word
        if self.takes("~"):
            result: Formula = Not(self._negation())
        elif word.kind == "name" and word.text[0] in "AE" and not self._is_element():
            result = self._quantified(self.take())
        elif word.text == "(" and not self._is_of_a_term():
            self.take()
            result = self.formula()
            self.need(")")
        else:
            result = self._atom()
        self.depth -= 1
        return result

    def _quantified(self, word: Word) -> Formula:
        """Read what follows ``E`` or ``A``; the first variable is often written close to it."""
        if word.text[1:]:
            close = Word("name", word.text[1:], word.line, word.column + 1, word.source)
            self.place -= 1
            self.words[self.place] = close
        variables = self.names("a variable")
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
            at = self.word
            comparator = self._comparator()
            self._require(at, comparator in ("=", "!="), "of elements = and != are known")
            return ElementComparison(comparator, first, self._element())
        left = self.term()
        return Comparison(self._comparator(), left, self.term())

    def _comparator(self) -> Comparator:
        if self.word.text not in COMPARATORS:
            self.expected("a comparison (= != < <= > >=)")
        return cast(Comparator, self.take().text)

    def _predicate(self, word: Word) -> Formula:
        name, number = word.text[1:], -1
        if not self.walnut:
            known = "known predicates are $power(t) and $nimsum(a,b,c)"
            self._require(word, name in PREDICATES, known)
            name, number = PREDICATES[name]
        self.need("(")
        terms = self.terms()
        self._require(word, len(terms) == number, f"of {len(terms)} terms, expected {number}")
        return Predicate(name, terms, word)

    def _is_element(self) -> bool:
        word = self.word
        return word.kind == "name" and self.words[self.place + 1].text == "["

    def _element(self) -> Element | Letter:
        word = self.word
        if word.kind == "letter":
            self._require(word, word.text in ("@0", "@1"), "known are @0 and @1")
            return Letter(int(self.take().text[1:]))
        if not self._is_element():
            self.expected("a sequence element or a letter, as T[x] or @1")
        self._require(word, word.text == "T", "known is T, the Thue-Morse sequence")
        self.take()
        self.need("[")
        index = self.term()
        self.need("]")
        return Element(word.text, index, word)

    def _require(self, word: Word, known: object, problem: str) -> None:
        """Refuse a word that the language of moves does not have."""
        if not (known or self.walnut):
            word.fault(f"unknown {word.shown}; {problem}")

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
            self._deeper()
            result = self.term()
            self.need(")")
            self.depth -= 1
            return result
        if self.word.kind != "name":
            self.expected("a term")
        word = self.name("a term")
        return Variable(word.text, word)
