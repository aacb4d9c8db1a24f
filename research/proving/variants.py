"""Games from the literature whose criteria the Kernel theorem proves.

The rules are those of :mod:`research.variants`, in the language of moves; the criterion is each
game's published one.
"""

from __future__ import annotations

from itertools import product

from research.logic.automaton import Automaton
from research.logic.numeration import system
from research.logic.parser import parse
from research.theorems.known import Criterion, KnownTheorem
from research.theorems.move_formulas import formulas_of
from research.theorems.words import STATED


def _plain(text: str) -> Criterion:
    return {"play": parse(text).formula}


def staircase_nim() -> KnownTheorem:
    """Return: staircase nim on four steps is nim with the odd ones."""
    from research.variants.staircase_nim import STAIRCASE

    return KnownTheorem(
        formulas_of(STAIRCASE),
        STATED["staircase-nim"].words,
        _plain("s1 = s3"),
        wrong={"the even steps": lambda: _plain("s2 = s4")},
    )


def coins_on_a_strip() -> KnownTheorem:
    """Return: four coins on a strip are nim with two of the gaps, for a strip of every length."""
    from research.variants.coins_on_a_strip import STRIP

    return KnownTheorem(
        formulas_of(STRIP),
        STATED["coins-on-a-strip"].words,
        _plain("b - a - 1 = d - c - 1"),
        wrong={"the other gaps": lambda: _plain("a = c - b - 1")},
    )


def fibonacci_nim() -> KnownTheorem:
    """Return: Fibonacci nim is lost if the least Zeckendorf part may not be taken."""
    from research.variants.fibonacci_nim import FIBONACCI

    return KnownTheorem(
        formulas_of(FIBONACCI),
        STATED["fibonacci-nim"].words,
        _plain("h = 0 | (Ep $least(h,p) & l < p)"),
        "lsd_fib",
        relations={"least": least_part()},
        wrong={
            "at most the least part": lambda: _plain("h = 0 | (Ep $least(h,p) & l <= p)"),
            "less than the pile": lambda: _plain("l < h | h = 0"),
        },
    )


def least_part() -> Automaton:
    """Return the automaton of (h, p): p is the least part of h in Zeckendorf's numeration.

    >>> [p for p in range(9) if system("lsd_fib").holds(least_part(), {"h": 11, "p": p})]  # 8 + 3
    [3]
    """
    before, after, sink = 0, 1, 2
    table = [
        [before, sink, sink, after],  # the letters are (h, p) = 00, 10, 01, 11
        [after, after, sink, sink],
        [sink] * 4,
    ]
    automaton = Automaton.build(2, "lsd", ["h", "p"], table, [False, True, False])
    return automaton & system("lsd_fib").valid(("h", "p"))


def moores_nim() -> KnownTheorem:
    """Return: Moore's nim with four piles, one or two of which are lowered."""
    from research.variants.moores_nim import MOORE

    return KnownTheorem(
        formulas_of(MOORE),
        STATED["moores-nim"].words,
        {"play": columns_divisible_by(3)},
        wrong={"divisible by 2, as in nim": lambda: {"play": columns_divisible_by(2)}},
    )


def columns_divisible_by(divisor: int) -> Automaton:
    """Return the automaton of four numbers whose binary digits in each place sum to a multiple.

    >>> columns_divisible_by(3).accepts(a=1, b=3, c=1, d=2), columns_divisible_by(3).states
    (False, 2)
    """
    row = [int(sum(digits) % divisor > 0) for digits in product((0, 1), repeat=4)]
    return Automaton.build(2, "lsd", ["a", "b", "c", "d"], [row, [1] * 16], [True, False])


def twenty_one() -> KnownTheorem:
    """Return: the game of twenty-one, one heap under misère play."""
    from research.variants.twenty_one import TWENTY_ONE

    return KnownTheorem(
        formulas_of(TWENTY_ONE),
        STATED["twenty-one"].words,
        _plain("Ek x = 4*k + 1"),
        wrong={"as in normal play": lambda: _plain("Ek x = 4*k")},
    )


def white_knight() -> KnownTheorem:
    """Return: the White Knight's P-positions are blocks of four squares."""
    from research.variants.white_knight import KNIGHT

    blocks = "(Ek x = 4*k | x = 4*k + 1) & (Ek y = 4*k | y = 4*k + 1)"
    return KnownTheorem(
        formulas_of(KNIGHT),
        STATED["white-knight"].words,
        _plain(blocks),
        wrong={"at multiples of 3": lambda: _plain(blocks.replace("4", "3"))},
    )
