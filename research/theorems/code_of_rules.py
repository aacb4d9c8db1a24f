"""Codes of heap games as the fast solver reads them, made from the oracle's rules.

The oracle and the solver read codes independently of each other; here one is translated into the
other, so that what is computed from the code can be compared with the rules.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from oracles.rules import keeps_rules_of

if TYPE_CHECKING:
    from fast.heap_codes import HeapCode
    from oracles.rules import Rules


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
    codes = type(rule) in (TakeAndBreak, Subtraction)
    if not codes or not keeps_rules_of(game, HeapGame):
        return "its rule is a function and no code"
    if isinstance(rule, Subtraction):
        text = f"subtraction:{','.join(map(str, sorted(set(rule.numbers))))}"
    else:
        text = f"heap:{rule.code}"
    try:
        return parse_code(text)
    except CodeError as error:
        return f"the fast solver does not read it ({str(error).splitlines()[0]})"
