"""Named predicates and automatic sequences: what ``$name(x,y)`` and ``T[x]`` refer to.

Built in, beside Walnut's Thue-Morse sequence ``T``, are three predicates that Walnut has not:
``$nimsum(x,y,z)``, digit by digit ``z = x xor y``, and ``$power_of_two(x)``, both in bases 2, 4 and
8, where they mean the same, and in no other system; and ``$power(x)``, x a power of the base (in
Zeckendorf: a Fibonacci number). Exported scripts carry them as automata.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache

from research.logic.automaton import Automaton
from research.logic.errors import AutomataError
from research.logic.formula import Formula, free_variables
from research.logic.numeration import NumerationSystem
from research.logic.parser import parse


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


@lru_cache(maxsize=64)
def built_in_sequences(numeration: NumerationSystem) -> Mapping[str, Mapping[int, Automaton]]:
    """Return the sequences known without being defined: Thue-Morse ``T`` in bases 2, 4, 8.

    For each value the automaton of the indices that carry it, over the one track ``n``.
    """
    if numeration.base not in (2, 4, 8):
        return {}
    odd = [digit.bit_count() % 2 for digit in range(numeration.base)]
    table = [odd, [1 - bit for bit in odd]]
    digits, order = numeration.digits, numeration.order
    return {
        "T": {
            value: Automaton.build(digits, order, ["n"], table, [value == 0, value == 1])
            for value in (0, 1)
        }
    }


@lru_cache(maxsize=64)
def built_in_relations(numeration: NumerationSystem) -> Mapping[str, Relation]:
    """Return the predicates known without being defined, in this system."""
    digits, order = numeration.digits, numeration.order
    # States: only zeros so far, one 1, anything else.
    table = [[0, 1] + [2] * (digits - 2), [1] + [2] * (digits - 1), [2] * digits]
    power = Automaton.build(digits, order, ["x"], table, [False, True, False])
    result = {"power": Relation(("x",), power)}
    if numeration.base in (2, 4, 8):
        fits = [
            0 if x ^ y == z else 1
            for z in range(digits)
            for y in range(digits)
            for x in range(digits)
        ]
        automaton = Automaton.build(
            digits, order, ["x", "y", "z"], [fits, [1] * digits**3], [True, False]
        )
        result["nimsum"] = Relation(("x", "y", "z"), automaton)
        start = [{0: 0}.get(digit, 1 if digit.bit_count() == 1 else 2) for digit in range(digits)]
        two = Automaton.build(digits, order, ["x"], [start, *table[1:]], [False, True, False])
        result["power_of_two"] = Relation(("x",), two)
    return result
