"""``python -m benchmarks``: run every promise, print the table, exit with 1 if one was not kept.

Rows that take minutes are left out unless ``--long`` is given.
"""

from __future__ import annotations

import math
import sys

from tabulate import tabulate

from benchmarks import command, heap_games, oracles, proofs, solvers, stores, values
from benchmarks.measure import Measurement, Promise, measure_apart

SUBJECTS = (oracles, values, solvers, heap_games, proofs, command, stores)
HEADERS = ("what", "fast", "plain, compiled", "ratio", "memory", "must reach", "kept")


def main() -> int:
    """Measure everything; return 0 when every promise was kept, 1 otherwise."""
    promises = [promise for subject in SUBJECTS for promise in subject.PROMISES]
    left_out = [promise for promise in promises if promise.long and "--long" not in sys.argv]
    measured = []
    for promise in promises:
        if promise not in left_out:
            print(f"measuring {promise.what}", file=sys.stderr, flush=True)
            measured.append((promise, measure_apart(promise)))
    print(tabulate([_row(*m) for m in measured], HEADERS, tablefmt="github", disable_numparse=True))
    broken = [promise for promise, found in measured if not found.keeps(promise)]
    for promise in broken:
        print(f"not kept: {promise.what}")
    for promise in left_out:
        print(f"not measured without --long: {promise.what}")
    return 1 if broken else 0


def _row(promise: Promise, found: Measurement) -> tuple[str, ...]:
    reach = [
        f"{promise.at_least_ratio:g} times faster" if promise.at_least_ratio else "",
        f"at most {_time(promise.at_most_seconds)}" if promise.at_most_seconds < math.inf else "",
        f"at most {promise.at_most_mebibytes} MiB" if promise.at_most_mebibytes < math.inf else "",
    ]
    return (
        promise.what,
        _time(found.seconds),
        _time(found.plain_seconds),
        "-" if math.isnan(found.ratio) else f"{found.ratio:.3g}",
        f"{found.mebibytes:.0f} MiB",
        ", ".join(filter(None, reach)),
        "yes" if found.keeps(promise) else "NO" if found.agree else "NO: values differ",
    )


def _time(seconds: float) -> str:
    for unit, size in (("s", 1.0), ("ms", 1e-3)):
        if seconds >= size:
            return f"{seconds / size:.3g} {unit}"
    return "-" if math.isnan(seconds) else f"{seconds / 1e-6:.3g} µs"


sys.exit(main())
