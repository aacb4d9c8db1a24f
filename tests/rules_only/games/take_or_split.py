"""Lasker's nim: take any number of counters from a heap, or split it into two."""

from grundwork import HeapGame, Study


def rest(heap):
    for left in range(heap):
        yield (left,)
    for part in range(1, heap):
        yield part, heap - part


study = Study("take-or-split", HeapGame(rest), source="Winning Ways, 2nd ed., ch. 4")
