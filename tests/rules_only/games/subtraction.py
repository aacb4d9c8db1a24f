"""Take one, three or four counters from a heap."""

from grundwork import HeapGame, Study


def rest(heap):
    left = []
    for taken in (1, 3, 4):
        if taken <= heap:
            left.append((heap - taken,))
    return left


study = Study("subtraction", HeapGame(rest), source="Winning Ways, 2nd ed., ch. 4")
