"""Importing a solver loads none of the heavy libraries."""

import subprocess
import sys

import pytest

pytestmark = pytest.mark.every_python

HEAVY = ("numba", "numpy", "flint", "sympy", "hypothesis", "networkx", "matplotlib")


def loaded_after(statement):
    code = f"import sys; {statement}; print(*(name for name in {HEAVY} if name in sys.modules))"
    run = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    return run.stdout.split()


@pytest.mark.parametrize(
    "solver", ["stone_game", "silver_dollar", "divisor_nim", "binary_blackboard"]
)
def test_importing_a_solver_is_light(solver):
    assert loaded_after(f"import fast.{solver}") == []


def test_importing_the_compiled_kernels_is_seen_to_be_heavy():
    assert {"numba", "numpy"} <= set(loaded_after("import fast.stone_kernels"))
