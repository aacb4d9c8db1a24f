"""The white knight: four of a knight's moves, which bring it nearer to the corner."""

from grundwork import Game, Study

STEPS = [(-2, -1), (-2, 1), (-1, -2), (1, -2)]


class WhiteKnight(Game):
    def start(self, size):
        return [(x, y) for x in range(size + 1) for y in range(size + 1)]

    def options(self, position):
        x, y = position
        squares = [(x + dx, y + dy) for dx, dy in STEPS]
        return [square for square in squares if min(square) >= 0]


study = Study("four-knight-moves", WhiteKnight(), source="Winning Ways, 2nd ed., ch. 3")
