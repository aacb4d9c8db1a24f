"""Compiled code that is kept: it is used only while the sources are those that it came from."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

pytestmark = pytest.mark.every_python

ROOT = Path(__file__).parents[2]
CALLED = "from fast.compiling import compiled\n\n@compiled\ndef step(n):\n    return n + {}\n"
CALLING = (
    "from fast.compiling import compiled\nfrom called import step\n\n"
    "@compiled\ndef twice(n):\n    return step(step(n))\n"
)


@pytest.mark.expensive
def test_a_kernel_is_compiled_anew_when_one_that_it_calls_has_changed(tmp_path):
    (tmp_path / "calling.py").write_text(CALLING, encoding="utf-8")
    for added, expected in ((1, "12"), (1, "12"), (5, "20")):
        (tmp_path / "called.py").write_text(CALLED.format(added), encoding="utf-8")
        done = subprocess.run(
            [sys.executable, "-c", "from calling import twice; print(twice(10))"],
            env=os.environ
            | {
                "PYTHONPATH": f"{ROOT}{os.pathsep}{tmp_path}",
                "NUMBA_CACHE_DIR": str(tmp_path),
                # of a file written twice in a second Python takes its own kept code for the newer
                "PYTHONDONTWRITEBYTECODE": "1",
            },
            capture_output=True,
            text=True,
            check=True,
        )
        assert done.stdout.strip() == expected
    assert list(tmp_path.rglob("*.nbc"))


def test_what_is_opened_to_keep_a_kernel_is_no_file_of_the_study_that_compiles_it(monkeypatch):
    from fast import compiling, watching
    from research.code.dependencies import source_files
    from research.resolving.loading import load_study

    keeping = str(Path(compiling.__file__))
    other = str(Path(compiling.__file__).with_name("divisor_nim.py"))
    monkeypatch.setitem(watching._traces, keeping, watching.Traces(opened={other}))
    files = {file.name for file in source_files(load_study("stone-game").file)}
    assert "compiling.py" in files
    assert "divisor_nim.py" not in files
