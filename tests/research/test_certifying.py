"""What a check must have seen before it confirms: paths, branches, reach, claims on answers."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from fast.errors import InputError
from fast.gate import NotConfirmedError, gated
from fast.gate.certificate import certificate_path
from fast.gate.signature import call_signature
from oracles.games.stone_game import StoneGame
from research.checks.evidence import ClaimError, Settings
from research.claims.agreement import Agreement, compare
from research.claims.answers import ConfirmedAnswer
from research.claims.cases import Listed, moduli
from research.claims.study import Study
from research.verdicts.checking import check_study
from research.verdicts.findings import Findings

pytestmark = pytest.mark.usefixtures("nothing_is_asked_in_a_new_process")
SETTINGS = Settings()
MODULO = ("modulus",)


@gated("summing")
def total(limit: int, *, what: str = "sum", modulus: int | None = None) -> int:
    """The sum of the numbers to a limit, or how many there are."""
    if limit < 0:
        raise InputError(f"limit={limit}")
    value = limit * (limit + 1) // 2 if what == "sum" else limit
    return value if modulus is None else value % modulus


def true_total(limit: int, *, what: str = "sum", modulus: int | None = None) -> int:
    """The same, added up."""
    value = sum(range(limit + 1)) if what == "sum" else len(range(limit))
    return value if modulus is None else value % modulus


MODULI = [{}, *(modulus for modulus in moduli() if "factors" not in modulus)]
WHATS: tuple[Mapping[str, str], ...] = ({}, {"what": "sum"}, {"what": "count"})
EVERY = [{"limit": n, **w, **m} for n in range(10) for w in WHATS for m in MODULI]
EVERY += [{"limit": n} for n in range(10, 200)]


def over(cases: list[Any], fast: Any = total, oracle: Any = true_total, **more: Any) -> Agreement:
    """An agreement on a list of cases."""
    wrong = {"one more": lambda *a, **k: oracle(*a, **k) + 1}
    more |= {"controls": wrong, "modulo": MODULO}
    return Agreement(fast, oracle, Listed("the cases", lambda: cases), **more)


def checked(*agreements: Agreement, study: str = "summing", **more: Any) -> Findings:
    """What checking a study with nothing but agreements gives."""
    made = Study(study, StoneGame(), agreements=list(agreements), file=Path(__file__), **more)
    return check_study(made, SETTINGS)


@pytest.mark.parametrize(
    ("kept", "call", "said"),
    [
        (lambda c: "what" not in c, {"what": "count"}, "what: 'count'"),
        (lambda c: "modulus" not in c, {"modulus": 7}, "modulus: prime up to the size"),
        (
            lambda c: c.get("what") != "count" or c.get("modulus", 0) < 2**64,
            {"what": "count", "modulus": 2**80},
            "what: 'count', modulus: 2^64 or more",
        ),
    ],
)
def test_a_way_that_was_not_compared_is_named_and_refused(
    kept: Callable[[Any], bool], call: dict[str, Any], said: str
) -> None:
    assert checked(over([c for c in EVERY if kept(c)])).sound
    assert total(9) == 45
    with pytest.raises(NotConfirmedError, match=re.escape(said)):
        total(9, **call)


@gated("summing")
def added(limit: int) -> int:
    """The same without another way."""
    return sum(range(limit + 1))


SMALL = [{"limit": n} for n in range(40)]


def test_refusals_are_no_cases_on_which_a_solver_was_compared() -> None:
    refused = [{"limit": -n} for n in range(1, 300)]
    by = {"refuses": True, "refusal": InputError}
    findings = checked(replace(over(refused, oracle=lambda **_: None), controls={}, **by))
    assert findings.faults[0].endswith("it is not compared with anything")


@gated("summing")
def small(limit: int) -> int:
    """The same for small limits."""
    if limit > 300:
        raise InputError(f"limit={limit}")
    return sum(range(limit + 1))


def test_a_refusal_does_not_show_how_far_a_solver_was_compared() -> None:
    by = {"refuses": True, "refusal": InputError, "controls": {}}
    cases = [{"limit": n} for n in range(200)]
    refused = replace(over([{"limit": 1000}], small, oracle=lambda **_: None), **by)
    study = Study("summing", StoneGame(), agreements=[refused, over(cases, small)], answer=small)
    study.file = Path(__file__)
    assert check_study(study, SETTINGS).sound
    assert "limit 199" in str(ConfirmedAnswer(study)({"limit": 250}))


def test_a_prime_is_up_to_the_size_that_it_is_equal_to() -> None:
    def kind(limit: int) -> str:
        return dict(call_signature(total.ungated, {"limit": limit, "modulus": 7}, MODULO))[
            "modulus"
        ]

    assert [kind(6), kind(7)] == ["prime above the size", "prime up to the size"]


def test_a_comparison_that_stops_short_of_what_it_needs_fails() -> None:
    findings = checked(over(SMALL, added, needs={"limit": 60}))
    assert not findings.sound
    assert findings.comparisons[0].short_of == "limit 60 is needed, compared to 39"
    with pytest.raises(NotConfirmedError):
        total(1)


def test_few_cases_open_a_gate_only_where_it_is_said_how_far_they_must_reach() -> None:
    few = [{"limit": n} for n in range(13)]
    findings = checked(over(few, added))
    assert "13 distinct cases: compare 200 or more" in findings.faults[0]
    assert checked(over(few, added, needs={"limit": 12})).sound


@pytest.mark.parametrize(
    ("believed", "corrected", "sound"),
    [(5050, None, True), (5051, None, False), (5051, 5050, True), (5051, 5049, False)],
)
def test_a_claim_about_the_solvers_own_answers_that_is_refuted_closes_the_gate(
    believed: int, corrected: int | None, *, sound: bool
) -> None:
    """Unless the source states the value wrongly, and the right one passes."""
    study = Study("summing", StoneGame(), agreements=[over(EVERY)], answer=total)
    study.file = Path(__file__)
    study.numbers("sum", "S(100)", {100: believed}, total.ungated, solvers="the solver")
    if corrected:
        study.claims[0].correction = (str(corrected), corrected)
    findings = check_study(study, SETTINGS)
    assert (findings.sound, not ConfirmedAnswer(study).refusal) == (sound, sound)
    if not (sound or corrected):
        assert findings.faults == ("the solver's own answers are refuted by the claim sum",)


def test_another_seed_confirms_and_forgets_nothing_and_a_check_begins_without_a_certificate():
    seen: list[bool] = []

    def watching(limit: int, **more: Any) -> int:
        seen.append(certificate_path("summing").exists())
        return true_total(limit, **more)

    agreement = over(EVERY, oracle=watching)
    study = Study("summing", StoneGame(), agreements=[agreement], file=Path(__file__))
    check_study(study, Settings(seed=1))
    assert not certificate_path("summing").exists()
    check_study(study, SETTINGS)
    before = certificate_path("summing").read_text()
    check_study(study, Settings(seed=1))
    assert certificate_path("summing").read_text() == before
    seen.clear()
    check_study(study, SETTINGS)
    assert (seen[0], total(9)) == (False, 45)


def kind_of(modulus: Mapping[str, int]) -> str:
    return dict(call_signature(total, {"limit": 10, **modulus}, MODULO))["modulus"]


def test_every_kind_of_modulus_is_told_from_the_others() -> None:
    small = {"none", "1", "prime up to the size", "prime above the size", "composite"}
    large = {"from 2^31.5 to 2^32", "from 2^32 to 2^64", "2^64 or more"}
    assert {kind_of(modulus) for modulus in MODULI} == small | large


def test_a_modulus_that_nobody_declares_is_an_integer_like_any_other() -> None:
    assert dict(call_signature(total, {"limit": 9, "modulus": 2**64}))["modulus"] == "int"
    study = Study("summing", StoneGame(), file=Path(__file__))
    one = {"one": lambda limit, **more: 1}
    study.agree(total, true_total, over=EVERY, controls=one, answer=True)
    assert check_study(study, SETTINGS).sound
    answer = ConfirmedAnswer(study)({"limit": 9, "modulus": 2**90})
    assert (answer.value, answer.facts["beyond"]) == (45, {"modulus": 2**90})


def test_a_modulus_that_no_solver_takes_is_told() -> None:
    with pytest.raises(ClaimError, match="modulo='modulus': expected names"):
        checked(over(EVERY), modulo="modulus")
    (fault,) = checked(over(EVERY), modulo=("modulus", "factors")).faults
    assert fault == "modulo=('modulus', 'factors'): no solver has a parameter factors"


@pytest.mark.parametrize(("bits", "kind"), [(63, "from 2^31.5 to 2^32"), (64, "from 2^32 to 2^64")])
def test_products_of_residues_that_pass_a_word_are_a_path_of_their_own(bits: int, kind: str):
    # the least modulus with (modulus - 1)^2 >= 2^bits, sought by halving
    low, high = 2, 2**40
    while low < high:
        middle = (low + high) // 2
        low, high = (low, middle) if (middle - 1) ** 2 >= 2**bits else (middle + 1, high)
    assert kind_of({"modulus": low}) == kind != kind_of({"modulus": low - 1})


def test_a_control_that_does_not_run_is_no_control():
    slip = replace(over(EVERY), controls={"a slip": lambda **more: no_such_name})  # noqa: F821
    with pytest.raises(ClaimError, match="'a slip' fails to run: NameError"):
        compare(slip, SETTINGS)


@gated("wide")
def wide(limit: int, **how: int) -> int:
    """The sum of the numbers to a limit, and whatever more is given."""
    return limit * (limit + 1) // 2 + how.get("more", 0)


def test_what_a_function_takes_without_a_name_was_not_compared() -> None:
    cases = [{"limit": n} for n in range(300)]
    assert checked(over(cases, fast=wide, oracle=true_total), study="wide").sound
    assert wide(9) == 45
    with pytest.raises(NotConfirmedError, match="how was not compared"):
        wide(9, more=1)
