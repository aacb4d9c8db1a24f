"""What an answer takes from its surroundings is what was there when it was compared, or no answer.

Each test is one way in which code or data that nobody compared can come to answer: it did not exist
when the check ran, lay where the check did not look, or comes from where nobody can look.
"""

from __future__ import annotations

import os
import shutil
import sqlite3
import subprocess
import tempfile
from collections.abc import Callable
from pathlib import Path

import pytest

from fast.gate import is_confirmed
from research.checks.evidence import Settings
from research.resolving.loading import load_study
from research.verdicts.checking import check_study
from tests.command.test_behind_the_gate import (
    confirm,
    grundwork,
    refused,
    surroundings,
    write_plain,
    write_study,
)
from tests.running import PYTHON

pytestmark = pytest.mark.expensive


def write_optional(folder: Path) -> None:
    before = "try:\n    from more import THREE\nexcept ImportError:\n    THREE = 3"
    write_study(folder, before=before, body="n % THREE == 0")


def add_the_module(folder: Path) -> None:
    (folder / "more.py").write_text("THREE = 1\n")


def write_two_folders(folder: Path) -> None:
    for name in ("near", "far"):
        (folder / name).mkdir()
    (folder / "far" / "shadowed.py").write_text("THREE = 3\n")
    path = "import sys\nsys.path[:0] = [str(Path(__file__).parent / f) for f in ('near', 'far')]\n"
    write_study(folder, before=f"{path}from shadowed import THREE", body="n % THREE == 0")


def shadow_the_module(folder: Path) -> None:
    (folder / "near" / "shadowed.py").write_text("THREE = 1\n")


def write_pattern(folder: Path) -> None:
    (folder / "data1.txt").write_text("3")
    found = "Path(__file__).parent.glob('data*.txt')"
    write_study(folder, before=f"THREE = int(max({found}).read_text())", body="n % THREE == 0")


def write_names(folder: Path) -> None:
    (folder / "data").mkdir()
    (folder / "data" / "1").write_text("")
    names = "len(os.listdir(Path(__file__).parent / 'data'))"
    write_study(folder, before=f"THREE = 2 + {names}", body="n % THREE == 0")


def write_own_names(folder: Path) -> None:
    names = "len([n for n in os.listdir(Path(__file__).parent) if n != '__pycache__'])"
    write_study(folder, before=f"THREE = 3 if {names} < 4 else 1", body="n % THREE == 0")


def add_what_running_leaves(folder: Path) -> None:
    (folder / ".hypothesis").mkdir()


def write_late_names(folder: Path) -> None:
    (folder / "data").mkdir()
    body = "n % (3 + len(list(os.scandir(Path(__file__).parent / 'data')))) == 0"
    write_study(folder, body=body)


def write_data_by_size(folder: Path) -> None:
    (folder / "0.txt").write_text("3")
    body = "n % int(Path(__file__).with_name(f'{n // 1000}.txt').read_text()) == 0"
    write_study(folder, body=body)


def add_a_pattern(folder: Path) -> None:
    (folder / "data2.txt").write_text("1")


def add_a_name(folder: Path) -> None:
    (folder / "data" / "2").write_text("")


def write_database(folder: Path) -> None:
    set_in_database(folder, 3)
    before = (
        "import sqlite3\n"
        "BASE = sqlite3.connect(Path(__file__).with_name('base.db'))\n"
        "THREE = BASE.execute('SELECT take FROM rules').fetchone()[0]"
    )
    write_study(folder, before=before, body="n % THREE == 0")


def set_in_database(folder: Path, take: int = 1) -> None:
    with sqlite3.connect(folder / "base.db") as base:
        base.execute("CREATE TABLE IF NOT EXISTS rules (take)")
        base.execute("DELETE FROM rules")
        base.execute("INSERT INTO rules VALUES (?)", (take,))
    base.close()


NAMES = ", whose names your code lists, holds others since it was confirmed"


@pytest.mark.parametrize(
    ("begin", "change", "why"),
    [
        (write_optional, add_the_module, "confirmed with the module more missing, now there"),
        (write_two_folders, shadow_the_module, "near/shadowed.py took no part"),
        (write_pattern, add_a_pattern, NAMES),
        (write_names, add_a_name, f"the folder data{NAMES}"),
        (write_own_names, add_what_running_leaves, NAMES),
        (write_late_names, add_a_name, f"the folder data{NAMES}"),
        (write_database, set_in_database, "base.db has changed since it was confirmed"),
    ],
)
def test_what_comes_after_the_check_closes_the_gate(
    tmp_path: Path, begin: Callable[[Path], None], change: Callable[[Path], None], why: str
) -> None:
    begin(tmp_path)
    confirm(tmp_path)
    change(tmp_path)
    refused(tmp_path, why)


def test_a_folder_whose_names_change_in_the_check_confirms_nothing(tmp_path: Path) -> None:
    write_own_names(tmp_path)
    file = tmp_path / "twin.py"
    file.write_text(f"{file.read_text()}\n(Path(__file__).parent / 'picture.svg').touch()\n")
    done = grundwork("check", "twin.py", folder=tmp_path)
    assert "its names changed meanwhile; check again" in " ".join(done.stdout.split())
    confirm(tmp_path)


def install(folder: Path, version: str, three: int) -> str:
    """Install a package; return a search path on which it is found."""
    packages = folder / "site-packages"
    shutil.rmtree(packages, ignore_errors=True)
    about = packages / f"threes-{version}.dist-info"
    about.mkdir(parents=True)
    (packages / "threes.py").write_text(f"THREE = {three}\n")
    (about / "METADATA").write_text(f"Metadata-Version: 2.1\nName: threes\nVersion: {version}\n")
    (about / "top_level.txt").write_text("threes\n")
    return os.pathsep.join([str(packages), surroundings(folder)["PYTHONPATH"]])


def test_another_version_of_a_package_that_a_solver_imports_closes_the_gate(tmp_path: Path) -> None:
    write_study(tmp_path, before="from threes import THREE", body="n % THREE == 0")
    path = install(tmp_path, "1.0", 3)
    confirm(tmp_path, PYTHONPATH=path)
    install(tmp_path, "2.0", 1)
    refused(tmp_path, "it was confirmed with threes 1.0, now 2.0", PYTHONPATH=path)


def test_a_package_that_is_installed_after_the_check_closes_the_gate(tmp_path: Path) -> None:
    optional = "try:\n    from threes import THREE\nexcept ImportError:\n    THREE = 3"
    write_study(tmp_path, before=optional, body="n % THREE == 0")
    confirm(tmp_path)
    path = install(tmp_path, "1.0", 1)
    words = "it was confirmed with the module threes missing, now there"
    refused(tmp_path, words, PYTHONPATH=path)


def test_data_that_only_the_answer_reads_does_not_answer(tmp_path: Path) -> None:
    write_data_by_size(tmp_path)
    confirm(tmp_path)
    (tmp_path / "5.txt").write_text("1")
    done = grundwork("answer", "twin.py", "n=5000", folder=tmp_path)
    assert (done.returncode, done.stdout) == (3, "")
    assert "5.txt took no part when it was confirmed" in done.stderr


@pytest.mark.parametrize(
    "read",
    [
        "os.environ[PART + 'KE']",
        "os.environ.get(PART + 'KE', '3')",
        "os.getenv(PART + 'KE', '3')",
        "os.environb.get((PART + 'KE').encode(), b'3')",
        "os.path.expandvars('$' + PART + 'KE')",
    ],
)
def test_a_variable_whose_name_is_computed_closes_the_gate_like_any_other(
    tmp_path: Path, read: str
) -> None:
    write_study(tmp_path, before=f"PART = 'TA'\nTHREE = int({read})", body="n % THREE == 0")
    confirm(tmp_path, TAKE="3")
    refused(tmp_path, "another TAKE in the environment", TAKE="1")


RUN = "int(__import__('subprocess').run(['cat', '/dev/null'], capture_output=True).returncode)"

OPEN_FOLDER = "reads by way of an open folder (/dev)"


@pytest.mark.parametrize(
    ("done", "words"),
    [
        (RUN, "starts another program (cat)"),
        ("os.system('true')", "starts another program (true)"),
        ("len(os.popen('true').read())", "starts another program (sh)"),
        ("os.posix_spawn('/bin/true', ['true'], {}) * 0", "starts another program (true)"),
        ("len(os.environ) - len(dict(os.environ))", "goes through the whole environment"),
        ("(os.fork() or os._exit(0)) * 0", "goes on in another process"),
        ("len(os.read(os.open('null', 0, dir_fd=os.open('/dev', 0)), 9))", OPEN_FOLDER),
        ("len(open('/proc/uptime').read()) * 0", "reads what is no file on a disk (/proc/uptime)"),
        ("len(open('/dev/zero', 'rb').read(9)) * 0", "reads what is no file on a disk (/dev/zero)"),
        ("len(open('/dev/null').read())", ""),
        ("len(open(0, 'rb', closefd=False).name * [0])", "reads its standard input"),
        ("__import__('socket').socket(2, 2).connect_ex(('127.0.0.1', 9)) * 0", "asks the network"),
    ],
)
def test_what_cannot_be_followed_confirms_nothing_and_is_named(
    tmp_path: Path, done: str, words: str
) -> None:
    path = write_study(tmp_path, before=f"THREE = 3 + {done}", body="n % THREE == 0")
    faults = check_study(load_study(str(path)), Settings()).faults
    assert faults == ((f"{path} {words}: what that reads cannot be followed",) if words else ())
    assert is_confirmed("twin") is not bool(words)


def test_a_regular_file_counts_in_whatever_folder_it_lies(tmp_path: Path) -> None:
    if not Path("/dev/shm").is_dir():  # the one folder of files in /dev
        pytest.skip("there is no /dev/shm")
    with tempfile.NamedTemporaryFile("w", dir="/dev/shm") as data:
        Path(data.name).write_text("3")
        write_study(
            tmp_path, before=f"THREE = int(open('{data.name}').read())", body="n % THREE == 0"
        )
        confirm(tmp_path)
        Path(data.name).write_text("1")
        refused(tmp_path, f"{data.name} has changed since it was confirmed")


@pytest.mark.parametrize(
    ("before", "name"),
    [
        ("THREE = 2 + os.path.getsize(Path(__file__).with_name('one'))", "os.path.getsize"),
        (
            "import multiprocessing as mp\nTHREE = 3 + 0 * hash(mp.get_context('spawn'))",
            "multiprocessing.get_context",
        ),
        ("import time\nTHREE = 3 + (time.time() < 0)", "time.time"),
    ],
)
def test_what_asks_the_world_without_opening_anything_confirms_nothing(
    tmp_path: Path, before: str, name: str
) -> None:
    (tmp_path / "one").write_text("1")
    path = write_study(tmp_path, before=before, body="n % THREE == 0")
    faults = check_study(load_study(str(path)), Settings()).faults
    apart = "take it out of what answers, as under if __name__ == '__main__'"
    assert faults == (f"{path} asks for {name}: what that reads cannot be followed; {apart}",)
    assert not is_confirmed("twin")


def test_data_that_a_package_reads_in_native_code_confirms_nothing(tmp_path: Path) -> None:
    pytest.importorskip("pyarrow")
    (tmp_path / "take.csv").write_text("take\n3\n")
    table = "pyarrow.csv.read_csv(Path(__file__).with_name('take.csv'))"
    before = f"import pyarrow.csv\nTHREE = {table}['take'][0].as_py()"
    path = write_study(tmp_path, before=before, body="n % THREE == 0")
    (fault,) = check_study(load_study(str(path)), Settings()).faults
    assert "imports pyarrow, which may open files in native code: what that reads" in fault
    assert not is_confirmed("twin")


def test_a_library_is_a_file_like_any_other(tmp_path: Path) -> None:
    (tmp_path / "three.so").write_bytes(b"no library, but it was asked for")
    before = (
        "import ctypes\n"
        "try:\n    ctypes.CDLL(str(Path(__file__).with_name('three.so')))\n"
        "except OSError:\n    THREE = 3"
    )
    write_study(tmp_path, before=before, body="n % THREE == 0")
    confirm(tmp_path)
    (tmp_path / "three.so").write_bytes(b"another")
    refused(tmp_path, "three.so has changed since it was confirmed")


MEMO = """
MEMO = {}
def lost(n):
    if n not in MEMO:
        MEMO[n] = not any(lost(n - k) for k in (1, 2) if k <= n)
    return MEMO[n]
"""
GROWING = """
TABLE = [True]
def lost(n):
    while len(TABLE) <= n:
        TABLE.append(not any(TABLE[-2:]))
    return TABLE[n]
"""


def test_a_limit_of_the_system_is_no_fault_of_a_solver(tmp_path: Path) -> None:
    write_plain(tmp_path)
    limited = ["bash", "-c", 'ulimit -v 6000000 -t 300; exec "$@"', "bash"]
    done = subprocess.run(
        [*limited, *PYTHON, "check", "twin.py"],
        capture_output=True,
        text=True,
        check=False,
        cwd=tmp_path,
        env=surroundings(tmp_path),
    )
    assert done.returncode == 0, done.stdout + done.stderr


@pytest.mark.parametrize("command", ["check", "report"])
def test_a_home_that_cannot_be_written_is_told_before_the_check(
    tmp_path: Path, command: str
) -> None:
    (tmp_path / "twin.py").write_text("raise SystemExit('the file was run')", encoding="utf-8")
    done = grundwork(command, "twin.py", folder=tmp_path, GRUNDWORK_HOME="/dev/null")
    assert done.returncode == 2
    assert done.stderr.startswith("grundwork: GRUNDWORK_HOME='/dev/null': cannot be written")
    assert done.stderr.count("\n") == 1


FORGETFUL = """
MEMO = {}
def lost(n):
    return n % 3 == 0
"""
# The second algorithm is wrong from 100 to 200, and finds in the memo what the first has put there.
TWO_ALGORITHMS = """
@gated("twin")
def two(n: int, way: str = "first") -> bool:
    if n not in MEMO:
        MEMO[n] = n % 3 == 0 or way == "second" and 100 <= n <= 200
    return MEMO[n]

def truth(n, way="first"):
    return study.truth(300).outcome(n) == "P"

for fixed in ({}, {"way": "first"}, {"way": "second"}):
    study.agree(
        two, truth, over=Listed("to 300", lambda: every(n=range(301))), by="the graph", fixed=fixed,
        controls={"even": lambda n, way="first": n % 2 == 0},
    )
"""
OF_PLACES = """
@gated("twin")
def of_a_place(place: Place) -> bool:
    return lost(place)

study.agree(
    of_a_place, lambda place: study.truth(300).outcome(place.heap) == "P", by="the graph",
    over=Listed("to 300", lambda: [{"place": Place(n)} for n in range(301)]),
    controls={"even": lambda place: place.heap % 2 == 0},
)
"""
OBJECT = """
class Table:
    def __init__(self):
        self.known = [True]
    def lost(self, n):
        while len(self.known) <= n:
            self.known.append(not any(self.known[-2:]))
        return self.known[n]
lost = Table().lost
"""
AT_IMPORT = """
RESIDUES, COUNTS = [], {"calls": 0}
TIMES = [0]
for residue in range(3):
    if residue < 1:
        RESIDUES.append(residue)
def lost(n):
    COUNTS["calls"] += 1
    TIMES[0] += 1
    return n % 3 in RESIDUES
"""


@pytest.mark.parametrize("before", [MEMO, GROWING, OBJECT, AT_IMPORT])
def test_a_solver_that_fills_a_table_of_its_own_is_confirmed_and_answers(
    tmp_path: Path, before: str
) -> None:
    write_study(tmp_path, before=before, body="lost(n)")
    confirm(tmp_path)


COLD = """
SEEN = list()
def lost(n):
    SEEN.append(n)
    return n % 3 == 0 or len(SEEN) == 1 and n > 9
"""
DEFAULT = """
def lost(n, seen=[]):
    seen.append(n)
    return n % 3 == 0 or len(seen) == 1 and n > 9
"""


@pytest.mark.parametrize("before", [COLD, DEFAULT])
def test_a_solver_that_is_wrong_on_the_first_call_of_a_process_alone_is_not_confirmed(
    tmp_path: Path, before: str
) -> None:
    path = write_study(tmp_path, before=before, body="lost(n)")
    faults = check_study(load_study(str(path)), Settings()).faults
    (anew,) = [fault for fault in faults if ": in a new process, n=" in fault]
    assert anew.endswith(": found True, true False")


PLACE = """
from dataclasses import dataclass

@dataclass(frozen=True)
class Place:
    heap: int

MEMO = {}
def lost(place):
    if not isinstance(place, Place):
        raise TypeError(f"{place!r}: expected a Place")
    if place not in MEMO:
        MEMO[place] = place.heap % 3 == 0
    return MEMO[place]
"""


def test_a_memo_of_positions_of_a_class_of_ones_own_is_confirmed(tmp_path: Path) -> None:
    path = write_study(tmp_path, before=PLACE, body="lost(Place(n))", after=OF_PLACES)
    assert check_study(load_study(str(path)), Settings()).faults == ()


def test_a_memo_that_forgets_which_algorithm_filled_it_is_not_confirmed(tmp_path: Path) -> None:
    path = write_study(tmp_path, before=FORGETFUL, body="lost(n)", after=TWO_ALGORITHMS)
    faults = check_study(load_study(str(path)), Settings()).faults
    assert [fault.partition(": ")[2].partition(", n=")[0] for fault in faults] == [
        "in a new process"
    ]


def test_a_branch_that_only_a_warm_memo_spares_is_still_missed_where_no_case_takes_it(
    tmp_path: Path,
) -> None:
    odd = MEMO.replace("    return", "    if n > 10**6:\n        return False\n    return")
    write_study(tmp_path, before=odd, body="lost(n)")
    done = grundwork("check", "twin.py", folder=tmp_path)
    assert done.returncode == 1
    said = " ".join(done.stdout.split())
    assert "if n > 10**6" in said
    assert "if n not in MEMO" not in said


READ_THREE = {
    "for update": "open(DATA, 'r+').read()",
    "by its number": "os.read(os.open(DATA, os.O_RDWR), 9)",
    "to append to": "(lambda file: (file.seek(0), file.read())[1])(open(DATA, 'a+'))",
    "as lines": "__import__('linecache').getline(str(DATA), 1)",
    "as a memory map": "bytes(__import__('numpy').memmap(DATA))",
}


@pytest.mark.parametrize("way", READ_THREE)
def test_data_counts_however_it_is_read(tmp_path: Path, way: str) -> None:
    (tmp_path / "three.txt").write_text("3")
    before = f"DATA = Path(__file__).with_name('three.txt')\nTHREE = int({READ_THREE[way]})"
    write_study(tmp_path, before=before, body="n % THREE == 0")
    confirm(tmp_path)
    (tmp_path / "three.txt").write_text("1")
    refused(tmp_path, "three.txt has changed since it was confirmed")


def test_asserts_that_are_left_out_close_the_gate(tmp_path: Path) -> None:
    write_plain(tmp_path)
    confirm(tmp_path)
    refused(tmp_path, "confirmed with optimisation level 0, now 1", PYTHONOPTIMIZE="1")


OPTIONAL_DATA = """
def three():
    try:
        with open("three.txt") as file:
            return int(file.read())
    except OSError:
        return 1  # not compared: the file is there
"""


def test_a_relative_file_that_is_not_found_from_elsewhere_closes_the_gate(tmp_path: Path) -> None:
    (tmp_path / "three.txt").write_text("3")
    write_study(tmp_path, before=OPTIONAL_DATA, body="n % three() == 0")
    confirm(tmp_path)
    (tmp_path / "other").mkdir()
    home = str(tmp_path / "home")
    done = grundwork(
        "answer", "../twin.py", "n=100", folder=tmp_path / "other", GRUNDWORK_HOME=home
    )
    assert (done.returncode, done.stdout) == (3, "")
    assert "three.txt is not there, and took no part when it was confirmed" in done.stderr


def test_a_file_that_was_tried_and_is_there_now_closes_the_gate(tmp_path: Path) -> None:
    without = OPTIONAL_DATA.replace("return 1  # not compared: the file is there", "return 3")
    body = without.replace("return int(file.read())", "return 1  # not compared: not there")
    write_study(tmp_path, before=body, body="n % three() == 0")
    confirm(tmp_path)
    (tmp_path / "three.txt").write_text("1")
    refused(tmp_path, "three.txt was not there when it was confirmed")
