"""Words that nothing verifies carry no proof: each kind of premise, in an author's file."""

from __future__ import annotations

from pathlib import Path

import pytest

from research.checks.evidence import Level, Settings
from research.reporting.report import write_reports
from research.resolving.loading import load_study
from research.verdicts.checking import check_study

# False: six points make 31 regions, and 2^5 is 32.
CIRCLE = '''
from itertools import combinations

import sympy

from grundwork import Study, assumption, integers, nim, theorem

n = sympy.Symbol("n", integer=True, nonnegative=True)
named = "R_{{{}}}".format
study = Study("circle", nim(1), source="an example")

def regions(n):
    """One, one more for each chord, and one more for each crossing of two chords."""
    points = range(n + 1)
    return 1 + len([*combinations(points, 2)]) + len([*combinations(points, 4)])

def doubling(believed, lines):
    lines.induction("The number", believed(n), n, first=1, following=lambda r: 2 * r, name=named)

study.claim(
    "doubled", "A new point doubles the number.", believed=2, controls={"tripled": 3}
).holds(lambda factor, n: regions(n + 1) == factor * regions(n), integers(n=3), by="counted")
study.claim(
    "regions",
    "All chords of $n + 1$ points on a circle make $2^n$ regions.",
    believed=lambda n: 2**n,
    controls={"one more": lambda n: 2**n + 1},
    rests_on=[PREMISE],
).equals(regions, integers(n=4), by="chords and crossings counted").derive("induction", doubling)
'''
DOUBLES = "each new point doubles the number of regions"


@pytest.mark.parametrize(
    ("premise", "said"),
    [
        ("", "derived from a recurrence that no claim in rests_on states"),
        ('"doubled"', "It rests on doubled (exhausted on n ≤ 3: counted)"),
        ('theorem("Euler\'s formula", "1758")', "It rests on Euler's formula (1758)"),
        (f'assumption("{DOUBLES}")', f"Suppose that {DOUBLES}. All chords of $n + 1$ points"),
        (f'assumption("{DOUBLES}")', f"induction, derived for all values, assuming: {DOUBLES}"),
    ],
)
def test_a_false_theorem_with_words_for_its_recurrence_is_not_proved(
    tmp_path: Path, premise: str, said: str
) -> None:
    file = tmp_path / "circle.py"
    file.write_text(CIRCLE.replace("PREMISE", premise))
    study = load_study(str(file))
    findings = check_study(study, Settings())
    write_reports([study], [findings], tmp_path)
    report = (tmp_path / "circle.md").read_text()
    assert findings.verdicts[1].level == Level.EXHAUSTED
    assert "**Theorem" not in report
    assert said in report
    assert r"$R_{n + 1} = 2 \left(2^{n}\right) = 2^{n + 1}$" in report
