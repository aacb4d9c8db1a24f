"""What researchers write and how they call it: it works, or gets one clear line."""

from __future__ import annotations

import codecs
import hashlib
import os
import re
import shlex
import subprocess
import time
from pathlib import Path

import pytest

from tests import running
from tests.running import PYTHON

pytestmark = pytest.mark.expensive

ROOT = Path(__file__).parent.parent.parent
RULES = """\
import functools, sys
from oracles.rules import Game
from research.claims.study import Study

class Countdown(Game):
    def start(self, size):
        return range(min(size, 300) + 1)

    def options(self, position):
        return [position - 1] if position else []

def even(position):
    return position % 2 == 0

def divisible(by, position):
    return position % by == 0

class Even:
    def __call__(self, position):
        return position % 2 == 0

study = Study("countdown", Countdown())
"""
CLAIM = "study.p_positions('', believed={0}, controls={{'all': lambda n: True}})\n"
CONFIRM = "study.agree({0}, 'P-position', controls={{'all': lambda n: True}})\n" + CLAIM


def grundwork(
    folder: Path, *words: str | bytes, **environment: str
) -> subprocess.CompletedProcess[str]:
    """Run the command in a folder of its own."""
    return running.grundwork(
        *map(os.fsdecode, words),
        folder=folder,
        home=folder / "home",
        **({"COLUMNS": "200"} | environment),
    )


def refusal(done: subprocess.CompletedProcess[str], status: int = 2) -> str:
    assert done.returncode == status, done.stderr
    (line,) = done.stderr.splitlines()
    assert line.startswith("grundwork: ")
    return line


@pytest.mark.parametrize(
    ("name", "text", "encoding", "before"),
    [
        ("mark.py", CLAIM.format("even") + "# é\n", "utf-8", codecs.BOM_UTF8),
        ("latin.py", CLAIM.format("even") + "# é\n", "latin-1", b"# -*- coding: latin-1 -*-\n"),
        ("cached.py", CONFIRM.format("functools.lru_cache(even)"), "utf-8", b""),
        ("partial.py", CONFIRM.format("functools.partial(divisible, 2)"), "utf-8", b""),
        ("object.py", CONFIRM.format("Even()"), "utf-8", b""),
        ("a game with spaces/the game.py", CONFIRM.format("even"), "utf-8", b""),
    ],
)
def test_it_simply_works(
    tmp_path: Path, name: str, text: str, encoding: str, before: bytes
) -> None:
    path = tmp_path / name
    path.parent.mkdir(exist_ok=True)
    path.write_bytes(before + (RULES + text).encode(encoding))
    done = grundwork(tmp_path, "check", name)
    assert re.search("1 claim: 1 (exhausted|proved)", done.stdout)
    assert "Traceback" not in done.stderr
    kept = {"home", "__pycache__", name.partition("/")[0]}
    assert {path.name for path in tmp_path.iterdir()} <= kept


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("sys.exit(0)", "file.py:23: raises SystemExit: 0"),
        (CLAIM.format("lambda n: sys.exit(0)"), "file.py:23: calls sys.exit(0)"),
        ("Study('other', Countdown)", "write Countdown()"),
        ("study.picture('../evil', '')(even)", "picture name='../evil'"),
        (CLAIM.format("lambda n: __import__('numpy').array([n, 1])"), "believed [0, 1] (list)"),
        ("Countdown.options = lambda self, n: [None]\n" + CLAIM.format("even"), "None is among"),
        ("Countdown.options = lambda self, n: sys.exit(0)\n" + CLAIM.format("even"), "sys.exit(0)"),
        ("x = \0", "null bytes"),
    ],
)
def test_what_cannot_work_gets_one_line(tmp_path: Path, text: str, said: str) -> None:
    (tmp_path / "file.py").write_text(RULES + text)
    assert said in refusal(grundwork(tmp_path, "check", "file.py"))


@pytest.mark.parametrize("words", ["explore file.py", "solve file.py --position 3"])
def test_rules_that_fail_are_told_with_their_line_by_every_command(
    tmp_path: Path, words: str
) -> None:
    (tmp_path / "file.py").write_text(RULES.replace("[position - 1] if", "[1 / 0] if"))
    said = refusal(grundwork(tmp_path, *words.split()))
    assert said.startswith("grundwork: file.py:10: ")
    assert "ZeroDivisionError" in said


NESTED = """
def nested(self, position):
    inner = ()
    for _ in range(100_000):
        inner = (inner,)
    return [inner]

Countdown.options = nested
"""


def test_options_that_are_nested_too_deeply_are_told_of_in_a_line(tmp_path: Path) -> None:
    (tmp_path / "file.py").write_text(RULES + NESTED + CLAIM.format("even"))
    assert "RecursionError" in refusal(grundwork(tmp_path, "check", "file.py"))


def test_a_folder_that_was_removed_gets_one_line(tmp_path: Path) -> None:
    gone = tmp_path / "gone"
    gone.mkdir()
    command = f'rmdir "{gone}"; exec {shlex.join(PYTHON)} list'
    done = subprocess.run(
        ["sh", "-c", command],
        capture_output=True,
        text=True,
        check=False,
        cwd=gone,
        env={**os.environ, "PYTHONPATH": str(ROOT)},
    )
    assert "this folder was removed; change into one that is there" in refusal(done)


ENDING = [
    ("atexit.register(os._exit, 0); return [None]", 2, "None is among"),
    ("raise GeneratorExit('x')", 2, "file.py:24: GeneratorExit: x"),
    ("sys.stdout.close()", 2, "closed or replaced sys.stdout"),
    ("sys.stdout = None", 2, "closed or replaced sys.stdout"),
    ("os.close(2); return [None]", 2, "standard error was closed by the code"),
    ("os.closerange(3, 1000)", 1, "made to end early"),
]


@pytest.mark.parametrize(("body", "status", "said"), ENDING)
def test_no_rules_choose_the_status_or_the_words_of_the_end(
    tmp_path: Path, body: str, status: int, said: str
) -> None:
    options = f"def options(self, n):\n    import atexit, os; {body}\n    return []\n"
    text = RULES + options + "Countdown.options = options\n" + CLAIM.format("even")
    (tmp_path / "file.py").write_text(text)
    assert said in refusal(grundwork(tmp_path, "check", "file.py"), status)


def test_a_thread_that_the_rules_leave_does_not_hold_the_command_up(tmp_path: Path) -> None:
    thread = "import threading, time\nthreading.Thread(target=time.sleep, args=(300,)).start()\n"
    (tmp_path / "file.py").write_text(RULES + thread + CLAIM.format("even"))
    begun = time.monotonic()
    assert grundwork(tmp_path, "list", "file.py").returncode == 0
    assert time.monotonic() - begun < 60


@pytest.mark.parametrize("value", ["inf", "nan", "1e300", "0", "1e-9", "many"])
def test_a_limit_of_memory_that_is_none_is_refused(tmp_path: Path, value: str) -> None:
    assert "GRUNDWORK_MEMORY" in refusal(grundwork(tmp_path, "list", GRUNDWORK_MEMORY=value))


def test_more_memory_than_any_machine_has_is_no_limit(tmp_path: Path) -> None:
    assert grundwork(tmp_path, "list", GRUNDWORK_MEMORY="1e10").returncode == 0


def test_a_headline_that_raises_is_said_with_its_line(tmp_path: Path) -> None:
    solver = (
        "def solver(position):\n    return position % 2 == 1 // (10**9 - position)\n"
        "study.agree(solver, 'P-position', controls={'all': lambda n: True}, answer=True,\n"
        "    headline={'position': 10**9})\n"
    )
    (tmp_path / "file.py").write_text(RULES + solver)
    line = refusal(grundwork(tmp_path, "report", "file.py", "--out", "out"))
    assert "file.py:24" in line


def test_a_name_that_is_not_in_utf_8_is_refused_in_words(tmp_path: Path) -> None:
    name = b"bad\xff.py"
    (tmp_path / os.fsdecode(name)).write_text(RULES)
    assert "not written in UTF-8" in refusal(grundwork(tmp_path, "check", name))


@pytest.mark.parametrize(
    ("word", "said"),
    [
        ("limit=1__0", "limit='1__0': expected an integer"),
        ("limit=9999^9999999", "a number of more than 200000 bits"),
        ("limit=" + "9" * 100_000, "a number of more than 200000 bits"),
        ("limit=" + "9" * 5_000, "limit=an integer of 16610 bits"),
    ],
)
def test_numbers_are_bounded_before_they_are_computed(tmp_path: Path, word: str, said: str) -> None:
    done = grundwork(tmp_path, "answer", "stone-game", word)
    assert done.returncode in (2, 3)
    if done.returncode == 2:  # 3: a number that can be read, of a study that is not confirmed
        assert said in refusal(done)


def test_a_message_is_not_as_long_as_what_was_typed(tmp_path: Path) -> None:
    line = refusal(grundwork(tmp_path, "check", f"subtraction:{'9' * 5_000}"))
    assert "subtraction:999" in line
    assert " … " in line
    assert len(line) < 2_100


def test_every_terminal_is_written_to(tmp_path: Path) -> None:
    narrow = grundwork(tmp_path, "explore", "octal:0.77", PYTHONIOENCODING="ascii", COLUMNS="0")
    assert narrow.returncode == 0, narrow.stderr
    assert "P: previous player wins" in narrow.stdout
    (tmp_path / "file.py").write_text(RULES + CLAIM.format("even"))
    for columns in ("0", "1", "5"):
        done = grundwork(tmp_path, "check", "file.py", COLUMNS=columns)
        assert done.returncode == 0, done.stderr


def test_a_link_that_leads_to_itself_is_no_file(tmp_path: Path) -> None:
    (tmp_path / "loop.py").symlink_to("loop.py")
    done = grundwork(tmp_path, "check", "loop.py")
    assert done.returncode == 2
    assert done.stderr == f"grundwork: file='{tmp_path / 'loop.py'}': no such file\n"


@pytest.mark.parametrize("closed", ["<&-", "2>&-", "<&- 2>&-"])
def test_closed_streams_are_no_surprise(tmp_path: Path, closed: str) -> None:
    (tmp_path / "file.py").write_text(RULES + CLAIM.format("even"))
    words = f"{shlex.join(PYTHON)} check file.py {closed}"
    shell = {"cwd": tmp_path, "env": {**os.environ, "PYTHONPATH": str(ROOT)}}
    done = subprocess.run(words, shell=True, capture_output=True, text=True, check=False, **shell)
    assert done.returncode == 0
    assert "1 claim: " in done.stdout
    done = subprocess.run(
        f"{words} >&-", shell=True, capture_output=True, text=True, check=False, **shell
    )
    assert done.returncode == 2
    assert closed != "<&-" or "standard output is closed" in done.stderr


def test_exports_are_the_same_under_every_hash_seed(tmp_path: Path) -> None:
    sets = (
        "from oracles.rules import Game\nfrom research.claims.study import Study\n"
        "class Letters(Game):\n"
        "    def start(self, size):\n        return {'abcdefgh'[:size], 'hgfedcba'[:size]}\n"
        "    def options(self, text):\n"
        "        return {text[:n] + text[n + 1:] for n in range(len(text))}\n"
        "study = Study('letters', Letters())\n"
    )
    (tmp_path / "file.py").write_text(sets)
    found = set()
    for seed in ("1", "2", "random"):
        texts = [
            grundwork(tmp_path, *words.split(), "--size", "5", PYTHONHASHSEED=seed).stdout
            for words in (
                "export file.py --what graph --format dot",
                "export file.py --what values --format csv",
                "export file.py --what outcomes --format json",
            )
        ]
        assert all(texts)
        found.add(hashlib.sha256("".join(texts).encode()).hexdigest())
    assert len(found) == 1


@pytest.mark.parametrize("damage", ["cut", "changed"])
def test_compiled_code_that_is_damaged_is_compiled_again(tmp_path: Path, damage: str) -> None:
    words = ("export", "octal:0.77", "--what", "values", "--format", "bfile", "--size", "4000")
    kept = {"NUMBA_CACHE_DIR": str(tmp_path / "compiled")}
    first = grundwork(tmp_path, *words, **kept)
    assert first.returncode == 0, first.stderr
    files = list((tmp_path / "compiled").rglob("*.nb?"))
    assert files
    for path in files:
        content = path.read_bytes()
        middle = len(content) // 2
        changed = content[:middle] + bytes([content[middle] ^ 0xFF]) + content[middle + 1 :]
        path.write_bytes(content[:middle] if damage == "cut" else changed)
    again = grundwork(tmp_path, *words, **kept)
    assert (again.returncode, again.stderr, again.stdout) == (0, "", first.stdout)
