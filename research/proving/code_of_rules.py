"""Codes of heap games as the fast solver reads them, made from the oracle's rules.

The oracle and the solver read codes independently of each other; here one is translated into the
other, so that what is computed from the code can be compared with the rules.
"""

from __future__ import annotations

from types import FunctionType
from typing import TYPE_CHECKING, Any

from oracles.rules import Game, keeps_rules_of

if TYPE_CHECKING:
    from collections.abc import Iterable

    from fast.heap_codes import HeapCode
    from oracles.rules import Rules

FAR = 40  # the heap to which differences are read off


def heap_code(game: Rules[Any]) -> HeapCode | str:
    """Return the code of a heap game, or why there is none.

    Examples
    --------
    >>> from oracles.heaps import HeapGame, octal
    >>> heap_code(octal("0.77")).text
    '0.77'
    >>> heap_code(HeapGame(lambda heap: [(less,) for less in range(heap)]))
    'its rule is a function and no code'
    """
    from fast.heap_codes import CodeError, parse_code
    from oracles.codes import TakeAndBreak
    from oracles.heaps import HeapGame, Subtraction

    if not isinstance(game, HeapGame):
        return "it is no heap game"
    rule: Any = game.rule
    if type(rule) not in (TakeAndBreak, Subtraction) or not keeps_rules_of(game, HeapGame):
        return "its rule is a function and no code"
    if isinstance(rule, Subtraction):
        text = f"subtraction:{','.join(map(str, sorted(set(rule.numbers))))}"
    else:
        text = f"heap:{rule.code}"
    try:
        return parse_code(text)
    except CodeError as error:
        return f"the fast solver does not read it ({str(error).splitlines()[0]})"


class SingleHeaps(Game[int]):
    """One heap under a rule that is a function, by which a move leaves one heap at most."""

    def __init__(self, rule: Any) -> None:
        self.rule = rule

    def start(self, size: int) -> Iterable[int]:
        """Every heap to a size."""
        return range(size + 1)

    def options(self, position: int) -> Iterable[int]:
        """What the rule leaves of a heap."""
        for heaps in self.rule(position):
            assert len(heaps) <= 1, "a move leaves several heaps"
            yield sum(heaps)


def decided_code(game: Rules[Any]) -> HeapCode | str:
    """Return the code of a heap game; of a function, if it is decided that it is a finite set.

    Examples
    --------
    >>> from oracles.heaps import HeapGame
    >>> decided_code(HeapGame(lambda heap: [(heap - n,) for n in (1, 3) if n <= heap])).text
    'subtraction:1,3'
    >>> decided_code(HeapGame(lambda heap: [(less,) for less in range(heap)]))
    'its rule is a function that takes no finite set of numbers'
    """
    from oracles.heaps import HeapGame, Subtraction

    code = heap_code(game)
    if not isinstance(game, HeapGame) or not isinstance(game.rule, FunctionType):
        return code
    if not keeps_rules_of(game, HeapGame):
        return code
    from research.logic.decide import decide
    from research.logic.formula import Binary, for_all, parse
    from research.proving.predicates import option_formula
    from research.proving.rules_equal_formula import STATE, game_formulas

    model = game_formulas(SingleHeaps(game.rule))
    if isinstance(model, str):
        return f"its rule is a function and no code: {model}"
    ((_, (heap,)),) = model.rules.coordinates.items()
    by_rule = option_formula(model.rules, STATE, STATE, ("y",))
    taken = sorted({FAR - rest for rest in SingleHeaps(game.rule).options(FAR)})
    by_set = parse(" | ".join(f"{heap} = y + {number}" for number in taken) or "0 = 1").formula
    if not decide(for_all((heap, "y"), Binary("<=>", by_rule, by_set))).truth:
        return "its rule is a function that takes no finite set of numbers"
    return heap_code(HeapGame(Subtraction(tuple(taken)), game.misere))
