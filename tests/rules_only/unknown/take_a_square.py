"""Take a square number of counters from a heap."""

from grundwork import Game, Study


class TakeASquare(Game):
    def start(self, size):
        return range(size + 1)

    def options(self, position):
        root = 1
        while root * root <= position:
            yield position - root * root
            root += 1


source = "S. W. Golomb, J. Combin. Theory 1 (1966) 443-458"
study = Study("take-a-square", TakeASquare(), source=source)
