"""Heap games whose rule is a Python function: decided to be a code, or formulas of single heaps.

The function is run on a symbol (:mod:`.symbolic_execution`). What small heaps suggest as its code
is decided to give the same options of heaps of every size. A function that leaves at most one heap
gives the formulas of the game of single heaps.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from fast.heap_codes import HeapCode, HeapCodeError, parse_code
from oracles.heaps import HeapGame, HeapRule
from oracles.moves.formulas import DefinableGame, Move
from research.logic.decide import decide
from research.logic.formula import (
    Comparison,
    Constant,
    Formula,
    Variable,
    conjunction,
    disjunction,
    for_all,
    implies,
    parse,
)
from research.logic.kernel import Place
from research.logic.numeration import Relation
from research.proving.formula_model import FormulaModel
from research.proving.move_formulas import no_move_from
from research.proving.position_layout import STATE
from research.proving.python_subset import Reader
from research.proving.results import NotProvable
from research.proving.symbolic_execution import SYSTEM, Path, outcomes
from research.proving.symbols import NotOnSymbolsError, Symbol, as_term

if TYPE_CHECKING:
    from research.logic.formula import Term

HEAP = "heap"
LOOKED_AT = 60  # the heap whose options suggest a code
LONGEST, LARGEST_REPEAT = 24, 6  # digits of a code that is suggested
SINGLE = "single heaps of every size"


@dataclass(frozen=True)
class ReadRule:
    """A rule that is read as a part of another function, with the paths through it."""

    function: HeapRule
    paths: list[Path]

    def __call__(self, heap: int) -> Iterable[Iterable[int]]:
        """Return what may be left of a heap."""
        return self.function(heap)


def _paths(game: HeapGame) -> list[Path]:
    """Return the paths through the rule, the value of each being what may be left of a heap."""
    if isinstance(game.rule, ReadRule):
        return game.rule.paths

    def made(at: tuple[Symbol, ...]) -> list[tuple[Any, ...]]:
        reader = Reader()
        left = [tuple(reader.members(each)) for each in reader.members(reader.call(game.rule, *at))]
        for heaps in left:
            if any(type(heap) not in (int, Symbol) or heap < 0 for heap in heaps):
                raise NotOnSymbolsError("the rule leaves a heap that is not a natural number")
        return left

    try:
        return outcomes(made, (HEAP,))
    except NotOnSymbolsError as error:
        raise NotProvable(f"the rule is a Python function that is not read: {error}") from error


def code_of_function(game: HeapGame) -> HeapCode:
    """Return the code that the function of a heap game is.

    Raises
    ------
    NotProvable
        If the function is not read, or is no code that small heaps suggest.

    Examples
    --------
    >>> code_of_function(HeapGame(lambda heap: [(left,) for left in range(heap)])).text
    '0.[3]'
    """
    digits, repeat = _suggested(game)
    first, *rest = (f"&{digit};" for digit in digits)
    cut = len(rest) - repeat
    tail = f"[{''.join(rest[cut:])}]" if repeat else ""
    text = f"heap:{first}.{''.join(rest[:cut])}{tail}"
    try:
        code = parse_code(text)
    except HeapCodeError as error:
        raise NotProvable("the rule is a Python function, not a code") from error
    paths = _paths(game)
    less, more = Variable("less"), Variable("more")  # what is left, either of which may be 0
    by_function = [
        disjunction(*(path.when(_are(heaps, less, more)) for heaps in path.value)) for path in paths
    ]
    same = parse(f"({options_by_code(code)}) <=> $function(heap,less,more)").formula
    names = (HEAP, "less", "more")
    function = Relation(names, disjunction(*by_function))
    statement = for_all(names, implies(Comparison("<=", less, more), same))
    found = decide(statement, SYSTEM, {"function": function})
    if not found.truth:
        raise NotProvable(f"the rule is a Python function, not the code {code.text}")
    return code


def _are(heaps: tuple[Any, ...], less: Variable, more: Variable) -> Formula:
    """Return that these are the heaps that are left, empty ones included."""
    if len(heaps) > 2:
        raise NotProvable("the rule is a Python function that leaves more than two heaps")
    terms: list[Term] = [Constant(0)] * (2 - len(heaps)) + [as_term(heap) for heap in heaps]
    one, other = terms
    return disjunction(
        conjunction(Comparison("=", less, one), Comparison("=", more, other)),
        conjunction(Comparison("=", less, other), Comparison("=", more, one)),
    )


def _suggested(game: HeapGame) -> tuple[list[int], int]:
    """Return the digits that small heaps suggest, and how many of the last ones repeat."""
    digits = [0] * (LONGEST + 1)
    for left in game.replacements(LOOKED_AT):
        taken = LOOKED_AT - sum(left)
        if 0 <= taken <= LONGEST:
            digits[taken] |= 1 << len(left)
    for taken in range(1, LONGEST + 1):
        digits[taken] |= () in game.replacements(taken)
    for repeat in range(1, LARGEST_REPEAT + 1):
        tail = digits[-repeat:]
        if any(tail) and digits[-3 * repeat :] == 3 * tail:
            while len(digits) > repeat + 1 and digits[-repeat - 1] == digits[-1]:
                digits.pop()
            return digits, repeat
    while len(digits) > 2 and not digits[-1]:
        digits.pop()
    return digits, 0


def options_by_code(code: HeapCode) -> str:
    """Return what a code leaves of a heap, ``less <= more``; a heap of 0 is none."""
    kinds = ("less = 0 & more = 0", "less = 0 & more >= 1", "less >= 1")
    first, parts = len(code.digits) - code.repeat, []
    for taken, digit in enumerate(code.digits):
        said = " | ".join(f"({kind})" for bit, kind in enumerate(kinds) if digit >> bit & 1)
        if said and taken < first:
            parts.append(f"(heap = less + more + {taken} & ({said}))")
        elif said:
            amount = f"heap = less + more + {code.repeat}*k + {taken}"
            parts.append(f"((Ek {amount}) & ({said}))")
    return f"less <= more & ({' | '.join(parts) or '0 = 1'})"


def single_heaps(game: HeapGame) -> FormulaModel:
    """Return the game of single heaps with its formulas, where the rule leaves at most one heap."""
    moves = []
    for path in _paths(game):
        for heaps in path.value:
            if len(heaps) > 1:
                raise NotProvable("the rule is a Python function that leaves more than one heap")
            (left,) = heaps or (0,)
            left_over = Variable("left")
            guard = path.when(Comparison("=", left_over, as_term(left)))
            bound = Comparison("<=", left_over, Variable(HEAP))
            moves.append(Move(STATE, STATE, ("left",), conjunction(bound, guard), (left_over,)))
    won = {STATE: no_move_from(STATE, tuple(moves))} if game.misere else {}
    rules = DefinableGame({STATE: (HEAP,)}, tuple(moves), {STATE: Variable(HEAP)}, won=won)

    def read(position: Any) -> Place:
        return Place(STATE, (sum(position),))

    def written(place: Place) -> Any:
        return tuple(size for size in place.values if size)

    origin = "the source of the rule, run on a symbol"
    return FormulaModel(game, rules, read, written, origin, domain=SINGLE)
