"""The binary blackboard's study, and what is true of the game.

Three ways lead to L, the numbers with which Oscar loses. The explicit graph has the four positions
of every remainder up to 256. The minimax recurrence reaches 4^7. The sums alone, at exponents of
any size, are the source's recurrences, which are proved, as a power of a matrix.
"""

from __future__ import annotations

from functools import cache

from fast import binary_blackboard as solver
from oracles.games.binary_blackboard import BinaryBlackboard, Board
from research.claims.cases import GraphOf, Listed
from research.claims.claim import Source
from research.claims.study import Study

BOUND = 256  # of what remains, on the graph: four layers of either kind and the next number
FURTHER = 4**7  # by the recurrence: seven layers of either kind and the next number
MODULUS = 10**9 + 7

PROBLEM = Source(
    "Project Euler, Problem 711",
    cited="Project Euler, Problem 711, the statement. https://projecteuler.net/problem=711",
)
GAME = BinaryBlackboard()

study = Study(
    "binary-blackboard",
    GAME,
    title="Binary blackboard",
    modulo=("modulus", "factors"),
    about="""
A number $r$ stands on the blackboard. Oscar and Eric in turn, Oscar first, write positive numbers
that sum to $r$. Play ends when nothing remains of $r$. Oscar has won if the binary digits of all
numbers on the blackboard hold an odd number of ones; otherwise Eric has won. A position is what
remains of $r$, the flag (the parity of the ones of all numbers on the blackboard, $r$ included) and
whose turn it is. The question is $S(n)$, the sum of all $r$ from $1$ to $2^n$ with which Oscar
loses.
""",
    source=Source(
        "EulerSolve, Project Euler 711",
        cited="EulerSolve, “Project Euler Problem 711: Binary Blackboard”, no author named, "
        "undated. The problem: https://projecteuler.net/problem=711",
    ),
    answer=solver.answer,
    headline={"exponent": 12345678, "modulus": MODULUS},
)
graph = GraphOf(study.truth, BOUND)
POSITIONS = Listed(f"all positions with r ≤ {BOUND}", lambda: sorted(graph.truth.positions))


# The four states, on the graph.


def parity(number: int) -> int:
    """t(x): 1 if the binary digits hold an odd number of ones, counted digit by digit."""
    return f"{number:b}".count("1") % 2


def oscar_wins(r: int, q: int, turn: str = "Oscar") -> bool:
    """O_q(r), or E_q(r) when it is Eric's turn."""
    return graph.is_p_position((r, q, turn)) == (turn == "Eric")


def in_losing_set(remaining: int, flag: int) -> bool:
    """Whether r is in L_q."""
    return not oscar_wins(remaining, flag)


def oscar_loses(number: int) -> bool:
    """Whether Oscar loses the game that begins with a number."""
    return graph.is_p_position(GAME.opening(number))


@cache
def on_graph(most: int) -> list[int]:
    """L up to a number."""
    return [r for r in range(1, most + 1) if oscar_loses(r)]


def after(position: Board, left: int) -> Board:
    """The position after a move that leaves so much."""
    remaining, flag, turn = position
    return left, flag ^ parity(remaining - left), "Eric" if turn == "Oscar" else "Oscar"


# The losing numbers, by the minimax recurrence.


@cache
def losing_sets(limit: int = FURTHER) -> tuple[list[int], list[int]]:
    """L_0 and L_1 up to a limit.

    As Eric with flag q wins where Oscar with flag 1 − q does, Oscar wins from r with flag q exactly
    if some s < r in L_a has a = 1 ⊕ q ⊕ t(r − s).

    >>> losing_sets(20)
    ([0, 3, 15, 20], [1, 4, 7, 16, 19])
    """
    t = list(map(parity, range(limit + 1)))
    losing: tuple[list[int], list[int]] = ([0], [])  # nothing remains: Oscar wins with flag 1
    for r in range(1, limit + 1):
        reached = {1 ^ a ^ t[r - s] for a in (0, 1) for s in losing[a]}
        for flag in {0, 1} - reached:
            losing[flag].append(r)
    return losing


@cache
def losing_numbers() -> list[int]:
    """L up to the bound of the recurrence."""
    return sorted(r for q in (0, 1) for r in losing_sets()[q] if r > 0 and parity(r) == q)


def sum_to_power(exponent: int) -> int:
    """S(n)."""
    return sum(r for r in losing_numbers() if r <= 2**exponent)


def layer(first: int, end: int) -> list[int]:
    """Those from a first number to an end, which is left out."""
    return [r for r in losing_numbers() if first <= r < end]


def offsets(k: int) -> list[int]:
    """E_k, in order."""
    return [r - 4**k for r in layer(4**k, 2 * 4**k)]


def number_and_sum(k: int) -> tuple[int, int]:
    """N_k and T_k."""
    return len(offsets(k)), sum(offsets(k))


# From layer k to the next: 4^k, 8^k = N_k 4^k, T_k, the sum so far with each odd layer, and 1.
STEP = ((4, 0, 0, 0, 0), (0, 8, 0, 0, 0), (2, 1, 2, 0, 0), (4, 1, 1, 1, -1), (0, 0, 0, 0, 1))
FIRST = ((1,), (1,), (0,), (0,), (1,))


@cache
def matrix_answer(
    exponent: int,
    modulus: int | None = None,
    factors: object = None,  # noqa: ARG001  # there is no need of them
) -> int:
    """The sum to 2^exponent by so many steps over the layers as one power of a matrix."""
    import flint

    step, first = flint.fmpz_mat(STEP), flint.fmpz_mat(FIRST)
    if modulus is not None:
        ring = flint.fmpz_mod_ctx(modulus)
        step, first = flint.fmpz_mod_mat(step, ring), flint.fmpz_mod_mat(first, ring)
    reached = step ** ((exponent + 1) // 2) * first
    end, total = int(reached[0, 0]), int(reached[3, 0])
    # An even exponent ends with the first number of a layer; an odd one before the odd layer.
    total += end if exponent % 2 == 0 else 1 - end
    return total if modulus is None else total % modulus
