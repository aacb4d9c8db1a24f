"""Subtract a square: take a square number of counters from a heap."""

from math import isqrt

from grundwork import HeapGame, Study

study = Study(
    "subtract-a-square",
    HeapGame(lambda heap: [(heap - n * n,) for n in range(1, isqrt(heap) + 1)]),
    about="Take a square number of counters from a heap.",
    source="S. W. Golomb, J. Combin. Theory 1 (1966) 443-458",
)

study.sequence(
    "The single heaps that are P-positions are A030193.",
    terms=[0, 2, 5, 7, 10, 12, 15, 17, 20, 22, 34, 39, 44, 52, 57, 62, 65, 67, 72, 85, 95, 109],
    computed=lambda truth, n: sorted(sum(p) for p in truth.p_positions if len(p) < 2)[n],
    source="OEIS, A030193",
)
