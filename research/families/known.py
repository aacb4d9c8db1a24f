"""What is known of one member of a family: the same few facts of every game.

A look at a code or at a game of vectors gives a :class:`Known`; a census keeps one a member, and
a catalogue prints them.
"""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from numpy.typing import NDArray

MOST_TERMS = 64


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
        Of all values that were looked at, of which the first terms are the first; of a game of
        vectors, of all P-positions to the bound instead. Members that were looked at to one bound
        have one digest where these are the same.
    digested
        How many values the digest is of; 0 where it is of P-positions.
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
    digested: int = 0
    defined: int | None = None
    checked: int | None = None
    largest_value: int | None = None
    numeration: str = ""
    formula: str = ""
    p_positions: int | None = None
    first_p_positions: tuple[str, ...] = ()


def known_of_values(values: Sequence[int] | NDArray[Any], bound: int) -> Known:
    """Return what values say that were looked at to a bound: the first, how many, and a digest.

    Examples
    --------
    >>> found = known_of_values([0, 1] * 50, 99)
    >>> len(found.first_terms), found.digested, found.digest == known_of_values([0, 1], 99).digest
    (64, 100, False)
    """
    first = tuple(map(int, values[:MOST_TERMS]))
    return Known(first, bound, digest=digest_of(values), digested=len(values))


def digest_of(values: Sequence[int] | NDArray[Any]) -> str:
    """Return a digest of values, the same on every machine."""
    import numpy as np

    return hashlib.sha256(np.asarray(values, "<i4").data).hexdigest()
