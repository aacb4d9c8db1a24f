"""Killed at any moment: what is kept is whole, and the next run goes on as if nothing had been."""

from __future__ import annotations

import json
import os
import random
import subprocess
import time
from pathlib import Path

import pytest

from tests.running import PYTHON

pytestmark = pytest.mark.expensive

ROOT = Path(__file__).parent.parent.parent
KILLS = 20
COMMANDS = (
    "check nim kayles --examples 20",
    "check wythoff --examples 20",
    "report nim --out out",
    "explore nim --out out",
    "export stone-game --what graph --format dot --size 8 --out out/graph.dot",
)


def begin(folder: Path, words: str) -> subprocess.Popen[bytes]:
    return subprocess.Popen(
        [*PYTHON, *words.split()],
        stdin=subprocess.DEVNULL,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.PIPE,
        cwd=folder,
        env={**os.environ, "PYTHONPATH": str(ROOT), "GRUNDWORK_HOME": str(folder / "home")},
    )


def test_no_kill_leaves_half_a_file_or_a_home_that_does_not_work(tmp_path: Path) -> None:
    chance = random.Random(0)
    for _ in range(KILLS):
        run = begin(tmp_path, chance.choice(COMMANDS))
        time.sleep(chance.uniform(0.2, 5))
        run.kill()
        run.communicate(timeout=200)
        for path in [path for path in tmp_path.rglob("*") if path.is_file()]:
            if path.name.startswith(".") or "examples" in path.parts:
                continue  # a temporary one, which nobody reads; Hypothesis reads what is whole
            text = path.read_text(encoding="utf-8")
            whole = {".json": "}\n", ".md": "\n", ".svg": "</svg>\n", ".dot": "}\n"}
            assert text.endswith(whole.get(path.suffix, "")), path
            if path.suffix == ".json":
                json.loads(text)
    for words in COMMANDS:
        run = begin(tmp_path, words)
        _, said = run.communicate(timeout=200)
        assert (run.returncode, said) == (0, b"")
