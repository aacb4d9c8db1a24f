"""The games from the literature, and seven in print beside them, give what is published."""

from __future__ import annotations

from pathlib import Path

import pytest

from research.checks.evidence import Level, Settings
from research.resolving.loading import load_file, load_study, variant_names
from research.verdicts.checking import check_study
from tests.contracts.levels import assert_no_level_is_mixed_up
from tests.contracts.test_rules import IN_PRINT

pytestmark = pytest.mark.expensive

SETTINGS = Settings(examples=50)
PROVED = {  # for every size; all else is exhausted to a bound
    "bachets-game": {"grundy-values"},
    "coins-on-a-strip": {"p-positions"},
    "dawsons-kayles": {"period"},
    "fibonacci-nim": {"criterion-for-every-size"},
    "i-mark-of-one-or-three": {"criterion-for-every-size"},
    "kayles": {"period"},
    "misere-kayles": {"misere-quotient"},
    "moores-nim": {"criterion-for-every-size"},
    "nim": {"p-positions", "grundy-values", "one-third-heap"},
    "nim-with-three-from-each": {"p-positions", "criterion-for-every-size"},
    "nimble": {"grundy-values"},
    "partizan-subtraction": {"period"},
    "staircase-nim": {"p-positions"},
    "twenty-one": {"p-positions"},
    "white-knight": {"p-positions"},
    "wythoff": {"zeckendorf-words-for-every-size"},
    "yama-nim-of-four": {"p-positions", "criterion-for-every-size"},
    "yama-nim-on-a-cycle": {"criterion-for-every-size"},
}


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
