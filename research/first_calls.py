"""Whether a solver is right in a new process, as the answer of a command is given in one.

While a study is checked, its solvers find what earlier calls have kept: a memo, a table that has
grown, also those of another algorithm or with another threshold. So the calls that agreed are made
once more in forked processes in which a researcher's modules are as Python has just run them
(:mod:`research.afresh`): of each agreement all in one process, in another order, and a few in a
process of their own, where each is the first.
"""

from __future__ import annotations

import random
import sys
import time
from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import partial
from typing import Any

from research.afresh import can_run_anew, run_anew
from research.agreement import Agreement, Arguments, failure_of, size_of
from research.claims import Counterexample
from research.forked import ChildError, alone

SECONDS = 10  # for the oracle, then for the solver; what is not asked again by then is left
_AGAIN = 200  # calls that are made once more after all others, for what was kept of them
_CALLS = 8  # made as the first: the largest, and others drawn at random, but always the same


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
    drawing = random.Random(0)
    in_order = sorted(calls, key=size_of)
    shuffled = drawing.sample(in_order, len(in_order))
    first = [in_order[-1:], *([call] for call in shuffled[: _CALLS - 1])]
    begin = time.monotonic()
    for some in (shuffled, *first):
        try:
            found: Counterexample | None = alone(partial(_failure_anew, agreement, some))
        except ChildError as error:
            return f"in a new process: {error}"
        if found is not None:
            where = "as the first call of a process" if len(some) == 1 else "in a new process"
            return f"{where}, {found.case}: found {found.found}, true {found.believed}"
        if time.monotonic() - begin > 3 * SECONDS:
            break
    return ""


def _failure_anew(agreement: Agreement, calls: Sequence[Arguments]) -> Counterexample | None:
    """Ask the oracle here, and the solver as it is in a new process; ``None`` if they agree."""
    fixed = agreement.fixed
    asked = [{name: v for name, v in call.items() if name not in fixed} for call in calls]
    begin = time.monotonic()
    truths = []
    for arguments in asked:
        truths.append(agreement.oracle(**arguments))
        if time.monotonic() - begin > SECONDS:
            break
    now = run_anew([agreement.plain], [*asked, *truths])
    function = _as_it_is_now(agreement.plain)
    begin = time.monotonic()
    pairs = list(zip(now[: len(truths)], now[len(asked) :], strict=True))
    for arguments, truth in (*pairs, *pairs[:_AGAIN]):
        failure = failure_of(replace(agreement, oracle=partial(_given, truth)), function, arguments)
        if failure is not None and failure.found != failure.believed:  # written alike: as before
            return failure
        if time.monotonic() - begin > SECONDS:
            break
    return None


def _given(truth: Any, **_: Any) -> Any:
    return truth


def _as_it_is_now(function: Callable[..., Any]) -> Callable[..., Any]:
    """Return the function that stands in a module, run anew, where this one stood."""
    found: Any = sys.modules.get(function.__module__)
    for name in function.__qualname__.split("."):
        found = getattr(found, name, None)
    found = getattr(found, "ungated", found)
    return found if callable(found) else function
