"""Konane: jump over neighbouring stones of the other player, straight on as often as you like."""

from oracles.rules import PartizanGame
from oracles.strips import along_columns, rewritings
from research.claims.study import Study


def jumps(own, other):
    """Jump n times along a row, to the right and to the left."""
    return [
        lambda n: (own + (other + ".") * n, ".." * n + own),
        lambda n: (("." + other) * n + own, own + ".." * n),
    ]


LEFT, RIGHT = jumps("x", "o"), jumps("o", "x")


class Konane(PartizanGame):
    """A position is a board, ``..ox|xo..`` of two rows. The stones of Left are x."""

    def start(self, size):
        return [("ox" * size)[:size] + ".", "." + ("ox" * size)[:size] + "."]

    def contains(self, position):
        return {*position} <= {*"xo.|"} and len({*map(len, position.split("|"))}) == 1

    def left_options(self, position):
        return [*rewritings(position, LEFT), *along_columns(position, LEFT)]

    def right_options(self, position):
        return [*rewritings(position, RIGHT), *along_columns(position, RIGHT)]

    def negative(self, position):
        return position.translate(str.maketrans("xo", "ox"))


study = Study("konane", Konane(), source="M. D. Ernst, UMAP J. 16 (1995) 95-121")

study.values_of(
    "value",
    "A row of n stones, alternately of Left and Right, with a free cell at one end is worth n/2, "
    "rounded down, to the player whose stone is not beside that cell.",
    among=lambda row: row[-1:] == "." and row[:-1] in "ox" * len(row),
    believed=lambda row: (len(row) - 1) // 2 * (1 if row[-2:-1] == "o" else -1),
    controls={"to the other player": lambda row: (len(row) - 1) // 2 * (-1) ** (row[-2:-1] == "o")},
    size=20,
)
study.value_table(
    "The row ..ox has the value 1, and .ox. has the value *.",
    {"..ox": 1, ".ox.": "*"},
    source="CGSuite, Konane",
)
