"""In the built-in studies the two sides of every comparison are two different things.

Graphs are asked where a check says so, and what is found does not change with what is believed.
"""

from __future__ import annotations

import functools
import gc
from collections.abc import Iterator
from itertools import islice, product
from typing import Any

import pytest

from research.checks.check_types import Exhaustion
from research.checks.equality import Equation
from research.checks.evidence import Settings, TruthFrom
from research.claims.cases import GraphOf
from research.claims.claim import Claim
from research.claims.study import Study
from research.resolving.loading import load_study, study_names

pytestmark = pytest.mark.expensive

CASES = 60  # of each check looked at for what is found


def forget() -> None:
    """Drop what studies have computed and kept."""
    for each in gc.get_objects():
        if isinstance(each, GraphOf):
            vars(each).pop("truth", None)
        elif isinstance(each, functools._lru_cache_wrapper) and str(
            getattr(each, "__module__", "")
        ).startswith("research."):
            each.cache_clear()


def grounded(study: Study) -> Iterator[tuple[Claim, Any]]:
    """Every check of a study with a ground, and its claim."""
    for claim in study.claims:
        for check in claim.checks:
            if isinstance(check, Exhaustion):
                yield claim, check


class NoGraphError(Exception):
    """What stands in for a graph was asked."""


def no_graph(*_: object, **__: object) -> None:
    """Stands in for what solves a graph."""
    raise NoGraphError("a graph was asked for")


@pytest.mark.parametrize("name", study_names())
def test_a_check_on_the_graph_asks_the_graph(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    study = load_study(name)
    forget()
    study.truth.cache_clear()
    monkeypatch.setattr("oracles.solve.solve", no_graph)
    monkeypatch.setattr("oracles.graph.build_from", no_graph)
    silent = []
    for claim, check in grounded(study):
        if check.source.truth == TruthFrom.GRAPH:
            try:
                check.run(claim, claim.believed, Settings())
            except Exception as error:  # wrapped in words where a case was asked
                if "a graph was asked for" not in str(error):
                    raise
            else:
                silent.append(claim.name)
    forget()
    assert silent == []


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
