"""What is promised of heap games.

The plain double loop is measured against the same loop in C, compiled here by ``cc -O3``; without
a compiler there is nothing to measure against, and the row says so.
"""

from __future__ import annotations

import ctypes
import shutil
import subprocess
import tempfile
from collections.abc import Callable
from functools import cache
from pathlib import Path

import numpy as np

from benchmarks.measure import Promise
from fast.heap_games import grundy_values
from research.proving.periods import PeriodProof, prove_period

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


@cache
def _loop_in_c() -> Callable[[], bytes] | None:
    """Return the loop compiled by the machine's C compiler; None where there is none."""
    compiler = shutil.which("gcc") or shutil.which("cc")
    if compiler is None:
        return None
    folder = Path(tempfile.mkdtemp())
    source, library = folder / "double_loop.c", folder / "double_loop.so"
    source.write_text(DOUBLE_LOOP)
    subprocess.run(
        [compiler, "-O3", "-shared", "-fPIC", "-o", str(library), str(source)], check=True
    )
    loop = ctypes.CDLL(str(library)).double_loop
    splits = singles = np.array([1, 2], np.int32)
    whole = np.zeros(KAYLES_SIZE + 1, np.uint8)
    whole[1:3] = 1

    shutil.rmtree(folder)  # the loaded library stays

    def run() -> bytes:
        values = np.zeros(KAYLES_SIZE + 1, np.int32)
        seen = np.zeros(4 * KAYLES_SIZE, np.int32)
        pointers = [
            array.ctypes.data_as(ctypes.c_void_p) for array in (values, splits, whole, seen)
        ]
        single = singles.ctypes.data_as(ctypes.c_void_p)
        loop(pointers[0], KAYLES_SIZE, pointers[1], 2, single, 2, pointers[2], pointers[3])
        return values.tobytes()

    return run


def _sparse_grundy_values() -> bool:
    """Whether 0.16 has the period and preperiod of Gangolli and Plambeck 1989."""
    values = grundy_values("0.16", 1_000_000)
    return bool(np.array_equal(values[105_351 + 149_459 :], values[105_351:-149_459]))


def _proved_period() -> tuple[int, int]:
    proof = prove_period("0.16", limit=600_000)
    assert isinstance(proof, PeriodProof)
    return proof.preperiod, proof.period


IN_C = _loop_in_c()
AGAINST = "in C -O3" if IN_C is not None else "no C compiler here to compare with"

PROMISES = [
    Promise(
        f"Grundy values of 0.77 to heap {KAYLES_SIZE}, double loop; {AGAINST}",
        fast=lambda: grundy_values("0.77", KAYLES_SIZE, algorithm="plain").tobytes(),
        plain=IN_C,
        at_least_ratio=0 if IN_C is None else 1 / 1.3,
    ),
    Promise(
        "Grundy values of 0.16 to heap 1 000 000",
        fast=_sparse_grundy_values,
        expected=True,
        at_most_seconds=1,
    ),
    Promise(
        "Grundy values of 0.6 to heap 100 000",
        fast=lambda: len(grundy_values("0.6", 100_000)),
        expected=100_001,
        at_most_seconds=0.5,
    ),
    Promise(
        "0.16 from code to proved period",
        fast=_proved_period,
        expected=(105_351, 149_459),
        at_most_seconds=5,
    ),
]
