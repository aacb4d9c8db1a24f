"""Searching cases for a failure: listed ones one by one, others drawn by Hypothesis and shrunk.

The number of distinct cases drawn is part of every verdict, so it is counted here rather than taken
from Hypothesis' number of examples, which may repeat. Counterexamples are kept in its example
database under Grundwork's home, so that one found before is tried first next time.
"""

from __future__ import annotations

import functools
import hashlib
import os
from collections.abc import Callable, Hashable, Iterable
from contextlib import suppress
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any

from fast.gate.certificate import home
from fast.gate.inputs import OURS
from oracles.errors import brief
from oracles.limits import showing
from research.checks.equality import case_key, show
from research.checks.evidence import Counterexample, Settings

if TYPE_CHECKING:
    from hypothesis.strategies import SearchStrategy

FailureIn = Callable[[Any], Counterexample | None]  # None for a case that passes
NOT_ALWAYS = ", and not when asked again: the result is not always the same"
MOST_BATCHES = 20  # examples may repeat, so they are drawn in batches until enough are distinct


@dataclass
class SearchResult:
    """What a search found."""

    distinct: int = 0  # cases that were tried
    failure: Counterexample | None = None  # of listed cases the first, else a shrunk one
    case: Any = None  # where it fails
    passed: dict[Hashable, Any] = field(default_factory=dict)  # by their keys, as they were tried


def search_listed(cases: Iterable[Any], failure_in: FailureIn) -> SearchResult:
    """Try all of some cases, up to the first that fails; one that is given again is not counted.

    Parameters
    ----------
    cases
        The cases, smallest first.
    failure_in
        Returns ``None`` for a case that passes, else what is wrong in it.

    Examples
    --------
    >>> wrong = lambda n: Counterexample(str(n)) if n > 7 else None
    >>> search_listed(range(100), wrong).failure.case
    '8'
    """
    found = SearchResult()
    with showing(lambda: f"{len(found.passed)} cases, at {brief(found.case)}"):
        for found.case in cases:
            own = case_key(found.case)
            if own in found.passed:
                continue
            found.failure = failure_in(found.case)
            if found.failure is not None:
                break
            found.passed[own] = found.case
    found.distinct = len(found.passed) + (found.failure is not None)
    return found


def search_drawn(
    strategy: SearchStrategy[Any],
    failure_in: FailureIn,
    settings: Settings,
    *,
    key: str,
    shrinks: bool = True,
) -> SearchResult:
    """Draw cases, search them for a failure, and shrink it.

    Parameters
    ----------
    strategy
        Where cases come from.
    failure_in
        Returns ``None`` for a case that passes, else what is wrong in it.
    settings
        How many distinct cases to try, and the seed.
    key
        Names the search in the example database.
    shrinks
        Whether to shrink the failure; of a control any failure is enough.
    """
    hypothesis = _hypothesis()
    found = SearchResult()
    seen: set[Hashable] = set()

    def test(case: Any) -> None:
        """Note a case and its failure; end the run once enough distinct cases were tried."""
        own = case_key(case)
        if own not in seen and len(seen) >= settings.examples and found.failure is None:
            raise _Enough
        seen.add(own)
        found.case = case
        failure = failure_in(case)
        if failure is not None:
            found.failure = failure
            raise _FailureError(show(case))
        found.passed.setdefault(own, case)

    try:
        with showing(lambda: f"{len(found.passed)} cases, at {brief(found.case)}"):
            for batch in range(MOST_BATCHES):
                before = len(seen)
                again = Settings(settings.examples, settings.seed + batch)
                with suppress(_Enough):
                    _run(test, strategy, key, again, shrinks=shrinks)
                if len(seen) == before or len(seen) >= settings.examples:
                    break
    except _FailureError:
        pass
    except hypothesis.errors.Flaky:
        # The same case failed and then passed: what is compared is no function of its arguments.
        if found.failure is not None:
            found.failure = replace(found.failure, found=found.failure.found + NOT_ALWAYS)
    found.distinct = len(seen)
    return found


class _FailureError(AssertionError):
    """Raised inside the test that Hypothesis runs, to tell it that a case fails."""


class _Enough(KeyboardInterrupt):  # of anything else Hypothesis keeps the case
    """Raised inside that test once enough distinct cases were tried, which ends the run."""


def _run(
    test: Callable[[Any], None],
    strategy: SearchStrategy[Any],
    key: str,
    settings: Settings,
    *,
    shrinks: bool,
) -> None:
    """Let Hypothesis run a test on one batch of examples, which may repeat."""
    import hypothesis
    from hypothesis import Phase
    from hypothesis.database import DirectoryBasedExampleDatabase

    words = "".join(c if c.isascii() and c.isalnum() else "-" for c in key)[:60]
    folder = f"{words}-{hashlib.sha256(key.encode()).hexdigest()[:12]}"
    looking = (Phase.explicit, Phase.reuse, Phase.generate)
    # The settings come last: a seed alone would turn the database off.
    hypothesis.settings(
        max_examples=settings.examples,
        database=DirectoryBasedExampleDatabase(home() / "examples" / folder),
        deadline=None,
        derandomize=False,
        phases=(*looking, Phase.shrink) if shrinks else looking,
        suppress_health_check=list(hypothesis.HealthCheck),
        print_blob=False,
        report_multiple_bugs=False,
        verbosity=hypothesis.Verbosity.quiet,
    )(hypothesis.seed(settings.seed)(hypothesis.given(strategy)(test)))()


@functools.cache  # it is slow to import
def _hypothesis() -> Any:
    """Return Hypothesis, made to keep its files under our home and to leave out our constants.

    It draws a few cases from the constants of modules that are being developed: those of a
    researcher's file are worth trying; ours would let each edit of Grundwork change what is tried.
    """
    os.environ.setdefault("HYPOTHESIS_STORAGE_DIRECTORY", str(home() / "hypothesis"))
    import hypothesis
    from hypothesis.internal.conjecture import providers

    module: Any = providers  # the function has no public name
    is_local = getattr(module, "is_local_module_file", None)
    if is_local is not None:
        module.is_local_module_file = lambda path: not path.startswith(OURS) and is_local(path)
    return hypothesis
