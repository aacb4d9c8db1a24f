"""The pages of the families of codes: octal, hexadecimal, subtraction sets.

Every code is looked at to the same heap. Where a published table says that a period begins later,
it and all codes with the same values so far are looked at again, as far as the period theorem
needs for that period, if that is at most ``DEEPEST``.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

from fast.heap_codes import parse_code
from research.families.catalogue.pages import Page, Row, first, not_looked_at, rows_of
from research.families.members import Family, Member, family_of
from research.families.published.comparing import Comparison, compare_equalities, compare_periods
from research.families.published.reading import key_of, published_periods
from research.families.record import LOOKED, Record, Records
from research.reporting.markdown import code, table

Census = Callable[[Family, int], dict[str, Record]]  # of a family to a heap

DEEPEST = 5_000_000
SHOWN_TERMS = 24


_FAMILIES = (
    (
        *("octal", "octal:0.???", 10_000, "Octal codes of up to three digits"),
        "All codes 0.abc of digits 0 to 7; zeros at the end are left out.",
    ),
    (
        *("hexadecimal", "hex:0.??", 2_000, "Hexadecimal codes of up to two digits"),
        "All codes 0.ab of digits 0 to f; a zero at the end is left out.",
    ),
    (
        *("subtraction", "subtraction:{1..9}", 10_000, "Subtraction sets within 1 to 9"),
        "All sets of numbers from 1 to 9 that may be taken from a heap, but the empty one.",
    ),
)


@dataclass(frozen=True)
class CodeFamily:
    """A family of codes, each looked at to the heap ``to``."""

    file: str
    title: str
    about: str
    family: Family
    to: int


def families_of_codes() -> list[CodeFamily]:
    """Return the families of the catalogue, with the members that a census of them has.

    >>> [len(codes.family.members) for codes in families_of_codes()]
    [512, 256, 511]
    """
    return [
        CodeFamily(f"{file}.md", title, about, family_of(pattern), to)
        for file, pattern, to, title, about in _FAMILIES
    ]


def looked_at(codes: CodeFamily, census: Census) -> dict[str, Record]:
    """Return what a census finds of each code, and another one, deeper, of some."""
    records = census(codes.family, codes.to)
    members = {member.name: member for member in codes.family.members}
    deeper: dict[int, list[Member]] = {}
    for row in rows_of(records, _known)[1]:
        to = max(map(_needed, row))
        if codes.to < to <= DEEPEST:
            deeper.setdefault(to, []).extend(members[each] for each in row)
    for to, some in deeper.items():
        records |= census(replace(codes.family, members=tuple(some)), to)
    return records


def code_page(codes: CodeFamily, records: Records) -> Page:
    """Return the page of a family, from what was found of its codes."""
    proved, open_ones = rows_of(records, _known)
    whole = {each: record for row in [*proved, *open_ones] for each, record in row.items()}
    found = {each: compare_periods(each, record) for each, record in whole.items()}
    claims = [each for comparisons in found.values() for each in comparisons]
    claims += compare_equalities(whole)
    number = sum(map(len, proved))
    rows = len(proved) + len(open_ones)
    parts = [
        f"# {codes.title}",
        f"{codes.about} Codes: {len(records)}; rows: {rows}; codes with a proved period: "
        f"{number}; without: {len(records) - number}. The values of the heaps 0 to {codes.to} of "
        "each were computed, those of some codes beyond, as the tables say, and compared with the "
        "definition as far as *Defined* says. The preperiod is the least n0 with "
        "G(n + period) = G(n) + saltus for every n >= n0; heap 0 counts.",
        *not_looked_at(records),
        *_differences(claims),
        *_proved(proved, found),
        *_open(open_ones, found),
        "",
    ]
    return Page(
        *(codes.file, codes.title, "\n\n".join(parts), len(records), rows, number),
        f"heap {codes.to}",
        len(claims),
        sum(each.verdict == "differs" for each in claims),
        tuple(name for name, record in records.items() if record.state != LOOKED),
    )


def _known(record: Record) -> object:
    """Return what codes with the same values have in common, and of which the same is known."""
    return record.digest, record.law


def _needed(written: str) -> int:
    """Return the heap to which a published period of a code needs the values."""
    parsed = parse_code(written)
    heaps, length = max(parsed.most_heaps, 1), len(parsed.digits)
    reaches = (
        heaps * (claim.start + max(claim.periods) + length) + length
        for claim in published_periods()
        if key_of(claim.code) == key_of(written) and claim.start is not None
    )
    return max(reaches, default=0)


def _differences(claims: Sequence[Comparison]) -> list[str]:
    heading = "## Differences from published tables"
    if not claims:
        return [heading, "None of the tables that were compared has one of these codes."]
    agree, differ, neither = (
        sum(claim.verdict == verdict for claim in claims)
        for verdict in ("agrees", "differs", "open")
    )
    said = (
        f"Claims of published tables ([sources](README.md)) that were compared: {len(claims)}; "
        f"that agree: {agree}; that differ: {differ}; neither proved nor contradicted "
        f"here: {neither}."
    )
    rows: dict[tuple[str, ...], list[str]] = {}
    for c in claims:
        if c.verdict == "differs":
            heap = "" if c.heap is None else str(c.heap)
            same = rows.setdefault((c.source, c.says, c.found, heap, c.reported), [])
            same.append(code(_short(c.code)))
    header = ["Codes", "Source", "The source says", "Found here", "First heap", "First reported by"]
    found = [table(header, [[", ".join(same), *row] for row, same in rows.items()])] if rows else []
    return [heading, said, *found]


def _proved(rows: Sequence[Row], found: dict[str, list[Comparison]]) -> list[str]:
    header = ["Codes", "Preperiod", "Period", "Saltus", "Largest value", "Theorem"]
    header += ["Heaps used", "Defined", "Tables"]
    lines = [
        [
            _names(row),
            *map(str, first(row).law),
            "none" if first(row).largest_value is None else str(first(row).largest_value),
            "; ".join(sorted({record.theorem for record in row.values()})),
            f"0 to {max(record.checked or 0 for record in row.values())}",
            _defined(row),
            _tables(row, found),
        ]
        for row in rows
    ]
    return [
        "## Proved for every heap",
        "The codes of a row have the same values for heaps of every size: they have the same "
        "preperiod, period and saltus, each proved, and the same values to the end of the first "
        "period.",
        table(header, lines) if lines else "None.",
    ]


def _open(rows: Sequence[Row], found: dict[str, list[Comparison]]) -> list[str]:
    header = ["Codes", "Heaps", "Defined", "Largest value", "First values", "Why not", "Tables"]
    lines = [
        [
            _names(row),
            f"0 to {first(row).bound}",
            _defined(row),
            str(first(row).largest_value),
            ", ".join(map(str, first(row).first_terms[:SHOWN_TERMS])),
            "; ".join(sorted({record.reason for record in row.values()})),
            _tables(row, found),
        ]
        for row in rows
    ]
    return [
        "## No period proved",
        "The codes of a row have the same values as far as they were computed, which proves "
        "nothing beyond.",
        table(header, lines) if lines else "None.",
    ]


def _defined(row: Row) -> str:
    return f"to {min(record.defined or 0 for record in row.values())}"


def _names(row: Row) -> str:
    return ", ".join(code(_short(each)) for each in row)


def _short(written: str) -> str:
    kind, _, rest = written.partition(":")
    return f"{{{rest}}}" if kind == "subtraction" else rest


def _tables(row: Row, found: dict[str, list[Comparison]]) -> str:
    """Say which tables have a code of a row, and what they say where it is not proved here."""
    said: dict[str, list[str]] = {}
    for each in (comparison for member in row for comparison in found[member]):
        words = each.source if each.verdict != "open" else f"{each.source} ({each.says})"
        said.setdefault(each.verdict, []).append(words)
    parts = [f"{verdict}: {', '.join(dict.fromkeys(said[verdict]))}" for verdict in said]
    return "; ".join(parts) or "in none compared"
