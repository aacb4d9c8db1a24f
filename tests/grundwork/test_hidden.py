"""A package or file that hides one of Grundwork's rooms is named in a line, and harms nobody else.

Each test is a folder of its own, with Grundwork on the path behind it, as where it is installed.
"""

from __future__ import annotations

import os
import subprocess
import sys
import zipfile
from collections.abc import Callable
from importlib.metadata import entry_points
from pathlib import Path
from types import ModuleType

import pytest

from grundwork.hidden import hidden_room

pytestmark = pytest.mark.every_python

ROOT = Path(__file__).parents[2]
PLUGIN = (
    [] if entry_points(group="pytest11", name="grundwork") else ["-p", "grundwork.pytest_plugin"]
)
CELL = """
from grundwork import Study, nim
study = Study("two-heaps", nim(2))
study.p_positions("", believed=lambda p: p[0] == p[1], controls={"one": lambda p: p[0] == 1})
print(study.name)
"""


def python(*words: str, folder: Path, before: Path | None = None) -> subprocess.CompletedProcess:
    """Run Python in a folder."""
    path = [str(place) for place in (before, ROOT) if place is not None]
    return subprocess.run(
        [sys.executable, *words],
        capture_output=True,
        text=True,
        check=False,
        cwd=folder,
        env={**os.environ, "PYTHONPATH": os.pathsep.join(path)},
    )


def package(folder: Path, room: str) -> Path:
    (folder / room).mkdir()
    (folder / room / "__init__.py").write_text("HERE = 1\n")
    return folder / room


def file(folder: Path, room: str) -> Path:
    (folder / f"{room}.py").write_text("HERE = 1\n")
    return folder / f"{room}.py"


def compiled_package(folder: Path, room: str) -> Path:
    there = package(folder, room)
    python("-m", "compileall", "-q", "-b", room, folder=folder)
    (there / "__init__.py").unlink()
    return there


HIDERS = [
    (package, "oracles"),
    (package, "fast"),
    (package, "research"),
    (file, "fast"),
    (file, "research"),
    (compiled_package, "research"),
]


@pytest.mark.parametrize(("hide", "room"), HIDERS)
def test_the_command_says_in_one_line_what_hides_which_room(
    hide: Callable[[Path, str], Path], room: str, tmp_path: Path
) -> None:
    there = hide(tmp_path, room)
    done = python("-m", "grundwork", "list", folder=tmp_path)
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr == (
        f"grundwork: {there} hides Grundwork's package {room!r}: Python finds it first; rename it, "
        "or run this from another folder\n"
    )


def test_a_package_in_an_archive_on_the_path_hides_too(tmp_path: Path) -> None:
    archive = tmp_path / "others.zip"
    with zipfile.ZipFile(archive, "w") as others:
        others.writestr("fast/__init__.py", "")
    done = python("-m", "grundwork", "list", folder=tmp_path, before=archive)
    assert done.returncode == 2
    assert done.stderr.startswith(f"grundwork: {archive / 'fast'} hides")


def test_the_installed_command_does_not_look_into_the_folder(tmp_path: Path) -> None:
    package(tmp_path, "research")
    script = "import sys; sys.argv[0] = 'grundwork'; from grundwork.entrance import main; main()"
    done = python("-P", "-c", script, "list", "octal:0.77", folder=tmp_path)
    assert (done.returncode, done.stderr) == (0, "")


@pytest.mark.parametrize("room", ["oracles", "fast", "research"])
def test_a_folder_without_an_init_hides_nothing(room: str, tmp_path: Path) -> None:
    (tmp_path / room).mkdir()
    (tmp_path / room / "notes.py").write_text("")
    assert python("-m", "grundwork", folder=tmp_path).returncode == 0


# What is imported.


def test_names_can_be_imported_in_an_empty_folder(tmp_path: Path) -> None:
    done = python("-c", CELL, folder=tmp_path)
    assert (done.stdout, done.stderr) == ("two-heaps\n", "")


def test_names_can_be_imported_where_code_has_no_file(tmp_path: Path) -> None:
    notebook = f"exec(compile({CELL!r}, '<ipython-input-1>', 'exec'), {{'__name__': '__main__'}})"
    done = python("-c", notebook, folder=tmp_path)
    assert (done.stdout, done.stderr) == ("two-heaps\n", "")


@pytest.mark.parametrize(("hide", "room"), HIDERS[3:5])
def test_an_import_beside_a_file_that_hides_a_room_says_so_in_its_last_line(
    hide: Callable[[Path, str], Path], room: str, tmp_path: Path
) -> None:
    there = hide(tmp_path, room)
    for words in (["-c", CELL], [write(tmp_path, "mine.py", CELL)]):
        done = python(*words, folder=tmp_path)
        assert (done.returncode, done.stdout) == (1, "")
        last = done.stderr.splitlines()[-1]
        assert last.startswith(f"grundwork.hidden.HiddenRoomError: {there} hides")


def test_a_script_that_is_named_like_a_room_is_told_so(tmp_path: Path) -> None:
    done = python(write(tmp_path, "research.py", CELL), folder=tmp_path)
    assert f"{tmp_path / 'research.py'} hides Grundwork's package 'research'" in done.stderr


def test_a_room_that_is_imported_already_is_not_hidden_any_more(tmp_path: Path) -> None:
    file(tmp_path, "fast")
    rooms = "import fast, oracles, research, sys"
    script = f"{rooms}; sys.path.insert(0, {str(tmp_path)!r})\n{CELL}"
    assert python("-P", "-c", script, folder=tmp_path).stdout == "two-heaps\n"


def test_a_module_that_was_made_by_hand_hides_a_room(monkeypatch: pytest.MonkeyPatch) -> None:
    assert hidden_room() == ""
    made = ModuleType("fast")
    monkeypatch.setitem(sys.modules, "fast", made)
    assert hidden_room().startswith("a module without a file, fast, hides Grundwork's package")
    made.__file__ = "/elsewhere/fast.py"
    assert hidden_room().startswith("/elsewhere/fast.py hides Grundwork's package 'fast'")


# Pytest.

TEST = """
import {room}

class CaseStudy:
    pass

def test_of_the_project():
    assert CaseStudy()
    assert {room}.HERE == 1
"""


def write(folder: Path, name: str, text: str) -> str:
    (folder / name).write_text(text)
    return name


@pytest.mark.parametrize(
    ("hide", "room", "words"),
    [
        (package, "research", ["-m", "pytest"]),
        (package, "oracles", ["-P", "-m", "pytest", "-q"]),  # as the program pytest is called
        (file, "fast", ["-m", "pytest", "-W", "error", "test_it.py"]),
    ],
)
def test_pytest_goes_on_in_a_project_with_a_package_of_that_name_and_says_so_once(
    hide: Callable[[Path, str], Path], room: str, words: list[str], tmp_path: Path
) -> None:
    there = hide(tmp_path, room)
    write(tmp_path, "test_it.py", TEST.format(room=room))
    done = python(*words, *PLUGIN, folder=tmp_path)
    assert done.returncode == 0, done.stdout + done.stderr
    assert "1 passed" in done.stdout
    said = [line for line in done.stdout.splitlines() if "rundwork's" in line]
    assert [line.partition(" hides ")[0] for line in said] == [f"grundwork: {there}"]
    assert said[0].endswith(
        "rename it, or run this from another folder; pytest goes on without Grundwork"
    )


def test_a_variant_file_that_cannot_be_tested_there_is_an_error_with_the_line(
    tmp_path: Path,
) -> None:
    package(tmp_path, "research")
    name = write(tmp_path, "line.py", CELL)
    done = python("-m", "pytest", *PLUGIN, name, folder=tmp_path)
    assert done.returncode == 2
    assert "HiddenRoomError" in done.stdout
    assert "1 error" in done.stdout


def test_pytest_says_nothing_where_nothing_is_hidden(tmp_path: Path) -> None:
    write(tmp_path, "test_it.py", "def test_it():\n    pass\n")
    done = python("-m", "pytest", *PLUGIN, folder=tmp_path)
    assert "1 passed" in done.stdout
    assert "grundwork:" not in done.stdout + done.stderr
