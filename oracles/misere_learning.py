"""Learning a misère quotient from outcomes of sums, as a commutative automaton.

The sums of the *generators*, which are some heaps of a game, are words whose letters commute. The
least automaton that accepts the misère P-positions among them has the elements of the misère
quotient as states. It is learned from outcomes (D. Angluin 1987):

- *Experiments* are words. Two words differ if, with some experiment, exactly one is a P-position.
- From the empty word on, each state times each letter is a new state if it differs from all states.
- The automaton is then verified on the monoid T of :mod:`oracles.misere_quotient`. A pair that is
  wrong gives a word, and the word a new experiment (R. L. Rivest and R. E. Schapire 1993).

Each round finds a state more, so that a finite quotient is found.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations, product
from typing import TypeAlias

from oracles.errors import OracleError

Word: TypeAlias = int  # 2 + (3 << 16): two of the first letter, three of the second; they are added
Pair: TypeAlias = tuple[int, frozenset[int]]  # an element, and those of the options

BITS = 16
COUNT = (1 << BITS) - 1


class NotLearnedError(OracleError):
    """A limit is reached."""


@dataclass(frozen=True)
class QuotientLimits:
    """How far a quotient is looked for, in counted work."""

    order: int = 200  # elements of Q
    pairs: int = 50_000  # of T
    words: int = 500_000  # whose outcomes are computed when a quotient is learned


class Outcomes:
    """The misère outcomes of words, by recursion, each computed once.

    The outcomes of the words of earlier letters are those of a quotient that was verified
    ``before``, if these letters have the same options. If the only option of the first letter is
    the empty word, two of it cancel: X + * + * is a P-position exactly if X is, by induction on X.
    """

    def __init__(
        self, options: Sequence[Sequence[Word]], limit: int, before: Learner | None = None
    ) -> None:
        self.of_letters, self.limit, self.old = options, limit, 0
        if before is not None and before.outcomes.of_letters == options[: len(before.letters)]:
            self.before, self.old = before, 1 << BITS * len(before.letters)
        self.kept = ~(COUNT ^ 1) if options and set(options[0]) == {0} else -1
        self.changes = [
            (COUNT << BITS * g, [word - (1 << BITS * g) for word in reversed(words)])
            for g, words in enumerate(options)
        ]
        self.changes.reverse()  # what was last, first: fewer words are asked
        self.known: dict[Word, bool] = {}

    def options(self, word: Word) -> list[Word]:
        """Return the options of a word."""
        ways = (change for mask, changes in self.changes if word & mask for change in changes)
        return [(word + change) & self.kept for change in ways]

    def lost(self, word: Word) -> bool:
        """Whether a word is a P-position: it has options, and none of them is one."""
        known, word = self.known, word & self.kept
        todo = [word]
        while word not in known:
            if todo[-1] < self.old:
                lost = self.before.element(todo[-1]) in self.before.p_portion
            else:
                options = self.options(todo[-1])
                outcomes = list(map(known.get, options))
                if True not in outcomes and None in outcomes:
                    todo.append(options[outcomes.index(None)])
                    continue
                lost = bool(options) and True not in outcomes
            known[todo.pop()] = lost
            if len(known) > self.limit:
                raise NotLearnedError(f"the outcomes of more than {self.limit} sums were asked")
        return known[word]


class Transitions:
    """The monoid T of pairs, growing with each heap; each pair with a word that has it."""

    def __init__(
        self, table: Sequence[Sequence[int]], p_portion: frozenset[int], limit: float
    ) -> None:
        self.table, self.p_portion, self.limit = table, p_portion, limit
        self.pairs: dict[Pair, Word] = {(0, frozenset()): 0}
        self.known: dict[frozenset[int], int] = {}  # from options of a heap to its element

    def wrong_word(self, new: Pair, word: Word) -> Word | None:
        """Add the pair of a heap, or leave T as it is and return the word of a wrong pair."""
        element, after = new
        if self.known.get(after) == element:
            return None
        row, more, todo = self.table[element], dict[Pair, Word](), list(self.pairs.items())
        for (x, others), other in todo:
            times_x = self.table[x]
            pair = (row[x], frozenset([row[e] for e in others] + [times_x[f] for f in after]))
            if pair in self.pairs or pair in more:
                continue
            lost = bool(pair[1]) and self.p_portion.isdisjoint(pair[1])
            if (pair[0] in self.p_portion) != lost:
                return other + word
            more[pair] = other + word
            todo.append((pair, other + word))
            if len(self.pairs) + len(more) > self.limit:
                raise NotLearnedError(f"the monoid T has more than {self.limit} pairs")
        self.pairs |= more
        self.known[after] = element
        return None

    def fitting(self, after: frozenset[int]) -> int | None:
        """Return the element of a heap whose options have these elements, and add its pair.

        There is at most one, as a quotient is unique. None if there is no such element.
        """
        if after in self.known:
            return self.known[after]
        fits = (q for q in range(len(self.table)) if self.wrong_word((q, after), 0) is None)
        return next(fits, None)


class Learner:
    """States, told apart by experiments, and verified: ``transitions`` is T of the letters.

    Raises
    ------
    NotLearnedError
        If a limit is reached.
    """

    def __init__(
        self, outcomes: Outcomes, experiments: Sequence[Word], limits: QuotientLimits
    ) -> None:
        self.outcomes, self.experiments, self.limits = outcomes, [*experiments], limits
        self.letters = [1 << BITS * g for g in range(len(outcomes.of_letters))]
        self.rows: dict[Word, tuple[bool, ...]] = {}
        self.close()
        while more := self.not_commuting() or self.splitting():
            self.experiments += more
            self.close()

    def close(self) -> None:
        """Find the states, each with a word, and what each letter makes of them."""
        self.words, self.actions = [0], [list[int]() for _ in self.letters]
        self.steps: list[tuple[int, list[int]]] = []  # to each state but the first, from which
        states = {self.row(0): 0}
        for state, word in enumerate(self.words):
            for letter, action in zip(self.letters, self.actions, strict=True):
                row = self.row(word + letter)
                if row not in states:
                    states[row] = len(states)
                    self.words.append(word + letter)
                    self.steps.append((state, action))
                    if len(states) > self.limits.order:
                        raise NotLearnedError(f"it would have more than {len(states) - 1} elements")
                action.append(states[row])
        self.p_portion = frozenset(state for row, state in states.items() if row[0])

    def row(self, word: Word) -> tuple[bool, ...]:
        """Return the outcomes of a word with each experiment."""
        known = self.rows.get(word, ())
        new = (self.outcomes.lost(word + more) for more in self.experiments[len(known) :])
        self.rows[word] = (*known, *new)
        return self.rows[word]

    def read(self, word: Word) -> Iterator[tuple[Word, int]]:
        """Give what is left of a word, and the state, after each letter, and before the first."""
        state = 0
        yield word, state
        for letter, action in zip(self.letters, self.actions, strict=True):
            while word & COUNT * letter:
                word, state = word - letter, action[state]
                yield word, state

    def element(self, word: Word) -> int:
        """Return the state of a word."""
        *_, (_, state) = self.read(word)
        return state

    def not_commuting(self) -> list[Word]:
        """Return two experiments if two letters do not commute on some state, else none.

        Some experiment tells the states after both letters apart. One of the two is wrong, and then
        this experiment with the second letter tells the state after the first one from its word.
        """
        lost, words = self.outcomes.lost, self.words
        pairs = combinations(zip(self.letters, self.actions, strict=True), 2)
        for ((g, first), (h, second)), state in product(pairs, range(len(words))):
            one, other = words[second[first[state]]], words[first[second[state]]]
            if one != other:
                told = next(e for e in self.experiments if lost(one + e) != lost(other + e))
                return [told + g, told + h]
        return []

    def splitting(self) -> list[Word]:
        """Return a new experiment if a pair of T is wrong, else none.

        The word of the pair, or an option of it, has another outcome than its state. Where it is
        read, some state is the first that is not that of what was read so far.
        """
        lost = self.outcomes.lost
        wrong = self.wrong_word()
        for word in [] if wrong is None else [wrong, *self.outcomes.options(wrong)]:
            if lost(word) != (self.element(word) in self.p_portion):
                read = self.read(word)
                return [next(w for w, q in read if lost(self.words[q] + w) != lost(word))]
        return []

    def wrong_word(self) -> Word | None:
        """Verify the states on T; return a word of a wrong pair if there is one."""
        table = [[state] for state in range(len(self.words))]
        for row in table:
            for state, action in self.steps:
                row.append(action[row[state]])
        self.transitions = Transitions(table, self.p_portion, self.limits.pairs)
        for letter, options in zip(self.letters, self.outcomes.of_letters, strict=True):
            pair = (self.element(letter), frozenset(map(self.element, options)))
            if (wrong := self.transitions.wrong_word(pair, letter)) is not None:
                return wrong
        return None
