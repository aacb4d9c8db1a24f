"""What a numeration system is: the protocol behind base k and other linear recurrences.

Every natural number has one *word* of digits, its representation by the greedy rule, and leading
zeros are allowed. A system says how the values of places arise from each other, which words are
representations, and how a sum of digits times integers is added up; from this come words, values,
the automata of representations and of linear constraints, counts and sums.

A new system is a row in :mod:`.numeration` with the coefficients of its recurrence
(:mod:`.recurrence`). Candidates are found from values (:mod:`.synthesis`) where a representation
without its last digits is one.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from bisect import bisect_right
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from functools import cache, lru_cache
from operator import mul
from typing import Any, ClassVar, Literal, NamedTuple

from fast.lazy import np
from research.logic.automaton import DEFAULT_STATE_LIMIT, Automaton, Made, Order
from research.logic.errors import AutomataError, StateLimitError

Relation = Literal["=", "<="]
State = tuple[int, ...]
LARGEST_CONSTRAINT = 50_000
_SHORT = 2**32  # numbers whose words are kept
_KEPT = 4096  # coordinates of small positions, asked for again and again


class Adder(NamedTuple):
    """Adds up ``sum a_i x_i + c`` digit by digit and compares it with 0.

    ``step(state, weight)`` goes on by a letter with ``weight = sum a_i d_i``; it returns a boolean
    where no further letter matters: whether all words are accepted from there, or none.
    """

    start: State
    step: Callable[[State, int], State | bool]
    accepts: Callable[[State], bool]


class NumerationSystem(ABC):
    """A numeration system; make one by :func:`.numeration.system`.

    Attributes
    ----------
    kind
        Its name without the order.
    words
        What a sentence calls it.
    digits
        How many digits there are: 0, 1, ..., ``digits - 1``.
    order
        Which digit automata read first.
    first
        Which digit its adder reads first.
    shift, weight
        How values move when a digit d is appended: the vector v, whose first entry is the value,
        becomes ``shift v + d weight``.
    valid_word
        The table and the accepting states of the words that are representations, in the order
        ``first``; None if all are.

    Examples
    --------
    >>> from research.logic.numeration import system
    >>> fibonacci = system("msd_fib")
    >>> fibonacci.word(11), fibonacci.value([1, 0, 1, 0, 0])
    ((1, 0, 1, 0, 0), 11)
    """

    kind: str
    words: str
    digits: int
    first: ClassVar[Order]
    shift: Sequence[Sequence[int]]
    weight: Sequence[int]
    valid_word: tuple[Sequence[Sequence[int]], Sequence[bool]] | None = None

    def __init__(self, order: Order) -> None:
        self.order = order
        self._weights = [self.weight[0]]
        self._words: dict[int, tuple[int, ...]] = {}

    @abstractmethod
    def adder(self, coefficients: Sequence[int], constant: int, comparison: Relation) -> Adder:
        """Return what adds up ``sum a_i x_i + c``, the digit ``first`` first."""

    @property
    def name(self) -> str:
        """Walnut's name of the system, as ``msd_2``."""
        return f"{self.order}_{self.kind}"

    def word(self, number: int) -> tuple[int, ...]:
        """Return the digits of a natural number, greatest first; of 0 none.

        Raises
        ------
        AutomataError
            If the number is negative.
        """
        if number < 0:
            raise AutomataError(f"number={number}: expected a natural number")
        if number in self._words:
            return self._words[number]
        weights, word, rest = self._weights, list[int](), number
        while weights[-1] <= number:
            weights.append(self.value([1, *[0] * len(weights)]))
        for weight in reversed(weights[: bisect_right(weights, number)]):
            digit, rest = divmod(rest, weight)
            word.append(digit)
        if number < _SHORT and len(self._words) < _KEPT:
            self._words[number] = tuple(word)
        return tuple(word)

    def value(self, word: Iterable[int]) -> int:
        """Return the number of a word whose greatest digit comes first.

        Cost: quadratic in the length of the word.
        """
        places: State = (0,) * len(self.weight)
        for digit in word:
            places = self.appended(places, digit)
        return places[0]

    def appended(self, places: State, digit: int) -> State:
        """Return the vector of a word with one more digit, from that of the word."""
        return tuple(
            digit * weight + sum(map(mul, row, places))
            for row, weight in zip(self.shift, self.weight, strict=True)
        )

    def accepts(self, automaton: Automaton, values: Mapping[str, int]) -> bool:
        """Return whether the automaton accepts the numbers, written in this system."""
        return automaton.reads({name: self.word(values[name])[::-1] for name in automaton.tracks})

    def valid(self, names: Iterable[str]) -> Automaton:
        """Return the automaton of all tuples of representations."""
        tracks = tuple(sorted(names))
        if self.valid_word is None or not tracks:
            return Automaton.constant(self.digits, self.order, tracks, value=True)
        generic = _valid_words(self, len(tracks))
        return generic.renamed(dict(zip(generic.tracks, tracks, strict=True)))

    def predicates(self) -> Mapping[str, Automaton]:
        """Return the predicates known without being defined, over the tracks x, y, z.

        ``$power(x)``: x has one digit 1 and else zeros. ``$even_zeros(x)``: x ends in an even
        number of zeros, 0 in none. ``$shifted(x,y)``: y is x with one more zero at its end.
        ``$last_place(x,y)``: y has a 1 at the place of the last digit of x that is not 0.
        """
        digits = self.digits
        rows = {
            # States: only zeros so far, one 1, anything else.
            "power": [[0, 1] + [2] * (digits - 2), [1] + [2] * (digits - 1), [2] * digits],
            # States, from the last digit: evenly and oddly many zeros so far; then either for good.
            "even_zeros": [[1] + [2] * (digits - 1), [0] + [3] * (digits - 1)]
            + [[state] * digits for state in (2, 3)],
            # States, from the last digit: the digit of x before, which is to be that of y.
            "shifted": [
                [x if y == state else digits for y in range(digits) for x in range(digits)]
                for state in range(digits)
            ]
            + [[digits] * (digits * digits)],
            # States, from the last digit: only zeros so far, the place was met, anything else.
            "last_place": [
                [
                    0 if not x and not y else 1 if x and y == 1 else 2
                    for y in range(digits)
                    for x in range(digits)
                ],
                [2 if y else 1 for y in range(digits) for _ in range(digits)],
                [2] * (digits * digits),
            ],
        }
        accepting = {
            "power": [False, True, False],
            "even_zeros": [True, True, True, False],
            "shifted": [True] + [False] * digits,
            "last_place": [False, True, False],
        }
        found = {}
        for name, table in rows.items():
            tracks = ["x"] if len(table[0]) == digits else ["x", "y"]
            found[name] = Automaton.build(digits, "lsd", tracks, table, accepting[name])
            if self.order == "msd":
                found[name] = found[name].mirrored()
        return found

    def sequences(self) -> Mapping[str, Mapping[int, Automaton]]:
        """Return the sequences known without being defined.

        For each value the automaton of the indices that carry it, over the one track ``n``.
        """
        return {}


def _tracks(count: int) -> tuple[str, ...]:
    """Return names of tracks in sorted order, which no formula can have: 000, 001, ..."""
    return tuple(f"{place:03}" for place in range(count))


@cache
def _valid_words(numeration: NumerationSystem, count: int) -> Automaton:
    assert numeration.valid_word is not None
    table, accepting = numeration.valid_word
    result = Automaton.constant(numeration.digits, numeration.first, (), value=True)
    for name in _tracks(count):
        result &= Automaton.build(numeration.digits, numeration.first, [name], table, accepting)
    return result if numeration.order == numeration.first else result.mirrored()


def linear_constraint(
    numeration: NumerationSystem,
    coefficients: Mapping[str, int],
    constant: int,
    comparison: Relation,
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
    comparison
        ``"="`` or ``"<="``.
    limit
        The most states of any automaton on the way.

    Raises
    ------
    StateLimitError
        If there are more; about the sum of the coefficients is needed.

    Examples
    --------
    >>> from research.logic.numeration import system
    >>> triple = linear_constraint(system("lsd_2"), {"x": 3, "y": -1}, 1, "=")
    >>> triple.accepts(x=5, y=16), triple.accepts(x=5, y=15)
    (True, False)
    """
    names = sorted(coefficients)
    values = tuple(coefficients[name] for name in names)
    generic = _constraint(numeration, values, constant, comparison, limit)
    return generic.renamed(dict(zip(generic.tracks, names, strict=True)))


@lru_cache(maxsize=4096)
def _constraint(
    numeration: NumerationSystem,
    coefficients: tuple[int, ...],
    constant: int,
    comparison: Relation,
    limit: int,
) -> Automaton:
    """Return the automaton of a linear constraint, over the tracks ``_tracks(...)``."""
    adder = numeration.adder(coefficients, constant, comparison)
    digits, most = numeration.digits, min(limit, LARGEST_CONSTRAINT)
    small = sum(map(abs, coefficients)) * digits < 2**63
    kind: Any = np.int64 if small else object  # of any size
    weights = np.zeros(1, kind)
    for coefficient in coefficients:
        # The lowest track varies fastest in the numbering of letters.
        weights = np.add.outer(coefficient * np.arange(digits, dtype=kind), weights).ravel()
    distinct, classes = np.unique(weights, return_inverse=True)
    number: dict[State | bool, int] = {adder.start: 0}
    states, table = list(number), []
    for state in states:
        row = []
        for weight in distinct.tolist():
            target = state if isinstance(state, bool) else adder.step(state, weight)
            if target not in number:
                if len(states) >= most:
                    place = f"a linear constraint with coefficients {coefficients}"
                    raise StateLimitError(len(states) + 1, most, place)
                number[target] = len(states)
                states.append(target)
            row.append(number[target])
        table.append(row)
    accepting = [s if isinstance(s, bool) else adder.accepts(s) for s in states]
    tracks = _tracks(len(coefficients))
    result = Automaton.build(digits, numeration.first, tracks, table, accepting, classes)
    result = replace(result, made_from=Made("constraint", (), (coefficients, constant, comparison)))
    if numeration.order != numeration.first:
        result = result.mirrored(limit)
    return result if numeration.valid_word is None else result & numeration.valid(tracks)
