"""The statements of a text in the language of moves, read and put together.

>>> read_text("position play(x, y) where x <= y").rules.coordinates["play"]
('x', 'y')
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import reduce

from oracles.errors import RulesTextError
from oracles.moves.definable import DefinableGame, Move
from oracles.moves.formulas import TRUE, Constant, Formula, Sum, Term, Variable
from oracles.moves.parser import RESERVED, Parser

KEYWORDS = ("position", "move", "won", "measure", "unordered", "misere")


@dataclass(frozen=True)
class Text:
    """All that a text says.

    Attributes
    ----------
    rules
        The game.
    said
        The statements, by keyword and control state; that of a move by its number.
    unordered
        Whether coordinates have no names.
    misere
        Whether the player who cannot move wins.
    """

    rules: DefinableGame
    said: Mapping[tuple[str, int | str], str]
    unordered: bool
    misere: bool


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
    read = _Statements()
    for statement in statements(text):
        read.statement(Parser(statement, {"power": "power_of_two"}))
    if not read.coordinates:
        raise RulesTextError("no position is declared; begin with, for instance, position play(x)")
    read.require_known()
    measure: dict[str, Term] = {}
    for state, names in read.coordinates.items():
        terms: list[Term] = list(map(Variable, names))
        measure[state] = read.measure.get(state, reduce(Sum, terms) if terms else Constant(0))
    moves = tuple(read.moves)
    rules = DefinableGame(read.coordinates, moves, measure, read.level, read.valid, read.won)
    return Text(rules, read.said, "unordered" in read.flags, "misere" in read.flags)


class _Statements:
    """What the statements said that were read so far."""

    def __init__(self) -> None:
        self.coordinates: dict[str, tuple[str, ...]] = {}
        self.valid: dict[str, Formula] = {}
        self.won: dict[str, Formula] = {}
        self.measure: dict[str, Term] = {}
        self.level: dict[str, int] = {}
        self.moves: list[Move] = []
        self.flags: set[str] = set()
        self.said: dict[tuple[str, int | str], str] = {}

    def statement(self, parser: Parser) -> None:
        """Read a statement."""
        if parser.word.text not in KEYWORDS:
            parser.expected(f"one of {', '.join(KEYWORDS)}")
        match parser.take().text:
            case "position":
                state = self._state(parser, "position")
                parser.need("(")
                names = () if parser.word.text == ")" else parser.names("a coordinate")
                parser.need(")")
                self.coordinates[state] = names
                if parser.takes("where"):
                    self.valid[state] = parser.formula()
            case "move":
                self._move(parser)
            case "won":
                state = self._state(parser, "won")
                self.won[state] = parser.formula() if parser.takes("where") else TRUE
            case "measure":
                state = self._state(parser, "measure")
                parser.need(":")
                if parser.word.kind == "number" and parser.words[parser.place + 1].text == ",":
                    self.level[state] = int(parser.take().text)
                    parser.need(",")
                self.measure[state] = parser.term()
            case flag:
                self.flags.add(flag)
        parser.finish()

    def _move(self, parser: Parser) -> None:
        self.said["move", len(self.moves)] = parser.source
        source = _name(parser)
        parser.need("->")
        target = _name(parser)
        parser.need("(")
        image = parser.terms()
        parameters = parser.names("a parameter") if parser.takes("for") else ()
        guard = parser.formula() if parser.takes("where") else TRUE
        self.moves.append(Move(source, target, parameters, guard, image))

    def _state(self, parser: Parser, keyword: str) -> str:
        """Take the control state of a statement, which no other of its kind is about."""
        at = parser.word
        state = _name(parser)
        if (keyword, state) in self.said:
            parser.fault(f"{keyword} is said twice of {state!r}", at)
        self.said[keyword, state] = parser.source
        return state

    def require_known(self) -> None:
        """Require that states are declared, and that moves fit their coordinates."""
        for (_, key), statement in self.said.items():
            move = self.moves[key] if isinstance(key, int) else None
            for state in (move.source, move.target) if move else (key,):
                if state not in self.coordinates:
                    known = ", ".join(self.coordinates)
                    raise RulesTextError(
                        f"{statement!r}: unknown control state {state!r}; declared are: {known}"
                    )
            if move is None:
                continue
            if len(move.image) != (wanted := len(self.coordinates[move.target])):
                raise RulesTextError(
                    f"{statement!r}: {move.target!r} with {len(move.image)} terms; it has {wanted} "
                    "coordinates"
                )
            for name in {*move.parameters} & {*self.coordinates[move.source]}:
                raise RulesTextError(
                    f"{statement!r}: the parameter {name!r} is named like a coordinate"
                )


def _name(parser: Parser) -> str:
    if parser.word.kind != "name" or parser.word.text in RESERVED:
        parser.expected("the name of a control state")
    return parser.take().text
