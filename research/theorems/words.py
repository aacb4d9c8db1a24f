"""The theorems of the games from the literature in words, with the names of their wrong twins.

Apart from the theorems themselves (:mod:`research.proving.variants`), because a study states its
claims whenever it is loaded, and makes automata only when it is checked.
"""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Stated:
    """A theorem in words, and what is wrong with each of its wrong twins."""

    words: str
    wrong: tuple[str, ...]


STATED = {
    "staircase-nim": Stated(
        "In staircase nim with four steps the player to move loses exactly if the first and the "
        "third step hold equally many counters.",
        ("the even steps",),
    ),
    "coins-on-a-strip": Stated(
        "With four coins on a strip of any length the player to move loses exactly if the gap "
        "before the last coin equals the gap between the first two.",
        ("the other gaps",),
    ),
    "fibonacci-nim": Stated(
        "In Fibonacci nim with a pile of h, of which at most l may be taken, the player to move "
        "loses exactly if h = 0 or l is less than the least part of h in Zeckendorf's numeration.",
        ("at most the least part", "less than the pile"),
    ),
    "moores-nim": Stated(
        "In Moore's nim with four piles, one or two of which are lowered in a move, the player to "
        "move loses exactly if in base 2 the sum of each column is divisible by 3.",
        ("divisible by 2, as in nim",),
    ),
    "twenty-one": Stated(
        "In the game of twenty-one with x numbers still to be said, the player to move loses "
        "exactly if x mod 4 is 1.",
        ("as in normal play",),
    ),
    "white-knight": Stated(
        "The White Knight at (x, y) loses for the player to move exactly if x mod 4 and y mod 4 "
        "are 0 or 1.",
        ("at multiples of 3",),
    ),
}
