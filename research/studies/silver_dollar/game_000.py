"""The silver dollar game: what 000_d369330adcb5c61a.txt claims of the game and its losing count."""

from __future__ import annotations

from itertools import combinations, product
from math import comb
from typing import Any

from fast import silver_dollar as solver
from oracles.games.silver_dollar import SilverDollar
from research.checks.equality import Equation, equal
from research.checks.grounds import Complete, Graph
from research.claims.claim import definition, theorem
from research.claims.study import Study
from research.studies.silver_dollar import decided, strip
from research.studies.silver_dollar.formulas_000 import (
    active,
    count,
    first_count,
    gap_numbers,
    losing_even,
    losing_odd,
    second_count,
    xor_of_passive,
    xor_zero,
    xor_zero_shifted,
)
from research.studies.silver_dollar.strip import (
    BOUND,
    FIRST,
    LISTED,
    POSITIONS,
    REGULAR,
    AnyCoins,
    is_option,
)

SUMMARY = FIRST.at("Problem Summary")
MODEL = FIRST.at("Gap Model")
ORDINARY = FIRST.at("Ordinary Silver Dollar Positions as Nim Heaps")
POCKET = FIRST.at("How the Pocket Rule Changes the Losing Positions")
EXAMPLE = FIRST.at("Worked Example: W(10,2)=324")


def add_claims(study: Study) -> None:
    """Add the claims of these sections."""
    rules(study)
    gap_model(study)
    ordinary_game(study)
    pocket_rule(study)
    odd_numbers_of_coins(study)
    worked_example(study)


def rules(study: Study) -> None:
    """What the summary says of the rules."""
    study.claim(
        "legal-moves",
        "A legal move is either a regular move of one coin to the left or pocketing the leftmost "
        "coin: the coins after it are all but the leftmost, or differ by one coin that stands "
        "further left and has passed no other. [This form is used in the local check, where "
        "options are too many to list.]",
        source=SUMMARY,
        believed=is_option,
        controls={
            "pocketing left out": lambda position, after: (
                is_option(position, after) and len(position[0]) == len(after[0])
            ),
        },
    ).exhaust(
        Complete("all pairs of positions on 5 squares", by="the options of the rules listed"),
        lambda: product(
            sorted(AnyCoins().start(5), key=lambda p: (p[0][-1], len(p[0]), p)),
            [
                *AnyCoins().start(5),
                *((rest, None) for k in range(5) for rest in combinations(range(5), k)),
            ],
        ),
        lambda believed, pair: equal(pair[1] in AnyCoins().options(pair[0]), believed(*pair)),
    )
    study.claim(
        "play-ends-with-the-dollar",
        "Who pockets the silver dollar wins: play ends when it is pocketed and not before, and the "
        "player to move then has lost.",
        source=SUMMARY,
        believed=lambda p: p[1] is None,
        controls={"when no coin is left": lambda p: p[0] == ()},
    ).exhaust(
        Graph(f"{POSITIONS}, those without the silver dollar among them"),
        lambda: sorted(strip.truth().positions, key=lambda p: (len(p[0]), str(p))),
        lambda believed, p: equal((not strip.truth().graph.adj[p]) and strip.loses(p), believed(p)),
    )


def gap_model(study: Study) -> None:
    """Configurations and their gaps."""
    study.claim(
        "all-configurations",
        r"There are $T = m \binom{n}{m}$ configurations of $m$ coins on $n$ squares.",
        source=SUMMARY,
        believed=lambda n, m: m * comb(n, m),
        controls={
            "the silver dollar not chosen": comb,
            "squares chosen": lambda n, m: n * comb(n, m),
        },
    ).exhaust(
        Complete(f"n ≤ {BOUND} and m ≤ n + 2", by="all configurations listed"),
        strip.sizes,
        lambda believed, case: equal(strip.configurations(*case), believed(*case)),
    )

    def gap_vectors(believed: Any, case: tuple[int, int]) -> bool:
        n, m = case
        vectors = [strip.gaps(squares, n) for squares in combinations(range(n), m)]
        wanted = list(strip.tuples(believed(n, m), m + 1)) if believed(n, m) >= 0 else []
        return sorted(vectors) == sorted(wanted)

    study.claim(
        "gap-vectors",
        "Every placement corresponds to exactly one vector of natural numbers $(g_0, …, g_m)$ "
        "with $g_0 + … + g_m = n - m = N$, and every such vector to exactly one placement.",
        source=MODEL,
        believed=lambda n, m: n - m,
        controls={"one square more": lambda n, m: n - m + 1},
        rests_on=[theorem(decided.COIN_BY_COIN)],
    ).exhaust(
        Complete(f"n ≤ {BOUND} and m ≤ n + 2", by="all placements and all vectors listed"),
        strip.sizes,
        gap_vectors,
    ).derive("each coin from the one before", decided.gap_vectors)


def ordinary_game(study: Study) -> None:
    """The game without pocketing."""

    def numbers(believed: Any, m: int) -> Equation:
        deciding = strip.deciding_gaps(m)
        k = len(deciding)
        return equal((deciding, k, m + 1 - k), (active(m), *believed(m)))

    study.claim(
        "active-and-passive-gaps",
        r"Of the gaps $g_0, …, g_m$, $k = \lceil m/2 \rceil$ are active ($g_1, g_3, …, g_{m-1}$ "
        "for even $m$, $g_0, g_2, …, g_{m-1}$ for odd $m$) and $r = m - k + 1$ passive.",
        source=ORDINARY,
        believed=gap_numbers,
        controls={"rounded down": lambda m: (m // 2, m - m // 2 + 1)},
        rests_on=[
            definition(
                "the active gaps: of the indices $m - 1$, $m - 3$, …, the passive: all others"
            )
        ],
    ).exhaust(
        Graph(f"m ≤ 6, the gaps that change who wins: {REGULAR}"), lambda: range(1, 7), numbers
    ).derive("the indices of either parity", decided.numbers_of_gaps)
    study.claim(
        "ordinary-criterion",
        "In the ordinary game a position is losing precisely when the nim sum of the active gaps "
        "is 0. [The source does not define the ordinary game; it is taken to be that of the "
        "regular moves only, in which who cannot move has lost.]",
        source=ORDINARY,
        believed=xor_zero,
        controls={
            "the passive gaps decide": xor_of_passive,
            "the boundary shifted": xor_zero_shifted,
        },
    ).exhaust(
        Graph(f"{REGULAR}, any number of coins"),
        lambda: sorted(strip.RegularMoves().start(BOUND), key=lambda p: (p[-1], len(p), p)),
        lambda believed, p: equal(strip.ordinary_truth().outcome(p) == "P", believed(p)),
    )


def even_sizes() -> Any:
    """Strategy: numbers of squares and even numbers of coins beyond the graph."""
    from hypothesis import strategies as st

    return st.tuples(st.integers(BOUND + 1, 100), st.integers(1, 6).map(lambda half: 2 * half))


def pocket_rule(study: Study) -> None:
    """The leftmost silver dollar, and even numbers of coins."""

    def wins_at_once(believed: int, position: Any) -> Equation:
        squares, silver = position
        return equal(
            (squares[1:], None) in strip.truth().winning_options(position), silver == believed
        )

    study.claim(
        "leftmost-is-never-losing",
        "If the silver dollar is the leftmost coin ($j = 0$), the player to move pockets it at "
        "once and wins. [And only then: of no other rank can it be pocketed.]",
        source=POCKET,
        believed=0,
        controls={"if it is the second": 1},
    ).exhaust(Graph(POSITIONS), strip.positions, wins_at_once)
    study.claim(
        "even-criterion",
        r"If $m$ is even and $j ≥ 1$, the losing configurations are exactly those in which the nim "
        r"sum of the active gaps is 0.",
        source=POCKET,
        believed=xor_zero,
        controls={"the passive gaps decide": xor_of_passive},
    ).exhaust(
        Graph(f"{POSITIONS}; m even, j ≥ 1"),
        lambda: strip.even_positions(1),
        lambda believed, p: equal(strip.loses(p), believed(p[0])),
    )
    study.claim(
        "even-count",
        r"For even $m$, $L = (m - 1) L_0$ with $L_0 = \mathrm{Count}(N; \mathrm{ways}_k)$; for "
        r"$n < m$ both are 0.",
        source=POCKET,
        believed=losing_even,
        controls={"any rank": lambda n, m: m * first_count(n, m)},
    ).exhaust(
        Graph(f"{POSITIONS}; even m ≤ n + 2"),
        lambda: strip.sizes(0),
        lambda believed, case: equal(strip.losing(*case), believed(*case)),
    ).search(
        "n ≤ 100, even m ≤ 12, by the solver's sum over $D_t(K)$",
        even_sizes,
        lambda believed, case: equal(
            solver.losing_count(case[0], case[1] - 1, algorithm="summation"), believed(*case)
        ),
    )


def odd_numbers_of_coins(study: Study) -> None:
    """The two families for odd m, and the formula for all odd m."""
    study.claim(
        "odd-second-coin",
        "If $m$ is odd and the silver dollar is the second coin, the losing configurations are "
        r"those with nim sum 0 of the active gaps; there are $L_0 = \mathrm{Count}(N; "
        r"\mathrm{ways}_k)$. [There is a second coin for $m ≥ 3$ only.]",
        source=POCKET,
        believed=(xor_zero, first_count),
        controls={"the boundary shifted": (xor_zero_shifted, second_count)},
    ).exhaust(
        Graph(f"{POSITIONS}; m odd, j = 1"),
        lambda: strip.odd_positions(1, 1),
        lambda believed, p: equal(strip.loses(p), believed[0](p[0])),
    ).exhaust(
        Graph(f"{POSITIONS}; odd m from 3 to n + 2"),
        lambda: strip.sizes(1, 3),
        lambda believed, case: equal(strip.losing_at(case[0], case[1], 1), believed[1](*case)),
    )

    def each_rank(believed: Any, case: tuple[int, int]) -> Equation:
        n, m = case
        return equal([strip.losing_at(n, m, j) for j in range(2, m)], [believed[1](n, m)] * (m - 2))

    study.claim(
        "odd-later-coin",
        "If $m$ is odd and the silver dollar is any coin from the third onward, pocketing shifts "
        "the left boundary by one square: the losing configurations are those with nim sum 0 when "
        r"$g_0$ counts one more, and for each $j ≥ 2$ there are $L_1 = \mathrm{Count}(N + 1; "
        r"\mathrm{ways}_k) - \mathrm{Count}(N + 1; \mathrm{ways}_{k-1})$. [$r$ is that of $m$ in "
        "both.]",
        source=POCKET,
        believed=(xor_zero_shifted, second_count),
        controls={
            "not shifted": (xor_zero, first_count),
            "nothing subtracted": (
                xor_of_passive,
                lambda n, m: count(n - m + 1, *gap_numbers(m)),
            ),
        },
    ).exhaust(
        Graph(f"{POSITIONS}; m odd, j ≥ 2"),
        lambda: strip.odd_positions(2),
        lambda believed, p: equal(strip.loses(p), believed[0](p[0])),
    ).exhaust(Graph(f"{POSITIONS}; odd m from 3 to n + 2"), lambda: strip.sizes(1, 3), each_rank)

    def first_gap_empty(believed: Any, case: tuple[int, int, int]) -> Equation:
        total, k, r = case
        empty = sum(
            1 for gap in strip.tuples(total, k + r) if gap[0] == 0 and strip.nim_sum(gap[:k]) == 0
        )
        return equal(empty, believed(total, k, r))

    study.claim(
        "first-gap-empty",
        r"The tuples with $g_0 = 0$ are as many as those with $k - 1$ active gaps and the same "
        r"$r$.",
        source=POCKET,
        believed=lambda total, k, r: count(total, k - 1, r),
        controls={"one passive gap more": lambda total, k, r: count(total, k - 1, r + 1)},
    ).exhaust(
        Complete("S ≤ 8, 1 ≤ k ≤ 3, r ≤ 3", by=LISTED),
        lambda: product(range(9), (1, 2, 3), range(4)),
        first_gap_empty,
    )
    study.claim(
        "odd-formula",
        r"For odd $m$, $L = L_0 + (m - 2) L_1$.",
        source=POCKET,
        believed=losing_odd,
        controls={"one rank more": lambda n, m: first_count(n, m) + (m - 1) * second_count(n, m)},
        correction=(
            "For odd $m ≥ 3$, $L = L_0 + (m - 2) L_1$; for $m = 1$ the silver dollar is the "
            "leftmost coin, so $L = 0$.",
            lambda n, m: losing_odd(n, m) if m >= 3 else 0,
        ),
    ).exhaust(
        Graph(f"{POSITIONS}; odd m ≤ n + 2"),
        lambda: ({"n": n, "m": m} for n, m in strip.sizes(1)),
        lambda believed, case: equal(strip.losing(case["n"], case["m"]), believed(**case)),
    )
    study.claim(
        "winning-is-the-rest",
        r"$W = T - L$: every configuration that is not losing is winning.",
        source=POCKET,
        believed=lambda total, lost: total - lost,
        controls={"one lost less": lambda total, lost: total - lost + 1},
    ).exhaust(
        Graph(f"{POSITIONS}; m ≤ n + 2"),
        strip.sizes,
        lambda believed, case: equal(
            strip.winning(*case), believed(case[1] * comb(*case), strip.losing(*case))
        ),
    )


def _parameters_of_the_example() -> tuple[int, ...]:
    """The one number of coins, and of empty squares, of all configurations; k and r."""
    ((coins, empty),) = {
        (len(squares), sum(square not in squares for square in range(10)))
        for squares, _ in SilverDollar(2).start(10)
    }
    k = len(strip.deciding_gaps(coins))
    return coins, empty, k, coins + 1 - k


def worked_example(study: Study) -> None:
    """Every number of W(10, 2) = 324."""
    study.value(
        "example-configurations",
        r"$T = 3 \binom{10}{3} = 3 \cdot 120 = 360$.",
        believed=360,
        computed=lambda: strip.configurations(10, 3),
        by=Complete("n = 10, m = 3", by=LISTED),
        source=EXAMPLE,
    )
    for name, statement, number, computed in (
        ("example-second-coin", "The silver dollar on the second coin contributes $L_0 = 20$.", 20,
         lambda: strip.losing_at(10, 3, 1)),
        ("example-third-coin", "The silver dollar on the third coin contributes $L_1 = 16$.", 16,
         lambda: strip.losing_at(10, 3, 2)),
        ("example-losing", r"$L = 20 + (3 - 2) \cdot 16 = 36$.", 36, lambda: strip.losing(10, 3)),
        ("example-winning", r"$W(10, 2) = 360 - 36 = 324$, the published checkpoint.", 324,
         lambda: strip.winning(10, 3)),
    ):  # fmt: skip
        study.value(name, statement, believed=number, computed=computed,
                    by=Graph(POSITIONS), source=EXAMPLE)  # fmt: skip
    study.value(
        "example-parameters",
        "$m = c + 1 = 3$ and $N = n - m = 7$; for these $k = r = 2$.",
        believed=(3, 7, 2, 2),
        computed=_parameters_of_the_example,
        by=Graph(f"the empty squares of every configuration, and the gaps that decide: {REGULAR}"),
        controls={"N one more": (3, 8, 2, 2)},
        source=EXAMPLE,
    )
    study.value(
        "example-counts",
        r"$\mathrm{Count}(7; \mathrm{ways}_2) = 20$ and $\mathrm{Count}(8; \mathrm{ways}_2) - "
        r"\mathrm{Count}(8; \mathrm{ways}_1) = 16$.",
        believed=(20, 16),
        computed=lambda: (
            strip.listed(7, 2, 2),
            strip.listed(8, 2, 2) - strip.listed(8, 1, 2),
        ),
        by=Complete("S ≤ 8, k = 1 and 2, r = 2", by=LISTED),
        controls={"one more": (20, 17)},
        source=EXAMPLE,
    )
