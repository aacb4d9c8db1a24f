"""Compiled code that is kept: it is used only while the sources are those that it came from."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from fast.compiling import _digest_of_sources

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


def test_an_edit_of_a_file_that_a_kernel_does_not_import_leaves_it_as_it_is(tmp_path):
    kernel, helper, other = (tmp_path / f"{name}.py" for name in ("kernel", "helper", "other"))
    kernel.write_text("from helper import step\n")
    stamps = []
    for texts in (("A = 1\n", "B = 1\n"), ("A = 1\n", "B = 2\n"), ("A = 2\n", "B = 2\n")):
        helper.write_text(texts[0])
        other.write_text(texts[1])
        stamps.append(_digest_of_sources.__wrapped__(kernel))
    assert stamps[0] == stamps[1] != stamps[2]
