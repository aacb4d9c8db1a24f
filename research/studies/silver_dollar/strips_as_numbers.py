"""A strip as one number, so that statements about any number of coins can be decided.

The coins on a strip are the binary number s with a one at place x for a coin on square x: 13 = 1101
is the placement on the squares 0, 2, 3. A coin is named by its power of two. Then what the sources
say of coins, moves and pairs is first-order over addition, powers of two and the nim sum, and holds
for strips of every length with any number of coins or for none.

Pairs are counted from the right, as the second source pairs an odd number of coins: the last coin
with the one before it, and so on. The first of an odd number of coins is paired with the virtual
coin x_0, which is written 0.

The predicates are the sources' definitions. :func:`as_in_the_rules` holds them to the rules and to
the pairs of that source on short strips, before anything is decided with them.
"""

from __future__ import annotations

from functools import cache
from itertools import chain, pairwise
from typing import TYPE_CHECKING, Any

from research.studies.silver_dollar import truth
from research.studies.silver_dollar.derivations import Derivation, decided

if TYPE_CHECKING:
    from research.checks.derivations import Lines
    from research.logic.automaton import Automaton
    from research.logic.numeration import Relation

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
def as_automaton(formula: str) -> Automaton:
    """Return the automaton of a formula with these predicates over its free variables."""
    from research.logic.decide import evaluate

    return evaluate(formula, "lsd_2", relations())


def as_in_the_rules(number: int) -> bool:
    """Whether the predicates give the regular moves of the rules and the source's pairs on a strip.

    >>> all(as_in_the_rules(number) for number in range(1, 32))
    True
    """
    squares = tuple(x for x in range(number.bit_length()) if number >> x & 1)
    moves = {sum(2**x for x in after) for after in truth.regular_moves(squares, 0)}
    moved = as_automaton("Ep,q $moved(s,p,q,t)")
    coins = [2**x for x in squares]
    walled = coins if len(coins) % 2 == 0 else [0, *coins]
    pair = as_automaton("$pair(s,a,b)")
    return moves == {t for t in range(number) if moved.accepts(s=number, t=t)} and set(
        zip(walled[::2], walled[1::2], strict=True)
    ) == {(a, b) for a in [0, *coins] for b in coins if pair.accepts(s=number, a=a, b=b)}


# What the second source says of moves and pairs, decided.


def on_strips(text: str) -> Derivation:
    """Write down the predicates, held to the rules, and decide statements with them."""

    def derivation(believed: Any, lines: Lines) -> None:
        lines.define(
            "A strip is the number s with a one at place x for a coin on square x; a coin is named "
            "by its power of two"
        )
        for name, parameters, words, formula in DEFINITIONS:
            lines.define(f"`${name}({parameters})`, {words}: `{formula}`")
        lines.checked(
            "On every strip of up to 6 squares these are the regular moves of the rules and the "
            "pairs of the source",
            range(1, 64),
            as_in_the_rules,
        )
        decided(text, relations)(believed, lines)

    return derivation


def left_coin(believed: Any, lines: Lines) -> None:
    """The left coin of a pair moves d squares to the left."""
    decided("""
        The left coin l of a pair l, r moves to l − d: what becomes of the gap y between them
            Al,r,d,y,z (1 <= d & d <= l & r = l + y + 1) =>
            ((r + d = l + z + 1) <=> ({z = f(y, d)}))
    """)(believed, lines)
    on_strips("""
        When the left coin p of a pair p, b moves to q, then q, b is a pair and all other pairs are
        those from before
            As,p,q,t,b,c,d ($moved(s,p,q,t) & $pair(s,p,b)) =>
            ($pair(t,c,d) <=> ((c = q & d = b) | ($pair(s,c,d) & c != p)))
    """)(believed, lines)


def right_coin(believed: Any, lines: Lines) -> None:
    """The right coin of a pair moves d squares to the left."""
    decided("""
        The right coin r of a pair l, r moves to r − d: what becomes of the gap y between them
            Al,r,d,y,z (1 <= d & l + d < r & r = l + y + 1) =>
            ((r = l + d + z + 1) <=> ({z = f(y, d)}))
    """)(believed, lines)
    on_strips("""
        When the right coin p of a pair a, p moves to q, then a, q is a pair and all other pairs are
        those from before
            As,p,q,t,a,c,d ($moved(s,p,q,t) & $pair(s,a,p)) =>
            ($pair(t,c,d) <=> ((c = a & d = q) | ($pair(s,c,d) & d != p)))
    """)(believed, lines)


def changed_heaps(believed: int, lines: Lines) -> None:
    """As many pairs change as believed, and each changes its gap."""
    pairs = [(f"p{i}", f"h{i}") for i in range(believed)]
    different = [f"{a} < {b}" for (a, _), (b, _) in pairwise(pairs)]
    gone = [f"($pair(s,{a},{b}) & ~$pair(t,{a},{b}))" for a, b in pairs]
    no_other = " | ".join(f"(a = {a} & b = {b})" for a, b in pairs)
    some, are_gone = ",".join(chain(*pairs)), " & ".join(gone + different)
    text = f"""
        Every coin is the left or the right coin of a pair, and not both
            As,p $coin(s,p) => ((Ea $pair(s,a,p)) ^ (Eb $pair(s,p,b)))
        Of the pairs from before a regular move, {believed} are none after it
            As,t (Ep,q $moved(s,p,q,t)) => (E{some} {are_gone} &
            (Aa,b ($pair(s,a,b) & ~$pair(t,a,b)) => ({no_other})))
        and its gap y is another afterwards, whichever of its coins l, r moved by d
            Al,r,d,y,z (1 <= d & r = l + y + 1 & ((d <= l & r + d = l + z + 1) | r = l + d + z + 1))
            => ~(y = z)
        """
    on_strips(text)(believed, lines)


stuck = on_strips("""
    There is no regular move exactly if, with at least one coin, the strip is as believed
        As (s >= 1) => ((~(Ep,q,t $moved(s,p,q,t))) <=> ({f}))
""")
