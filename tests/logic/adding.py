"""Addition in a numeration system, verified by the engine and not taken on trust.

:func:`successor` makes "y is x + 1" directly from the digits, without the constraints by which the
engine adds. ``STATEMENTS`` characterise addition by induction from the successor.
"""

from __future__ import annotations

from research.logic.automaton import Automaton
from research.logic.decide import decide, evaluate
from research.logic.positional import NumerationSystem, linear_constraint

# ``$add(x,y,z)`` is the adder, ``$equal`` equality of words, ``$next`` the successor; the zero word
# is the number 0. No statement uses arithmetic, so none assumes it. They suffice: ``$next`` is a
# function, total, injective, never 0, and every word but 0 is a successor; words are well-ordered
# by length and then value, and a successor is greater, so each word is reached from 0 by finitely
# many successors. By induction on y, ``$add(x, y, .)`` is then x followed by y successors.
STATEMENTS = {
    "next is total": "Ax Ey $next(x,y)",
    "next is single valued": "Ax,y,z ($next(x,y) & $next(x,z)) => $equal(y,z)",
    "next is injective": "Ax,y,z ($next(x,z) & $next(y,z)) => $equal(x,y)",
    "0 is no successor": "~Ex,y $next(x,y) & $zero(y)",
    "all else is a successor": "Ay $zero(y) | (Ex $next(x,y))",
    "next is greater": "Ax,y $next(x,y) => $greater(y,x)",
    "add is total": "Ax,y Ez $add(x,y,z)",
    "add is single valued": "Ax,y,z,w ($add(x,y,z) & $add(x,y,w)) => $equal(z,w)",
    "x + 0 = x": "Ax,y $zero(y) => $add(x,y,x)",
    "x + (y+1) = (x+y) + 1": "Ax,y,z,u,v ($add(x,y,z) & $next(y,u) & $next(z,v)) => $add(x,u,v)",
}


def false_statements(numeration: NumerationSystem, adder: Automaton | None = None) -> set[str]:
    """Return which statements are false of an adder, that of the system unless given."""
    known = _predicates(numeration)
    known["add"] = adder or linear_constraint(numeration, {"x": 1, "y": 1, "z": -1}, 0, "=")
    return {
        name
        for name, statement in STATEMENTS.items()
        if not decide(statement, numeration, known).truth
    }


def successor(numeration: NumerationSystem) -> Automaton:
    """Return the automaton of ``y = x + 1`` (tracks x, y), made without the constraints.

    It is the next representation, by length and then digit by digit.
    """
    return evaluate(
        "$greater(y,x) & ~(Ez $greater(z,x) & $greater(y,z))",
        numeration,
        {"greater": _greater(numeration)},
    )


def _greater(numeration: NumerationSystem) -> Automaton:
    """Return the order of representations of equal length: equal so far, greater, smaller."""
    digits = numeration.digits
    letters = [(x, y) for y in range(digits) for x in range(digits)]
    compare = [
        [0 if x == y else 1 if x > y else 2 for x, y in letters],
        [1] * len(letters),
        [2] * len(letters),
    ]
    greater = Automaton.build(digits, "msd", ["x", "y"], compare, [0, 1, 0])
    if numeration.order == "lsd":
        greater = greater.mirrored()
    return greater & numeration.valid(["x", "y"])


def _predicates(numeration: NumerationSystem) -> dict[str, Automaton]:
    """Return what the statements speak of, besides the adder; words are compared by digits."""
    digits, order = numeration.digits, numeration.order
    letters = [(x, y) for y in range(digits) for x in range(digits)]
    zero = Automaton.build(digits, order, ["x"], [[0] + [1] * (digits - 1), [1] * digits], [1, 0])
    same = [0 if x == y else 1 for x, y in letters]
    equal = Automaton.build(digits, order, ["x", "y"], [same, [1] * len(letters)], [1, 0])
    both = numeration.valid(["x", "y"])
    return {
        "zero": zero,
        "equal": equal & both,
        "greater": _greater(numeration),
        "next": successor(numeration),
    }
