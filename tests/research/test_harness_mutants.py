"""Mutants of the harness: each is put into a copy of the tree, where one of its tests must fail."""

from __future__ import annotations

import shlex
import shutil
import tomllib
from operator import itemgetter
from pathlib import Path

import pytest

from tests.running import ROOT, python

LIST = Path(__file__).with_name("harness_mutants.toml")
each_mutant = pytest.mark.parametrize(
    "mutant", tomllib.loads(LIST.read_text("utf-8"))["mutant"], ids=itemgetter("file")
)


@each_mutant
def test_the_text_that_a_mutant_changes_stands_once_in_its_file(mutant: dict[str, str]) -> None:
    assert (ROOT / mutant["file"]).read_text("utf-8").count(mutant["text"]) == 1


@pytest.fixture(scope="module")
def tree(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A copy of the tree."""
    ignored = shutil.ignore_patterns(".*", "__pycache__")
    return Path(shutil.copytree(ROOT, tmp_path_factory.mktemp("copy") / "tree", ignore=ignored))


@pytest.mark.expensive
@each_mutant
def test_a_test_fails_of_each_mutant_and_none_without_it(
    mutant: dict[str, str], tree: Path
) -> None:
    path = tree / mutant["file"]
    source = path.read_text("utf-8")
    tests = ["-B", "-m", "pytest", "-x", "-q", "-m", "not expensive", *shlex.split(mutant["tests"])]
    unchanged = python(*tests, folder=tree, PYTHONPATH=str(tree))
    assert unchanged.returncode == 0, unchanged.stdout
    path.write_text(source.replace(mutant["text"], mutant["becomes"]), "utf-8")
    changed = python(*tests, folder=tree, PYTHONPATH=str(tree))
    path.write_text(source, "utf-8")
    assert changed.returncode == 1, changed.stdout
