"""Statements decided: true or false, with the smallest counterexample or witness.

:func:`evaluate` returns the automaton of a formula over its free variables; :func:`decide` decides
a statement without free variables, with the smallest counterexample of a universal statement or
the smallest witness of an existential one (see :mod:`.evaluator` for the method).

**Order.** Of all tuples accepted, those come first whose longest entry has the fewest digits; among
these the one with the smallest first entry, then the smallest second entry, and so on, in the
order of the variables asked for. This is a well-order in which a counterexample found is also
of the fewest digits possible.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from fast.lazy import np
from research.logic.automaton import DEFAULT_STATE_LIMIT, Automaton
from research.logic.errors import AutomataError
from research.logic.evaluator import Evaluator
from research.logic.formula import Formula, Not, Quantified, Statement, free_variables, parse, text
from research.logic.numeration import Relation
from research.logic.positional import NumerationSystem
from research.logic.transitions import digits_of_letter

System = NumerationSystem | str | None


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


def _statement(source: str | Statement | Formula, numeration: System) -> Statement:
    """Return a statement, which names no other numeration system than the one that is asked for."""
    if isinstance(source, str):
        source = parse(source)
    if not isinstance(source, Statement):
        source = Statement(source, None, text(source))
    own = numeration.name if isinstance(numeration, NumerationSystem) else numeration
    if own is not None and source.system not in (None, own):
        raise AutomataError(f"system={own!r}: the formula itself names {source.system!r}")
    return source


def evaluate(
    source: str | Statement | Formula,
    numeration: System = None,
    relations: Mapping[str, Relation | Automaton] | None = None,
    limit: int = DEFAULT_STATE_LIMIT,
) -> Automaton:
    """Return the automaton of a formula over its free variables.

    Parameters
    ----------
    source
        A text in Walnut's syntax, or what the parser makes of it.
    numeration
        The system or its name; unless given that which the text names, else ``msd_2`` as in Walnut.
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
    evaluator = Evaluator(numeration or statement.system or "msd_2", relations, limit)
    evaluator.check(statement.formula, statement.source)
    return evaluator.over(statement.formula, free_variables(statement.formula))


def decide(
    source: str | Statement | Formula,
    numeration: System = None,
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
    evaluator = Evaluator(numeration or statement.system or "msd_2", relations, limit)
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


def _shortest_length(automaton: Automaton) -> int | None:
    """Return the length of the shortest word accepted, or None if there is none."""
    front = np.zeros(automaton.states, np.bool_)
    front[0] = True
    seen = front.copy()
    length = 0
    while front.any():
        if (front & automaton.accepting).any():
            return length
        step = np.zeros_like(front)
        step[automaton.table[front].ravel()] = True
        front = step & ~seen
        seen |= step
        length += 1
    return None


def smallest_words(automaton: Automaton, order: Sequence[str]) -> dict[str, tuple[int, ...]] | None:
    """Return the digit words, all of one length, of the smallest tuple; None if there is none.

    ``order`` has all tracks, the one to be made smallest first. Each digit costs states times
    letters times variables times the length.
    """
    length = _shortest_length(automaton)
    if length is None:
        return None
    search = _WordSearch(automaton, length)
    return {name: search.settle(automaton.tracks.index(name)) for name in order}


class _WordSearch:
    """The accepted words of one length, narrowed down track by track."""

    def __init__(self, automaton: Automaton, length: int) -> None:
        self.automaton, self.length = automaton, length
        self.steps = automaton.table[:, automaton.letter_class]
        # allowed[p]: the letters still possible at the p-th position read.
        self.allowed = np.ones((length, automaton.letters), np.bool_)

    def backward(self) -> list[Any]:
        """Return the states from which the letters after 0, 1, ... can lead to acceptance."""
        current = self.automaton.accepting
        layers = [current]
        for position in reversed(range(self.length)):
            current = current[self.steps[:, self.allowed[position]]].any(axis=1)
            layers.append(current)
        return layers[::-1]

    def settle(self, track: int) -> tuple[int, ...]:
        """Fix the smallest word of one track, most significant digit first."""
        automaton = self.automaton
        digit_of = np.arange(automaton.letters) // automaton.digits**track % automaton.digits
        places = range(self.length)
        word = []
        for place in places if automaton.order == "msd" else reversed(places):
            before = self.allowed[place].copy()
            for digit in range(automaton.digits):
                self.allowed[place] = before & (digit_of == digit)
                if self.backward()[0][0]:
                    word.append(digit)
                    break
        return tuple(word)


def members(
    automaton: Automaton, numeration: NumerationSystem, order: Sequence[str], most: int = 100_000
) -> list[tuple[int, ...]]:
    """Return all tuples of a finite relation, in no particular order.

    Parameters
    ----------
    automaton, numeration
        The relation and its system.
    order
        Its tracks, in the order of the entries of each tuple.
    most
        Refuse relations with more tuples than this.

    Raises
    ------
    AutomataError
        If the relation is infinite, or has more tuples.

    Examples
    --------
    >>> from research.logic.numeration import system
    >>> sorted(members(evaluate("x + y = 2", "lsd_2"), system("lsd_2"), ["x", "y"]))
    [(0, 2), (1, 1), (2, 0)]

    Notes
    -----
    A tuple with more digits than there are states can be pumped, and if there are infinitely many
    tuples one of them has fewer than twice as many; so words of that length are listed.
    """
    length = 2 * automaton.states
    search = _WordSearch(automaton, length)
    ahead = search.backward()
    found: list[tuple[int, ...]] = []
    stack: list[tuple[int, tuple[int, ...]]] = [(0, ())]
    while stack:
        state, word = stack.pop()
        if len(word) == length:
            found.append(word)
        else:
            goal = ahead[len(word) + 1]
            following = search.steps[state].tolist()
            stack += [(t, (*word, letter)) for letter, t in enumerate(following) if goal[t]]
        if len(found) + len(stack) > most:
            raise AutomataError(f"most={most}: the relation has more tuples, or infinitely many")
    places = [automaton.tracks.index(name) for name in order]
    result = []
    for word in found:
        letters = word if automaton.order == "msd" else word[::-1]
        if any(letters[: automaton.states]):
            raise AutomataError("the relation has infinitely many tuples")
        columns = [
            digits_of_letter(each, automaton.digits, len(automaton.tracks)) for each in letters
        ]
        result.append(tuple(numeration.value([c[place] for c in columns]) for place in places))
    return result
