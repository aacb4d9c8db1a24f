"""The statements of a text in the language of moves, read and put together.

A *template* says how positions are written in Python, as ``((x0, x1), 1)`` or ``(r, 0, 'Oscar')``:
it is made of coordinates, integers, strings, None and tuples of these. Two templates are apart if
at some place they differ in kind, length or constant; then no value fits both.

>>> read_text("position play(x, y) as ((y, 0), x)").states["play"].coordinates
('x', 'y')
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from functools import reduce
from itertools import combinations
from typing import Any

from oracles.moves.formulas import Constant, Formula, Sum, Term, Variable, Word, statements
from oracles.moves.parser import RESERVED, Parser, require_different

KEYWORDS = ("position", "move", "won", "measure", "unordered", "misere")

NATURAL = "a natural number"  # the kind of a coordinate and of integers from 0 on


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
    where: Formula | None
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
    guard: Formula | None


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
        In which positions of a state play has ended and the player to move has won; None stands
        for all of them.
    """

    states: dict[str, State] = field(default_factory=dict)
    moves: list[Move] = field(default_factory=list)
    won: dict[str, Formula | None] = field(default_factory=dict)
    measures: dict[str, Measure] = field(default_factory=dict)
    unordered: bool = False
    misere: bool = False

    def measure(self, name: str) -> Measure:
        """Return what decreases: the sum of the coordinates unless the text says otherwise."""
        if name in self.measures:
            return self.measures[name]
        state = self.states[name]
        terms: list[Term] = [Variable(each, state.word) for each in state.coordinates]
        return Measure(state.word, 0, reduce(Sum, terms) if terms else Constant(0))


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
    first = Word("", "", 1, 1, text.split("\n", maxsplit=1)[0])
    if not result.states:
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
    return _with_templates(result)


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


def _names(parser: Parser, what: str) -> list[Word]:
    names = [parser.name(what)]
    while parser.takes(","):
        names.append(parser.name(what))
        require_different(names)
    return names


def _where(parser: Parser) -> Formula | None:
    return parser.formula() if parser.takes("where") else None


def _position(parser: Parser) -> State:
    word = _state_name(parser)
    parser.need("(")
    names = [] if parser.word.text == ")" else _names(parser, "a coordinate")
    parser.need(")")
    coordinates = tuple(name.text for name in names)
    written: Template = None
    has_template = parser.takes("as") is not None
    if has_template:
        written = template(parser)
        _require_each_once(word, coordinates, written)
    return State(word, coordinates, _where(parser), written, has_template)


def _require_each_once(word: Word, coordinates: tuple[str, ...], written: Template) -> None:
    seen: set[str] = set()
    for place in places(written):
        at = place.word or word
        if place.name not in coordinates:
            at.fault(f"{place.name!r} is no coordinate of {word.text!r}")
        if place.name in seen:
            at.fault(f"the coordinate {place.name!r} is there twice")
        seen.add(place.name)
    for name in coordinates:
        if name not in seen:
            word.fault(f"the coordinate {name!r} is missing after `as`")


def _move(parser: Parser) -> Move:
    source = _state_name(parser)
    parser.need("->")
    target = _state_name(parser)
    parser.need("(")
    image = parser.terms()
    parameters = tuple(_names(parser, "a parameter")) if parser.takes("for") else ()
    return Move(source, target, image, parameters, _where(parser))


def _measure(parser: Parser, word: Word) -> Measure:
    parser.need(":")
    level = 0
    if parser.word.kind == "number" and parser.words[parser.place + 1].text == ",":
        level = int(parser.take().text)
        parser.need(",")
    return Measure(word, level, parser.term())


def _with_templates(text: Text) -> Text:
    """Give each state a template of its own, and require that they are apart."""
    several = len(text.states) > 1
    first, *others = text.states.values()
    for state in others:
        if state.has_template != first.has_template:
            state.word.fault("give all control states a template with `as`, or none")
    if text.unordered and first.has_template:
        first.word.fault("`as` and unordered: a position without order is written in order")
    if not first.has_template:
        for name, state in text.states.items():
            written = _plain(state, several=several)
            text.states[name] = State(
                state.word, state.coordinates, state.where, written, has_template=False
            )
    for one, other in combinations(text.states.values(), 2):
        if not apart(one.template, other.template):
            other.word.fault(
                f"positions of {one.name!r} and of {other.name!r} may be written alike"
            )
    return text


def _plain(state: State, *, several: bool) -> Template:
    """Return how positions are written without ``as``."""
    parts = tuple(Coordinate(name) for name in state.coordinates)
    if several:
        return (state.name, *parts)
    return parts[0] if len(parts) == 1 else parts


def template(parser: Parser) -> Template:
    """Read a template."""
    word = parser.word
    if parser.takes("("):
        return _tuple(parser)
    if word.kind == "string":
        return parser.take().text[1:-1]
    if word.kind == "number":
        return int(parser.take().text)
    if parser.takes("-"):
        if parser.word.kind != "number":
            parser.expected("a number")
        return -int(parser.take().text)
    if word.text == "None":
        parser.take()
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


def apart(one: Template, other: Template) -> bool:
    """Whether no value fits both templates."""
    if isinstance(one, tuple) and isinstance(other, tuple):
        return len(one) != len(other) or any(map(apart, one, other))
    if isinstance(one, Coordinate) or isinstance(other, Coordinate):
        return kind(one) != kind(other)
    return kind(one) != kind(other) or one != other


def kind(value: Template) -> object:
    """Return the kind of a part of a template; for tuples, with their parts."""
    if type(value) is tuple:
        return tuple(map(kind, value))
    if type(value) is int:
        return NATURAL if value >= 0 else int
    return NATURAL if type(value) is Coordinate else type(value)


def fitting(part: Template, said: str) -> tuple[list[str], dict[str, str]]:
    """Return the conditions, in Python, for a value to fit a template, and where coordinates are.

    Parameters
    ----------
    part
        The template.
    said
        The value, as a Python expression.
    """
    match part:
        case Coordinate(name):
            return [f"type({said}) is int", f"{said} >= 0"], {name: said}
        case tuple():
            conditions = [f"type({said}) is tuple", f"len({said}) == {len(part)}"]
            places: dict[str, str] = {}
            for number, each in enumerate(part):
                more, found = fitting(each, f"{said}[{number}]")
                conditions += more
                places |= found
            return conditions, places
    return [f"type({said}) is type({part!r})", f"{said} == {part!r}"], {}


def expression(part: Template, names: dict[str, str]) -> str:
    """Return a template as a Python expression, its coordinates as Python variables."""
    match part:
        case Coordinate(name):
            return names[name]
        case tuple():
            return f"({' '.join(f'{expression(each, names)},' for each in part)})"
    return repr(part)
