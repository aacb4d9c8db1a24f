"""Every code block of the README and of docs does what the page says."""

from __future__ import annotations

import re
from pathlib import Path

import nbformat
import pytest
from documents import DOCUMENTS, NOTEBOOKS, ROOT, Folder, parse, rewrite

pytestmark = pytest.mark.expensive


FIRST = [pytest.param(p, marks=pytest.mark.end_to_end) for p in ("README.md", "docs/tutorial.md")]
REST = [
    page
    for page in (str(path.relative_to(ROOT)) for path in DOCUMENTS)
    if page not in ("README.md", "docs/tutorial.md")
]


@pytest.mark.parametrize("page", [*FIRST, *REST])
def test_a_document_does_what_it_says(
    page: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    evaluate(ROOT / page, tmp_path, monkeypatch)


def evaluate(path: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Run every example of a document, in order."""
    folder = Folder(tmp_path)
    monkeypatch.chdir(folder.path)
    monkeypatch.setenv("GRUNDWORK_HOME", folder.environment["GRUNDWORK_HOME"])
    document = parse(path)
    document.namespace["folder"] = folder
    for example in document.examples():
        example.evaluate()


RIGHT = """
```console
$ echo one; echo two >&2
one
two
$ grundwork chek 2>/dev/null; echo $?
2
```
```python title="two.py"
two = 2
```
```python
four = 4
```
```pycon
>>> from pathlib import Path
>>> Path("two.py").read_text()
'two = 2\\n'
>>> four
4
```
```console
$ python -c "import two; print(two.two)"
2
```
"""
WRONG = {
    "an output": ("one\ntwo\n", "one\n2\n"),
    "an output left out": ("one\ntwo\n", "one\n"),
    "an exit status": ("$?\n2", "$?\n0"),
    "a file": ('two.py"\ntwo = 2', 'two.py"\ntwo = 3'),
    "a value": (">>> four\n4", ">>> four\n5"),
    "Python that fails": ("four = 4", "four = 4 / 0"),
    "a block of a kind that nothing runs": ("```pycon", "```ruby"),
    "a console block without a command": ("```console\n$ python", "```console\n% python"),
}


def test_a_right_page_passes(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    page = tmp_path / "page.md"
    page.write_text(RIGHT)
    evaluate(page, tmp_path, monkeypatch)


@pytest.mark.parametrize(("old", "new"), WRONG.values(), ids=WRONG)
def test_a_wrong_page_is_caught(
    old: str, new: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert RIGHT.count(old) == 1
    page = tmp_path / "page.md"
    page.write_text(RIGHT.replace(old, new))
    with pytest.raises((AssertionError, ValueError, ZeroDivisionError)):
        evaluate(page, tmp_path, monkeypatch)


def test_rewriting_a_page_mends_its_outputs_and_nothing_else(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    page = tmp_path / "page.md"
    page.write_text(RIGHT.replace("one\ntwo\n", "nothing\n"))
    assert rewrite(page)
    assert page.read_text() == RIGHT
    assert not rewrite(page)


@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.name)
def test_a_notebook_keeps_no_path_time_or_version(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    assert str(ROOT) not in text
    assert not re.search(r"ipykernel_\d|/(tmp|home|Users)/|\b20\d\d-\d\d-\d\d|0x[0-9a-f]{8}", text)
    notebook = nbformat.read(path, as_version=4)
    assert list(notebook.metadata) == ["kernelspec"]
    assert all(cell.metadata.keys() <= {"tags"} for cell in notebook.cells)
