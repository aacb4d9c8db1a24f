"""Games written in the language of moves, as formulas.

The text is the game: the oracle enumerates its options from it, and this module makes the formulas
of the Kernel theorem from it. Parser and syntax tree are the oracle's (:mod:`oracles.moves`). What
the language leaves unsaid is worked in here, by its definition:

- *Nameless coordinates* (``unordered``). The vectors of one position in every order are positions
  of the formulas, and each move is made from every order. What is said of positions is said of
  coordinates in ascending order (:func:`.in_every_order`). Sorting a vector then takes positions
  and options of the formulas to those of the game, so outcomes are the same.
- *Misère play*. A position from which no move's guard can be satisfied is won.

>>> from research.logic.formula import text
>>> rules = rules_of('''
... position play(x, y)
... move play -> play(x - n, y) for n where 1 <= n & n <= x
... unordered
... ''')
>>> [tuple(map(text, move.image)) for move in rules.moves]
[('x - n', 'y'), ('x', 'y - n')]
"""

from __future__ import annotations

from dataclasses import replace
from itertools import permutations
from textwrap import dedent
from typing import Any

from oracles.moves import MoveGame
from oracles.moves.formulas import DefinableGame, Move
from oracles.moves.reading import read_text
from oracles.rules import keeps_rules_of
from research.logic.decide import decide
from research.logic.errors import AutomataError
from research.logic.formula import (
    Binary,
    Formula,
    Not,
    Term,
    Variable,
    disjunction,
    exists,
    for_all,
    replaced,
    substituted,
)
from research.logic.kernel import Place
from research.proving.formula_model import FormulaModel, domain_of, in_every_order

MOST_NAMELESS = 6  # coordinates without names; their orders are written out


def formulas_of(game: MoveGame) -> FormulaModel:
    """Return a game in the language of moves with its formulas, made from its text."""

    def read(position: Any) -> Place:
        state, values = game.read(position)
        return Place(state, tuple(values))

    def written(place: Place) -> Any:
        return game.written(place.state, place.values)

    said = read_text(game.text)
    return FormulaModel(
        game,
        rules_of(game.text),
        read,
        written,
        "the text of the rules",
        unordered=said.unordered,
        domain=domain_of(said.rules.coordinates, said.rules.valid),
        starts_inside=keeps_rules_of(game, MoveGame, "start") or not said.rules.valid,
    )


def rules_of(source: str) -> DefinableGame:
    """Return the formulas of a text in the language of moves.

    Raises
    ------
    AutomataError
        If the text is malformed, or has too many nameless coordinates.

    Examples
    --------
    >>> from research.logic.formula import text
    >>> rules = rules_of('''
    ... position play(x)
    ... move play -> play(x - n) for n where 1 <= n & n <= x & n <= 3
    ... misere
    ... ''')
    >>> text(rules.won["play"])
    '~En 1 <= n & n <= x & n <= 3'
    """
    said = read_text(dedent(source))
    rules = said.rules
    if said.unordered:
        valid, won = (in_every_order(rules.coordinates, each) for each in (rules.valid, rules.won))
        rules = replace(rules, moves=_in_every_order(rules), valid=valid, won=won)
    if not said.misere:
        return rules
    won = dict(rules.won)
    for state in rules.coordinates:
        ended = no_move_from(state, rules.moves)
        won[state] = disjunction(won[state], ended) if state in won else ended
    return replace(rules, won=won)


def no_move_from(state: str, moves: tuple[Move, ...]) -> Formula:
    """Return: no move of these can be made from a control state."""
    guards = [exists(m.parameters, m.guard) for m in moves if m.source == state]
    return Not(disjunction(*guards))


def _in_every_order(rules: DefinableGame) -> tuple[Move, ...]:
    """Return the moves from every order of the coordinates, each once.

    Where a move stays in its state, its image is put back into the order of the source, so that a
    coordinate that does not change stays where it is.
    """
    found: list[Move] = []
    for move in rules.moves:
        names = rules.coordinates[move.source]
        if len(names) > MOST_NAMELESS:
            raise AutomataError(
                f"unordered: {move.source!r} has {len(names)} coordinates; at most {MOST_NAMELESS} "
                "are written out in every order"
            )
        for order in permutations(range(len(names))):
            terms: dict[str, Term] = {
                name: Variable(names[place]) for name, place in zip(names, order, strict=True)
            }
            image = [replaced(term, terms) for term in move.image]
            if move.target == move.source:
                image = [image[order.index(place)] for place in range(len(names))]
            made = replace(move, guard=substituted(move.guard, terms), image=tuple(image))
            if not _is_among(made, found, names):
                found.append(made)
    return tuple(found)


def _is_among(move: Move, found: list[Move], names: tuple[str, ...]) -> bool:
    """Whether a move is one of these, but for names of parameters and how its guard is written."""
    for order in permutations(move.parameters):
        terms: dict[str, Term] = {
            old: Variable(new) for old, new in zip(move.parameters, order, strict=True)
        }
        guard, image = substituted(move.guard, terms), [replaced(t, terms) for t in move.image]
        for other in found:
            alike = for_all((*names, *order), Binary("<=>", guard, other.guard))
            same_move = replace(move, guard=other.guard, image=tuple(image)) == other
            if same_move and decide(alike, "lsd_2").truth:
                return True
    return False
