"""The criterion for any number of coins at once: heaps read off a strip in binary.

In :class:`~oracles.games.silver_dollar.SilverDollarInBinary` a position is a number s with a one
for each coin, and the silver dollar d. Every second coin from the last is a right coin, as in
:mod:`.strips_as_numbers`; its heap is the squares between it and the coin before it. The first of
an odd number of coins has all squares before it, and where the silver dollar is third or further
right one more, which is written 0: pocketing is moving there. By the heap theorem
(:mod:`research.proving.nim_reduction`) the nim sum of the numbers of squares decides.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING

from oracles.games.silver_dollar import SilverDollarInBinary, Strip
from research.claims.cases import Listed
from research.claims.claim import OURS
from research.proving.claiming import claim_heaps
from research.proving.theorem import Limits
from research.studies.silver_dollar import strips_as_numbers
from research.studies.silver_dollar.truth import AnyCoins, study

if TYPE_CHECKING:
    from research.proving.nim_reduction import Heaps

    Map = Callable[[], Mapping[str, Heaps]]

ON_GRAPH = Limits(positions=1_000)  # strips of 7 squares: all powers of two are tried for each move
SQUARES = 7
Position = tuple[str, int] | tuple[str, int, int]

BETWEEN = "(Ea {pair} & a < e & e < h & $power(e))"
POCKET = "(e = 0 & {pair_of_0} & (Eb,c b < c & c < d & $coin(s,b) & $coin(s,c)))"
NOT_LEFTMOST = "Ec c < d & $coin(s,c)"


def heaps(elements: str = f"{BETWEEN} | {POCKET}", **more: str) -> Map:
    """Return what makes the map to heaps, or a wrong one."""
    words = {"pair": "$pair(s,a,h)", "pair_of_0": "$pair(s,0,h)", "regular": NOT_LEFTMOST} | more

    def made() -> Mapping[str, Heaps]:
        from research.proving.nim_reduction import Heaps  # it makes automata

        return {"strip": Heaps(elements.format(**words), words["regular"])}

    return made


study.section("the criterion for any number of coins", source=OURS, kind="result")


def in_binary(position: Strip) -> Position:
    """A position in binary: a coin on square x is 2^x."""
    squares, silver = position
    number = sum(2**x for x in squares)
    return ("over", number) if silver is None else ("strip", number, 2 ** squares[silver])


def has_its_options(coded: Callable[[Strip], Position], position: Strip) -> bool:
    """Whether the options in binary are those of the rules, each once."""
    options = SilverDollarInBinary().options(coded(position))
    return sorted(map(coded, AnyCoins().options(position))) == sorted(options)


study.claim(
    "same-game-in-binary",
    "The game in binary is the same game: with $s = \\sum 2^{x_i}$, and $2^{x_j}$ for the silver "
    "dollar, options are options.",
    believed=in_binary,
    controls={
        "squares from 1, the leftmost at 2": lambda position: in_binary(
            (tuple(x + 1 for x in position[0]), position[1])
        )
    },
    kind="step",
).holds(
    has_its_options,
    Listed(
        f"all positions on {SQUARES} squares, those without the silver dollar among them",
        lambda: [{"position": each} for each in study.truth(SQUARES).positions],
    ),
    by="the options of both listed by their rules",
)
claim_heaps(
    study,
    "criterion-for-any-number-of-coins",
    "For any number of coins and every strip, in the game in binary: the player to move loses "
    "exactly if the silver dollar is not the leftmost coin and the nim sum of every second gap is "
    "0, counted from the gap before the last coin; with an odd number of coins the first gap is "
    "one of them, and counts one more if the silver dollar is third or further right. [That the "
    "game in binary is the game on squares is the claim same-game-in-binary.]",
    heaps=heaps(),
    controls={
        "the other coins as right coins": heaps(
            pair="($coin(s,h) & ~$right(s,h) & $next(s,a,h))",
            pair_of_0="($coin(s,h) & ~$right(s,h) & $next(s,0,h))",
        ),
        "the gap counted with its left coin": heaps(
            f"{BETWEEN.replace('a < e', 'a <= e')} | {POCKET}"
        ),
        "the pocket forgotten": heaps(BETWEEN),
        "the pocket for every odd number": heaps(f"{BETWEEN} | (e = 0 & {{pair_of_0}})"),
        "the silver dollar leftmost too": heaps(regular="d = d"),
    },
    game=SilverDollarInBinary(),
    relations=strips_as_numbers.relations,
    limits=ON_GRAPH,
)
