"""Break one of several rectangular pieces of chocolate into two, along a line."""

from grundwork import Game, Study


class BreakingChocolate(Game):
    def start(self, size):
        sides = range(1, size + 2)
        return [((height, width),) for height in sides for width in sides]

    def options(self, pieces):
        for i, (height, width) in enumerate(pieces):
            others = pieces[:i] + pieces[i + 1 :]
            for cut in range(1, height):
                yield tuple(sorted([*others, (cut, width), (height - cut, width)]))
            for cut in range(1, width):
                yield tuple(sorted([*others, (height, cut), (height, width - cut)]))


study = Study("breaking-chocolate", BreakingChocolate(), source="folklore")
