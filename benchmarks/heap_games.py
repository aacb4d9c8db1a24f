"""What is promised of heap games, measured in one run.

The plain double loop is measured against the same loop in C, compiled here by ``cc -O3``; without a
compiler its rows are skipped and say so. Times are the least of several warm runs.
"""

from __future__ import annotations

import ctypes
import shutil
import subprocess
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np

from fast.heap_games import nimbers
from research.periods import PeriodProof, prove_period

RUNS = 3
KAYLES_SIZE = 100_000

# The loop of fast.heap_kernels.double_loop, line by line.
DOUBLE_LOOP = """
#include <stdint.h>
void double_loop(int32_t *values, int32_t size, const int32_t *splits, int32_t digits,
                 const int32_t *singles, int32_t single_digits, const uint8_t *whole,
                 int32_t *seen) {
    for (int32_t n = 1; n <= size; n++) {
        if (whole[n]) seen[0] = n;
        for (int32_t k = 0; k < single_digits && singles[k] < n; k++)
            seen[values[n - singles[k]]] = n;
        for (int32_t k = 0; k < digits; k++) {
            int32_t left = n - splits[k];
            for (int32_t a = 1; a <= left / 2; a++)
                seen[values[a] ^ values[left - a]] = n;
        }
        int32_t value = 0;
        while (seen[value] == n) value++;
        values[n] = value;
    }
}
"""


def rows() -> list[dict[str, Any]]:
    """Measure each promise: what, measured (with unit), promise, whether kept (None: skipped)."""
    return [*_kayles_rows(), _sparse_row(), _proof_row()]


def _kayles_rows() -> list[dict[str, Any]]:
    ours = {
        f"0.77 to heap {KAYLES_SIZE}, {algorithm}, against C -O3": algorithm
        for algorithm in ("plain", "auto")
    }
    promise = "at most 1.3 times the time of C"
    compiler = shutil.which("gcc") or shutil.which("cc")
    if compiler is None:
        reason = "skipped: no C compiler on this machine"
        return [{"what": w, "measured": reason, "promise": promise, "kept": None} for w in ours]
    with tempfile.TemporaryDirectory() as folder:
        compare = _compiled_kayles(compiler, Path(folder))
        in_c, expected = _least_time(compare)
        found = []
        for what, algorithm in ours.items():
            nimbers("0.77", 1000, algorithm=algorithm)  # type: ignore[arg-type]
            spent, values = _least_time(
                lambda algorithm=algorithm: nimbers("0.77", KAYLES_SIZE, algorithm=algorithm)
            )
            ratio = spent / in_c
            kept = ratio <= 1.3 and bool(np.array_equal(values, expected))
            measured = f"{ratio:.3f} times ({spent:.3f} s, C {in_c:.3f} s)"
            found.append({"what": what, "measured": measured, "promise": promise, "kept": kept})
        return found


def _compiled_kayles(compiler: str, folder: Path) -> Callable[[], Any]:
    source, library = folder / "double_loop.c", folder / "double_loop.so"
    source.write_text(DOUBLE_LOOP)
    subprocess.run(
        [compiler, "-O3", "-shared", "-fPIC", "-o", str(library), str(source)], check=True
    )
    loop = ctypes.CDLL(str(library)).double_loop
    splits = singles = np.array([1, 2], np.int32)
    whole = np.zeros(KAYLES_SIZE + 1, np.uint8)
    whole[1:3] = 1

    def run() -> Any:
        values = np.zeros(KAYLES_SIZE + 1, np.int32)
        seen = np.zeros(4 * KAYLES_SIZE, np.int32)
        pointers = [
            array.ctypes.data_as(ctypes.c_void_p) for array in (values, splits, whole, seen)
        ]
        single = singles.ctypes.data_as(ctypes.c_void_p)
        loop(pointers[0], KAYLES_SIZE, pointers[1], 2, single, 2, pointers[2], pointers[3])
        return values

    return run


def _sparse_row() -> dict[str, Any]:
    nimbers("0.16", 1000)
    spent, values = _least_time(lambda: nimbers("0.16", 1_000_000))
    # Period and preperiod of Gangolli and Plambeck 1989: the values must have them.
    right = np.array_equal(values[105_351 + 149_459 :], values[105_351:-149_459])
    return {
        "what": "nimbers of 0.16 to heap 1000000, warm",
        "measured": f"{spent:.3f} s",
        "promise": "at most 1 s",
        "kept": spent <= 1.0 and bool(right),
    }


def _proof_row() -> dict[str, Any]:
    prove_period("0.16", limit=1000)
    spent, proof = _least_time(lambda: prove_period("0.16", limit=600_000))
    right = isinstance(proof, PeriodProof) and (proof.preperiod, proof.period) == (105351, 149459)
    return {
        "what": "0.16 from code to proved period, warm",
        "measured": f"{spent:.3f} s",
        "promise": "at most 5 s",
        "kept": spent <= 5.0 and right,
    }


def _least_time(function: Callable[[], Any]) -> tuple[float, Any]:
    least, result = float("inf"), None
    for _ in range(RUNS):
        start = time.perf_counter()
        result = function()
        least = min(least, time.perf_counter() - start)
    return least, result
