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
from typing import Any

from fast.lazy import np
from research.logic.automaton import Automaton
from research.logic.errors import AutomataError
from research.logic.numeration import system
from research.logic.positional import NumerationSystem


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
    LearnedAutomaton or None
        None if the data do not close, or do not agree with the automaton that they suggest.

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
    automaton &= system(lsd := f"lsd_{target.kind}").valid(names)
    if not np.array_equal(accepted(automaton, names, lsd, values.shape), values):
        return None
    if target.order == "msd":
        automaton = automaton.mirrored()
    return LearnedAutomaton(automaton, numeration, int(values.size))


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
