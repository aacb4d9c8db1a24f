"""Which earlier terms a recurrence uses: it is given a sequence of which nothing is known."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import sympy


def fault_of_recurrence(following: Callable[[Any], Any], variable: Any, terms: int) -> str:
    """Say why a step from a number of first terms does not carry; nothing where it does.

    Parameters
    ----------
    following
        Gives the next term from the term at the index ``variable``.
    variable
        The index.
    terms
        How many first terms are verified.

    Examples
    --------
    >>> n = sympy.Symbol("n", integer=True)
    >>> fault_of_recurrence(lambda term: term + 2 * term.subs(n, n - 1), n, 1)
    'the recurrence uses the term at n - 1: it needs 2 first terms, and 1 is given'
    >>> fault_of_recurrence(lambda term: term + 2 * term.subs(n, n - 1), n, 2)
    ''
    """
    sequence = sympy.Function("sequence")
    try:
        after = sympy.sympify(following(sequence(variable)))
    except Exception as error:  # whatever a recurrence that takes a closed form apart raises
        return (
            f"the recurrence cannot be written for a term of which nothing is known ({error}), so "
            "nothing says which earlier terms it uses"
        )
    used = {
        term.args[0]
        for term in after.atoms(sympy.core.function.AppliedUndef)
        if term.func == sequence
    }
    if not used:
        return "the recurrence does not use the term before"
    needed = 0
    for index in sorted(used, key=str):
        back = sympy.expand(variable - index)
        if not back.is_Integer or back < 0:
            return (
                f"the recurrence uses the term at {index}, which is not among those before the next"
            )
        needed = max(needed, int(back) + 1)
        if needed > terms:
            given = "1 is" if terms == 1 else f"{terms} are"
            return (
                f"the recurrence uses the term at {index}: it needs {needed} first terms, and "
                f"{given} given"
            )
    return ""
