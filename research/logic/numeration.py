"""Numeration systems: base k and Zeckendorf, most or least significant digit first.

A system says which words are representations (in base k all, in Zeckendorf's those without two
neighbouring ones, Zeckendorf 1972) and gives the automata of linear constraints. Leading zeros
are allowed everywhere. Addition is not taken on trust: in the tests the engine proves statements
that characterise it by induction.

Names are Walnut's: ``msd_2``, ``lsd_10``, ``msd_fib``, ``lsd_fib``.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache

from research.logic.automaton import DEFAULT_STATE_LIMIT, Automaton, Order
from research.logic.constraints import (
    Relation,
    base_constraint,
    track_names,
    zeckendorf_constraint,
)
from research.logic.errors import AutomataError

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

    def linear(
        self,
        coefficients: Mapping[str, int],
        constant: int,
        relation: Relation,
        limit: int = DEFAULT_STATE_LIMIT,
    ) -> Automaton:
        """Return the automaton of ``sum a_x x + constant = 0`` (or ``<= 0``).

        Parameters
        ----------
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
        >>> triple = system("lsd_2").linear({"x": 3, "y": -1}, 1, "=")
        >>> triple.accepts(x=5, y=16), triple.accepts(x=5, y=15)
        (True, False)
        """
        names = sorted(coefficients)
        values = tuple(coefficients[name] for name in names)
        generic = _constraint(self, values, constant, relation, limit)
        return generic.renamed(dict(zip(generic.tracks, names, strict=True)))

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


@lru_cache(maxsize=256)
def _valid_words(order: Order, count: int) -> Automaton:
    names = track_names(count)
    result = Automaton.constant(2, order, (), value=True)
    for name in names:
        # After a one only a zero; state 2 is the sink.
        result &= Automaton.build(2, order, [name], [[0, 1], [0, 2], [2, 2]], [True, True, False])
    return result


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
    return result & _valid_words("msd", len(coefficients))
