"""Words that nothing verifies carry no proof: each kind of premise, in an author's file."""

from __future__ import annotations

from pathlib import Path

import pytest

from research.checks.evidence import Level, Settings
from research.reporting.report import write_reports
from research.resolving.loading import load_study
from research.verdicts.checking import check_study
from research.verdicts.findings import Findings, Verdict

# False: six points make 31 regions, and 2^5 is 32.
CIRCLE = '''
"""The regions of a circle."""

from itertools import combinations

import sympy

from grundwork import Study, assumption, integers, nim, theorem

n = sympy.Symbol("n", integer=True, nonnegative=True)
study = Study("circle", nim(1), source="an example")


def regions(n):
    """One, one more for each chord, and one more for each crossing of two chords."""
    points = range(n + 1)
    return 1 + len([*combinations(points, 2)]) + len([*combinations(points, 4)])


def doubling(believed, lines):
    """By induction on the number of points."""
    lines.induction(
        "The number of regions",
        believed(n),
        n,
        first=1,
        following=lambda before: 2 * before,
        name=lambda index: f"R_{{{index}}}",
    )


study.claim(
    "doubled",
    "A new point doubles the number of regions.",
    believed=2,
    controls={"tripled": 3},
).holds(lambda factor, n: regions(n + 1) == factor * regions(n), integers(n=MOST), by="counted")
study.claim(
    "regions",
    "All chords of $n + 1$ points on a circle make $2^n$ regions.",
    believed=lambda n: 2**n,
    controls={"one more": lambda n: 2**n + 1},
    rests_on=[PREMISE],
).equals(regions, integers(n=4), by="chords and crossings counted").derive(
    "induction", doubling
)
'''
DOUBLES = "each new point doubles the number of regions"


def circle(tmp_path: Path, premise: str, most: int = 3) -> tuple[Findings, str]:
    """What is found of the file with this premise, and its report."""
    file = tmp_path / "circle.py"
    file.write_text(CIRCLE.replace("PREMISE", premise).replace("MOST", str(most)))
    study = load_study(str(file))
    findings = check_study(study, Settings())
    write_reports([study], [findings], tmp_path)
    return findings, (tmp_path / "circle.md").read_text()


def regions(findings: Findings) -> Verdict:
    """The verdict of the false theorem."""
    return findings.verdicts[1]


@pytest.mark.parametrize(
    "premise",
    ["", '"doubled"', 'theorem("Euler\'s formula", "L. Euler, 1758")', f'assumption("{DOUBLES}")'],
    ids=["none", "claim", "theorem", "assumption"],
)
def test_a_false_theorem_with_words_for_its_recurrence_is_not_proved(
    tmp_path: Path, premise: str
) -> None:
    findings, report = circle(tmp_path, premise)
    assert regions(findings).level == Level.EXHAUSTED
    assert "Proved for every size" not in report
    assert "**Theorem" not in report


def test_a_refuted_recurrence_leaves_what_rests_on_it_untested(tmp_path: Path) -> None:
    findings, _ = circle(tmp_path, '"doubled"', most=4)
    assert [verdict.level for verdict in findings.verdicts] == [Level.REFUTED, Level.UNTESTED]


def test_an_assumption_stands_in_the_statement_and_beside_what_is_derived_with_it(
    tmp_path: Path,
) -> None:
    findings, report = circle(tmp_path, f'assumption("{DOUBLES}")')
    assert f"Suppose that {DOUBLES}. All chords of $n + 1$ points" in report
    assert f"induction: derived for all values, assuming: {DOUBLES}" in report
    (support,) = regions(findings).rests_on
    assert (support.kind, support.words) == ("assumption", DOUBLES)


def test_a_named_theorem_is_printed_with_its_reference(tmp_path: Path) -> None:
    _, report = circle(tmp_path, 'theorem("Euler\'s formula", "L. Euler, 1758")')
    assert "rests on Euler's formula (L. Euler, 1758)" in report


def test_an_induction_shows_its_recurrence_and_both_sides(tmp_path: Path) -> None:
    _, report = circle(tmp_path, '"doubled"')
    assert r"The recurrence: $R_{n + 1} = 2 R_{n}$" in report
    assert r"$R_{n + 1} = 2 \left(2^{n}\right) = 2^{n + 1}$" in report
