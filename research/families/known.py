"""What is known of one member of a family: the same few facts of every game.

A look at a code or at a game of vectors gives a :class:`Known`; a census keeps one a member, and
a catalogue prints them.
"""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Known:
    """What a look at one game found: values, what repeats, and how far that is proved.

    Attributes
    ----------
    first_terms
        The Grundy values of the heaps 0, 1, ..., at most 64 of them; of vectors, those of the
        positions in the order of the module that looked.
    bound
        The largest heap, or the largest total, to which values were computed.
    preperiod, period, saltus
        The least n0 and p with value(n + p) = value(n) + saltus for all n >= n0.
    states
        Of the automaton of the P-positions.
    theorem
        By which it is proved for every size; empty if it is not.
    sentence
        What is known, in one line, with no word more than was compared.
    reason
        Why nothing is proved of a code or of a game of vectors; empty if something is.
    digest
        Of all values of a code to the bound, or of all P-positions of a game of vectors: members
        that were computed to one bound have one digest where these are the same.
    defined
        The largest heap to which the values were compared with the definition.
    checked
        The largest heap whose value the proof of a period used.
    largest_value
        The largest value of a code to the bound; None where they are proved to grow for ever.
    numeration, formula
        The system in which the automaton reads the piles, and what it accepts, in a formula; empty
        if none is recognised.
    p_positions, first_p_positions
        How many P-positions a game of vectors has to the bound, and the first by their totals.
        Piles in another order are another position.
    """

    first_terms: tuple[int, ...]
    bound: int
    preperiod: int | None = None
    period: int | None = None
    saltus: int | None = None
    states: int | None = None
    theorem: str = ""
    sentence: str = ""
    reason: str = ""
    digest: str = ""
    defined: int | None = None
    checked: int | None = None
    largest_value: int | None = None
    numeration: str = ""
    formula: str = ""
    p_positions: int | None = None
    first_p_positions: tuple[str, ...] = ()
