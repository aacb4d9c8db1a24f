"""What the silver dollar's solver promises."""

from __future__ import annotations

from benchmarks import as_published
from benchmarks.measure import Promise
from fast.silver_dollar import answer

PRIMES = (1_000_003, 1_000_033)
MODULUS = PRIMES[0] * PRIMES[1]

PROMISES = [
    Promise(
        "silver dollar: W(10^6, 100) mod M",
        fast=lambda: answer.ungated(10**6, 100, modulus=MODULUS, factors=PRIMES),
        plain=lambda: as_published.silver_dollar_wins(10**6, 100, *PRIMES),
        at_most_seconds=0.005,
    ),
    Promise(
        "silver dollar: W(10^18, 1000) mod M",
        fast=lambda: answer.ungated(10**18, 1000, modulus=MODULUS, factors=PRIMES),
        at_most_seconds=0.5,
    ),
]
