"""From finitely many values to a candidate automaton.

The set S is known for all tuples below a bound. For a digit word w (read from the least
significant end) the *residual* is the function that says of the number u of the remaining, higher
digits whether ``u w`` is in S. By Myhill and Nerode the automaton's states are the distinct
residuals (for base k they are the elements of the k-kernel; Eilenberg 1974; Allouche and Shallit
2003, section 6.6). Of each residual only a part is observed, the shorter the longer w is. Two are
taken for one state if they agree wherever both are observed, and if that is at least ``evidence``
places.

The result is a candidate: it agrees with all the data, and nothing more is claimed. If the
residuals do not close before the evidence runs out, there is none.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import product
from typing import TYPE_CHECKING, Any

from research.logic.automaton import Automaton
from research.logic.errors import AutomataError
from research.logic.numeration import system
from research.logic.positional import NumerationSystem
from research.system.lazy import LazyModule

if TYPE_CHECKING:
    import numpy as np
else:
    np = LazyModule("numpy")


@dataclass(frozen=True)
class Candidate:
    """A candidate automaton, and on how many values it was made.

    Parameters
    ----------
    automaton
        It agrees with the data everywhere.
    system
        The numeration system's name.
    values
        The number of values in the data.
    """

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
) -> Candidate | None:
    """Return a candidate automaton for a set of which the members below a bound are known.

    Parameters
    ----------
    data
        A boolean array with one axis for each variable: ``data[x, y]`` says whether (x, y) is in
        the set. Axes of different lengths are allowed.
    numeration
        The system's name.
    names
        The variables.
    evidence
        How many places of a residual must be observed at least, beside as many as there are
        states already.
    most_states
        Give up beyond so many states.

    Returns
    -------
    Candidate or None
        None if the data do not close, or do not agree with the automaton that they suggest.

    Raises
    ------
    AutomataError
        If the data's shape does not fit the names.

    Examples
    --------
    >>> found = synthesised([n % 3 == 0 for n in range(200)])
    >>> found.automaton.states, found.automaton.accepts(x=3 * 10**50), found.values
    (3, True, 200)
    """
    values = np.asarray(data, dtype=np.bool_)
    if values.ndim != len(names) or not names:
        raise AutomataError(f"data: {values.ndim} axes for {len(names)} variables")
    target = system(numeration)
    search = _Search(values, target, evidence, most_states)
    table = search.closed()
    if table is None:
        return None
    accepting = [bool(residual.flat[0]) for residual in search.residuals]
    automaton = Automaton.build(target.digits, "lsd", names, table, accepting)
    automaton &= system(f"lsd_{target.kind}").valid(names)
    if not _agrees(table, accepting, values, target):
        return None
    if target.order == "msd":
        automaton = automaton.mirrored()
    return Candidate(automaton, numeration, int(values.size))


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


class _Search:
    """The residuals found so far, and how they follow one another."""

    def __init__(
        self, data: Any, numeration: NumerationSystem, evidence: int, most_states: int
    ) -> None:
        self.numeration, self.evidence, self.most_states = numeration, evidence, most_states
        self.residuals = [data]

    def closed(self) -> list[list[int]] | None:
        """Return the transition table, or None if the residuals do not close."""
        table: list[list[int]] = []
        for residual in self.residuals:
            row = []
            for letter in self._letters(residual.ndim):
                number = self._number(self._child(residual, letter))
                if number is None:
                    return None
                row.append(number)
            table.append(row)
        return table

    def _letters(self, tracks: int) -> list[tuple[int, ...]]:
        # The first track is the lowest place of a letter's number.
        return [
            tuple(reversed(word)) for word in product(range(self.numeration.digits), repeat=tracks)
        ]

    def _child(self, residual: Any, letter: tuple[int, ...]) -> Any:
        given = zip(letter, residual.shape, strict=True)
        maps = [_appended(self.numeration, digit, bound) for digit, bound in given]
        child = residual[np.ix_(*maps)]
        for axis, places in enumerate(maps):
            child[(slice(None),) * axis + (places < 0,)] = False
        return child

    def _number(self, child: Any) -> int | None:
        """Return the state of a residual: an old one that agrees with it, or a new one."""
        # To be told from s known ones, a residual needs at least s observed places.
        if child.size < max(self.evidence, len(self.residuals)):
            return None
        for number, known in enumerate(self.residuals):
            common = tuple(
                slice(0, min(a, b)) for a, b in zip(child.shape, known.shape, strict=True)
            )
            if np.array_equal(child[common], known[common]):
                return number
        if len(self.residuals) >= self.most_states:
            return None
        self.residuals.append(child)
        return len(self.residuals) - 1


def _agrees(
    table: list[list[int]], accepting: list[bool], data: Any, numeration: NumerationSystem
) -> bool:
    """Return whether the automaton reproduces every value of the data.

    The state of a number is found from the state of the number without its last digits, that is
    by running the table on the words of all numbers at once.
    """
    length = max(len(numeration.word(bound - 1)) for bound in data.shape)
    words = [_digit_table(numeration, bound, length) for bound in data.shape]
    transitions = np.array(table)
    states = np.zeros(data.shape, np.int64)
    for position in range(length):
        letters = np.zeros((1,) * data.ndim, np.int64)
        for axis, digits in enumerate(words):
            shape = [1] * data.ndim
            shape[axis] = -1
            letters = letters + digits[position].reshape(shape) * numeration.digits**axis
        states = transitions[states, letters]
    return bool(np.array_equal(np.array(accepting)[states], data))


@lru_cache(maxsize=64)
def _digit_table(numeration: NumerationSystem, bound: int, length: int) -> Any:
    """Return ``digits[position, number]``, the least significant digit first."""
    result = np.zeros((length, bound), np.int64)
    for number in range(bound):
        word = numeration.word(number)[::-1]
        result[: len(word), number] = word
    return result
