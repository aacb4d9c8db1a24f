"""Which games are one thing with their formula, by what they are.

- A game in the language of moves is its text, a game on vectors without a guard its vectors. The
  formula is made from these again and compared with the one that is to be proved of; no flag
  says so, and no formula written beside the rules counts.
- Rules in Python are a formula that was read off them, or written by hand, if they can be run on
  symbols and the engine decides that they give the same options for every vector
  (:mod:`research.theorems.rules_on_symbols`).
- A heap game with a take-and-break code or a set of numbers is that code.

All this only if nothing of the rules is overridden, by a subclass or on the instance: then they are
rules in Python like any other. Where play starts and how many positions there are does not matter.

>>> from oracles.vectors import VectorGame, nim
>>> made_from_rules(nim(2)).origin
'made from the vectors (1, 0), (0, 1)'
>>> class Tricky(VectorGame):
...     def options(self, position):
...         return super().options(position)[:3]
>>> made_from_rules(Tricky([(1, 0), (0, 1)])) is None
True
"""

from __future__ import annotations

from dataclasses import replace
from inspect import getattr_static
from typing import Any

from oracles.alike import is_alike
from oracles.heaps import HeapGame, Subtraction
from oracles.moves import MoveGame
from oracles.plain import is_plain
from oracles.rules import Game
from oracles.vectors import VectorGame
from research.theorems.changing import why_rules_change
from research.theorems.encodings import Encoding
from research.theorems.vector_moves import formulas_from_vectors

_VECTOR_ATTRIBUTES = {"vectors", "piles", "guard", "ordered", "misere"}
_HEAP_ATTRIBUTES = {"rule", "misere", "loopy", "_known"}


def made_from_rules(game: Game[Any]) -> Encoding | None:
    """Return a game with the formulas that its rules are; None if it has rules in Python."""
    if isinstance(game, MoveGame) and game.is_plain():
        from research.theorems.move_formulas import formulas_of

        return formulas_of(game)
    if is_plain(game, VectorGame, _VECTOR_ATTRIBUTES) and game.guard is None:  # type: ignore[attr-defined]
        made = formulas_from_vectors(game)  # type: ignore[arg-type]
        return None if isinstance(made, str) else made
    return None


def as_one_thing(encoding: Encoding) -> Encoding | None:
    """Return the game with its own formulas, if those given are the same; else None."""
    made = _one_thing(encoding)
    return None if isinstance(made, str) else made


def why_two_things(encoding: Encoding) -> str:
    """Return why a game is not known to be the formulas given; "" if it is, or it is not known."""
    made = _one_thing(encoding)
    return made if isinstance(made, str) else ""


def _one_thing(encoding: Encoding) -> Encoding | str:
    if not encoding.made:
        from_rules = made_from_rules(encoding.game)
        made = _decided(encoding) if from_rules is None else _begun(from_rules)
        same = isinstance(made, str) or made.rules == encoding.rules
        encoding.made.append(made if same else "")
    return encoding.made[0]


def _begun(made: Encoding) -> Encoding | str:
    """Return formulas made from rules, if play starts as they say; else why another start may not.

    A start of one's own may change the rules, or start from what the formulas do not speak of.
    """
    from research.theorems.rules_on_symbols import starts_are_positions
    from research.theorems.symbols import NotOnSymbolsError

    game = made.game
    why = why_rules_change(type(game), *_VECTOR_ATTRIBUTES, "text")
    usual = getattr_static(game, "start") in (MoveGame.start, VectorGame.start)
    if why or usual or isinstance(game, MoveGame):  # which refuses what its text does not speak of
        return why or made
    try:
        started = all(decision.truth for decision in starts_are_positions(made))
    except NotOnSymbolsError as error:
        return str(error)
    return made if started else "play starts from what is no vector"


def _decided(encoding: Encoding) -> Encoding | str:
    """Return the game with formulas that its rules were decided to be; else why they were not."""
    from research.logic.errors import AutomataError
    from research.theorems.rules_on_symbols import rules_are_formulas
    from research.theorems.symbols import NotOnSymbolsError

    try:
        decisions = rules_are_formulas(encoding)
    except (NotOnSymbolsError, AutomataError) as error:
        return str(error)
    different = [decision.example for decision in decisions if not decision.truth]
    if different:
        return f"the formula is another game at {different[0]}"
    words = f"which the rules, run on symbols, are for every vector ({len(decisions)} statements)"
    return replace(encoding, origin=f"{encoding.origin}, {words}")


def is_code(game: HeapGame) -> bool:
    """Return whether a heap game is a take-and-break code or a subtraction set, and nothing else.

    >>> from oracles.codes import TakeAndBreak
    >>> is_code(HeapGame(TakeAndBreak("0.77"))), is_code(HeapGame(lambda heap: []))
    (True, False)
    """
    from oracles.codes import TakeAndBreak

    rule: Any = game.rule
    apart = frozenset({"rule", "_known"})
    if not is_plain(game, HeapGame, _HEAP_ATTRIBUTES, apart=apart) or type(game._known) is not dict:  # noqa: SLF001
        return False
    if why_rules_change(type(game), *_HEAP_ATTRIBUTES):
        return False
    game._known.clear()  # noqa: SLF001  # what is kept must come from the rule
    kept = frozenset({"_digits", "_ascending"})
    if is_plain(rule, TakeAndBreak, {"code", "base", "_digits"}, apart=kept):
        return is_alike(rule._digits, TakeAndBreak(rule.code, rule.base)._digits)  # noqa: SLF001
    return is_plain(rule, Subtraction, {"numbers", "_ascending"}, apart=kept) and is_alike(
        rule._ascending,  # noqa: SLF001
        Subtraction(rule.numbers)._ascending,  # noqa: SLF001
    )
