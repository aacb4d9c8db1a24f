"""Grundy's game: split a heap into two of different sizes."""

from grundwork import HeapGame, Study


def rest(heap):
    part = 1
    while 2 * part < heap:
        yield part, heap - part
        part += 1


study = Study("unequal-parts", HeapGame(rest), source="Winning Ways, 2nd ed., ch. 4")
