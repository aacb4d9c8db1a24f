"""What the source says of the stone game, and what this study finds beyond the graph."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache, partial
from itertools import combinations, combinations_with_replacement, compress, product
from operator import sub
from typing import Any

from fast import stone_game as solver
from fast.lazy import np, sympy
from oracles.games.stone_game import CHOICES, Piles, ordered
from research.checks.equality import equal
from research.claims.cases import Drawn, Listed, integers, of_every_size, st
from research.claims.claim import OURS
from research.proving.claiming import prove_by
from research.proving.results import GREEDY_SIEVE, Limits
from research.studies.stone_game import truth
from research.studies.stone_game.truth import BOUND, graph, marked, on_graph, positions, study

Key = tuple[Any, ...]  # ("One", 1, 3)
Keys = Callable[[Any, Any, Any], list[Key]]
SMALL = 10  # largest pile where moves are listed
FEW = 6  # where pairs of positions are
LIMITS = Limits(positions=2_000)

study.section("Theorem 1", kind="result")


def keys(x: Any, y: Any, z: Any) -> list[Key]:
    """The entries of the tables that step 2 looks up, one for each direction of moves."""
    one = [("One", x, y), ("One", x, z), ("One", y, z)]
    two = [("Two", y - x, z), ("Two", z - y, x), ("Two", z - x, y)]
    return [*one, *two, ("All", y - x, z - x)]


def without(table: str) -> Keys:
    """A control: the keys of the other tables."""
    return lambda *piles: [key for key in keys(*piles) if key[0] != table]


def algorithm(keys_of: Keys, limit: int) -> list[Piles]:
    """Steps 1 to 3 as printed, with a set of keys in place of boolean arrays."""
    taken: set[Key] = set()
    found: list[Piles] = []
    for position in combinations_with_replacement(range(limit + 1), 3):
        own = keys_of(*position)
        if taken.isdisjoint(own):
            found.append(position)
            taken.update(own)
    return found


def common_key(keys_of: Keys) -> str:
    """Say in a formula when two positions have a key in common."""
    from research.checks.derivations import compared

    one, other = (keys_of(*sympy.symbols(names)) for names in ("x1 x2 x3", "yx1 yx2 yx3"))
    common = [
        f"({compared(key[1], '=', same[1])} & {compared(key[2], '=', same[2])})"
        for key, same in product(one, other)
        if key[0] == same[0]
    ]
    return " | ".join(common)


def sieved(of: Any, keys_of: Keys) -> Any:
    """Decide the conditions of the greedy sieve."""
    from research.proving.greedy_sieve import prove_sieve  # it makes automata

    among = (of.model.read(position).values for position in of.seen.sizes)
    return prove_sieve(of.model.rules, common_key(keys_of), unordered=True, among=among)


ONE_TABLE_LESS = {f"without the table {name}": without(name) for name in ("One", "Two", "All")}
theorem_1 = study.claim(
    "theorem-1",
    "“The algorithm correctly enumerates all P-positions with coordinates bounded by $N$.” [The "
    "algorithm goes through the triples $x ≤ y ≤ z ≤ N$ in lexicographic order. It lists a triple "
    r"if none of the entries $\mathrm{One}(x, y)$, $\mathrm{One}(x, z)$, $\mathrm{One}(y, z)$, "
    r"$\mathrm{Two}(y - x, z)$, $\mathrm{Two}(z - y, x)$, $\mathrm{Two}(z - x, y)$ and "
    r"$\mathrm{All}(y - x, z - x)$ is “already losing”. Then it is to “update the tables "
    "accordingly”; we take this to mean that it marks these seven entries.]",
    believed=keys,
    controls=ONE_TABLE_LESS,
    rests_on=["legality-and-differences"],
).holds(
    lambda keys_of, n: equal(on_graph.up_to(n), algorithm(keys_of, n)),
    integers(N=BOUND),
    by="the graph",
)
prove_by(GREEDY_SIEVE, theorem_1, study, sieved, limits=LIMITS)

study.section("Problem 260. (Stone Game)")


def taken(position: Piles, most: int = 3) -> set[Piles]:
    """How much each pile loses: N > 0 stones from each of some piles, up to so many of them."""
    return {
        tuple(n * chosen for chosen in each)
        for each in product((0, 1), repeat=3)
        if 0 < sum(each) <= most
        for n in range(1, min(compress(position, each)) + 1)
    }


def left(position: Piles, taken: Piles) -> Piles:
    """The piles that are left, in order."""
    return ordered(map(sub, position, taken))


study.claim(
    "rules",
    "“the player chooses some $N > 0$ and removes” $N$ stones from one pile, from each of two "
    "piles or from each of the three. “The winner is the player who removes the last stone(s)”: "
    "there is no move from $(0, 0, 0)$, and from every other position there is one.",
    believed=taken,
    controls={"from one or two piles": partial(taken, most=2)},
).holds(
    lambda moves, p: (
        bool(moves(p)) == any(p)
        and equal(set(graph.truth.options(p)), {left(p, move) for move in moves(p)})
    ),
    positions(SMALL),
    by="the graph",
)
EXAMPLES = {(0, 0, 13): "N", (0, 11, 11): "N", (5, 5, 5): "N", (0, 1, 2): "P", (1, 3, 3): "P"}
study.claim(
    "examples",
    "$(0, 0, 13)$, $(0, 11, 11)$ and $(5, 5, 5)$ are winning, “because the first player can "
    "immediately remove all stones”. $(0, 1, 2)$ and $(1, 3, 3)$ are losing.",
    believed=EXAMPLES,
    controls={"(1, 3, 3) is winning": EXAMPLES | {(1, 3, 3): "N"}},
    kind="number",
).holds(
    lambda said, p: (
        graph.truth.outcome(p) == said[p]
        and ((0, 0, 0) in graph.truth.options(p)) == (said[p] == "N")
    ),
    Listed("the five positions", lambda: EXAMPLES),
    by="the graph",
)

study.section("Key Insights, 4")


legality = study.claim(
    "legality-and-differences",
    "“The legality of moves depends only on differences between coordinates.” For the algorithm "
    "this means: two different positions share one of the entries of Theorem 1 if and only if one "
    "position is an option of the other.",
    believed=keys,
    controls=ONE_TABLE_LESS,
).holds(
    lambda keys_of, one, other: (
        bool({*keys_of(*one)} & {*keys_of(*other)})
        == (one in graph.truth.options(other) or other in graph.truth.options(one))
    ),
    Listed(
        f"all pairs of different positions with piles ≤ {FEW}",
        lambda: [
            {"one": one, "other": other}
            for one, other in combinations(combinations_with_replacement(range(FEW + 1), 3), 2)
        ],
    ),
    by="the graph",
)
prove_by(GREEDY_SIEVE, legality, study, sieved, limits=LIMITS)

study.section("Lemma 1")
study.claim(
    "lemma-1",
    "“If $(x, y, z)$ can reach a known P-position by a legal move, then $(x, y, z)$ is an "
    "N-position”; “from a P-position all moves go to N-positions”.",
    believed=any,
    controls={"all moves lead to one": all},
).holds(
    lambda reach, p: equal(
        not graph.is_p_position(p), reach(map(graph.is_p_position, graph.truth.options(p)))
    ),
    positions(BOUND),
    by="the graph",
)

study.section("Complexity Analysis")
study.remark(
    "“There are $O(N^3)$ triples with $x ≤ y ≤ z$. Each classification requires $O(1)$ checks”, "
    "“the overall runtime is $O(N^3)$”, “Memory usage is $O(N^2)$”. For each triple the algorithm "
    "looks up seven entries or fewer, in three tables of $(N + 1)^2$ entries."
)

study.section("Results")
SUM = "sum-to-{limit}", "$S({limit}) = {value}$."
(sum_to_10,) = study.numbers(*SUM, {10: 360}, on_graph.answer, over=positions(BOUND))
sum_to_10.correction = "$S(10) = 213$.", 213
study.numbers(
    *SUM,
    {100: 173895, truth.HEADLINE: 167542057},
    truth.sum_by_marking,
    over="all positions with piles up to this number",
    by="marking by the rules",
)

study.section("beyond the graph", source=OURS)
study.claim(
    "marking",
    "Go through the positions in lexicographic order, call a position P if it is not marked, and "
    "then mark all positions from which a move leads to it. The positions called P are the "
    "P-positions.",
    believed=marked,
    controls={
        "no moves on two piles": lambda n: marked(n, [c for c in CHOICES if sum(c) != 2]),
        "no moves on three piles": lambda n: marked(n, [c for c in CHOICES if sum(c) != 3]),
    },
).equals(on_graph.up_to, integers(N=BOUND))


def local_check(are_p_positions: Any, position: Piles) -> bool:
    """Some option by the rules is claimed exactly where the position is not."""
    most = [min(compress(position, choice)) for choice in CHOICES]
    taken = [np.outer(np.arange(1, n + 1), c) for n, c in zip(most, CHOICES, strict=True)]
    options = np.array(position) - np.concatenate(taken)
    wins = len(options) > 0 and bool(are_p_positions(options).any())
    return wins != bool(are_p_positions([position])[0])


@cache
def positions_of_every_size() -> Any:
    """Strategy: P-positions that the solver lists, and positions with piles of every size."""
    listed = solver.p_positions.ungated(solver.LARGEST_LIMIT_OF_LIST)
    anywhere = st.tuples(*[of_every_size(0, solver.LARGEST_PILE)] * 3)
    return st.sampled_from(listed) | anywhere.map(ordered)


def claimed(positions: Any) -> Any:
    """Tell which of many positions the solver names, from its table for the largest pile alone."""
    largest = [(0, 0, solver.LARGEST_PILE)]
    return solver._are_p_positions(np.append(positions, largest, axis=0))[:-1]  # noqa: SLF001


study.claim(
    "kernel-to-10000",
    "No option of a P-position that the solver names, with piles up to 10 000, is one, and every "
    "other position has an option that is one.",
    gating=True,
    believed=claimed,
    controls={
        "the first pile doubled": lambda piles: claimed([(2 * x, y, z) for x, y, z in piles]),
        "nothing is P": lambda piles: claimed(piles) & False,
    },
).holds(
    local_check,
    Drawn(
        "positions with piles ≤ 10 000, half of them P-positions up to 3000, all options tried",
        positions_of_every_size,
    ),
)
