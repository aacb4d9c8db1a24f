"""Take a prime number of counters from a heap."""

from math import isqrt

from grundwork import HeapGame, Study


def is_prime(n):
    return n > 1 and all(n % d for d in range(2, isqrt(n) + 1))


def rest(heap):
    return [(heap - p,) for p in range(2, heap + 1) if is_prime(p)]


study = Study("take-a-prime", HeapGame(rest), source="OEIS, A025043")
