"""What divisor nim's solver promises."""

from __future__ import annotations

from benchmarks import as_published
from benchmarks.measure import Promise
from fast.divisor_nim import answer

PROMISES = [
    Promise(
        "divisor nim: S(123456787654321) mod 1234567890",
        fast=lambda: answer.ungated(123456787654321, modulus=1234567890),
        plain=lambda: as_published.divisor_nim_wins(123456787654321, 1234567890),
        at_least_ratio=1,
        at_most_seconds=0.001,
    ),
    Promise(
        "divisor nim: S(10^1000), exact",
        fast=lambda: answer.ungated(10**1000),
        at_most_seconds=1,
    ),
]
