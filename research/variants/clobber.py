"""Clobber: move a stone onto a neighbouring stone of the other player, which leaves the board."""

from oracles.rules import PartizanGame
from oracles.strips import along_columns, rewritings
from oracles.values.value import Value
from research.claims.study import Study

LEFT = [("xo", ".x"), ("ox", "x.")]
RIGHT = [("xo", "o."), ("ox", ".o")]


class Clobber(PartizanGame):
    """A position is a board, ``xox|ox.`` of two rows. The stones of Left are x."""

    def start(self, size):
        return ["x" * size + "o", "xo" * size]

    def contains(self, position):
        return {*position} <= {*"xo.|"} and len({*map(len, position.split("|"))}) == 1

    def left_options(self, position):
        return [*rewritings(position, LEFT), *along_columns(position, LEFT)]

    def right_options(self, position):
        return [*rewritings(position, RIGHT), *along_columns(position, RIGHT)]

    def components(self, position):
        return [position] if "|" in position else [part for part in position.split(".") if part]

    def negative(self, position):
        return position.translate(str.maketrans("xo", "ox"))


study = Study("clobber", Clobber(), source="M. H. Albert and others, INTEGERS 5(2) (2005) A1")

study.values_of(
    "value",
    r"A row of n stones x and a stone o at its end: $(n - 1)\uparrow$, plus $*$ if n is odd.",
    among=lambda row: row.startswith("x") and row.find("o") == len(row) - 1 and "." not in row,
    believed=lambda row: Value.up(len(row) - 2, len(row) % 2 == 0),
    controls={"never a star": lambda row: Value.up(len(row) - 2)},
)
study.sequence(
    "The row of n pairs xo is a first-player win for n = 1, 2, 4, 5, and not for n = 3.",
    terms=["N", "N", "P", "N", "N"],
    first=1,
    computed=lambda truth, n: truth.outcome("xo" * n),
)
study.value_table(
    "The board xox|ox. has the value {^^*|*,v}.",
    {"xox|ox.": "{^^*|*,v}"},
    source="CGSuite, Clobber",
)
