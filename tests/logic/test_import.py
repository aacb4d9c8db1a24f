"""Importing the package is light: the command must answer at once."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import research

HEAVY = ("numpy", "numba", "sympy", "flint", "matplotlib", "hypothesis")
PACKAGE = Path(research.__file__).parent / "logic"
# These two hold the compiled loops, and are themselves loaded when first used.
MODULES = sorted({path.stem for path in PACKAGE.glob("*.py")} - {"tables", "subsets"})


def _loaded(imports: str) -> list[str]:
    found = f"[name for name in {HEAVY!r} if name in sys.modules]"
    code = f"{imports}\nimport json, sys\nprint(json.dumps({found}))"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    return list(json.loads(done.stdout))


def test_no_heavy_library_is_loaded_by_importing():
    assert _loaded("\n".join(f"import research.logic.{name}" for name in MODULES)) == []


def test_the_check_notices_a_heavy_library():
    used = "from research.logic.decide import decide; decide('Ax x = x')"
    assert {"numpy", "numba"} <= set(_loaded(used))
