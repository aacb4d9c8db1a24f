"""Derivations: chains of formulas of which sympy verifies every line.

A derivation is a function that writes lines. Each line is an identity or a condition; it is
verified when it is written, and a line that sympy cannot verify stops the derivation. What was
verified is kept as LaTeX, so the report shows the derivation and not only its end.

``same`` verifies an identity for all values of its symbols: the difference of both sides, after
rewriting and simplification, must be exactly 0. ``holds`` verifies a condition: sympy's
assumptions must give ``True``. Neither looks at numbers, so a derivation proves.

When an identity is not verified, small values of its symbols are tried: if both sides differ
there, the claim is refuted with these values; otherwise it is only not derived.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from itertools import islice, product
from typing import Any

import sympy

from research.claims import Counterexample, Evidence, Level, Step

TRIALS = 2000  # assignments tried to refute an identity that was not verified


class NotDerivedError(ValueError):
    """A line of a derivation could not be verified."""

    def __init__(self, words: str, formula: str, failure: Counterexample | None) -> None:
        super().__init__(f"{words}: {formula}")
        self.failure = failure


@dataclass
class Lines:
    """The lines of a derivation, verified one by one."""

    steps: list[Step] = field(default_factory=list)

    def say(self, words: str, formula: str = "") -> None:
        """Write a definition or a remark; nothing is verified."""
        self.steps.append(Step(words, formula))

    def same(self, words: str, left: Any, right: Any, *, shown: str | None = None) -> None:
        """Write ``left = right``, verified for all values of the symbols in it.

        Parameters
        ----------
        words
            What the line does.
        left, right
            sympy expressions, or Python integers.
        shown
            LaTeX of the left side, where sympy's own would hide what it stands for.
        """
        left, right = sympy.sympify(left), sympy.sympify(right)
        formula = f"{shown or sympy.latex(left)} = {sympy.latex(right)}"
        if not is_zero(left - right):
            raise NotDerivedError(words, formula, differing_values(left, right))
        self.steps.append(Step(words, formula))

    def holds(self, words: str, condition: Any, *, shown: str) -> None:
        """Write a condition that sympy's assumptions decide to be true."""
        if condition is not True and condition is not sympy.true:
            failure = Counterexample(shown) if condition in (False, sympy.false) else None
            raise NotDerivedError(words, shown, failure)
        self.steps.append(Step(words, shown))

    def induction(
        self,
        words: str,
        formula: Any,
        variable: Any,
        *,
        first: Any,
        following: Callable[[Any], Any],
        name: Callable[[Any], str],
        start: int = 0,
    ) -> None:
        """Verify the closed form of a sequence by induction: the first term and the step.

        Parameters
        ----------
        words
            What is shown.
        formula
            The closed form, an expression in ``variable``.
        variable
            The index, a symbol.
        first
            The sequence's first term, at ``start``.
        following
            Gives the next term from a term, as the recurrence does, at the index ``variable``.
        name
            LaTeX of the term at an index, for what is shown.
        """
        at_start = formula.subs(variable, start)
        self.same(f"{words}. First term", at_start, first, shown=name(start))
        self.same(
            f"Step: the recurrence takes the closed form at ${variable}$ to the one at "
            f"${variable} + 1$",
            following(formula),
            formula.subs(variable, variable + 1),
            shown=name(variable + 1),
        )


def derive(method: str, derivation: Callable[[Any, Lines], None], believed: Any) -> Evidence:
    """Run a derivation: proved if every line is verified.

    Otherwise the evidence names the line: refuted where values show it to be wrong, untested
    where sympy could not verify it.
    """
    lines = Lines()
    try:
        derivation(believed, lines)
    except NotDerivedError as error:
        level = Level.UNTESTED if error.failure is None else Level.REFUTED
        words = f"{method}, not derived at: {error}"
        return Evidence(level, words, "", len(lines.steps), error.failure)
    steps = tuple(lines.steps)
    return Evidence(Level.PROVED, method, "all values", len(steps), steps=steps)


def is_zero(expression: Any) -> bool:
    """Tell whether sympy can show that an expression is 0 for all values of its symbols."""
    for rewrite in (sympy.expand, sympy.simplify, _powers_and_factorials, sympy.combsimp):
        try:
            expression = rewrite(expression)
        except (TypeError, ValueError, NotImplementedError):
            continue
        if expression == 0:
            return True
    return False


def differing_values(left: Any, right: Any) -> Counterexample | None:
    """Search small values of the symbols at which the two sides differ.

    >>> n = sympy.Symbol("n", integer=True, nonnegative=True)
    >>> str(differing_values(n**2, n))
    'n=2: found 4, believed 2'
    """
    symbols = sorted(left.free_symbols | right.free_symbols, key=lambda symbol: str(symbol.name))
    candidates = [_small_values(symbol) for symbol in symbols]
    for values in islice(product(*candidates), TRIALS):
        assignment = dict(zip(symbols, values, strict=True))
        try:
            sides = [sympy.nsimplify(side.subs(assignment).doit()) for side in (left, right)]
        except (TypeError, ValueError, ZeroDivisionError):
            continue
        if all(side.is_number and side.is_finite for side in sides) and sides[0] != sides[1]:
            where = ", ".join(f"{symbol}={value}" for symbol, value in assignment.items())
            return Counterexample(where, str(sides[0]), str(sides[1]))
    return None


def _small_values(symbol: Any) -> list[int]:
    """Values of a symbol to try, in order of size, as its assumptions allow."""
    allowed = []
    for value in sorted(range(-3, 9), key=abs):
        number = sympy.Integer(value)
        facts = {name: fact for name, fact in symbol.assumptions0.items() if fact is not None}
        if all(getattr(number, f"is_{name}", None) in (fact, None) for name, fact in facts.items()):
            allowed.append(value)
    return allowed


def _powers_and_factorials(expression: Any) -> Any:
    return sympy.simplify(sympy.powsimp(sympy.gammasimp(sympy.expand(expression, power_exp=True))))
