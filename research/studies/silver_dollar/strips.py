"""A strip as one number: lines of proofs about any number of coins, decided.

The coins on a strip are the binary number s with a one at place x for a coin on square x: 13 = 1101
is the placement on the squares 0, 2, 3. A coin is named by its power of two. What the sources say
of coins, moves and pairs is then first-order over addition, powers of two and the nim sum, and
holds for strips of every length with any number of coins.

Pairs are counted from the right: the last coin with the one before it, and so on. The first of an
odd number of coins is paired with the virtual coin x_0, which is written 0.
"""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING, Any

from research.claims.claim import theorem
from research.studies.decided import Derivation, decided
from research.studies.silver_dollar import truth

if TYPE_CHECKING:
    from research.checks.derivations import Lines
    from research.logic.automaton import Automaton
    from research.logic.numeration import Relation

COIN_BY_COIN = theorem(
    "induction on the number of coins: the first step and every next one are verified"
)
HEAP_BY_HEAP = theorem("induction on the number of heaps: none and one more are verified")
SUM_AND_PRODUCT = theorem(
    "a set is as large as the sum of its parts, a set of pairs as the product"
)

# name, parameters, meaning, definition by the ones before
DEFINITIONS = (
    ("coin", "s,p", "p is a coin of s", "$power(p) & $nimsum(s,p,s-p)"),
    ("free", "s,p,q", "s has no coin from p up to q, q left out",
     "~(Ec $coin(s,c) & p <= c & c < q)"),
    ("above", "s,b,v", "v is the coins of s to the right of b",
     "(Eu $nimsum(u,v,s) & u < 2*b) & ~(Ec $coin(v,c) & c < 2*b)"),
    ("right", "s,b", "an even number of coins of s lies to the right of its coin b",
     "$coin(s,b) & (Ev $above(s,b,v) & T[v] = @0)"),
    ("next", "s,a,b", "a is the next coin of s to the left of b, or 0 if there is none",
     "a < b & ((a = 0 & $free(s,1,b)) | ($coin(s,a) & $free(s,2*a,b)))"),
    ("pair", "s,a,b", "a and b are a pair of s: the right coin b, and a the next one to its left, "
     "or 0 if there is none", "$right(s,b) & $next(s,a,b)"),
    ("moved", "s,p,q,t", "a regular move takes the coin p of s to the square q further left, over "
     "no coin, and makes t",
     "$coin(s,p) & $power(q) & q < p & $free(s,q,p) & t = s - p + q"),
)  # fmt: skip


@cache
def relations() -> dict[str, Relation]:
    """Return the predicates."""
    from research.logic.numeration import Relation

    return {name: Relation.of(given, formula) for name, given, _, formula in DEFINITIONS}


@cache
def as_automata() -> list[Automaton]:
    """Return the regular moves from s to t, and the pairs a, b of s, by these predicates."""
    from research.logic.decide import evaluate

    statements = ("Ep,q $moved(s,p,q,t)", "$pair(s,a,b)")
    return [evaluate(statement, "lsd_2", relations()) for statement in statements]


def as_in_the_rules(number: int) -> bool:
    """Whether the predicates give the regular moves of the rules and the source's pairs on a strip.

    >>> all(as_in_the_rules(number) for number in range(1, 32))
    True
    """
    squares = tuple(x for x in range(number.bit_length()) if number >> x & 1)
    moves = {sum(2**x for x in after) for after in truth.regular_moves(squares, 0)}
    moved, pair = as_automata()
    coins = [2**x for x in squares]
    walled = coins if len(coins) % 2 == 0 else [0, *coins]
    return moves == {t for t in range(number) if moved.accepts(s=number, t=t)} and set(
        zip(walled[::2], walled[1::2], strict=True)
    ) == {(a, b) for a in [0, *coins] for b in coins if pair.accepts(s=number, a=a, b=b)}


def on_strips(text: str) -> Derivation:
    """Compare the predicates with the rules, and decide statements with them."""

    def derivation(believed: Any, lines: Lines) -> None:
        lines.define(
            "A strip is the number s with a one at place x for a coin on square x; a coin is named "
            "by its power of two, which is larger for a square further right"
        )
        lines.checked(
            "On every strip of up to 6 squares the predicates give the regular moves of the rules "
            "and the pairs of the source",
            range(1, 64),
            as_in_the_rules,
        )
        meaning = {name: f"`${name}({of})`, {words}: `{formula}`"
                   for name, of, words, formula in DEFINITIONS}  # fmt: skip
        decided(text, relations, meaning)(believed, lines)

    return derivation
