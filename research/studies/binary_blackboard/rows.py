"""The losing sets of the binary blackboard from the minimax recurrence, on rows of bits.

Bit r of a row says whether Oscar, to move with r remaining and a certain flag, can win. By the
duality of the players (Eric with flag q wins where Oscar with flag 1 − q does), Oscar wins from r
with flag q exactly if some s < r in L_a has a = 1 ⊕ q ⊕ t(r − s). So each losing s marks all r = s
+ x at once, by a shift of the Thue–Morse word. Up to a limit this costs as many shifts as there
are losing numbers. It uses no pattern of theirs.
"""

from __future__ import annotations

from functools import cache

LIMIT = 4**7


@cache
def losing_sets(limit: int = LIMIT) -> tuple[frozenset[int], frozenset[int]]:
    """L_0 and L_1 up to a limit.

    >>> [sorted(losing) for losing in losing_sets(20)]
    [[0, 3, 15, 20], [1, 4, 7, 16, 19]]
    """
    parity = [x.bit_count() % 2 for x in range(limit + 1)]
    # Row b has a bit at each x ≥ 1 with t(x) = b.
    moves = [sum(1 << x for x in range(1, limit + 1) if parity[x] == b) for b in (0, 1)]
    below = (1 << limit + 1) - 1
    wins = [0, 1]  # nothing remains: Oscar has won exactly with flag 1
    losing: tuple[set[int], set[int]] = (set(), set())
    for r in range(limit + 1):
        for flag in (0, 1):
            if not wins[flag] >> r & 1:
                losing[flag].add(r)
                for earlier in (0, 1):  # from r + x with this flag, writing x leads here
                    wins[earlier] |= moves[1 ^ earlier ^ flag] << r & below
    return frozenset(losing[0]), frozenset(losing[1])


@cache
def losing_numbers(limit: int = LIMIT) -> list[int]:
    """L, the numbers from 1 to a limit with which Oscar loses, in increasing order."""
    sets = losing_sets(limit)
    return [r for r in range(1, limit + 1) if r in sets[r.bit_count() % 2]]
