"""The binary blackboard: its pattern decided for every number, its sums derived layer by layer.

Each derivation takes what is believed and writes lines that are verified for all values. The
predicates are those of the theorem that ties the losing sets to the rules (:mod:`.theorem`). In
formulas p is 4^k.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import combinations
from typing import TYPE_CHECKING, Any

from research.claims.formula_text import compared
from research.studies.binary_blackboard.theorem import predicates
from research.system.lazy import LazyModule

if TYPE_CHECKING:
    import sympy

    from research.checks.derivations import Lines
else:
    sympy = LazyModule("sympy")

Formula = Callable[..., Any]


def natural(names: str) -> Any:
    """Symbols for natural numbers."""
    return sympy.symbols(names, integer=True, nonnegative=True)


MEANING = {
    "member": "`$member(x)` says that $x$ is in $L$",
    "four": "`$four(x)` says that $x$ is a power of four",
    "losesO": "`$losesO0(r)` says that Oscar, to move with flag 0, loses when $r$ remains; and so "
    "on for Eric (E) and for flag 1",
}


def decided(lines: Lines, words: str, statement: str) -> None:
    """Write a statement about L and the powers of four, after what its predicates mean."""
    written = {step.words for step in lines.steps}
    for name, meaning in MEANING.items():
        if f"${name}" in statement and meaning not in written:
            lines.define(meaning)
    lines.decided(words, statement, relations=predicates())


def named(letter: str) -> Callable[[Any], str]:
    """LaTeX of the members of a sequence."""
    return lambda index: f"{letter}_{{{sympy.latex(sympy.sympify(index))}}}"


# The pattern.


def duality(other: Formula, lines: Lines) -> None:
    """Eric loses with flag q where Oscar loses with the flag that is believed."""
    for flag in (0, 1):
        decided(
            lines,
            f"Eric, to move with flag {flag}, loses exactly where Oscar, to move with flag "
            f"{other(flag)}, loses",
            f"Ar $losesE{flag}(r) <=> $losesO{other(flag)}(r)",
        )


def odd_layers(last: Formula, lines: Lines) -> None:
    """Of an odd layer only one number is in L."""
    decided(
        lines,
        "With $p = 4^k$, of the r from 2p to 4p − 1 exactly the believed one is in L",
        "Ap,r ($four(p) & 2*p <= r & r < 4*p) => "
        f"($member(r) <=> {compared(sympy.Symbol('r'), '=', last(sympy.Symbol('p')))})",
    )


def offset_recurrence(believed: str, lines: Lines) -> None:
    """The recurrence of the offset sets."""
    lines.define(
        "Let $p = 4^k$. An e < p is in $E_k$ if p + e is in L, x in $E_{k+1}$ if 4p + x is"
    )
    decided(
        lines,
        "Which x are in $E_{k+1}$",
        f"Ap,x ($four(p) & x < 4*p) => ($member(4*p + x) <=> ({believed}))",
    )


def endpoint(believed: Formula, lines: Lines) -> None:
    """2^n is in L exactly for the parity of n that is believed."""
    for parity, words, kind in ((0, "even", "$four(p)"), (1, "odd", "$power(p) & ~$four(p)")):
        member = "$member(p)" if believed(parity) else "~$member(p)"
        decided(lines, f"Whether $p = 2^n$ is in L for {words} n", f"Ap ({kind}) => {member}")


# Numbers and sums.


def next_number_and_sum(parts: Sequence[str], believed: Formula, lines: Lines) -> None:
    """N_(k+1) and T_(k+1), from the parts of the set recurrence."""
    number, p = sympy.symbols("N_k p", integer=True, positive=True)
    total = natural("T_k")
    for one, other in combinations(parts, 2):
        words = "With $p = 4^k$, no x is in two parts of $E_{k+1}$"
        decided(lines, words, f"Ap,x $four(p) => ~({one} & {other})")
    words = "The number p − 1, which the shifted copy leaves out, is in $E_k$"
    decided(lines, words, "Ap,e ($four(p) & e + 1 = p) => $member(p + e)")
    next_number, next_sum = believed(number, total, p)
    lines.same(
        "Count $E_k$, the shifted copy without p − 1, and the new end",
        sympy.Add(number, number - 1, 1, evaluate=False),
        next_number,
        shown="N_{k+1} = N_k + (N_k - 1) + 1",
    )
    lines.same(
        "Add the same up",
        total + ((number - 1) * p + total - (p - 1)) + (4 * p - 1),
        next_sum,
        shown="T_{k+1} = T_k + ((N_k - 1) p + T_k - (p - 1)) + (4 p - 1)",
    )


def closed_forms(believed: Formula, lines: Lines) -> None:
    """N_k and T_k, by induction with their recurrences."""
    k = natural("k")
    number, total = believed(k)
    decided(lines, "$E_0$ has the one offset 0", "Ae (e < 1 & $member(1 + e)) <=> e = 0")
    for letter, formula, first, following in (
        ("N", number, 1, lambda n: 2 * n),
        ("T", total, 0, lambda t: 2 * t + (number + 2) * 4**k),
    ):
        words = f"${letter}_k = {sympy.latex(formula)}$"
        named_letter = named(letter)
        lines.induction(words, formula, k, first=first, following=following, name=named_letter)


def even_layer_sum(believed: Formula, lines: Lines) -> None:
    """The sum of 4^k + e over the offsets."""
    (k, total), offset = natural("k T_k"), sympy.IndexedBase("e")
    number, i = sympy.symbols("N_k i", integer=True, positive=True)
    each, copies, offsets = (
        sympy.Sum(term, (i, 1, number)) for term in (4**k + offset[i], 4**k, offset[i])
    )
    lines.define("Number the offsets $e_1, \\dots, e_{N_k}$", r"T_k = \sum_{i=1}^{N_k} e_i")
    lines.same("Split the sum of all", each, copies + offsets)
    lines.same("and add up the first part", copies + total, believed(number, total, 4**k))


def sum_of_layers(closed: Formula, believed: Formula, lines: Lines) -> None:
    """The sum up to 2^n, layer by layer; before the endpoint of an even n it is s_k."""
    k = natural("k")
    number, total = closed(k)
    layers = believed(k, 1) - 4**k
    lines.induction(
        f"The sum of $k$ even and $k$ odd layers, $s_k = {sympy.latex(layers)}$",
        layers,
        k,
        first=0,
        following=lambda s: s + (number * 4**k + total) + (4 ** (k + 1) - 1),
        name=named("s"),
    )
    lines.define("For $n = 2k$ the endpoint is added", "S(2k) = s_k + 4^k")
    lines.same(
        "For $n = 2k + 1$ the next even layer is added",
        layers + number * 4**k + total,
        believed(k + 1, 0),
        shown="S(2k + 1)",
    )


def program(believed: Any, lines: Lines) -> None:
    """The program's numbers after an even and an odd layer are those of the next layer."""
    number, total, p, s, k = natural("N_k T_k p s k")
    lines.define(
        "Before the even layer k the program keeps $N_k$, $T_k$, $p = 4^k$ and the sum s of the "
        "layers with smaller indices, of either kind, at first 1, 0, 1 and 0"
    )
    even = number * p + total
    kept = (
        ("The number of offsets of the next layer", (number, number), "N_{k+1}"),
        ("and their sum", (total, total, number * p, 2 * p), "T_{k+1}"),
        ("The next power of four", (p, p, p, p), "4^{k+1}"),
        ("The sum with an even and an odd layer more", (s, even, 4 * p, -1), "s"),
    )
    after = believed.odd(believed.even((number, total, p, s)))
    for (words, parts, name), found in zip(kept, after, strict=True):
        lines.same(words, sympy.Add(*parts, evaluate=False), found, shown=name)
    lines.same("For $n = 2k$ the endpoint $2^n$ is added", 2 ** (2 * k), believed.endpoint * 4**k)
    more = sympy.Add(even, s, evaluate=False)
    lines.same("For $n = 2k + 1$ an even layer is", more, believed.even((number, total, p, s))[3])
