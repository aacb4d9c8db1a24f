"""Errors of the decision procedure: one clear line.

Each is a :class:`fast.errors.InputError`: the command answers with one line and exit status 2.
"""

from __future__ import annotations

from fast.errors import InputError


class AutomataError(InputError):
    """A formula, a name or an automaton is wrong; the message says which and where."""


class StateLimitError(AutomataError):
    """An automaton grew past the limit; the message says how far, and in which subformula.

    Parameters
    ----------
    states
        How many states had been made when the limit was passed.
    limit
        The limit.
    place
        The operation or the subformula in which it happened.
    """

    def __init__(self, states: int, limit: int, place: str) -> None:
        self.states, self.limit, self.place = states, limit, place
        super().__init__(
            f"more than {limit} states: the automaton of {place} grew to {states}; "
            "simplify the statement"
        )
