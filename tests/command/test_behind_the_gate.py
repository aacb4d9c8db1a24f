"""Code changed behind a certificate's back does not answer; a check cut short confirms nothing.

Each test is one everyday way in which the code that answers can become another than the code that
was compared.
"""

from __future__ import annotations

import json
import os
import re
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from tests import running
from tests.running import PYTHON

pytestmark = pytest.mark.expensive

ROOT = Path(__file__).parent.parent.parent
STUDY = """
import importlib, json, os
from pathlib import Path

from fast.gate import gated
from oracles.rules import Game
from research.claims.cases import Listed, every
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


def grundwork(*words: str, folder: Path, **environment: str) -> subprocess.CompletedProcess[str]:
    """Run the command in a researcher's folder."""
    return running.grundwork(*words, folder=folder, **(surroundings(folder) | environment))


def surroundings(folder: Path) -> dict[str, str]:
    """The environment of a researcher's process."""
    path = os.pathsep.join([str(ROOT), os.environ.get("PYTHONPATH", "")])
    return {**os.environ, "GRUNDWORK_HOME": str(folder / "home"), "PYTHONPATH": path}


def write_study(folder: Path, *, file: str = "twin.py", **parts: str) -> Path:
    """Write a study whose answer is right."""
    parts = {"before": "", "body": "n % 3 == 0", "name": "twin", "after": "", **parts}
    path = folder / file
    path.write_text(STUDY % parts)
    return path


def confirm(folder: Path, file: str = "twin.py", **environment: str) -> None:
    """Check the study, which must confirm it."""
    done = grundwork("check", file, folder=folder, **environment)
    assert done.returncode == 0, done.stdout + done.stderr
    answered = grundwork("answer", file, folder=folder, **environment)
    assert (answered.returncode, answered.stdout) == (0, "True\n"), answered.stderr


def refused(folder: Path, why: str, file: str = "twin.py", **environment: str) -> None:
    """The answer is refused for a reason."""
    done = grundwork("answer", file, folder=folder, **environment)
    assert (done.returncode, done.stdout) == (3, "")
    assert why in done.stderr
    assert len(done.stderr.splitlines()) == 1


def write_plain(folder: Path) -> None:
    write_study(folder, before="THREE = 3", body="n % THREE == 0")


def edit_the_file(folder: Path) -> None:
    write_study(folder, before="THREE = 1", body="n % THREE == 0")


def write_data(folder: Path) -> None:
    (folder / "table.json").write_text("3")
    before = "THREE = json.loads(Path(__file__).with_name('table.json').read_text())"
    write_study(folder, before=before, body="n % THREE == 0")


def edit_the_data(folder: Path) -> None:
    (folder / "table.json").write_text("1")


def write_late_data(folder: Path) -> None:
    (folder / "table.json").write_text("3")
    body = "n % json.loads(Path(__file__).with_name('table.json').read_text()) == 0"
    write_study(folder, body=body)


def write_module(folder: Path) -> None:
    (folder / "helper.py").write_text("def third(n):\n    return n % 3 == 0\n")
    write_study(folder, body="importlib.import_module('hel' + 'per').third(n)")


def edit_the_module(folder: Path) -> None:
    (folder / "helper.py").write_text("def third(n):\n    return n % 1 == 0\n")


def write_package(folder: Path) -> None:
    (folder / "pack").mkdir()
    (folder / "pack" / "__init__.py").write_text("THREE = 3\n")
    (folder / "pack" / "inner.py").write_text(
        "from . import THREE\nfrom .third import is_third\nassert THREE == 3\n"
    )
    (folder / "pack" / "third.py").write_text("def is_third(n):\n    return n % 3 == 0\n")
    write_study(folder, before="from pack.inner import is_third", body="is_third(n)")


def edit_the_package(folder: Path) -> None:
    (folder / "pack" / "__init__.py").write_text("THREE = 3  # as before\n")


def edit_the_relative_import(folder: Path) -> None:
    (folder / "pack" / "third.py").write_text("def is_third(n):\n    return True\n")


@pytest.mark.parametrize(
    ("begin", "change", "named"),
    [
        (write_plain, edit_the_file, "twin.py has changed"),
        (write_data, edit_the_data, "table.json has changed"),
        (write_late_data, edit_the_data, "table.json has changed"),
        (write_module, edit_the_module, "helper.py has changed"),
        (write_package, edit_the_package, "__init__.py has changed"),
        (write_package, edit_the_relative_import, "third.py has changed"),
    ],
)
def test_a_changed_file_of_any_kind_closes_the_gate(
    tmp_path: Path, begin: Callable[[Path], None], change: Callable[[Path], None], named: str
) -> None:
    begin(tmp_path)
    confirm(tmp_path)
    change(tmp_path)
    refused(tmp_path, named)


def test_a_file_that_changes_while_it_is_checked_confirms_nothing(tmp_path: Path) -> None:
    edit = "Path(__file__).write_text(Path(__file__).read_text() + '# changed')"
    write_study(
        tmp_path,
        after=f"study.numbers('edit', 'edits', {{(): 1}}, lambda: ({edit}, 1)[1], **BY_HAND)",
    )
    done = grundwork("check", "twin.py", folder=tmp_path)
    assert done.returncode == 1
    assert "twin.py changed since it was loaded" in " ".join(done.stdout.split())
    refused(tmp_path, "no certificate")


def test_a_file_that_changed_between_loading_and_checking_confirms_nothing(tmp_path: Path) -> None:
    write_plain(tmp_path)
    edit = "Path(__file__).write_text(Path(__file__).read_text().replace('THREE = 3', 'THREE = 1'))"
    script = f"""
from pathlib import Path
from research.resolving.loading import load_study
from research.verdicts.checking import check_study
from research.checks.evidence import (Settings)
study = load_study("twin.py")
{edit.replace("__file__", "'twin.py'")}
found = check_study(study, Settings())
print(found.sound, *found.faults)
"""
    done = subprocess.run(
        [sys.executable, "-c", script],
        capture_output=True,
        text=True,
        check=True,
        cwd=tmp_path,
        env=surroundings(tmp_path),
    )
    assert done.stdout.startswith("False "), done.stdout
    assert "twin.py changed since it was loaded" in done.stdout
    refused(tmp_path, "no certificate")


def test_a_certificate_copied_to_another_study_or_file_does_not_open(tmp_path: Path) -> None:
    (tmp_path / "a").mkdir()
    (tmp_path / "b").mkdir()
    write_study(tmp_path, file="a/twin.py")
    confirm(tmp_path, "a/twin.py")
    write_study(tmp_path, file="b/twin.py", body="n % 3 == 1 or n == 9")
    refused(tmp_path, "its certificate is that of a/twin.py", "b/twin.py")
    write_study(tmp_path, file="b/other.py", name="other", body="n % 3 == 1 or n == 9")
    kept = tmp_path / "home" / "records"
    shutil.copy(kept / "twin.json", kept / "other.json")
    refused(tmp_path, "its certificate is that of twin", "b/other.py")


@pytest.mark.parametrize(
    "ends",
    ["__import__('sys').exit(0)", "os.kill(os.getpid(), 9)", "1 / 0", "exit()"],
)
@pytest.mark.parametrize("where", ["claim", "solver"])
def test_a_check_that_does_not_end_leaves_no_certificate_and_no_status_0(
    tmp_path: Path, ends: str, where: str
) -> None:
    write_study(tmp_path)
    confirm(tmp_path)
    after = f"study.numbers('ends', 'ends', {{(): 1}}, lambda: ({ends}, 1)[1], **BY_HAND)"
    if where == "claim":
        write_study(tmp_path, after=after)
    else:
        write_study(tmp_path, body=f"n % 3 == 0 if n != 200 else ({ends}, True)[1]")
    done = grundwork("check", "twin.py", folder=tmp_path)
    assert done.returncode != 0
    assert "Traceback" not in done.stderr
    kept = [json.loads(path.read_text()) for path in (tmp_path / "home" / "records").glob("*.json")]
    assert [record["functions"] for record in kept] == [None] * len(kept)


def test_killing_a_check_of_several_studies_leaves_no_certificate(tmp_path: Path) -> None:
    records = tmp_path / "home" / "records"
    records.mkdir(parents=True)
    for name in ("nim", "wythoff"):
        (records / f"{name}.json").write_text("{}")
    process = subprocess.Popen(
        [*PYTHON, "check", "nim", "wythoff"],
        cwd=tmp_path,
        env=surroundings(tmp_path),
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )
    for _ in range(600):
        if not list(records.glob("*.json")):
            break
        time.sleep(0.02)
    process.send_signal(signal.SIGKILL)
    assert process.wait() != 0
    time.sleep(0.2)
    assert not list(records.glob("*.json"))


def test_another_seed_never_confirms_what_the_default_refuses(tmp_path: Path) -> None:
    write_study(tmp_path, body="n % 3 == 0 and n != 150")
    assert grundwork("check", "twin.py", folder=tmp_path).returncode == 1
    write_study(tmp_path)
    done = grundwork("check", "twin.py", "--seed", "5", folder=tmp_path)
    assert "only a check with the default seed confirms" in done.stderr
    refused(tmp_path, "no certificate")
    confirm(tmp_path)
    grundwork("check", "twin.py", "--seed", "5", folder=tmp_path)
    assert grundwork("answer", "twin.py", folder=tmp_path).returncode == 0


def test_a_built_in_name_is_reserved(tmp_path: Path) -> None:
    write_study(tmp_path, name="stone-game")
    done = grundwork("check", "twin.py", folder=tmp_path)
    assert done.returncode == 2
    assert "Grundwork has a study of that name" in done.stderr


def test_an_answer_says_how_far_it_was_compared(tmp_path: Path) -> None:
    write_study(tmp_path)
    confirm(tmp_path)
    beyond = grundwork("answer", "twin.py", "n=1000", folder=tmp_path)
    assert beyond.stderr == (
        "grundwork: compared with the graph, all 301 cases to n 300; "
        "this answer, n 1000, lies beyond\n"
    )
    near = grundwork("answer", "twin.py", "n=30", folder=tmp_path)
    assert near.stderr == (
        "grundwork: compared with the graph, all 301 cases to n 300; this answer lies within\n"
    )
    below = grundwork("answer", "twin.py", "n=-3", folder=tmp_path)
    assert below.stderr.endswith("; this answer was not compared itself\n")


NIM = """
from hypothesis import strategies as st
from oracles.vectors import nim
from research.claims.cases import Drawn
from research.claims.study import Study

study = Study("nim-of-two", nim(2), source="an example")

def is_p(position):
    small, large = position
    return small == large

def equal(position):
    return position[0] == position[1]

%s
study.answer, study.headline = is_p, {"position": (3, 3)}
"""
WHOLE = 'study.agree(is_p, "P-position", controls={"w": lambda p: p[0] == 0})'
DRAWN = """
study.agree(is_p, equal, controls={"w": lambda position: position[0] == 0},
  over=Drawn("to a million", lambda: st.tuples(*[st.integers(0, 10**6)] * 2)))
"""


@pytest.mark.parametrize(
    ("compared", "position", "said"),
    [
        (WHOLE, "3,5", "the graph, all # cases to position #; this answer lies within"),
        (WHOLE, "5,3", "the graph, all # cases to position #; this answer was not compared itself"),
        (DRAWN, "5,377", ", 200 cases up to position #; this answer was not compared itself"),
    ],
)
def test_only_a_call_that_was_itself_compared_lies_within(
    tmp_path: Path, compared: str, position: str, said: str
) -> None:
    (tmp_path / "two.py").write_text(NIM % compared)
    confirmed = grundwork("check", "two.py", folder=tmp_path)
    assert confirmed.returncode == 0, confirmed.stdout + confirmed.stderr
    done = grundwork("answer", "two.py", f"position={position}", folder=tmp_path)
    assert done.returncode == 0
    assert re.search(re.escape(said).replace(r"\#", "[0-9]+"), done.stderr), done.stderr
