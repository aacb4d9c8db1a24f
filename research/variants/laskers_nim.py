"""Lasker's nim: take any number from a heap, or divide it into two."""

from oracles.heaps import heap_game
from research.claims.study import Study

study = Study(
    "laskers-nim",
    heap_game("code:4.[3]"),
    title="Lasker's nim",
    source="Winning Ways, 2nd ed., ch. 4, on E. Lasker",
)


def value(heap):
    return heap + (0, 0, 0, 1, -1)[heap % 4 or 4] if heap else 0


study.grundy_values(
    "A heap of n has the Grundy value n, except that $4k + 3$ and $4k + 4$ are exchanged.",
    among=lambda heaps: len(heaps) <= 1,
    believed=lambda heaps: value(sum(heaps)),
    controls={"n": sum},
)
