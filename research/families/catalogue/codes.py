"""The pages of the families of codes: octal, hexadecimal, subtraction sets.

Every code is looked at to the same heap. Where a published table says that a period begins later,
it and all codes with the same values so far are looked at again, as far as the period theorem
needs for that period, if that is at most ``DEEPEST``.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from fast.heap_codes import parse_code
from research.families.catalogue.index import Page
from research.families.heap_codes import CodeLook, look_at_code
from research.families.published.comparing import (
    Comparison,
    compare_equalities,
    compare_with_published,
)
from research.families.published.reading import key_of, published_periods
from research.families.wildcards import codes
from research.reporting.markdown import code, table
from research.system.progress import telling

DEEPEST = 5_000_000
SHOWN_TERMS = 24

Row = list[CodeLook]  # codes with the same values


@dataclass(frozen=True)
class CodeFamily:
    """A family of codes, each looked at to the heap ``to``."""

    file: str
    title: str
    about: str
    codes: tuple[str, ...]
    to: int


def families_of_codes() -> list[CodeFamily]:
    """Return the families of the catalogue, with the members that a census of them has.

    >>> [len(family.codes) for family in families_of_codes()]
    [512, 256, 511]
    """
    return [
        CodeFamily(
            "octal.md",
            "Octal codes of up to three digits",
            "All codes 0.abc of digits 0 to 7; zeros at the end are left out.",
            tuple(codes("octal:0.???") or ()),
            10_000,
        ),
        CodeFamily(
            "hexadecimal.md",
            "Hexadecimal codes of up to two digits",
            "All codes 0.ab of digits 0 to f; a zero at the end is left out.",
            tuple(codes("hex:0.??") or ()),
            2_000,
        ),
        CodeFamily(
            "subtraction.md",
            "Subtraction sets within 1 to 9",
            "All sets of numbers from 1 to 9 that may be taken from a heap, but the empty one.",
            tuple(codes("subtraction:{1..9}") or ()),
            10_000,
        ),
    ]


def code_page(family: CodeFamily) -> Page:
    """Look at all codes of a family and return its page."""
    looks = _looked_at(family)
    rows = grouped(looks)
    found = {look.code: _comparisons(look) for look in looks}
    equalities = compare_equalities({key_of(look.code): look.values.tolist() for look in looks})
    claims = [each for comparisons in found.values() for each in comparisons] + equalities
    differences = [each for each in claims if each.verdict == "differs"]
    proved = [row for row in rows if row[0].proof is not None]
    open_ones = [row for row in rows if row[0].proof is None]
    number = sum(map(len, proved))
    parts = [
        f"# {family.title}",
        f"{family.about} Codes: {len(looks)}; rows: {len(rows)}; codes with a proved period: "
        f"{number}; without: {len(looks) - number}. The values of the heaps 0 to {family.to} of "
        "each were computed, those of some codes beyond, as the tables say, and compared with the "
        "definition as far as *Defined* says. The preperiod is the least n0 with "
        "G(n + period) = G(n) + saltus for every n >= n0; heap 0 counts.",
        *_differences(claims, differences),
        *_proved(proved, found),
        *_open(open_ones, found),
    ]
    return Page(
        *(family.file, family.title, "\n\n".join([*parts, ""]), len(looks), len(rows), number),
        f"heap {family.to}",
        len(claims),
        len(differences),
    )


def grouped(looks: Iterable[CodeLook]) -> list[Row]:
    """Return the codes with the same values, and of which the same is known, together."""
    rows: dict[tuple[object, ...], Row] = {}
    for look in looks:
        law = look.proof and (look.proof.preperiod, look.proof.period, look.proof.saltus)
        rows.setdefault((look.values.tobytes(), law), []).append(look)
    return list(rows.values())


def _looked_at(family: CodeFamily) -> list[CodeLook]:
    looks: dict[str, CodeLook] = {}
    with telling(family.title) as tell:
        for number, each in enumerate(family.codes, 1):
            tell(f"{each}, {number} of {len(family.codes)}")
            looks[each] = look_at_code(each, to=family.to)
        for row in grouped(looks.values()):
            deeper = max((_needed(look) for look in row), default=0)
            for look in row if family.to < deeper <= DEEPEST else ():
                tell(f"{look.code} to heap {deeper}")
                looks[look.code] = look_at_code(look.code, to=deeper)
    return list(looks.values())


def _needed(look: CodeLook) -> int:
    """Return the heap to which a published period of an unproved code needs the values."""
    if look.proof is not None:
        return 0
    parsed = parse_code(look.code)
    heaps, needed = max(parsed.most_heaps, 1), 0
    for claim in published_periods():
        if key_of(claim.code) == key_of(look.code) and claim.start is not None:
            reach = claim.start + max(claim.periods)
            needed = max(needed, heaps * (reach + len(parsed.digits)) + len(parsed.digits))
    return needed


def _comparisons(look: CodeLook) -> list[Comparison]:
    return compare_with_published(look.code, look.known(), look.values.tolist())


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
    header = ["Code", "Source", "The source says", "Found here", "First heap"]
    rows = [
        [
            code(_short(c.code)),
            c.source,
            c.says,
            c.found,
            "" if c.heap is None else str(c.heap),
        ]
        for c in differences
    ]
    return [heading, said, table(header, rows)]


def _proved(rows: Sequence[Row], found: dict[str, list[Comparison]]) -> list[str]:
    header = ["Codes", "Preperiod", "Period", "Saltus", "Largest value", "Theorem"]
    header += ["Heaps used", "Defined", "Tables"]
    lines = []
    for row in rows:
        proof = row[0].proof
        assert proof is not None
        theorems = sorted({look.proof.theorem for look in row if look.proof is not None})
        lines.append(
            [
                _names(row),
                *(str(proof.preperiod), str(proof.period), str(proof.saltus)),
                "none" if proof.saltus else str(max(proof.table)),
                "; ".join(theorems),
                f"0 to {max(look.result.checked for look in row)}",
                f"to {min(look.defined for look in row)}",
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
            f"0 to {row[0].bound}",
            f"to {min(look.defined for look in row)}",
            str(int(row[0].values.max())),
            ", ".join(map(str, row[0].values[:SHOWN_TERMS].tolist())),
            "; ".join(sorted({getattr(look.result, "reason", "") for look in row})),
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


def _names(row: Row) -> str:
    return ", ".join(code(_short(look.code)) for look in row)


def _short(written: str) -> str:
    kind, _, rest = written.partition(":")
    return f"{{{rest}}}" if kind == "subtraction" else rest


def _tables(row: Row, found: dict[str, list[Comparison]]) -> str:
    """Say which tables have a code of a row, and what they say where it is not proved here."""
    said: dict[str, list[str]] = {}
    for look in row:
        for each in found[look.code]:
            words = each.source if each.verdict != "open" else f"{each.source} ({each.says})"
            said.setdefault(each.verdict, []).append(words)
    if not said:
        return "in none compared"
    return "; ".join(f"{verdict}: {', '.join(dict.fromkeys(said[verdict]))}" for verdict in said)
