"""Hypothesis, as the harness uses it: distinct cases, a seed, shrinking, a kept database.

The number of distinct cases is part of every verdict, so it is counted here rather than taken
from the number of examples, which may repeat. Counterexamples are kept in Hypothesis' example
database under Grundwork's home, so that one found before is tried first next time.
"""

from __future__ import annotations

import hashlib
import os
from collections.abc import Callable, Hashable
from contextlib import suppress
from dataclasses import dataclass, replace
from typing import Any

import hypothesis
from hypothesis import HealthCheck, Phase
from hypothesis.database import DirectoryBasedExampleDatabase
from hypothesis.errors import Flaky, Unsatisfiable
from hypothesis.internal.conjecture import providers
from hypothesis.strategies import SearchStrategy

from fast.gate import home
from fast.inputs import OURS
from oracles.limits import STAGE, Watch
from research.checks.case_search import NOT_ALWAYS, FailureIn, SearchResult, watched
from research.checks.equality import case_key, show
from research.checks.evidence import Counterexample, Settings

# What Hypothesis keeps for itself would lie in the working directory. It reads this when it is
# first used.
os.environ.setdefault("HYPOTHESIS_STORAGE_DIRECTORY", str(home() / "hypothesis"))


def _leave_out_own_constants() -> None:
    """Let Hypothesis draw no constants from Grundwork's own source.

    It draws a few cases from the constants of modules that are being developed: those of a
    researcher's file are worth trying, ours say nothing of a game, and would let each edit of
    Grundwork change what a check tries. Where Grundwork is installed they are left out already.
    """
    module: Any = providers  # the function has no public name
    is_local = getattr(module, "is_local_module_file", None)
    if is_local is not None:
        module.is_local_module_file = lambda path: not path.startswith(OURS) and is_local(path)


_leave_out_own_constants()

_LOOKING = (Phase.explicit, Phase.reuse, Phase.generate)
MOST_BATCHES = 20  # examples may repeat, so they are drawn in batches until enough are distinct


def _folder(key: str) -> str:
    """Name the folder of a search: readable, and different for different keys."""
    words = "".join(c if c.isascii() and c.isalnum() else "-" for c in key)[:60]
    return f"{words}-{hashlib.sha256(key.encode()).hexdigest()[:12]}"


class _FailureError(AssertionError):
    """Raised inside the test that Hypothesis runs, to tell it that a case fails."""


class _Enough(KeyboardInterrupt):  # of anything else Hypothesis keeps the case
    """Raised inside that test once enough distinct cases were tried, which ends the run."""


@dataclass(frozen=True)
class _Run:
    """Lets Hypothesis run a test on one batch of examples, which may repeat."""

    strategy: SearchStrategy[Any]
    key: str
    shrinks: bool

    def __call__(self, test: Callable[[Any], None], settings: Settings) -> None:
        # The settings come last: a seed alone would turn the database off.
        run = hypothesis.settings(
            max_examples=settings.examples,
            database=DirectoryBasedExampleDatabase(home() / "examples" / _folder(self.key)),
            deadline=None,
            derandomize=False,
            phases=_LOOKING + ((Phase.shrink,) if self.shrinks else ()),
            suppress_health_check=list(HealthCheck),
            print_blob=False,
            report_multiple_bugs=False,
            verbosity=hypothesis.Verbosity.quiet,
        )(hypothesis.seed(settings.seed)(hypothesis.given(self.strategy)(test)))
        run()


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
        Whether to shrink it; of what is wrong on purpose it is enough that there is one.
    """
    seen: set[Hashable] = set()
    looked_at = watched(failure_in, key, lambda: f"{len(seen)} of {settings.examples} cases")
    with Watch(lambda: f"the search {key}", in_all=STAGE):
        return _searched(_Run(strategy, key, shrinks), looked_at, settings, seen)


def _searched(
    run: _Run, failure_in: FailureIn, settings: Settings, seen: set[Hashable]
) -> SearchResult:
    """Search; ``seen`` holds the keys of the cases that were tried."""
    last: list[Counterexample] = []
    passed: dict[Hashable, Any] = {}

    def test(case: Any) -> None:
        own = case_key(case)
        if own not in seen and len(seen) >= settings.examples and not last:
            raise _Enough
        seen.add(own)
        failure = failure_in(case)
        if failure is not None:
            last[:] = [failure]
            raise _FailureError(show(case))
        passed.setdefault(own, case)

    try:
        for batch in range(MOST_BATCHES):
            before = len(seen)
            with suppress(_Enough):
                run(test, Settings(settings.examples, settings.seed + batch))
            if len(seen) == before or len(seen) >= settings.examples:
                break
    except _FailureError:
        return SearchResult(len(seen), last[-1], passed)
    except Flaky:
        # The same case failed and then passed: what is compared is no function of its arguments.
        changing = replace(last[-1], found=last[-1].found + NOT_ALWAYS)
        return SearchResult(len(seen), changing, passed)
    except Unsatisfiable as error:
        raise ValueError(f"{run.key}: the strategy gives no examples: {error}") from None
    return SearchResult(len(seen), None, passed)
