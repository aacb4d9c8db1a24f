"""The silver dollar game: what is true of it on a short strip, in the words of both sources.

Everything here comes from the rules and from counting one by one; no theory is used. Squares
are numbered from 0, and so are the ranks of coins: the silver dollar has rank 0 if it is the
leftmost coin, 1 if it is the second.

Sources: 000_d369330adcb5c61a.txt and 001_7be4931def4a5fff.txt.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from functools import cache, reduce
from itertools import combinations, pairwise
from operator import xor
from typing import TYPE_CHECKING

from oracles.games.silver_dollar import SilverDollar, Strip, placements
from oracles.rules import Game
from research.claims.claim import Source

if TYPE_CHECKING:
    from oracles.solve import Truth

Coins = tuple[int, ...]

FIRST = Source("000_d369330adcb5c61a.txt")
SECOND = Source("001_7be4931def4a5fff.txt")
BEYOND = Source("beyond the sources")

BOUND = 11
POSITIONS = f"all positions on {BOUND} squares"
REGULAR = f"all placements on {BOUND} squares, regular moves only"
LISTED = "all tuples, listed one by one"
BY_RULES = "positions and moves listed by the rules"

MODULUS = 1000036000099
FACTORS = (1000003, 1000033)


class AnyCoins(Game[Strip]):
    """The silver dollar game with any number of worthless coins."""

    family = SilverDollar  # its members: a number of coins each

    def start(self, size: int) -> Iterator[Strip]:
        """Every placement of every number of coins, with every coin as the silver dollar."""
        for coins in range(1, size + 1):
            yield from placements(size, coins)

    def options(self, position: Strip) -> list[Strip]:
        """Those of the game that begins with as many coins, or more."""
        return with_coins(max(BOUND, len(position[0]))).options(position)

    def __repr__(self) -> str:
        return "AnyCoins()"


@cache
def with_coins(worthless: int) -> SilverDollar:
    """The game with so many worthless coins or fewer."""
    return SilverDollar(worthless)


class RegularMoves(Game[Coins]):
    """The game without a dollar and without pocketing: who cannot move a coin has lost."""

    def start(self, size: int) -> Iterator[Coins]:
        """Every placement of every number of coins."""
        for coins in range(1, size + 1):
            yield from combinations(range(size), coins)

    def options(self, position: Coins) -> list[Coins]:
        """Only the regular moves of the silver dollar game."""
        return [squares for squares, _ in regular_moves((position, 0))]


def regular_moves(position: Strip) -> list[Strip]:
    """Options by a regular move: those that leave as many coins on the strip."""
    return [o for o in AnyCoins().options(position) if len(o[0]) == len(position[0])]


def pocketed(position: Strip) -> Strip:
    """The option by the special move: the one that leaves a coin less."""
    (option,) = (o for o in AnyCoins().options(position) if len(o[0]) < len(position[0]))
    return option


@cache
def truth() -> Truth:
    """Truth on the graph of all positions within the bound."""
    from oracles.solve import solve  # networkx is slow to import

    return solve(AnyCoins(), BOUND)


@cache
def ordinary_truth() -> Truth:
    """Truth on the graph of the game without pocketing."""
    from oracles.solve import solve

    return solve(RegularMoves(), BOUND)


@cache
def deciding_gaps(m: int) -> list[int]:
    """The gaps that decide the ordinary game of m coins: changing one can change who wins.

    From the graph: a gap decides if two placements that differ in it alone (and in the last gap,
    which takes up the rest of the strip) have different outcomes.
    """
    outcomes: dict[tuple[int, Coins], set[str]] = {}
    for squares in combinations(range(BOUND), m):
        before = gaps(squares, BOUND)[:-1]
        for i in range(m):
            others = (i, (*before[:i], *before[i + 1 :]))
            outcomes.setdefault(others, set()).add(ordinary_truth().outcome(squares))
    return sorted({i for (i, _), found in outcomes.items() if len(found) > 1})


@cache
def positions() -> list[Strip]:
    """All positions with the silver dollar on the strip, smallest first: by squares, coins."""
    return sorted(AnyCoins().start(BOUND), key=lambda p: (p[0][-1], len(p[0]), p[1], p[0]))


def odd_positions(first_rank: int = 0, last_rank: int = BOUND) -> list[Strip]:
    """Positions with an odd number of coins, the silver dollar's rank within bounds."""
    return [p for p in positions() if len(p[0]) % 2 and first_rank <= (p[1] or 0) <= last_rank]


def even_positions(first_rank: int = 0) -> list[Strip]:
    """Positions with an even number of coins, the silver dollar's rank at least this."""
    return [p for p in positions() if len(p[0]) % 2 == 0 and (p[1] or 0) >= first_rank]


def loses(position: Strip) -> bool:
    """Whether the graph says that the player to move loses."""
    return truth().outcome(position) == "P"


@cache
def _losing_by_last_square() -> Counter[tuple[int, int, int]]:
    return Counter((len(p[0]), p[1] or 0, p[0][-1]) for p in positions() if loses(p))


def losing_at(squares: int, m: int, rank: int) -> int:
    """How many losing configurations of m coins have the silver dollar at a rank."""
    return sum(_losing_by_last_square()[m, rank, last] for last in range(squares))


def losing(squares: int, m: int) -> int:
    """How many configurations of m coins on so many squares lose."""
    return sum(losing_at(squares, m, rank) for rank in range(m))


@cache
def _winning_by_last_square() -> Counter[tuple[int, int]]:
    wins = (p for p in positions() if truth().outcome(p) == "N")
    return Counter((len(p[0]), p[0][-1]) for p in wins)


def winning(squares: int, m: int) -> int:
    """How many configurations of m coins on so many squares win."""
    return sum(_winning_by_last_square()[m, last] for last in range(squares))


def configurations(squares: int, m: int) -> int:
    """How many configurations of m coins there are, listed one by one."""
    return sum(1 for _ in placements(squares, m))


def sizes(parity: int | None = None, least: int = 1) -> list[tuple[int, int]]:
    """Pairs of squares n and coins m within the bound, m > n among them, smallest first."""
    return [
        (n, m)
        for n in range(BOUND + 1)
        for m in range(least, n + 3)
        if parity is None or m % 2 == parity
    ]


def nim_sum(heaps: Iterable[int]) -> int:
    """Exclusive or of heaps."""
    return reduce(xor, heaps, 0)


def gaps(squares: Coins, strip: int) -> Coins:
    """The empty squares before, between and after the coins, counted: g_0, …, g_m."""
    walls = (-1, *squares, strip)
    return tuple(len(range(left + 1, right)) for left, right in pairwise(walls))


@cache
def tuples(total: int, parts: int) -> list[Coins]:
    """All tuples of so many natural numbers with the given sum."""
    if parts == 0:
        return [()] if total == 0 else []
    return [(head, *tail) for head in range(total + 1) for tail in tuples(total - head, parts - 1)]


@cache
def listed(total: int, active: int, passive: int) -> int:
    """How many tuples have this sum and nim sum 0 of the active ones, listed one by one."""
    return sum(1 for gap in tuples(total, active + passive) if nim_sum(gap[:active]) == 0)


# Legality, restated: used where a position has too many options to list them all.


def is_option(position: Strip, after: Strip) -> bool:
    """Whether one legal move leads from a position to another, without listing the options."""
    squares, silver = position
    if silver is None or after == position:
        return False
    if after == (squares[1:], silver - 1 if silver else None):
        return True
    changed = [i for i, (a, b) in enumerate(zip(squares, after[0], strict=False)) if a != b]
    if after[1] != silver or len(after[0]) != len(squares) or len(changed) != 1:
        return False
    coin = changed[0]
    wall = squares[coin - 1] if coin else -1
    return wall < after[0][coin] < squares[coin]
