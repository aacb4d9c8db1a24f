"""The White Knight: a knight moves two squares north or west and one to the side."""

from oracles.moves import MoveGame
from research.claims.study import Study

# A position is the knight's distances from the two edges it moves to.
KNIGHT = MoveGame("""
    position play(x, y)
    move play -> play(x - 2, y - 1) where x >= 2 & y >= 1
    move play -> play(x - 2, y + 1) where x >= 2
    move play -> play(x - 1, y - 2) where x >= 1 & y >= 2
    move play -> play(x + 1, y - 2) where y >= 2
""")

study = Study("white-knight", KNIGHT, source="Winning Ways, 2nd ed., ch. 3")

study.p_positions(
    "The P-positions are the blocks of 2 × 2 squares at multiples of 4.",
    believed=lambda square: square[0] % 4 < 2 and square[1] % 4 < 2,
    controls={"at multiples of 3": lambda square: square[0] % 3 < 2 and square[1] % 3 < 2},
)
