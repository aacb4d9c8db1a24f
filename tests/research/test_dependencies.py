"""What a study's certificate depends on: the files that its own file reaches, and no more."""

from __future__ import annotations

from pathlib import Path

import pytest

from fast.watching import ROOT
from research.code.dependencies import FACE, source_files


def files_of(text: str, folder: Path) -> set[str]:
    file = folder / "some_game.py"
    file.write_text(text, encoding="utf-8")
    inside = [path for path in source_files(file) if path.is_relative_to(ROOT)]
    return {str(path.relative_to(ROOT)) for path in inside}


@pytest.mark.parametrize(
    "text",
    [
        "from grundwork import strips_of, StripGame",
        "from grundwork import StripGame as Game",
        "def made():\n    from grundwork import StripGame\n    return StripGame",
        "import grundwork",
        "import grundwork as g",
        "from grundwork import *",
    ],
)
def test_a_file_depends_on_where_the_face_takes_a_name_from(text: str, tmp_path: Path) -> None:
    assert "oracles/strips.py" in files_of(text, tmp_path)


def test_a_file_does_not_depend_on_names_that_it_does_not_take(tmp_path: Path) -> None:
    files = files_of("from grundwork import Study", tmp_path)
    assert {"grundwork/__init__.py", "research/claims/study.py"} <= files
    assert not {"research/proving/prove.py", "oracles/strips.py"} & files
    assert FACE.is_file()
