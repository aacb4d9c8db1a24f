"""Take one to three counters from a heap; the player who takes the last counter loses."""

from grundwork import HeapGame, Study


def rest(heap):
    for taken in range(1, 4):
        if heap - taken >= 0:
            yield (heap - taken,)


game = HeapGame(rest, misere=True)
study = Study("misere-subtraction", game, source="Winning Ways, 2nd ed., ch. 13")
