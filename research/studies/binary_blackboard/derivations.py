"""The binary blackboard: its pattern decided for every number, its sums derived from the automaton.

Each derivation takes what is believed and writes lines that are verified for all values. The
automaton is that of the theorem which ties it to the rules; see :mod:`.losing`.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from itertools import product
from typing import TYPE_CHECKING, Any

from research.claims.formula_text import compared
from research.studies.binary_blackboard.losing import (
    below,
    between,
    in_powers,
    relations,
)
from research.studies.binary_blackboard.theorem import theorem

if TYPE_CHECKING:
    from research.checks.derivations import Lines
    from research.studies.binary_blackboard.automata import Candidate

Formula = Callable[..., Any]


def _index(name: str = "k") -> Any:
    import sympy

    return sympy.Symbol(name, integer=True, nonnegative=True)


def _decided(lines: Lines, words: str, statement: str) -> None:
    lines.decided(words, statement, relations=relations())


# The four states.


def duality(believed: Formula, lines: Lines) -> None:
    """Eric loses with flag q where Oscar loses with the flag that is believed."""
    for flag in (0, 1):
        _decided(
            lines,
            f"Eric, to move with flag {flag}, loses exactly where Oscar, to move with flag "
            f"{believed(flag)}, loses",
            f"Ar $losesE{flag}(r) <=> $losesO{believed(flag)}(r)",
        )


# The pattern.


def kernel(believed: Candidate, lines: Lines) -> None:
    """The candidate's numbers are those of the criterion that is tied to the rules."""
    lines.decided(
        "The automaton accepts the numbers of L, read from the least digit in base 4, and no other",
        "Ar $candidate(r) <=> $member(r)",
        relations={**relations(), "candidate": believed.automaton()},
    )
    for flag in (0, 1):
        lines.decided(
            f"and $L_{flag}$ holds those of them with parity {flag}",
            f"Ar $losesO{flag}(r) <=> ($candidate(r) & T[r] = @{flag})",
            relations={**relations(), "candidate": believed.automaton()},
        )


def _part(believed: Formula, part: int, k: Any) -> Any:
    """One of several things that are believed of k."""
    return believed(k)[part]


def odd_layers(believed: Formula, lines: Lines) -> None:
    """Of an odd layer only one number is in L."""
    number = compared(_symbol("r"), "=", in_powers(believed))
    _decided(
        lines,
        "With $p = 4^k$, of the r from 2p to 4p − 1 exactly the believed one is in L",
        f"Ap,r ($four(p) & 2*p <= r & r < 4*p) => ($member(r) <=> {number})",
    )


def ends_of_offsets(believed: Formula, lines: Lines) -> None:
    """The least and the greatest offset."""
    ends = [in_powers(partial(_part, believed, end)) for end in (0, 1)]
    for words, end in zip(("least", "greatest"), ends, strict=True):
        _decided(
            lines,
            f"With $p = 4^k$, the {words} offset e, as believed, is one: p + e is in L and below "
            "2p",
            f"Ap $four(p) => (Ee {compared(_symbol('e'), '=', end)} & e < p & $member(p + e))",
        )
    _decided(
        lines,
        "All offsets lie between them",
        f"Ap,e ($four(p) & e < p & $member(p + e)) => {between(ends[0], 'e', ends[1])}",
    )


def _symbol(name: str) -> Any:
    import sympy

    return sympy.Symbol(name)


def by_truth_table(believed: Formula, digit: int) -> str:
    """Write the condition that is believed of a digit, from all four cases of what it asks."""
    cases = []
    for offset, largest in product((False, True), repeat=2):
        if believed(digit, offset=offset, largest=largest):
            cases.append(
                f"({'' if offset else '~'}$member(p + y) & y + 1 {'=' if largest else '!='} p)"
            )
    return " | ".join(cases) or "0 = 1"


def offset_recurrence(believed: Formula, lines: Lines) -> None:
    """The recurrence, digit by digit."""
    lines.define("Let $p = 4^k$ and $y < p$; y is in $E_k$ if p + y is in L, x in $E_{k+1}$ if "
                 "4p + x is")  # fmt: skip
    for digit in range(4):
        _decided(
            lines,
            f"Whether ${digit} \\cdot 4^k + y$ is in $E_{{k+1}}$",
            f"Ap,y ($four(p) & y < p) => "
            f"($member(4*p + {digit}*p + y) <=> ({by_truth_table(believed, digit)}))",
        )


def endpoint(believed: Formula, lines: Lines) -> None:
    """2^n is in L exactly for the parity of n that is believed."""
    for parity, words, kind in ((0, "even", "$four(p)"), (1, "odd", "$power(p) & ~$four(p)")):
        member = "$member(p)" if believed(parity) else "~$member(p)"
        _decided(
            lines,
            f"Whether $p = 2^n$ is in L for {words} n",
            f"Ap ({kind}) => {member}",
        )


# Layers, numbers and sums.


def partition(believed: Formula, lines: Lines) -> None:
    """Every number from 1 on lies in one layer and no other."""
    layers = [partial(_part, believed, layer) for layer in (0, 1)]
    ends = [in_powers(partial(_part, layer, end)) for layer in layers for end in (0, 1)]

    def inside(power: str) -> str:
        low, high, second, last = (end.subs(_symbol("p"), _symbol(power)) for end in ends)
        return f"({between(low, 'r', high)} ^ {between(second, 'r', last)})"

    _decided(
        lines,
        "Every $r \\ge 1$ lies in one of the two layers of $p = 4^k$, not in both, for one p only; "
        "and in no two layers of another $q = 4^l$ at once",
        f"Ar (r >= 1) => (Ep $four(p) & {inside('p')} & (Aq ($four(q) & {inside('q')}) => q = p))",
    )
    for name, (low, high) in (("even", ends[:2]), ("odd", ends[2:])):
        _decided(
            lines,
            f"No r below 1 lies in the {name} layer of a $p = 4^k$, which is not empty",
            f"Ap $four(p) => ({compared(low, '<=', high)} & {compared(1, '<=', low)})",
        )


def number_recurrence(believed: Formula, lines: Lines) -> None:
    """N_(k+1) from N_k."""
    import sympy

    k = _index()
    lines.define("By the claim number-of-offsets", "N_k = 2^k")
    lines.same(
        "So the number of the next even layer is",
        sympy.Subs(2**k, k, k + 1),
        believed(2**k),
        shown="N_{k+1} = 2^{k+1}",
    )


def sum_recurrence(believed: Formula, lines: Lines) -> None:
    """T_(k+1) from N_k and T_k, by both forms of the source."""
    import sympy

    k = _index()
    total = (8**k + 6 * 4**k - 7 * 2**k) / 6
    following = sympy.Subs(total, k, k + 1)
    lines.define(
        "By the claims number-of-offsets and sum-of-offsets",
        f"N_k = 2^k, \\quad T_k = {sympy.latex(total)}",
    )
    lines.same(
        "The sum of the three parts of the set recurrence",
        following,
        total + ((2**k - 1) * 4**k + total - (4**k - 1)) + (4 ** (k + 1) - 1),
        shown="T_{k+1}",
    )
    lines.same("in short", following, believed(2**k, total, 4**k), shown="T_{k+1}")


def number_of_offsets(believed: Formula, lines: Lines) -> None:
    """N_k in closed form."""
    k = _index()
    lines.same(
        "The members of L from $2^{2k}$ to below $2^{2k+1}$",
        below(lines, "count").number(k),
        believed(k),
        shown="N_k",
    )


def sum_of_offsets(believed: Formula, lines: Lines) -> None:
    """T_k in closed form."""
    k = _index()
    lines.same(
        "The members of L from $2^{2k}$ to below $2^{2k+1}$, each less $4^k$",
        below(lines, "count", "sum").layer(k)[1],
        believed(k),
        shown="T_k",
    )


def even_layer_sum(believed: Formula, lines: Lines) -> None:
    """The sum of 4^k + e over the offsets."""
    import sympy

    k = _index()
    number = sympy.Symbol("N_k", integer=True, positive=True)
    i = sympy.Symbol("i", integer=True, positive=True)
    offset = sympy.IndexedBase("e")
    each = sympy.Sum(4**k + offset[i], (i, 1, number))
    copies, offsets = sympy.Sum(4**k, (i, 1, number)), sympy.Sum(offset[i], (i, 1, number))
    total = sympy.Symbol("T_k", integer=True, nonnegative=True)
    lines.define("Number the offsets $e_1, \\dots, e_{N_k}$", r"T_k = \sum_{i=1}^{N_k} e_i")
    lines.same("Split the sum of all", each, copies + offsets)
    lines.same("and add up the first part", copies + total, believed(number, total, 4**k))


def odd_layer_sum(believed: Formula, lines: Lines) -> None:
    """The sum of the odd layer."""
    k = _index()
    lines.same(
        "The members of L from $2^{2k+1}$ to below $2^{2k+2}$ add up to",
        below(lines, "sum").odd_layer(k),
        believed(k),
        shown=r"\sum (I_k^{\mathrm{odd}} \cap L)",
    )


def even_closed_form(believed: Formula, lines: Lines) -> None:
    """The sum up to 4^m, with the endpoint."""
    m = _index("m")
    total = below(lines, "sum").sum_below(2 * m)
    _decided(lines, "The endpoint $4^m$ is in L", "Ap $four(p) => $member(p)")
    lines.same("The sum below $4^m$, and the endpoint", total + 4**m, believed(m), shown="S(2m)")


def odd_closed_form(believed: Formula, lines: Lines) -> None:
    """The sum up to 2·4^m, without the endpoint."""
    m = _index("m")
    total = below(lines, "sum").sum_below(2 * m + 1)
    _decided(
        lines,
        "The endpoint $2 \\cdot 4^m$ is not in L",
        "Ap,q ($four(p) & q = 2*p) => ~$member(q)",
    )
    lines.same("The sum below $2 \\cdot 4^m$", total, believed(m), shown="S(2m + 1)")


def one_closed_form(believed: Formula, lines: Lines, even_sum: Formula, odd_sum: Formula) -> None:
    """The one formula is both of the closed forms."""
    m = _index("m")
    lines.same("For $n = 2m$", believed(m, 1), even_sum(m))
    lines.same("For $n = 2m + 1$, with $m + 1$ in place of $m$", believed(m + 1, 0), odd_sum(m))


# Cost.


def number_of_states(believed: Formula, lines: Lines) -> None:
    """Four states for each r from 0, at most 8 · 2^n."""
    import sympy

    n, r, p = _index("n"), sympy.Symbol("r", integer=True), _symbol("p")
    coordinates = theorem().formulas.rules.coordinates
    lines.checked(
        "In the formulas of the rules every r stands in four control states, alone",
        [dict(coordinates)],
        lambda states: len(states) == 4 and all(len(names) == 1 for names in states.values()),
    )
    lines.same("Four for each $r$ from $0$ to $2^n$", sympy.Sum(4, (r, 0, 2**n)), believed(2**n))
    lines.decided(
        "With $p = 2^n \\ge 1$ that is at most 8p",
        f"Ap (p >= 1) => ({compared(believed(p), '<=', 8 * p)})",
    )


def number_of_moves(believed: Formula, lines: Lines) -> None:
    """As many as r moves in each of the four states of r, at most 4 · 4^n."""
    import sympy

    n, u, p = _index("n"), _index("u"), _symbol("p")
    r = sympy.Symbol("r", integer=True)
    for state, options in _options_by_target().items():
        lines.decided(
            f"From r in the control state {state} the rules lead to each y < r once, and to no "
            "other, so r moves are possible",
            f"Ar,y (({' ^ '.join(options)}) <=> y < r)"
            + "".join(f" & ~({a} & {b})" for i, a in enumerate(options) for b in options[:i]),
        )
    lines.same(
        "Four times the sum of r from 0 to $2^n$", sympy.Sum(4 * r, (r, 0, 2**n)), believed(2**n)
    )
    lines.same(
        "With $p = 2^n$ that is less than $4 p^2$ by", 4 * p**2 - believed(p), 2 * p * (p - 1)
    )
    lines.has("which is not negative for $p = u + 1$", 2 * (u + 1) * ((u + 1) - 1), "nonnegative")


def _options_by_target() -> dict[str, list[str]]:
    """For each control state, for each of its targets: the formula of the moves from r to y."""
    from research.logic.formula import (
        Comparison,
        Variable,
        conjunction,
        disjunction,
        exists,
        text,
    )

    rules = theorem().formulas.rules
    found: dict[str, dict[str, Any]] = {state: {} for state in rules.coordinates}
    for move in rules.moves:
        (image,) = move.image
        option = exists(
            move.parameters, conjunction(move.guard, Comparison("=", Variable("y"), image))
        )
        found[move.source].setdefault(move.target, []).append(option)
    return {
        state: [f"({text(disjunction(*options))})" for options in targets.values()]
        for state, targets in found.items()
    }
