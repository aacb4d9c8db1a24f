"""The text of a game in the language of moves, statement by statement, as the prover reads it.

One statement a line; ``#`` begins a comment, a line that begins with white space continues the one
before. The terms and formulas in it are those of :mod:`research.logic.parser`, of which the
language allows the predicates ``$power`` and ``$nimsum`` and the sequence ``T`` alone. All three
speak of binary digits in every numeration system, so they are read as what has that meaning or
none: ``$power`` becomes ``$power_of_two``.

The oracle reads the same text by a parser of its own (:mod:`oracles.moves`); nothing is shared.

>>> text = '''
... position play(x, y) where x <= y
... move play -> play(x - n, y) for n where 1 <= n & n <= x
... '''
>>> parsed = parsed_moves(text)
>>> parsed.coordinates, len(parsed.moves), parsed.misere
({'play': ('x', 'y')}, 1, False)
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from textwrap import dedent
from typing import TypeVar

from research.logic.errors import AutomataError
from research.logic.formula import (
    Constant,
    Element,
    Formula,
    Node,
    Predicate,
    Sum,
    Term,
    TruthValue,
    Variable,
    children,
    text,
    with_predicates,
)
from research.logic.kernel import Move
from research.logic.parser import parse, parse_term

What = TypeVar("What")
_STATE = r"[A-Za-z]\w*"
_POSITION = re.compile(
    rf"(?P<state>{_STATE})\s*\((?P<names>[^()]*)\)"
    r"(?:\s+as\s+(?P<template>.*?))?(?:\s+where\s+(?P<guard>.*))?\s*\Z"
)
_MOVE = re.compile(
    rf"\s*(?P<source>{_STATE})\s*->\s*(?P<target>{_STATE})\s*\((?P<image>.*?)\)"
    r"(?:\s+for\s+(?P<parameters>[\w\s,]+?))?(?:\s+where\s+(?P<guard>.*))?\s*\Z",
    re.DOTALL,
)
_WON = re.compile(rf"(?P<state>{_STATE})(?:\s+where\s+(?P<guard>.*))?\s*\Z")
_MEASURE = re.compile(rf"(?P<state>{_STATE})\s*:\s*(?:(?P<level>\d+)\s*,)?(?P<term>.*)\Z")
PREDICATES = {"power": "power_of_two", "nimsum": "nimsum"}


@dataclass
class ParsedMoves:
    """What the statements say, before nameless coordinates and misère play are worked in."""

    coordinates: dict[str, tuple[str, ...]] = field(default_factory=dict)
    moves: list[Move] = field(default_factory=list)
    valid: dict[str, Formula] = field(default_factory=dict)
    won: dict[str, Formula] = field(default_factory=dict)
    measure: dict[str, Term] = field(default_factory=dict)
    level: dict[str, int] = field(default_factory=dict)
    unordered: bool = False
    misere: bool = False


def parsed_moves(source: str) -> ParsedMoves:
    """Return the statements of a text.

    Raises
    ------
    AutomataError
        If a statement is malformed; the message names its line.
    """
    parsed = ParsedMoves()
    for number, line in _lines(source):
        word, _, rest = line.partition(" ")
        try:
            _read(parsed, word, rest.strip())
        except AutomataError as error:
            raise AutomataError(f"line {number}: {error}") from None
    for state, names in parsed.coordinates.items():
        parsed.measure.setdefault(state, sum_of(names))
    return parsed


def parsed_formula(source: str) -> Formula:
    """Return a formula of the language, its predicates fixed to binary digits.

    Raises
    ------
    AutomataError
        If it does not parse, or uses what the language has not.
    """
    statement = parse(source)
    if statement.system is not None:
        raise AutomataError(f"{source!r}: rules name no numeration system")
    _require_vocabulary(statement.formula)
    return with_predicates(statement.formula, PREDICATES)


def sum_of(names: tuple[str, ...]) -> Term:
    """Return the sum of variables; 0 of none."""
    total: Term = Variable(names[0]) if names else Constant(0)
    for name in names[1:]:
        total = Sum(total, Variable(name))
    return total


def _lines(source: str) -> Iterator[tuple[int, str]]:
    """Yield each statement with the number of its first line."""
    pending: tuple[int, str] | None = None
    for number, raw in enumerate(dedent(source).splitlines(), 1):
        line = raw.partition("#")[0].rstrip()
        if not line:
            continue
        if line[0].isspace() and pending is not None:
            pending = pending[0], f"{pending[1]} {line.strip()}"
            continue
        if pending is not None:
            yield pending
        pending = number, line.strip()
    if pending is not None:
        yield pending


def _read(parsed: ParsedMoves, word: str, rest: str) -> None:
    match word:
        case "position":
            _position(parsed, rest)
        case "move":
            parsed.moves.append(parsed_move(rest))
        case "won":
            found = _matched(_WON, rest, "won STATE where FORMULA")
            guard = found["guard"]
            won = TruthValue(value=True) if guard is None else parsed_formula(guard)
            _once(parsed.won, found["state"], won, "won")
        case "measure":
            found = _matched(_MEASURE, rest, "measure STATE: LEVEL, TERM")
            _once(parsed.measure, found["state"], parse_term(found["term"]), "a measure")
            parsed.level[found["state"]] = int(found["level"] or 0)
        case "unordered" | "misere" if not rest:
            setattr(parsed, word, True)
        case _:
            raise AutomataError(f"{f'{word} {rest}'.strip()!r}: no statement of the language")


def _position(parsed: ParsedMoves, rest: str) -> None:
    found = _matched(_POSITION, rest, "position STATE(name, ...) as TEMPLATE where FORMULA")
    names = tuple(name.strip() for name in found["names"].split(",") if name.strip())
    _once(parsed.coordinates, found["state"], names, "a position")
    if found["guard"] is not None:
        parsed.valid[found["state"]] = parsed_formula(found["guard"])


def parsed_move(rest: str) -> Move:
    """Return the move of ``STATE -> STATE(term, ...) for n, ... where FORMULA``.

    Raises
    ------
    AutomataError
        If it is malformed.
    """
    found = _matched(_MOVE, rest, "move STATE -> STATE(term, ...) for n, ... where FORMULA")
    parameters = (found["parameters"] or "").split(",")
    guard = found["guard"]
    return Move(
        found["source"],
        found["target"],
        tuple(name.strip() for name in parameters if name.strip()),
        TruthValue(value=True) if guard is None else parsed_formula(guard),
        tuple(parse_term(term) for term in _split(found["image"])),
    )


def _split(terms: str) -> list[str]:
    return terms.split(",") if terms.strip() else []


def _matched(pattern: re.Pattern[str], rest: str, expected: str) -> re.Match[str]:
    found = pattern.match(rest)
    if found is None:
        raise AutomataError(f"{rest!r}: expected {expected}")
    return found


def _once(known: dict[str, What], state: str, what: What, kind: str) -> None:
    if state in known:
        raise AutomataError(f"state {state!r}: {kind} is given twice")
    known[state] = what


def _require_vocabulary(node: Node) -> None:
    if isinstance(node, Predicate) and node.name not in PREDICATES:
        names = ", ".join(f"${name}" for name in PREDICATES)
        raise AutomataError(f"{text(node)!r}: the predicates of the language are {names}")
    if isinstance(node, Element) and node.sequence != "T":
        raise AutomataError(f"{text(node)!r}: the one sequence of the language is T")
    for child in children(node):
        _require_vocabulary(child)
