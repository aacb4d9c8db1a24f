"""Mark: replace n by n - 1 or by half of n, rounded down."""

from grundwork import Game, Study


class Mark(Game):
    def start(self, size):
        return range(size + 1)

    def options(self, position):
        return [position - 1, position // 2] if position else []


study = Study("mark", Mark(), source="A. S. Fraenkel, Discrete Math. 312 (2012) 42-46")

study.p_positions(
    "The P-positions are 0 and the dopey numbers: those that end in an odd number of zeros.",
    believed=lambda n: n == 0 or (n & -n).bit_length() % 2 == 0,
    controls={"even numbers": lambda n: n % 2 == 0},
)
