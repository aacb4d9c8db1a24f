"""Toppling Dominoes: topple one of a row, with all on one side of it; either player topples g."""

from itertools import product

from oracles.rules import PartizanGame
from oracles.values.value import Value
from research.claims.study import Study


class TopplingDominoes(PartizanGame):
    """A position is a row of dominoes: l of Left, r of Right, g of both."""

    def start(self, size):
        return map("".join, product("lrg", repeat=size))

    def left_options(self, position):
        return toppled(position, "lg")

    def right_options(self, position):
        return toppled(position, "rg")

    def canonical(self, position):
        return min(position, position[::-1])

    def negative(self, position):
        return position.translate(str.maketrans("lr", "rl"))


def toppled(row, letters):
    for place, domino in enumerate(row):
        if domino in letters:
            yield row[:place]
            yield row[place + 1 :]


SOURCE = "A. Fink and others, Toppling Conjectures, Games of No Chance 4 (2015) 65-76"
study = Study("toppling-dominoes", TopplingDominoes(), source=SOURCE)

study.values_of(
    "value",
    "A row of n dominoes g has the value *n, and so has a row of n pairs lr.",
    among=lambda row: row in {"g" * len(row), "lr" * (len(row) // 2)},
    believed=lambda row: Value.nimber(len(row) // (1 + ("l" in row))),
    controls={"of n dominoes": lambda row: Value.nimber(len(row))},
)
study.value_table(
    "Rows of Left and Right: lll is 3, lrl 1/2, llrll 3/2, lrrl ^, llr {1|0}.",
    {"lll": 3, "lrl": "1/2", "llrll": "3/2", "lrrl": "^", "llr": "{1|0}"},
)
