"""What EulerSolve says of the game: configurations as gaps, and which of them lose.

With m = c + 1 coins the gaps are g_0 before the first coin, g_1, …, g_{m-1} between coins, and g_m
after the last one.
"""

from __future__ import annotations

from collections.abc import Callable
from itertools import combinations
from math import comb

from fast import silver_dollar as solver
from oracles.games.silver_dollar import Strip
from research.checks.equality import Equation, equal
from research.claims import cases
from research.claims.cases import Drawn, Listed
from research.claims.claim import definition, theorem
from research.proving.claiming import claim_made_theorem
from research.studies.silver_dollar import derivations, formulas, truth
from research.studies.silver_dollar.theorem import theorem as criterion_of
from research.studies.silver_dollar.truth import BOUND, POSITIONS, REGULAR, positions, sizes, study

EVERY_SIZE = f"n ≤ {BOUND} and m ≤ n + 2"

study.section("Problem Summary", source=truth.FIRST)


def pockets(squares: truth.Coins, silver: int | None) -> Strip:
    """Pocketing the leftmost coin."""
    return squares[1:], silver - 1 if silver else None


def is_option(position: Strip, after: Strip) -> bool:
    """Whether one legal move leads from a position to another, without listing the options."""
    (squares, silver), (coins, rank) = position, after
    if silver is None or after == pockets(squares, silver):
        return silver is not None
    moved = [
        wall < to < at
        for wall, at, to in zip((-1, *squares), squares, coins, strict=False)
        if at != to
    ]
    return rank == silver and len(coins) == len(squares) and moved == [True]


WITHOUT_DOLLAR = [(coins, None) for m in range(5) for coins in combinations(range(5), m)]
study.claim(
    "legal-moves",
    "A legal move is either a regular move of one coin to the left or pocketing the leftmost "
    "coin: the coins after it are all but the leftmost, or differ by one coin that stands "
    "further left and has passed no other. [This form is used in the local check, where "
    "options are too many to list.]",
    believed=is_option,
    controls={
        "pocketing left out": lambda position, after: (
            is_option(position, after) and len(position[0]) == len(after[0])
        ),
    },
).equals(
    lambda position, after: after in truth.options_of(*position),
    truth.calls(
        "all pairs of positions on 5 squares",
        position=truth.all_positions(5),
        after=[*truth.all_positions(5), *WITHOUT_DOLLAR],
    ),
    by="the options of the rules listed",
)
study.claim(
    "play-ends-with-the-dollar",
    "Who pockets the silver dollar wins: play ends when it is pocketed and not before, and the "
    "player to move then has lost.",
    believed=lambda p: p[1] is None,
    controls={"when no coin is left": lambda p: p[0] == ()},
).equals(
    lambda p: not truth.graph.options(p) and truth.graph.is_p_position(p),
    truth.graph.positions(lambda p: (len(p[0]), str(p))),
)
study.claim(
    "all-configurations",
    r"There are $T = m \binom{n}{m}$ configurations of $m$ coins on $n$ squares.",
    believed=formulas.configurations_in_all,
    controls={
        "the silver dollar not chosen": lambda n, m: formulas.configurations_in_all(n, m) // m,
        "squares chosen": lambda n, m: n * comb(n, m),
    },
).equals(truth.configurations, sizes(EVERY_SIZE), by="all configurations listed")

study.section("Gap Model", source=truth.FIRST)
study.claim(
    "gap-vectors",
    "Every placement corresponds to exactly one vector of natural numbers $(g_0, …, g_m)$ "
    "with $g_0 + … + g_m = n - m = N$, and every such vector to exactly one placement.",
    believed=lambda n, m: n - m,
    controls={"one square more": lambda n, m: n - m + 1},
    rests_on=[theorem(derivations.COIN_BY_COIN)],
).holds(
    lambda total, n, m: (
        sorted(truth.gaps(squares, n) for squares in combinations(range(n), m))
        == sorted(truth.tuples(total(n, m), m + 1))
    ),
    sizes(EVERY_SIZE),
    by="all placements and all vectors listed",
).derive("each coin from the one before", derivations.gap_vectors)

study.section("Ordinary Silver Dollar Positions as Nim Heaps", source=truth.FIRST)


def active_and_passive(numbers: Callable[[int], tuple[int, int]], m: int) -> Equation:
    """The gaps that decide are every second one up to g_{m-1}, and as many as believed."""
    deciding = truth.deciding_gaps(m)
    k = len(deciding)
    return equal((deciding, k, m + 1 - k), ([*range(1 - m % 2, m, 2)], *numbers(m)))


study.claim(
    "active-and-passive-gaps",
    r"Of the gaps $g_0, …, g_m$, $k = \lceil m/2 \rceil$ are active ($g_1, g_3, …, g_{m-1}$ "
    "for even $m$, $g_0, g_2, …, g_{m-1}$ for odd $m$) and $r = m - k + 1$ passive.",
    believed=formulas.gap_numbers,
    controls={"rounded down": lambda m: (m // 2, m - m // 2 + 1)},
    rests_on=[
        definition("the active gaps: of the indices $m - 1$, $m - 3$, …, the passive: all others")
    ],
).holds(
    active_and_passive,
    Listed(f"m ≤ 6, the gaps that change who wins: {REGULAR}", lambda: range(1, 7)),
).derive("the indices of either parity", derivations.numbers_of_gaps)


def xor_zero(squares: truth.Coins) -> bool:
    """The nim sum of the active gaps is 0."""
    return truth.nim_sum(truth.active_gaps(squares)) == 0


def xor_zero_shifted(squares: truth.Coins) -> bool:
    """The same with the left boundary one square further to the left."""
    return xor_zero(tuple(square + 1 for square in squares))


def xor_of_passive(squares: truth.Coins) -> bool:
    """The same of the passive gaps up to the last coin."""
    return xor_zero(squares[:-1])


study.claim(
    "ordinary-criterion",
    "In the ordinary game a position is losing precisely when the nim sum of the active gaps "
    "is 0. [The source does not define the ordinary game; it is taken to be that of the "
    "regular moves only, in which who cannot move has lost.]",
    believed=xor_zero,
    controls={"the passive gaps decide": xor_of_passive, "the boundary shifted": xor_zero_shifted},
    kind="result",
).equals(truth.ordinary.is_p_position, truth.coins_alone(f"{REGULAR}, any number of coins"))

study.section("How the Pocket Rule Changes the Losing Positions", source=truth.FIRST, kind="result")


def loses_by_coins(
    criterion: Callable[[truth.Coins], bool], squares: truth.Coins, silver: int
) -> Equation:
    """A position loses exactly if its coins are as believed."""
    return equal(truth.loses(squares, silver), criterion(squares))


study.claim(
    "leftmost-is-never-losing",
    "If the silver dollar is the leftmost coin ($j = 0$), the player to move pockets it at "
    "once and wins. [And only then: of no other rank can it be pocketed.]",
    believed=0,
    controls={"if it is the second": 1},
    kind="step",
).holds(
    lambda rank, squares, silver: equal(
        (squares[1:], None) in truth.winning_options(squares, silver).values, silver == rank
    ),
    positions(),
)
study.claim(
    "even-criterion",
    r"If $m$ is even and $j ≥ 1$, the losing configurations are exactly those in which the nim "
    r"sum of the active gaps is 0.",
    believed=xor_zero,
    controls={"the passive gaps decide": xor_of_passive},
).holds(loses_by_coins, positions("; m even, j ≥ 1", parity=0, ranks=range(1, BOUND)))
study.claim(
    "even-count",
    r"For even $m$, $L = (m - 1) L_0$ with $L_0 = \mathrm{Count}(N; \mathrm{ways}_k)$; for "
    r"$n < m$ both are 0.",
    believed=formulas.losing_even,
    controls={"any rank": lambda n, m: m * formulas.first_count(n, m)},
).equals(truth.losing, sizes(f"{POSITIONS}; even m ≤ n + 2", parity=0)).equals(
    lambda n, m: solver.losing_count(n, m - 1, algorithm="summation"),
    Drawn(
        "n ≤ 100, even m ≤ 12, by the solver's sum over $D_t(K)$",
        lambda: cases.calls(
            n=cases.evenly(BOUND + 1, 100),
            m=cases.evenly(1, 6).map(lambda half: 2 * half),
        ),
    ),
)

ODD_FROM_3 = sizes(f"{POSITIONS}; odd m from 3 to n + 2", parity=1, least=3)

study.claim(
    "odd-second-coin",
    "If $m$ is odd and the silver dollar is the second coin, the losing configurations are "
    r"those with nim sum 0 of the active gaps; there are $L_0 = \mathrm{Count}(N; "
    r"\mathrm{ways}_k)$. [There is a second coin for $m ≥ 3$ only.]",
    believed=(xor_zero, formulas.first_count),
    controls={"the boundary shifted": (xor_zero_shifted, formulas.second_count)},
).holds(
    lambda believed, **position: loses_by_coins(believed[0], **position),
    positions("; m odd, j = 1", parity=1, ranks=range(1, 2)),
).holds(lambda believed, n, m: equal(truth.losing_at(n, m, 1), believed[1](n, m)), ODD_FROM_3)
study.claim(
    "odd-later-coin",
    "If $m$ is odd and the silver dollar is any coin from the third onward, pocketing shifts "
    "the left boundary by one square: the losing configurations are those with nim sum 0 when "
    r"$g_0$ counts one more, and for each $j ≥ 2$ there are $L_1 = \mathrm{Count}(N + 1; "
    r"\mathrm{ways}_k) - \mathrm{Count}(N + 1; \mathrm{ways}_{k-1})$. [$r$ is that of $m$ in "
    "both.]",
    believed=(xor_zero_shifted, formulas.second_count),
    controls={
        "not shifted": (xor_zero, formulas.first_count),
        "nothing subtracted": (
            xor_of_passive,
            lambda n, m: formulas.count(n - m + 1, *formulas.gap_numbers(m)),
        ),
    },
).holds(
    lambda believed, **position: loses_by_coins(believed[0], **position),
    positions("; m odd, j ≥ 2", parity=1, ranks=range(2, BOUND)),
).holds(
    lambda believed, n, m: equal(
        [truth.losing_at(n, m, j) for j in range(2, m)], [believed[1](n, m)] * (m - 2)
    ),
    ODD_FROM_3,
)
study.claim(
    "first-gap-empty",
    r"The tuples with $g_0 = 0$ are as many as those with $k - 1$ active gaps and the same $r$.",
    believed=lambda total, active, passive: formulas.count(total, active - 1, passive),
    controls={
        "one passive gap more": lambda total, active, passive: formulas.count(
            total, active - 1, passive + 1
        )
    },
    kind="step",
).equals(
    lambda total, active, passive: sum(
        gap[0] == 0 and truth.nim_sum(gap[:active]) == 0
        for gap in truth.tuples(total, active + passive)
    ),
    truth.calls("S ≤ 8, 1 ≤ k ≤ 3, r ≤ 3", total=range(9), active=(1, 2, 3), passive=range(4)),
    by=truth.LISTED,
)
study.claim(
    "odd-formula",
    r"For odd $m$, $L = L_0 + (m - 2) L_1$.",
    believed=formulas.losing_odd,
    controls={
        "one rank more": lambda n, m: formulas.losing_odd(n, m) + formulas.second_count(n, m)
    },
    strict_reading="$m = 1$, where there is no second coin",
    correction=(
        "For odd $m ≥ 3$, $L = L_0 + (m - 2) L_1$; for $m = 1$ the silver dollar is the "
        "leftmost coin, so $L = 0$.",
        lambda n, m: formulas.losing_odd(n, m) if m >= 3 else 0,
    ),
).equals(truth.losing, sizes(f"{POSITIONS}; odd m ≤ n + 2", parity=1))
study.claim(
    "winning-is-the-rest",
    r"$W = T - L$: every configuration that is not losing is winning.",
    believed=lambda total, lost: total - lost,
    controls={"one lost less": lambda total, lost: total - lost + 1},
    kind="step",
).holds(
    lambda rest, n, m: equal(
        truth.winning(n, m), rest(formulas.configurations_in_all(n, m), truth.losing(n, m))
    ),
    sizes(f"{POSITIONS}; m ≤ n + 2"),
)
claim_made_theorem(
    study,
    "criterion-for-every-strip",
    "With 2 to 7 coins and the silver dollar on any rank, the criterion holds on strips of every "
    "length.",
    criterion_of,
    coins=7,
)
