"""Claims get the verdict they deserve, and checks that cannot fail are found out."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

import pytest
from hypothesis import strategies as st

from fast.gate import NotConfirmedError, gated
from fast.gate.certificate import certificate_path
from oracles.games.stone_game import StoneGame
from research.checks.evidence import (
    ClaimError,
    Counterexample,
    Evidence,
    Kind,
    Level,
    Settings,
)
from research.claims.agreement import Agreement, compare
from research.claims.cases import Drawn, Listed, integers
from research.claims.claim import Claim, Source
from research.claims.study import Study
from research.proving.results import NotProvable
from research.resolving.loading import load_study
from research.verdicts.checking import check_claim, check_study
from research.verdicts.findings import CORRECTION_FAILS, Findings, kept_findings
from tests.texts import LINE

pytestmark = pytest.mark.usefixtures("nothing_is_asked_in_a_new_process")
SETTINGS = Settings(examples=200, seed=0)
TO_A_BILLION = Drawn("n ≤ 10^9", lambda: st.integers(0, 10**9))


def squares_claim(believed: Any, **controls: Any) -> Claim:
    """A claim that a function gives the squares."""
    return Claim("squares", "", Source("a test"), believed, controls)


def test_a_check_that_cannot_fail_is_a_defect() -> None:
    claim = squares_claim(lambda n: n * n, doubled=lambda n: 2 * n).holds(
        lambda f, n: True, integers(n=49), by="listed"
    )
    assert check_claim(claim, SETTINGS).missed_controls == ("doubled", "check 1 refutes no control")


def test_a_control_that_is_the_truth_does_not_count_as_refuted() -> None:
    claim = squares_claim(lambda n: 2 * n, truth=lambda n: n * n, tripled=lambda n: 3 * n).equals(
        lambda n: n**2, integers(n=49), by="listed"
    )
    found = check_claim(claim, SETTINGS)
    assert (found.level, found.controls, found.missed_controls) == (Level.REFUTED, ("tripled",), ())
    for correction, power in (("squares", 2), ("cubes", 3)):  # it must pass where the claim fails
        claim.correction = (correction, lambda n, power=power: n**power)
        assert (check_claim(claim, SETTINGS).missed_controls == ()) == (power == 2)


def test_a_correction_of_which_a_theorem_says_nothing_does_not_pass() -> None:
    claim = squares_claim(lambda n: 2 * n, tripled=lambda n: 3 * n)
    wrong = Evidence(Level.REFUTED, Kind.THEOREM, "all n", 1, Counterexample("3", "9", "6"))
    claim.decide("a theorem", lambda f: NotProvable("too hard").evidence() if f(3) == 9 else wrong)
    claim.correction = "squares", lambda n: n * n
    assert check_claim(claim, SETTINGS).missed_controls == (CORRECTION_FAILS,)


@pytest.mark.parametrize("level", [Level.UNTESTED, Level.REFUTED])
def test_a_control_of_which_a_theorem_says_nothing_is_not_caught(level: Level) -> None:
    claim = squares_claim(lambda n: n * n, doubled=lambda n: 2 * n)
    claim.decide(
        "a theorem",
        lambda f: Evidence(Level.PROVED if f(3) == 9 else level, Kind.THEOREM, "all n", 1),
    )
    missed = check_claim(claim, SETTINGS).missed_controls
    caught = level == Level.REFUTED
    assert missed == (() if caught else ("doubled", "check 1 refutes no control"))


def test_an_empty_domain_is_an_error() -> None:
    claim = squares_claim(None).holds(lambda f, n: True, Listed("nothing", list), by="listed")
    with pytest.raises(ClaimError, match="no cases"):
        check_claim(claim, SETTINGS)


def gauss(formula: Any, lines: Any) -> None:
    """The sum of the first n numbers, by induction."""
    import sympy

    n = sympy.Symbol("n", integer=True, nonnegative=True)
    lines.induction(
        "the sum",
        formula(n),
        n,
        first=0,
        following=lambda total: total + n + 1,
        name=lambda index: f"S_{{{index}}}",
    )


def test_a_belief_with_a_branch_that_no_symbol_takes_is_not_proved() -> None:
    claim = squares_claim(lambda n: 0 if n == 75 else n * (n + 1) / 2).derive("sympy", gauss)
    assert check_claim(claim, SETTINGS).level == Level.UNTESTED


# Agreements and certificates.


@gated("doubling")
def double(number: int) -> int:
    """A right solver."""
    return number + number


def true_double(number: int) -> int:
    return 2 * number


def wrong_double(number: int) -> int:
    return 2 * number + (number >= 100)


def doubling(fast: Any, least: int = 0, most: int = 10**6, **more: Any) -> Agreement:
    """An agreement on numbers between bounds."""
    arguments = lambda: st.fixed_dictionaries({"number": st.integers(least, most)})  # noqa: E731
    return Agreement(fast, true_double, Drawn("numbers", arguments), **more)


def doubling_study(fast: Any, **more: Any) -> Study:
    """A study with nothing but one agreement."""
    return Study("doubling", StoneGame(), agreements=[doubling(fast, **more)], file=Path(__file__))


def test_a_disagreement_leaves_no_certificate_and_shows_the_shrunk_case() -> None:
    check_study(doubling_study(double), SETTINGS)
    assert double(4) == 8
    findings = check_study(doubling_study(wrong_double), SETTINGS)
    assert not findings.sound
    with pytest.raises(NotConfirmedError):
        double(4)
    assert str(findings.comparisons[0].disagreement) == "number=100: found 201, believed 200"


def test_a_control_that_is_not_caught_leaves_no_certificate() -> None:
    findings = check_study(doubling_study(double, controls={"the same": true_double}), SETTINGS)
    assert findings.comparisons[0].missed_controls == ("the same",)
    with pytest.raises(NotConfirmedError):
        double(4)


def test_a_counterexample_is_tried_first_next_time() -> None:
    seen: list[int] = []

    def late(number: int) -> int:
        seen.append(number)
        return 2 * number + (number == 987_654)

    agreement = doubling(late, 987_600, 987_700)
    found = (compare(agreement, Settings(200, seed)).disagreement for seed in range(50))
    assert any(found)  # until chance finds it
    seen.clear()
    assert compare(agreement, SETTINGS).disagreement is not None
    assert seen[0] == 987_654


# Findings are kept, and only while nothing has changed.


def test_findings_are_read_back_as_they_were_and_damaged_ones_count_as_none() -> None:
    study = doubling_study(double)
    study.numbers("four", "2 + 2 = 4", {(): 4}, lambda: sum([2, 2]), over="2 + 2", by="addition")
    findings = check_study(study, SETTINGS)
    assert kept_findings(study, SETTINGS) == findings
    assert kept_findings(study, Settings(examples=201)) is None
    for damage in ("{", "[" * 10**5, "[]"):
        certificate_path("doubling").write_text(damage)
        assert kept_findings(study, SETTINGS) is None


# Of claims alone, too.

HERE = "__import__('pathlib').Path(__file__)"
CLAIMS = f"""
from grundwork import Game, Study

{{before}}
{LINE}
def believed(heap):
    {{during}}
    return heap % 3 == 0

study = Study("line-of-claims", Line(), source="a test")
study.p_positions("", believed=believed, controls={{{{"even": lambda n: n % 2 == 0}}}}, size=30)
"""


def checked_file(folder: Path, before: str = "", during: str = "") -> tuple[Study, Findings]:
    """A study of one claim in a file of its own, and what a check of it finds."""
    file = folder / "line.py"
    file.write_text(CLAIMS.format(before=before, during=during), encoding="utf-8")
    study = load_study(str(file))
    return study, check_study(study, SETTINGS)


@pytest.mark.parametrize("named", [False, True])
def test_findings_of_claims_alone_are_kept_until_a_file_changes(
    tmp_path: Path, *, named: bool
) -> None:
    """A data file takes part if it is read, and if the study names it."""
    (tmp_path / "data.txt").write_text("3")
    study, findings = checked_file(
        tmp_path, "" if named else f"{HERE}.with_name('data.txt').read_text()"
    )
    if named:
        with pytest.raises(ClaimError, match=r"depends='table\.db'"):
            study.depends("table.db")
        study.depends("data.txt")
        findings = check_study(study, SETTINGS)
    assert (kept_findings(study, SETTINGS), findings.faults) == (findings, ())
    (tmp_path / "data.txt").write_text("4")
    assert kept_findings(study, SETTINGS) is None


@pytest.mark.parametrize("name", ["line.py", "rules.py"])
def test_a_file_that_is_edited_while_claims_are_checked_is_named_and_nothing_kept(
    tmp_path: Path, name: str
) -> None:
    (tmp_path / "rules.py").write_text("TAKE = 2")
    edit = f"{HERE}.with_name('{name}').write_text('# edited')"
    study, findings = checked_file(tmp_path, "import rules", edit)
    sys.modules.pop("rules", None)  # later checks have nothing to do with it
    (fault,) = findings.faults
    assert fault.endswith(f"{name} changed since it was loaded; check again")
    assert kept_findings(study, SETTINGS) is None
