"""The games from the literature, and seven in print beside them, give what is published."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest

import research.variants
from research.checks.evidence import Level, Settings
from research.resolving.loading import load_file, load_study, variant_names
from research.verdicts.checking import check_study
from tests.contracts.levels import assert_no_level_is_mixed_up

pytestmark = pytest.mark.expensive

IN_PRINT = sorted((Path(__file__).parent.parent / "variants_in_print").glob("*.py"))
FOLDER = Path(research.variants.__file__).parent
SETTINGS = Settings(examples=50)
PROVED = {  # for every size; all else is exhausted to a bound
    "bachets-game": {"grundy-values"},
    "coins-on-a-strip": {"p-positions"},
    "dawsons-kayles": {"period"},
    "fibonacci-nim": {"criterion-for-every-size"},
    "kayles": {"period", "heaps-of-value-6"},
    "moores-nim": {"criterion-for-every-size"},
    "nim": {"p-positions", "grundy-values", "count-by-digits", "one-third-heap"},
    "nimble": {"grundy-values"},
    "staircase-nim": {"p-positions"},
    "twenty-one": {"p-positions"},
    "white-knight": {"p-positions"},
    "wythoff": {"zeckendorf-words-for-every-size"},
}


def lines_of_code(file: Path) -> int:
    """Lines that hold code: neither blank, nor comments, nor docstrings."""
    tree = ast.parse(file.read_text(encoding="utf-8"))
    lines = {line for node in ast.walk(tree) for line in _lines(node)}
    for node in ast.walk(tree):
        if isinstance(node, ast.Module | ast.ClassDef | ast.FunctionDef) and ast.get_docstring(
            node
        ):
            lines -= set(_lines(node.body[0]))
    return len(lines)


def _lines(node: ast.AST) -> range:
    """The lines of a simple statement or expression, and the first line of a compound one."""
    if not hasattr(node, "lineno"):
        return range(0)
    compound = hasattr(node, "body") and isinstance(node.body, list)
    return range(node.lineno, (node.lineno if compound else node.end_lineno) + 1)


@pytest.mark.parametrize("name", variant_names())
def test_a_variant_gives_what_is_published(name: str) -> None:
    study = load_study(name)
    findings = check_study(study, SETTINGS)
    assert findings.sound
    assert [verdict.name for verdict in findings.refuted] == []
    levels = {verdict.name: verdict.level for verdict in findings.verdicts}
    proved = {claim for claim, level in levels.items() if level == Level.PROVED}
    assert proved == PROVED.get(name, set())
    assert {levels[claim] for claim in levels.keys() - proved} <= {Level.EXHAUSTED}
    assert_no_level_is_mixed_up(findings)


@pytest.mark.parametrize("file", IN_PRINT, ids=lambda file: file.stem)
def test_a_variant_in_print_gives_what_is_published(file: Path) -> None:
    findings = check_study(load_file(file), SETTINGS)
    assert findings.sound
    assert [verdict.level for verdict in findings.verdicts] == [Level.EXHAUSTED]


def test_there_are_25_games_and_seven_more() -> None:
    assert len(variant_names()) >= 25
    assert len(IN_PRINT) >= 7
    assert not set(variant_names()) & {file.stem.replace("_", "-") for file in IN_PRINT}


def test_a_game_takes_at_most_40_lines_of_code_and_one_in_print_25() -> None:
    assert {f.name: n for f in FOLDER.glob("*.py") if (n := lines_of_code(f)) > 40} == {}
    assert {f.name: n for f in IN_PRINT if (n := lines_of_code(f)) > 25} == {}
    assert lines_of_code(Path(__file__)) > 40  # the count can fail
