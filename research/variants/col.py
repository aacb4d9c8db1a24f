"""Col: colour a cell of a row, Left blue, Right orange; neighbours never get the same colour."""

from itertools import product

from oracles.strips import PartizanStripGame
from oracles.values.value import Value
from research.claims.study import Study

WITHOUT_LEFT = {".": "r", "l": "#", "r": "r", "#": "#"}
WITHOUT_RIGHT = {".": "l", "l": "l", "r": "#", "#": "#"}


def colouring(who, without):
    return [
        (a + cell + b, without[a] + "#" + without[b])
        for a, cell, b in product(".lr#", "." + who, ".lr#")
    ]


class Row(PartizanStripGame):
    """Who may still colour a cell: both (.), Left (l), Right (r), nobody (#), as at the ends."""

    def components(self, position):
        return [f"#{part}#" for part in position.split("#") if part]

    def negative(self, position):
        return position.translate(str.maketrans("lr", "rl"))


COL = Row(
    left=colouring("l", WITHOUT_LEFT),
    right=colouring("r", WITHOUT_RIGHT),
    starts=lambda size: ["#" + "." * size + "#"],
)
study = Study("col", COL, source="Winning Ways, 2nd ed., ch. 2")

study.every_position(
    "The value of every position is a number, or a number plus *.",
    lambda nimbers, strip, truth: any((truth.value(strip) + n).is_number for n in nimbers),
    believed=[Value.nimber(0), Value.nimber(1)],
    controls={"always a number": [Value.nimber(0)]},
    size=8,
)
study.values_of(
    "value",
    "An empty row has the value 0, and * if it is a single cell.",
    among=lambda strip: set(strip[1:-1]) == {"."},
    believed=lambda strip: "*" if len(strip) == 3 else 0,
    controls={"always 0": lambda strip: 0},
)
