"""Take any number of counters from one of two piles, or three from each."""

from oracles.moves import MoveGame
from research.claims.study import Study
from research.proving.claiming import claim_theorem

NIM = MoveGame("""
    position play(a, b)
    unordered
    move play -> play(a - n, b) for n where 1 <= n & n <= a
    move play -> play(a - 3, b - 3) where 3 <= a & 3 <= b
""")

study = Study(
    "nim-with-three-from-each",
    NIM,
    source="R. Miyadera and others, arXiv:1711.01411, where one is taken from each (Ryuo nim); the "
    "criterion was found by grundwork prove",
)

study.p_positions(
    r"P-positions: $a = b$ with $a \bmod 7 \le 2$, or $b = a + 1$ with $a \bmod 7 \in \{3, 5\}$.",
    believed=lambda piles: (
        (piles[1] == piles[0] and piles[0] % 7 <= 2)
        or (piles[1] == piles[0] + 1 and piles[0] % 7 in (3, 5))
    ),
    controls={"as in nim": lambda piles: piles[0] == piles[1]},
)


def criterion(period=7):
    equal = " | ".join(f"a = {period}*k + {rest}" for rest in (0, 1, 2))
    next_to = " | ".join(f"a = {period}*k + {rest}" for rest in (3, 5))
    return f"(a = b & Ek {equal}) | (b = a + 1 & Ek {next_to})"


claim_theorem(
    study,
    "If a move takes any number from one of two piles or three from each, the player to move loses "
    "exactly if the piles are equal and are 0, 1 or 2 modulo 7, or differ by 1 and the smaller is "
    "3 or 5 modulo 7.",
    criterion=criterion,
    controls={"by 8": lambda: criterion(period=8), "equal piles": "a = b"},
)
