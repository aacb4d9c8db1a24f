"""Numeration systems by name, and named predicates.

A system is that of a linear recurrence, most or least significant digit first. Names are Walnut's:
``msd_2``, ``lsd_10``, ``msd_fib``, ``lsd_trib``. Walnut has no ``rec21`` (its ``pell`` has other
weights); exported scripts carry such a system as a custom base. A predicate ``$name(x,y)`` is a
formula or an automaton. Known without being defined are in each system those of :mod:`.positional`,
as ``$power(x)``, x a power of the base (in Zeckendorf: a Fibonacci number), and more in
:mod:`.base`; exported scripts carry what Walnut has not as automata.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache

from research.logic.automaton import Automaton, Order
from research.logic.base import BaseK
from research.logic.errors import AutomataError
from research.logic.formula import Formula, free_variables, parse
from research.logic.positional import NumerationSystem
from research.logic.recurrence import LinearRecurrence

OF_ORDER_TWO = ((2, 1), (3, 1), (4, 1), (2, 2), (3, 2), (3, 3))  # besides Zeckendorf's


def _words(a: int, b: int) -> str:
    last = f"{b} u(n-2)" if b > 1 else "u(n-2)"
    return f"the numeration with weights 1, {a + 1}, ..., u(n) = {a} u(n-1) + {last}"


_RECURRENCES: dict[str, tuple[str, tuple[int, ...]]] = {  # in words, and the coefficients
    "fib": ("Zeckendorf's numeration", (1, 1)),
    **{f"rec{a}{b}": (_words(a, b), (a, b)) for a, b in OF_ORDER_TWO},
    "trib": ("the Tribonacci numeration", (1, 1, 1)),
}
_BASES = tuple(map(str, range(3, 11)))
KINDS = ("2", "fib", *_BASES, *list(_RECURRENCES)[1:])  # as conjectures try them


@cache
def system(name: str) -> NumerationSystem:
    """Return the numeration system of a name.

    Parameters
    ----------
    name
        ``msd_`` or ``lsd_``, and one of :data:`KINDS`.

    Raises
    ------
    AutomataError
        If the name is none of these.

    Examples
    --------
    >>> system("lsd_2").digits
    2
    >>> system("msd_11")
    Traceback (most recent call last):
    research.logic.errors.AutomataError: system='msd_11': expected msd_K or lsd_K, where K is one \
of 2, fib, 3, 4, 5, 6, 7, 8, 9, 10, rec21, rec31, rec41, rec22, rec32, rec33, trib
    """
    order, _, kind = name.partition("_")
    if order not in ("msd", "lsd") or kind not in KINDS:
        raise AutomataError(
            f"system={name!r}: expected msd_K or lsd_K, where K is one of {', '.join(KINDS)}"
        )
    first: Order = "msd" if order == "msd" else "lsd"
    if kind in _RECURRENCES:
        return LinearRecurrence(kind, *_RECURRENCES[kind], first)
    return BaseK(int(kind), first)


@dataclass(frozen=True)
class Relation:
    """A named predicate: its parameters in order, and a formula or an automaton over them.

    Parameters
    ----------
    parameters
        The names, in the order of the arguments.
    definition
        A formula whose free variables are among the parameters, or an automaton whose tracks
        are.

    Raises
    ------
    AutomataError
        If the definition mentions another variable or a parameter is repeated.

    Examples
    --------
    >>> Relation.of("x, y", "x < 2*y").parameters
    ('x', 'y')
    """

    parameters: tuple[str, ...]
    definition: Formula | Automaton

    def __post_init__(self) -> None:
        if isinstance(self.definition, Automaton):
            used = frozenset(self.definition.tracks)
        else:
            used = free_variables(self.definition)
        if len(set(self.parameters)) < len(self.parameters) or used - set(self.parameters):
            raise AutomataError(
                f"parameters={list(self.parameters)!r}: expected distinct names, among them all of "
                f"{sorted(used)!r}"
            )

    @classmethod
    def of(cls, parameters: str, formula: str) -> Relation:
        """Return the predicate of a comma-separated list of parameters and a formula's text."""
        names = tuple(name.strip() for name in parameters.split(",") if name.strip())
        return cls(names, parse(formula).formula)
