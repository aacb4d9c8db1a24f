"""What the README says of other files is what they say."""

from __future__ import annotations

import configparser
import re
from pathlib import Path

import pytest
from documents import DRAWN, PICTURE, ROOT, VERDICTS, Folder, blocks, lex, verdict_table
from sybil import Document, Region

from tests.running import grundwork

README = (ROOT / "README.md").read_text(encoding="utf-8")
MAIN_LINE, TEST_LINE = blocks(ROOT / "README.md", "sh")[:2]
SETUP = "python3 -m venv .venv && .venv/bin/pip install -q -c constraints.txt "


def linked(path: Path) -> list[str]:
    """The files that a page links to, outside its code blocks."""
    text = whole = path.read_text(encoding="utf-8")
    for region in lex(Document(whole, str(path))):
        text = text.replace(whole[region.start : region.end], "")
    targets = re.findall(r"\]\(([^)\s]+)\)", text)
    return [target for target in targets if "://" not in target]


def test_the_verdict_table_is_that_of_the_reports() -> None:
    shown = VERDICTS.search(README)
    assert shown is not None
    assert shown[0] == shown[1] + verdict_table() + shown[2]


def test_the_test_line_is_the_one_that_ci_calls() -> None:
    assert TEST_LINE.startswith(SETUP)
    assert TEST_LINE in (ROOT / ".ci" / "run").read_text(encoding="utf-8").splitlines(keepends=True)


def test_the_main_line_sets_up_likewise_and_runs_what_tox_runs() -> None:
    assert MAIN_LINE.startswith(SETUP + '-e ".[pictures]" && .venv/bin/')
    program = MAIN_LINE.strip().rpartition(".venv/bin/")[2]
    tox = configparser.ConfigParser(interpolation=None)
    tox.read(ROOT / "tox.ini", encoding="utf-8")
    assert f"\n{program} --out" in tox["testenv:full"]["commands"]


def test_every_constraint_of_the_lines_is_exact() -> None:
    lines = (ROOT / "constraints.txt").read_text(encoding="utf-8").split()
    assert all(re.fullmatch(r"[\w.-]+==[\w.]+", line) for line in lines)


def test_first_comes_the_story_with_its_picture_and_the_two_lines_before_any_table() -> None:
    first_screen = README[: README.index("\n## ")]
    steps = ("An idea", "Refuted", "Explored", f'src="{PICTURE.relative_to(ROOT)}"', "Proved")
    places = [first_screen.index(part) for part in (*steps, MAIN_LINE, TEST_LINE)]
    assert places == sorted(places)
    assert "\n|" not in first_screen
    assert len(first_screen.splitlines()) <= 75


@pytest.mark.expensive
def test_the_picture_of_the_story_is_the_one_that_its_command_draws(tmp_path: Path) -> None:
    folder = Folder(tmp_path)
    title = 'title="twin_piles.py"'
    shown = next(region for region in lex(Document(README, "README.md")) if _has(region, title))
    folder.write("twin_piles.py", shown.lexemes["source"])
    folder.run(next(line for line in README.splitlines() if "--out looked" in line)[2:])
    assert (folder.path / DRAWN).read_bytes() == PICTURE.read_bytes()


def _has(region: Region, title: str) -> bool:
    return region.lexemes["attributes"].strip() == title


PAGES = sorted(
    file.relative_to(ROOT).as_posix()
    for file in (ROOT / "README.md", ROOT / "CONTRIBUTING.md", *(ROOT / "docs").rglob("*.md"))
)


@pytest.mark.parametrize("name", PAGES)
def test_every_file_linked_to_is_there_in_a_clone(name: str) -> None:
    page = ROOT / name
    targets = linked(page)
    for target in targets:
        assert (page.parent / (target.partition("#")[0] or page.name)).is_file(), target
    assert targets or name != "README.md"


def test_each_folder_of_tests_has_a_row() -> None:
    tests = ROOT / "tests"
    rows = re.findall(r"^\| `([a-z_/]+)/`", (tests / "README.md").read_text(), re.MULTILINE)
    folders = {file.parent.relative_to(tests).as_posix() for file in tests.rglob("*.py")} - {"."}
    assert {folder for folder in folders if folder not in rows} == set()
    assert set(rows) <= folders


def test_the_table_of_packages_has_every_package() -> None:
    text = (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8")
    rows = re.findall(r"^\| `([a-z]+)/`", text.partition("In `research/`")[2], re.MULTILINE)
    assert sorted(rows) == sorted(path.parent.name for path in ROOT.glob("research/*/__init__.py"))


def test_the_table_of_commands_has_every_command() -> None:
    commands = re.findall(
        r"^  ([a-z]+) ", grundwork().stdout.partition("commands:")[2], re.MULTILINE
    )
    assert "check" in commands
    assert re.findall(r"^\| `grundwork ([a-z]+)", README, re.MULTILINE) == commands
