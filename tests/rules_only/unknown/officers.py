"""Officers, 0.6: take one counter from a heap, but not all of it; what is left may be divided."""

from grundwork import HeapGame, Study


def rest(heap):
    if heap < 2:
        return []
    return [(part, heap - 1 - part) for part in range((heap - 1) // 2 + 1)]


study = Study("officers", HeapGame(rest), source="Winning Ways, 2nd ed., ch. 4")
