"""The record of a census: what is known of one member of a family, the same facts of every game.

The store of a census has a column for each field of :class:`Record`, and its tables have the same.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from fast.lazy import np

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
BY_TOTALS = "Grundy values of the positions by their totals: (0, 0), (0, 1), (0, 2), (1, 1), ..."
POSITIONS_IN_ORDER = "Grundy values of the positions, in the order of the rules"
OUTCOMES = "outcomes of the heaps 0, 1, 2, ...: 0 is P, 1 is R, 2 is L, 3 is N"
COUNTS = "P-positions to size 0, 1, 2, ..."


@dataclass(frozen=True)
class Record:
    """What is known of one member; ``docs/how-to/families.md`` says what each field holds."""

    state: str = LOOKED
    fault: str = ""
    level: str = ""  # of evidence, or ``computed``: values of a code of which nothing is proved
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
    numeration: str = ""
    formula: str = ""
    digest: str = ""
    theorem: str = ""
    sentence: str = ""
    reason: str = ""
    first_p_positions: tuple[str, ...] = ()
    claims: tuple[str, ...] = ()
    refuted: tuple[str, ...] = ()
    conjectures: tuple[str, ...] = ()
    files: str = "{}"  # JSON: the digest of each file that a member of a file was made from

    @property
    def law(self) -> tuple[int | None, ...]:
        """Preperiod, period and saltus, by which the values go on for ever."""
        return self.preperiod, self.period, self.saltus


Records = Mapping[str, Record]  # by the names of the members, in the order of the family


def record_of_values(values: Sequence[int] | NDArray[Any], bound: int, terms: str) -> Record:
    """Return what values say that were computed to a bound: the first of them, and a digest.

    >>> len(record_of_values([0, 1] * 50, 99, HEAPS).first_terms)
    64
    """
    digest = hashlib.sha256(np.asarray(values, "<i4").data).hexdigest()  # on every machine the same
    first = tuple(map(int, values[:MOST_TERMS]))
    return Record(first_terms=first, terms=terms, bound=bound, digest=digest)


def groups(records: Records, key: Callable[[Record], object]) -> list[dict[str, Record]]:
    """Return together the members that have the same key, in their order."""
    found: dict[object, dict[str, Record]] = {}
    for name, record in records.items():
        found.setdefault(key(record), {})[name] = record
    return list(found.values())


def same_values(records: Records) -> list[dict[str, Record]]:
    """Return together the members that have the same values, computed to the same bound."""
    return groups(
        {name: record for name, record in records.items() if record.first_terms},
        lambda each: (each.terms, each.bound, each.first_terms, each.digest),
    )
