"""Snort: colour a cell, Left blue, Right orange; neighbours never get different colours."""

from research.claims.claim import OURS
from research.claims.study import Study
from research.variants.col import WITHOUT_LEFT, WITHOUT_RIGHT, Row, colouring

SNORT = Row(
    left=colouring("l", WITHOUT_RIGHT),
    right=colouring("r", WITHOUT_LEFT),
    starts=lambda size: ["#" + "." * size + "#"],
)
study = Study("snort", SNORT, source="Winning Ways, 2nd ed., ch. 6")

study.outcomes(
    "The first player wins on an empty row.",
    among=lambda strip: set(strip[1:-1]) == {"."},
    believed=lambda strip: "N",
    controls={"if it is odd": lambda strip: "PN"[len(strip) % 2]},
    source=OURS,
)
VALUES = ["0", "*", "+-1", "+-2", "+-{2|1}", "{1,{3|0}|-1,{0|-3}}", "*"]
study.value_table(
    "The values of empty rows of 0 to 6 cells are 0, *, ±1, ±2, ±{2|1}, {1,{3|0}|-1,{0|-3}}, *.",
    {"#" + "." * cells + "#": value for cells, value in enumerate(VALUES)},
    source=OURS,
)
