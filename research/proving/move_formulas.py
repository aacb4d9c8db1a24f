"""Games written in the language of moves, as formulas.

The text is the game: the oracle enumerates its options from it, and this module makes the formulas
of the Kernel theorem from it. Parser and syntax tree are the oracle's (:mod:`oracles.moves`). What
the language leaves unsaid is worked in here, by its definition:

- *Nameless coordinates* (``unordered``). The vectors of one position in every order are positions
  of the formulas, and each move is made from every order. Sorting a vector then takes positions and
  options of the formulas to those of the game, so outcomes are the same.
- *Misère play*. A position from which no move's guard can be satisfied is won.

>>> rules = rules_of('''
... position play(x, y)
... move play -> play(x - n, y) for n where 1 <= n & n <= x
... unordered
... ''')
>>> [tuple(map(text, move.image)) for move in rules.moves]
[('x - n', 'y'), ('x', 'y - n')]
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from itertools import pairwise, permutations
from textwrap import dedent
from typing import Any

from oracles.moves import MoveGame
from oracles.moves.definable import DefinableGame, Move
from oracles.moves.reading import read_text
from research.logic.errors import AutomataError
from research.logic.formula import (
    Binary,
    Comparison,
    Formula,
    Not,
    Sum,
    Term,
    Variable,
    disjunction,
    exists,
    for_all,
    operands,
    replaced,
    substituted,
    text,
)
from research.logic.kernel import Place
from research.proving.formula_model import FormulaModel

MOST_NAMELESS = 6  # coordinates without names; their orders are written out


def formulas_of(game: MoveGame) -> FormulaModel:
    """Return a game in the language of moves with its formulas, made from its text.

    Raises
    ------
    AutomataError
        If the text is malformed, or nameless coordinates are treated differently.
    """
    rules = rules_of(game.text)

    def read(position: Any) -> Place:
        state, values = game.read(position)
        return Place(state, tuple(values))

    return FormulaModel(
        game, rules, read, lambda p: game.written(p.state, p.values), "the text of the rules"
    )


def rules_of(source: str) -> DefinableGame:
    """Return the formulas of a text in the language of moves.

    Examples
    --------
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
        _require_alike(rules.coordinates, {"position": rules.valid, "won": rules.won})
        rules = replace(rules, moves=_in_every_order(rules.coordinates, rules.moves))
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


def _in_every_order(
    coordinates: Mapping[str, tuple[str, ...]], moves: tuple[Move, ...]
) -> tuple[Move, ...]:
    """Return the moves from every order of the coordinates, each once.

    Where a move stays in its state, its image is put back into the order of the source, so that a
    coordinate that does not change stays where it is.
    """
    found: dict[object, Move] = {}
    for move in moves:
        names = coordinates[move.source]
        if len(names) > MOST_NAMELESS:
            raise AutomataError(
                f"unordered: {move.source!r} has {len(names)} coordinates; at most {MOST_NAMELESS} "
                "are written out in every order"
            )
        for order in permutations(range(len(names))):
            permuted = _permuted(move, names, order)
            found.setdefault(_key(permuted), permuted)
    return tuple(found.values())


def _permuted(move: Move, names: tuple[str, ...], order: tuple[int, ...]) -> Move:
    terms: dict[str, Term] = {
        name: Variable(names[place]) for name, place in zip(names, order, strict=True)
    }
    image = [replaced(term, terms) for term in move.image]
    if move.target == move.source:
        image = [image[order.index(place)] for place in range(len(names))]
    return Move(
        move.source, move.target, move.parameters, substituted(move.guard, terms), tuple(image)
    )


def _key(move: Move) -> str:
    """Return the same text for moves that differ by names of parameters or order alone."""
    keys = []
    for order in permutations(move.parameters):
        terms: dict[str, Term] = {
            old: Variable(new) for old, new in zip(move.parameters, order, strict=True)
        }
        guards = {_sorted(part) for part in operands(substituted(move.guard, terms), "&")}
        keys.append((sorted(guards), [_sorted(replaced(term, terms)) for term in move.image]))
    return repr((move.source, move.target, len(move.parameters), min(keys)))


def _sorted(node: Formula | Term) -> str:
    """Write a comparison or term with its summands, and the sides of an equation, in order."""
    match node:
        case Comparison("=" | "!=" as sign, left, right):
            return f" {sign} ".join(sorted((_sorted(left), _sorted(right))))
        case Comparison(sign, left, right):
            return f"{_sorted(left)} {sign} {_sorted(right)}"
        case Sum():
            return " + ".join(sorted(_sorted(part) for part in _summands(node)))
        case _:
            return f"({text(node)})"


def _summands(term: Term) -> list[Term]:
    if isinstance(term, Sum):
        return _summands(term.left) + _summands(term.right)
    return [term]


def _require_alike(
    coordinates: Mapping[str, tuple[str, ...]], formulas: Mapping[str, Mapping[str, Formula]]
) -> None:
    """Decide that ``where`` and ``won`` hold of a vector in every order or in none.

    Swapping neighbours gives every order.
    """
    from research.logic.decide import decide

    for state, names in coordinates.items():
        for kind, known in formulas.items():
            for first, second in pairwise(names):
                if state not in known:
                    continue
                swapped = substituted(
                    known[state], {first: Variable(second), second: Variable(first)}
                )
                decision = decide(for_all(names, Binary("<=>", known[state], swapped)), "lsd_2")
                if not decision.truth:
                    at = ", ".join(f"{n}={v}" for n, v in (decision.example or {}).items())
                    raise AutomataError(
                        f"unordered: {kind} {state} where {text(known[state])!r} tells {first} "
                        f"from {second}, at {at}; write a formula that treats them alike"
                    )
