"""A package that hides one of Grundwork's rooms is named in a line, and harms nobody else.

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


@pytest.fixture
def there(tmp_path: Path) -> Path:
    """A package of a project, beside a test of it."""
    (tmp_path / "research").mkdir()
    (tmp_path / "research" / "__init__.py").write_text("HERE = 1\n")
    (tmp_path / "test_it.py").write_text(TEST)
    return tmp_path / "research"


def test_the_command_says_in_one_line_what_hides_which_room(there: Path, tmp_path: Path) -> None:
    done = python("-m", "grundwork", "list", folder=tmp_path)
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr == (
        f"grundwork: {there} hides Grundwork's package 'research': Python finds it first; rename "
        "it, or run this from another folder\n"
    )


def test_an_import_beside_a_file_that_hides_a_room_says_so_in_its_last_line(tmp_path: Path) -> None:
    (tmp_path / "research.py").write_text("")
    done = python("-c", "from grundwork import Study", folder=tmp_path)
    last = done.stderr.splitlines()[-1]
    assert last.startswith(f"ImportError: {tmp_path / 'research.py'} hides Grundwork's package")


def test_pytest_goes_on_in_a_project_with_such_a_package(there: Path, tmp_path: Path) -> None:
    done = python("-m", "pytest", *PLUGIN, folder=tmp_path)
    assert done.returncode == 0, done.stdout + done.stderr
    assert "1 passed" in done.stdout
    (said,) = [line for line in done.stdout.splitlines() if "rundwork's" in line]
    assert said.startswith(f"grundwork: {there} hides ")
    assert said.endswith("; pytest goes on without Grundwork")
