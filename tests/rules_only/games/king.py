"""Corner the king: it moves a square down, left, or both."""

from grundwork import Game, Study


class King(Game):
    def start(self, size):
        return [(x, y) for x in range(size + 1) for y in range(size + 1)]

    def options(self, position):
        x, y = position
        if x > 0:
            yield x - 1, y
        if y > 0:
            yield x, y - 1
        if x > 0 and y > 0:
            yield x - 1, y - 1


study = Study("king", King(), source="folklore")
