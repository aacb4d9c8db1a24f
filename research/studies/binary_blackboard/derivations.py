"""The binary blackboard: the sums over its layers derived.

Each derivation takes what is believed and writes lines that are verified for all values. In
formulas p is 4^k.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any

from fast.lazy import sympy
from research.studies.binary_blackboard.theorem import of_losing_sets
from research.studies.decided import natural

if TYPE_CHECKING:
    from research.checks.derivations import Lines

Formula = Callable[..., Any]


def named(letter: str) -> Callable[[Any], str]:
    """LaTeX of the members of a sequence."""
    return lambda index: f"{letter}_{{{sympy.latex(sympy.sympify(index))}}}"


def next_number_and_sum(parts: Sequence[str], believed: Formula, lines: Lines) -> None:
    """N_(k+1) and T_(k+1), from the parts of the set recurrence."""
    number, p = sympy.symbols("N_k p", integer=True, positive=True)
    total = natural("T_k")
    surviving, shifted, end = parts
    of_losing_sets(f"""
        With $p = 4^k$, no x is in two parts of $E_{{k+1}}$
            Ap,x $four(p) =>
            ~(({surviving} & ({shifted} | {end})) | ({shifted} & {end}))
        The number p − 1, which the shifted copy leaves out, is in $E_k$
            Ap,e ($four(p) & e + 1 = p) => $member(p + e)
    """)(believed, lines)
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


def closed_forms(recurrence: Formula, believed: Formula, lines: Lines) -> None:
    """N_k and T_k, by induction with their recurrences."""
    k = natural("k")
    number, total = believed(k)
    of_losing_sets("""
        $E_0$ has the one offset 0
            Ae (e < 1 & $member(1 + e)) <=> e = 0
    """)(believed, lines)
    lines.induction(
        f"$N_k = {sympy.latex(number)}$",
        number,
        k,
        first=1,
        following=lambda n: recurrence(n, 0, 4**k)[0],
        name=named("N"),
    )
    found = lines.define("N_k", number, "In the recurrence of the sums")
    lines.induction(
        f"$T_k = {sympy.latex(total)}$",
        total,
        k,
        first=0,
        following=lambda t: recurrence(found, t, 4**k)[1],
        name=named("T"),
    )


def even_layer_sum(believed: Formula, lines: Lines) -> None:
    """The sum of 4^k + e over the offsets."""
    k, offset = natural("k"), sympy.IndexedBase("e")
    number, i = sympy.symbols("N_k i", integer=True, positive=True)
    each, copies, offsets = (
        sympy.Sum(term, (i, 1, number)) for term in (4**k + offset[i], 4**k, offset[i])
    )
    total = lines.define("T_k", offsets, "The sum of the offsets $e_1, \\dots, e_{N_k}$")
    lines.same("Split the sum of all", each, copies + total)
    lines.same("and add up the first part", copies + total, believed(number, total, 4**k))


def sum_of_layers(closed: Formula, believed: Formula, lines: Lines) -> None:
    """The sum up to 2^n, layer by layer; before the endpoint of an even n it is s_k."""
    k = natural("k")
    number = lines.define("N_k", closed(k)[0], "The number of offsets")
    total = lines.define("T_k", closed(k)[1], "and their sum")
    layers = sympy.expand(believed(k, 1) - 4**k)
    lines.induction(
        f"The sum of $k$ even and $k$ odd layers, $s_k = {sympy.latex(layers)}$",
        layers,
        k,
        first=0,
        following=lambda s: s + (number * 4**k + total) + (4 ** (k + 1) - 1),
        name=named("s"),
    )
    lines.same(
        "For $n = 2k$ the endpoint is added",
        sympy.Add(layers, 4**k, evaluate=False),
        believed(k, 1),
        shown="S(2k) = s_k + 4^k",
    )
    lines.same(
        "For $n = 2k + 1$ the next even layer is added",
        sympy.Add(layers, number * 4**k, total, evaluate=False),
        believed(k + 1, 0),
        shown="S(2k + 1) = s_k + (N_k 4^k + T_k)",
    )


def program(step: Formula, believed: tuple[int, int], lines: Lines) -> None:
    """The program's numbers after an even and an odd layer are those of the next layer."""
    number, total, p, s, k = natural("N_k T_k p s k")
    used, endpoint = believed
    even = number * p + total
    first = (
        "Before the even layer k the program keeps $N_k$, $T_k$, $p = 4^k$ and the sum s of the "
        "layers before. Two layers later it keeps the number of offsets"
    )
    kept = (
        (first, (number, number), "N_{k+1}"),
        ("their sum", (total, total, number * p, 2 * p), "T_{k+1}"),
        ("the next power of four", (p, p, p, p), "4^{k+1}"),
        ("and the sum with both layers", (s, even, 4 * p, -1), "s + (N_k p + T_k) + (4 p - 1)"),
    )
    halfway = step(0, (number, total, p, s), used)
    for (words, parts, name), found in zip(kept, step(1, halfway, used), strict=True):
        lines.same(words, sympy.Add(*parts, evaluate=False), found, shown=name)
    lines.same("For $n = 2k$ the endpoint $2^n$ is added", 2 ** (2 * k), endpoint * 4**k)
    more = sympy.Add(even, s, evaluate=False)
    lines.same("For $n = 2k + 1$ only the even layer is", more, halfway[3])
