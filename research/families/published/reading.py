"""The published tables, as they stand in the files beside this one.

``periods.csv`` has a row a claim about a period, ``equals.csv`` a row for two codes that a table
calls the same game, with the source that reported a mistake there, if one did. ``sources.csv`` has
the reference of each source, and what it says of the period in its own words, where they are at
hand. Sources count where a period begins in different ways; the column ``convention`` says how:

- *preperiod*: the least n0 with G(n + p) = G(n) for all n >= n0, as here;
- *last exception*: the last heap n with G(n + p) other than G(n), so n0 is one more; -1 if none;
- *heaps renumbered*: as *preperiod*, but the first heap with a value above 0 counts as heap 1, and
  the heaps before the one below it are left out. A beginning at 0 then leaves open how many of
  those left out keep the period too.

What a source says of the period of a code it says of the codes too that it calls the same game.

A period ``4|5`` says that it is one of the two. What is left empty the source does not say.
"""

from __future__ import annotations

import csv
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cache
from importlib.resources import files

from fast.heap_codes import HeapCode, parse_code

Key = tuple[tuple[int, ...], int]  # ((0, 7, 7), 0): the digits and how many of them repeat

CONVENTIONS = ("preperiod", "last exception", "heaps renumbered")
SHIFTED = "last exception, heaps renumbered"


@dataclass(frozen=True)
class PublishedPeriod:
    """What a source says of the period of a code.

    Attributes
    ----------
    code
        The code, such as ``octal:0.77``.
    start
        Where the period begins, as the source counts; None if it does not say.
    periods
        The period, or several of which it is one.
    saltus
        What each period adds.
    largest_value
        The largest Grundy value; None if the source does not say.
    convention
        How the source counts, one of ``CONVENTIONS``; or ``SHIFTED``, of a code that it calls the
        same game as ``of``.
    source
        The name of the source.
    of
        The code whose period the source tells, if it is another one.
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

        Parameters
        ----------
        values
            The first Grundy values, to count as the source does.

        Examples
        --------
        >>> row = PublishedPeriod("octal:0.07", 52, (34,), 0, None, "heaps renumbered", "a table")
        >>> row.preperiods([0, 0, 1, 1, 2])
        (53, 53)
        """
        if self.start is None:
            return None
        left_out = left_out_heaps(values) if self.convention.endswith("heaps renumbered") else 0
        start = self.start + self.convention.startswith("last exception")
        return (start + left_out if start else 0), start + left_out


@dataclass(frozen=True)
class PublishedEquality:
    """Two codes that a source calls the same game, heaps renumbered.

    ``reported`` names the source that first said that they are not.
    """

    code: str
    other: str
    source: str
    reported: str = ""


def left_out_heaps(values: Sequence[int]) -> int:
    """Return how many heaps are left out where the first with a value above 0 counts as heap 1.

    >>> left_out_heaps([0, 0, 1, 1, 2]), left_out_heaps([0, 1]), left_out_heaps([0, 0])
    (1, 0, 0)
    """
    first = next((heap for heap, value in enumerate(values) if value), 1)
    return int(first) - 1


def key_of(code: str | HeapCode) -> Key:
    """Return what all ways to write the same code have in common.

    >>> key_of("octal:0.330") == key_of("hexadecimal:0.33") == key_of("subtraction:1,2")
    True
    """
    parsed = parse_code(code) if isinstance(code, str) else code
    digits = parsed.digits
    while not parsed.repeat and len(digits) > 1 and not digits[-1]:
        digits = digits[:-1]
    return digits, parsed.repeat


@cache
def published_periods() -> tuple[PublishedPeriod, ...]:
    """Return what the sources say of periods, in the order of the file."""
    return tuple(
        PublishedPeriod(
            row["code"],
            int(row["preperiod"]) if row["preperiod"] else None,
            tuple(map(int, row["period"].split("|"))),
            int(row["saltus"]),
            int(row["largest_value"]) if row["largest_value"] else None,
            row["convention"],
            row["source"],
        )
        for row in _rows("periods.csv")
    )


@cache
def claims_about_periods() -> dict[Key, list[PublishedPeriod]]:
    """Return by code what sources say of its period, or of that of a code with the same game.

    >>> [row.of for row in claims_about_periods()[key_of("octal:0.454")]]
    ['octal:0.1777']
    """
    rows: dict[Key, list[PublishedPeriod]] = {}
    for row in published_periods():
        rows.setdefault(key_of(row.code), []).append(row)
    shifted = [
        replace(row, code=claim.code, convention=SHIFTED, of=claim.other)
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
def published_equalities() -> tuple[PublishedEquality, ...]:
    """Return the codes that sources call the same game, in the order of the file."""
    return tuple(PublishedEquality(**row) for row in _rows("equals.csv"))


@cache
def references() -> dict[str, str]:
    """Return the reference of each source, by its name."""
    return {row["source"]: row["reference"] for row in _rows("sources.csv")}


@cache
def quotations() -> dict[str, str]:
    """Return by the name of a source what it says of the period; empty if it is not at hand."""
    return {row["source"]: row["quotation"] for row in _rows("sources.csv")}


def _rows(name: str) -> list[dict[str, str]]:
    text = (files(__package__) / name).read_text(encoding="utf-8")
    return list(csv.DictReader(text.splitlines()))
