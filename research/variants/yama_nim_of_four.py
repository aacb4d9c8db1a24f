"""Take at least four counters from one of two piles, and return one to the other."""

from oracles.moves import MoveGame
from research.claims.study import Study
from research.proving.claiming import claim_theorem

YAMA = MoveGame("""
    position play(a, b)
    unordered
    move play -> play(a - n, b + 1) for n where 4 <= n & n <= a
""")

study = Study(
    "yama-nim-of-four",
    YAMA,
    title="Yama nim with at least four",
    source="S. Kimura and T. Yamashita, arXiv:2310.06610, where at least two are taken; the "
    "criterion was found by grundwork prove",
)

study.p_positions(
    r"The P-positions are those of which some $3j \le a \le b \le 3j + 3$.",
    believed=lambda piles: piles[1] <= piles[0] // 3 * 3 + 3,
    controls={"the differences up to 3": lambda piles: piles[1] <= piles[0] + 3},
)

claim_theorem(
    study,
    "In Yama nim with at least four counters taken and one returned, the player to move loses "
    "exactly if both piles lie between a multiple of 3 and the next, both included.",
    criterion="b <= 3 * (a/3) + 3",
    controls={"as with at least two taken": "b <= a + 1"},
)
