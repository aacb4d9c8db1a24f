"""Wrong arguments of claims and agreements are named with their value and with what is allowed."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from oracles.heaps import subtraction
from research.checks.evidence import ClaimError
from research.claims.agreement import Needs
from research.claims.cases import Listed, integers
from research.claims.study import Study
from research.resolving.loading import load_study
from research.resolving.study_files import UnknownStudyError

TAKES: dict[str, Any] = {"believed": lambda heaps: not heaps, "controls": {"all": lambda _: True}}
WRONG: dict[str, tuple[Callable[[Study], object], str]] = {
    "a mistyped argument": (
        lambda study: study.p_positions("P", **TAKES, amnog=all),
        "amnog: no such argument; there are .*among",
    ),
    "a kind that there is not": (
        lambda study: study.p_positions("P", **TAKES, kind="lemma"),
        "kind='lemma': expected one of",
    ),
    "a number for a statement": (
        lambda study: study.p_positions(5, **TAKES),  # type: ignore[arg-type]
        "statement=5: expected a text",
    ),
    "a strict reading without a correction": (
        lambda study: study.claim(
            "a", "A", believed=1, controls={"two": 2}, strict_reading="$m = 1$"
        ),
        "strict_reading='.m = 1.': expected a line of text, and a correction beside it",
    ),
    "a correction without a belief": (
        lambda study: study.p_positions("P", **TAKES, correction=("so",)),  # type: ignore[arg-type]
        "correction=.*: expected the right statement, what to believe",
    ),
    "something to rest on that is no claim": (
        lambda study: study.p_positions("P", **TAKES, rests_on=[5]),  # type: ignore[list-item]
        "rests_on=5: expected names of claims",
    ),
    "no function": (lambda study: study.agree(5, "P-position"), "fast=5: expected a function"),  # type: ignore[arg-type]
    "a solver whose argument has no name": (
        lambda study: study.agree(lambda n, /: n > 0, "P-position"),
        "fast=.*: n cannot be given by name; .*leave out the /",
    ),
    "no cases": (
        lambda study: study.agree(bool, "P-position", over={1, 2}),  # type: ignore[arg-type]
        "over=.*: expected positions, sizes, cases or a list",
    ),
    "no error": (
        lambda study: study.agree(bool, "P-position", refusal=int),  # type: ignore[arg-type]
        "refusal=.*: expected a class of errors",
    ),
    "cases that no function gives": (
        lambda _: Listed("n", 5),  # type: ignore[arg-type]
        "n: cases=5: expected a function of nothing",
    ),
    "a bound that is no number": (lambda _: integers(n="9"), "n='9': expected an integer from 0"),  # type: ignore[arg-type]
    "no bound": (lambda _: integers(), "expected a name with its bound"),
    "more cases than anybody waits for": (
        lambda _: integers(a=10**6, b=10**6),
        "expected at most 100000000 cases",
    ),
    "a reach that is no number": (
        lambda _: Needs("two periods", {"heap": "x"}),  # type: ignore[dict-item]
        "Needs: reach=.*: expected an integer",
    ),
}


@pytest.mark.parametrize(("makes", "said"), WRONG.values(), ids=WRONG)
def test_a_wrong_argument_is_named_with_what_is_allowed(
    makes: Callable[[Study], object], said: str
) -> None:
    with pytest.raises(ClaimError, match=said):
        makes(Study("line", subtraction(1, 2)))


def test_a_study_is_named_by_a_text() -> None:
    with pytest.raises(UnknownStudyError, match="study=5: expected a text: a name"):
        load_study(5)  # type: ignore[arg-type]
