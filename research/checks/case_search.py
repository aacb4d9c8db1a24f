"""Searching listed cases for a failure: the first, some in random order, then all that are left.

What is wrong is mostly so in small cases, which are quick. A solver that keeps what it computed for
one case is asked for small ones after large ones too.
What is not listed but drawn, Hypothesis searches (:mod:`research.checks.hypothesis_search`).
"""

from __future__ import annotations

import random
from collections.abc import Callable, Collection, Hashable, Iterable, Mapping
from dataclasses import dataclass, replace
from typing import Any

from oracles.errors import brief
from oracles.limits import COMPARISON, STAGE, Watch
from research.checks.equality import case_key
from research.checks.evidence import Counterexample, Settings

FailureIn = Callable[[Any], Counterexample | None]  # None for a case that passes
FIRST = 20
NOT_ALWAYS = ", and not when asked again: the result is not always the same"


@dataclass(frozen=True)
class SearchResult:
    """What a search found.

    Attributes
    ----------
    distinct
        How many distinct cases were tried.
    failure
        The failure if there was one: of listed cases the first, else a shrunk one.
    passed
        The cases without a failure by their keys, in the order in which they were tried.
    """

    distinct: int
    failure: Counterexample | None
    passed: Mapping[Hashable, Any]


def search_listed(
    cases: Collection[Any], failure_in: FailureIn, settings: Settings, *, key: str
) -> SearchResult:
    """Try all of some cases.

    Parameters
    ----------
    cases
        The cases, smallest first.
    failure_in
        Returns ``None`` for a case that passes, else what is wrong in it.
    settings
        How many are tried in random order, and the seed.
    key
        Names the search, for messages.

    Examples
    --------
    >>> wrong = lambda n: Counterexample(str(n)) if n > 7 else None
    >>> search_listed(range(100), wrong, Settings(), key="to 7").failure.case
    '8'
    """
    passed: dict[Hashable, Any] = {}
    looked_at = watched(failure_in, key, lambda: f"{len(passed)} of {len(cases)} cases")
    listed = list(cases)
    some = random.Random(settings.seed).sample(listed, min(len(listed), settings.examples))
    with Watch(lambda: f"the search {key}", in_all=STAGE):
        failure = _first_failure([*listed[:FIRST], *some], looked_at, passed)
        if failure is not None:
            changing = replace(failure, found=failure.found + NOT_ALWAYS)
            least = (found for case in listed if (found := looked_at(case)) is not None)
            return SearchResult(len(passed) + 1, next(least, changing), passed)
        failure = _first_failure(listed, looked_at, passed)
    return SearchResult(len(passed) + (failure is not None), failure, passed)


def _first_failure(
    cases: Iterable[Any], failure_in: FailureIn, passed: dict[Hashable, Any]
) -> Counterexample | None:
    """Try cases, each once; note those that pass."""
    for case in cases:
        own = case_key(case)
        if own not in passed:
            failure = failure_in(case)
            if failure is not None:
                return failure
            passed[own] = case
    return None


def watched(failure_in: FailureIn, key: str, how_far: Callable[[], str]) -> FailureIn:
    """Let no case take too long, and say how far the search is."""
    now: list[Any] = [None]
    watch = Watch(lambda: f"{key} on {brief(now[0])}", seconds=COMPARISON, shown=how_far)

    def looked_at(case: Any) -> Counterexample | None:
        now[0] = case
        with watch:
            return failure_in(case)

    return looked_at
