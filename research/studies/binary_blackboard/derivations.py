"""The binary blackboard: its pattern decided for every number, its sums derived from the automaton.

Each derivation takes what is believed and writes lines that are verified for all values. The
automaton is that of the theorem which ties it to the rules; see :mod:`.theorem`.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable
from functools import cache
from itertools import chain, combinations, product
from typing import TYPE_CHECKING, Any, Literal

from research.claims.formula_text import compared
from research.studies.binary_blackboard.theorem import predicates, theorem
from research.studies.binary_blackboard.truth import ROWS, in_rows
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


def decided(lines: Lines, words: str, statement: str) -> None:
    """Write a statement about L and the powers of four."""
    lines.decided(words, statement, relations=predicates())


def in_powers(believed: Formula) -> list[Any]:
    """Return as a·p + c each a·4^k + c that is believed of every k.

    Raises
    ------
    ValueError
        If one is not of this form.
    """
    from research.checks.derivations import is_same

    k, written = natural("k"), []
    for formula, first, second in zip(*map(believed, (k, 1, 2)), strict=True):
        factor = sympy.Rational(second - first, 12)
        written.append(factor * sympy.Symbol("p") + first - 4 * factor)
        if not is_same(formula, written[-1].subs("p", 4**k)):
            raise ValueError(f"{formula}: expected a·4^k + c")
    return written


def between(low: Any, number: str, high: Any) -> str:
    """Write that a number lies between two linear expressions, both included."""
    middle = sympy.Symbol(number)
    return f"({compared(low, '<=', middle)} & {compared(middle, '<=', high)})"


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


def odd_layers(believed: Formula, lines: Lines) -> None:
    """Of an odd layer only one number is in L."""
    number = compared(sympy.Symbol("r"), "=", *in_powers(believed))
    decided(
        lines,
        "With $p = 4^k$, of the r from 2p to 4p − 1 exactly the believed one is in L",
        f"Ap,r ($four(p) & 2*p <= r & r < 4*p) => ($member(r) <=> {number})",
    )


def ends_of_offsets(believed: Formula, lines: Lines) -> None:
    """The least and the greatest offset."""
    least, greatest = in_powers(believed)
    for words, end in (("least", least), ("greatest", greatest)):
        decided(
            lines,
            f"With $p = 4^k$, the {words} offset e, as believed, is one: p + e is in L and below "
            "2p",
            f"Ap $four(p) => (Ee {compared(sympy.Symbol('e'), '=', end)} & e < p & $member(p + e))",
        )
    decided(
        lines,
        "All offsets lie between them",
        f"Ap,e ($four(p) & e < p & $member(p + e)) => {between(least, 'e', greatest)}",
    )


def offset_recurrence(believed: tuple[str, Formula], lines: Lines) -> None:
    """The recurrence of the sets, and digit by digit."""
    as_sets, by_digit = believed
    lines.define(
        "Let $p = 4^k$ and $y < p$; y is in $E_k$ if p + y is in L, x in $E_{k+1}$ if 4p + x is"
    )
    decided(
        lines,
        "Which x are in $E_{k+1}$, as a union of sets",
        f"Ap,x ($four(p) & x < 4*p) => ($member(4*p + x) <=> ({as_sets}))",
    )
    for digit in range(4):
        said = " | ".join(
            f"({'' if offset else '~'}$member(p + y) & y + 1 {'=' if largest else '!='} p)"
            for offset, largest in product((False, True), repeat=2)
            if by_digit(offset, largest)[digit]
        )
        decided(
            lines,
            f"Whether ${digit} \\cdot 4^k + y$ is in $E_{{k+1}}$",
            f"Ap,y ($four(p) & y < p) => ($member(4*p + {digit}*p + y) <=> ({said or '0 = 1'}))",
        )


def endpoint(believed: Formula, lines: Lines) -> None:
    """2^n is in L exactly for the parity of n that is believed."""
    for parity, words, kind in ((0, "even", "$four(p)"), (1, "odd", "$power(p) & ~$four(p)")):
        member = "$member(p)" if believed(parity) else "~$member(p)"
        decided(lines, f"Whether $p = 2^n$ is in L for {words} n", f"Ap ({kind}) => {member}")


def partition(believed: Formula, lines: Lines) -> None:
    """Every number from 1 on lies in one layer and no other."""
    ends = in_powers(lambda k: chain(*believed(k)))

    def inside(power: str) -> str:
        low, high, second, last = (end.subs("p", sympy.Symbol(power)) for end in ends)
        return f"({between(low, 'r', high)} ^ {between(second, 'r', last)})"

    decided(
        lines,
        "Every $r \\ge 1$ lies in one of the two layers of $p = 4^k$, not in both, for one p only; "
        "and in no two layers of another $q = 4^l$ at once",
        f"Ar (r >= 1) => (Ep $four(p) & {inside('p')} & (Aq ($four(q) & {inside('q')}) => q = p))",
    )
    for name, (least, most) in (("even", ends[:2]), ("odd", ends[2:])):
        decided(
            lines,
            f"No r below 1 lies in the {name} layer of a $p = 4^k$, which is not empty",
            f"Ap $four(p) => ({compared(least, '<=', most)} & {compared(1, '<=', least)})",
        )


# Numbers and sums.


@cache
def below_powers(quantity: Literal["count", "sum"]) -> tuple[Any, Any | None]:
    """The matrix that counts and adds what the automaton of L accepts, and a closed form of it."""
    from research.logic.linear import closed_form, linear_representation

    representation = linear_representation(predicates()["member"], "lsd_2")
    return representation, closed_form(representation, quantity)


def derived(quantity: Literal["count", "sum"], lines: Lines) -> Formula:
    """Derive how many members of L lie below 2^n, or their sum, as a function of n.

    It is compared with the members that the rules give, which know nothing of the automaton.
    """
    from research.checks.derivations import NotDerivedError

    words = "number" if quantity == "count" else "sum"
    representation, form = below_powers(quantity)
    if form is None:
        raise NotDerivedError(
            f"The {words} of the members of L below $2^n$", "no closed form", None
        )
    size = len(representation.matrix)
    lines.define(
        f"The automaton of L has {len(representation.steps)} states; a power of a matrix of size "
        f"{size} counts and adds what it accepts. The {words} of the members of L below $2^n$, by "
        "the roots of its recurrence",
        sympy.latex(form),
    )
    terms = representation.terms(quantity, 2 * size)
    lines.checked(
        f"It is the {words} that the first {2 * size} powers of the matrix give",
        range(2 * size),
        lambda n: sympy.expand(form.subs("n", n)) == terms[n],
    )
    of = len if quantity == "count" else sum
    lines.checked(
        f"and the {words} of those that the minimax recurrence on rows of bits lists, for each n "
        f"with $2^n \\le {ROWS}$",
        range(ROWS.bit_length()),
        lambda n: sympy.expand(form.subs("n", n)) == of(in_rows.up_to(2**n - 1)),
    )
    return lambda exponent: form.subs("n", exponent)


def number_of_offsets(believed: Formula, lines: Lines) -> None:
    """N_k in closed form."""
    k, number = natural("k"), derived("count", lines)
    words = "The members of L from $2^{2k}$ to below $2^{2k+1}$"
    lines.same(words, number(2 * k + 1) - number(2 * k), believed(k), shown="N_k")


def sum_of_offsets(believed: Formula, lines: Lines) -> None:
    """T_k in closed form."""
    k, number, total = natural("k"), derived("count", lines), derived("sum", lines)
    words = "The members of L from $2^{2k}$ to below $2^{2k+1}$, each less $4^k$"
    sums, copies = total(2 * k + 1) - total(2 * k), number(2 * k + 1) - number(2 * k)
    lines.same(words, sums - copies * 4**k, believed(k), shown="T_k")


def number_recurrence(parts: tuple[str, ...], believed: Formula, lines: Lines) -> None:
    """N_(k+1) from N_k, by the parts of the set recurrence."""
    number = sympy.Symbol("N_k", integer=True, positive=True)
    for one, other in combinations(parts, 2):
        words = "With $p = 4^k$, no x is in two parts of $E_{k+1}$"
        decided(lines, words, f"Ap,x $four(p) => ~({one} & {other})")
    lines.same(
        "Count $E_k$, the shifted copy without its end (which it has), and the new end",
        sympy.Add(number, number - 1, 1, evaluate=False),
        believed(number),
        shown="N_{k+1} = N_k + (N_k - 1) + 1",
    )


def sum_recurrence(believed: Formula, lines: Lines) -> None:
    """T_(k+1) from N_k and T_k, by the parts of the set recurrence."""
    k, total = natural("k T_k")
    number = sympy.Symbol("N_k", integer=True, positive=True)
    shifted = (number - 1) * 4**k + total - (4**k - 1)
    lines.same(
        "The shifted copy adds up to what the even layer does, and its end is left out",
        (number * 4**k + total) - (4**k + (4**k - 1)),
        shifted,
    )
    lines.same(
        "Add $E_k$ and the new end",
        total + shifted + (4 ** (k + 1) - 1),
        believed(number, total, 4**k),
        shown="T_{k+1} = T_k + ((N_k - 1) 4^k + T_k - (4^k - 1)) + (4^{k+1} - 1)",
    )


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


def odd_layer_sum(believed: Formula, lines: Lines) -> None:
    """The sum of the odd layer."""
    k, total = natural("k"), derived("sum", lines)
    lines.same(
        "The members of L from $2^{2k+1}$ to below $2^{2k+2}$ add up to",
        total(2 * k + 2) - total(2 * k + 1),
        believed(k),
        shown=r"\sum (I_k^{\mathrm{odd}} \cap L)",
    )


def even_closed_form(believed: Formula, lines: Lines) -> None:
    """The sum up to 4^m, with the endpoint."""
    m, total = natural("m"), derived("sum", lines)
    decided(lines, "The endpoint $4^m$ is in L", "Ap $four(p) => $member(p)")
    words = "The sum below $4^m$, and the endpoint"
    lines.same(words, total(2 * m) + 4**m, believed(m), shown="S(2m)")


def odd_closed_form(believed: Formula, lines: Lines) -> None:
    """The sum up to 2·4^m, without the endpoint."""
    m, total = natural("m"), derived("sum", lines)
    words = "The endpoint $2 \\cdot 4^m$ is not in L"
    decided(lines, words, "Ap,q ($four(p) & q = 2*p) => ~$member(q)")
    lines.same("The sum below $2 \\cdot 4^m$", total(2 * m + 1), believed(m), shown="S(2m + 1)")


def one_closed_form(even_sum: Formula, odd_sum: Formula, believed: Formula, lines: Lines) -> None:
    """The one formula is both of the closed forms."""
    m = natural("m")
    lines.same("For $n = 2m$", believed(m, 1), even_sum(m))
    lines.same("For $n = 2m + 1$, with $m + 1$ in place of $m$", believed(m + 1, 0), odd_sum(m))


# The program.


def program(
    kept: tuple[Formula, ...], answers: tuple[Formula, Formula], believed: Any, lines: Lines
) -> None:
    """The numbers that the program keeps, and its result, by induction on pairs of layers."""
    k = natural("k")
    even_answer, odd_answer = answers
    without_endpoint = even_answer(k) - 4**k
    state = (*(formula(k) for formula in kept), without_endpoint)
    lines.define(
        "Before the even layer k the program has an even and an odd layer for each smaller index "
        "behind it, and keeps $N_k$, $T_k$, $4^k$ and the sum so far, at first 1, 0, 1 and 0"
    )
    for place, (letter, first) in enumerate((("N", 1), ("T", 0), ("p", 1), ("s", 0))):

        def following(value: Any, place: int = place) -> Any:
            changed = (*state[:place], value, *state[place + 1 :])
            return believed.odd(believed.even(changed))[place]

        lines.induction(
            f"What is kept as ${letter}_k$",
            state[place],
            k,
            first=first,
            following=following,
            name=named(letter),
        )
    lines.same(
        "For $n = 2k$ the endpoint is added to $s_k$",
        sympy.Add(without_endpoint, believed.endpoint * 4**k, evaluate=False),
        even_answer(k),
    )
    more = sympy.Add(without_endpoint, believed.even((*state[:3], 0))[3], evaluate=False)
    lines.same("For $n = 2k + 1$ an even layer more is gone through", more, odd_answer(k))


# Cost.


def number_of_states(believed: Formula, lines: Lines) -> None:
    """Four states for each r from 0, at most 8 · 2^n."""
    n, r, p = natural("n"), sympy.Symbol("r", integer=True), sympy.Symbol("p")
    lines.checked(
        "In the formulas of the rules every r stands in four control states, alone",
        [dict(theorem().formulas.rules.coordinates)],
        lambda states: len(states) == 4 and all(len(names) == 1 for names in states.values()),
    )
    lines.same("Four for each $r$ from $0$ to $2^n$", sympy.Sum(4, (r, 0, 2**n)), believed(2**n))
    lines.decided(
        "With $p = 2^n \\ge 1$ that is at most 8p",
        f"Ap (p >= 1) => ({compared(believed(p), '<=', 8 * p)})",
    )


def number_of_moves(believed: Formula, lines: Lines) -> None:
    """As many as r moves in each of the four states of r, at most 4 · 4^n."""
    (n, u), r, p = natural("n u"), sympy.Symbol("r", integer=True), sympy.Symbol("p")
    for state, options in options_by_target().items():
        lines.decided(
            f"From r in the control state {state} the rules lead to each y < r once, and to no "
            "other, so r moves are possible",
            f"Ar,y (({' ^ '.join(options)}) <=> y < r)"
            + "".join(f" & ~({a} & {b})" for a, b in combinations(options, 2)),
        )
    lines.same(
        "Four times the sum of r from 0 to $2^n$", sympy.Sum(4 * r, (r, 0, 2**n)), believed(2**n)
    )
    lines.same(
        "With $p = 2^n$ that is less than $4 p^2$ by", 4 * p**2 - believed(p), 2 * p * (p - 1)
    )
    lines.has("which is not negative for $p = u + 1$", 2 * (u + 1) * ((u + 1) - 1), "nonnegative")


def options_by_target() -> dict[str, list[str]]:
    """For each control state, for each of its targets: the formula of the moves from r to y."""
    from research.logic.formula import Comparison, Variable, conjunction, disjunction, exists, text

    found: dict[str, dict[str, list[Any]]] = defaultdict(lambda: defaultdict(list))
    for move in theorem().formulas.rules.moves:
        leads = conjunction(move.guard, Comparison("=", Variable("y"), *move.image))
        found[move.source][move.target].append(exists(move.parameters, leads))
    return {
        state: [f"({text(disjunction(*options))})" for options in targets.values()]
        for state, targets in found.items()
    }
