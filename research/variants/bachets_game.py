"""Bachet's game: take one, two or three counters."""

from oracles.moves import MoveGame
from research.claims.study import Study
from research.proving.claiming import claim_theorem

BACHET = MoveGame("""
    position play(x)
    move play -> play(x - n) for n where 1 <= n & n <= 3 & n <= x
""")

study = Study("bachets-game", BACHET, source="Winning Ways, 2nd ed., ch. 4")

study.grundy_values(
    r"A heap of n has the value $n \bmod 4$.",
    believed=lambda x: x % 4,
    controls={"modulo 3": lambda x: x % 3},
)
claim_theorem(
    study,
    "The player to move loses from a heap of any size x exactly if x mod 4 is 0.",
    name="multiples-of-four-for-every-size",
    criterion="Ek x = 4*k",
    controls={"period 5": "Ek x = 5*k"},
)
