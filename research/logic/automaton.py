"""Deterministic automata over tuples of digits.

An automaton reads several numbers at once, digit by digit: a letter gives one digit to each
*track*, and a track is named by a variable. Its language is *saturated*: padding with zero
letters (in front when the most significant digit comes first, behind when the least) changes
nothing, so the language is a relation on natural numbers. Relations so given are closed under the
connectives (product), negation (complement) and quantification (projection followed by the
closure under padding), which decides first-order logic over addition with automatic predicates
(Büchi 1960; Bruyère, Hansel, Michaux and Villemaire 1994, doi:10.36045/bbms/1103408547).

Every automaton kept is minimal and numbered breadth-first, with its letters grouped into classes
that all states treat alike: two automata over the same tracks are equal exactly when their
arrays are. The classes are what keeps wide alphabets small: the nim sum of seven numbers has 128
letters and two classes.

Why written here: ``automata-lib`` keeps dictionaries of Python objects for a flat alphabet, with
no tracks and no projection; ``dd`` has decision diagrams for Boolean functions and no automata;
``pyfst`` and OpenFst are transducers with weighted two-tape arcs; ``autstr`` comes closest, under
the AGPL and on JAX; ``licofage`` only makes adders and drives Walnut (Java). None minimises
multi-track automata of this shape in microseconds, which hundreds of operations a proof need.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from enum import Enum
from functools import cached_property
from typing import Any, Literal, NamedTuple

from fast.lazy import LazyModule, np
from research.logic import transitions
from research.logic.errors import AutomataError, StateLimitError
from research.logic.transitions import (
    allowed_states,
    alphabet_size,
    distinct_values,
    letter_map,
    spend,
)

tables = LazyModule("research.logic.tables")
subsets = LazyModule("research.logic.subsets")

Order = Literal["msd", "lsd"]
DEFAULT_STATE_LIMIT = 1_000_000


class Connective(Enum):
    """A Boolean connective by its truth table at (0,0), (0,1), (1,0), (1,1)."""

    AND = (0, 0, 0, 1)
    OR = (0, 1, 1, 1)
    XOR = (0, 1, 1, 0)
    IMPLIES = (1, 1, 0, 1)
    IFF = (1, 0, 0, 1)


class Made(NamedTuple):
    """How an automaton was made: by which operation, of which automata, and what else it takes.

    ================  ================  ===================================
    operation         made of           ``given``
    ================  ================  ===================================
    ``"combined"``    two automata      the connective
    ``"negated"``     one               None
    ``"projected"``   one               the names that went
    ``"mirrored"``    one               None
    ``"renamed"``     one               the name of each track, all tracks
    ``"constraint"``  none              coefficients, constant, comparison
    ================  ================  ===================================
    """

    operation: str
    operands: tuple[Automaton, ...] = ()
    given: Any = None


@dataclass(frozen=True, eq=False)
class Automaton:
    """A minimal deterministic automaton; state 0 is the start.

    Parameters
    ----------
    digits
        How many digits there are: 2 to 10.
    order
        ``"msd"`` or ``"lsd"``: which digit is read first.
    tracks
        The names of the tracks, sorted.
    letter_class
        The column of each letter; see :mod:`.transitions` for the numbering of letters.
    table
        ``table[state, column]`` is the next state.
    accepting
        Which states accept.
    made_from
        How it was made; None where a table was given.

    Examples
    --------
    >>> even = Automaton.build(2, "lsd", ["x"], [[1, 2], [1, 1], [2, 2]], [True, True, False])
    >>> even.accepts(x=10**100), even.accepts(x=7), even.states
    (True, False, 3)
    """

    digits: int
    order: Order
    tracks: tuple[str, ...]
    letter_class: Any
    table: Any
    accepting: Any
    made_from: Made | None = None

    @classmethod
    def build(  # noqa: PLR0917
        cls,
        digits: int,
        order: Order,
        tracks: Sequence[str],
        table: Any,
        accepting: Any,
        letter_class: Any = None,
    ) -> Automaton:
        """Return the minimal automaton of a transition table.

        Parameters
        ----------
        digits, order
            See the class.
        tracks
            Distinct names in any order; the letters number ``tracks[0]`` as the lowest place.
        table
            ``table[state][column]``; without ``letter_class`` the columns are the letters.
        accepting
            Which states accept, as booleans.
        letter_class
            The column of each letter.

        Raises
        ------
        AutomataError
            If the table does not fit the number of letters or points outside itself.
        """
        transitions = np.array(table, dtype=np.int32, ndmin=2)
        letters = alphabet_size(digits, len(tracks))
        if letter_class is None:
            letter_class = np.arange(transitions.shape[1], dtype=np.int32)
        classes = np.asarray(letter_class, dtype=np.int32)
        _check_shape(transitions, classes, letters, tracks)
        columns, classes = distinct_values(classes, transitions.shape[1])
        transitions = np.ascontiguousarray(transitions[:, columns])
        raw = _canonical(transitions, np.asarray(accepting, dtype=np.bool_), classes)
        ordered = tuple(sorted(tracks))
        if ordered != tuple(tracks):
            sources = tuple(ordered.index(name) for name in tracks)
            raw = _canonical(raw[1], raw[2], raw[0][letter_map(digits, len(tracks), sources)])
        return cls(digits, order, ordered, *raw)

    @classmethod
    def constant(
        cls, digits: int, order: Order, tracks: Iterable[str], *, value: bool
    ) -> Automaton:
        """Return the automaton of the whole relation or of the empty one."""
        names = tuple(sorted(tracks))
        classes = np.zeros(alphabet_size(digits, len(names)), np.int32)
        table, accepting = np.zeros((1, 1), np.int32), np.array([value])
        return cls(digits, order, names, classes, table, accepting)

    @property
    def states(self) -> int:
        """The number of states, with the rejecting sink if there is one."""
        return int(self.table.shape[0])

    @property
    def letters(self) -> int:
        """The number of letters."""
        return int(self.letter_class.shape[0])

    def is_empty(self) -> bool:
        """Return whether no tuple of numbers is accepted."""
        return not bool(self.accepting.any())

    def is_saturated(self) -> bool:
        """Return whether padding with zeros never changes acceptance.

        Only such an automaton is a relation on numbers; all others are relations on words.
        """
        zeros = self.table[:, self.letter_class[0]]
        if self.order == "msd":
            return bool(zeros[0] == 0)  # minimal, so equal futures are equal states
        return bool(np.array_equal(self.accepting[zeros], self.accepting))

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Automaton):
            return NotImplemented
        return (
            (self.digits, self.order, self.tracks) == (other.digits, other.order, other.tracks)
            and np.array_equal(self.table, other.table)
            and np.array_equal(self.accepting, other.accepting)
            and np.array_equal(self.letter_class, other.letter_class)
        )

    def __hash__(self) -> int:
        return hash((self.digits, self.order, self.tracks, self.table.tobytes()))

    def __repr__(self) -> str:
        return (
            f"Automaton({self.order}, {self.digits} digits, tracks {', '.join(self.tracks)}: "
            f"{self.states} states, {self.table.shape[1]} of {self.letters} letter classes)"
        )

    def combined(
        self, other: Automaton, connective: Connective, limit: int = DEFAULT_STATE_LIMIT
    ) -> Automaton:
        """Return the product under a connective, over the tracks of both.

        Raises
        ------
        AutomataError
            If the two read different digits or in different orders.
        StateLimitError
            If the product has more than ``limit`` states.
        """
        if (self.digits, self.order) != (other.digits, other.order):
            raise AutomataError(f"{self!r} and {other!r} read different digits or orders")
        joint = tuple(sorted({*self.tracks, *other.tracks}))
        alphabet_size(self.digits, len(joint))
        left = self.letter_class[_letters(self.digits, self.tracks, joint)].astype(np.int64)
        right = other.letter_class[_letters(other.digits, other.tracks, joint)]
        pairs = left * other.table.shape[1] + right
        columns, classes = distinct_values(pairs, self.table.shape[1] * other.table.shape[1])
        lefts, rights = columns // other.table.shape[1], columns % other.table.shape[1]
        given = self.table, self.accepting, other.table, other.accepting, lefts, rights
        allowed = allowed_states(limit, len(columns))
        truth = np.array(connective.value, np.int8)
        table, accepting, count = tables.product(*given, truth, allowed)
        spend(count * len(columns))
        if count > allowed:
            raise StateLimitError(count, allowed, "a product")
        made = Made("combined", (self, other), connective)
        return self._made(made, joint, _canonical(table, accepting, classes))

    def _made(self, made: Made, tracks: tuple[str, ...], raw: tuple[Any, Any, Any]) -> Automaton:
        return Automaton(self.digits, self.order, tracks, *raw, made_from=made)

    def __and__(self, other: Automaton) -> Automaton:
        return self.combined(other, Connective.AND)

    def __or__(self, other: Automaton) -> Automaton:
        return self.combined(other, Connective.OR)

    def __invert__(self) -> Automaton:
        """Return the automaton of all other words (for Zeckendorf: also the invalid ones)."""
        return replace(self, accepting=~self.accepting, made_from=Made("negated", (self,)))

    def projected(self, names: Iterable[str], limit: int = DEFAULT_STATE_LIMIT) -> Automaton:
        """Return the automaton of: there are values for ``names`` such that ... .

        The values may be longer than the numbers left, hence the closure under padding.

        Raises
        ------
        StateLimitError
            If the subset construction makes more than ``limit`` sets.
        """
        gone = set(names) & set(self.tracks)
        if not gone:
            return self
        kept = tuple(name for name in self.tracks if name not in gone)
        order = [self.tracks.index(name) for name in (*kept, *sorted(gone))]
        # Letter a over (kept, gone) has the kept digits in its lowest places.
        sources = [0] * len(order)
        for place, track in enumerate(order):
            sources[track] = place
        seen = self.letter_class[letter_map(self.digits, len(order), tuple(sources))]
        choices = self.digits ** len(gone)
        grid = np.ascontiguousarray(seen.reshape(choices, -1).T)
        classes, groups = transitions.letter_groups(grid)
        width = len(groups) + self.states // 64
        allowed = allowed_states(limit, width)
        given, msd = (self.table, self.accepting, groups), self.order == "msd"
        table, accepts, count = subsets.projected(*given, msd_first=msd, limit=allowed)
        spend(count * width)
        if count > allowed:
            raise StateLimitError(count, allowed, "a quantifier")
        made = Made("projected", (self,), tuple(sorted(gone)))
        return self._made(made, kept, _canonical(table, accepts, classes))

    def mirrored(self, limit: int = DEFAULT_STATE_LIMIT) -> Automaton:
        """Return the automaton of the same relation that reads the digits the other way.

        Raises
        ------
        StateLimitError
            If it needs more than ``limit`` states before minimisation.
        """
        allowed = allowed_states(limit, self.table.shape[1] + self.states // 64)
        table, accepts, count = subsets.mirrored(self.table, self.accepting, allowed)
        if count > allowed:
            raise StateLimitError(count, allowed, "a reversal")
        order: Order = "msd" if self.order == "lsd" else "lsd"
        raw = _canonical(table, accepts, self.letter_class)
        made = Made("mirrored", (self,))
        return Automaton(self.digits, order, self.tracks, *raw, made_from=made)

    def renamed(self, names: Mapping[str, str]) -> Automaton:
        """Return the automaton with its tracks renamed; two tracks may get one name.

        Two tracks with one name must carry the same number: ``P(x, y)`` becomes ``P(x, x)``.
        Names not in the mapping stay.
        """
        target = [names.get(name, name) for name in self.tracks]
        return self._reading(target, tuple(sorted(set(target))))

    def widened(self, names: Iterable[str]) -> Automaton:
        """Return the same relation over more tracks, whose values do not matter."""
        return self._reading(self.tracks, tuple(sorted({*self.tracks, *names})))

    def _reading(self, target: Sequence[str], tracks: tuple[str, ...]) -> Automaton:
        """Return the automaton over ``tracks`` whose i-th track here is ``target[i]`` there."""
        made = Made("renamed", (self,), (tuple(target), tracks))
        if tuple(target) == tracks:
            return replace(self, tracks=tracks, made_from=made)
        table, classes = self.table, self.letter_class[_letters(self.digits, target, tracks)]
        if len(set(target)) < len(target):  # some letters are no more
            columns, classes = distinct_values(classes, table.shape[1])
            table = np.ascontiguousarray(table[:, columns])
        return self._made(made, tracks, _canonical(table, self.accepting, classes))

    def accepts(self, **values: int) -> bool:
        """Return whether the numbers are in the relation, for base ``digits``.

        For another numeration system see :meth:`.numeration.NumerationSystem.accepts`. Cost:
        proportional to the digits of the largest number.
        """
        words = {}
        for name in self.tracks:
            number, word = values[name], []
            while number:
                number, digit = divmod(number, self.digits)
                word.append(digit)
            words[name] = word
        return self.reads(words)

    def reads(self, words: Mapping[str, Sequence[int]]) -> bool:
        """Return whether digit words, each least significant digit first, are accepted."""
        length = max((len(words[name]) for name in self.tracks), default=0)
        letters = [0] * length
        for place, name in enumerate(self.tracks):
            weight = self.digits**place
            for position, digit in enumerate(words[name]):
                letters[position] += weight * digit
        if self.order == "msd":
            letters.reverse()
        table, columns, accepting = self._lists
        state = 0
        for letter in letters:
            state = table[state][columns[letter]]
        return accepting[state]

    @cached_property
    def _lists(self) -> tuple[list[list[int]], list[int], list[bool]]:
        """The table, the letter classes and the acceptance, quick to read one by one."""
        return self.table.tolist(), self.letter_class.tolist(), self.accepting.tolist()


def _check_shape(table: Any, classes: Any, letters: int, tracks: Sequence[str]) -> None:
    states, width = table.shape
    if len(set(tracks)) != len(tracks):
        raise AutomataError(f"tracks={list(tracks)!r}: expected distinct names")
    if classes.shape != (letters,):
        raise AutomataError(f"table: {classes.shape[0]} letters given, expected {letters}")
    if table.min() < 0 or table.max() >= states or classes.min() < 0 or classes.max() >= width:
        raise AutomataError("table: an entry points to a state or a column that is not there")


def _canonical(table: Any, accepting: Any, classes: Any) -> tuple[Any, Any, Any]:
    """Return the letter classes, the table and the acceptance of the minimal automaton.

    Columns are numbered by the letters before the states are numbered by the columns, so the
    result depends on the language alone.
    """
    table, accepting = tables.minimised(table, accepting)
    table, classes = transitions.merged_columns(table, classes)
    table, accepting = tables.minimised(table, accepting)
    return classes, table, accepting


def _letters(digits: int, names: Sequence[str], joint: tuple[str, ...]) -> Any:
    """Return which letter over ``names`` each letter over ``joint`` is."""
    return letter_map(digits, len(joint), tuple(joint.index(name) for name in names))
