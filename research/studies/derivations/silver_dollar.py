"""The silver dollar game: gaps, moves, columns, carries and generating functions, by sympy.

Each derivation takes what is believed (a formula as a function) and writes lines that sympy
verifies for all values of the symbols.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Callable

    from research.symbolic import Lines


def sum_of_gaps(believed: Callable[[Any, Any], Any], lines: Lines) -> None:
    """The gaps add up to the number of empty squares: a telescoping sum."""
    import sympy

    i, n, m = sympy.symbols("i n m", integer=True, nonnegative=True)
    x = sympy.Function("x")
    lines.say("The gaps", r"g_0 = x_0, \quad g_i = x_i - x_{i-1} - 1, \quad g_m = n - 1 - x_{m-1}")
    lines.induction(
        "The gaps up to $g_i$ and the $i$ coins between them fill the squares before $x_i$",
        x(i) - i,
        i,
        first=x(0),
        following=lambda total: total + x(i + 1) - x(i) - 1,
        name=lambda index: f"g_0 + \\dots + g_{{{sympy.latex(sympy.sympify(index))}}}",
    )
    up_to_last = (x(i) - i).subs(i, m - 1)
    lines.same(
        "Add $g_m$",
        up_to_last + n - 1 - x(m - 1),
        believed(n, m),
        shown=r"g_0 + \dots + g_m",
    )


def numbers_of_gaps(believed: Callable[[Any], tuple[Any, Any]], lines: Lines) -> None:
    """How many of the m + 1 gaps are active and passive, for even and for odd m."""
    import sympy

    u = sympy.Symbol("u", integer=True, nonnegative=True)
    i = sympy.Symbol("i", integer=True)
    for parity, m, first, last in (("even", 2 * u, 1, 2 * u - 1), ("odd", 2 * u + 1, 0, 2 * u)):
        lines.say(
            f"For {parity} $m = {sympy.latex(m)}$ every second gap is active",
            f"g_{{{first}}}, g_{{{first + 2}}}, \\dots, g_{{{sympy.latex(last)}}}",
        )
        number = sympy.Sum(1, (i, 0, (last - first) / 2)).doit()
        active, passive = believed(m)
        lines.same("Their number", number, active, shown="k")
        lines.same("All other gaps", m + 1 - number, passive, shown="r")


def left_coin(believed: Callable[[Any, Any], Any], lines: Lines) -> None:
    """The left coin of a pair moves d squares to the left: its own gap grows."""
    _pair(lines, believed, moved_left=1, moved_right=0)


def right_coin(believed: Callable[[Any, Any], Any], lines: Lines) -> None:
    """The right coin of a pair moves d squares to the left: its own gap shrinks."""
    _pair(lines, believed, moved_left=0, moved_right=1)


def _pair(
    lines: Lines, believed: Callable[[Any, Any], Any], *, moved_left: int, moved_right: int
) -> None:
    import sympy

    before, left, right, after = sympy.symbols("x_{2i-1} x_{2i} x_{2i+1} x_{2i+2}", integer=True)
    d = sympy.Symbol("d", integer=True, positive=True)
    new_left, new_right = left - moved_left * d, right - moved_right * d
    lines.say("The pair's own gap", "y_i = x_{2i+1} - x_{2i} - 1")
    lines.same(
        "After the move",
        new_right - new_left - 1,
        believed(right - left - 1, d),
        shown="y_i'",
    )
    lines.same(
        "The gap before the pair, which is not among the $y$",
        new_left - before - 1,
        (left - before - 1) - moved_left * d,
        shown="g_{2i-1}'",
    )
    lines.same(
        "The gap after the pair, which is not among the $y$",
        after - new_right - 1,
        (after - right - 1) + moved_right * d,
        shown="g_{2i+1}'",
    )
    lines.say("No other gap has one of these two coins at its side")


def even_part(believed: Callable[[Any, Any], Any], lines: Lines) -> None:
    """Σ C(k, x) z^x over even x, by induction on k."""
    import sympy

    k = sympy.Symbol("k", integer=True, nonnegative=True)
    x = sympy.Symbol("x", integer=True, positive=True)
    half = sympy.Symbol("h", integer=True, positive=True)
    z = sympy.Symbol("z")
    lines.say(
        "The even and the odd part",
        r"E_k = \sum_{x \text{ even}} \binom{k}{x} z^x, \quad "
        r"O_k = \sum_{x \text{ odd}} \binom{k}{x} z^x, \quad E_0 = 1, \quad O_0 = 0",
    )
    lines.same(
        "Pascal's rule, term by term",
        sympy.binomial(k + 1, x) * z**x,
        sympy.binomial(k, x) * z**x + z * sympy.binomial(k, x - 1) * z ** (x - 1),
    )
    lines.same(
        "and in the constant term",
        sympy.binomial(k + 1, 0),
        sympy.binomial(k, 0),
        shown=r"\binom{k + 1}{0}",
    )
    lines.holds(
        "Where $x = 2h$ is even, $x - 1$ is odd",
        (2 * half - 1).is_odd,
        shown=r"2 h - 1 \text{ odd}",
    )
    lines.say("So", r"E_{k+1} = E_k + z O_k, \quad O_{k+1} = O_k + z E_k")
    lines.induction(
        "The sum of both",
        (1 + z) ** k,
        k,
        first=1,
        following=lambda both: both + z * both,
        name=lambda index: (
            f"E_{{{sympy.latex(sympy.sympify(index))}}} + O_{{{sympy.latex(sympy.sympify(index))}}}"
        ),
    )
    lines.induction(
        "The even part, with $O_k = (1 + z)^k - E_k$",
        believed(k, z),
        k,
        first=1,
        following=lambda even: even + z * ((1 + z) ** k - even),
        name=lambda index: f"E_{{{sympy.latex(sympy.sympify(index))}}}",
    )


def columns(believed: Callable[[Any, Any, Any], Any], lines: Lines) -> None:
    """Σ ways(s) z^s as a product, by induction on the number r of passive gaps."""
    import sympy

    k, r = sympy.symbols("k r", integer=True, nonnegative=True)
    j = sympy.Symbol("j", integer=True, positive=True)
    z = sympy.Symbol("z")
    even = ((1 + z) ** k + (1 - z) ** k) / 2
    lines.say(
        "Let $G_r$ be the generating function with $r$ passive gaps",
        r"G_r = \sum_s z^s \sum_{x \text{ even}} \binom{k}{x} \binom{r}{s - x}",
    )
    lines.same("With $r = 0$ only $s = x$ is left", sympy.binomial(0, 0), 1, shown=r"\binom{0}{0}")
    lines.same("as all other terms are 0", sympy.binomial(0, j), 0, shown=r"\binom{0}{j}")
    lines.same(
        "Pascal's rule in $r$, with $j = s - x$",
        sympy.binomial(r + 1, j),
        sympy.binomial(r, j) + sympy.binomial(r, j - 1),
    )
    lines.same(
        "and where $j = 0$",
        sympy.binomial(r + 1, 0),
        sympy.binomial(r, 0) + sympy.binomial(r, -1),
        shown=r"\binom{r + 1}{0}",
    )
    lines.say("So", r"G_0 = E_k = \frac{(1+z)^k + (1-z)^k}{2}, \quad G_{r+1} = G_r + z G_r")
    lines.induction(
        "The product",
        believed(k, r, z),
        r,
        first=even,
        following=lambda series: series + z * series,
        name=lambda index: f"G_{{{sympy.latex(sympy.sympify(index))}}}",
    )


def carry_step(believed: Callable[[Any, Any], Any], lines: Lines) -> None:
    """The carry step keeps every second coefficient."""
    import sympy

    u = sympy.Symbol("u", integer=True, nonnegative=True)
    z = sympy.Symbol("z", positive=True)
    lines.say(
        "With $P(z) = \\sum_c dp_b(c) z^c$ the product has, at $q = s + c$, all ways to that sum",
        r"Q(z) = P(z) \sum_s \mathrm{ways}(s) z^s = \sum_q Q_q z^q",
    )
    for bit in (0, 1):
        kept, dropped = 2 * u + bit, 2 * u + 1 - bit
        lines.say(f"Let $\\beta_b = {bit}$")
        lines.holds(
            "A sum of the right parity", (kept - bit).is_even, shown=f"q = {sympy.latex(kept)}"
        )
        lines.same("gives the carry", believed(kept, bit), u, shown="c'")
        lines.holds(
            "A sum of the other parity is not valid",
            (dropped - bit).is_odd,
            shown=f"q = {sympy.latex(dropped)}",
        )

        def section(q: Any, bit: int = bit) -> Any:
            return (z**q + (-1) ** bit * (-1) ** q * z**q) / (2 * z**bit)

        words = r"\frac{z^q + (-1)^{\beta} (-z)^q}{2 z^{\beta}}"
        lines.same(
            "What the section does to a kept term",
            section(kept),
            z ** (2 * believed(kept, bit)),
            shown=words,
        )
        lines.same("and to a dropped one", section(dropped), 0, shown=words)
    lines.say(
        "So, term by term, every second coefficient is kept",
        r"\sum_{c'} dp_{b+1}(c') z^{2c'} = \frac{Q(z) + (-1)^{\beta} Q(-z)}{2 z^{\beta}}",
    )


def one_coefficient(believed: Callable[[Any], Any], lines: Lines) -> None:
    """Count(S) is the coefficient of z^S in the product of A(z^(2^b))."""
    import sympy

    b, u, rest = sympy.symbols("b u S'", integer=True, nonnegative=True)
    lines.say("Let $A(z) = \\sum_s \\mathrm{ways}(s) z^s$", r"F(z) = \prod_{b \ge 0} A(z^{w_b})")
    lines.same("A bit of the lowest column weighs", believed(0), 1, shown="w_0")
    lines.same(
        "A bit of the next column weighs twice as much",
        believed(b + 1),
        2 * believed(b),
        shown="w_{b+1}",
    )
    lines.say("So the other columns are the same product in $z^2$", "F(z) = A(z) F(z^2)")
    for bit in (0, 1):
        lines.same(
            f"For $S = {sympy.latex(2 * rest + bit)}$ and a term "
            f"$z^{{{sympy.latex(2 * u + bit)}}}$ of $Q = P A$ the rest, in $F(z^2)$, is $z^{{2v}}$",
            (2 * rest + bit - (2 * u + bit)) / 2,
            rest - u,
            shown="v",
        )
    lines.say(
        "With the carry step",
        r"[z^S] P(z) F(z) = [z^{S'}] P'(z) F(z), \quad S' = \lfloor S / 2 \rfloor",
    )
    lines.say("From $P = 1$ down to $S = 0$, where $F(0) = 1$", r"\mathrm{Count}(S) = [z^S] F(z)")


def same_series(believed: Callable[[Any, Any], Any], lines: Lines) -> None:
    """000's carry DP and 001's sum over D_t(K) have one generating function."""
    import sympy

    f, j, big, bits = sympy.symbols("f j N B", integer=True, nonnegative=True)
    total = sympy.Symbol("K", integer=True, nonnegative=True)
    z = sympy.Symbol("z")
    m = 2 * f + 1
    active = sympy.ceiling(sympy.Rational(1, 2) * m)
    lines.same("000's active gaps for $m = 2f + 1$", active, f + 1, shown="k")
    lines.same("000's passive gaps", m - active + 1, f + 1, shown="r")
    lines.say(
        "000's generating function of $\\mathrm{Count}(S; \\mathrm{ways}_k)$, and 001's of "
        "$D_t(K)$",
        r"\prod_{b \ge 0} E_k(z^{2^b}) (1 + z^{2^b})^r, \quad \prod_{b \ge 0} E_t(z^{2^b})",
    )
    lines.induction(
        "The factors of one passive gap",
        believed(bits, z),
        bits,
        first=1,
        following=lambda product: product * (1 + z ** (2**bits)),
        name=lambda index: f"\\prod_{{b < {sympy.latex(sympy.sympify(index))}}} (1 + z^{{2^b}})",
    )
    lines.say(
        "Its terms up to $z^S$ no longer change when $2^B > S$",
        r"\prod_{b \ge 0} (1 + z^{2^b}) = \frac{1}{1 - z}",
    )
    lines.same(
        "001's binomials: a difference of neighbours, for $j \\ge 1$",
        sympy.binomial(j + f + 2, f + 1) - sympy.binomial(j + f + 1, f + 1),
        sympy.binomial(j + f + 1, f),
    )
    lines.same(
        "and the first of them",
        sympy.binomial(f + 1, f + 1),
        sympy.binomial(f, f),
        shown=r"\binom{f + 1}{f + 1}",
    )
    lines.say(
        "So their generating functions satisfy",
        r"B_f = \sum_j \binom{j + f}{f} z^j, \quad B_0 = \frac{1}{1 - z}, \quad "
        r"(1 - z) B_{f+1} = B_f",
    )
    lines.induction(
        "In closed form",
        (1 - z) ** (-(f + 1)),
        f,
        first=1 / (1 - z),
        following=lambda series: series / (1 - z),
        name=lambda index: f"B_{{{sympy.latex(sympy.sympify(index))}}}",
    )
    lines.same(
        "It is the factor of 000's $r$ passive gaps",
        (1 / (1 - z)) ** (m - active + 1),
        (1 - z) ** (-(f + 1)),
        shown=r"\left(\frac{1}{1 - z}\right)^r",
    )
    lines.say(
        "So with $N = n - m = S$ both count the same",
        r"L_0 = [z^N] \prod_{b \ge 0} E_{f+1}(z^{2^b}) \cdot (1 - z)^{-(f+1)} = L_2",
    )
    lines.same(
        "and at $N + 1$ the binomials are those of $L_{\\ge 2}$",
        sympy.binomial((big + 1) - total + f, f),
        sympy.binomial(big - total + f + 1, f),
    )
    lines.say(
        "With $k - 1 = f$ active gaps and the same $r$ for the subtracted part",
        r"L_1 = [z^{N+1}] \left(\prod_{b \ge 0} E_{f+1}(z^{2^b}) - \prod_{b \ge 0} E_f(z^{2^b})"
        r"\right) (1 - z)^{-(f+1)} = L_{\ge 2}",
    )


def greatest_carry(believed: Callable[[Any], Any], lines: Lines) -> None:
    """A carry never exceeds m."""
    import sympy

    m = sympy.Symbol("m", integer=True, positive=True)
    bound = believed(m)
    lines.say("The first carry is 0, and a column has at most as many ones as gaps", r"s \le m + 1")
    lines.same(
        "From a carry at the bound the next is at most",
        sympy.floor((m + 1 + bound) / 2),
        bound,
        shown=r"\left\lfloor \frac{m + 1 + c}{2} \right\rfloor",
    )
    lines.say("The next carry grows with the carry, so no carry passes the bound")


def pairs_a_level(believed: Callable[[Any], Any], lines: Lines) -> None:
    """How many pairs of carry and column sum have the right parity at one bit."""
    import sympy

    u = sympy.Symbol("u", integer=True, positive=True)
    lines.say("Carries are $0, \\dots, m$ and column sums $0, \\dots, m + 1$")
    for m, evens_c, odds_c, evens_s, odds_s in (
        (2 * u, u + 1, u, u + 1, u + 1),
        (2 * u - 1, u, u, u + 1, u),
    ):
        lines.same("All carries, even and odd ones", evens_c + odds_c, m + 1)
        lines.same("All column sums, even and odd ones", evens_s + odds_s, m + 2)
        for bit, pairs in (
            (0, evens_c * evens_s + odds_c * odds_s),
            (1, evens_c * odds_s + odds_c * evens_s),
        ):
            lines.same(
                f"Pairs with $s + c \\equiv {bit}$, for $m = {sympy.latex(m)}$", pairs, believed(m)
            )
