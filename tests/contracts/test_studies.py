"""What every study keeps: its claims, agreements, answer and report; and studies that do not.

Here are the games of the sources, those of the literature, those in print beside them, and a code.
Nothing is checked here; what checking finds is told in ``tests/research``.
"""

from __future__ import annotations

import importlib
import json
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from fast.gate import Gated
from fast.gate.signature import ungated
from oracles.rules import Rules
from oracles.vectors import nim
from research.claims.cases import integers
from research.claims.claim import Source
from research.claims.study import Study
from research.resolving.loading import load_file, load_study, study_names, variant_names
from tests.contracts.test_rules import IN_PRINT
from tests.running import ROOT, python

CODE = "octal:0.77"
STUDIES: dict[str, Study] = {
    **{name: load_study(name) for name in (*study_names(), *variant_names())},
    **{file.stem: load_file(file) for file in IN_PRINT},
    CODE: load_study(CODE),
}


def is_unique(names: list[str]) -> bool:
    return len(set(names)) == len(names) and all(names)


# The promises. Each takes a study, and fails where it is broken.


def it_says_what_it_is(study: Study) -> None:
    assert isinstance(study.game, Rules)
    assert study.title.strip()
    assert study.about.strip()
    assert str(study.source).strip()
    assert study.file.is_file()


def claims_have_statement_source_check_and_control(study: Study) -> None:
    for claim in study.claims:
        assert claim.statement.strip(), claim.name
        assert str(claim.source).strip(), claim.name
        assert claim.checks, claim.name
        finds = all(check.leaves_controls for check in claim.checks)  # what nobody believes
        assert claim.controls or finds, claim.name
        assert all(what.strip() for what in claim.controls), claim.name


def a_correction_is_another_statement(study: Study) -> None:
    for claim in study.claims:
        if claim.correction is not None:
            statement, believed = claim.correction
            assert statement.strip()
            assert statement != claim.statement
            assert believed is not claim.believed


def agreements_have_truth_and_control(study: Study) -> None:
    for agreement in study.agreements:
        assert agreement.truth.strip(), agreement.name
        assert agreement.controls, agreement.name
        assert all(what.strip() for what in agreement.controls), agreement.name
        words = agreement.cases.words
        assert callable(words) or words.strip(), agreement.name


def what_answers_is_compared(study: Study) -> None:
    """The answer, and everything else that the gate of the study stands before."""
    compared = {ungated(agreement.fast) for agreement in study.agreements}
    answering = [] if study.answer is None else [study.answer]
    if study.name in study_names():
        module = importlib.import_module(f"fast.{study.name.replace('-', '_')}")
        answering += [value for value in vars(module).values() if isinstance(value, Gated)]
        answering += [module.criterion, module.winning_option]
    assert {ungated(function) for function in answering} <= compared


def pictures_and_remarks_are_named(study: Study) -> None:
    assert is_unique([picture.name for picture in study.pictures])
    assert all(picture.caption.strip() for picture in study.pictures)
    for words, source in study.remarks:
        assert words.strip()
        assert str(source).strip()


PROMISES: list[Callable[[Study], None]] = [
    it_says_what_it_is,
    claims_have_statement_source_check_and_control,
    a_correction_is_another_statement,
    agreements_have_truth_and_control,
    what_answers_is_compared,
    pictures_and_remarks_are_named,
]


@pytest.mark.parametrize("name", STUDIES)
def test_every_study_keeps_every_promise(name: str) -> None:
    for promise in PROMISES:
        promise(STUDIES[name])


# The controls: a small study with one thing wrong.


def lost(a: int, b: int) -> bool:
    return a == b


def small() -> Study:
    """The study that the wrong ones are spoilt from."""
    study = Study("two-heaps", nim(2), about="Two heaps.", source="a test", answer=lost)
    study.p_positions(
        "The heaps are equal.",
        believed=lambda piles: piles[0] == piles[1],
        controls={"one is empty": lambda piles: 0 in piles},
    )
    study.agree(
        lost,
        lambda a, b: a == b,
        over=integers(a=2, b=2),
        controls={"0": lambda a, b: a == 0},
    )
    return study


def spoil(study: Study, **changed: Any) -> None:
    vars(study.claims[0]).update(changed)


CLAIMS = claims_have_statement_source_check_and_control
BROKEN: dict[str, tuple[Callable[[Study], None], Callable[[Study], Any]]] = {
    "no title": (it_says_what_it_is, lambda s: setattr(s, "title", " ")),
    "no file": (it_says_what_it_is, lambda s: setattr(s, "file", Path("none.py"))),
    "a claim of nobody": (CLAIMS, lambda s: spoil(s, source=Source(""))),
    "a claim without check": (CLAIMS, lambda s: spoil(s, checks=[])),
    "a claim without control": (CLAIMS, lambda s: spoil(s, controls={})),
    "the same again": (
        a_correction_is_another_statement,
        lambda s: spoil(s, correction=(s.claims[0].statement, None)),
    ),
    "an agreement without control": (
        agreements_have_truth_and_control,
        lambda s: s.agreements.append(replace(s.agreements[0], controls={})),
    ),
    "an answer not compared": (what_answers_is_compared, lambda s: s.agreements.clear()),
    "a remark of nobody": (
        pictures_and_remarks_are_named,
        lambda s: s.remarks.append(("so it is", Source(""))),
    ),
}


@pytest.mark.parametrize("wrong", BROKEN)
def test_a_study_that_breaks_a_promise_is_told_apart(wrong: str) -> None:
    promise, change = BROKEN[wrong]
    study = small()
    promise(study)
    change(study)
    with pytest.raises(AssertionError):
        promise(study)


def test_every_promise_has_a_study_that_breaks_it() -> None:
    assert {promise for promise, _ in BROKEN.values()} == set(PROMISES)


# All of them together


@pytest.mark.parametrize("name", [*study_names(), *variant_names(), CODE])
def test_its_word_and_its_file_name_the_same_study(name: str) -> None:
    study = STUDIES[name]
    assert load_study(study.word).name == study.name
    if name != CODE:
        here = study.file.parent.name if study.file.stem == "__init__" else study.file.stem
        assert here.replace("_", "-") == study.name == name


@pytest.mark.parametrize("name", study_names())
def test_its_report_speaks_of_every_claim_and_shows_every_picture(name: str) -> None:
    study = STUDIES[name]
    report = (ROOT / "reports" / f"{name}.md").read_text(encoding="utf-8")
    assert f"# {study.title}\n" in report
    assert [claim.name for claim in study.claims if f"{claim.name}" not in report] == []
    for section in ("Claims", "Full answer", "Agreements", "How to reproduce this page"):
        assert f"\n## {section}\n" in report
    for picture in study.pictures:
        assert " ".join(picture.caption.split()) in " ".join(report.split())
        assert any((ROOT / "reports" / name).glob(f"{picture.name}.*"))


@pytest.mark.parametrize("name", study_names())
def test_every_algorithm_is_compared_and_so_is_leaving_it_out(name: str) -> None:
    module = importlib.import_module(f"fast.{name.replace('-', '_')}")
    fixed = {
        agreement.fixed.get("algorithm")
        for agreement in STUDIES[name].agreements
        if agreement.fast is module.answer
    }
    with pytest.raises(ValueError, match="expected one of") as refused:
        module.answer.ungated(**STUDIES[name].headline | {"algorithm": "magic"})
    allowed = str(refused.value).partition("expected one of ")[2]
    assert fixed - {None} == {word.strip("'") for word in allowed.split(", ")}
    assert None in fixed


LOADING = """
import json, sys
from research.resolving.loading import load_study
for name in json.loads(sys.argv[1]):
    load_study(name)
print(*(name for name in json.loads(sys.argv[2]) if name in sys.modules))
"""
HEAVY = [
    *("sympy", "matplotlib", "hypothesis", "numba", "flint", "networkx", "research.logic.formula")
]
SEEN = "research.claims.study"


def test_loading_every_study_loads_nothing_heavy() -> None:
    names, looked_for = ([*study_names(), *variant_names()], [*HEAVY, SEEN])
    done = python("-c", LOADING, json.dumps(names), json.dumps(looked_for))
    assert done.stdout.split() == [SEEN]
