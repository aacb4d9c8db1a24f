"""The statements of a text in the language of moves, read and put together.

A *template* says how positions are written in Python, as ``((x0, x1), 1)`` or ``(r, 0, 'Oscar')``:
it is made of coordinates, integers, strings, None and tuples of these.

>>> read_text("position play(x, y) as ((y, 0), x)").states["play"].coordinates
('x', 'y')
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from functools import reduce
from itertools import combinations
from typing import Any

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
class State:
    """A control state: its coordinates, which vectors are positions, how they are written."""

    word: Word
    coordinates: tuple[str, ...]
    where: Formula
    template: Template
    has_template: bool

    @property
    def name(self) -> str:
        """Its name."""
        return self.word.text


@dataclass(frozen=True)
class Move:
    """Options from a state: for all values of the parameters with ``guard``, the image."""

    source: Word
    target: Word
    image: tuple[Term, ...]
    parameters: tuple[Word, ...]
    guard: Formula


@dataclass(frozen=True)
class Measure:
    """What decreases along every move: the level, or on one level the term."""

    word: Word
    level: int
    term: Term


@dataclass
class Text:
    """All that a text says.

    Attributes
    ----------
    won
        In which positions of a state play has ended and the player to move has won.
    measures
        What decreases along every move, for each control state.
    """

    states: dict[str, State] = field(default_factory=dict)
    moves: list[Move] = field(default_factory=list)
    won: dict[str, Formula] = field(default_factory=dict)
    measures: dict[str, Measure] = field(default_factory=dict)
    unordered: bool = False
    misere: bool = False


def read_text(text: str) -> Text:
    """Read the statements of a text.

    Raises
    ------
    RulesTextError
        If they are not well formed; it points at the word.
    """
    result = Text()
    named: list[Word] = []
    for words in statements(text):
        _read_statement(result, Parser(words), named)
    if not result.states:
        first = Word("", "", 1, 1, text.split("\n", maxsplit=1)[0])
        first.fault("no position is declared; begin with, for instance, position play(x)")
    for word in named:
        if word.text not in result.states:
            known = ", ".join(result.states)
            word.fault(f"unknown control state {word.text!r}; declared are: {known}")
    for move in result.moves:
        wanted = len(result.states[move.target.text].coordinates)
        if len(move.image) != wanted:
            move.target.fault(
                f"{move.target.text!r} with {len(move.image)} terms; it has {wanted} coordinates"
            )
        for word in move.parameters:
            if word.text in result.states[move.source.text].coordinates:
                word.fault(f"the parameter {word.text!r} is named like a coordinate")
    for state in result.states.values():
        terms: list[Term] = [Variable(each, state.word) for each in state.coordinates]
        total = reduce(Sum, terms) if terms else Constant(0)
        result.measures.setdefault(state.name, Measure(state.word, 0, total))
    _give_templates(result)
    return result


def _read_statement(result: Text, parser: Parser, named: list[Word]) -> None:
    word = parser.take()
    match word.text:
        case "position":
            state = _position(parser)
            if state.name in result.states:
                state.word.fault(f"the control state {state.name!r} is declared twice")
            result.states[state.name] = state
        case "move":
            move = _move(parser)
            named += [move.source, move.target]
            result.moves.append(move)
        case "won":
            named.append(_new_state(parser, result.won, "won"))
            result.won[named[-1].text] = _where(parser)
        case "measure":
            named.append(_new_state(parser, result.measures, "measure"))
            result.measures[named[-1].text] = _measure(parser, named[-1])
        case "unordered" | "misere":
            if getattr(result, word.text):
                word.fault(f"{word.text} is said twice")
            setattr(result, word.text, True)
        case _:
            word.fault(f"a statement begins with one of {', '.join(KEYWORDS)}; found {word.shown}")
    parser.finish()


def _state_name(parser: Parser) -> Word:
    if parser.word.kind != "name" or parser.word.text in RESERVED:
        parser.expected("the name of a control state")
    return parser.take()


def _new_state(parser: Parser, known: Mapping[str, object], what: str) -> Word:
    word = _state_name(parser)
    if word.text in known:
        word.fault(f"{what} is said twice of {word.text!r}")
    return word


def _where(parser: Parser) -> Formula:
    return parser.formula() if parser.takes("where") else TRUE


def _position(parser: Parser) -> State:
    word = _state_name(parser)
    parser.need("(")
    names = [] if parser.word.text == ")" else parser.names("a coordinate")
    parser.need(")")
    coordinates = tuple(name.text for name in names)
    has_template = parser.takes("as") is not None
    written = template(parser) if has_template else None
    if has_template:
        _require_each_once(word, coordinates, written)
    return State(word, coordinates, _where(parser), written, has_template)


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


def _move(parser: Parser) -> Move:
    source = _state_name(parser)
    parser.need("->")
    target = _state_name(parser)
    parser.need("(")
    image = parser.terms()
    parameters = tuple(parser.names("a parameter")) if parser.takes("for") else ()
    return Move(source, target, image, parameters, _where(parser))


def _measure(parser: Parser, word: Word) -> Measure:
    parser.need(":")
    level = 0
    if parser.word.kind == "number" and parser.words[parser.place + 1].text == ",":
        level = int(parser.take().text)
        parser.need(",")
    return Measure(word, level, parser.term())


def _give_templates(text: Text) -> None:
    """Give each state a template of its own, and require that no two are written alike."""
    first, *others = text.states.values()
    for state in others:
        if state.has_template != first.has_template:
            state.word.fault("give all control states a template with `as`, or none")
    if text.unordered and first.has_template:
        first.word.fault("`as` and unordered: a position without order is written in order")
    if not first.has_template:
        for name, state in text.states.items():
            parts = tuple(map(Coordinate, state.coordinates))
            alone = parts[0] if len(parts) == 1 else parts
            text.states[name] = replace(state, template=(name, *parts) if others else alone)
    for one, other in combinations(text.states.values(), 2):
        if _may_be_alike(one.template, other.template):
            other.word.fault(
                f"positions of {one.name!r} and of {other.name!r} may be written alike"
            )


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
