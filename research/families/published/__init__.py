"""Published tables of codes, as the files beside this one hold them, compared with our records.

``periods.csv`` has a row a claim about a period, ``equals.csv`` a row for two codes that a table
calls the same game, with the source that reported a mistake there, if one did. ``sources.csv`` has
the reference of each source, and what it says of the period in its own words, where they are at
hand. Sources count where a period begins in different ways; the column ``convention`` says how:

- *preperiod*: the least n0 with G(n + p) = G(n) for all n >= n0, as here;
- *last exception*: the last heap n with G(n + p) other than G(n), so n0 is one more; -1 if none;
- *heaps renumbered*: as *preperiod*, but the first heap with a value above 0 counts as heap 1, and
  the heaps before the one below it are left out. A beginning at 0 then leaves open how many of
  those left out keep the period too.

What a source says of the period of a code it says of the codes too that it calls the same game. A
period ``4|5`` says that it is one of the two. What is left empty the source does not say.

A claim *agrees* if all that it states was compared, and the same is proved here. It *differs* if it
is not so, and is *open* where neither can be told from the values: then it says how far they go.
"""

from __future__ import annotations

import csv
from collections.abc import Sequence
from functools import cache
from importlib.resources import files
from typing import Literal, NamedTuple

from fast.heap_codes import parse_code
from research.families.record import Record, Records
from research.resolving.loading import HEAP_CODES

Key = tuple[tuple[int, ...], int]  # ((0, 7, 7), 0): the digits and how many of them repeat
Verdict = Literal["agrees", "differs", "open"]

SHIFTED = "last exception, heaps renumbered"  # of a code that is called the same game as another


class PublishedPeriod(NamedTuple):
    """What a source says of the period of a code, or of that of ``of``, the same game.

    ``start`` is where the period begins, as the source counts by its ``convention``; there may be
    several periods of which it is one. None is what the source does not say.
    """

    code: str
    start: int | None
    periods: tuple[int, ...]
    saltus: int
    largest_value: int | None
    convention: str
    source: str
    of: str = ""

    def preperiods(self, values: Sequence[int]) -> tuple[int, int] | None:
        """Return the least and the greatest preperiod that the source allows; None if it says none.

        The first Grundy values tell how the source counts.

        >>> row = PublishedPeriod("octal:0.07", 52, (34,), 0, None, "heaps renumbered", "a table")
        >>> row.preperiods([0, 0, 1, 1, 2])
        (53, 53)
        """
        if self.start is None:
            return None
        left_out = left_out_heaps(values) if self.convention.endswith("heaps renumbered") else 0
        start = self.start + self.convention.startswith("last exception")
        return (start + left_out if start else 0), start + left_out

    def says(self, values: Sequence[int]) -> str:
        """Return what the source says, in its own words or as it counts."""
        renumbered = ", heaps renumbered" if left_out_heaps(values) else ""
        of = f"the same game as {self.of}{renumbered}, of which: " if self.of else ""
        if quotation := sources()[self.source]["quotation"]:
            return f'{of}"{quotation}"'
        said = [f"period {' or '.join(map(str, self.periods))}"]
        said += [f"saltus {self.saltus}"] if self.saltus else []
        if self.start is not None:
            kind = "last exception" if self.convention.startswith("last") else "preperiod"
            how = " (heaps renumbered)" if self.convention == "heaps renumbered" else ""
            said.insert(0, f"{kind} {self.start}{how}")
            said += [] if self.largest_value is None else [f"largest value {self.largest_value}"]
        return of + ", ".join(said)


class PublishedEquality(NamedTuple):
    """Two codes that a source calls the same game, and the source that first denied it."""

    code: str
    other: str
    source: str
    reported: str = ""


class PublishedClaim(NamedTuple):
    """One claim of a table beside what is known, and the first heap at which they differ."""

    code: str
    source: str
    says: str
    verdict: Verdict
    found: str
    heap: int | None = None
    reported: str = ""

    @property
    def claim(self) -> tuple[str, ...]:
        """What is one claim: a sentence of a source counts once for all codes that it is about."""
        sentence = sources()[self.source]["quotation"]
        if sentence and sentence in self.says:
            return self.source, f'"{sentence}"'
        return self.source, self.code, self.says


def left_out_heaps(values: Sequence[int]) -> int:
    """Return how many heaps are left out where the first with a value above 0 counts as heap 1.

    >>> left_out_heaps([0, 0, 1, 1, 2]), left_out_heaps([0, 1]), left_out_heaps([0, 0])
    (1, 0, 0)
    """
    return next((heap for heap, value in enumerate(values) if value), 1) - 1


def key_of(code: str) -> Key:
    """Return what all ways to write the same code have in common.

    >>> key_of("octal:0.330") == key_of("hexadecimal:0.33") == key_of("subtraction:1,2")
    True
    """
    parsed = parse_code(code)
    digits = parsed.digits
    while not parsed.repeat and len(digits) > 1 and not digits[-1]:
        digits = digits[:-1]
    return digits, parsed.repeat


@cache
def published_periods() -> tuple[PublishedPeriod, ...]:
    """Return what the sources say of periods, in the order of the file."""

    def number(cell: str) -> int | None:
        return int(cell) if cell else None

    return tuple(
        PublishedPeriod(
            start=number(row.pop("preperiod")),
            periods=tuple(map(int, row.pop("period").split("|"))),
            saltus=int(row.pop("saltus")),
            largest_value=number(row.pop("largest_value")),
            **row,
        )
        for row in _rows("periods.csv")
    )


@cache
def published_equalities() -> tuple[PublishedEquality, ...]:
    """Return the codes that sources call the same game, in the order of the file."""
    return tuple(PublishedEquality(**row) for row in _rows("equals.csv"))


@cache
def claims_about_periods() -> dict[Key, list[PublishedPeriod]]:
    """Return by code what sources say of its period, or of that of a code with the same game."""
    rows: dict[Key, list[PublishedPeriod]] = {}
    for row in published_periods():
        rows.setdefault(key_of(row.code), []).append(row)
    shifted = [
        row._replace(code=claim.code, convention=SHIFTED, of=claim.other)
        for claim in published_equalities()
        for row in rows.get(key_of(claim.other), ())
        if (row.source, row.convention) == (claim.source, "last exception")
    ]
    for row in shifted:
        known = rows.setdefault(key_of(row.code), [])
        if all(each.source != row.source for each in known):
            known.append(row)
    return rows


@cache
def sources() -> dict[str, dict[str, str]]:
    """Return by the name of a source its ``reference``, and its words as ``quotation``, if any."""
    return {row["source"]: row for row in _rows("sources.csv")}


def _rows(name: str) -> list[dict[str, str]]:
    text = (files(__name__) / name).read_text(encoding="utf-8")
    return list(csv.DictReader(text.splitlines()))


def compare_periods(code: str, record: Record) -> list[PublishedClaim]:
    """Compare what is known of a code, however it is written, with every row of the tables on it.

    >>> from research.families.recording import record_of
    >>> known = record_of("octal:0.07", 400)
    >>> [(row.source, row.verdict) for row in compare_periods("octal:0.07", known)]
    [('cgsuite', 'agrees'), ('A002187', 'agrees')]
    """
    claims = claims_about_periods().get(key_of(code), ()) if code.startswith(HEAP_CODES) else ()
    against = _against_proof if record.theorem else _against_values
    first = record.first_terms
    return [
        PublishedClaim(code, row.source, row.says(first), *against(row, code, record))
        for row in claims
    ]


def compare_equalities(records: Records) -> list[PublishedClaim]:
    """Compare codes that a table calls the same game, as far as there are values of both.

    >>> from research.families.recording import record_of
    >>> codes = ("octal:0.161", "octal:0.36")
    >>> compare_equalities({code: record_of(code, 600) for code in codes})[0].heap
    519
    """
    known = {code: each for code, each in records.items() if code.startswith(HEAP_CODES)}
    of = {key_of(code): (code, record) for code, record in known.items()}
    pairs = ((each, of.get(key_of(each.code)), of.get(key_of(each.other))) for each in
             published_equalities())  # fmt: skip
    return [
        PublishedClaim(claim.code, claim.source, f"the same game as {claim.other}", *found)
        for claim, one, other in pairs
        if one and other
        for found in [_compared_as_equal(claim, *one, *other)]
    ]


def _compared_as_equal(
    claim: PublishedEquality, code: str, record: Record, other_code: str, other_record: Record
) -> tuple[Verdict, str, int | None, str]:
    """Compare two codes that are called the same game: verdict, words, heap, who reported it."""
    if record.digest == other_record.digest:
        return "open", f"equal to heap {record.bound}", None, ""
    values, others = _values(code, record), _values(other_code, other_record)
    left_out = left_out_heaps(values)
    both = list(zip(values[left_out:], others[left_out_heaps(others) :], strict=False))
    for heap, (value, other) in enumerate(both, left_out):
        if value != other:
            found = f"G({heap}) = {value}, and {other} at the same place of {claim.other}"
            return "differs", found, heap, claim.reported
    return "open", f"equal to heap {left_out + len(both) - 1}", None, ""


def _against_proof(
    row: PublishedPeriod, code: str, record: Record
) -> tuple[Verdict, str, int | None]:
    """Compare a row with the period that is proved: verdict, what was found, first heap."""
    start, period, largest = record.preperiod or 0, record.period or 1, record.largest_value
    least, most = row.preperiods(record.first_terms) or (start, start)
    found = f"preperiod {start}, period {period}"
    found += f", saltus {record.saltus}" if record.saltus else ""
    if period not in row.periods or record.saltus != row.saltus or start > most:
        period = period if period in row.periods else row.periods[0]
        return "differs", found, _first_break(code, record, most, period, row.saltus)
    if start < least:
        return "differs", found, least - 1
    if row.largest_value is None:
        return "agrees", found, None
    if largest is None:
        return "open", f"{found}; no largest value known", None
    verdict: Verdict = "agrees" if largest == row.largest_value else "differs"
    return verdict, f"{found}, largest value {largest}", None


def _against_values(
    row: PublishedPeriod, code: str, record: Record
) -> tuple[Verdict, str, int | None]:
    """Compare a row with the computed values alone: verdict, what was found, first heap."""
    beginning, period = row.preperiods(record.first_terms), row.periods[0]
    if beginning is None:
        return "open", "no period proved", None
    if beginning[1] + period > record.bound:
        return "open", f"computed to heap {record.bound}", None
    broken = _first_break(code, record, beginning[1], period, row.saltus)
    if broken is None:
        return "open", f"so to heap {record.bound}, and not proved", None
    return "differs", f"G({broken + period}) is not G({broken}) + {row.saltus}", broken


def _first_break(code: str, record: Record, start: int, period: int, saltus: int) -> int | None:
    """Return the first heap from ``start`` on at which the law fails, as far as the values go."""
    values = _values(code, record)
    return next(
        (n for n in range(start, len(values) - period) if values[n + period] != values[n] + saltus),
        None,
    )


def _values(code: str, record: Record) -> list[int]:
    """Return all values of a code that was looked at; a record has the first of them only."""
    from fast.heap_games import grundy_values

    found: list[int] = grundy_values(code, record.bound).tolist()
    return found
