"""Whether a solver is right in a new process, as the answer of a command is given in one.

While a study is checked, its solvers find what earlier calls have kept: a memo, a table that has
grown, also those of another algorithm or with another threshold. So the calls that agreed are made
once more, in processes that are forked from one in which a researcher's modules are as Python has
just run them (:mod:`research.verdicts.afresh`): of each agreement all in one process, in another
order, and a few in a process of their own, where each is the first.
"""

from __future__ import annotations

import random
import sys
from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import partial
from typing import Any

from oracles.limits import COMPARISON, STAGE, Watch, call_seconds
from research.checks.evidence import Counterexample
from research.claims.agreement import Agreement, failure_of
from research.claims.calls import Arguments, size_of
from research.system.forked import ChildError, alone
from research.verdicts.afresh import can_run_anew, run_anew

_ANEW = 1000  # calls of an agreement that are made anew, drawn at random, but always the same
_AGAIN = 200  # of these once more after all others, for what was kept of them
_FIRST = 4  # made as the first: the largest, and others


def wrong_anew(agreement: Agreement, calls: Sequence[Arguments]) -> str:
    """Return a call on which an agreement fails in a new process, in words; else nothing.

    Parameters
    ----------
    agreement
        One that holds.
    calls
        The arguments, fixed ones included, of the calls that agreed.
    """
    if not calls or not can_run_anew(agreement.plain):
        return ""
    in_order = sorted(calls, key=size_of)
    drawn = random.Random(0).sample(in_order, min(_ANEW, len(in_order)))
    first = [in_order[-1], *drawn[: _FIRST - 1]]
    try:
        found, by_itself = alone(partial(_failure_anew, agreement, drawn, first), _seconds())
    except ChildError as error:
        return f"nothing says that it is right in a new process too: {error}"
    if found is None:
        return ""
    where = "as the first call of a process" if by_itself else "in a new process"
    return f"{where}, {found.case}: found {found.found}, true {found.believed}"


def _seconds() -> float:
    return STAGE * call_seconds()


def _failure_anew(
    agreement: Agreement, drawn: Sequence[Arguments], first: Sequence[Arguments]
) -> tuple[Counterexample | None, bool]:
    """Ask the oracle here, and the solver as it is in new processes, which are forked from here.

    Returns
    -------
    Counterexample or None, bool
        Where they differ, and whether that was the only call of its process.
    """
    fixed = agreement.fixed
    asked = [{n: v for n, v in call.items() if n not in fixed} for call in (*drawn, *first)]
    truths = [agreement.oracle(**arguments) for arguments in asked]
    _leave_threads_alone()
    (function,), now = run_anew([agreement.plain], [*asked, *truths])
    pairs = list(zip(now[: len(asked)], now[len(asked) :], strict=True))
    some = pairs[: len(drawn)]
    for calls in ([*some, *some[:_AGAIN]], *([pair] for pair in pairs[len(drawn) :])):
        found = alone(partial(_failure_among, agreement, function, calls), _seconds())
        if found is not None:
            return found, len(calls) == 1
    return None, False


def _failure_among(
    agreement: Agreement, function: Callable[..., Any], calls: Sequence[tuple[Arguments, Any]]
) -> Counterexample | None:
    for arguments, truth in calls:
        given = replace(agreement, oracle=partial(_given, truth))
        with Watch("the call".__str__, seconds=COMPARISON):
            failure = failure_of(given, function, arguments)
        if failure is not None:
            return failure
    return None


def _leave_threads_alone() -> None:
    """Run parallel kernels as plain Python where their threads stayed behind in the parent."""
    threads = sys.modules.get("numba.np.ufunc.parallel")
    if getattr(threads, "_is_initialized", False):
        sys.modules["numba"].config.DISABLE_JIT = True


def _given(truth: Any, **_: Any) -> Any:
    return truth
