"""Every notebook of docs gives what it shows, and shows nothing of the machine it was run on."""

from __future__ import annotations

import re
from pathlib import Path

import nbformat
import pytest
from notebooks import NOTEBOOKS, ROOT, outputs, rewrite, run

pytestmark = pytest.mark.expensive

FIRST = """
from grundwork import Study, nim
study = Study("twin-nim", nim(2))
study.truth(2).p_positions
"""


@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.name)
def test_a_notebook_gives_what_it_shows(path: Path, tmp_path: Path) -> None:
    shown = nbformat.read(path, as_version=4)
    assert outputs(run(path, tmp_path)) == outputs(shown)


@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.name)
def test_a_notebook_keeps_no_path_time_or_version(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    assert str(ROOT) not in text
    assert not re.search(r"ipykernel_\d|/(tmp|home|Users)/|\b20\d\d-\d\d-\d\d|0x[0-9a-f]{8}", text)
    notebook = nbformat.read(path, as_version=4)
    assert list(notebook.metadata) == ["kernelspec"]
    assert all(cell.metadata.keys() <= {"tags"} for cell in notebook.cells)


def test_there_are_notebooks() -> None:
    assert len(NOTEBOOKS) == 2


def test_an_output_that_changes_is_seen_and_mended(tmp_path: Path) -> None:
    page = tmp_path / "page.ipynb"
    cell = nbformat.v4.new_code_cell(FIRST)
    nbformat.write(nbformat.v4.new_notebook(cells=[cell]), page)
    assert rewrite(page, tmp_path)
    right = page.read_text()
    assert "[(0, 0), (1, 1), (2, 2)]" in right
    page.write_text(right.replace("(1, 1)", "(1, 2)"))
    assert outputs(nbformat.read(page, as_version=4)) != outputs(run(page, tmp_path))
    assert rewrite(page, tmp_path)
    assert page.read_text() == right
    assert not rewrite(page, tmp_path)
