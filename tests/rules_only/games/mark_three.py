"""Mark-3: subtract one or two, or divide by three, rounded down."""

from grundwork import Game, Study


class MarkThree(Game):
    def start(self, size):
        return range(size + 1)

    def options(self, position):
        if position >= 1:
            yield position - 1
            yield position // 3
        if position >= 2:
            yield position - 2


source = "A. S. Fraenkel, Electron. J. Combin. 18(2) (2011) #P19"
study = Study("mark-three", MarkThree(), source=source)
