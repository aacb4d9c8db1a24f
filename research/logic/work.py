"""Work of the engine, counted in transitions: a limit on it is the same on every machine.

>>> from research.logic.decide import decide
>>> with at_most(100):
...     decide("?lsd_2 Ax,y,z Ew x + 3*y < 2*z + w")
Traceback (most recent call last):
research.logic.work.WorkLimitError: more than 100 transitions of automata would be made
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from research.logic.errors import AutomataError

AN_OPERATION = 500  # transitions that take as long as what an operation takes besides


class WorkLimitError(AutomataError):
    """More work was asked for than is allowed."""


class _Budget:
    limit: int | None = None
    spent = 0


@contextmanager
def at_most(transitions: int) -> Iterator[None]:
    """Allow so many transitions within a ``with`` statement.

    Raises
    ------
    WorkLimitError
        If more would be made.
    """
    before = _Budget.limit, _Budget.spent
    _Budget.limit, _Budget.spent = transitions, 0
    try:
        yield
    finally:
        _Budget.limit, _Budget.spent = before


def allowed_states(limit: int, columns: int) -> int:
    """Return how many states an automaton may have: the limit, or what is left of the work."""
    if _Budget.limit is None:
        return limit
    return max(1, min(limit, (_Budget.limit - _Budget.spent) // columns))


def spend(transitions: int) -> None:
    """Count transitions that were made.

    Raises
    ------
    WorkLimitError
        If they are more than is allowed.
    """
    _Budget.spent += transitions + AN_OPERATION
    if _Budget.limit is not None and _Budget.spent > _Budget.limit:
        raise WorkLimitError(f"more than {_Budget.limit} transitions of automata would be made")
