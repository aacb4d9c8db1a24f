"""Agreements on finite domains: every case is compared, none is left to chance.

A few thousand cases are compared in a second or two, and then it can be said that the solver is
right on all of them. Refusals are cases like any other: out of range, the right answer is none.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from fast.errors import InputError
from research.claims.agreement import Agreement
from research.claims.strategies import one_of
from research.claims.study import Study


def agree_on_all(
    study: Study,
    fast: Callable[..., Any],
    oracle: Callable[..., Any],
    domain: str,
    cases: Callable[[], Sequence[dict[str, Any]]],
    **more: Any,
) -> None:
    """Add an agreement on every case of a finite domain.

    Parameters
    ----------
    study
        The study that the agreement belongs to.
    fast, oracle, domain, more
        As in :class:`research.claims.agreement.Agreement`.
    cases
        Lists the arguments of every case, the smallest first.
    """
    study.agreements.append(Agreement(fast, oracle, domain, one_of(cases), whole=cases, **more))


def refuse_all(
    study: Study, fast: Callable[..., Any], cases: Callable[[], Sequence[dict[str, Any]]]
) -> None:
    """Add an agreement that a solver refuses arguments that are none, each with a clear error.

    Parameters
    ----------
    study, fast
        As in :func:`agree_on_all`.
    cases
        Lists arguments beyond the ends of their ranges, of wrong types, or that do not fit
        together.
    """
    agree_on_all(
        study,
        fast,
        no_answer,
        "arguments just beyond the ends of their ranges, of wrong types, or that do not fit "
        "together: all refused",
        cases,
        refusal=InputError,
        refuses=True,
        truth="refusals",
        controls={"answers whatever is asked": anything},
    )


def no_answer(**arguments: Any) -> None:  # whatever they are
    """The right answer to arguments that are none."""


def anything(**arguments: Any) -> int:  # noqa: ARG001
    """A wrong twin: it takes every argument."""
    return 0
