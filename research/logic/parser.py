r"""Walnut's syntax, read into :mod:`.formula`.

The parser is that of :mod:`oracles.moves.parser`, which says how operators bind; here any sequence,
letter and predicate may stand. ``?msd_2`` at the beginning, or after an opening parenthesis, names
the numeration system; one statement uses one system. The empty term list of quantifiers, ``_`` and
`````` ` `````` (negative numbers, reversal) of later versions of Walnut are not read.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import TypeVar

from oracles.errors import RulesTextError
from oracles.moves.formulas import Word, words
from oracles.moves.parser import Parser
from research.logic.errors import AutomataError, pointed
from research.logic.formula import Formula, Term

Read = TypeVar("Read")
_MOST_WORDS = 2000


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
    research.logic.errors.AutomataError: column 5: expected a term, found '='
      x + = y
          ^
    """
    return _parsed(source, _Parser.statement)


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
    return _parsed(source, _Parser.term)


def _parsed(source: str, read: Callable[[_Parser], Read]) -> Read:
    try:
        parser = _Parser(source)
        result = read(parser)
        parser.finish()
    except RulesTextError as error:
        raise AutomataError(pointed(error.problem, source, error.column - 1)) from None
    return result


class _Parser(Parser):
    """The parser of the language of moves, with all that Walnut's formulas may name."""

    reserved = ()
    predicates: Mapping[str, tuple[str, int]] = MappingProxyType({})

    def __init__(self, source: str) -> None:
        found = words(source)
        if len(found) > _MOST_WORDS:
            found[_MOST_WORDS].fault(
                f"the formula has more than {_MOST_WORDS} words; define predicates"
            )
        super().__init__([*found, Word("end", "the end", 1, len(source) + 1, source)])
        self.source = source
        self.system: str | None = None

    def statement(self) -> Statement:
        """Read a formula with its system."""
        formula = self.formula()
        return Statement(formula, self.system, self.source)

    def formula(self, level: int = 0) -> Formula:
        """Read a formula, before which a system may be named."""
        self._named_system()
        return super().formula(level)

    def _atom(self) -> Formula:
        self._named_system()
        return super()._atom()

    def unknown(self, word: Word, known: str) -> None:
        """Allow what the language of moves does not have."""

    def _named_system(self) -> None:
        while self.word.kind == "system":
            word = self.take()
            name = word.text[1:]
            # Walnut also lets the order or the base be left out.
            if name in ("msd", "lsd"):
                name += "_2"
            elif "_" not in name:
                name = f"msd_{name}"
            if self.system not in (None, name):
                message = f"system {name!r} after {self.system!r}: one statement uses one system"
                raise AutomataError(pointed(message, self.source, word.column - 1))
            self.system = name
