"""Grundy's game: divide a heap into two unequal ones."""

from oracles.heaps import HeapGame
from research.claims.study import Study


def unequal_halves(heap):
    return [(part, heap - part) for part in range(1, heap) if part < heap - part]


study = Study(
    "grundys-game",
    HeapGame(unequal_halves),
    title="Grundy's game",
    source="P. M. Grundy, Eureka 2 (1939) 6-8",
)

study.sequence(
    "The Grundy values of heaps of 0, 1, 2, ... are A002188.",
    terms=[0, 0, 0, 1, 0, 2, 1, 0, 2, 1, 0, 2, 1, 3, 2, 1, 3, 2, 4, 3, 0, 4, 3, 0, 4, 3, 0, 4],
    computed=lambda truth, heap: truth.grundy((heap,) if heap else ()),
    source="OEIS, A002188; Winning Ways, 2nd ed., ch. 4",
)
