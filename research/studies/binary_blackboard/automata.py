"""The losing numbers of the binary blackboard as an automaton that can be read.

Numbers are read in base 4, the least digit first; digits 1 and 2 have an odd number of ones. The
candidate for the losing numbers is an automaton that reads R = r + 1. Reading r instead, it adds 1
on the way, with a carry that is still there exactly while all digits read were 3.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from research.logic.automaton import Automaton

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

    def automaton(self) -> Automaton:
        """Return it over the binary digits of r: a digit in base 4 is read in two halves."""
        from research.logic.automaton import Automaton

        states = self.states()
        place = {state: 3 * index for index, state in enumerate(states)}
        table, accepting = [], []
        for state in states:
            here = place[state]
            table.append([here + 1, here + 2])
            accepting.append(self.accepts_at(state))
            for low in (0, 1):
                table.append([place[self.after(state, low + 2 * high)] for high in (0, 1)])
                accepting.append(self.accepts_at(self.after(state, low)))
        return Automaton.build(2, "lsd", ["r"], table, accepting)

    def states(self) -> list[tuple[str, int]]:
        """All states that some r leads to."""
        found = [self.first()]
        for state in found:  # grows while it is walked
            found += [n for d in range(4) if (n := self.after(state, d)) not in found]
        return list(dict.fromkeys(found))


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
