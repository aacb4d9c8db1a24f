"""Couples are forever: split a heap into two; heaps of two are not split."""

from grundwork import HeapGame, Study


def rest(heap):
    if heap > 2:
        for part in range(1, heap // 2 + 1):
            yield part, heap - part


source = "I. Caines, C. Gates, R. K. Guy, R. J. Nowakowski, Amer. Math. Monthly 106 (1999)"
study = Study("couples-are-forever", HeapGame(rest), source=source)
