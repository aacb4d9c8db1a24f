"""The binary blackboard: the losing sets L_0 and L_1 for every r, and the sums over their layers.

The rules are those of :mod:`oracles.games.binary_blackboard`: control states are whose turn it is
and the flag; the one coordinate is what remains.

Every statement about L for all sizes is decided of one criterion, by the predicates that are made
from it here. So a claim made with them rests on the one that ties the criterion to the rules. Each
derivation takes what is believed and writes lines that are verified for all values; in formulas p
is 4^k.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cache
from typing import TYPE_CHECKING, Any

from fast.lazy import sympy
from oracles.games.binary_blackboard import BinaryBlackboard
from research.proving.claiming import Theorem
from research.studies.decided import Derivation, Predicate, decided, natural

if TYPE_CHECKING:
    from research.checks.derivations import Lines
    from research.logic.automaton import Automaton
    from research.proving.claiming import Relations

Formula = Callable[..., Any]
THEOREM = "losing-sets-for-every-number"  # of the claim


def losing_theorem() -> Theorem:
    """Return the criterion for every r, in both players' terms."""
    return Theorem(
        BinaryBlackboard(),
        "Oscar, to move on the binary blackboard with r remaining and flag q, loses exactly if q "
        "is the parity of the ones of r and r + 1 is a power of two or a sum of distinct powers of "
        "four; this set is L_q. Eric, to move with flag q, loses exactly if r is in L_(1-q). For "
        "every r >= 0. In the formulas `$moser(x)` says that x is a sum of distinct powers of "
        "four, and `$P_O0(r)` that r is in this set for O0, and so on.",
        criterion(),
        relations=relations,
        controls={
            "sums of powers of four without the powers of two": criterion("$moser(r+1)"),
            "powers of two only": criterion("$power(r+1)"),
            "one number too many": criterion("$power(r+1) | $moser(r+1) | r = 300"),
        },
    )


def criterion(losing: str = "$power(r+1) | $moser(r+1)") -> dict[str, str]:
    """Return for each control state the formula of the r from which the player to move loses."""
    return {
        state: f"T[r] = @{flag} & ({losing})"
        for flag in (0, 1)
        for state in (f"O{flag}", f"E{1 - flag}")
    }


def relations() -> Relations:
    """Return the predicate of the sums of distinct powers of four."""
    from research.logic.digits import sums_of_powers_of_four

    return {"moser": sums_of_powers_of_four("x")}


def definitions() -> list[Predicate]:
    """Return the predicates of the losing sets, each with its meaning and its formula."""
    players = {"O": "Oscar", "E": "Eric"}
    losing = [
        (f"loses{of}", "r", f"{players[of[0]]}, to move with flag {of[1]}, loses at r", formula)
        for of, formula in criterion().items()
    ]
    return [
        *losing,
        ("member", "r", "r is in $L$",
         "1 <= r & ((T[r] = @0 & $losesO0(r)) | (T[r] = @1 & $losesO1(r)))"),
        ("four", "p", "p is a power of four and, `$moser(p)`, a sum of distinct powers of four",
         "$power(p) & $moser(p)"),
    ]  # fmt: skip


@cache
def predicates() -> dict[str, Automaton]:
    """Return the losing sets of both players, L, the powers of four and the sums of distinct ones.

    L begins at 1, as no game begins with 0.

    >>> [r for r in range(65) if predicates()["member"].accepts(r=r)]
    [1, 3, 4, 7, 15, 16, 19, 20, 31, 63, 64]
    >>> [p for p in range(100) if predicates()["four"].accepts(p=p)]
    [1, 4, 16, 64]
    """
    from research.logic.decide import evaluate

    known: dict[str, Any] = dict(relations())
    for name, _, _, formula in definitions():
        known[name] = evaluate(formula, "lsd_2", known)
    return known


def of_losing_sets(text: str) -> Derivation:
    """Decide statements about L and the powers of four."""
    return decided(text, relations, definitions())


# The sums over the layers.


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
