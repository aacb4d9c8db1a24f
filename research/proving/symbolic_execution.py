"""Functions on symbols: what a function of natural numbers gives, as formulas.

A comparison of symbols (:mod:`research.proving.symbols`) has to be true or false, so a
:class:`Path` decides it: it takes one side and keeps what it has taken as a condition. Running a
function once for each path (:func:`outcomes`) gives all that it does, for all numbers at once.
(J. C. King, Symbolic execution and program testing, Comm. ACM 19 (1976) 385-394,
doi:10.1145/360248.360252.)

A quotient and a nim sum are variables of their own, each with a formula that says which number it
is.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from itertools import permutations
from math import gcd
from typing import Any, Literal

from research.logic.decide import decide
from research.logic.errors import AutomataError
from research.logic.formula import (
    Comparison,
    Formula,
    Names,
    Not,
    Predicate,
    Quotient,
    TruthValue,
    Variable,
    conjunction,
    disjunction,
    exists,
    for_all,
    implies,
)
from research.proving.symbols import NotOnSymbolsError, Symbol, as_term

MOST_PATHS = 300
MOST_DECISIONS = 120  # on one path
MOST_UNKNOWN = 24  # numbers on one path that stand for what is made of the given ones
MOST_STATES = 5_000  # of an automaton that says whether a path can be taken
TRUE = TruthValue(value=True)
SYSTEM = "lsd_2"  # in which sums are read from their lowest digits, as they are carried

Relation = Literal["<=", "="]


@dataclass
class Path:
    """One way through a function: which side of each comparison it took, and what that means.

    The *trail* has for each comparison that is asked the side that is taken, and whether the other
    one is possible too; where it ends, a side is chosen, and the trail goes on.
    """

    names: tuple[str, ...]  # the variables that stand for the numbers given to the function
    trail: list[tuple[bool, bool]] = field(default_factory=list)
    given: Formula = TRUE  # what holds of the numbers
    value: Any = None  # what comes out: integers, symbols, truth values, or tuples of these
    own: list[str] = field(default_factory=list)  # variables of quotients and the like, in order
    parts: list[Formula] = field(default_factory=list)  # what these are, and the conditions
    defined: dict[str, Formula] = field(default_factory=dict)  # which number each of these is
    _made: dict[Any, Symbol] = field(default_factory=dict)
    _known: dict[Any, bool] = field(default_factory=dict)
    _asked: int = 0

    def symbols(self) -> tuple[Symbol, ...]:
        """Return the numbers given to the function."""
        return tuple(Symbol(self, {name: 1}, 0) for name in self.names)

    def decide(self, relation: Relation, form: Symbol) -> bool:
        """Return whether ``form`` is at most 0, or is 0, as this path takes it."""
        factors, constant = form.coefficients.values(), form.constant
        if not factors:
            return constant <= 0 if relation == "<=" else constant == 0
        if min(factors) > 0 and constant > 0:
            return False
        if max(factors) < 0 and relation == "<=" and constant <= 0:
            return True
        if relation == "=" and constant % gcd(*factors):
            return False
        form = _reduced(relation, form)
        key = relation, form.key()
        if key not in self._known:
            sides = (_condition(relation, form, holds=side) for side in (True, False))
            self._known[key] = self._take(*sides)
        return self._known[key]

    def are_same(self, some: Sequence[Any], others: Sequence[Any]) -> bool:
        """Return whether numbers are the others in some order, as this path takes it."""
        sides = [[Symbol(self, {}, 0) + each for each in side] for side in (some, others)]
        forms = {form.key(): form for side in sides for form in side}
        here, there = (Counter(form.key() for form in side) for side in sides)
        left, right = [*(here - there).elements()], [*(there - here).elements()]
        key = "same", (tuple(left), tuple(right))
        if key not in self._known and len(left) == len(right) > 0:
            said: list[Formula] = []
            for order in permutations(right):
                pairs = zip(left, order, strict=True)
                differences = [forms[one] - forms[other] for one, other in pairs]
                said.append(conjunction(*(Comparison("=", *each.sides()) for each in differences)))
            self._known[key] = self._take(disjunction(*said), Not(disjunction(*said)))
        return self._known.get(key, not left and not right)

    def choose(self) -> bool:
        """Return whether this path does something that others do not, whatever the numbers are."""
        self._asked += 1
        if self._asked > len(self.trail):
            self.trail.append((True, True))
        return self.trail[self._asked - 1][0]

    def _take(self, yes: Formula, no: Formula) -> bool:
        """Take a side that is possible here; say whether the other one is left to be taken."""
        if self._asked >= MOST_DECISIONS:
            raise NotOnSymbolsError(f"more than {MOST_DECISIONS} comparisons on one path")
        self._asked += 1
        if self._asked > len(self.trail):
            sides = [s for s in (True, False) if self._is_possible(yes if s else no)]
            # of a path that cannot be, either side is as good
            self.trail.append((sides[0] if sides else True, len(sides) == 2))
        side, open_ = self.trail[self._asked - 1]
        if open_:  # else it follows from what is given and from the conditions before
            self.parts.append(yes if side else no)
        return side

    def _is_possible(self, condition: Formula) -> bool:
        possible = exists(self.names, conjunction(self.given, self.when(condition)))
        return decide(possible, SYSTEM, limit=MOST_STATES).truth

    def when(self, *more: Formula) -> Formula:
        """Return when this path is taken, and more: a formula in the numbers that were given."""
        return exists(tuple(self.own), conjunction(*self.parts, *more))

    def quotient(self, form: Symbol, divisor: int) -> Symbol:
        """Return ``form`` divided by a constant of at least 1, rounded down."""
        if all(c % divisor == 0 for c in form.coefficients.values()):
            parts = {name: c // divisor for name, c in form.coefficients.items()}
            return Symbol(self, parts, form.constant // divisor)
        if form < 0:  # rounded down is away from 0
            return -self.quotient(divisor - 1 - form, divisor)
        number = Quotient(as_term(form), divisor)
        return self._number(number, lambda name: Comparison("=", Variable(name), number))

    def nim_sum(self, left: Symbol, right: Symbol) -> Symbol:
        """Return the bitwise exclusive or of two numbers that are not negative."""
        if left < 0 or right < 0:
            raise NotOnSymbolsError("the digits of a negative number are used")
        terms = tuple(as_term(form) for form in sorted((left, right), key=Symbol.key))
        return self._number(terms, lambda name: Predicate("nimsum", (*terms, Variable(name))))

    def some(self, start: Symbol, step: int, end: Symbol) -> Symbol:
        """Return ``start`` and any number of steps more, before ``end``: a number not known."""
        number = start + self.unknown() * step
        self.assume((number - end if step > 0 else end - number) + 1)
        return number

    def unknown(self) -> Symbol:
        """Return a natural number of which nothing is known."""
        return Symbol(self, {self._fresh(): 1}, 0)

    def assume(self, form: Symbol) -> None:
        """Take it of numbers that are not known that ``form`` is at most 0."""
        form = _reduced("<=", form)
        self._known["<=", form.key()] = True
        self.parts.append(_condition("<=", form, holds=True))

    def _fresh(self) -> str:
        if len(self.own) >= MOST_UNKNOWN:  # as in a loop that divides: each turn has one more
            raise NotOnSymbolsError(
                f"more than {MOST_UNKNOWN} quotients, nim-sums and unknown numbers on one path"
            )
        self.own.append(Names(*self.names, *self.own).fresh("q"))
        return self.own[-1]

    def _number(self, key: Any, says: Callable[[str], Formula]) -> Symbol:
        """Return the number of which a formula says which it is."""
        if key not in self._made:
            name = self._fresh()
            self.defined[name] = says(name)
            self.parts.append(self.defined[name])
            self._made[key] = Symbol(self, {name: 1}, 0)
        return self._made[key]


def _reduced(relation: Relation, form: Symbol) -> Symbol:
    """Return what is compared with 0 by its least numbers, and with one sign for ``=``."""
    divisor = gcd(*form.coefficients.values())
    parts = {name: c // divisor for name, c in form.coefficients.items()}
    least = Symbol(form.path, parts, -(-form.constant // divisor))  # exact for "=", as was seen
    return -least if relation == "=" and least.key()[0][0][1] < 0 else least


def _condition(relation: Relation, form: Symbol, holds: bool) -> Formula:  # noqa: FBT001
    """Return that a comparison with 0 comes out so, as one of natural numbers."""
    more, less = form.sides()
    if relation == "=":
        return Comparison("=" if holds else "!=", more, less)
    if form.constant == 1:  # x + 1 <= y is x < y
        more, _ = (form - 1).sides()
        return Comparison("<", more, less) if holds else Comparison("<=", less, more)
    return Comparison("<=", more, less) if holds else Comparison("<", less, more)


def outcomes(
    made: Callable[[tuple[Symbol, ...]], Any], names: Sequence[str], given: Formula = TRUE
) -> list[Path]:
    """Make something of symbols, on each path that making it can take.

    Parameters
    ----------
    made
        Returns what comes out of symbols.
    names, given
        The natural numbers that the symbols stand for, and what holds of them. For every choice of
        such numbers some path is taken, as is decided by automata.

    Raises
    ------
    NotOnSymbolsError
        If something has no formula, or there are more than ``MOST_PATHS`` paths.

    Examples
    --------
    >>> from research.logic.formula import text
    >>> for path in outcomes(max, "xy"):
    ...     print(text(path.when()), "|", text(as_term(path.value)))
    x < y | y
    y <= x | x
    """
    found: list[Path] = []
    waiting: list[list[tuple[bool, bool]]] = [[]]
    while waiting:
        before = waiting.pop()
        path = Path(tuple(names), [*before], given)
        try:
            path.value = made(path.symbols())
        except (AutomataError, AttributeError, TypeError, RecursionError) as error:
            raise NotOnSymbolsError(str(error)) from error
        found.append(path)
        left = (n for n, (_, both) in enumerate(path.trail) if both and n >= len(before))
        waiting += [[*path.trail[:n], (False, True)] for n in left]
        if len(found) + len(waiting) > MOST_PATHS:
            raise NotOnSymbolsError(f"more than {MOST_PATHS} paths through the function")
    some = disjunction(*(path.when() for path in found))
    if not decide(for_all(tuple(names), implies(given, some)), SYSTEM).truth:
        raise NotOnSymbolsError("the paths that were found are not all paths")
    return found
