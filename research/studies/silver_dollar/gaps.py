"""What EulerSolve says of the game: configurations as gaps, and which of them lose.

With m = c + 1 coins the gaps are g_0 before the first coin, g_1, …, g_{m-1} between coins, and g_m
after the last one.
"""

from __future__ import annotations

from collections.abc import Callable
from itertools import combinations
from typing import Any

from fast import silver_dollar as solver
from oracles.games.silver_dollar import Strip
from research.checks.equality import Equation, equal
from research.claims.cases import Drawn, Listed, every
from research.claims.claim import definition, theorem
from research.proving.claiming import claim_made_theorem
from research.studies.silver_dollar import derivations
from research.studies.silver_dollar.by_carries import (
    configurations_in_all,
    count,
    first_count,
    gap_numbers,
    losing_even,
    losing_odd,
    placements_in_all,
    second_count,
)
from research.studies.silver_dollar.theorem import theorem as criterion_of
from research.studies.silver_dollar.truth import (
    BOUND,
    FIRST,
    LISTED,
    POSITIONS,
    REGULAR,
    AnyCoins,
    Coins,
    RegularMoves,
    calls,
    configurations,
    deciding_gaps,
    gaps,
    graph,
    loses,
    losing,
    losing_at,
    nim_sum,
    ordinary,
    positions,
    sizes,
    study,
    tuples,
    winning,
    winning_options,
)

EVERY_SIZE = f"n ≤ {BOUND} and m ≤ n + 2"

study.section("Problem Summary", source=FIRST)


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


def pairs_of_positions(size: int) -> list[dict[str, Any]]:
    """Every position with the silver dollar, with every position, smallest first."""
    every_start = sorted(AnyCoins().start(size), key=lambda p: (p[0][-1], len(p[0]), p))
    without = [(rest, None) for k in range(size) for rest in combinations(range(size), k)]
    return every(position=every_start, after=[*AnyCoins().start(size), *without])


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
    lambda position, after: after in AnyCoins().options(position),
    Listed("all pairs of positions on 5 squares", lambda: pairs_of_positions(5)),
    by="the options of the rules listed",
)
study.claim(
    "play-ends-with-the-dollar",
    "Who pockets the silver dollar wins: play ends when it is pocketed and not before, and the "
    "player to move then has lost.",
    believed=lambda p: p[1] is None,
    controls={"when no coin is left": lambda p: p[0] == ()},
).equals(
    lambda p: not graph.options(p) and graph.is_p_position(p),
    graph.positions(lambda p: (len(p[0]), str(p))),
)
study.claim(
    "all-configurations",
    r"There are $T = m \binom{n}{m}$ configurations of $m$ coins on $n$ squares.",
    believed=configurations_in_all,
    controls={
        "the silver dollar not chosen": placements_in_all,
        "squares chosen": lambda n, m: n * placements_in_all(n, m),
    },
).equals(configurations, sizes(EVERY_SIZE), by="all configurations listed")

study.section("Gap Model", source=FIRST)


def are_all_vectors(sum_of: Callable[..., int], n: int, m: int) -> bool:
    """The placements give every vector of m + 1 gaps with this sum, each once."""
    found = [gaps(squares, n) for squares in combinations(range(n), m)]
    total = sum_of(n, m)
    return sorted(found) == (sorted(tuples(total, m + 1)) if total >= 0 else [])


study.claim(
    "gap-vectors",
    "Every placement corresponds to exactly one vector of natural numbers $(g_0, …, g_m)$ "
    "with $g_0 + … + g_m = n - m = N$, and every such vector to exactly one placement.",
    believed=lambda n, m: n - m,
    controls={"one square more": lambda n, m: n - m + 1},
    rests_on=[theorem(derivations.COIN_BY_COIN)],
).holds(are_all_vectors, sizes(EVERY_SIZE), by="all placements and all vectors listed").derive(
    "each coin from the one before", derivations.gap_vectors
)

study.section("Ordinary Silver Dollar Positions as Nim Heaps", source=FIRST)


def active(m: int) -> list[int]:
    """Indices of the active gaps."""
    return list(range(1 - m % 2, m, 2))


def active_and_passive(numbers: Callable[[int], tuple[int, int]], m: int) -> Equation:
    """The gaps that decide are the active ones, and as many as believed."""
    deciding = deciding_gaps(m)
    k = len(deciding)
    return equal((deciding, k, m + 1 - k), (active(m), *numbers(m)))


study.claim(
    "active-and-passive-gaps",
    r"Of the gaps $g_0, …, g_m$, $k = \lceil m/2 \rceil$ are active ($g_1, g_3, …, g_{m-1}$ "
    "for even $m$, $g_0, g_2, …, g_{m-1}$ for odd $m$) and $r = m - k + 1$ passive.",
    believed=gap_numbers,
    controls={"rounded down": lambda m: (m // 2, m - m // 2 + 1)},
    rests_on=[
        definition("the active gaps: of the indices $m - 1$, $m - 3$, …, the passive: all others")
    ],
).holds(
    active_and_passive,
    Listed(f"m ≤ 6, the gaps that change who wins: {REGULAR}", lambda: range(1, 7)),
).derive("the indices of either parity", derivations.numbers_of_gaps)


def xor_zero(squares: Coins, *, shift: int = 0) -> bool:
    """The nim sum of the active gaps is 0; the left boundary may be further to the left."""
    gap = gaps(tuple(square + shift for square in squares), squares[-1] + shift + 1)
    return nim_sum(gap[i] for i in active(len(squares))) == 0


def xor_zero_shifted(squares: Coins) -> bool:
    """The same with the left boundary one square further to the left."""
    return xor_zero(squares, shift=1)


def xor_of_passive(squares: Coins) -> bool:
    """The same of the passive gaps."""
    gap = gaps(squares, squares[-1] + 1)
    return nim_sum(gap[i] for i in range(len(gap)) if i not in active(len(squares))) == 0


study.claim(
    "ordinary-criterion",
    "In the ordinary game a position is losing precisely when the nim sum of the active gaps "
    "is 0. [The source does not define the ordinary game; it is taken to be that of the "
    "regular moves only, in which who cannot move has lost.]",
    believed=xor_zero,
    controls={"the passive gaps decide": xor_of_passive, "the boundary shifted": xor_zero_shifted},
    kind="result",
).equals(
    ordinary.is_p_position,
    Listed(
        f"{REGULAR}, any number of coins",
        lambda: sorted(RegularMoves().start(BOUND), key=lambda p: (p[-1], len(p), p)),
    ),
)

study.section("How the Pocket Rule Changes the Losing Positions", source=FIRST, kind="result")


def lost_by_coins(criterion: Callable[[Coins], bool], squares: Coins, silver: int) -> Equation:
    """A position loses exactly if its coins are as believed."""
    return equal(loses(squares, silver), criterion(squares))


study.claim(
    "leftmost-is-never-losing",
    "If the silver dollar is the leftmost coin ($j = 0$), the player to move pockets it at "
    "once and wins. [And only then: of no other rank can it be pocketed.]",
    believed=0,
    controls={"if it is the second": 1},
    kind="step",
).holds(
    lambda rank, squares, silver: equal(
        (squares[1:], None) in winning_options(squares, silver).values, silver == rank
    ),
    positions(),
)
study.claim(
    "even-criterion",
    r"If $m$ is even and $j ≥ 1$, the losing configurations are exactly those in which the nim "
    r"sum of the active gaps is 0.",
    believed=xor_zero,
    controls={"the passive gaps decide": xor_of_passive},
).holds(lost_by_coins, positions("; m even, j ≥ 1", parity=0, ranks=range(1, BOUND)))


def larger_even_numbers() -> Any:
    """Strategy: numbers of squares and even numbers of coins beyond the graph."""
    from hypothesis import strategies as st

    even = st.integers(1, 6).map(lambda half: 2 * half)
    return st.fixed_dictionaries({"n": st.integers(BOUND + 1, 100), "m": even})


study.claim(
    "even-count",
    r"For even $m$, $L = (m - 1) L_0$ with $L_0 = \mathrm{Count}(N; \mathrm{ways}_k)$; for "
    r"$n < m$ both are 0.",
    believed=losing_even,
    controls={"any rank": lambda n, m: m * first_count(n, m)},
).equals(losing, sizes(f"{POSITIONS}; even m ≤ n + 2", parity=0)).equals(
    lambda n, m: solver.losing_count(n, m - 1, algorithm="summation"),
    Drawn("n ≤ 100, even m ≤ 12, by the solver's sum over $D_t(K)$", larger_even_numbers),
)

ODD_FROM_3 = sizes(f"{POSITIONS}; odd m from 3 to n + 2", parity=1, least=3)

study.claim(
    "odd-second-coin",
    "If $m$ is odd and the silver dollar is the second coin, the losing configurations are "
    r"those with nim sum 0 of the active gaps; there are $L_0 = \mathrm{Count}(N; "
    r"\mathrm{ways}_k)$. [There is a second coin for $m ≥ 3$ only.]",
    believed=(xor_zero, first_count),
    controls={"the boundary shifted": (xor_zero_shifted, second_count)},
).holds(
    lambda believed, squares, silver: lost_by_coins(believed[0], squares, silver),
    positions("; m odd, j = 1", parity=1, ranks=range(1, 2)),
).holds(lambda believed, n, m: equal(losing_at(n, m, 1), believed[1](n, m)), ODD_FROM_3)
study.claim(
    "odd-later-coin",
    "If $m$ is odd and the silver dollar is any coin from the third onward, pocketing shifts "
    "the left boundary by one square: the losing configurations are those with nim sum 0 when "
    r"$g_0$ counts one more, and for each $j ≥ 2$ there are $L_1 = \mathrm{Count}(N + 1; "
    r"\mathrm{ways}_k) - \mathrm{Count}(N + 1; \mathrm{ways}_{k-1})$. [$r$ is that of $m$ in "
    "both.]",
    believed=(xor_zero_shifted, second_count),
    controls={
        "not shifted": (xor_zero, first_count),
        "nothing subtracted": (xor_of_passive, lambda n, m: count(n - m + 1, *gap_numbers(m))),
    },
).holds(
    lambda believed, squares, silver: lost_by_coins(believed[0], squares, silver),
    positions("; m odd, j ≥ 2", parity=1, ranks=range(2, BOUND)),
).holds(
    lambda believed, n, m: equal(
        [losing_at(n, m, j) for j in range(2, m)], [believed[1](n, m)] * (m - 2)
    ),
    ODD_FROM_3,
)
study.claim(
    "first-gap-empty",
    r"The tuples with $g_0 = 0$ are as many as those with $k - 1$ active gaps and the same "
    r"$r$.",
    believed=lambda total, active, passive: count(total, active - 1, passive),
    controls={
        "one passive gap more": lambda total, active, passive: count(total, active - 1, passive + 1)
    },
    kind="step",
).equals(
    lambda total, active, passive: sum(
        gap[0] == 0 and nim_sum(gap[:active]) == 0 for gap in tuples(total, active + passive)
    ),
    calls("S ≤ 8, 1 ≤ k ≤ 3, r ≤ 3", total=range(9), active=(1, 2, 3), passive=range(4)),
    by=LISTED,
)
study.claim(
    "odd-formula",
    r"For odd $m$, $L = L_0 + (m - 2) L_1$.",
    believed=losing_odd,
    controls={"one rank more": lambda n, m: losing_odd(n, m) + second_count(n, m)},
    correction=(
        "For odd $m ≥ 3$, $L = L_0 + (m - 2) L_1$; for $m = 1$ the silver dollar is the "
        "leftmost coin, so $L = 0$.",
        lambda n, m: losing_odd(n, m) if m >= 3 else 0,
    ),
).equals(losing, sizes(f"{POSITIONS}; odd m ≤ n + 2", parity=1))
study.claim(
    "winning-is-the-rest",
    r"$W = T - L$: every configuration that is not losing is winning.",
    believed=lambda total, lost: total - lost,
    controls={"one lost less": lambda total, lost: total - lost + 1},
    kind="step",
).holds(
    lambda rest, n, m: equal(winning(n, m), rest(configurations_in_all(n, m), losing(n, m))),
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
