"""The silver dollar game: what is said of gaps, pairs and moves, decided for every strip.

Each derivation takes what is believed (a formula as a function, or one written for the decision
procedure) and writes statements about integers with addition that are decided; those about any
number of coins read a strip as one number (:mod:`.strips_as_numbers`).
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from itertools import pairwise
from typing import TYPE_CHECKING, Any

from research.claims.formula_text import compared
from research.studies.silver_dollar.strips_as_numbers import (
    DEFINITIONS,
    as_in_the_rules,
    relations,
)

if TYPE_CHECKING:
    from research.checks.derivations import Lines

STRIP = "a strip as a number, with its moves and pairs, as the derivation writes them"
COIN_BY_COIN = "induction on the number of coins: the first gap and the step are verified"
HEAP_BY_HEAP = "induction on the number of heaps: none and one more are verified"


@dataclass(frozen=True)
class Stated:
    """Something believed that is checked on numbers and decided as a formula.

    Attributes
    ----------
    function
        What is believed, on numbers.
    formula
        The same in the syntax of the decision procedure.
    """

    function: Callable[..., Any]
    formula: str

    def __call__(self, *arguments: Any) -> Any:
        """What is believed of these arguments."""
        return self.function(*arguments)


def symbols(names: str) -> Any:
    """Symbols for natural numbers."""
    import sympy

    return sympy.symbols(names, integer=True, nonnegative=True)


# Gaps.


def sum_of_gaps(believed: Callable[[Any, Any], Any], lines: Lines) -> None:
    """The gaps are natural numbers and add up to the number of empty squares."""
    import sympy

    i, n = symbols("i n")
    m = sympy.Symbol("m", integer=True, positive=True)  # there is a coin
    x = sympy.Function("x")
    lines.define(
        "The gaps", r"g_0 = x_0, \quad g_i = x_i - x_{i-1} - 1, \quad g_m = n - 1 - x_{m-1}"
    )
    lines.decided(
        "The next coin stands further right, so there is a gap, and one only",
        "Ax,y (x < y) => ((Eg y = x + g + 1) & (Ag,h (y = x + g + 1 & y = x + h + 1) => g = h))",
    )
    lines.induction(
        "The gaps up to $g_i$ and the $i$ coins between them fill the squares before $x_i$",
        x(i) - i,
        i,
        first=x(0),
        following=lambda total: total + x(i + 1) - x(i) - 1,
        name=lambda index: f"g_0 + \\dots + g_{{{sympy.latex(sympy.sympify(index))}}}",
    )
    lines.same(
        "Add $g_m$",
        sympy.Subs(x(i) - i, i, m - 1) + n - 1 - x(m - 1),
        believed(n, m),
        shown=r"g_0 + \dots + g_m",
    )


def gap_vectors(believed: Callable[[Any, Any], Any], lines: Lines) -> None:
    """Placements and vectors of gaps with the sum that is believed are in one-to-one relation."""
    sum_of_gaps(believed, lines)
    g, p, n, m = symbols("g p n m")
    lines.decided(
        "A gap after a coin on x gives the next coin one square, further right",
        "Ax,g Ey y = x + g + 1 & x < y & (Az (z = x + g + 1) => z = y)",
    )
    lines.decided(
        "With p the sum of all gaps but the last, the last coin lies on the strip exactly if there "
        "is a last gap that makes the sum what is believed",
        "An,m,p,x (1 <= m & m <= n & x + 1 = p + m) => "
        f"((x < n) <=> (Eg {compared(p + g, '=', believed(n, m))}))",
    )


def numbers_of_gaps(believed: Callable[[Any], tuple[Any, Any]], lines: Lines) -> None:
    """How many of the m + 1 gaps are active and passive, for even and for odd m."""
    u, j = symbols("u j")
    for parity, m, first in (("even", 2 * u, 1), ("odd", 2 * u + 1, 0)):
        active, passive = believed(m)
        lines.define(f"Let $m$ be {parity}", "m = 2 u" if first else "m = 2 u + 1")
        for name, start, end, number in (
            ("active", first, m - 1, active),
            ("passive", 1 - first, m, passive),
        ):
            lines.decided(
                f"The {name} gaps are $g_i$ with $i = 2j + {start}$, so they are as many as the j",
                f"Au,j ({compared(2 * j + start, '<=', end)}) <=> ({compared(j, '<', number)})",
            )


def two_kinds(believed: Callable[[Any], tuple[Any, Any]], lines: Lines) -> None:
    """The important and the unimportant gaps are all, and as many as believed."""
    f, j = symbols("f j")
    important, unimportant = believed(f)
    for name, start, number in (("important", 0, important), ("unimportant", 1, unimportant)):
        lines.decided(
            f"The {name} gaps are $g_i$ with $i = 2j + {start}$, so they are as many as the j",
            f"Af,j ({compared(2 * j + start, '<=', 2 * f + 1)}) <=> ({compared(j, '<', number)})",
        )
    lines.decided("Every gap is of exactly one kind", "Ai (Ej i = 2*j) ^ (Ej i = 2*j + 1)")


# Moves.


def _strips(lines: Lines) -> None:
    lines.define(
        "A strip is the number s with a one at place x for a coin on square x; a coin is named by "
        "its power of two"
    )
    for name, parameters, words, formula in DEFINITIONS:
        lines.define(f"`${name}({parameters})`, {words}: `{formula}`")
    lines.checked(
        "On every strip of up to 6 squares these are the regular moves of the rules and the pairs "
        "of 001",
        range(1, 64),
        as_in_the_rules,
    )


def left_coin(believed: Callable[[Any, Any], Any], lines: Lines) -> None:
    """The left coin of a pair moves d squares to the left."""
    y, d, z = symbols("y d z")
    lines.decided(
        "The left coin l of a pair l, r moves to l − d: what becomes of the gap y between them",
        "Al,r,d,y,z (1 <= d & d <= l & r = l + y + 1) => "
        f"((r + d = l + z + 1) <=> ({compared(z, '=', believed(y, d))}))",
    )
    _strips(lines)
    lines.decided(
        "When the left coin p of a pair p, b moves to q, then q, b is a pair and all other pairs "
        "are those from before",
        "As,p,q,t,b,c,d ($moved(s,p,q,t) & $pair(s,p,b)) => "
        "($pair(t,c,d) <=> ((c = q & d = b) | ($pair(s,c,d) & c != p)))",
        relations=relations(),
    )


def right_coin(believed: Callable[[Any, Any], Any], lines: Lines) -> None:
    """The right coin of a pair moves d squares to the left."""
    y, d, z = symbols("y d z")
    lines.decided(
        "The right coin r of a pair l, r moves to r − d: what becomes of the gap y between them",
        "Al,r,d,y,z (1 <= d & l + d < r & r = l + y + 1) => "
        f"((r = l + d + z + 1) <=> ({compared(z, '=', believed(y, d))}))",
    )
    _strips(lines)
    lines.decided(
        "When the right coin p of a pair a, p moves to q, then a, q is a pair and all other pairs "
        "are those from before",
        "As,p,q,t,a,c,d ($moved(s,p,q,t) & $pair(s,a,p)) => "
        "($pair(t,c,d) <=> ((c = a & d = q) | ($pair(s,c,d) & d != p)))",
        relations=relations(),
    )


def changed_heaps(believed: int, lines: Lines) -> None:
    """As many pairs change as believed, and each changes its gap."""
    _strips(lines)
    names = [f"p{i}" for i in range(believed)]
    changed = "(($pair(s,{0},h{0}) & ~$pair(t,{0},h{0})))"
    lines.decided(
        "Every coin is the left or the right coin of a pair, and not both",
        "As,p $coin(s,p) => ((Ea $pair(s,a,p)) ^ (Eb $pair(s,p,b)))",
        relations=relations(),
    )
    distinct = [f"{a} < {b}" for a, b in pairwise(names)]
    exist = " & ".join([*(changed.format(name) for name in names), *distinct])
    only = " | ".join(f"(a = {name} & b = h{name})" for name in names)
    quantified = ",".join(name for each in names for name in (each, f"h{each}"))
    lines.decided(
        f"Of the pairs from before a regular move, {believed} are none after it",
        f"As,t (Ep,q $moved(s,p,q,t)) => (E{quantified} {exist} & "
        f"(Aa,b ($pair(s,a,b) & ~$pair(t,a,b)) => ({only})))",
        relations=relations(),
    )
    lines.decided(
        "and its gap y is another afterwards, whichever of its coins l, r moved by d",
        "Al,r,d,y,z (1 <= d & r = l + y + 1 & ((d <= l & r + d = l + z + 1) | r = l + d + z + 1)) "
        "=> ~(y = z)",
    )


def stuck(believed: Stated, lines: Lines) -> None:
    """When no regular move is possible."""
    _strips(lines)
    lines.decided(
        "There is no regular move exactly if, with at least one coin, the strip is as believed",
        f"As (s >= 1) => ((~(Ep,q,t $moved(s,p,q,t))) <=> ({believed.formula}))",
        relations=relations(),
    )


def undone(believed: Callable[[Any], Any], lines: Lines) -> None:
    """After the left coin the right coin of the pair can move, and the gap is as before."""
    d, e = symbols("d e")
    lines.decided(
        "The left coin l of a pair l, r has moved to l − d. Moving r by the distance e that is "
        "believed is a move by one square or more, which ends to the right of l − d, and the gap "
        "y is as before",
        f"Al,r,d,y,e (1 <= d & d <= l & r = l + y + 1 & {compared(e, '=', believed(d))}) => "
        "(1 <= e & l + e < r + d & r + d = l + e + y + 1)",
    )


def lowered(believed: Callable[[Any, Any], Any], lines: Lines) -> None:
    """Lowering a heap is a move of the right coin that does not reach the left one."""
    y, v, d = symbols("y v d")
    lines.decided(
        "The right coin r of a pair l, r with gap y moves by the distance d that is believed for "
        "the target v: by one square or more, to the right of l, and the gap is v",
        f"Al,r,y,v,d (r = l + y + 1 & v < y & {compared(d, '=', believed(y, v))}) => "
        "(1 <= d & l + d < r & r = l + d + v + 1)",
    )


# Nim sums.


def target(believed: Stated, lines: Lines) -> None:
    """The value that makes the nim sum 0."""
    lines.decided(
        "Let u be the nim sum of the other heaps, so that Y is that of u and y; then the nim sum "
        "of u and v is 0 exactly for the value v that is believed",
        f"Au,y,Y,v $nimsum(u,y,Y) => ($nimsum(u,v,0) <=> {believed.formula})",
    )


def halving(believed: Callable[[Any, Any], Any], lines: Lines) -> None:
    """Halving all heaps: what becomes of the nim sum and of the sum, one heap after another."""
    import sympy

    s, e, z, b = symbols("s e z b")
    lines.define(
        "Of some heaps let Y be the nim sum, s and e the sums of their $z_i$ and $b_i$, Z the nim "
        "sum of the $z_i$, and B the parity of e"
    )
    lines.same("No heaps have sum 0", sympy.Subs(believed(s, e), (s, e), (0, 0)), 0)
    lines.decided("and Y = 0 = 2Z + B is Z = 0 and B = 0", "AZ,B (2*Z + B = 0) <=> (Z = 0 & B = 0)")
    lines.decided(
        "With one heap more, y = 2z + b, again Y = 2Z + B",
        "AY,Z,B,z,b,u,w,c (Y = 2*Z + B & B <= 1 & b <= 1 & $nimsum(Z,z,w) & $nimsum(B,b,c) & "
        "$nimsum(Y,2*z+b,u)) => (u = 2*w + c & c <= 1)",
    )
    lines.decided(
        "B is the parity of e",
        "Ae,B,b,c,k (e = 2*k + B & B <= 1 & b <= 1 & $nimsum(B,b,c)) => (Eh e + b = 2*h + c)",
    )
    total, heap = symbols("S y")
    lines.decided(
        "and the sum S of all heaps grows by the new one",
        f"AS,y,s,z,e,b ({compared(total, '=', believed(s, e))} & y = 2*z + b) => "
        f"({compared(total + heap, '=', believed(s + z, e + b))})",
    )
