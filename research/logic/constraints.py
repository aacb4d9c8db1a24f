"""Atoms to automata: linear constraints, sum of a_i x_i + c compared with 0.

**Base k, least significant digit first.** With ``x_i = d_i + k y_i`` the sum is
``(c + e) + k sum a_i y_i``, where ``e = sum a_i d_i``. It is 0 exactly when ``k`` divides
``c + e`` and ``sum a_i y_i + (c + e)/k = 0``; it is at most 0 exactly when
``sum a_i y_i + ceil((c + e)/k) <= 0``. So the constant is the state (Boudet and Comon 1996,
doi:10.1007/3-540-61064-2_27), and only finitely many are met, for they shrink by the factor k.

**Zeckendorf, most significant digit first.** A word of signed digits ``e_1 ... e_t``, followed by
``j`` further letters, contributes ``p F(j+2) + q F(j+1)``, where reading ``e`` takes ``(p, q)``
to ``(p + q + e, p)`` and ``F(2) = 1, F(3) = 2``: shifting by one place takes ``F(j+1)`` to
``F(j+2)`` and ``F(j+2) = F(j+1) + F(j)``. At the end (j = 0) the value is ``p + q``, since
F(2) = F(1) = 1. Once the value is too large, or too small, whatever follows, it stays so
(:func:`_verdict`); between these bounds the conjugate of ``p phi + q`` is bounded as well,
because it shrinks at each step, so the states are finite. That the result is addition is not
taken on trust: tests have the engine prove it.

A term becomes ``sum a_x x + c`` together with *parts*, automata that must hold: a difference adds
that it exists, a quotient a new variable q with ``k q <= t < k q + k``. New variables have names
that no formula can have.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from functools import lru_cache
from itertools import count
from typing import TYPE_CHECKING, Literal

from research.logic.automaton import DEFAULT_STATE_LIMIT, Automaton
from research.logic.errors import StateLimitError
from research.logic.formula import (
    Comparison,
    Constant,
    Difference,
    Multiple,
    Quotient,
    Sum,
    Term,
    Variable,
)
from research.logic.numeration import NumerationSystem, track_names
from research.system.lazy import LazyModule

if TYPE_CHECKING:
    import numpy as np
else:
    np = LazyModule("numpy")

Relation = Literal["=", "<="]
State = tuple[int, ...]
LARGEST_CONSTRAINT = 50_000
_TRUE: State = (1, 0, 0)
_FALSE: State = (0, 0, 0)


@lru_cache(maxsize=4096)
def base_constraint(
    base: int,
    coefficients: tuple[int, ...],
    constant: int,
    relation: Relation,
    limit: int = LARGEST_CONSTRAINT,
) -> Automaton:
    """Return the automaton of ``sum a_i x_i + constant = 0`` (or ``<= 0``), least digit first.

    Parameters
    ----------
    base
        2 to 10.
    coefficients
        The ``a_i``; track ``i`` is named ``str(i)`` padded to three places.
    constant
        Any integer.
    relation
        ``"="`` or ``"<="``.
    limit
        The most states; about the sum of the coefficients is needed.

    Raises
    ------
    StateLimitError
        If there are more states.

    Examples
    --------
    >>> base_constraint(2, (1, 1, -1), 0, "=").states
    3
    """

    def step(state: State, weight: int) -> State:
        if len(state) != 1:
            return state
        total = state[0] + weight
        if relation == "<=":
            return (-(-total // base),)
        return (total // base,) if total % base == 0 else _FALSE

    def accepts(state: State) -> bool:
        if len(state) != 1:
            return state == _TRUE
        return state[0] == 0 if relation == "=" else state[0] <= 0

    return _explored(base, "lsd", coefficients, (constant,), step, accepts, limit)


@lru_cache(maxsize=4096)
def zeckendorf_constraint(
    coefficients: tuple[int, ...],
    constant: int,
    relation: Relation,
    limit: int = LARGEST_CONSTRAINT,
) -> Automaton:
    """Return the automaton of ``sum a_i x_i + constant = 0`` (or ``<= 0``), greatest digit first.

    Words that are not Zeckendorf representations are read by their value like all others; the
    caller intersects with the valid ones.

    Examples
    --------
    >>> zeckendorf_constraint((1, -1), 0, "=").is_empty()
    False
    """
    positive = sum(a for a in coefficients if a > 0)
    negative = sum(-a for a in coefficients if a < 0)

    def step(state: State, weight: int) -> State:
        if len(state) != 2:
            return state
        p, q = state
        verdict = _verdict((p + q + weight, p), positive, negative, constant)
        if verdict is None:
            return (p + q + weight, p)
        return _TRUE if verdict < 0 and relation == "<=" else _FALSE

    def accepts(state: State) -> bool:
        if len(state) != 2:
            return state == _TRUE
        value = state[0] + state[1] + constant
        return value == 0 if relation == "=" else value <= 0

    return _explored(2, "msd", coefficients, (0, 0), step, accepts, limit)


def _verdict(state: State, positive: int, negative: int, constant: int) -> int | None:
    """Return the sign of the final sum if nothing that can follow changes it, else None.

    The rest of ``j`` letters adds between ``-negative S`` and ``positive S``, where
    ``S = F(2) + ... + F(j+1) = F(j+3) - 2``. With the prefix's ``p F(j+2) + q F(j+1)``, the least
    possible sum is ``(p - n) F(j+2) + (q - n) F(j+1) + 2n + c``: with a, b for the two brackets,
    the sequence ``v(j) = a F(j+2) + b F(j+1)`` satisfies Fibonacci's recurrence with
    ``v(0) = a + b`` and ``v(1) = 2a + b``. It is never below ``min(v(0), v(1))`` if both are
    at least 0. So the sum is positive for every j if ``min + 2n + c > 0``. The other side is the
    mirror image.
    """
    p, q = state
    low = (p - negative + q - negative, 2 * (p - negative) + q - negative)
    if min(low) >= 0 and min(low) + 2 * negative + constant > 0:
        return 1
    high = (p + positive + q + positive, 2 * (p + positive) + q + positive)
    if max(high) <= 0 and max(high) - 2 * positive + constant < 0:
        return -1
    return None


def _explored(  # noqa: PLR0917
    digits: int,
    order: Literal["msd", "lsd"],
    coefficients: tuple[int, ...],
    start: State,
    step: Callable[[State, int], State],
    accepts: Callable[[State], bool],
    limit: int,
) -> Automaton:
    """Return the automaton whose step depends on a letter by ``sum a_i d_i`` alone."""
    weights = np.zeros(1, np.int64)
    for coefficient in coefficients:
        # The lowest track varies fastest in the numbering of letters.
        weights = np.add.outer(coefficient * np.arange(digits), weights).ravel()
    distinct, classes = np.unique(weights, return_inverse=True)
    number = {start: 0}
    states = [start]
    table = []
    for state in states:
        row = []
        for weight in distinct.tolist():
            target = step(state, weight)
            if target not in number:
                if len(states) >= min(limit, LARGEST_CONSTRAINT):
                    place = f"a linear constraint with coefficients {coefficients}"
                    raise StateLimitError(len(states) + 1, min(limit, LARGEST_CONSTRAINT), place)
                number[target] = len(states)
                states.append(target)
            row.append(number[target])
        table.append(row)
    return Automaton.build(
        digits,
        order,
        track_names(len(coefficients)),
        table,
        [accepts(state) for state in states],
        classes,
    )


def linear_constraint(
    numeration: NumerationSystem,
    coefficients: Mapping[str, int],
    constant: int,
    relation: Relation,
    limit: int = DEFAULT_STATE_LIMIT,
) -> Automaton:
    """Return the automaton of ``sum a_x x + constant = 0`` (or ``<= 0``).

    Parameters
    ----------
    numeration
        The numeration system.
    coefficients
        The integer ``a_x`` of each variable; zeros are allowed and keep the track.
    constant
        Any integer.
    relation
        ``"="`` or ``"<="``.
    limit
        The most states of any automaton on the way.

    Examples
    --------
    >>> from research.logic.numeration import system
    >>> triple = linear_constraint(system("lsd_2"), {"x": 3, "y": -1}, 1, "=")
    >>> triple.accepts(x=5, y=16), triple.accepts(x=5, y=15)
    (True, False)
    """
    names = sorted(coefficients)
    values = tuple(coefficients[name] for name in names)
    generic = _constraint(numeration, values, constant, relation, limit)
    return generic.renamed(dict(zip(generic.tracks, names, strict=True)))


@lru_cache(maxsize=4096)
def _constraint(
    numeration: NumerationSystem,
    coefficients: tuple[int, ...],
    constant: int,
    relation: Relation,
    limit: int,
) -> Automaton:
    if numeration.base is not None:
        result = base_constraint(numeration.base, coefficients, constant, relation, limit)
        return result if numeration.order == "lsd" else result.mirrored(limit)
    if numeration.order == "lsd":
        other = numeration.mirrored()
        return _constraint(other, coefficients, constant, relation, limit).mirrored(limit)
    result = zeckendorf_constraint(coefficients, constant, relation, limit)
    return result & numeration.valid(result.tracks)


@dataclass(frozen=True)
class Linear:
    """``sum a_x x + constant``."""

    coefficients: dict[str, int]
    constant: int

    def plus(self, other: Linear, factor: int) -> Linear:
        """Return this form plus ``factor`` times another, without zero coefficients."""
        total = dict(self.coefficients)
        for name, coefficient in other.coefficients.items():
            total[name] = total.get(name, 0) + factor * coefficient
        kept = {name: coefficient for name, coefficient in total.items() if coefficient}
        return Linear(kept, self.constant + factor * other.constant)


@dataclass
class Conjunction:
    """Automata that hold together, and the new variables quantified over them.

    Parameters
    ----------
    numeration
        The numeration system of all automata.
    limit
        The most states of an automaton.
    names
        The source of new names, shared by one evaluation.
    """

    numeration: NumerationSystem
    limit: int
    names: count[int]
    automata: list[Automaton] = field(default_factory=list)
    variables: list[str] = field(default_factory=list)

    def fresh(self) -> str:
        """Return a new variable, to be quantified."""
        name = f"#{next(self.names)}"
        self.variables.append(name)
        return name

    def at_most_zero(self, form: Linear) -> None:
        """Add that the form is at most 0."""
        self.automata.append(
            linear_constraint(self.numeration, form.coefficients, form.constant, "<=", self.limit)
        )

    def zero(self, form: Linear) -> Automaton:
        """Return the automaton of: the form is 0."""
        given = self.numeration, form.coefficients, form.constant
        return linear_constraint(*given, "=", self.limit)

    def linear(self, term: Term, *, natural: bool = False) -> Linear:
        """Return the form of a term, adding what it needs to exist.

        ``natural`` says that the context already forces the term's value to be at least 0.
        """
        match term:
            case Variable(name):
                return Linear({name: 1}, 0)
            case Constant(value):
                return Linear({}, value)
            case Sum(left, right):
                return self.linear(left).plus(self.linear(right), 1)
            case Multiple(factor, body):
                return Linear({}, 0).plus(self.linear(body), factor)
            case Difference(left, right):
                form = self.linear(left).plus(self.linear(right), -1)
                if not natural:
                    self.at_most_zero(Linear({}, 0).plus(form, -1))
                return form
            case Quotient(body, divisor):
                quotient = Linear({self.fresh(): divisor}, 0)
                rest = self.linear(body).plus(quotient, -1)
                self.at_most_zero(Linear({}, 0).plus(rest, -1))
                self.at_most_zero(Linear(rest.coefficients, rest.constant - divisor + 1))
                return Linear(dict.fromkeys(quotient.coefficients, 1), 0)

    def comparison(self, atom: Comparison) -> None:
        """Add a comparison of two terms."""
        equal = atom.comparator == "="
        form = self.linear(atom.left, natural=equal).plus(self.linear(atom.right), -1)
        match atom.comparator:
            case "=":
                self.automata.append(self.zero(form))
            case "!=":
                same = self.zero(form)
                self.automata.append(~same & self.numeration.valid(same.tracks))
            case "<=":
                self.at_most_zero(form)
            case "<":
                self.at_most_zero(Linear(form.coefficients, form.constant + 1))
            case ">=":
                self.at_most_zero(Linear({}, 0).plus(form, -1))
            case ">":
                self.at_most_zero(Linear({}, 1).plus(form, -1))

    def applied(
        self, automaton: Automaton, parameters: Iterable[str], arguments: Iterable[Term]
    ) -> None:
        """Add an automaton with its tracks ``parameters`` replaced by terms."""
        names = {}
        for parameter, argument in zip(parameters, arguments, strict=True):
            if isinstance(argument, Variable):
                names[parameter] = argument.name
                continue
            if parameter in automaton.tracks:
                names[parameter] = self.fresh()
                form = self.linear(argument, natural=True)
                self.automata.append(self.zero(form.plus(Linear({names[parameter]: 1}, 0), -1)))
            else:
                self.linear(argument)
        self.automata.append(automaton.renamed(names))
