"""Take a power of two from a heap."""

from grundwork import HeapGame, Study


def rest(heap):
    power = 1
    while power <= heap:
        yield [heap - power]
        power *= 2


study = Study("powers-of-two", HeapGame(rest), source="folklore")
