"""Code changed behind a certificate's back does not answer; a check cut short confirms nothing.

Each test is one everyday way in which the code that answers can become another than the code that
was compared.
"""

from __future__ import annotations

import json
import subprocess
from pathlib import Path

import pytest

from tests import running

STUDY = """
import importlib, json, os, sys
from pathlib import Path

from fast.gate import gated
from oracles.rules import Game
from research.claims.study import Study

BY_HAND = {"over": "one", "by": "hand"}

%(before)s

class Line(Game[int]):
    "Take one or two."
    def options(self, n):
        return [n - k for k in (1, 2) if k <= n]
    def start(self, size):
        return [size]

@gated("%(name)s")
def answer(n: int) -> bool:
    return %(body)s

study = Study("%(name)s", Line(), answer=answer, headline={"n": 9})
study.agree(answer, "P-position", controls={"even": lambda n: n %% 2 == 0}, size=300)
%(after)s
"""


def grundwork(*words: str, folder: Path) -> subprocess.CompletedProcess[str]:
    """Run the command in a researcher's folder, in a process of its own."""
    return running.grundwork(*words, folder=folder, home=folder / "home")


def write_study(folder: Path, **parts: str) -> None:
    """Write a study whose answer is right."""
    given = {"before": "", "body": "n % 3 == 0", "name": "twin", "after": "", **parts}
    (folder / "twin.py").write_text(STUDY % given)


def refused(folder: Path, why: str) -> None:
    """The answer is refused for a reason."""
    done = grundwork("answer", "twin.py", folder=folder)
    assert (done.returncode, done.stdout) == (3, "")
    assert why in done.stderr
    assert len(done.stderr.splitlines()) == 1


READ = "json.loads(Path(__file__).with_name('{}.json').read_text())"
FILES = {
    "helper.py": "def third(n):\n    return n % 3 == 0\n",
    "pack/__init__.py": "THREE = 3\n",
    "pack/inner.py": "from . import THREE\nfrom .third import is_third\nassert THREE == 3\n",
    "pack/third.py": "def is_third(n):\n    return n % 3 == 0\n",
    "early.json": "3",
    "late.json": "3",
}


@pytest.mark.expensive
@pytest.mark.end_to_end
def test_a_changed_file_of_any_kind_closes_the_gate(tmp_path: Path) -> None:
    (tmp_path / "pack").mkdir()
    for name, text in FILES.items():
        (tmp_path / name).write_text(text)
    write_study(
        tmp_path,
        before=f"from pack.inner import is_third\nEARLY = {READ.format('early')}",
        body="is_third(n) and importlib.import_module('hel' + 'per').third(n)"
        f" and n % EARLY == n % {READ.format('late')}",
    )
    refused(tmp_path, "no certificate; run: grundwork check twin.py")
    done = grundwork("check", "twin.py", folder=tmp_path)
    assert done.returncode == 0, done.stdout + done.stderr
    for name in ("twin.py", *(name for name in FILES if name != "pack/inner.py")):
        before = (tmp_path / name).read_text()
        (tmp_path / name).write_text(before + "\n")
        refused(tmp_path, f"{name} has changed")
        (tmp_path / name).write_text(before)
    answered = grundwork("answer", "twin.py", folder=tmp_path)
    assert (answered.returncode, answered.stdout) == (0, "True\n"), answered.stderr


@pytest.mark.parametrize(
    ("where", "ends"),
    [
        ("claim", "sys.exit(0)"),
        ("claim", "os.kill(os.getpid(), 9)"),
        ("claim", "1 / 0"),
        ("solver", "sys.exit(0)"),
    ],
)
def test_a_check_that_does_not_end_leaves_no_certificate_and_no_status_0(
    tmp_path: Path, where: str, ends: str
) -> None:
    record = tmp_path / "home" / "certificates" / "twin.json"
    record.parent.mkdir(parents=True)
    record.write_text("{}")
    if where == "claim":
        after = f"study.numbers('ends', 'ends', {{(): 1}}, lambda: ({ends}, 1)[1], **BY_HAND)"
        write_study(tmp_path, after=after)
    else:
        write_study(tmp_path, body=f"n % 3 == 0 if n != 200 else ({ends}, True)[1]")
    done = grundwork("check", "twin.py", folder=tmp_path)
    assert done.returncode != 0
    assert "Traceback" not in done.stderr
    assert not record.exists() or not json.loads(record.read_text())["functions"]
