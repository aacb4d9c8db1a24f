"""The criterion and the number of won configurations, for every strip and any number of coins.

The proof has three parts. In :class:`~oracles.games.silver_dollar.SilverDollarInBinary` a position
is a number s with a one for each coin, and the silver dollar d; there the heap theorem
(:mod:`research.proving.nim_reduction`) gives the criterion. The game in binary is the game on
squares: sorted coins on x_0 < ... < x_{m-1} are s = 2^{x_0} + ... + 2^{x_{m-1}}, and options are
options. And the heaps of the theorem are as large as the active gaps.

Every second coin from the last is a right coin, as in :mod:`.derivations`. Its heap is the squares
between it and the coin before it. The first of an odd number of coins has all squares before it,
and where the silver dollar is third or further right one more, which is written 0: pocketing is
moving there.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from oracles.games.silver_dollar import SilverDollarInBinary, Strip, coin, free
from research.checks.equality import equal
from research.claims import claim as given
from research.claims.cases import Listed
from research.claims.claim import OURS
from research.proving.claiming import claim_heaps
from research.proving.theorem import Limits
from research.studies.silver_dollar import derivations, formulas, truth
from research.studies.silver_dollar.derivations import natural, on_strips, relations
from research.studies.silver_dollar.truth import BOUND, POSITIONS, AnyCoins, study
from research.system.lazy import LazyModule

if TYPE_CHECKING:
    import sympy

    from research.checks.derivations import Lines
    from research.proving.nim_reduction import Heaps

    Map = Callable[[], Mapping[str, Heaps]]
else:
    sympy = LazyModule("sympy")

ON_GRAPH = Limits(positions=1_000)  # strips of 7 squares: all pairs of numbers are tried as moves
SQUARES = 7
Position = tuple[str, int] | tuple[str, int, int]

BETWEEN = "(Ea {pair} & a < e & e < h & $power(e))"
TWO_BEFORE = "Eb,c b < c & c < d & $coin(s,b) & $coin(s,c)"
POCKET = f"(e = 0 & {{pair_of_0}} & ({TWO_BEFORE}))"
NOT_LEFTMOST = "Ec c < d & $coin(s,c)"
LEFT_COINS = {
    "pair": "($coin(s,h) & ~$right(s,h) & $next(s,a,h))",
    "pair_of_0": "($coin(s,h) & ~$right(s,h) & $next(s,0,h))",
}


def heaps(elements: str = f"{BETWEEN} | {POCKET}", **more: str) -> Map:
    """Return what makes the map to heaps, or a wrong one."""
    words = {"pair": "$pair(s,a,h)", "pair_of_0": "$pair(s,0,h)", "regular": NOT_LEFTMOST} | more

    def made() -> Mapping[str, Heaps]:
        from research.proving.nim_reduction import Heaps  # it makes automata

        return {"strip": Heaps(elements.format(**words), words["regular"])}

    return made


# The game in binary.

study.section("the game in binary", source=OURS, kind="step")
claim_heaps(
    study,
    "criterion-in-binary",
    "In the game in binary, with any number of coins, the player to move loses exactly if the "
    "silver dollar is not the leftmost coin and the nim sum of the heaps is 0. The right coins are "
    "the last one and every second one before it. The heap of a right coin is the squares between "
    "it and the coin before it, or all squares before it. If the first coin is a right coin and "
    "the silver dollar is third or further right, the heap of the first coin has one element more.",
    heaps=heaps(),
    controls={
        "the other coins as right coins": heaps(**LEFT_COINS),
        "the gap counted with its left coin": heaps(
            f"{BETWEEN.replace('a < e', 'a <= e')} | {POCKET}"
        ),
        "the pocket forgotten": heaps(BETWEEN),
        "the pocket for every odd number": heaps(f"{BETWEEN} | (e = 0 & {{pair_of_0}})"),
        "the silver dollar leftmost too": heaps(regular="d = d"),
    },
    game=SilverDollarInBinary(),
    relations=relations,
    limits=ON_GRAPH,
)
claim_heaps(
    study,
    "regular-moves-in-binary",
    "In the game in binary with regular moves only, the player to move loses exactly if the nim "
    "sum of the heaps is 0. The heaps are those of criterion-in-binary without the one element "
    "more.",
    heaps=heaps(BETWEEN, regular=""),
    controls={"the other coins as right coins": heaps(BETWEEN, regular="", **LEFT_COINS)},
    game=truth.RegularMovesInBinary(),
    relations=relations,
    limits=Limits(positions=130),
)


def in_binary(position: Strip, first: int = 0) -> Position:
    """A position in binary: a coin on square x is 2^x, squares counted from 0."""
    squares, silver = position
    number = sum(2 ** (x + first) for x in squares)
    return ("over", number) if silver is None else ("strip", number, 2 ** (squares[silver] + first))


def has_its_options(coded: Callable[[Strip], Position], position: Strip) -> bool:
    """Whether the options in binary are those of the rules, each once."""
    options = SilverDollarInBinary().options(coded(position))
    return sorted(map(coded, AnyCoins().options(position))) == sorted(options)


def has_its_regular_moves(coded: Callable[[Strip], Position], squares: truth.Coins) -> bool:
    """Whether the options in binary without a dollar are the regular moves, each once."""
    options = truth.RegularMovesInBinary().options(coded((squares, None))[1])
    moves = [coded((after, None))[1] for after in truth.regular_moves(squares, 0)]
    return sorted(moves) == sorted(options)


def in_order(lines: Lines) -> None:
    """A square further right is a larger power of two."""
    x, k = natural("x k")
    lines.induction(
        "Squares further right are larger powers of two: $2^{x+k}$ is $2^x$ and the sum of $2^i$ "
        "over the squares i from x on, below x + k",
        2 ** (x + k) - 2**x,
        k,
        first=0,
        following=lambda added: added + 2 ** (x + k),
        name=lambda index: f"\\sum_{{x ≤ i < x + {sympy.latex(index)}}} 2^i",
    )


def same_game(believed: Any, lines: Lines) -> None:
    """A strip is a number, and the moves of the rules are those of the text in binary."""
    lines.define(
        "By the rules on squares a regular move takes the coin on $x_i$ to $x_i - n$ with $1 ≤ n ≤ "
        "x_i - x_{i-1} - 1$, the first with $1 ≤ n ≤ x_0$; the special move removes the first coin"
    )
    on_strips(f"""
        The text of the game in binary has these coins and free squares
            As,p ($coin(s,p) <=> ({coin("p")}))
            & (Aq $free(s,q,p) <=> ({free("q", "p")}))
        and so has the text of the regular moves alone
            As,p,q ({" ".join(truth.REGULAR_MOVE.split())}) <=>
            ($coin(s,p) & $power(q) & q < p & $free(s,q,p))
        Induction on the number of coins shows that every set of coins is that of a number. The
        strip 0 has no coin
            ~(Ec $coin(0,c))
        and a number gets one coin more, to the right of all others, by adding its power of two
            As,p,c ($power(p) & s < p) => ($coin(s+p,c) <=> ($coin(s,c) | c = p))
        No two numbers have the same coins
            As,t (Ac $coin(s,c) <=> $coin(t,c)) => s = t
        The squares y that the rules allow lie between x and the coin before it, on a
            Aa,x,y (a < x) => ((En 1 <= n & n + a + 1 <= x & y + n = x) <=> (a < y & y < x))
        or before x, if there is none
            Ax,y (En 1 <= n & n <= x & y + n = x) <=> (y < x)
        These are the squares q from which up to p there is no coin
            As,a,p,q ($next(s,a,p) & $power(q) & q < p) => ($free(s,q,p) <=> a < q)
        A regular move puts q in the place of p
            As,p,q,t ($coin(s,p) & $power(q) & q < p & $free(s,q,p)) =>
            ((t = {believed[1]}) <=> (Ac $coin(t,c) <=> (c = q | ($coin(s,c) & c != p))))
        and all coins, the silver dollar too, keep their ranks
            As,p,q,c ($coin(s,p) & $power(q) & q < p & $free(s,q,p) & $coin(s,c) & c != p) =>
            (c < p <=> c < q)
        The special move removes the first coin, and each other coin has one fewer to its left
            As,p,t ($coin(s,p) & $free(s,1,p)) =>
            ((t = s - p) <=> (Ac $coin(t,c) <=> ($coin(s,c) & c > p)))
    """)(believed, lines)
    in_order(lines)


study.claim(
    "same-game-in-binary",
    r"The game in binary is the game on squares: to coins on $x_0 < … < x_{m-1}$ with the silver "
    r"dollar $x_j$ belong $s = \sum 2^{x_i}$ and $d = 2^{x_j}$, and to coins without the silver "
    "dollar, where play has ended, the number $s$ alone. In the ordinary game, with regular moves "
    "only and no silver dollar, $s$ belongs to the coins. These are bijections, and options are "
    "options.",
    believed=(in_binary, "s - p + q"),
    controls={
        "squares from 1, the leftmost at 2": (lambda p: in_binary(p, 1), "s - p + 2*q"),
    },
    rests_on=[given.theorem(derivations.COIN_BY_COIN)],
).holds(
    lambda believed, position: has_its_options(believed[0], position),
    Listed(
        f"all positions on {SQUARES} squares, those without the silver dollar among them",
        lambda: [{"position": each} for each in study.truth(SQUARES).positions],
    ),
    by="the options of both listed by their rules",
).holds(
    lambda believed, squares: has_its_regular_moves(believed[0], squares),
    Listed(
        f"all placements on {SQUARES} squares, regular moves only",
        lambda: [{"squares": each} for each in truth.RegularMoves().start(SQUARES)],
    ),
    by="the options of both listed by their rules",
).derive("coin by coin", same_game)


# The game on squares.


@dataclass(frozen=True)
class Criterion:
    """Which positions are P-positions, by every second gap.

    Attributes
    ----------
    gap
        How much a heap counts, from the squares of the coin before it, or −1, and of its own coin.
    behind
        Whether an even (0) or odd (1) number of coins lies to the right of the coin of a heap.
    least
        The least rank of the silver dollar in a P-position.
    pocket
        The least rank with which the heap of the first coin counts one more.
    """

    gap: Callable[[Any, Any], Any] = lambda left, right: right - left - 1
    behind: int = 0
    least: int = 1
    pocket: int = 2

    def loses(self, squares: truth.Coins, silver: int) -> bool:
        """Whether the player to move loses."""
        coins = squares[: len(squares) - self.behind]
        walls = (-1, *coins) if len(coins) % 2 else coins
        found = [self.gap(a, b) for a, b in zip(walls[::2], walls[1::2], strict=True)]
        if len(coins) % 2 and silver >= self.pocket:
            found[0] += 1
        return silver >= self.least and truth.nim_sum(found) == 0


def heaps_are_gaps(believed: Criterion, lines: Lines) -> None:
    """The heaps of the game in binary are as large as the gaps that are believed."""
    on_strips(f"""
        Induction on the number of coins to the right shows that the right coins are every second
        one. With 0 coins to its right, the last coin is one exactly if this parity is believed
            As,b ($coin(s,b) & s < 2*b) => ($right(s,b) <=> (Ev v = 0 & T[v] = @{believed.behind}))
        Of two coins in a row exactly one is a right coin
            As,a,b ($coin(s,a) & $coin(s,b) & $next(s,a,b)) => ($right(s,a) <=> ~$right(s,b))
        The squares z between coins on x and y are as many as the gap that is believed. Here squares
        are counted from 1, and x is 0 where there is no coin before y
            Ax,y,z (x < y) => ((x < z & z < y) <=> (Ek z = x + 1 + k & {{k < f(x - 1, y - 1)}}))
    """)(believed.gap, lines)
    in_order(lines)


def silver_in_binary(believed: Criterion, lines: Lines) -> None:
    """The same, and what the ranks of the silver dollar are."""
    heaps_are_gaps(believed, lines)
    lines.define(
        "The rank of the silver dollar d is the number of coins to its left. It is not leftmost if "
        f"`{NOT_LEFTMOST}`, and third or further right if `{TWO_BEFORE}`"
    )


CRITERION = Criterion()
OTHER_GAPS = replace(CRITERION, behind=1)

study.section("How the Pocket Rule Changes the Losing Positions", source=truth.FIRST, kind="result")
study.claim(
    "criterion",
    "With any number $m$ of coins on a strip of any length, the player to move loses exactly if "
    "the silver dollar is not the leftmost coin and the nim sum of the active gaps is 0, where "
    "$g_0$ counts one more if $m$ is odd and the silver dollar is third or further right.",
    believed=CRITERION,
    controls={
        "the other gaps": OTHER_GAPS,
        "a gap counted with its left coin": replace(
            CRITERION, gap=lambda left, right: right - left
        ),
        "never one more": replace(CRITERION, pocket=BOUND),
        "one more if it is second": replace(CRITERION, pocket=1),
        "leftmost too": replace(CRITERION, least=0),
    },
    rests_on=[
        "criterion-in-binary",
        "same-game-in-binary",
        given.theorem(derivations.COIN_BY_COIN),
    ],
).holds(
    lambda criterion, squares, silver: equal(
        truth.loses(squares, silver), criterion.loses(squares, silver)
    ),
    truth.positions(),
).derive("the heaps of the game in binary are the active gaps", silver_in_binary)


def all_ranks(believed: Callable[..., Any], lines: Lines) -> None:
    """Add up the losing configurations over the ranks of the silver dollar."""
    j, first, later = natural("j L_0 L_1")
    u = sympy.Symbol("u", integer=True, positive=True)
    even, odd = sympy.Sum(first, (j, 1, 2 * u - 1)), first + sympy.Sum(later, (j, 2, 2 * u))
    lines.same("For $m = 2u$ the ranks from 1 on", even, believed(2 * u, first, later))
    words = "For $m = 2u + 1$ rank 1, and the ranks from 2 on"
    lines.same(words, odd, believed(2 * u + 1, first, later))
    lines.same("For $m = 1$ no rank", sympy.Sum(first, (j, 1, 0)), believed(1, first, later))


study.claim(
    "winning-count",
    r"$W(n, c) = m \binom{n}{m} - L$ with $L = (m - 1) L_0$ for even $m$, $L = L_0 + (m - 2) L_1$ "
    r"for odd $m ≥ 3$, and $L = 0$ for $m = 1$, which the source does not set apart; $L_0 = "
    r"\mathrm{Count}(N; \mathrm{ways}_k)$ and $L_1 = \mathrm{Count}(N + 1; \mathrm{ways}_k) - "
    r"\mathrm{Count}(N + 1; \mathrm{ways}_{k-1})$.",
    believed=formulas.losing,
    controls={
        "one rank more": lambda m, first, later: (
            formulas.losing(m, first, later) + (first if m % 2 == 0 else later)
        ),
        "all ranks alike": lambda m, first, later: (m - 1) * first,  # noqa: ARG005
    },
    rests_on=["count-at-a-rank", "all-configurations", "play-ends"],
).holds(
    lambda losing, n, m: equal(truth.winning(n, m), formulas.winning(n, m - 1, losing)),
    truth.sizes(f"{POSITIONS}; m ≤ n + 2"),
).derive("the ranks of the silver dollar added up", all_ranks)
