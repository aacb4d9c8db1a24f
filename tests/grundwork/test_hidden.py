"""A project may have a folder, and no file, that is named like one of Grundwork's packages.

Each test is a folder of its own, with Grundwork on the path behind it, as where it is installed.
"""

from __future__ import annotations

from importlib.metadata import entry_points
from pathlib import Path

import pytest

from tests.running import python

PLUGIN = (
    [] if entry_points(group="pytest11", name="grundwork") else ["-p", "grundwork.pytest_plugin"]
)
TEST = "import research\n\ndef test_of_the_project():\n    assert research.HERE == 1\n"
STUDY = """
from grundwork import Study, subtraction
from research.helper import MULTIPLE

study = Study("take", subtraction(1, 2, 3), source="an example")
study.p_positions(
    "Multiples of four.",
    believed=lambda heaps: sum(heaps) % MULTIPLE == 0,
    controls={"five": lambda heaps: sum(heaps) % 5 == 0},
    among=lambda heaps: len(heaps) < 2,
    size=20,
)
"""


@pytest.fixture
def there(tmp_path: Path) -> Path:
    """A package of a project, beside a test of it."""
    (tmp_path / "research").mkdir()
    (tmp_path / "research" / "__init__.py").write_text("HERE = 1\n")
    (tmp_path / "research" / "helper.py").write_text("MULTIPLE = 4\n")
    (tmp_path / "test_it.py").write_text(TEST)
    (tmp_path / "take.py").write_text(STUDY)
    return tmp_path


@pytest.mark.parametrize("run", [["grundwork", "check"], ["pytest", *PLUGIN]], ids=str)
def test_a_folder_beside_a_study_joins_the_package_of_its_name(there: Path, run: list[str]) -> None:
    done = python("-m", *run, "take.py", folder=there)
    assert done.returncode == 0, done.stdout + done.stderr
    assert "refuted" not in done.stdout


def test_the_folder_of_another_study_is_not_joined(there: Path) -> None:
    other = there / "other"
    (other / "research").mkdir(parents=True)
    (other / "research" / "helper.py").write_text("MULTIPLE = 7\n")
    (other / "seven.py").write_text(STUDY.replace('"take"', '"seven"'))
    run = ("-P", "-m", "grundwork")  # as the command, without the working directory in the path
    done = python(*run, "check", "take.py", "other/seven.py", folder=there)
    take, seven = done.stdout.split("seven\n")
    assert "refuted" not in take
    assert "refuted" in seven


@pytest.mark.parametrize("name", ["fast.py", "research.py"])
def test_a_file_named_like_a_package_is_to_be_renamed(tmp_path: Path, name: str) -> None:
    (tmp_path / name).write_text("")
    (tmp_path / "in").mkdir()
    (tmp_path / "in" / name).write_text("")
    (tmp_path / "in" / "take.py").write_text(STUDY)
    for asked, folder in (("take.py", tmp_path / "in"), ("in/take.py", tmp_path / "..")):
        word = asked if folder.name == "in" else f"{tmp_path.name}/{asked}"
        done = python("-m", "grundwork", "check", word, folder=folder)
        assert (done.returncode, done.stdout) == (2, "")
        (line,) = done.stderr.splitlines()
        assert name in line
        assert line.endswith("; rename it")
    done = python("-c", "from grundwork import Study", folder=tmp_path)
    assert done.stderr.splitlines()[-1].startswith(f"ImportError: {tmp_path / name} has the name")


def test_pytest_leaves_a_project_alone_that_has_such_a_package(there: Path) -> None:
    done = python("-m", "pytest", *PLUGIN, "test_it.py", folder=there)
    assert done.returncode == 0, done.stdout + done.stderr
    assert "1 passed" in done.stdout
