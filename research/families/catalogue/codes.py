"""The pages of the families of codes: octal, hexadecimal, subtraction sets.

Every code is looked at to the same heap. Where a published table says that a period begins later,
it and all codes with the same values so far are looked at again, as far as the period theorem
needs for that period, if that is at most ``DEEPEST``.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from fast.heap_codes import parse_code
from research.families.catalogue.index import Census, Page, Row, failed, first, rows_of, told
from research.families.known import Known
from research.families.looks import Look
from research.families.members import Family, Member, family_of
from research.families.published.comparing import (
    Comparison,
    compare_equalities,
    compare_with_published,
)
from research.families.published.reading import key_of, published_periods
from research.reporting.markdown import code, table

DEEPEST = 5_000_000
SHOWN_TERMS = 24


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
        CodeFamily(
            "octal.md",
            "Octal codes of up to three digits",
            "All codes 0.abc of digits 0 to 7; zeros at the end are left out.",
            family_of("octal:0.???"),
            10_000,
        ),
        CodeFamily(
            "hexadecimal.md",
            "Hexadecimal codes of up to two digits",
            "All codes 0.ab of digits 0 to f; a zero at the end is left out.",
            family_of("hex:0.??"),
            2_000,
        ),
        CodeFamily(
            "subtraction.md",
            "Subtraction sets within 1 to 9",
            "All sets of numbers from 1 to 9 that may be taken from a heap, but the empty one.",
            family_of("subtraction:{1..9}"),
            10_000,
        ),
    ]


def looked_at(codes: CodeFamily, census: Census) -> dict[str, Look]:
    """Return what a census finds of each code, and another one, deeper, of some."""
    looks = census(codes.family, codes.to)
    members = {member.name: member for member in codes.family.members}
    deeper: dict[int, list[Member]] = {}
    for row in rows_of(looks, _law):
        to = max(_needed(each, known) for each, known in row.items())
        if codes.to < to <= DEEPEST:
            deeper.setdefault(to, []).extend(members[each] for each in row)
    for to, some in deeper.items():
        looks |= census(replace(codes.family, members=tuple(some)), to)
    return looks


def code_page(codes: CodeFamily, looks: Mapping[str, Look]) -> Page:
    """Return the page of a family, from what was found of its codes."""
    rows = rows_of(looks, _law)
    whole = {each: known for row in rows for each, known in row.items()}
    found = {each: compare_with_published(each, known) for each, known in whole.items()}
    claims = [each for comparisons in found.values() for each in comparisons]
    claims += compare_equalities(whole)
    differences = [each for each in claims if each.verdict == "differs"]
    proved = [row for row in rows if first(row).theorem]
    open_ones = [row for row in rows if not first(row).theorem]
    number = sum(map(len, proved))
    parts = [
        f"# {codes.title}",
        f"{codes.about} Codes: {len(looks)}; rows: {len(rows)}; codes with a proved period: "
        f"{number}; without: {len(looks) - number}. The values of the heaps 0 to {codes.to} of "
        "each were computed, those of some codes beyond, as the tables say, and compared with the "
        "definition as far as *Defined* says. The preperiod is the least n0 with "
        "G(n + period) = G(n) + saltus for every n >= n0; heap 0 counts.",
        *told(failed(looks)),
        *_differences(claims, differences),
        *_proved(proved, found),
        *_open(open_ones, found),
    ]
    return Page(
        *(codes.file, codes.title, "\n\n".join([*parts, ""]), len(looks), len(rows), number),
        f"heap {codes.to}",
        len(claims),
        len(differences),
        failed=tuple(failed(looks)),
    )


def _law(known: Known) -> object:
    """Return what codes with the same values have in common, and of which the same is known."""
    return known.digest, known.preperiod, known.period, known.saltus


def _needed(written: str, known: Known) -> int:
    """Return the heap to which a published period of an unproved code needs the values."""
    if known.theorem:
        return 0
    parsed = parse_code(written)
    heaps, needed = max(parsed.most_heaps, 1), 0
    for claim in published_periods():
        if key_of(claim.code) == key_of(written) and claim.start is not None:
            reach = claim.start + max(claim.periods)
            needed = max(needed, heaps * (reach + len(parsed.digits)) + len(parsed.digits))
    return needed


def _differences(claims: Sequence[Comparison], differences: Sequence[Comparison]) -> list[str]:
    heading = "## Differences from published tables"
    if not claims:
        return [heading, "None of the tables that were compared has one of these codes."]
    agree, open_ones = (sum(c.verdict == v for c in claims) for v in ("agrees", "open"))
    said = (
        f"Claims of published tables ([sources](README.md)) that were compared: {len(claims)}; "
        f"that agree: {agree}; that differ: {len(differences)}; neither proved nor contradicted "
        f"here: {open_ones}."
    )
    if not differences:
        return [heading, said]
    header = ["Codes", "Source", "The source says", "Found here", "First heap", "First reported by"]
    rows: dict[tuple[str, ...], list[str]] = {}
    for c in differences:
        heap = "" if c.heap is None else str(c.heap)
        same = rows.setdefault((c.source, c.says, c.found, heap, c.reported), [])
        same.append(code(_short(c.code)))
    return [heading, said, table(header, [[", ".join(same), *row] for row, same in rows.items()])]


def _proved(rows: Sequence[Row], found: dict[str, list[Comparison]]) -> list[str]:
    header = ["Codes", "Preperiod", "Period", "Saltus", "Largest value", "Theorem"]
    header += ["Heaps used", "Defined", "Tables"]
    lines = []
    for row in rows:
        proved = first(row)
        theorems = sorted({known.theorem for known in row.values()})
        lines.append(
            [
                _names(row),
                *(str(proved.preperiod), str(proved.period), str(proved.saltus)),
                "none" if proved.largest_value is None else str(proved.largest_value),
                "; ".join(theorems),
                f"0 to {max(known.checked or 0 for known in row.values())}",
                _defined(row),
                _tables(row, found),
            ]
        )
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
            "; ".join(sorted({known.reason for known in row.values()})),
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
    return f"to {min(known.defined or 0 for known in row.values())}"


def _names(row: Row) -> str:
    return ", ".join(code(_short(each)) for each in row)


def _short(written: str) -> str:
    kind, _, rest = written.partition(":")
    return f"{{{rest}}}" if kind == "subtraction" else rest


def _tables(row: Row, found: dict[str, list[Comparison]]) -> str:
    """Say which tables have a code of a row, and what they say where it is not proved here."""
    said: dict[str, list[str]] = {}
    for member in row:
        for each in found[member]:
            words = each.source if each.verdict != "open" else f"{each.source} ({each.says})"
            said.setdefault(each.verdict, []).append(words)
    if not said:
        return "in none compared"
    return "; ".join(f"{verdict}: {', '.join(dict.fromkeys(said[verdict]))}" for verdict in said)
