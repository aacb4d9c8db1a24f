"""Words that tell an automaton from every other one with as many states.

Theorem (M. P. Vasilevskii, Failure diagnosis of automata, Cybernetics 9 (1973) 653-665; T. S. Chow,
Testing software design modeled by finite-state machines, IEEE Trans. Software Eng. 4 (1978)
178-187). Let P hold for every state a shortest word that leads there, alone and with each letter
after it, and let W hold, for any two states that differ, a word after which one accepts and the
other does not. Let m of the states that a word leads to be different. An automaton with at most
m + k states that agrees on all words of P, followed by at most k letters, followed by a word of W,
accepts the same language.

Read as numbers, these words are the cases that a saved automaton must be compared on: they show
its whole structure, however large the numbers are for it.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import combinations, product

from research.logic.numeration import NumerationSystem

Table = Sequence[Sequence[int]]  # the next state by state and letter; state 0 is the first
Word = tuple[int, ...]

MOST_STATES = 80


def telling_words(table: Table, accepting: Sequence[int]) -> list[Word]:
    """Return the words of the theorem, the shortest first.

    Examples
    --------
    >>> telling_words(((0, 1), (1, 0)), (1, 0))  # an even number of ones
    [(), (0,), (1,), (1, 0), (1, 1)]
    """
    access = _access(table)
    after = _distinguishing(table, accepting, sorted(access))
    cover = {
        word
        for reached in access.values()
        for word in (reached, *((*reached, letter) for letter in range(len(table[0]))))
    }
    more = len(table) - _different(table, accepting, after, access.values())
    between = [w for k in range(more + 1) for w in product(range(len(table[0])), repeat=k)]
    words = {(*word, *middle, *end) for word in cover for middle in between for end in after}
    return sorted(words, key=lambda word: (len(word), word))


def numbers_of(word: Word, numeration: NumerationSystem, tracks: int) -> tuple[int, ...] | None:
    """Return the numbers whose digits a word of letters has, or None where it writes none.

    A letter holds the digits of all numbers, the first one's in the lowest place of the base.
    """
    numbers = []
    for track in range(tracks):
        digits = [letter // numeration.digits**track % numeration.digits for letter in word]
        if numeration.order == "lsd":
            digits.reverse()
        number = numeration.value(digits)
        written = list(numeration.word(number))
        if digits[len(digits) - len(written) :] != written or any(digits[: -len(written) or None]):
            return None
        numbers.append(number)
    return tuple(numbers)


def _access(table: Table) -> dict[int, Word]:
    """Return a shortest word to every state that one leads to."""
    found: dict[int, Word] = {0: ()}
    waiting = [0]
    for state in waiting:
        for letter, target in enumerate(table[state]):
            if target not in found:
                found[target] = (*found[state], letter)
                waiting.append(target)
    return found


def _different(
    table: Table, accepting: Sequence[int], after: Iterable[Word], reached: Iterable[Word]
) -> int:
    """Return how many of the states that some words lead to differ, by the words after them."""

    def accepts(word: Word) -> int:
        state = 0
        for letter in word:
            state = table[state][letter]
        return accepting[state]

    after = list(after)
    return len({tuple(accepts((*word, *end)) for end in after) for word in reached})


def _distinguishing(table: Table, accepting: Sequence[int], states: list[int]) -> set[Word]:
    """Return words that between them tell any two different states apart, the empty one too."""
    apart: dict[tuple[int, int], Word] = {
        pair: () for pair in combinations(states, 2) if accepting[pair[0]] != accepting[pair[1]]
    }
    fresh = list(apart)
    while fresh:
        found = {
            pair: (letter, *apart[told])
            for pair, letter, told in _one_letter_before(table, states, apart)
        }
        fresh = list(found)
        apart |= found
    return {(), *apart.values()}


def _one_letter_before(
    table: Table, states: list[int], apart: dict[tuple[int, int], Word]
) -> Iterator[tuple[tuple[int, int], int, tuple[int, int]]]:
    for pair in combinations(states, 2):
        if pair in apart:
            continue
        for letter in range(len(table[0])):
            first, second = sorted((table[pair[0]][letter], table[pair[1]][letter]))
            if (first, second) in apart:
                yield pair, letter, (first, second)
                break
