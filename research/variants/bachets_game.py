"""Bachet's game: take one, two or three counters."""

from oracles.heaps import subtraction
from research.study import Study

study = Study("bachets-game", subtraction(1, 2, 3), source="Winning Ways, 2nd ed., ch. 4")

study.grundy_values(
    r"A heap of n has the value $n \bmod 4$.",
    believed=lambda heaps: sum(heaps) % 4,
    controls={"modulo 3": lambda heaps: sum(heaps) % 3},
)
