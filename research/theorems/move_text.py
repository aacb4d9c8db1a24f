"""The text of a game in the language of moves, as the prover reads it.

Parser and syntax tree are the oracle's (:mod:`oracles.moves`). The predicates ``$power`` and
``$nimsum`` and the sequence ``T`` speak of binary digits in every numeration system, so they are
read as what has that meaning or none: ``$power`` becomes ``$power_of_two``.

>>> text = '''
... position play(x, y) where x <= y
... move play -> play(x - n, y) for n where 1 <= n & n <= x
... '''
>>> parsed = parsed_moves(text)
>>> parsed.coordinates, len(parsed.moves), parsed.misere
({'play': ('x', 'y')}, 1, False)
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import reduce
from textwrap import dedent
from typing import TypeVar

from oracles.errors import RulesTextError
from oracles.moves import reading
from oracles.moves.parser import Parser
from oracles.moves.words import statements
from research.logic.errors import AutomataError
from research.logic.formula import (
    Constant,
    Formula,
    Sum,
    Term,
    TruthValue,
    Variable,
    with_predicates,
)
from research.logic.kernel import Move

Read = TypeVar("Read")
PREDICATES = {"power": "power_of_two", "nimsum": "nimsum"}


@dataclass
class ParsedMoves:
    """What the statements say, before nameless coordinates and misère play are worked in."""

    coordinates: dict[str, tuple[str, ...]]
    moves: list[Move]
    valid: dict[str, Formula]
    won: dict[str, Formula]
    measure: dict[str, Term]
    level: dict[str, int]
    unordered: bool
    misere: bool


def parsed_moves(source: str) -> ParsedMoves:
    """Return the statements of a text.

    Raises
    ------
    RulesTextError
        If a statement is malformed; the message points at the word.
    """
    text = reading.read_text(dedent(source))
    coordinates = {name: state.coordinates for name, state in text.states.items()}
    valid = {name: state.where for name, state in text.states.items()}
    own = {name: each.term for name, each in text.measures.items()}
    return ParsedMoves(
        coordinates,
        [_move(move) for move in text.moves],
        {name: _binary(where) for name, where in valid.items() if where is not None},
        {name: _binary(won) for name, won in text.won.items()},
        {name: own.get(name, sum_of(names)) for name, names in coordinates.items()},
        {name: each.level for name, each in text.measures.items()},
        text.unordered,
        text.misere,
    )


def parsed_formula(source: str) -> Formula:
    """Return a formula of the language, its predicates fixed to binary digits.

    Raises
    ------
    AutomataError
        If it does not parse, or uses what the language has not.
    """
    return _binary(_read(source, Parser.formula))


def parsed_move(source: str) -> Move:
    """Return the move of ``STATE -> STATE(term, ...) for n, ... where FORMULA``.

    Raises
    ------
    AutomataError
        If it is malformed.
    """
    return _move(_read(source, reading.read_move))


def sum_of(names: tuple[str, ...]) -> Term:
    """Return the sum of variables; 0 of none."""
    terms: list[Term] = [Variable(name) for name in names]
    return reduce(Sum, terms) if terms else Constant(0)


def _move(move: reading.Move) -> Move:
    names = tuple(word.text for word in move.parameters)
    return Move(move.source.text, move.target.text, names, _binary(move.guard), move.image)


def _binary(formula: Formula | None) -> Formula:
    """Return a formula that speaks of binary digits in every system; the true one of none."""
    return TruthValue(value=True) if formula is None else with_predicates(formula, PREDICATES)


def _read(source: str, read: Callable[[Parser], Read]) -> Read:
    """Return what is read from a text of one statement."""
    try:
        parser = Parser(statements(source.strip())[0])
        result = read(parser)
        parser.finish()
    except RulesTextError as error:
        raise AutomataError(str(error)) from None
    return result
