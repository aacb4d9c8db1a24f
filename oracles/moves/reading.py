"""The statements of a text in the language of moves, read and put together.

>>> read_text("position play(x, y) where x <= y").rules.coordinates["play"]
('x', 'y')
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import reduce
from typing import Any

from oracles.errors import RulesTextError
from oracles.moves.formulas import TRUE, Asked, Constant, DefinableGame, Move, Sum, Term, Variable
from oracles.moves.parser import Parser

FLAGS = ("unordered", "misere")
KEYWORDS = ("position", "move", "won", "measure", *FLAGS)


@dataclass(frozen=True)
class Text:
    """All that a text says."""

    rules: DefinableGame
    statements: Mapping[Asked, str]  # as they are written
    unordered: bool  # coordinates have no names
    misere: bool  # the player who cannot move wins


def statements(text: str) -> list[str]:
    r"""Return the statements: lines, each with those after it that begin with white space.

    >>> statements("move play -> play(x - n) # take n\n  for n where n <= x")
    ['move play -> play(x - n) for n where n <= x']
    """
    found: list[str] = []
    for line in text.split("\n"):
        said = line.partition("#")[0].rstrip()
        if said and (not found or not said[0].isspace()):
            found.append(said.strip())
        elif said:
            found[-1] += f" {said.strip()}"
    return found


def read_text(text: str) -> Text:
    """Read the statements of a text.

    Raises
    ------
    RulesTextError
        If they are not well formed; it names the statement, and the column where it can.
    """
    told: dict[str, dict[str, Any]] = {name: {} for name in (*KEYWORDS, "where", "level")}
    moves: list[Move] = []
    said: dict[Asked, str] = {}
    for statement in statements(text):
        parser = Parser(statement, {"power": "power_of_two"})
        keyword = parser.word.text
        if not parser.takes(*KEYWORDS):
            parser.expected(f"one of {', '.join(KEYWORDS)}")
        if keyword == "move":
            said[keyword, len(moves)] = statement
            moves.append(_move(parser))
        elif keyword in FLAGS:
            told[keyword][keyword] = True
        else:
            at, state = parser.word, parser.state()
            if (keyword, state) in said:
                parser.fault(f"{keyword} is said twice of {state!r}", at)
            said[keyword, state] = statement
            _tell(parser, keyword, state, told)
        parser.finish()
    if not told["position"]:
        raise RulesTextError("no position is declared; begin with, for instance, position play(x)")
    for state, names in told["position"].items():
        terms: list[Term] = list(map(Variable, names)) or [Constant(0)]
        told["measure"].setdefault(state, reduce(Sum, terms))
    _require_known(told["position"], moves, said)
    rules = DefinableGame(
        told["position"], tuple(moves), told["measure"], told["level"], told["where"], told["won"]
    )
    return Text(rules, said, bool(told["unordered"]), bool(told["misere"]))


def _tell(parser: Parser, keyword: str, state: str, told: Mapping[str, dict[str, Any]]) -> None:
    """Read what a statement tells of a control state."""
    if keyword == "position":
        parser.need("(")
        told[keyword][state] = () if parser.word.text == ")" else parser.names("a coordinate")
        parser.need(")")
        if parser.takes("where"):
            told["where"][state] = parser.formula()
    elif keyword == "won":
        told[keyword][state] = parser.formula() if parser.takes("where") else TRUE
    else:
        parser.need(":")
        if parser.word.kind == "number" and parser.words[parser.place + 1].text == ",":
            told["level"][state] = int(parser.take().text)
            parser.need(",")
        told[keyword][state] = parser.term()


def _move(parser: Parser) -> Move:
    source = parser.state()
    parser.need("->")
    target = parser.state()
    parser.need("(")
    image = parser.terms()
    parameters = parser.names("a parameter") if parser.takes("for") else ()
    guard = parser.formula() if parser.takes("where") else TRUE
    return Move(source, target, parameters, guard, image)


def _require_known(
    coordinates: Mapping[str, Sequence[str]],
    moves: Sequence[Move],
    said: Mapping[Asked, str],
) -> None:
    """Require that control states are declared, and that moves fit their coordinates."""
    for (_, key), statement in said.items():
        move = moves[key] if isinstance(key, int) else None
        for state in (move.source, move.target) if move else (key,):
            if state not in coordinates:
                problem = f"unknown control state {state!r}; declared are: {', '.join(coordinates)}"
                raise RulesTextError(f"{statement!r}: {problem}")
        if move and len(move.image) != (wanted := len(coordinates[move.target])):
            problem = f"{move.target!r} with {len(move.image)} terms; it has {wanted} coordinates"
            raise RulesTextError(f"{statement!r}: {problem}")
