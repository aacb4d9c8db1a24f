"""The set L of the binary blackboard as an automaton, and its numbers and sums.

Every statement about L for all sizes is decided of the criterion in the theorem that ties it to the
rules (claim losing-sets-for-every-number), so a claim made with it rests on that one.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from typing import TYPE_CHECKING, Any

from research.claims.formula_text import compared
from research.studies.binary_blackboard.theorem import theorem

if TYPE_CHECKING:
    from collections.abc import Callable

    from research.checks.derivations import Lines
    from research.logic.automaton import Automaton

THEOREM = "losing-sets-for-every-number"
RECURRENCES = (
    "Cayley and Hamilton: what is read off the powers of a matrix of size d has a recurrence of "
    "order d, and two sequences with recurrences of order d are one if 2d terms are"
)


@cache
def relations() -> dict[str, Automaton]:
    """Return predicates of r: the losing sets of both players, L, and the powers of four.

    >>> [r for r in range(1, 65) if relations()["member"].accepts(r=r)]  # 003, Worked Example
    [1, 3, 4, 7, 15, 16, 19, 20, 31, 63, 64]
    """
    from research.logic.automaton import Automaton
    from research.logic.decide import evaluate

    stated = theorem()  # that L_0 and L_1 are taken from
    known: dict[str, Any] = {}
    for state, losing in stated.parsed(stated.criterion).items():
        found = losing
        if not isinstance(losing, Automaton):
            found = evaluate(losing, stated.system, stated.relations())
        known[f"loses{state}"] = found
    by_parity = " | ".join(f"(T[r] = @{flag} & $losesO{flag}(r))" for flag in (0, 1))
    known["member"] = evaluate(by_parity, stated.system, known)
    known["four"] = powers_of_four()
    return known


def powers_of_four() -> Automaton:
    """Return the automaton of the powers of four.

    >>> [p for p in range(100) if powers_of_four().accepts(p=p)]
    [1, 4, 16, 64]
    """
    from research.logic.automaton import Automaton

    # An even place, an odd place, after the one 1, anything else.
    table = [[1, 2], [0, 3], [2, 3], [3, 3]]
    return Automaton.build(2, "lsd", ["p"], table, [False, False, True, False])


def in_powers(believed: Callable[[Any], Any]) -> Any:
    """Return a·p + c for what is believed to be a·4^k + c of every k.

    Raises
    ------
    ValueError
        If it is not of this form.
    """
    import sympy

    from research.checks.derivations import is_same

    k, p = sympy.Symbol("k", integer=True, nonnegative=True), sympy.Symbol("p")
    first, second = (sympy.Integer(believed(index)) for index in (1, 2))
    factor = (second - first) / 12
    constant = first - 4 * factor
    if not is_same(believed(k), factor * 4**k + constant):
        raise ValueError(f"{believed(k)}: expected a·4^k + c")
    return factor * p + constant


def between(low: Any, number: str, high: Any) -> str:
    """Write that a number lies between two linear expressions, both included."""
    import sympy

    middle = sympy.Symbol(number)
    return f"({compared(low, '<=', middle)} & {compared(middle, '<=', high)})"


@dataclass(frozen=True)
class Below:
    """How many members of L lie below 2^n, and their sum, for every n.

    Attributes
    ----------
    numbers, sums
        sympy expressions in the symbol n; None for what was not derived.
    """

    numbers: Any
    sums: Any

    def layer(self, k: Any) -> tuple[Any, Any]:
        """N_k and T_k: of the even layer from 4^k = 2^(2k) to 2·4^k − 1, less 4^k each."""
        number = self.number(k)
        return number, self._between(self.sums, 2 * k, 2 * k + 1) - number * 4**k

    def number(self, k: Any) -> Any:
        """N_k."""
        return self._between(self.numbers, 2 * k, 2 * k + 1)

    def odd_layer(self, k: Any) -> Any:
        """The sum of the odd layer from 2·4^k = 2^(2k+1) to 4^(k+1) − 1."""
        return self._between(self.sums, 2 * k + 1, 2 * k + 2)

    def sum_below(self, exponent: Any) -> Any:
        """The sum below 2 to an exponent."""
        return at(self.sums, exponent)

    @staticmethod
    def _between(form: Any, low: Any, high: Any) -> Any:
        return at(form, high) - at(form, low)


def at(form: Any, exponent: Any) -> Any:
    """The value of an expression in n."""
    import sympy

    return form.subs(sympy.Symbol("n"), exponent)


@cache
def _forms() -> tuple[Any, dict[str, Any]]:
    from research.logic.linear import closed_form, linear_representation

    representation = linear_representation(relations()["member"], "lsd_2")
    return representation, {
        quantity: closed_form(representation, quantity) for quantity in ("count", "sum")
    }


def below(lines: Lines, *quantities: str) -> Below:
    """Derive the ``count`` and the ``sum`` of the members of L below 2^n from its automaton."""
    import sympy

    from research.checks.derivations import NotDerivedError

    representation, forms = _forms()
    size = len(representation.matrix)
    n = sympy.Symbol("n")
    for quantity in quantities:
        form, words = forms[quantity], {"count": "number", "sum": "sum"}[quantity]
        if form is None:
            raise NotDerivedError(
                f"The {words} of the members of L below $2^n$", "no closed form", None
            )
        lines.define(
            f"The automaton of L has {len(representation.steps)} states; a power of a matrix of "
            f"size {size} counts and adds what it accepts. The {words} of the members of L below "
            "$2^n$, by the roots of its recurrence",
            sympy.latex(form.expression),
        )
        terms = dict(enumerate(representation.terms(quantity, 2 * size)))
        lines.checked(
            f"It is the {words} that the first {2 * size} powers of the matrix give",
            terms,
            lambda index, form=form, terms=terms: (  # type: ignore[misc]
                sympy.expand(form.expression.subs(n, index)) == terms[index]
            ),
        )
    found = {quantity: forms[quantity].expression for quantity in quantities}
    return Below(found.get("count"), found.get("sum"))
