"""Numeration systems, and the predicates and sequences that each of them knows.

A system is base k or Zeckendorf's, most or least significant digit first. It says which words are
representations: in base k all, in Zeckendorf's those without two neighbouring ones (Zeckendorf
1972). Leading zeros are allowed everywhere. Names are Walnut's: ``msd_2``, ``lsd_10``,
``msd_fib``, ``lsd_fib``.

A predicate ``$name(x,y)`` is a formula or an automaton. Built in, beside Walnut's Thue-Morse
sequence ``T``, are three that Walnut has not: ``$nimsum(x,y,z)``, digit by digit ``z = x xor y``,
and ``$power_of_two(x)``, both in bases 2, 4 and 8, where they mean the same, and in no other
system; and ``$power(x)``, x a power of the base (in Zeckendorf: a Fibonacci number). Exported
scripts carry them as automata.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache

from research.logic.automaton import Automaton, Order
from research.logic.errors import AutomataError
from research.logic.formula import Formula, free_variables, parse

_SHORT = 2**32  # numbers whose words are kept


@dataclass(frozen=True)
class NumerationSystem:
    """A numeration system; make one by :func:`system`.

    Parameters
    ----------
    base
        2 to 10, or None for Zeckendorf.
    order
        Which digit automata read first.

    Examples
    --------
    >>> fibonacci = system("msd_fib")
    >>> fibonacci.word(11), fibonacci.value([1, 0, 1, 0, 0])
    ((1, 0, 1, 0, 0), 11)
    """

    base: int | None
    order: Order

    @property
    def name(self) -> str:
        """Walnut's name of the system, as ``msd_2``."""
        return f"{self.order}_{self.base or 'fib'}"

    @property
    def digits(self) -> int:
        """The number of digits: the base, or 2 for Zeckendorf."""
        return self.base or 2

    def word(self, number: int) -> tuple[int, ...]:
        """Return the digits of a natural number, greatest first; of 0 none.

        Raises
        ------
        AutomataError
            If the number is negative.
        """
        if number < 0:
            raise AutomataError(f"number={number}: expected a natural number")
        return _short_word(number, self.base) if number < _SHORT else _word(number, self.base)

    def value(self, word: Sequence[int]) -> int:
        """Return the number of a word whose greatest digit comes first.

        Cost: quadratic in the length of the word.
        """
        if self.base is not None:
            total = 0
            for digit in word:
                total = total * self.base + digit
            return total
        total, weight, following = 0, 1, 2
        for digit in reversed(word):
            total += digit * weight
            weight, following = following, weight + following
        return total

    def holds(self, automaton: Automaton, values: Mapping[str, int]) -> bool:
        """Return whether the automaton accepts the numbers, written in this system."""
        words = {name: self.word(values[name])[::-1] for name in automaton.tracks}
        return automaton.reads(words)

    def valid(self, names: Iterable[str]) -> Automaton:
        """Return the automaton of all tuples of representations."""
        tracks = tuple(sorted(names))
        if self.base is not None or not tracks:
            return Automaton.constant(self.digits, self.order, tracks, value=True)
        generic = _valid_words(self.order, len(tracks))
        return generic.renamed(dict(zip(generic.tracks, tracks, strict=True)))

    def mirrored(self) -> NumerationSystem:
        """Return the system with the digits read the other way."""
        return NumerationSystem(self.base, "msd" if self.order == "lsd" else "lsd")


@lru_cache(maxsize=64)
def system(name: str) -> NumerationSystem:
    """Return the numeration system of a name.

    Parameters
    ----------
    name
        ``msd_K`` or ``lsd_K`` with K from 2 to 10, ``msd_fib`` or ``lsd_fib``.

    Raises
    ------
    AutomataError
        If the name is none of these.

    Examples
    --------
    >>> system("lsd_2").base
    2
    >>> system("msd_11")
    Traceback (most recent call last):
    research.logic.errors.AutomataError: system='msd_11': expected msd_K or lsd_K with K \
from 2 to 10, msd_fib or lsd_fib
    """
    order, _, kind = name.partition("_")
    known: dict[str, int | None] = {str(base): base for base in range(2, 11)} | {"fib": None}
    if order not in ("msd", "lsd") or kind not in known:
        raise AutomataError(
            f"system={name!r}: expected msd_K or lsd_K with K from 2 to 10, msd_fib or lsd_fib"
        )
    return NumerationSystem(known[kind], "msd" if order == "msd" else "lsd")


def _word(number: int, base: int | None) -> tuple[int, ...]:
    return _zeckendorf(number) if base is None else _base_digits(number, base)


@lru_cache(maxsize=4096)  # coordinates of small positions, asked for again and again
def _short_word(number: int, base: int | None) -> tuple[int, ...]:
    return _word(number, base)


def _base_digits(number: int, base: int) -> tuple[int, ...]:
    if base in (2, 8, 10):
        text = format(number, {2: "b", 8: "o", 10: "d"}[base]) if number else ""
        return tuple(map(int, text))
    word = []
    while number:
        number, digit = divmod(number, base)
        word.append(digit)
    return tuple(reversed(word))


def _zeckendorf(number: int) -> tuple[int, ...]:
    weights = [1, 2]
    while weights[-1] <= number:
        weights.append(weights[-1] + weights[-2])
    word = []
    for weight in reversed(weights):
        digit = int(weight <= number)
        number -= digit * weight
        word.append(digit)
    while word and not word[0]:
        del word[0]
    return tuple(word)


def track_names(count: int) -> tuple[str, ...]:
    """Return the names of the tracks of a constraint, in sorted order.

    Examples
    --------
    >>> track_names(2)
    ('000', '001')
    """
    return tuple(f"{place:03}" for place in range(count))


@lru_cache(maxsize=256)
def _valid_words(order: Order, count: int) -> Automaton:
    names = track_names(count)
    result = Automaton.constant(2, order, (), value=True)
    for name in names:
        # After a one only a zero; state 2 is the sink.
        result &= Automaton.build(2, order, [name], [[0, 1], [0, 2], [2, 2]], [True, True, False])
    return result


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
