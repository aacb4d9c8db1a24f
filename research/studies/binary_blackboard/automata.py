"""Finite automata that prove statements about every number on the binary blackboard.

Numbers are read in base 4, the least digit first; digits 1 and 2 have an odd number of ones. The
candidate for the losing numbers is an automaton that reads R = r + 1. Reading r instead, it adds 1
on the way, with a carry that is still there exactly while all digits read were 3.

*Kernel.* Let S be the numbers accepted, and let (r, q) be called lost if r is in S and q = t(r). By
induction on r these are the positions that Oscar, to move, loses, if for every r ≥ 1 and q:
(r, q) is lost exactly when there is no s < r in S with t(r − s) = 1 ⊕ q ⊕ t(s). To read r and
guess s at once takes finitely many states: where the candidate is on r and on s, the borrow of
r − s, whether r − s is not 0, the parity t(r − s) ⊕ t(s). All sets of states that some r leads
to are made; what the condition says depends on the set alone.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

DIGIT_PARITY = (0, 1, 1, 0)
DEAD = "dead"


@dataclass(frozen=True)
class Candidate:
    """An automaton over the base-4 digits of R = r + 1, the least digit first.

    Attributes
    ----------
    moves
        For each state the state after the digit 0, 1, 2, 3; any number of zeros may follow.
    accepting
        The accepting states.
    start
        The first state.
    """

    moves: Mapping[str, Sequence[str]]
    accepting: frozenset[str]
    start: str

    def first(self) -> tuple[str, int]:
        """The state before any digit of r is read, with the carry of r + 1."""
        return self.start, 1

    def after(self, state: tuple[str, int], digit: int) -> tuple[str, int]:
        """The state after a further digit of r."""
        name, carry = state
        total = digit + carry
        return (DEAD if name == DEAD else self.moves[name][total % 4]), total // 4

    def accepts_at(self, state: tuple[str, int]) -> bool:
        """Whether r ends here: a carry that is left becomes a last digit 1 of R."""
        name, carry = state
        if name == DEAD:
            return False
        return (self.moves[name][1] if carry else name) in self.accepting

    def accepts(self, number: int) -> bool:
        """Whether a number r is accepted."""
        state = self.first()
        while number:
            state, number = self.after(state, number % 4), number // 4
        return self.accepts_at(state)

    def states(self) -> list[tuple[str, int]]:
        """All states that some r leads to."""
        found = [self.first()]
        for state in found:  # grows while it is walked
            found += [n for d in range(4) if (n := self.after(state, d)) not in found]
        return list(dict.fromkeys(found))


State = tuple[str, int]
Guess = tuple[State, int, int, bool]  # on s, borrow, parity of (r − s) and s, r − s not 0


def kernel_failure(candidate: Candidate) -> tuple[tuple[int, int] | None, int]:
    """Look for a position at which the condition fails; return it and the number of sets made.

    The position is (r, q), or None if the condition holds for every r and q.
    """
    first = (candidate.first(), 0, frozenset({(candidate.first(), 0, 0, False)}), False)
    number_read = {first: (0, 1)}  # an r that leads here, and the next power of 4
    waiting = [first]
    for reached in waiting:  # grows while it is walked
        on_r, parity, guesses, positive = reached
        number, power = number_read[reached]
        # Nothing remains: Oscar loses exactly with flag 0 = t(0).
        for flag in (0, 1):
            lost = candidate.accepts_at(on_r) and parity == flag
            wins = any(
                moved and borrow == 0 and both == 1 - flag and candidate.accepts_at(on_s)
                for on_s, borrow, both, moved in guesses
            )
            right = (lost != wins) if positive else (lost == (flag == 0))
            if not right:
                return (number, flag), len(number_read)
        for digit in range(4):
            following = (
                candidate.after(on_r, digit),
                parity ^ DIGIT_PARITY[digit],
                frozenset(g for guess in guesses for g in _next_guesses(candidate, guess, digit)),
                positive or digit > 0,
            )
            if following not in number_read:
                number_read[following] = (number + digit * power, 4 * power)
                waiting.append(following)
    return None, len(number_read)


def _next_guesses(candidate: Candidate, guess: Guess, digit: int) -> list[Guess]:
    """Read a digit of r and guess one of s."""
    on_s, borrow, both, moved = guess
    following = []
    for guessed in range(4):
        difference = digit - guessed - borrow
        following.append(
            (
                candidate.after(on_s, guessed),
                int(difference < 0),
                both ^ DIGIT_PARITY[difference % 4] ^ DIGIT_PARITY[guessed],
                moved or difference % 4 > 0,
            )
        )
    return following


# R is a sum of distinct powers of 4, or 2·4^j. States: only zeros so far, ones and zeros, a two.
LOSING = Candidate(
    {
        "zeros": ("zeros", "ones", "two", DEAD),
        "ones": ("ones", "ones", DEAD, DEAD),
        "two": ("two", DEAD, DEAD, DEAD),
    },
    frozenset({"ones", "two"}),
    "zeros",
)
