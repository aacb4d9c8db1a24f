"""The White Knight: a knight moves two squares north or west and one to the side."""

from oracles.rules import Game
from research.proofs.study_claims import add_claims
from research.study import Study


class WhiteKnight(Game):
    """A position is the knight's distances from the two edges it moves to."""

    def start(self, size):
        return [(x, y) for x in range(size + 1) for y in range(size + 1)]

    def options(self, position):
        x, y = position
        moves = [(x - 2, y - 1), (x - 2, y + 1), (x - 1, y - 2), (x + 1, y - 2)]
        return [(a, b) for a, b in moves if a >= 0 and b >= 0]


study = Study("white-knight", WhiteKnight(), source="Winning Ways, 2nd ed., ch. 3")

study.p_positions(
    "The P-positions are the blocks of 2 × 2 squares at multiples of 4.",
    believed=lambda square: square[0] % 4 < 2 and square[1] % 4 < 2,
    controls={"at multiples of 3": lambda square: square[0] % 3 < 2 and square[1] % 3 < 2},
)
add_claims(study)
