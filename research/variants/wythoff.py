"""Wythoff's game: take from one of two piles, or the same number from both."""

from itertools import count
from math import isqrt

from oracles.vectors import VectorGame
from research.claims.study import Study
from research.proving.claiming import claim_theorem

study = Study(
    "wythoff",
    VectorGame([(1, 0), (0, 1), (1, 1)]),
    title="Wythoff's game",
    source="W. A. Wythoff, Nieuw Arch. Wisk. 7 (1907) 199-202",
)


def times_golden_ratio(n):
    return (n + isqrt(5 * n * n)) // 2


study.p_positions(
    r"The P-positions are $(\lfloor n\varphi \rfloor, \lfloor n\varphi \rfloor + n)$.",
    believed=lambda piles: piles[0] == times_golden_ratio(piles[1] - piles[0]),
    controls={"rounded up": lambda piles: piles[0] == times_golden_ratio(piles[1] - piles[0]) + 1},
)
study.sequence(
    "The smaller piles of the P-positions are A000201, the lower Wythoff sequence.",
    terms=[1, 3, 4, 6, 8, 9, 11, 12, 14, 16, 17, 19, 21, 22, 24, 25, 27, 29, 30, 32, 33, 35, 37],
    first=1,
    computed=lambda truth, n: next(a for a in count() if truth.outcome((a, a + n)) == "P"),
    source="OEIS, A000201",
)


def pairs(smaller="x1", larger="x2"):
    from research.logic.digits import one_more_zero

    return one_more_zero(smaller, larger)


claim_theorem(
    study,
    "In Wythoff's game the player to move loses exactly if, in Zeckendorf's numeration, the word "
    "of the smaller heap ends in an even number of zeros and the larger heap's word is the same "
    "with one more zero.",
    name="zeckendorf-words-for-every-size",
    criterion=pairs,
    controls={
        "heaps exchanged": lambda: pairs("x2", "x1"),
        "equal heaps, as in nim": "x1 = x2",
    },
    system="lsd_fib",
    source="A. S. Fraenkel, Amer. Math. Monthly 89 (1982) 353-361",
)
