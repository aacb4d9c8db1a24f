"""What is known of the games in ``games/``: when a position is a P-position, and its source.

Above each criterion stand its words, "a position is a P-position exactly if ...", and its source.
Each is written from the source. Nothing here is taken from Grundwork.
The files say the sources in full; WW is Winning Ways, 2nd ed., and folklore has no one source.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache, reduce
from itertools import count
from math import isqrt
from operator import xor
from typing import Any


def nim_sum(values: Any) -> int:
    return reduce(xor, values, 0)


def by_values(values: Callable[[int], int]) -> Callable[[tuple[int, ...]], bool]:
    """Whether the nim sum of the Grundy values of the heaps is 0."""
    return lambda heaps: nim_sum(map(values, heaps)) == 0


def misere_nim(heaps: Any) -> bool:
    return nim_sum(heaps) == (1 if max(heaps, default=0) < 2 else 0)


def two_sqrt(heaps: tuple[int, int]) -> bool:
    """Whether the heaps are n√2 and n√2 + 2n, rounded down."""
    n, odd = divmod(heaps[1] - heaps[0], 2)
    return not odd and heaps[0] == isqrt(2 * n * n)


@cache
def st_pair(n: int) -> tuple[int, int]:
    """Return A(n) = mex of all A and B before, and B(n) = 2 A(n) + n."""
    used = {heap for k in range(n) for heap in st_pair(k)}
    a = next(k for k in count() if k not in used)
    return a, 2 * a + n


def two_one(heaps: tuple[int, int]) -> bool:
    return tuple(sorted(heaps)) in map(st_pair, range(min(heaps) + 1))


def wythoff_misere(heaps: tuple[int, int]) -> bool:
    a, b = heaps
    golden = a == (b - a + isqrt(5 * (b - a) ** 2)) // 2
    return heaps in ((0, 1), (2, 2)) or (b > 2 and golden)


def euclid(pair: tuple[int, int]) -> bool:
    """Whether one number is 0, or the ratio is above 1 and below the golden ratio."""
    a, b = pair
    return a == 0 or (a < b and b * b < a * b + a * a)


def last_zeckendorf(heap: int) -> int:
    """Return the least part of a heap as a sum of Fibonacci numbers, no two of them adjacent."""
    part = 0
    while heap:
        part, following = 1, 2
        while following <= heap:
            part, following = following, part + following
        heap -= part
    return part


def exact_slow(heaps: tuple[int, int, int]) -> bool:
    a, b, c = heaps
    if a + b <= c:
        return a % 2 == b % 2 == 0
    return a % 2 == b % 2 == c % 2 == 0 or (a + b + c) % 4 == 1


def digit_sums(heaps: tuple[int, ...]) -> bool:
    """Whether in each binary place the number of ones is divisible by 3."""
    return all(
        sum(heap >> i & 1 for heap in heaps) % 3 == 0 for i in range(max(heaps).bit_length())
    )


def lasker(heap: int) -> int:
    return heap + {0: -1, 3: 1}.get(heap % 4, 0) if heap else 0


def kayles(row: int) -> int:
    exceptions = {0: 0, 3: 3, 6: 3, 9: 4, 11: 6, 15: 7, 18: 3, 21: 4, 22: 6, 28: 5, 34: 6, 39: 3}
    period = (4, 1, 2, 8, 1, 4, 7, 2, 1, 8, 2, 7)
    return (exceptions | {57: 4, 70: 6}).get(row, period[row % 12])


def dawsons_kayles(row: int) -> int:
    exceptions = {0: 0, 1: 0, 15: 0, 17: 2, 18: 2, 32: 2, 35: 0, 52: 2}
    period = (4, 8, 1, 1, 2, 0, 3, 1, 1, 0, 3, 3, 2, 2, 4, 4, 5, 5, 9, 3, 3, 0, 1, 1, 3, 0, 2, 1, 1)
    return exceptions.get(row, (*period, 0, 4, 5, 3, 7)[row % 34])


def odious(coin: int) -> int:
    """Return 2n or 2n + 1, whichever has an odd number of ones in base 2."""
    return 2 * coin + (coin.bit_count() + 1) % 2


def odd_zeros_in_base_3(n: int) -> bool:
    zeros = 0
    while n and n % 3 == 0:
        n, zeros = n // 3, zeros + 1
    return n == 0 or zeros % 2 == 1


KNOWN: dict[str, Callable[[Any], bool]] = {
    # the nim sum of 3⌊n/6⌋ + (n mod 3) over the heaps is 0 (folklore)
    "all_but": by_values(lambda n: n // 6 * 3 + n % 3),
    # the number of breaks that are left, the sum of h * w - 1, is even (folklore)
    "breaking_chocolate": lambda pieces: sum(h * w - 1 for h, w in pieces) % 2 == 0,
    # the nim sum of ⌊x/3⌋ is 0, and the sum of x divisible by 3 (Fraenkel, Lorberbom 1991)
    "cyclic_nimhoff": lambda heaps: nim_sum(x // 3 for x in heaps) == 0 and sum(heaps) % 3 == 0,
    # both heaps are odd (Abuku and others, arXiv:2301.12964)
    "delete_nim": lambda heaps: heaps[0] % 2 == heaps[1] % 2 == 1,
    # the word is even and the coins 1 mod 6, or odd and 0 or 5 mod 6 (folklore)
    "even_wins": lambda p: p[1] % 6 == 1 if p[0] == "even" else p[1] % 6 in (0, 5),
    # a + b <= c, even a, b; or a + b > c, all even or sum 1 mod 4 (Gurvich and others 2020)
    "exact_slow_nim": exact_slow,
    # both coordinates are 0 or 1 modulo 4 (WW ch. 3)
    "four_knight_moves": lambda p: p[0] % 4 < 2 and p[1] % 4 < 2,
    # the first and the third step have as many coins (folklore)
    "four_steps": lambda steps: steps[0] == steps[2],
    # the heaps are ⌊n√2⌋ and ⌊n√2⌋ + 2n (Fraenkel 1982)
    "generalized_wythoff": two_sqrt,
    # the largest occurs evenly often, or all are empty (Albert and Nowakowski 2004)
    "greedy_nim": lambda heaps: max(heaps) == 0 or heaps.count(max(heaps)) % 2 == 0,
    # both coordinates are even (folklore)
    "king": lambda p: p[0] % 2 == p[1] % 2 == 0,
    # n is 0 or ends in an odd number of zeros in base 3 (Fraenkel 2011)
    "mark_three": odd_zeros_in_base_3,
    # the nim sum is 0, or 1 where no heap is above 1 (Bouton 1901)
    "misere_nim": misere_nim,
    # the heaps modulo 4 are a P-position of misère nim (WW ch. 13)
    "misere_subtraction": lambda heaps: misere_nim([heap % 4 for heap in heaps]),
    # as in normal play, but (0, 1), (2, 2) for (0, 0), (1, 2) (WW ch. 13)
    "misere_wythoff": wythoff_misere,
    # less may be taken than the power of 2 in the heap, if any is left (Schwenk 1970)
    "no_more_than_before": lambda p: p[0] == 0 or p[1] < p[0] & -p[0],
    # the nim sum of the heaps modulo 3 is 0 (folklore)
    "powers_of_two": by_values(lambda n: n % 3),
    # the coordinates are congruent modulo 4 (folklore)
    "short_rook": lambda p: (p[0] - p[1]) % 4 == 0,
    # the nim sum of the rows' values, of period 12 from 71, is 0 (Guy, Smith 1956; WW ch. 4)
    "skittles": by_values(kayles),
    # the heaps are A(n) = mex of all before, B(n) = 2 A(n) + n (Fraenkel 1998)
    "st_wythoff": two_one,
    # the nim sum of x, y and z is 0 (Nakamura and Miyadera 2015)
    "stepped_chocolate": lambda p: nim_sum(p) == 0,
    # the nim sum of the runs' values, of period 34 from 53, is 0 (Guy, Smith 1956; WW ch. 4)
    "striking_letters": lambda word: by_values(dawsons_kayles)(map(len, word.split("x"))),
    # one is 0, or 1 < ratio < the golden ratio (Cole and Davie 1969)
    "subtract_multiples": euclid,
    # the nim sum of the values 0, 1, 0, 1, 2, 3, 2, ... is 0 (WW ch. 4)
    "subtraction": by_values(lambda n: (0, 1, 0, 1, 2, 3, 2)[n % 7]),
    # the nim sum is 0 after all 4k + 3 and 4k + 4 are exchanged (WW ch. 4)
    "take_or_split": by_values(lasker),
    # as many squares before the first coin as between the others (WW ch. 15)
    "three_coins": lambda p: p[0] == p[2] - p[1] - 1,
    # the nim sum of the odious numbers of the heads is 0 (WW ch. 14)
    "three_turtles": lambda coins: (
        nim_sum(odious(i) for i in range(coins.bit_length()) if coins >> i & 1) == 0
    ),
    # less may be taken than the heap's least Zeckendorf part (Whinihan 1963)
    "twice_as_many": lambda p: p[0] == 0 or p[1] < last_zeckendorf(p[0]),
    # each binary place has a number of ones divisible by 3 (Moore 1910)
    "two_heaps_at_once": digit_sums,
    # the row of the poison has one square more (Gale 1974)
    "two_row_chomp": lambda p: p[0] == p[1] + 1,
}
