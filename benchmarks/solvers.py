"""What the solvers of the four studies promise, beside the algorithms of their sources."""

from __future__ import annotations

from benchmarks import as_published
from benchmarks.measure import Promise
from fast import binary_blackboard, divisor_nim, silver_dollar, stone_game

PRIME = 10**9 + 7
PRIMES = (1_000_003, 1_000_033)
MODULUS = PRIMES[0] * PRIMES[1]

PROMISES = [
    Promise(
        "stone game: S(1000)",
        fast=lambda: stone_game.answer.ungated(1000),
        plain=lambda: as_published.stone_game_sum(1000),
        at_least_ratio=10,
    ),
    Promise(
        "stone game: S(10 000)",
        fast=lambda: stone_game.answer.ungated(10_000),
        at_most_seconds=3,
        at_most_mebibytes=1024,
    ),
    Promise(
        "stone game: S(20 000)",
        fast=lambda: stone_game.answer.ungated(20_000),
        at_most_seconds=25,
        at_most_mebibytes=2048,
    ),
    Promise(
        "silver dollar: W(10^6, 100) mod M",
        fast=lambda: silver_dollar.answer.ungated(10**6, 100, modulus=MODULUS, factors=PRIMES),
        at_most_seconds=0.005,
    ),
    Promise(
        "silver dollar: W(10^18, 1000) mod M",
        fast=lambda: silver_dollar.answer.ungated(10**18, 1000, modulus=MODULUS, factors=PRIMES),
        at_most_seconds=0.5,
    ),
    Promise(
        "divisor nim: S(123456787654321) mod 1234567890",
        fast=lambda: divisor_nim.answer.ungated(123456787654321, modulus=1234567890),
        plain=lambda: as_published.divisor_nim_wins(123456787654321, 1234567890),
        at_least_ratio=1,
        at_most_seconds=0.001,
    ),
    Promise(
        "divisor nim: S(10^1000), exact",
        fast=lambda: divisor_nim.answer.ungated(10**1000),
        at_most_seconds=1,
    ),
    Promise(
        "binary blackboard: n = 12345678 mod 10^9 + 7",
        fast=lambda: binary_blackboard.answer.ungated(12_345_678, modulus=PRIME),
        at_most_seconds=0.0001,
    ),
    Promise(
        "binary blackboard: n = 10^18 mod 10^9 + 7",
        fast=lambda: binary_blackboard.answer.ungated(10**18, modulus=PRIME),
        at_most_seconds=0.001,
    ),
]
