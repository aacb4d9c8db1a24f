"""What the stone game's solver promises."""

from __future__ import annotations

from benchmarks import as_published
from benchmarks.measure import Promise
from fast.stone_game import answer

PROMISES = [
    Promise(
        "stone game: S(1000)",
        fast=lambda: answer.ungated(1000),
        plain=lambda: as_published.stone_game_sum(1000),
        at_least_ratio=10,
    ),
    Promise(
        "stone game: S(10 000)",
        fast=lambda: answer.ungated(10_000),
        at_most_seconds=3,
        at_most_mebibytes=1024,
    ),
    Promise(
        "stone game: S(20 000)",
        fast=lambda: answer.ungated(20_000),
        at_most_seconds=25,
        at_most_mebibytes=2048,
    ),
]
