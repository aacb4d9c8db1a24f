"""What is promised of heap games.

The plain double loop is measured against the same loop in C, compiled here by ``cc -O3``; without
a compiler there is nothing to measure against, and the rows say so. The sparse algorithm is
measured against itself as it was at the commit ``BEFORE``, which is taken from the repository and
run beside it; where the repository is not there, the rows say so too.
"""

from __future__ import annotations

import ctypes
import hashlib
import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Callable
from functools import cache
from pathlib import Path

import numpy as np

from benchmarks.measure import Promise, Timed
from fast.heap_games import grundy_values
from research.theorems.periods import PeriodProof, prove_period

KAYLES_SIZE = 100_000
BEFORE = "e69cb7c"  # the last commit before large games were made answerable
REPOSITORY = Path(__file__).parents[1]
TIMED = """
import hashlib, sys, time
from fast.heap_games import grundy_values
code, size = sys.argv[1], int(sys.argv[2])
spent = []
for _ in range(4):  # the first compiles
    begun = time.process_time()
    values = grundy_values(code, size)
    spent.append(time.process_time() - begun)
print(min(spent), hashlib.sha256(values.tobytes()).hexdigest())
"""

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


def _before(code: str, size: int) -> Timed:
    """Run the solver of the commit before; return its least seconds of three, and a digest."""
    with tempfile.TemporaryDirectory() as folder:
        made = subprocess.run(
            ["git", "archive", BEFORE, "fast"], check=True, capture_output=True, cwd=REPOSITORY
        )
        subprocess.run(["tar", "-x", "-C", folder], check=True, input=made.stdout)
        done = subprocess.run(
            [sys.executable, "-c", TIMED, code, str(size)],
            check=True,
            capture_output=True,
            text=True,
            cwd=folder,
            env=os.environ | {"PYTHONPATH": folder},
        )
    seconds, digest = done.stdout.split()
    return Timed(float(seconds), digest)


def _digest(code: str, size: int) -> str:
    return hashlib.sha256(grundy_values(code, size).tobytes()).hexdigest()


def _has_before() -> bool:
    """Whether the commit before is in the repository."""
    if shutil.which("git") is None or shutil.which("tar") is None:
        return False
    asked = ["git", "cat-file", "-e", f"{BEFORE}^{{commit}}"]
    return subprocess.run(asked, check=False, cwd=REPOSITORY, capture_output=True).returncode == 0


def _third(code: str, size: int, *, known: bool) -> Promise:
    beside = f"beside {BEFORE}" if known else "no repository here to compare with"
    return Promise(
        f"Grundy values of {code} to heap {size}; {beside}",
        fast=lambda: _digest(code, size),
        plain=(lambda: _before(code, size)) if known else None,
        at_least_ratio=3 if known else None,
    )


HAS_BEFORE = _has_before()
IN_C = _loop_in_c()
AGAINST = "in C -O3" if IN_C is not None else "no C compiler here to compare with"

PROMISES = [
    Promise(
        f"Grundy values of 0.77 to heap {KAYLES_SIZE}, double loop; {AGAINST}",
        fast=lambda: grundy_values("0.77", KAYLES_SIZE, algorithm="plain").tobytes(),
        plain=IN_C,
        at_least_ratio=None if IN_C is None else 1 / 1.3,
    ),
    Promise(
        "Grundy values of 0.16 to heap 1 000 000",
        fast=_sparse_grundy_values,
        expected=True,
        at_most_seconds=1,
    ),
    _third("0.16", 1_000_000, known=HAS_BEFORE),
    _third("0.6", 100_000, known=HAS_BEFORE),
    Promise(
        "0.16 from code to proved period",
        fast=_proved_period,
        expected=(105_351, 149_459),
        at_most_seconds=5,
    ),
]
