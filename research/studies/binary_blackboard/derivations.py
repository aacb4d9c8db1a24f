"""The binary blackboard's recurrences and sums by sympy, and its pattern by finite automata.

Each derivation takes what is believed and writes lines that are verified for all values.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from research.studies.binary_blackboard import automata

if TYPE_CHECKING:
    from research.symbolic import Lines

Formula = Callable[..., Any]


def _index(name: str = "k") -> Any:
    import sympy

    return sympy.Symbol(name, integer=True, nonnegative=True)


# The four states.


def duality(believed: Formula, lines: Lines) -> None:
    """Eric with flag q is Oscar with the flag believed, win and loss exchanged."""
    import sympy

    q, t = sympy.symbols("q t", integer=True)
    r, x = sympy.symbols("r x", integer=True, positive=True)

    def exclusive(a: Any, b: Any) -> Any:
        return a + b - 2 * a * b

    lines.say(
        "Bits as polynomials, and the flag of the other player",
        f"a \\oplus b = a + b - 2 a b, \\quad d(q) = {sympy.latex(believed(q))}",
    )
    lines.same("At $r = 0$, where $O_q(0) = E_q(0) = q$", q, 1 - believed(q), shown="E_q(0)")
    lines.same(
        "The flags stay so along a move",
        sympy.expand(believed(exclusive(q, t))),
        sympy.expand(exclusive(believed(q), t)),
        shown=r"d(q \oplus t)",
    )
    oscar = sympy.IndexedBase("o")
    lines.say(
        "Write, and use the hypothesis for what remains, which is less than $r$",
        r"o_x = O_{d(q) \oplus t(x)}(r - x), \quad E_{q \oplus t(x)}(r - x) = 1 - o_x",
    )
    lines.same(
        "Some $E$ is 1 unless all are 0",
        1 - sympy.Product(1 - (1 - oscar[x]), (x, 1, r)),
        1 - sympy.Product(oscar[x], (x, 1, r)),
        shown=r"O_q(r) = 1 - \prod_{x=1}^{r} \left(1 - E_{q \oplus t(x)}(r - x)\right)",
    )
    lines.say("By Eric's recurrence the product is", r"E_{d(q)}(r), \quad O_q(r) = 1 - E_{d(q)}(r)")
    lines.same("and the flags are exchanged twice", believed(believed(q)), q, shown="d(d(q))")


# The pattern, by automata.


def kernel(believed: automata.Candidate, lines: Lines) -> None:
    """The candidate's numbers are the losing ones, for every r."""
    from research.claims import Counterexample
    from research.symbolic import NotDerivedError

    lines.say(
        "Let S be the numbers that the automaton accepts, and call (r, q) lost if $r \\in S$ and "
        "$q = t(r)$. By induction on r it is enough that for every $r \\ge 1$ and $q$",
        r"(r, q) \text{ lost} \iff \neg \exists s < r : s \in S, \; "
        r"t(r - s) = 1 \oplus q \oplus t(s)",
    )
    failure, states = automata.kernel_failure(believed)
    words = "Reading the base-4 digits of r, all sets of states for s, borrow and parity"
    shown = f"\\text{{the condition holds in each of {states} sets}}"
    if failure is not None:
        case = Counterexample(f"r={failure[0]}, q={failure[1]}")
        raise NotDerivedError(words, shown, case)
    lines.holds(words, True, shown=shown)  # noqa: FBT003


def _members(digit: int) -> list[tuple[automata.State, bool]]:
    """Every state after the digits of y < 4^k, and whether digit·4^k + y is losing then."""
    losing = automata.LOSING
    return [(state, losing.accepts_at(losing.after(state, digit))) for state in losing.states()]


def _largest(state: automata.State) -> bool:
    """Whether y = 4^k − 1: the carry of y + 1 is left."""
    return state[1] == 1


def _in_every_state(lines: Lines, words: str, right: list[bool], shown: str) -> None:
    lines.holds(f"{words}, in each of the {len(right)} states after y", all(right), shown=shown)


def odd_layers(believed: Formula, lines: Lines) -> None:
    """Of the numbers 2·4^k + y and 3·4^k + y only the greatest is losing."""
    k = _index()
    _in_every_state(
        lines,
        "With leading digit 2",
        [not member for _, member in _members(2)],
        r"2 \cdot 4^k + y \notin L",
    )
    _in_every_state(
        lines,
        "With leading digit 3",
        [member == _largest(state) for state, member in _members(3)],
        r"3 \cdot 4^k + y \in L \iff y = 4^k - 1",
    )
    lines.same("So the only number is", 3 * 4**k + 4**k - 1, believed(k))


def odd_layer_sum(believed: Formula, lines: Lines) -> None:
    """The sum of the odd layer: of its one number."""
    k = _index()
    odd_layers(lambda index: 4 ** (index + 1) - 1, lines)
    lines.same("so the sum has this one term", 4 ** (k + 1) - 1, believed(k))


def ends_of_offsets(believed: Formula, lines: Lines) -> None:
    """The least and the greatest offset."""
    k = _index()
    least, greatest = believed(k)
    members = _members(1)
    _in_every_state(
        lines,
        "The greatest offset is $y = 4^k - 1$",
        [member for state, member in members if _largest(state)],
        r"4^k + (4^k - 1) \in L",
    )
    lines.same("It is", 4**k - 1, greatest)
    losing = automata.LOSING
    zero = losing.after(losing.first(), 0)
    lines.holds(
        "The least is $y = 0$: after one zero or more the state stays",
        losing.after(zero, 0) == zero
        and losing.accepts_at(losing.after(zero, 1))
        and losing.accepts_at(losing.after(losing.first(), 1)),
        shown=r"4^k + 0 \in L",
    )
    lines.same("It is", 0, least)


def offset_recurrence(believed: Formula, lines: Lines) -> None:
    """The recurrence, digit by digit, in every state after y."""
    losing = automata.LOSING
    lines.say("Let $y < 4^k$, and let the automaton read y, then the digit, then the leading 1")
    for digit in range(4):
        right = []
        for state in losing.states():
            found = losing.accepts_at(losing.after(losing.after(state, digit), 1))
            offset = losing.accepts_at(losing.after(state, 1))
            right.append(found == believed(digit, offset=offset, largest=_largest(state)))
        condition = (
            r"y \in E_k",
            r"y \in E_k, \; y \ne 4^k - 1",
            r"\text{never}",
            "y = 4^k - 1",
        )[digit]
        _in_every_state(
            lines,
            f"Digit {digit}",
            right,
            f"{digit} \\cdot 4^k + y \\in E_{{k+1}} \\iff {condition}",
        )


def endpoint(believed: Formula, lines: Lines) -> None:
    """2^n is losing exactly for the parity of n that is believed."""
    losing = automata.LOSING
    zero = losing.after(losing.first(), 0)
    lines.holds(
        "After one zero or more the state stays the same",
        losing.after(zero, 0) == zero,
        shown="0^k",
    )
    for remainder, digit in ((0, 1), (1, 2)):
        found = {losing.accepts_at(losing.after(state, digit)) for state in (losing.first(), zero)}
        relation = r"\in" if believed(remainder) else r"\notin"
        lines.holds(
            f"$2^n$ for $n = 2k + {remainder}$ is {digit} followed by $k$ zeros",
            found == {believed(remainder)},
            shown=f"{digit} \\cdot 4^k {relation} L",
        )


# Layers, numbers and sums.


def partition(believed: Formula, lines: Lines) -> None:
    """Each layer begins after the end of the one before; the first begins at 1."""
    k = _index()
    (even_low, even_high), (odd_low, odd_high) = believed(k)
    lines.same("The first layer begins at", even_low.subs(k, 0), 1)
    lines.same("An odd layer follows the even one", even_high + 1, odd_low)
    lines.same("The next even layer follows the odd one", odd_high + 1, even_low.subs(k, k + 1))


def _three_parts(lines: Lines) -> None:
    """The three parts of the set recurrence do not meet."""
    k = _index()
    lines.say("$E_k \\subseteq [0, 4^k - 1]$, and $4^k - 1$ is in it")
    lines.same("The shifted copy begins above", 4**k - (4**k - 1), 1)
    gap = 4 ** (k + 1) - 1 - (2 * 4**k - 2)
    lines.same("The new end lies above the shifted copy by at least", gap, 2 * 4**k + 1)


def number_recurrence(believed: Formula, lines: Lines) -> None:
    """N_(k+1) from the three parts."""
    import sympy

    number = sympy.Symbol("N_k", integer=True, positive=True)
    _three_parts(lines)
    lines.same("Their numbers", number + (number - 1) + 1, believed(number), shown="N_{k+1}")


def sum_recurrence(believed: Formula, lines: Lines) -> None:
    """T_(k+1) from the three parts."""
    import sympy

    k = _index()
    number = sympy.Symbol("N_k", integer=True, positive=True)
    total = sympy.Symbol("T_k", integer=True, nonnegative=True)
    _three_parts(lines)
    shifted = (number - 1) * 4**k + total - (4**k - 1)
    lines.same(
        "Their sums",
        total + shifted + (4 ** (k + 1) - 1),
        believed(number, total, 4**k),
        shown=r"T_{k+1} = T_k + \left((N_k - 1) 4^k + T_k - (4^k - 1)\right) + (4^{k+1} - 1)",
    )


def _name(letter: str) -> Callable[[Any], str]:
    import sympy

    return lambda index: f"{letter}_{{{sympy.latex(sympy.sympify(index))}}}"


def number_of_offsets(believed: Formula, lines: Lines) -> None:
    """N_k by induction."""
    import sympy

    k = _index()
    lines.induction(
        "$N_0 = 1$, $N_{k+1} = 2 N_k$",
        sympy.sympify(believed(k)),
        k,
        first=1,
        following=lambda number: 2 * number,
        name=_name("N"),
    )


def sum_of_offsets(believed: Formula, lines: Lines) -> None:
    """T_k solved from its recurrence, and verified by induction."""
    import sympy

    k = _index()
    sequence = sympy.Function("T")
    solved = sympy.rsolve(
        sequence(k + 1) - 2 * sequence(k) - (2**k + 2) * 4**k, sequence(k), {sequence(0): 0}
    )
    lines.same(
        "Solved from $T_0 = 0$, $T_{k+1} = 2 T_k + (2^k + 2) 4^k$", solved, believed(k), shown="T_k"
    )
    lines.induction(
        "Verified by induction",
        believed(k),
        k,
        first=0,
        following=lambda total: 2 * total + (2**k + 2) * 4**k,
        name=_name("T"),
    )


def even_layer_sum(believed: Formula, lines: Lines) -> None:
    """The sum of 4^k + e over the offsets."""
    import sympy

    k = _index()
    number = sympy.Symbol("N_k", integer=True, positive=True)
    i = sympy.Symbol("i", integer=True, positive=True)
    total = sympy.Symbol("T_k", integer=True, nonnegative=True)
    copies = sympy.Sum(4**k, (i, 1, number)).doit()
    lines.say("Number the offsets $e_1, \\dots, e_{N_k}$", r"\sum_{i=1}^{N_k} e_i = T_k")
    lines.same(
        "Split the sum",
        copies + total,
        believed(number, total, 4**k),
        shown=r"\sum_{i=1}^{N_k} (4^k + e_i) = \sum_{i=1}^{N_k} 4^k + T_k",
    )


def _layer_totals(lines: Lines) -> tuple[Any, Any, Any]:
    """The sums of the even and the odd layer k, from N_k and T_k."""
    k = _index()
    total = (8**k + 6 * 4**k - 7 * 2**k) / 6
    even = (7 * 8**k + 6 * 4**k - 7 * 2**k) / 6
    lines.same("An even layer", 2**k * 4**k + total, even, shown="N_k 4^k + T_k")
    odd = 4 ** (k + 1) - 1
    lines.say("An odd layer", "4^{k+1} - 1")
    return k, even, odd


def even_closed_form(believed: Formula, lines: Lines) -> None:
    """The sum up to 4^m: m layers of each kind and the endpoint."""
    import sympy

    k, even, odd = _layer_totals(lines)
    m = _index("m")
    layers = sympy.summation(sympy.expand(even + odd), (k, 0, m - 1))
    lines.same(
        "All layers and the endpoint",
        layers + 4**m,
        believed(m),
        shown=r"\sum_{k < m} \left(N_k 4^k + T_k + 4^{k+1} - 1\right) + 4^m",
    )
    lines.induction(
        "Verified by induction without the endpoint",
        believed(m) - 4**m,
        m,
        first=0,
        following=lambda before: before + (even + odd).subs(k, m),
        name=lambda index: f"\\sum_{{k < {sympy.latex(sympy.sympify(index))}}}",
    )


def odd_closed_form(believed: Formula, lines: Lines) -> None:
    """The sum up to 2·4^m: m layers of each kind and one more even layer."""
    import sympy

    k, even, odd = _layer_totals(lines)
    m = _index("m")
    layers = sympy.summation(sympy.expand(even + odd), (k, 0, m - 1)) + even.subs(k, m)
    lines.same(
        "All layers; the endpoint $2 \\cdot 4^m$ is not losing",
        layers,
        believed(m),
        shown=r"\sum_{k < m} \left(N_k 4^k + T_k + 4^{k+1} - 1\right) + N_m 4^m + T_m",
    )
    lines.induction(
        "Verified by induction",
        believed(m),
        m,
        first=even.subs(k, 0),
        following=lambda before: before + odd.subs(k, m) + even.subs(k, m + 1),
        name=lambda index: f"S(2 ({sympy.latex(sympy.sympify(index))}) + 1)",
    )


def one_closed_form(believed: Formula, lines: Lines, even_sum: Formula, odd_sum: Formula) -> None:
    """The one formula is both of the closed forms."""
    m = _index("m")
    lines.same("For $n = 2m$", believed(m, 1), even_sum(m))
    lines.same("For $n = 2m + 1$, with $m + 1$ in place of $m$", believed(m + 1, 0), odd_sum(m))


# Cost.


def number_of_states(believed: Formula, lines: Lines) -> None:
    """Four states for each r from 0, at most 8 · 2^n."""
    import sympy

    n = _index("n")
    r = sympy.Symbol("r", integer=True)
    states = sympy.Sum(4, (r, 0, 2**n)).doit()
    lines.same("Four for each $r$ from $0$ to $2^n$", states, believed(2**n))
    lines.same("Below $8 \\cdot 2^n$ by", 8 * 2**n - believed(2**n), 4 * (2**n - 1))
    lines.holds("which is not negative", _at_least_one(2**n), shown=r"2^n \ge 1")


def number_of_moves(believed: Formula, lines: Lines) -> None:
    """As many as r moves in each of the four states of r, at most 4 · 4^n."""
    import sympy

    n = _index("n")
    r = sympy.Symbol("r", integer=True)
    moves = sympy.Sum(4 * r, (r, 0, 2**n)).doit()
    lines.same("As many as $r$ in each of the four states of $r$", moves, believed(2**n))
    lines.same("Below $4 \\cdot 4^n$ by", 4 * 4**n - believed(2**n), 2 * 2**n * (2**n - 1))
    lines.holds("which is not negative", _at_least_one(2**n), shown=r"2^n \ge 1")


def _at_least_one(power: Any) -> bool:
    """Whether a power is a positive integer, and so at least 1."""
    return bool(power.is_integer and power.is_positive)
