"""Derivations: lines, each of them verified when it is written.

A derivation is a function that writes lines. What a line may be:

``define``
    a definition or notation; there is nothing to verify.
``same``
    an identity for all values of its symbols: the difference of both sides, after rewriting and
    simplification, is exactly 0, both have the same value at each of the smallest values, and what
    sympy takes for granted is shown (:mod:`research.checks.side_conditions`).
``has``
    a fact about all values of an expression, such as odd or positive, which sympy's assumptions
    decide.
``induction``
    the closed form of a sequence, from its first terms and its recurrence.
``checked``
    a finite statement, every case of it tried; lists alone make a claim tested, not proved.
``decided``
    a first-order statement about integers with addition, or about automatic sets, which the
    decision procedure of :mod:`research.logic` decides.
``argue``
    an inference that nothing verifies. It is shown as one, and what depends on it is not proved.

None of them looks at numbers only, so a derivation without arguments proves what its verified
lines say. A step that cannot fail is no step: an identity between two sides that are one and the
same object, a fact about a symbol that was assumed of it, a statement ``x = x``.

The smallest values of the symbols of a line are always tried
(:mod:`research.checks.small_values`), more of them when it is not verified. If it is wrong there,
the claim is refuted with them; a line that is neither verified nor wrong is only not derived.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any

import sympy

from research.checks.equality import show
from research.checks.evidence import (
    ClaimError,
    Counterexample,
    Evidence,
    Kind,
    Level,
    Step,
    StepKind,
    Verifier,
    only_lists,
    verified,
)
from research.checks.side_conditions import divided_by, left_open
from research.checks.small_values import (
    RANGE,
    TRIALS,
    allows,
    differing_values,
    untried,
    values_without,
)


class NotDerivedError(ValueError):
    """A line of a derivation could not be verified."""

    def __init__(
        self, words: str, formula: str, failure: Counterexample | None, why: str = ""
    ) -> None:
        super().__init__(f"{words}: {formula}{': ' if why else ''}{why}")
        self.failure = failure


@dataclass
class Lines:
    """The lines of a derivation, verified one by one."""

    steps: list[Step] = field(default_factory=list)
    indeterminates: set[str] = field(default_factory=set)  # that are divided by

    def define(self, words: str, formula: str = "") -> None:
        """Write a definition or notation."""
        self.steps.append(Step(words, formula, StepKind.DEFINITION))

    def argue(self, words: str, formula: str = "") -> None:
        """Write an inference that nothing verifies; the derivation then proves nothing."""
        self.steps.append(Step(words, formula, StepKind.ARGUMENT))

    def same(self, words: str, left: Any, right: Any, *, shown: str | None = None) -> None:
        """Write ``left = right``, verified for all values of the symbols in it.

        Parameters
        ----------
        words
            What the line does.
        left, right
            sympy expressions, or Python integers. They must be two different objects: what
            sympy has already made the same on the way is no step. Leave a sum or a product
            unevaluated, or write with ``sympy.evaluate(False)``.
        shown
            LaTeX of the left side, where sympy's own would hide what it stands for.
        """
        left, right = _exact(left), _exact(right)
        self._same(words, left, right, f"{shown or sympy.latex(left)} = {sympy.latex(right)}")

    def _same(self, words: str, left: Any, right: Any, formula: str) -> None:
        if left == right:
            why = "both sides are the same object, so there is nothing to verify"
            raise NotDerivedError(words, formula, None, why)
        failure = differing_values(left, right)
        if failure is None and not _is_zero(left - right):
            failure = differing_values(left, right, most=TRIALS)
            raise NotDerivedError(words, formula, failure)
        self._held(words, formula, failure, left, right)

    def _held(self, words: str, formula: str, failure: Counterexample | None, *sides: Any) -> None:
        """Write a line that sympy verified, if it holds at small values too."""
        why = untried(*sides) or left_open(*sides)
        if failure is not None or why:
            raise NotDerivedError(words, formula, failure, why)
        self.indeterminates |= divided_by(*sides)
        self._verified(words, formula, Verifier.SYMPY)

    def has(self, words: str, expression: Any, fact: str, *, shown: str | None = None) -> None:
        """Write that an expression is ``odd``, ``even``, ``integer``, ``positive``, and so on.

        Parameters
        ----------
        words
            What the line does.
        expression
            An expression, no mere symbol: what is assumed of a symbol is no step.
        fact
            One of sympy's assumptions.
        shown
            LaTeX in place of the expression's own.
        """
        expression = _exact(expression)
        formula = f"{shown or sympy.latex(expression)} \\text{{ {fact}}}"
        if expression.is_Symbol:
            raise NotDerivedError(words, formula, None, "it is assumed, so nothing is verified")
        failure = values_without(expression, fact)
        if failure is None and not _is(expression, fact):
            failure = values_without(expression, fact, most=TRIALS)
            raise NotDerivedError(words, formula, failure)
        self._held(words, formula, failure, expression)

    def checked(self, words: str, cases: Iterable[Any], holds: Callable[[Any], bool]) -> None:
        """Write a statement about finitely many cases, each of which is tried."""
        tried = 0
        for case in cases:
            tried += 1
            if not holds(case):
                raise NotDerivedError(words, "", Counterexample(show(case)))
        if not tried:
            raise NotDerivedError(words, "", None, "there is no case")
        self._verified(words, "", Verifier.LISTING, cases=tried)

    def decided(
        self,
        words: str,
        statement: str,
        *,
        system: str = "lsd_2",
        relations: Mapping[str, Any] | None = None,
    ) -> None:
        """Write a statement that the decision procedure finds true.

        Parameters
        ----------
        words
            What the statement says.
        statement
            A first-order statement over the natural numbers with addition, in Walnut's syntax:
            ``Ax,y,n (x < y) => (x + n < y + n)``. Differences are best written as sums.
        system, relations
            As for :func:`research.logic.decide.decide`.
        """
        from research.logic.decide import decide

        decision = decide(statement, system, relations)
        if not decision.truth:
            failure = Counterexample(show(decision.example)) if decision.example else None
            raise NotDerivedError(words, f"`{statement}`", failure or Counterexample("false"))
        if _trivial(decision.statement):
            raise NotDerivedError(words, f"`{statement}`", None, "it compares a term with itself")
        self._verified(words, "", Verifier.DECISION, statement=statement)

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
            The index, a symbol. Its assumptions must allow every integer from ``start`` on, as
            the step is verified for what they allow.
        first
            The sequence's first term, at ``start``; a tuple of as many as the recurrence needs.
        following
            Gives the next term from a term, as the recurrence does, at the index ``variable``. It
            is given the term, and an earlier one by putting an earlier index into it:
            ``lambda term: term + 2 * term.subs(n, n - 1)`` needs two first terms.
        name
            LaTeX of the term at an index, for what is shown.
        start
            The index of the first term.

        Raises
        ------
        ClaimError
            If the assumptions leave out an index.
        NotDerivedError
            If the recurrence uses a term that the first terms do not reach.
        """
        _require_every_index(words, variable, start)
        formula = _exact(formula)
        terms = list(first) if isinstance(first, list | tuple) else [first]
        why = _fault_of_recurrence(following, variable, len(terms))
        if why:
            raise NotDerivedError(words, sympy.latex(formula), None, why)
        title = "First term" if len(terms) == 1 else "First terms"
        for index, term in enumerate(terms, start):
            closed = sympy.Subs(formula, variable, index)
            self.same(f"{words}. {title}", closed, term, shown=name(index))
        closed, after = sympy.Subs(formula, variable, variable + 1), _exact(following(formula))
        index = _index_from(start + len(terms) - 1, variable)
        self._same(
            f"Step: the recurrence takes the closed form at ${variable}$ to the one at "
            f"${variable} + 1$",
            closed.subs(variable, index),
            after.subs(variable, index),
            f"{name(variable + 1)} = {sympy.latex(after)}",
        )

    def _verified(
        self, words: str, formula: str, by: Verifier, *, statement: str = "", cases: int = 0
    ) -> None:
        self.steps.append(Step(words, formula, StepKind.VERIFIED, by, statement, cases))


def derive(method: str, derivation: Callable[[Any, Lines], None], believed: Any) -> Evidence:
    """Run a derivation: proved if lines are verified and none is an argument.

    Tested, if all that its lines verify are lists of cases: nothing says what holds beyond them.

    Otherwise the evidence names the line: refuted where values show it to be wrong, untested
    where it could not be verified, or where it is an argument.
    """
    lines = Lines()
    try:
        derivation(believed, lines)
    except NotDerivedError as error:
        level = Level.UNTESTED if error.failure is None else Level.REFUTED
        words, number = f"{method}, not derived at: {error}", len(verified(lines.steps))
        return Evidence(level, Kind.DERIVATION, "", number, error.failure, by=words)
    level, words, domain = _concluded(method, lines)
    steps = tuple(lines.steps)
    return Evidence(level, Kind.DERIVATION, domain, len(verified(steps)), None, steps, words)


def _concluded(method: str, lines: Lines) -> tuple[Level, str, str]:
    """Return what lines without a fault give: the level, by what, and for what."""
    lines_verified = verified(lines.steps)
    arguments = sum(step.kind == StepKind.ARGUMENT for step in lines.steps)
    if lines_verified and not arguments:
        if only_lists(lines.steps):  # what was tried is all that there is
            return Level.TESTED, method, "; ".join(step.verified_by for step in lines_verified)
        formal = ", ".join(sorted(lines.indeterminates))
        named = f"{method}, with {formal} indeterminate" if formal else method
        return Level.PROVED, named, "all values"
    plural = "" if arguments == 1 else "s"
    why = f"rests on {arguments} unverified argument{plural}" if arguments else "verifies nothing"
    return Level.UNTESTED, f"{method}, {why}", ""


def _exact(expression: Any) -> Any:
    """Write numbers of floating point as the fractions that they are: sympy compares 15 digits."""
    formula = sympy.sympify(expression)
    return formula.xreplace({each: sympy.Rational(each) for each in formula.atoms(sympy.Float)})


def _is_zero(expression: Any) -> bool:
    """Tell whether sympy simplifies an expression to 0, which it may do for a general value."""
    for rewrite in (_doit, sympy.expand, sympy.simplify, _powers_and_factorials, sympy.combsimp):
        try:
            expression = rewrite(expression)
        except (TypeError, ValueError, NotImplementedError):
            continue
        if expression == 0:
            return True
    return False


def _is(expression: Any, fact: str) -> bool:
    forms = (expression, sympy.expand(expression), sympy.simplify(expression))
    if any(getattr(form, f"is_{fact}") is True for form in forms):
        return True
    # This may know more, and takes a hundred times as long.
    return any(sympy.ask(getattr(sympy.Q, fact)(form)) is True for form in forms)


def _require_every_index(words: str, variable: Any, start: int) -> None:
    """Refuse an index that is no integer, or leaves out one that the induction goes through."""
    if not variable.is_integer:
        raise ClaimError(
            f"{words}: induction on {variable}: nothing says that it is an integer; use a symbol "
            "with integer=True, and nonnegative=True if it starts at 0"
        )
    for index in range(start, max(start, 0) + len(RANGE)):
        if not allows(variable, index):
            raise ClaimError(
                f"{words}: induction on {variable} from start={start}: what is assumed of "
                f"{variable} leaves out {index}, so the step is not verified there; use a symbol "
                f"that may be every integer from {start} on, or another start"
            )


def _index_from(least: int, variable: Any) -> Any:
    """Write an index that is at least so much; what is shown says by how much it is more."""
    if least == 0 and variable.is_nonnegative:
        return variable
    return sympy.Symbol(str(variable - least), integer=True, nonnegative=True) + least


def _trivial(formula: Any) -> bool:
    """Whether a formula compares a term with itself anywhere."""
    from research.logic.formula import Comparison

    if isinstance(formula, Comparison):
        return bool(formula.left == formula.right)
    parts = [getattr(formula, name, None) for name in ("body", "left", "right")]
    return any(_trivial(part) for part in parts if part is not None)


def _doit(expression: Any) -> Any:
    return expression.doit()


def _powers_and_factorials(expression: Any) -> Any:
    return sympy.simplify(sympy.powsimp(sympy.gammasimp(sympy.expand(expression, power_exp=True))))


def _fault_of_recurrence(following: Callable[[Any], Any], variable: Any, terms: int) -> str:
    """Say why a step from so many first terms does not carry; nothing where it does.

    It is given a sequence of which nothing is known, and so shows which earlier terms it uses.
    """
    sequence = sympy.Function("sequence")
    try:
        after = sympy.sympify(following(sequence(variable)))
    except Exception as error:  # whatever a recurrence that takes a closed form apart raises
        return (
            f"the recurrence cannot be written for a term of which nothing is known ({error}), so "
            "nothing says which earlier terms it uses"
        )
    undefined = after.atoms(sympy.core.function.AppliedUndef)
    used = {term.args[0] for term in undefined if term.func == sequence}
    if not used:
        return "the recurrence does not use the term before"
    for index in sorted(used, key=str):
        uses = f"the recurrence uses the term at {index}"
        back = sympy.expand(variable - index)
        if not back.is_Integer or back < 0:
            return f"{uses}, which is not among those before the next"
        if back >= terms:
            given = "1 is" if terms == 1 else f"{terms} are"
            return f"{uses}: it needs {back + 1} first terms, and {given} given"
    return ""
