"""In the built-in studies what a check finds does not change with what is believed."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice, product
from typing import Any

import pytest

from research.checks.check_types import Exhaustion
from research.checks.equality import Equation
from research.claims.claim import Claim
from research.claims.study import Study
from research.resolving.loading import load_study, study_names

pytestmark = pytest.mark.expensive

CASES = 60  # of each check looked at for what is found


def grounded(study: Study) -> Iterator[tuple[Claim, Any]]:
    """Every check of a study with a ground, and its claim."""
    for claim in study.claims:
        for check in claim.checks:
            if isinstance(check, Exhaustion):
                yield claim, check


@pytest.mark.parametrize("name", study_names())
def test_what_is_found_does_not_change_with_what_is_believed(name: str) -> None:
    changed = set()
    for claim, check in grounded(load_study(name)):
        for twin, case in product(claim.controls.values(), islice(check.cases(), CASES)):
            found, other = (found_at(check, each, case) for each in (claim.believed, twin))
            if found is not None and other is not None and found != other:
                changed.add(claim.name)
    assert changed == set()


def found_at(check: Exhaustion, believed: Any, case: Any) -> Any:
    """What a check finds in a case, as a pair with nothing; None where it finds no value."""
    try:
        result = check.holds(believed, case)
    except (ArithmeticError, ValueError, TypeError, KeyError, IndexError):
        return None  # a control may not be defined there
    return (result.found,) if isinstance(result, Equation) else None
