"""Bachet's game: take one, two or three counters."""

from oracles.moves import MoveGame
from research.claims.study import Study

BACHET = MoveGame("""
    position play(x)
    move play -> play(x - n) for n where 1 <= n & n <= 3 & n <= x
""")

study = Study("bachets-game", BACHET, title="Bachet's game", source="Winning Ways, 2nd ed., ch. 4")

study.grundy_values(
    r"A heap of n has the value $n \bmod 4$.",
    believed=lambda x: x % 4,
    controls={"modulo 3": lambda x: x % 3},
)
