"""Mock turtles: turn up to three coins, of which the last goes from heads to tails.

The binary digits of a position are its coins, 1 for heads.
"""

from grundwork import Game, Study


class MockTurtles(Game):
    def start(self, size):
        return range(size + 1)

    def options(self, position):
        found = set()
        for last in range(position.bit_length()):
            if position >> last & 1:
                for i in range(last + 1):
                    for j in range(i + 1):
                        turned = {i, j, last}
                        found.add(position ^ sum(1 << coin for coin in turned))
        return found


study = Study("three-turtles", MockTurtles(), source="Winning Ways, 2nd ed., ch. 14")
