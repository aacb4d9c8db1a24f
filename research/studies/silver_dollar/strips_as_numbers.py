"""A strip as one number, so that statements about any number of coins can be decided.

The coins on a strip are the binary number s with a one at place x for a coin on square x: 13 = 1101
is the placement on the squares 0, 2, 3. A coin is named by its power of two. Then what the sources
say of coins, moves and pairs is first-order over addition, powers of two and the nim sum, and holds
for strips of every length with any number of coins or for none.

Pairs are counted from the right, as 001 pairs an odd number of coins: the last coin with the one
before it, and so on. The first of an odd number of coins is paired with the virtual coin x_0,
which is written 0.

The predicates are the sources' definitions. :func:`as_in_the_rules` holds them to the rules and to
the pairs of 001 on short strips, before anything is decided with them.
"""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING

from research.studies.silver_dollar import strip

if TYPE_CHECKING:
    from research.logic.automaton import Automaton
    from research.logic.relations import Relation

# name, parameters, meaning, definition by the ones before
DEFINITIONS = (
    ("coin", "s,p", "p is a coin of s", "$power(p) & $nimsum(s,p,s-p)"),
    ("free", "s,p,q", "s has no coin from p up to q, q left out",
     "~(Ec $coin(s,c) & p <= c & c < q)"),
    ("above", "s,b,v", "v is the coins of s to the right of b",
     "(Eu $nimsum(u,v,s) & u < 2*b) & ~(Ec $coin(v,c) & c < 2*b)"),
    ("right", "s,b", "an even number of coins of s lies to the right of its coin b",
     "$coin(s,b) & (Ev $above(s,b,v) & T[v] = @0)"),
    ("pair", "s,a,b", "a and b are a pair of s: a is the next coin to the left of the right coin "
     "b, or 0 if there is none",
     "$right(s,b) & a < b & ((a = 0 & $free(s,1,b)) | ($coin(s,a) & $free(s,2*a,b)))"),
    ("moved", "s,p,q,t", "a regular move takes the coin p of s to the square q further left, over "
     "no coin, and makes t",
     "$coin(s,p) & $power(q) & q < p & $free(s,q,p) & t = s - p + q"),
)  # fmt: skip


@cache
def relations() -> dict[str, Relation]:
    """Return the predicates, each as an automaton."""
    from research.logic.decide import evaluate
    from research.logic.relations import Relation

    known: dict[str, Relation] = {}
    for name, parameters, _, definition in DEFINITIONS:
        automaton = evaluate(definition, "lsd_2", known)
        known[name] = Relation(tuple(parameters.split(",")), automaton)
    return known


@cache
def as_automaton(formula: str) -> Automaton:
    """Return the automaton of a formula with these predicates over its free variables."""
    from research.logic.decide import evaluate

    return evaluate(formula, "lsd_2", relations())


def as_in_the_rules(number: int) -> bool:
    """Whether the predicates give the regular moves of the rules and the pairs of 001 on a strip.

    >>> all(as_in_the_rules(number) for number in range(1, 32))
    True
    """
    squares = tuple(x for x in range(number.bit_length()) if number >> x & 1)
    moves = {sum(2**x for x in after) for after, _ in strip.regular_moves((squares, 0))}
    moved = as_automaton("Ep,q $moved(s,p,q,t)")
    coins = [2**x for x in squares]
    walled = coins if len(coins) % 2 == 0 else [0, *coins]
    pair = as_automaton("$pair(s,a,b)")
    return moves == {t for t in range(number) if moved.accepts(s=number, t=t)} and set(
        zip(walled[::2], walled[1::2], strict=True)
    ) == {(a, b) for a in [0, *coins] for b in coins if pair.accepts(s=number, a=a, b=b)}
