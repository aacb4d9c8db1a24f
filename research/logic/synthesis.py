"""From finitely many values to a candidate automaton.

The set S is known for tuples below a bound, not necessarily for all. Read from the least
significant digit, a word w has the *residual* that says of the number u of the remaining, higher
digits whether ``u w`` is in S; read from the most significant one, that says of each length n
whether the words ``w u`` with n digits u are. By Myhill and Nerode the automaton's states are the
distinct residuals (for base k, least digit first, the elements of the k-kernel; Eilenberg 1974;
Allouche and Shallit 2003, section 6.6). Of each only a part is observed, the shorter the longer w
is. Two are taken for one state if they agree wherever both are known, and if that is at least
``evidence`` places; of several, the one with the most common places is taken.

Only a value that is unknown agrees with both: words that represent nothing are never in S. To agree
is not transitive, so these would merge what differs.

The result is a candidate: it agrees with all the data, and nothing more is claimed. If the
residuals do not close before the evidence runs out, there is none.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache, partial
from itertools import product
from typing import TYPE_CHECKING, Any

from fast.lazy import np
from research.logic.automaton import Automaton
from research.logic.errors import AutomataError
from research.logic.numeration import system
from research.logic.positional import NumerationSystem

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Values = NDArray[np.int8]

UNKNOWN = 2  # in data, beside 0 and 1
Word = tuple[int, ...]


@dataclass(frozen=True)
class LearnedAutomaton:
    """A candidate automaton, its system, and with how many values it agrees."""

    automaton: Automaton
    system: str
    values: int


def synthesised(
    data: Any,
    numeration: str = "lsd_2",
    names: Sequence[str] = ("x",),
    *,
    evidence: int = 8,
    most_states: int = 200,
) -> LearnedAutomaton | None:
    """Return a candidate automaton for a set of which members below a bound are known.

    Parameters
    ----------
    data
        An array with one axis for each variable: ``data[x, y]`` says whether (x, y) is in the set;
        :data:`UNKNOWN` says nothing. Axes of different lengths are allowed.
    numeration
        The system's name; its order is that in which digits are read.
    names
        The variables.
    evidence
        How many places of a residual must be known at least, beside up to four times as many where
        there are as many states already; more where the automaton does not agree with the data.
    most_states
        Give up beyond so many states.

    Returns
    -------
    LearnedAutomaton or None
        None if the data do not close, or do not agree with the automaton that they suggest.

    Examples
    --------
    >>> found = synthesised([n % 3 == 0 for n in range(200)])
    >>> found.automaton.states, found.automaton.accepts(x=3 * 10**50), found.values
    (3, True, 200)
    >>> synthesised([n % 3 == 0 if n % 5 else UNKNOWN for n in range(200)]).automaton.states
    3
    """
    values = np.asarray(data, dtype=np.int8)
    if values.ndim != len(names) or not names:
        raise AutomataError(f"data: {values.ndim} axes for {len(names)} variables")
    target = system(numeration)
    kind = _LeastFirst if target.order == "lsd" else _GreatestFirst
    sure = values != UNKNOWN
    while True:
        residuals: _Residuals = kind(values, target, evidence, most_states)
        table = residuals.closed()
        if table is None:
            return None
        accepting = [first == 1 for first in residuals.first]
        make = partial(Automaton.build, target.digits, target.order, names, table)
        if UNKNOWN in residuals.first:  # of the words by which they were found; others lead there
            ends = np.zeros(values.shape, np.int64)  # the states, bit by bit
            for bit in range(len(table).bit_length()):
                odd = make([state >> bit & 1 == 1 for state in range(len(table))])
                ends += accepted(odd, names, numeration, values.shape).astype(np.int64) << bit
            for state in np.unique(ends[values == 1]):
                accepting[state] |= residuals.first[state] == UNKNOWN
        automaton = make(accepting) & target.valid(names)
        said = accepted(automaton, names, numeration, values.shape)
        if automaton.is_saturated() and not ((said != (values == 1)) & sure).any():
            return LearnedAutomaton(automaton, numeration, int(sure.sum()))
        evidence *= 3  # what was taken for one state differs


@lru_cache(maxsize=64)
def _appended(numeration: NumerationSystem, digit: int, bound: int) -> Any:
    """Return the numbers u of all ``u digit < bound`` in order; -1 where ``u digit`` is no word.

    Entry u is the number of the word of u with the digit behind its last one.
    """
    result: list[int] = []
    for number in range(bound):
        word = (*numeration.word(number), digit)
        value = numeration.value(word)
        if value >= bound:
            break
        result.append(value if numeration.word(value) == word or not value else -1)
    return np.array(result, dtype=np.int64)


class _Residuals(ABC):
    """The residuals found so far, each as blocks of what is known of it."""

    def __init__(
        self, data: Values, numeration: NumerationSystem, evidence: int, most_states: int
    ) -> None:
        self.numeration, self.evidence, self.most_states = numeration, evidence, most_states
        self.data = data
        self.words: list[tuple[Word, ...]] = [((),) * data.ndim]
        self.known = [self.blocks((), None)]
        self.corners = [self.corner(self.known[0])]
        self.first = [int(self.known[0][0].flat[0])]  # values at the end of the word

    @abstractmethod
    def blocks(self, word: tuple[Word, ...], before: int | None) -> list[Values]:
        """Return what is known of the residual of a word, one digit longer than that before."""

    @abstractmethod
    def corner(self, blocks: list[Values]) -> bytes | None:
        """Return some values that are there for all, and known, of a residual; else None."""

    def closed(self) -> list[list[int]] | None:
        """Return the transition table, or None if the residuals do not close."""
        # The first track is the lowest place of a letter's number.
        digits = range(self.numeration.digits)
        letters = [letter[::-1] for letter in product(digits, repeat=self.data.ndim)]
        table: list[list[int]] = []
        for state, word in enumerate(self.words):
            row = []
            for letter in letters:
                longer = tuple((*w, digit) for w, digit in zip(word, letter, strict=True))
                number = self._number(longer, self.blocks(longer, state))
                if number is None:
                    return None
                row.append(number)
            table.append(row)
        return table

    def _number(self, word: tuple[Word, ...], blocks: list[Values]) -> int | None:
        """Return the state of a residual: an old one that agrees with it, or a new one."""
        # To be told from s known ones, a residual needs about s known places.
        sure = sum(int(np.count_nonzero(block != UNKNOWN)) for block in blocks)
        states = len(self.known)
        if sure < max(self.evidence, min(states, 4 * self.evidence)):
            return None
        best, most, corner = 0, -1, self.corner(blocks)
        for number, (known, other) in enumerate(zip(self.known, self.corners, strict=True)):
            if corner is not None and other is not None and corner != other:
                continue
            common = _common(blocks, known)
            if common > most:
                best, most = number, common
        needed = max(self.evidence, states)
        first = int(blocks[0].flat[0])
        if most >= 0 and (most >= needed or sure < needed):
            if self.first[best] == UNKNOWN:
                self.first[best] = first
            return best
        if states >= self.most_states:
            return None
        self.words.append(word)
        self.known.append(blocks)
        self.corners.append(corner)
        self.first.append(first)
        return states


def _common(these: list[Values], those: list[Values]) -> int:
    """Return how many places of two residuals are known of both; -1 if these differ."""
    total = 0
    for one, other in zip(these, those, strict=False):
        shared = tuple(slice(0, min(sides)) for sides in zip(one.shape, other.shape, strict=True))
        a, b = one[shared], other[shared]
        both = (a != UNKNOWN) & (b != UNKNOWN)
        if ((a != b) & both).any():
            return -1
        total += int(np.count_nonzero(both))
    return total


class _LeastFirst(_Residuals):
    """One block, whose axes are the numbers of the remaining digits."""

    def blocks(self, word: tuple[Word, ...], before: int | None) -> list[Values]:
        if before is None:
            return [self.data]
        (residual,) = self.known[before]
        given = zip(word, residual.shape, strict=True)
        maps = [_appended(self.numeration, w[-1], bound) for w, bound in given]
        return [_taken(residual, maps)]

    def corner(self, blocks: list[Values]) -> bytes | None:
        (residual,) = blocks
        return _known(residual[(slice(0, 4),) * residual.ndim], 4)


class _GreatestFirst(_Residuals):
    """A block for each length of the remaining digits, whose axes are the numbers of these."""

    def blocks(self, word: tuple[Word, ...], before: int | None) -> list[Values]:  # noqa: ARG002
        found: list[Values] = []
        word = word or ((),) * self.data.ndim
        while True:
            given = zip(word, self.data.shape, strict=True)
            maps = [_continued(self.numeration, w, len(found), bound) for w, bound in given]
            if any(places is None for places in maps):
                return found
            found.append(_taken(self.data, maps))

    def corner(self, blocks: list[Values]) -> bytes | None:
        return _known(blocks[2], 1) if len(blocks) > 2 else None


def _known(values: Values, side: int) -> bytes | None:
    """Return values as bytes, if each axis has so many and all are known."""
    whole = min(values.shape) >= side and (values != UNKNOWN).all()
    return values.tobytes() if whole else None


def _taken(values: Values, maps: Sequence[Any]) -> Values:
    """Return the values at some numbers of each axis; those at -1 are no members."""
    found: Values = values[np.ix_(*maps)]
    for axis, places in enumerate(maps):
        found[(slice(None),) * axis + (places < 0,)] = 0
    return found


@lru_cache(maxsize=4096)
def _continued(numeration: NumerationSystem, word: Word, length: int, bound: int) -> Any:
    """Return the numbers of ``word u`` for all words u of a length in the order of their numbers.

    -1 where ``word u`` is no word; None if the numbers go beyond the bound.
    """
    start = numeration.value((*word, *[0] * length))
    size = numeration.value((1, *[0] * length))
    if start + size > bound:
        return None
    stripped = word[next((at for at, digit in enumerate(word) if digit), len(word)) :]
    result = []
    for number in range(size):
        ending = numeration.word(number)
        whole = (*stripped, *[0] * (length - len(ending)), *ending) if stripped else ending
        result.append(start + number if numeration.word(start + number) == whole else -1)
    return np.array(result, dtype=np.int64)


def accepted(
    automaton: Automaton, names: Sequence[str], numeration: str, shape: Sequence[int]
) -> Any:
    """Return for each vector of a box whether an automaton accepts it, as a boolean array.

    Parameters
    ----------
    automaton
        Its tracks are among the names.
    names
        The names of the axes.
    numeration
        The system that it reads.
    shape
        The sides of the box.
    """
    target, wide = system(numeration), automaton.widened(names)
    length = len(target.word(max(shape) - 1))
    states = np.zeros(tuple(shape), np.int64)
    digits = np.zeros((length, max(shape)), np.int64)
    for number in range(max(shape)):
        word = target.word(number)
        digits[length - len(word) :, number] = word
    for row in digits if target.order == "msd" else digits[::-1]:
        letters = np.zeros((1,) * len(shape), np.int64)
        for axis, name in enumerate(names):
            place = [1] * len(shape)
            place[axis] = -1
            weight = target.digits ** wide.tracks.index(name)
            letters = letters + row[: shape[axis]].reshape(place) * weight
        states = wide.table[states, wide.letter_class[letters]].astype(np.int64)
    return wide.accepting[states]
