"""What the binary blackboard's solver promises."""

from __future__ import annotations

from benchmarks import as_published
from benchmarks.measure import Promise
from fast.binary_blackboard import answer

PRIME = 10**9 + 7

PROMISES = [
    Promise(
        "binary blackboard: n = 12345678 mod 10^9 + 7",
        fast=lambda: answer.ungated(12_345_678, modulus=PRIME),
        plain=lambda: as_published.binary_blackboard_sum(12_345_678, PRIME),
        at_most_seconds=0.0001,
    ),
    Promise(
        "binary blackboard: n = 10^18 mod 10^9 + 7",
        fast=lambda: answer.ungated(10**18, modulus=PRIME),
        at_most_seconds=0.001,
    ),
]
