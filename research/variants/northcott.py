"""Northcott's game: on two rows, move your counter any way without passing the other's."""

from itertools import product

from oracles.rules import PartizanGame
from research.claims.study import Study


class Northcott(PartizanGame):
    """A position is the row length and, for each row, the squares of both counters."""

    loopy = True

    def start(self, size):
        rows = [(white, black) for black in range(size + 2) for white in range(black)]
        return [(size + 2, *both) for both in product(rows, repeat=2)]

    def contains(self, position):
        length, *rows = position
        return all(0 <= white < black < length for white, black in rows)

    def drawn(self, position):
        length, *rows = position
        signs = [{white: "W", black: "B"} for white, black in rows]
        return "\n".join("".join(row.get(n, ".") for n in range(length)) for row in signs)

    def left_options(self, position):
        length, *rows = position
        for place, (white, black) in enumerate(rows):
            for square in set(range(black)) - {white}:
                yield (length, *rows[:place], (square, black), *rows[place + 1 :])

    def right_options(self, position):
        length, *rows = position
        for place, (white, black) in enumerate(rows):
            for square in set(range(white + 1, length)) - {black}:
                yield (length, *rows[:place], (white, square), *rows[place + 1 :])


def gaps(position):
    return [black - white - 1 for white, black in position[1:]]


study = Study(
    "northcott", Northcott(), title="Northcott's game", source="Winning Ways, 2nd ed., ch. 3"
)

study.outcomes(
    "The outcome is that of nim with the gaps between the counters; moving away only delays.",
    believed=lambda position: "P" if gaps(position)[0] ^ gaps(position)[1] == 0 else "N",
    controls={"gaps of 0 only": lambda position: "N" if any(gaps(position)) else "P"},
)
