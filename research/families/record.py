"""The record of a census: what is known of one member of a family, the same facts of every game.

The store of a census has a column for each field of :class:`Record`, and its tables have the same.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from numpy.typing import NDArray

MOST_TERMS = 64

LOOKED = "looked at"
FAULTY = "its check has a fault"
WRONG = "its rules or claims are wrong"
CRASHED = "it crashed"
TOO_LONG = "it took too long"
TOO_MUCH_MEMORY = "it needed too much memory"

HEAPS = "Grundy values of the heaps 0, 1, 2, ..."
BY_TOTALS = "Grundy values of the positions by their totals: (0, 0), (0, 1), (1, 0), (0, 2), ..."
POSITIONS_IN_ORDER = "Grundy values of the positions, in the order of the rules"
COUNTS = "P-positions to size 0, 1, 2, ..."


@dataclass(frozen=True)
class Record:
    """What is known of one member.

    Attributes
    ----------
    state, fault
        ``LOOKED``; or ``FAULTY``, or what ended the work on it, and what is wrong, in a line.
    level
        ``proved`` only where a theorem holds of the rules for every size; ``exhausted`` and
        ``tested`` as of a claim; ``computed`` of a code of which no theorem tells every size.
    first_terms, terms
        The first values, at most 64 of them, and what they are.
    bound
        The largest heap, pile or size to which values were computed.
    preperiod, period, saltus
        The least n0 and p with value(n + p) = value(n) + saltus for all n >= n0, where proved.
    checked
        The largest heap whose value the proof of a period used.
    defined
        Of a code: the largest heap to which the values were compared with the definition.
    largest_value
        Of a code: the largest to the bound; None where they are proved to grow for ever.
    states
        Of the automaton of the P-positions.
    p_positions, first_p_positions
        Of a vector game: how many there are to the bound, and the first by their totals. Piles in
        another order are another position.
    digest, digested
        Of all values to the bound, and how many these are; of a vector game of all P-positions,
        and 0.
    numeration, formula
        The system in which the automaton reads the piles, and what it accepts, in a formula; empty
        if none is recognised.
    theorem, sentence
        By which it is proved for every size, if it is; and what is known, in one line, with no word
        more than was compared.
    reason
        Why nothing is proved of a code or of a vector game.
    claims, refuted
        ``name: verdict`` of each claim, and ``name: counterexample`` of those refuted.
    proposals
        What passed on the values that it was not made on.
    files
        Of a member of a file: the digest of each file that it was made from, as JSON.
    """

    state: str = LOOKED
    fault: str = ""
    level: str = ""
    first_terms: tuple[int, ...] = ()
    terms: str = ""
    bound: int = 0
    preperiod: int | None = None
    period: int | None = None
    saltus: int | None = None
    checked: int | None = None
    defined: int | None = None
    largest_value: int | None = None
    states: int | None = None
    p_positions: int | None = None
    digested: int = 0
    numeration: str = ""
    formula: str = ""
    digest: str = ""
    theorem: str = ""
    sentence: str = ""
    reason: str = ""
    first_p_positions: tuple[str, ...] = ()
    claims: tuple[str, ...] = ()
    refuted: tuple[str, ...] = ()
    proposals: tuple[str, ...] = ()
    files: str = "{}"

    @property
    def law(self) -> tuple[int | None, ...]:
        """Preperiod, period and saltus, by which the values go on for ever."""
        return self.preperiod, self.period, self.saltus


Records = Mapping[str, Record]  # by the names of the members, in the order of the family


def record_of_values(values: Sequence[int] | NDArray[Any], bound: int, terms: str) -> Record:
    """Return what values say that were computed to a bound: the first, how many, and a digest.

    Examples
    --------
    >>> found = record_of_values([0, 1] * 50, 99, HEAPS)
    >>> len(found.first_terms), found.digested
    (64, 100)
    """
    return Record(
        first_terms=tuple(map(int, values[:MOST_TERMS])),
        terms=terms,
        bound=bound,
        digest=digest_of(values),
        digested=len(values),
    )


def digest_of(values: Sequence[int] | NDArray[Any]) -> str:
    """Return a digest of values, the same on every machine."""
    import numpy as np

    return hashlib.sha256(np.asarray(values, "<i4").data).hexdigest()


def same_values(record: Record) -> object:
    """Return what members with the same values have in common, computed to the same bound."""
    return record.terms, record.bound, record.first_terms, record.digest


def groups(records: Records, key: Callable[[Record], object]) -> list[dict[str, Record]]:
    """Return together the members that have the same key, in their order.

    >>> records = {"a": Record(bound=1), "b": Record(bound=2), "c": Record(bound=1)}
    >>> [list(group) for group in groups(records, lambda record: record.bound)]
    [['a', 'c'], ['b']]
    """
    found: dict[object, dict[str, Record]] = {}
    for name, record in records.items():
        found.setdefault(key(record), {})[name] = record
    return list(found.values())


def same_to(group: Iterable[Record]) -> int | None:
    """Return the last term to which members with the same values have them; None if all are."""
    first, *others = group
    last = (first.digested or len(first.first_terms)) - 1
    if not others or (
        first.theorem
        and last + 1 >= (first.preperiod or 0) + (first.period or last + 2)
        and all(other.theorem and other.law == first.law for other in others)
    ):
        return None
    return last
