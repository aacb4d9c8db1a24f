"""The statements of a text in the language of moves, read and put together.

A *template* says how positions are written in Python, as ``((x0, x1), 1)`` or ``(r, 0, 'Oscar')``:
it is made of coordinates, integers, strings, None and tuples of these.

>>> read_text("position play(x, y) as ((y, 0), x)").rules.coordinates["play"]
('x', 'y')
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import reduce
from itertools import combinations
from typing import Any

from oracles.moves.definable import DefinableGame, Move
from oracles.moves.formulas import TRUE, Constant, Formula, Sum, Term, Variable, Word, statements
from oracles.moves.parser import RESERVED, Parser

KEYWORDS = ("position", "move", "won", "measure", "unordered", "misere")


@dataclass(frozen=True)
class Coordinate:
    """The place of a coordinate in a template."""

    name: str
    word: Word | None = None


Template = Coordinate | int | str | None | tuple[Any, ...]


@dataclass(frozen=True)
class Text:
    """All that a text says.

    Attributes
    ----------
    rules
        The game.
    words
        Where each control state is declared.
    templates
        How positions of each are written.
    unordered
        Whether coordinates have no names.
    misere
        Whether the player who cannot move wins.
    """

    rules: DefinableGame
    words: Mapping[str, Word]
    templates: Mapping[str, Template]
    unordered: bool
    misere: bool


def read_text(text: str) -> Text:
    """Read the statements of a text.

    Raises
    ------
    RulesTextError
        If they are not well formed; it points at the word.
    """
    said = _Statements()
    for words in statements(text):
        said.read(Parser(words))
    if not said.words:
        first = Word("", "", 1, 1, text.split("\n", maxsplit=1)[0])
        first.fault("no position is declared; begin with, for instance, position play(x)")
    said.require_known()
    for name, names in said.coordinates.items():
        terms: list[Term] = [Variable(each, said.words[name]) for each in names]
        said.measure.setdefault(name, reduce(Sum, terms) if terms else Constant(0))
    rules = DefinableGame(
        said.coordinates, tuple(said.moves), said.measure, said.level, said.valid, said.won
    )
    templates = _own_templates(said)
    return Text(rules, said.words, templates, "unordered" in said.flags, "misere" in said.flags)


class _Statements:
    """What the statements said that were read so far."""

    def __init__(self) -> None:
        self.words: dict[str, Word] = {}
        self.coordinates: dict[str, tuple[str, ...]] = {}
        self.templates: dict[str, Template] = {}  # those that were given
        self.valid: dict[str, Formula] = {}
        self.won: dict[str, Formula] = {}
        self.measure: dict[str, Term] = {}
        self.level: dict[str, int] = {}
        self.moves: list[Move] = []
        self.flags: set[str] = set()
        self._named: list[Word] = []
        self._targets: list[Word] = []

    def read(self, parser: Parser) -> None:
        """Read a statement."""
        word = parser.take()
        match word.text:
            case "position":
                self._position(parser)
            case "move":
                self._move(parser)
            case "won":
                name = self._new_state(parser, self.won, "won")
                self.won[name] = parser.formula() if parser.takes("where") else TRUE
            case "measure":
                self._measure(parser, self._new_state(parser, self.measure, "measure"))
            case "unordered" | "misere":
                if word.text in self.flags:
                    word.fault(f"{word.text} is said twice")
                self.flags.add(word.text)
            case _:
                known = ", ".join(KEYWORDS)
                word.fault(f"a statement begins with one of {known}; found {word.shown}")
        parser.finish()

    def _position(self, parser: Parser) -> None:
        word = _state_name(parser)
        if word.text in self.words:
            word.fault(f"the control state {word.text!r} is declared twice")
        parser.need("(")
        names = [] if parser.word.text == ")" else parser.names("a coordinate")
        parser.need(")")
        self.words[word.text] = word
        self.coordinates[word.text] = coordinates = tuple(name.text for name in names)
        if parser.takes("as"):
            self.templates[word.text] = template(parser)
            _require_each_once(word, coordinates, self.templates[word.text])
        if parser.takes("where"):
            self.valid[word.text] = parser.formula()

    def _move(self, parser: Parser) -> None:
        source = _state_name(parser)
        parser.need("->")
        target = _state_name(parser)
        parser.need("(")
        image = parser.terms()
        parameters = parser.names("a parameter") if parser.takes("for") else []
        guard = parser.formula() if parser.takes("where") else TRUE
        names = tuple(word.text for word in parameters)
        self._named += [source, target]
        self._targets.append(target)
        words = (source, *parameters)
        self.moves.append(Move(source.text, target.text, names, guard, image, words))

    def _new_state(self, parser: Parser, known: Mapping[str, object], what: str) -> str:
        word = _state_name(parser)
        if word.text in known:
            word.fault(f"{what} is said twice of {word.text!r}")
        self._named.append(word)
        return word.text

    def _measure(self, parser: Parser, name: str) -> None:
        parser.need(":")
        if parser.word.kind == "number" and parser.words[parser.place + 1].text == ",":
            self.level[name] = int(parser.take().text)
            parser.need(",")
        self.measure[name] = parser.term()

    def require_known(self) -> None:
        """Require that states are declared, and that moves fit their coordinates."""
        for word in self._named:
            if word.text not in self.words:
                known = ", ".join(self.words)
                word.fault(f"unknown control state {word.text!r}; declared are: {known}")
        for move, target in zip(self.moves, self._targets, strict=True):
            wanted = len(self.coordinates[move.target])
            if len(move.image) != wanted:
                target.fault(
                    f"{move.target!r} with {len(move.image)} terms; it has {wanted} coordinates"
                )
            for word in move.words[1:]:
                if word.text in self.coordinates[move.source]:
                    word.fault(f"the parameter {word.text!r} is named like a coordinate")


def _state_name(parser: Parser) -> Word:
    if parser.word.kind != "name" or parser.word.text in RESERVED:
        parser.expected("the name of a control state")
    return parser.take()


def _require_each_once(word: Word, coordinates: tuple[str, ...], written: Template) -> None:
    missing = list(coordinates)
    for place in places(written):
        at = place.word or word
        if place.name not in coordinates:
            at.fault(f"{place.name!r} is no coordinate of {word.text!r}")
        if place.name not in missing:
            at.fault(f"the coordinate {place.name!r} is there twice")
        missing.remove(place.name)
    if missing:
        word.fault(f"the coordinate {missing[0]!r} is missing after `as`")


def _own_templates(said: _Statements) -> Mapping[str, Template]:
    """Return the template of each state, and require that no two are written alike."""
    names, templates = list(said.words), dict(said.templates)
    for name in names[1:]:
        if (name in templates) != (names[0] in templates):
            said.words[name].fault("give all control states a template with `as`, or none")
    if "unordered" in said.flags and templates:
        problem = "`as` and unordered: a position without order is written in order"
        said.words[names[0]].fault(problem)
    for name in () if templates else names:
        parts = tuple(map(Coordinate, said.coordinates[name]))
        alone = parts[0] if len(parts) == 1 else parts
        templates[name] = (name, *parts) if len(names) > 1 else alone
    for one, other in combinations(names, 2):
        if _may_be_alike(templates[one], templates[other]):
            said.words[other].fault(f"positions of {one!r} and of {other!r} may be written alike")
    return templates


def _may_be_alike(one: Template, other: Template) -> bool:
    """Whether a value may fit both templates."""
    if isinstance(one, tuple) and isinstance(other, tuple):
        return len(one) == len(other) and all(map(_may_be_alike, one, other))
    if isinstance(one, Coordinate):
        return isinstance(other, Coordinate) or (isinstance(other, int) and other >= 0)
    return _may_be_alike(other, one) if isinstance(other, Coordinate) else one == other


def template(parser: Parser) -> Template:
    """Read a template."""
    word = parser.word
    if parser.takes("("):
        return _tuple(parser)
    if word.kind == "string":
        return parser.take().text[1:-1]
    sign = -1 if parser.takes("-") else 1
    if parser.word.kind == "number":
        return sign * int(parser.take().text)
    if sign < 0:
        parser.expected("a number")
    if parser.takes("None"):
        return None
    name = parser.name("a coordinate, an integer, a string, None or a tuple of these")
    return Coordinate(name.text, name)


def _tuple(parser: Parser) -> Template:
    """Read what follows an opening parenthesis; without a comma it only groups, as in Python."""
    parts: list[Template] = []
    comma = False
    while not parser.takes(")"):
        if parts and not comma:
            parser.expected("',' or ')'")
        parts.append(template(parser))
        comma = parser.takes(",") is not None
    return parts[0] if len(parts) == 1 and not comma else tuple(parts)


def places(part: Template) -> Iterator[Coordinate]:
    """Yield the coordinates of a template, from the left."""
    if isinstance(part, Coordinate):
        yield part
    elif isinstance(part, tuple):
        for each in part:
            yield from places(each)


def fits(part: Template, value: Any, found: dict[str, int]) -> bool:
    """Whether a value is written like a template; add the coordinates to what is found."""
    if isinstance(part, Coordinate):
        found[part.name] = value
        return type(value) is int and value >= 0
    if isinstance(part, tuple):
        alike = type(value) is tuple and len(value) == len(part)
        return alike and all(
            fits(one, other, found) for one, other in zip(part, value, strict=True)
        )
    return type(value) is type(part) and value == part


def expression(part: Template, names: Mapping[str, str]) -> str:
    """Return a template as a Python expression, its coordinates as Python variables."""
    if isinstance(part, Coordinate):
        return names[part.name]
    if isinstance(part, tuple):
        return f"({' '.join(f'{expression(each, names)},' for each in part)})"
    return repr(part)
