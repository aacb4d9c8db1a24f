"""The criterion of the silver dollar game, for every strip and any number of coins.

The proof has three parts. In :class:`~oracles.games.silver_dollar.SilverDollarInBinary` a position
is a number s with a one for each coin, and the silver dollar d; there the nim reduction
(:mod:`research.proving.nim_reduction`) gives the criterion. The game in binary is the game on
squares: sorted coins on x_0 < ... < x_{m-1} are s = 2^{x_0} + ... + 2^{x_{m-1}}, and options are
options. And the heaps of the theorem are as large as the active gaps. The ordinary game, without a
silver dollar, has the same proof.

A coin is named by its power of two: 13 = 1101 is the placement on the squares 0, 2, 3. What the
sources say of coins, moves and pairs is then first-order over addition, powers of two and the nim
sum, and holds for strips of every length with any number of coins.

Pairs are counted from the right: the last coin, a right coin, with the one before it, and so on.
The first of an odd number of coins is paired with a virtual coin, which is written 0.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import TYPE_CHECKING, Any, NamedTuple

from oracles.games.silver_dollar import SilverDollar, SilverDollarInBinary, Strip, coin, free
from oracles.moves import MoveGame
from research.checks.equality import equal
from research.claims.cases import Listed
from research.claims.claim import OURS
from research.proving.claiming import prove_by
from research.proving.results import NIM_REDUCTION, Limits
from research.studies.decided import INDUCTION, Derivation, automaton, decided
from research.studies.silver_dollar import truth
from research.studies.silver_dollar.truth import BOUND, RegularMoves, study

if TYPE_CHECKING:
    from research.checks.derivations import Lines
    from research.logic.numeration import Relation
# name, parameters, meaning, definition by the ones before
DEFINITIONS = (
    ("coin", "s,p", "the strip s has the coin p: s has a one at place x if there is a coin on the "
     "square x, which is called p = 2^x", "$power(p) & $nimsum(s,p,s-p)"),
    ("free", "s,p,q", "s has no coin from p up to q, q left out",
     "~(Ec $coin(s,c) & p <= c & c < q)"),
    ("above", "s,b,v", "v is the coins of s to the right of b",
     "(Eu $nimsum(u,v,s) & u < 2*b) & ~(Ec $coin(v,c) & c < 2*b)"),
    ("right", "s,b", "an even number of coins of s lies to the right of its coin b",
     "$coin(s,b) & (Ev $above(s,b,v) & T[v] = @0)"),
    ("next", "s,a,b", "a is the next coin of s to the left of b, or 0 if there is none",
     "a < b & ((a = 0 & $free(s,1,b)) | ($coin(s,a) & $free(s,2*a,b)))"),
    ("pair", "s,a,b", "a and b are a pair of s: the right coin b, and a the next one to its left, "
     "or 0 if there is none", "$right(s,b) & $next(s,a,b)"),
    ("moved", "s,p,q,t", "a regular move takes the coin p of s to the square q further left, over "
     "no coin, and makes t",
     "$coin(s,p) & $power(q) & q < p & $free(s,q,p) & t = s - p + q"),
)  # fmt: skip


@cache
def relations() -> dict[str, Relation]:
    """Return the predicates."""
    from research.logic.numeration import Relation

    return {name: Relation.of(given, formula) for name, given, _, formula in DEFINITIONS}


def on_strips(text: str) -> Derivation:
    """Decide statements with the predicates as they are when it is run."""

    def derivation(believed: Any, lines: Lines) -> None:
        decided(text, predicates=DEFINITIONS)(believed, lines)

    return derivation


# The heaps.

SQUARES = 7
ON_GRAPH = Limits(positions=1_000)  # strips of 7 squares: all pairs of numbers are tried as moves

BETWEEN = "(Ea $pair(s,a,h) & a < e & e < h & $power(e))"
TWO_BEFORE = "Eb,c b < c & c < d & $coin(s,b) & $coin(s,c)"
POCKET = f"(e = 0 & $pair(s,0,h) & ({TWO_BEFORE}))"
NOT_LEFTMOST = "Ec c < d & $coin(s,c)"
ELEMENTS = f"{BETWEEN} | {POCKET}"
LEFT_COINS = ELEMENTS.replace("$pair(", "$coin(s,h) & ~$right(s,h) & $next(")


class OrdinaryInBinary(MoveGame):
    """The game without a silver dollar and without pocketing, in binary.

    >>> OrdinaryInBinary().options(0b1001)  # the coin on the square 3 moves
    [3, 5]
    """

    def __init__(self) -> None:
        super().__init__(f"""
            position strip(s)
            move strip -> strip(s - p + q)
                for p, q where {coin("p")} & q < p & $power(q) & {free("q", "p")}
        """)


HEAPS = (ELEMENTS, NOT_LEFTMOST)  # and which positions are regular


def reduced(of: Any, read: tuple[str, str]) -> Any:
    """Decide the conditions of the nim reduction."""
    from research.proving.nim_reduction import Heaps, prove_nim_reduction  # it makes automata

    return prove_nim_reduction(of.model.rules, Heaps(*read, state="strip"), relations())


# The game in binary.

study.section("the game in binary", source=OURS, kind="step")
reduction = study.claim(
    "criterion-in-binary",
    "In the game in binary, with any number of coins, the player to move loses exactly if the "
    "silver dollar is not the leftmost coin and the nim sum of the heaps is 0. The right coins are "
    "the last one and every second one before it. The heap of a right coin is the squares between "
    "it and the coin before it, or all squares before it. If the first coin is a right coin and "
    "the silver dollar is third or further right, the heap of the first coin has one element more.",
    believed=HEAPS,
    controls={
        "the other coins as right coins": (LEFT_COINS, NOT_LEFTMOST),
        "the pocket forgotten": (BETWEEN, NOT_LEFTMOST),
        "the pocket for every odd number": (f"{BETWEEN} | (e = 0 & $pair(s,0,h))", NOT_LEFTMOST),
        "the silver dollar leftmost too": (ELEMENTS, "d = d"),
    },
)
prove_by(NIM_REDUCTION, reduction, study, reduced, game=SilverDollarInBinary(), limits=ON_GRAPH)
ordinary_reduction = study.claim(
    "ordinary-criterion-in-binary",
    "In the ordinary game in binary, with the regular moves only and any number of coins, the "
    "player to move loses exactly if the nim sum of the heaps is 0. The heap of a right coin is "
    "the squares between it and the coin before it, or all squares before it.",
    believed=(BETWEEN, ""),
    controls={
        "the other coins as right coins": (LEFT_COINS.partition(" | ")[0], ""),
        "the first heap one more": (f"{BETWEEN} | (e = 0 & $pair(s,0,h))", ""),
    },
)
prove_by(
    NIM_REDUCTION,
    ordinary_reduction,
    study,
    reduced,
    game=OrdinaryInBinary(),
    limits=Limits(positions=2**SQUARES),
)


def in_binary(position: Strip, first: int = 0) -> tuple[Any, ...]:
    """A position in binary: a coin on square x is 2^x, squares counted from 0."""
    squares, silver = position
    number = sum(2 ** (x + first) for x in squares)
    return ("over", number) if silver is None else ("strip", number, 2 ** (squares[silver] + first))


def has_its_options(coded: Callable[[Strip], Any], position: Strip) -> bool:
    """Whether the options in binary are those of the rules, each once."""
    options = SilverDollarInBinary().options(coded(position))
    return sorted(map(coded, SilverDollar().options(position))) == sorted(options)


def moves_and_pairs_alike(coded: Callable[[Strip], Any], squares: truth.Coins) -> bool:
    """Whether the predicates, and the ordinary game in binary, give the moves and the pairs.

    >>> all(moves_and_pairs_alike(in_binary, squares) for squares in [(0,), (1, 3), (0, 2, 4)])
    True
    """
    number = coded((squares, None))[1]
    moves = sorted(coded((after, None))[1] for after in truth.regular_moves(squares, 0))
    coins = [coded(((x,), None))[1] for x in squares]
    walls = coins if len(coins) % 2 == 0 else [0, *coins]
    moved, pair = (automaton(of, relations) for of in ("Ep,q $moved(s,p,q,t)", "$pair(s,a,b)"))
    by_predicates = [t for t in range(number) if moved.accepts(s=number, t=t)]
    pairs = {(a, b) for a in [0, *coins] for b in coins if pair.accepts(s=number, a=a, b=b)}
    return (moves == by_predicates == sorted(OrdinaryInBinary().options(number))) and pairs == set(
        zip(walls[::2], walls[1::2], strict=True)
    )


same_game = on_strips(f"""
    The text of the game in binary has these coins and free squares
        As,p ($coin(s,p) <=> ({coin("p")}))
        & (Aq $free(s,q,p) <=> ({free("q", "p")}))
    Induction on the number of coins shows that every set of coins is that of a number. The
    base: the strip 0 has no coin
        ~(Ec $coin(0,c))
    The step: a number gets one coin more, to the right of all others, when its power of two is
    added
        As,p,c ($power(p) & s < p) => ($coin(s+p,c) <=> ($coin(s,c) | c = p))
    No two numbers have the same coins
        As,t (Ac $coin(s,c) <=> $coin(t,c)) => s = t
    By the rules a regular move takes the coin on x to y = x − n with 1 ≤ n ≤ x − a − 1, where a
    is the square of the coin before it: to every square y between them
        Aa,x,y (a < x) => ((En 1 <= n & n + a + 1 <= x & y + n = x) <=> (a < y & y < x))
    The first coin, on x, may move by any 1 ≤ n ≤ x: to every square before x
        Ax,y (En 1 <= n & n <= x & y + n = x) <=> (y < x)
    These are the squares q from which up to p there is no coin
        As,a,p,q ($next(s,a,p) & $power(q) & q < p) => ($free(s,q,p) <=> a < q)
    A regular move puts q in the place of p
        As,p,q,t ($coin(s,p) & $power(q) & q < p & $free(s,q,p)) =>
        ((t = {{f}}) <=> (Ac $coin(t,c) <=> (c = q | ($coin(s,c) & c != p))))
    and all coins, the silver dollar too, keep their ranks
        As,p,q,c ($coin(s,p) & $power(q) & q < p & $free(s,q,p) & $coin(s,c) & c != p) =>
        (c < p <=> c < q)
    The special move removes the first coin, and each other coin has one fewer to its left
        As,p,t ($coin(s,p) & $free(s,1,p)) =>
        ((t = s - p) <=> (Ac $coin(t,c) <=> ($coin(s,c) & c > p)))
    The rank of the silver dollar d is 0 if there is no coin a next to it on its left, and one
    more than the rank of a otherwise. So d is of rank 1 or more if it is not leftmost, and of
    rank 2 or more if there are two coins to its left
        As,d,a ($coin(s,d) & $next(s,a,d)) => ((({NOT_LEFTMOST}) <=> a != 0)
        & (({TWO_BEFORE}) <=> (Ec c < a & $coin(s,c))))
""")

study.claim(
    "same-game-in-binary",
    r"The game in binary is the game on squares: to coins on $x_0 < … < x_{m-1}$ with the silver "
    r"dollar $x_j$ belong $s = \sum 2^{x_i}$ and $d = 2^{x_j}$, and to coins without the silver "
    "dollar, where play has ended, the number $s$ alone. This is a bijection, and options are "
    "options. In the ordinary game $s$ alone belongs to the coins.",
    believed=(in_binary, "s - p + q"),
    controls={
        "squares from 1, the leftmost at 2": (lambda p: in_binary(p, 1), "s - p + 2*q"),
    },
    rests_on=[INDUCTION],
).holds(
    lambda believed, position: has_its_options(believed[0], position),
    Listed(
        f"all positions on {SQUARES} squares, those without the silver dollar among them",
        lambda: [{"position": each} for each in study.truth(SQUARES).positions],
    ),
    by="the options of both listed by their rules",
).holds(
    lambda believed, squares: moves_and_pairs_alike(believed[0], squares),
    Listed(
        f"all placements on {SQUARES - 1} squares",
        lambda: [{"squares": squares} for squares in RegularMoves().start(SQUARES - 1)],
    ),
    by="the regular moves by the rules and the pairs of [1] listed, and those in binary",
).derive("coin by coin", same_game)


study.claim(
    "play-ends",
    r"Neither source shows that play ends. It does: every move makes $\sum 2^{x_i}$ smaller, the "
    "sum over all coins.",
    believed="t < s",
    controls={"by half or more": "2*t <= s"},
    rests_on=["same-game-in-binary"],
    kind="finding",
).derive(
    "the game in binary",
    on_strips("""
        A regular move of the coin p to q makes t out of s
            As,p,q,t $moved(s,p,q,t) => ({f})
        The special move takes the coin p off the strip
            As,p,t ($coin(s,p) & s = t + p) => ({f})
    """),
)


# The game on squares.


class Criterion(NamedTuple):
    """Which positions are P-positions, by every second gap."""

    # How much a heap counts, from the squares of the coin before it, or −1, and of its own coin.
    gap: Callable[[Any, Any], Any] = lambda left, right: right - left - 1
    behind: int = 0  # the parity of the number of coins to the right of the coin of a heap
    least: int = 1  # the least rank of the silver dollar in a P-position
    pocket: int = 2  # the least rank with which the heap of the first coin counts one more

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
        one. The base: the last coin has 0 coins to its right, an even number, and is a right coin
            As,b ($coin(s,b) & s < 2*b) => ($right(s,b) <=> (Ev v = 0 & T[v] = @{believed.behind}))
        The step: of two coins in a row exactly one is a right coin
            As,a,b ($coin(s,a) & $coin(s,b) & $next(s,a,b)) => ($right(s,a) <=> ~$right(s,b))
        So the heap of a right coin on y is the squares z between it and the coin before it, on x.
        They are as many as the gap between these coins. Here squares are counted from 1, and x is 0
        where there is no coin before y
            Ax,y,z (x < y) => ((x < z & z < y) <=> (Ek z = x + 1 + k & {{k < f(x - 1, y - 1)}}))
    """)(believed.gap, lines)


CRITERION = Criterion()
OTHER_GAPS = CRITERION._replace(behind=1)

POCKET_RULE = "How the Pocket Rule Changes the Losing Positions"
study.section(POCKET_RULE, source=truth.FIRST, kind="result")
study.claim(
    "criterion",
    "With any number $m$ of coins on a strip of any length, the player to move loses exactly if "
    "the silver dollar is not the leftmost coin and the nim sum of the active gaps is 0, where "
    "$g_0$ counts one more if $m$ is odd and the silver dollar is third or further right.",
    source=truth.FIRST.at(f"{POCKET_RULE}; for odd $m$ also [1], 在上述定义下"),
    believed=CRITERION,
    controls={
        "the other gaps": OTHER_GAPS,
        "a gap counted with its left coin": CRITERION._replace(gap=lambda a, b: b - a),
        "never one more": CRITERION._replace(pocket=BOUND),
        "one more if it is second": CRITERION._replace(pocket=1),
        "leftmost too": CRITERION._replace(least=0),
    },
    rests_on=["criterion-in-binary", "same-game-in-binary", INDUCTION],
).holds(
    lambda criterion, squares, silver: equal(
        truth.loses(squares, silver), criterion.loses(squares, silver)
    ),
    truth.positions(),
    by="the graph",
).derive("the heaps of the game in binary are the active gaps", heaps_are_gaps)
study.section("综上 (the summary), and the definitions of $L_2$ and $L_{≥2}$", source=truth.SECOND)
study.remark(
    "The heaps $y_i$ are the active gaps so counted, for odd $m$, and the criterion is $Y = 0$. "
    "The summary and the definitions of $L_2$ and $L_{≥2}$ write only the nim sum, without the "
    "sign $=$ and the 0."
)
