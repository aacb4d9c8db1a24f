"""Statements decided: true or false, with the smallest counterexample or witness.

:func:`evaluate` returns the automaton of a formula over its free variables; :func:`decide` decides
a statement without free variables, with the smallest counterexample of a universal statement or
the smallest witness of an existential one (see :mod:`.members` for the order, :mod:`.evaluator`
for the method).
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from research.logic.automaton import DEFAULT_STATE_LIMIT, Automaton
from research.logic.errors import AutomataError
from research.logic.evaluator import Evaluator
from research.logic.formula import Formula, Not, Quantified, free_variables, text
from research.logic.members import smallest_words
from research.logic.parser import Statement, parse
from research.logic.relations import Relation


@dataclass(frozen=True)
class Decision:
    """The outcome of deciding a statement.

    Parameters
    ----------
    statement
        The formula.
    truth
        Whether it is true.
    example
        The smallest counterexample of a false ``A ...`` or witness of a true ``E ...``; else None.
        It names the variables of the first quantifier: ``Ax,y ...`` has x and y, ``Ax Ay ...``
        has x, the smallest for which some y will do.
    states
        The states of the automaton of all counterexamples or witnesses.
    largest
        The number of states of the largest automaton on the way, minimised.
    """

    statement: Formula
    truth: bool
    example: dict[str, int] | None
    states: int
    largest: int


def _statement(source: str | Statement | Formula, numeration: str | None) -> Statement:
    if isinstance(source, str):
        source = parse(source)
    if not isinstance(source, Statement):
        return Statement(source, numeration, text(source))
    if numeration is not None and source.system not in (None, numeration):
        raise AutomataError(f"system={numeration!r}: the formula itself names {source.system!r}")
    return Statement(source.formula, numeration or source.system, source.source)


def evaluate(
    source: str | Statement | Formula,
    numeration: str | None = None,
    relations: Mapping[str, Relation | Automaton] | None = None,
    limit: int = DEFAULT_STATE_LIMIT,
) -> Automaton:
    """Return the automaton of a formula over its free variables.

    Parameters
    ----------
    source
        A text in Walnut's syntax, or what the parser makes of it.
    numeration
        The name of the system; needed unless the text names it, then ``msd_2`` as in Walnut.
    relations, limit
        See :class:`Evaluator`.

    Raises
    ------
    AutomataError
        One of its subclasses; see :mod:`.errors`.

    Examples
    --------
    >>> evaluate("?lsd_2 Ey x = 3*y").states
    3
    """
    statement = _statement(source, numeration)
    evaluator = Evaluator(statement.system or "msd_2", relations, limit)
    evaluator.check(statement.formula, statement.source)
    return evaluator.over(statement.formula, free_variables(statement.formula))


def decide(
    source: str | Statement | Formula,
    numeration: str | None = None,
    relations: Mapping[str, Relation | Automaton] | None = None,
    limit: int = DEFAULT_STATE_LIMIT,
) -> Decision:
    """Decide a statement.

    Parameters
    ----------
    source, numeration, relations, limit
        As for :func:`evaluate`.

    Raises
    ------
    AutomataError
        If the statement has free variables.
    AutomataError
        As :func:`evaluate`.

    Examples
    --------
    >>> decide("?msd_2 Ax Ey x = 2*y | x = 2*y + 1").truth
    True
    >>> decide("?lsd_3 Ax,y (x < y) => (2*x < y)").example
    {'x': 1, 'y': 2}
    """
    statement = _statement(source, numeration)
    evaluator = Evaluator(statement.system or "msd_2", relations, limit)
    return decided(evaluator, statement)


def decided(evaluator: Evaluator, statement: Statement) -> Decision:
    """Decide a statement with an evaluator, which keeps its automata for the next one."""
    formula = statement.formula
    free = sorted(free_variables(formula))
    if free:
        raise AutomataError(
            f"free variables {', '.join(free)} in {statement.source!r}: quantify them with A or E"
        )
    evaluator.check(formula, statement.source)
    first = len(evaluator.made)
    universal, variables, body = _outer_block(formula)
    automaton = evaluator.over(body, variables)
    found = smallest_words(automaton, variables)
    example = None
    if found is not None and variables:
        example = {name: evaluator.numeration.value(word) for name, word in found.items()}
    truth = (found is None) if universal else (found is not None)
    largest = max(evaluator.made[first:], default=automaton.states)
    return Decision(formula, truth, example, automaton.states, largest)


def _outer_block(formula: Formula) -> tuple[bool, tuple[str, ...], Formula]:
    """Return whether the statement is universal, its outer variables, and what to find.

    A universal statement is turned into the search for a counterexample.
    """
    universal, variables = False, tuple[str, ...]()
    if isinstance(formula, Quantified):
        universal = formula.quantifier == "A"
        variables = tuple(dict.fromkeys(formula.variables))
        formula = formula.body
    # Wrapped, so that the negation is read as a conjunction of the parts of a counterexample.
    body = Quantified("E", (), Not(formula)) if universal else formula
    return universal, variables, body
