"""Grundy values of a heap game decided to be what they seem, for heaps of every size.

Let F say of a heap and a number that it is the heap's value: a table, and from the preperiod on a
period with a saltus. F is right if no option of a heap has the heap's number as the nim sum of the
numbers of what is left, and every smaller number is that of some option (Sprague and Grundy). Both
are statements about F, addition and nim sums, which automata decide in base 2; so the code may be
one that the periodicity theorems do not cover.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from research.logic.decide import decide
from research.logic.errors import AutomataError
from research.logic.numeration import Relation
from research.proving.heap_functions import options_by_code
from research.proving.results import NotProvable

if TYPE_CHECKING:
    from fast.heap_codes import HeapCode

SYSTEM, MOST_STATES = "lsd_2", 20_000
STATEMENTS = {
    "every heap has a number": "An (Eg $value(n,g)) & Ag,h ($value(n,g) & $value(n,h)) => g = h",
    "no option has it": (
        "An,g,a,b,x,y ($value(n,g) & $option(n,a,b) & $value(a,x) & $value(b,y)) => ~$nimsum(x,y,g)"
    ),
    "every smaller one is an option's": (
        "An,g,v ($value(n,g) & v < g) => "
        "Ea,b,x,y $option(n,a,b) & $value(a,x) & $value(b,y) & $nimsum(x,y,v)"
    ),
}


def require_decided(
    code: HeapCode, values: Sequence[int], start: int, period: int, saltus: int
) -> None:
    """Decide that the values of all heaps are those of a period from ``start`` on, with a saltus.

    Raises
    ------
    NotProvable
        If a statement is false, or too large to be decided, or a move may leave three heaps.
    """
    if code.most_heaps > 2:
        raise NotProvable("a move may leave more than two heaps")
    early = [f"(n = {n} & g = {values[n]})" for n in range(start)]
    later = [
        f"(n = {period}*k + {n} & g = {saltus}*k + {values[n]})"
        for n in range(start, start + period)
    ]
    relations = {
        "value": Relation.of("n, g", " | ".join([*early, f"(Ek {' | '.join(later)})"])),
        "option": Relation.of("heap, less, more", options_by_code(code)),
    }
    for role, statement in STATEMENTS.items():
        try:
            found = decide(statement, SYSTEM, relations, limit=MOST_STATES)
        except AutomataError as error:
            raise NotProvable(f"that {role} is not decided: {error}") from error
        if not found.truth:
            raise NotProvable(f"it is false that {role}: {found.example}")
