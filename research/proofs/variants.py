"""Games from the literature whose criteria the Kernel theorem proves, with formulas by hand.

The rules are those of :mod:`research.variants`; the criterion is each game's published one.
"""

from __future__ import annotations

from itertools import combinations, product
from typing import Any

from oracles.heaps import subtraction
from research.automata.automaton import Automaton
from research.automata.numeration import system
from research.automata.parser import parse
from research.proofs.formulas_by_hand import written_formulas
from research.proofs.known import Criterion, KnownTheorem
from research.proofs.words import STATED


def _plain(text: str) -> Criterion:
    return {"play": parse(text).formula}


def staircase_nim() -> KnownTheorem:
    """Return: staircase nim on four steps is nim with the odd ones."""
    from research.variants.staircase_nim import StaircaseNim

    steps = ("s1", "s2", "s3", "s4")
    moves = ["play -> play(s1 - n, s2, s3, s4) for n where n >= 1 & n <= s1"]
    for place in range(1, 4):
        image = list(steps)
        image[place - 1], image[place] = f"{steps[place - 1]} + n", f"{steps[place]} - n"
        moves.append(f"play -> play({', '.join(image)}) for n where n >= 1 & n <= {steps[place]}")
    return KnownTheorem(
        written_formulas(
            StaircaseNim(),
            coordinates={"play": ", ".join(steps)},
            moves=moves,
            measure={"play": "s1 + 2*s2 + 3*s3 + 4*s4"},
        ),
        STATED["staircase-nim"].words,
        _plain("s1 = s3"),
        wrong={"the even steps": lambda: _plain("s2 = s4")},
    )


def coins_on_a_strip() -> KnownTheorem:
    """Return: four coins on a strip are nim with two of the gaps, for a strip of every length."""
    from research.variants.coins_on_a_strip import CoinsOnAStrip

    gaps = ("g0", "g1", "g2", "g3")
    moves = []
    for place, gap in enumerate(gaps):
        image = list(gaps)
        image[place] = f"{gap} - n"
        if place < 3:
            image[place + 1] = f"{gaps[place + 1]} + n"
        moves.append(f"play -> play({', '.join(image)}) for n where n >= 1 & n <= {gap}")

    def read(position: Any) -> tuple[str, tuple[int, ...]]:
        return "play", tuple(b - a - 1 for a, b in zip((-1, *position), position, strict=False))

    def written(_: str, values: tuple[int, ...]) -> Any:
        return tuple(sum(values[: place + 1]) + place for place in range(4))

    return KnownTheorem(
        written_formulas(
            CoinsOnAStrip(),
            coordinates={"play": ", ".join(gaps)},
            moves=moves,
            measure={"play": "4*g0 + 3*g1 + 2*g2 + g3"},
            read=read,
            written=written,
        ),
        STATED["coins-on-a-strip"].words,
        _plain("g1 = g3"),
        wrong={"the other gaps": lambda: _plain("g0 = g2")},
    )


def fibonacci_nim() -> KnownTheorem:
    """Return: Fibonacci nim is lost if the least Zeckendorf part may not be taken."""
    from research.variants.fibonacci_nim import FibonacciNim

    return KnownTheorem(
        written_formulas(
            FibonacciNim(),
            coordinates={"play": "h, l"},
            moves=["play -> play(h - n, 2*n) for n where n >= 1 & n <= h & n <= l"],
            measure={"play": "h"},
        ),
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
    from research.variants.moores_nim import MooresNim

    piles = ("a", "b", "c", "d")
    moves = []
    for first, second in combinations(range(4), 2):
        image = list(piles)
        image[first], image[second] = f"{piles[first]} - n", f"{piles[second]} - m"
        moves.append(
            f"play -> play({', '.join(image)}) for n, m where n + m >= 1 & n <= {piles[first]} & "
            f"m <= {piles[second]}"
        )
    return KnownTheorem(
        written_formulas(
            MooresNim(),
            coordinates={"play": ", ".join(piles)},
            moves=moves,
            read=lambda position: ("play", position),
            written=lambda _, values: tuple(sorted(values)),
        ),
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
    return KnownTheorem(
        written_formulas(
            subtraction(1, 2, 3, misere=True),
            coordinates={"play": "x"},
            moves=["play -> play(x - n) for n where n >= 1 & n <= 3 & n <= x"],
            won={"play": "x = 0"},
            read=lambda position: ("play", (sum(position),)),
            written=lambda _, values: values if values[0] else (),
        ),
        STATED["twenty-one"].words,
        _plain("Ek x = 4*k + 1"),
        wrong={"as in normal play": lambda: _plain("Ek x = 4*k")},
    )


def white_knight() -> KnownTheorem:
    """Return: the White Knight's P-positions are blocks of four squares."""
    from research.variants.white_knight import WhiteKnight

    moves = [
        "play -> play(x - 2, y - 1) where x >= 2 & y >= 1",
        "play -> play(x - 2, y + 1) where x >= 2",
        "play -> play(x - 1, y - 2) where x >= 1 & y >= 2",
        "play -> play(x + 1, y - 2) where y >= 2",
    ]
    blocks = "(Ek x = 4*k | x = 4*k + 1) & (Ek y = 4*k | y = 4*k + 1)"
    return KnownTheorem(
        written_formulas(WhiteKnight(), coordinates={"play": "x, y"}, moves=moves),
        STATED["white-knight"].words,
        _plain(blocks),
        wrong={"at multiples of 3": lambda: _plain(blocks.replace("4", "3"))},
    )
