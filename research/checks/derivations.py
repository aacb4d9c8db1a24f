"""Derivations: lines, each of them verified when it is written.

A derivation is a function that writes lines. What a line may be:

``define``, ``define_predicate``
    a symbol, or a predicate, by a formula, which is put in its place in the lines that follow.
``same``
    an identity for all values of its symbols: the difference of both sides, after rewriting and
    simplification, is exactly 0, both have the same value at each of the smallest values, and what
    sympy takes for granted is shown (:mod:`research.checks.algebra`).
``has``
    a fact about all values of an expression, such as odd or positive, which sympy's assumptions
    decide.
``induction``
    the closed form of a sequence, from its first terms and its recurrence. That the recurrence is
    that of the sequence, a claim must say on which the derived one rests.
``decided``
    a first-order statement about integers with addition, or about automatic sets, which the
    decision procedure of :mod:`research.logic` decides.

None of them looks at numbers only, so a derivation proves what its lines say. A
step that cannot fail is no step: an identity between two sides that are one and the same object, a
fact about a symbol that was assumed of it.

The smallest values of the symbols of a line are always tried
(:mod:`research.checks.algebra`). If it is wrong there, the claim is refuted with them; a line
that is neither verified nor wrong is only not derived.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from operator import methodcaller
from typing import Any

import sympy

from research.checks.algebra import NO_VALUE, RANGE, allows, first_failure, left_open
from research.checks.equality import show
from research.checks.evidence import (
    ClaimError,
    Counterexample,
    Evidence,
    Kind,
    Level,
    Step,
    StepKind,
    verified,
)

SEQUENCE = sympy.Function("sequence")  # of which nothing is known


class NotDerivedError(ValueError):
    """A line of a derivation could not be verified."""

    def __init__(
        self, words: str, formula: str, failure: Counterexample | None, why: str = ""
    ) -> None:
        super().__init__(f"{words}: {formula}{': ' if why else ''}{why}")
        self.failure = failure


class Lines:
    """The lines of a derivation, verified one by one."""

    def __init__(self) -> None:
        self.steps: list[Step] = []
        self._defined: dict[Any, Any] = {}
        self._predicates: dict[str, Any] = {}

    def define(self, symbol: str, expression: Any, words: str = "") -> Any:
        r"""Write ``symbol = expression``, and return the symbol, which stands for the expression.

        >>> k = sympy.Symbol("k", integer=True)
        >>> lines = Lines()
        >>> n = lines.define("n", 2 * k + 1, "An odd number")
        >>> lines.has("Its square is odd", n**2, "odd")
        >>> [step.formula for step in lines.steps]
        ['n = 2 k + 1', 'n^{2} \\text{ odd}']
        """
        name = sympy.Symbol(symbol)
        self._defined[name] = self._put(expression)
        formula = f"{symbol} = {sympy.latex(expression)}"
        self.steps.append(Step(words, formula, StepKind.DEFINITION))
        return name

    def define_predicate(self, name: str, parameters: str, formula: str, words: str = "") -> None:
        """Write a predicate ``$name(parameters)`` by its formula, for statements to decide."""
        from research.logic.numeration import Relation

        self._predicates[name] = Relation.of(parameters, formula)
        said = f"`${name}({parameters})`" + f", {words}" * bool(words)
        self.steps.append(Step(said, "", StepKind.DEFINITION, statement=formula))

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
        left, right = self._put(left), self._put(right)
        if left == right:
            why = "both sides are the same object, so there is nothing to verify"
            raise NotDerivedError(words, formula, None, why)
        self._held(words, formula, [left, right], _differ, lambda: _is_zero(left - right))

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
        expression = self._put(expression)
        if expression.is_Symbol:
            raise NotDerivedError(words, formula, None, "it is assumed, so nothing is verified")

        def lacks(value: Any) -> tuple[Any, Any] | None:
            wrong = value is NO_VALUE or (value.is_number and getattr(value, f"is_{fact}") is False)
            return (value, fact) if wrong else None

        self._held(words, formula, [expression], lacks, lambda: _is(expression, fact))

    def _held(
        self,
        words: str,
        formula: str,
        sides: Sequence[Any],
        fails: Callable[..., tuple[Any, Any] | None],
        verifies: Callable[[], bool],
    ) -> None:
        """Write a line that sympy verifies, if it holds at small values too."""
        failure, why = first_failure(sides, fails)
        if failure is None and verifies():
            why = why or left_open(*sides)
            if not why:
                return self._verified(words, formula, "sympy")
        raise NotDerivedError(words, formula, failure, why)

    def _put(self, expression: Any) -> Any:
        """Return an expression with what is defined in the place of its symbols."""
        return _exact(expression).xreplace(self._defined)

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
            As for :func:`research.logic.decide.decide`, besides the predicates defined before.
        """
        from research.logic.decide import decide

        decision = decide(statement, system, {**self._predicates, **(relations or {})})
        if not decision.truth:
            failure = Counterexample(show(decision.example) if decision.example else "false")
            raise NotDerivedError(words, f"`{statement}`", failure)
        self._verified(words, "", "the decision procedure", statement)

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
            The index, a symbol. Its assumptions must allow every integer from ``start`` on.
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
        formula = self._put(formula)
        terms = list(first) if isinstance(first, list | tuple) else [first]
        why = _fault_of_recurrence(following, variable, len(terms))
        if why:
            raise NotDerivedError(words, sympy.latex(formula), None, why)
        recurrence = _exact(following(SEQUENCE(variable)))
        said = f"{name(variable + 1)} = {_with_terms(recurrence, name)}"
        self.steps.append(Step(f"{words}. The recurrence", said, StepKind.RECURRENCE))
        title = "The first term" if len(terms) == 1 else "The first terms"
        for index, term in enumerate(terms, start):
            closed = sympy.Subs(formula, variable, index)
            self.same(title, closed, term, shown=f"{name(index)} = {sympy.latex(closed)}")
        put_in = _with_terms(
            recurrence, lambda at: f"\\left({sympy.latex(formula.subs(variable, at))}\\right)"
        )
        shown = f"{name(variable + 1)} = {put_in}"
        self._step(formula, variable, following, start + len(terms) - 1, shown)

    def _step(
        self, formula: Any, variable: Any, following: Callable[[Any], Any], least: int, shown: str
    ) -> None:
        """Write that the recurrence takes the closed form at each index to that at the next."""
        after, index = self._put(following(formula)), variable
        if least != 0 or not variable.is_nonnegative:  # what is shown says by how much it is more
            index = sympy.Symbol(str(variable - least), integer=True, nonnegative=True) + least
        closed = sympy.Subs(formula, variable, variable + 1)
        self._same(
            f"The step: the closed form, put into the recurrence, is that at ${variable} + 1$",
            closed.subs(variable, index),
            after.subs(variable, index),
            f"{shown} = {sympy.latex(closed.doit())}",
        )

    def _verified(self, words: str, formula: str, by: str, statement: str = "") -> None:
        self.steps.append(Step(words, formula, StepKind.VERIFIED, by, statement))


def derive(method: str, derivation: Callable[[Any, Lines], None], believed: Any) -> Evidence:
    """Run a derivation: proved if lines are verified.

    Otherwise the evidence names the line: refuted where values show it to be wrong, untested
    where it could not be verified.
    """
    lines = Lines()
    try:
        derivation(believed, lines)
    except NotDerivedError as error:
        level = Level.UNTESTED if error.failure is None else Level.REFUTED
        words, number = f"{method}, not derived at: {error}", len(verified(lines.steps))
        return Evidence(level, Kind.DERIVATION, "", number, error.failure, by=words)
    held = verified(lines.steps)
    level, domain = Level.PROVED, "all values"
    if not held:
        level, domain, method = Level.UNTESTED, "", f"{method}, verifies nothing"
    steps = tuple(lines.steps)
    return Evidence(level, Kind.DERIVATION, domain, len(held), None, steps, method)


def compared(left: Any, comparator: str, right: Any) -> str:
    """Write a comparison of linear expressions, or integers, for the decision procedure.

    There are sums on both sides in place of differences, and whole multiples in place of fractions.

    >>> q, c = sympy.symbols("q c")
    >>> compared(c, "=", (q - 1) / 2), compared(c, "<", c)
    ('2*c + 1 = q', '0 < 0')
    """
    difference = sympy.fraction(sympy.together(sympy.sympify(left) - sympy.sympify(right)))[0]
    parts = [term.as_coeff_Mul() for term in sympy.Add.make_args(sympy.expand(difference))]
    more, fewer = (
        sympy.Add(*[sign * weight * of for weight, of in parts if sign * weight > 0])
        for sign in (1, -1)
    )
    return f"{more} {comparator} {fewer}"


def _exact(expression: Any) -> Any:
    """Write numbers of floating point as the fractions that they are: sympy compares 15 digits."""
    formula = sympy.sympify(expression)
    return formula.xreplace({each: sympy.Rational(each) for each in formula.atoms(sympy.Float)})


def _differ(found: Any, believed: Any) -> tuple[Any, Any] | None:
    """Return two values that differ, or one of which alone is none; else None."""
    if found is NO_VALUE or believed is NO_VALUE:
        return None if found is believed else (found, believed)
    difference = sympy.expand(found - believed)
    if difference.is_Rational:
        return (found, believed) if difference != 0 else None
    wrong = difference.is_number and difference.equals(0) is False
    return (found, believed) if wrong else None


def _is_zero(expression: Any) -> bool:
    """Tell whether sympy simplifies an expression to 0, which it may do for a general value."""
    for rewrite in (
        methodcaller("doit"),
        sympy.expand,
        sympy.simplify,
        _powers_and_factorials,
        sympy.combsimp,
    ):
        try:
            expression = rewrite(expression)
        except (TypeError, ValueError, NotImplementedError):
            continue
        if expression == 0:
            return True
    return False


def _powers_and_factorials(expression: Any) -> Any:
    return sympy.simplify(sympy.powsimp(sympy.gammasimp(sympy.expand(expression, power_exp=True))))


def _is(expression: Any, fact: str) -> bool:
    forms = (expression, sympy.expand(expression), sympy.simplify(expression))
    return any(getattr(form, f"is_{fact}") is True for form in forms)


def _with_terms(recurrence: Any, name: Callable[[Any], str]) -> str:
    """Return LaTeX of a recurrence, with each of its terms as it is written at its index."""
    return str(sympy.latex(recurrence.replace(SEQUENCE, lambda at: sympy.Symbol(name(at)))))


def _require_every_index(words: str, variable: Any, start: int) -> None:
    """Refuse an index that is no integer, or leaves out one that the induction goes through."""
    indices = range(start, max(start, 0) + len(RANGE))
    missing = [index for index in indices if not (variable.is_integer and allows(variable, index))]
    if missing:
        raise ClaimError(
            f"{words}: induction on {variable} from start={start}: what is assumed of {variable} "
            f"leaves out {missing[0]}, so the step is not verified there; use a symbol with "
            f"integer=True that may be every integer from {start} on, or another start"
        )


def _fault_of_recurrence(following: Callable[[Any], Any], variable: Any, terms: int) -> str:
    """Say why a step from so many first terms does not carry; nothing where it does.

    It is given a sequence of which nothing is known, and so shows which earlier terms it uses.
    """
    try:
        after = sympy.sympify(following(SEQUENCE(variable)))
    except Exception as error:  # whatever a recurrence that takes a closed form apart raises
        return f"the recurrence cannot be written for a term of which nothing is known: {error}"
    used = {term.args[0] for term in after.atoms(SEQUENCE)}
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
