"""The pytest plugin: ``pytest twin_piles.py`` runs what a variant file claims as tests.

Of a file named on the command line that defines a :class:`~research.claims.study.Study` it collects

- ``claim[NAME, every case: STATEMENT]``, and ``drawn cases``, ``computed``, ``derived`` or
  ``theorem`` in its place: each check of a claim; it fails with the counterexample and the commands
  that repeat it. As many cases are drawn as the active profile of Hypothesis asks for, and what has
  failed is tried first in the next run;
- ``controls[NAME: STATEMENT]``: the claim's controls, each of which a check must refute;
- ``agreement[FUNCTION]``: the comparison of a fast function with the truth, and its controls.

A file's own tests have the fixture :func:`truth`. A claim that is refuted and has a right
correction is an expected failure. No certificate is written; that is for ``grundwork check``.

Other runs of pytest import nothing of Grundwork's packages, so a project may have a package
``research``, say, of its own.
"""

from __future__ import annotations

import os
import shlex
import sys
import textwrap
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

if TYPE_CHECKING:
    from oracles.truth import Truth
    from research.checks.check_types import Check
    from research.checks.evidence import Settings
    from research.claims.agreement import Agreement
    from research.claims.claim import Claim
    from research.claims.study import Study

MOST_LETTERS = 60  # of a statement in the name of a test
LABELS = {
    "exhaustion": "every case",
    "search": "drawn cases",
    "computation": "computed",
    "derivation": "derived",
}


@pytest.hookimpl(tryfirst=True)
def pytest_pycollect_makemodule(module_path: Path, parent: pytest.Collector) -> Any:
    """Collect a file that is named on the command line, if it may hold a study."""
    asked = parent.session.isinitpath(module_path)
    if asked and b"study" in module_path.read_bytes().lower():
        return VariantFile.from_parent(parent, path=module_path)
    return None


class VariantFile(pytest.Module):
    """A Python file that defines a study: its own tests, and the study's."""

    def collect(self) -> Iterable[pytest.Item | pytest.Collector]:
        """Give the file's tests, then those of the study that it defines.

        One that it only imports is not meant in a file of tests, as pytest's own pattern has it.
        """
        yield from super().collect()
        if "research.claims.study" not in sys.modules:
            return  # what the file calls Study is another thing
        from research.claims.study import Study, VariantError
        from research.resolving.loading import study_in

        path = self.path.resolve()
        is_tests = any(self.path.match(each) for each in self.config.getini("python_files"))
        studies = [value for value in vars(self.obj).values() if isinstance(value, Study)]
        if not any(study.file == path or not is_tests for study in studies):
            return
        try:
            study = study_in(self.obj, path)
        except VariantError as error:
            raise self.CollectError(str(error)) from None
        for name, test in _tests_of(study):
            yield ClaimTest.from_parent(self, name=name, callobj=test)


class WrongError(AssertionError):
    """Something that a study says is wrong: what, and what is said of it besides, a line each."""


class ClaimTest(pytest.Function):
    """A test of what a study says: it fails in the study's words, and says how to repeat it."""

    def runtest(self) -> None:
        """Run the test; what it finds wrong is all that is shown."""
        try:
            super().runtest()
        except WrongError as error:
            words = "\n  ".join(error.args)
        else:
            return
        file = os.path.relpath(self.path, self.config.invocation_params.dir)
        again = f"pytest {shlex.quote(f'{file}::{self.name}')}"
        or_else = f"grundwork check {shlex.quote(file)}"
        pytest.fail(f"{words}\n  again: {again}\n  or: {or_else}", pytrace=False)


def _tests_of(study: Study) -> Iterator[tuple[str, Callable[[], None]]]:
    """Yield the tests of a study, each with its name."""
    for agreement in study.agreements:
        name = agreement.name.partition(":")[2]
        yield f"agreement[{name}]", partial(_test_agreement, agreement)
    for claim in study.claims:
        words = textwrap.shorten(claim.statement, MOST_LETTERS, placeholder=" ...")
        words = f": {words}" if words else ""
        if claim.correction is not None:
            yield f"claim[{claim.name}{words}]", partial(_test_refuted, claim)
            continue
        seen: Counter[str] = Counter()  # from the second of its kind on a check has a number
        for check in claim.checks:
            kind = LABELS.get(str(check.kind), str(check.kind))
            seen[kind] += 1
            label = kind if seen[kind] == 1 else f"{kind} {seen[kind]}"
            yield f"claim[{claim.name}, {label}{words}]", partial(_test_check, claim, check)
        if claim.checks and claim.controls:
            yield f"controls[{claim.name}{words}]", partial(_test_controls, claim)


def _settings() -> Settings:
    """Return as many examples as the active Hypothesis profile asks for."""
    import hypothesis

    from research.checks.evidence import Settings

    return Settings(examples=hypothesis.settings().max_examples)


def _claimed(claim: Claim) -> list[str]:
    words = " ".join(claim.statement.split())
    return [f"claimed: {words}"] if words else []


def _test_check(claim: Claim, check: Check) -> None:
    """Run one check of a claim."""
    from research.checks.evidence import Level

    evidence = check.run(claim, claim.believed, _settings())
    if evidence.level == Level.REFUTED:
        what = f"{claim.name} is refuted: {evidence.counterexample}"
        raise WrongError(what, *_claimed(claim), f"examined: {evidence.domain}")
    if evidence.level == Level.UNTESTED:
        pytest.skip(f"{claim.name}: nothing was verified ({evidence.domain})")


def _test_refuted(claim: Claim) -> None:
    """Check a claim that is false as stated: an expected failure."""
    from research.verdicts.checking import check_claim

    verdict = check_claim(claim, _settings())
    if verdict.missed_controls:
        raise WrongError(f"{claim.name}: {', '.join(verdict.missed_controls)}", *_claimed(claim))
    if verdict.refuted:
        pytest.xfail(f"refuted, and corrected: {verdict.counterexample}")


def _test_controls(claim: Claim) -> None:
    """Require that every control of a claim is refuted."""
    from research.verdicts.checking import controls_of

    _, missed = controls_of(claim, _settings())
    if missed:
        what = f"{claim.name}: controls not caught: {', '.join(missed)}"
        raise WrongError(what, *_claimed(claim))


def _test_agreement(agreement: Agreement) -> None:
    """Compare a fast function with the truth."""
    from research.claims.agreement import compare

    comparison = compare(agreement, _settings())
    solver = comparison.name.partition(":")[2] or comparison.name
    domain = f"compared on: {comparison.domain}"
    if comparison.disagreement is not None:
        raise WrongError(f"{solver} disagrees: {comparison.difference}", domain)
    if comparison.missed_controls:
        missed = ", ".join(comparison.missed_controls)
        raise WrongError(f"{solver}: controls not caught: {missed}", domain)
    if not comparison.agrees:
        raise WrongError(f"{solver}: {comparison.short_of}", domain)


@pytest.fixture
def truth(request: pytest.FixtureRequest) -> Callable[[int], Truth]:
    """The truth about the game of the file's study: ``truth(size)`` solves its explicit graph."""
    from research.claims.study import Study

    studies = {id(each): each for each in vars(request.module).values() if isinstance(each, Study)}
    if len(studies) != 1:
        found = f"{len(studies)} studies" if studies else "no study"
        pytest.fail(f"fixture truth: expected a file with one Study; it has {found}", pytrace=False)
    (study,) = studies.values()
    solved: Callable[[int], Truth] = study.truth
    return solved
