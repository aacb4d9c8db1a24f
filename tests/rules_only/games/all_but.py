"""Take any number of counters from a heap, but three."""

from grundwork import HeapGame, Study


def rest(heap):
    return [(heap - taken,) for taken in range(1, heap + 1) if taken != 3]


study = Study("all-but", HeapGame(rest), source="folklore")
