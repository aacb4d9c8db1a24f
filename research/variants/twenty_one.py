"""Twenty-one: count on by one, two or three; the player who says the last number loses."""

from oracles.moves import MoveGame
from research.claims.study import Study

TWENTY_ONE = MoveGame("""
    position play(x)
    move play -> play(x - n) for n where 1 <= n & n <= 3 & n <= x
    misere
""")

study = Study(
    "twenty-one",
    TWENTY_ONE,
    about="A position is how many numbers are left. The player who says the last one loses.",
    source="Winning Ways, 2nd ed., ch. 13, on misère play of subtraction games",
)

study.p_positions(
    r"The player to move loses exactly if $n \equiv 1 \pmod 4$, as with 21.",
    believed=lambda x: x % 4 == 1,
    controls={"as in normal play": lambda x: x % 4 == 0},
)
