"""Files, codes and names become studies; what is wrong is one line with file and line number."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from research.claims.study import VariantError
from research.resolving.loading import load_study
from tests.texts import LINE

START = "from oracles.rules import Game\nfrom research.claims.study import Study\n"
GOOD = f"""{START}{LINE}
study = Study("line", Line(), source="a test")
study.p_positions("", believed=lambda n: n % 3 == 0, controls={{"even": lambda n: n % 2 == 0}})
"""


def write(folder: Path, text: str, name: str = "line.py") -> Path:
    file = folder / name
    file.parent.mkdir(exist_ok=True, parents=True)
    file.write_text(text, encoding="utf-8")
    return file


# Names.


def test_each_file_gets_the_solver_beside_it(tmp_path: Path) -> None:
    for folder in ("a", "b"):
        write(tmp_path / folder, f"NAME = {folder!r}\n", "its_solver.py")
        text = "import its_solver\n" + GOOD.replace('"line"', "its_solver.NAME")
        write(tmp_path / folder, text)
    names = [load_study(str(tmp_path / folder / "line.py")).name for folder in ("a", "b", "a")]
    assert names == ["a", "b", "a"]


def test_a_file_named_like_a_module_takes_nobodys_place(tmp_path: Path) -> None:
    import json

    assert load_study(str(write(tmp_path, GOOD, "json.py"))).name == "line"
    assert sys.modules["json"] is json


def test_folders_and_links_to_nothing_beside_a_file_do_not_matter(tmp_path: Path) -> None:
    file = write(tmp_path, GOOD)
    (tmp_path / "folder.py").mkdir()
    (tmp_path / "link.py").symlink_to(tmp_path / "nothing")
    assert load_study(str(file)).name == "line"


def test_an_error_of_grundworks_own_is_not_said_to_be_the_files(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = write(tmp_path, GOOD + "from oracles.heaps import octal\noctal('0.77')\n")
    monkeypatch.setattr("oracles.heaps.HeapGame.__init__", lambda *_, **__: {}["none"])
    with pytest.raises(KeyError):
        load_study(str(file))


# Files in which something is wrong.

BROKEN = {
    "does not parse": ("x = 1\ndef f(:\n", 2, "SyntaxError: "),
    "raises": ("x = 1\n\ny = 1 // 0\n", 3, "ZeroDivisionError"),
    "no study": (
        START + "game = Game\n",
        1,
        "defines no Study: expected one Study, for example study = Study(",
    ),
    "a name that is none": (GOOD.replace('"line"', '"a/b"'), 11, "study name='a/b'"),
}


@pytest.mark.parametrize("what", BROKEN)
def test_a_broken_file_is_named_with_its_line(what: str, tmp_path: Path) -> None:
    text, line, problem = BROKEN[what]
    file = write(tmp_path, text)
    with pytest.raises(VariantError) as error:
        load_study(str(file))
    assert str(error.value).startswith(f"{file.resolve()}:{line}: ")
    assert problem in str(error.value)
