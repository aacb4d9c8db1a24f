"""Dawson's chess: take a pin that stands alone, or a pin and its neighbours."""

from oracles.heaps import octal
from research.claims.study import Study

study = Study(
    "dawsons-chess",
    octal("0.137"),
    title="Dawson's chess",
    source="Winning Ways, 2nd ed., ch. 4",
)

study.sequence(
    "A row of n has the Grundy value of a row of n + 1 in Dawson's Kayles.",
    terms=[0, 1, 1, 2, 0, 3, 1, 1, 0, 3, 3, 2, 2, 4, 0, 5, 2, 2, 3, 3, 0, 1, 1, 3, 0, 2, 1, 1, 0],
    computed=lambda truth, pins: truth.grundy((pins,) if pins else ()),
    source="OEIS, A002187",
)
