"""Runs every promise, prints the table, and says with the exit status whether all were kept.

Rows that take minutes are left out unless ``--long`` is given.
"""

from __future__ import annotations

import sys

from tabulate import tabulate

from benchmarks import (
    binary_blackboard,
    command,
    divisor_nim,
    heap_games,
    oracles,
    proofs,
    silver_dollar,
    stone_game,
    stores,
)
from benchmarks.measure import Measurement, measure_apart

SUBJECTS = (
    oracles,
    stone_game,
    silver_dollar,
    divisor_nim,
    binary_blackboard,
    heap_games,
    proofs,
    command,
    stores,
)
HEADERS = ("what", "fast", "plain, compiled", "ratio", "memory", "must reach", "kept")


def main() -> int:
    """Measure everything; return 0 when every promise was kept, 1 otherwise."""
    promises = [promise for subject in SUBJECTS for promise in subject.PROMISES]
    left_out = [promise.what for promise in promises if promise.long and "--long" not in sys.argv]
    measured = []
    for promise in promises:
        if promise.what not in left_out:
            print(f"measuring {promise.what}", file=sys.stderr, flush=True)
            measured.append(measure_apart(promise))
    print(tabulate([_row(m) for m in measured], HEADERS, tablefmt="github", disable_numparse=True))
    for what in [m.promise.what for m in measured if not m.kept]:
        print(f"not kept: {what}")
    for what in left_out:
        print(f"not measured without --long: {what}")
    return 0 if all(m.kept for m in measured) else 1


def _row(measurement: Measurement) -> tuple[str, ...]:
    promise = measurement.promise
    reach = [
        f"{promise.at_least_ratio:g} times faster" if promise.at_least_ratio else "",
        f"at most {_time(promise.at_most_seconds)}" if promise.at_most_seconds else "",
        f"at most {promise.at_most_mebibytes:g} MiB" if promise.at_most_mebibytes else "",
    ]
    verdict = "yes" if measurement.kept else "NO" if measurement.agree else "NO: values differ"
    return (
        promise.what,
        _time(measurement.seconds),
        "-" if measurement.plain_seconds is None else _time(measurement.plain_seconds),
        "-" if measurement.ratio is None else f"{measurement.ratio:.3g}",
        f"{measurement.mebibytes:.0f} MiB",
        ", ".join(filter(None, reach)),
        verdict,
    )


def _time(seconds: float) -> str:
    for unit, size in (("s", 1.0), ("ms", 1e-3)):
        if seconds >= size:
            return f"{seconds / size:.3g} {unit}"
    return f"{seconds / 1e-6:.3g} µs"
