"""Addition in a numeration system, verified by the engine and not taken on trust.

:func:`successor` makes "y is x + 1" directly from the digits, without the constraints by which the
engine adds. ``STATEMENTS`` characterise addition by induction from the successor.
"""

from __future__ import annotations

from research.logic.automaton import Automaton
from research.logic.decide import decide
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
        if not decide(statement, numeration.name, known).truth
    }


def successor(numeration: NumerationSystem) -> Automaton:
    """Return the automaton of ``y = x + 1`` (tracks x, y), made without the constraints.

    In base k the last digit below k - 1 goes up and the digits k - 1 behind it become 0. In
    Zeckendorf, with ``F(2) = 1``: a number ending in ...00 gets a one in the last place
    (1 = F(2)); one ending in (01)^i or (10)^i loses that block of ones, whose sum with 1 is the
    Fibonacci number of the next place, which is free because the digit before the block is 0.
    """
    if numeration.kind == "fib":
        result = _zeckendorf_successor()
    else:
        result = _base_successor(numeration.digits)
    return result if result.order == numeration.order else result.mirrored()


def _base_successor(base: int) -> Automaton:
    carry, same, dead = 0, 1, 2
    table = [[dead] * (base * base) for _ in range(3)]
    for digit in range(base):
        table[same][digit + base * digit] = same
        if digit + 1 < base:
            table[carry][digit + base * (digit + 1)] = same
    table[carry][base - 1] = carry
    return Automaton.build(base, "lsd", ["x", "y"], table, [False, True, False])


def _zeckendorf_successor() -> Automaton:
    """Least digit first. The letter ``x + 2 y`` pairs a digit of x with one of y.

    From the start: x = 0, y = 1 is the carry landing in the last place (next digits 0). With
    x = ...0 1 the ones run 1, 0, 1, 0, ...: each is cleared; the run ends at two zeros, of which
    the first, next to the last one cleared, becomes the one.
    """
    start, same, after_one, cleared, dead, shifted = range(6)
    keep_zero, clear, land = 0, 1, 2
    keep_one = 3
    table = [[dead] * 4 for _ in range(6)]
    # Last digit of x is 1: cleared. Last digit 0: either 1 lands here, or (10)^i follows.
    table[start][clear] = cleared
    table[start][land] = after_one
    table[start][keep_zero] = shifted
    # A zero was kept in the last place: the next digit must be a one, which is cleared.
    table[shifted][clear] = cleared
    # After a cleared one x has a 0: the carry lands there, or stays 0 before another one.
    table[cleared][land] = after_one
    table[cleared][keep_zero] = shifted
    # Where the carry landed, x and y go on alike, with a zero in both.
    table[after_one][keep_zero] = same
    table[same][keep_zero] = same
    table[same][keep_one] = after_one
    accepting = [state in (same, after_one) for state in range(6)]
    return Automaton.build(2, "lsd", ["x", "y"], table, accepting)


def _predicates(numeration: NumerationSystem) -> dict[str, Automaton]:
    """Return what the statements speak of, besides the adder; words are compared by digits."""
    digits, order = numeration.digits, numeration.order
    letters = [(x, y) for y in range(digits) for x in range(digits)]
    zero = Automaton.build(digits, order, ["x"], [[0] + [1] * (digits - 1), [1] * digits], [1, 0])
    same = [0 if x == y else 1 for x, y in letters]
    equal = Automaton.build(digits, order, ["x", "y"], [same, [1] * len(letters)], [1, 0])
    # States: equal so far, first greater, first smaller. Least digit first, the last word counts.
    compare = [
        [0 if x == y else 1 if x > y else 2 for x, y in letters],
        [1] * len(letters),
        [2] * len(letters),
    ]
    greater = Automaton.build(digits, "msd", ["x", "y"], compare, [0, 1, 0])
    if order == "lsd":
        greater = greater.mirrored()
    both = numeration.valid(["x", "y"])
    return {
        "zero": zero,
        "equal": equal & both,
        "greater": greater & both,
        "next": successor(numeration),
    }
