"""The catalogue: what is known of the members of four families, beside published tables.

Of octal codes of two digits the misère quotients have a page too.

``python -m research.families.catalogue --out reports/catalogue`` writes it. Every member is looked
at to the same bound. Where a published table says that a period begins later, the code and all
codes with the same values so far are looked at again, as far as the period theorem needs for that
period, if that is at most ``DEEPEST``; of vector games those of which nothing is proved, with
larger piles.

Exit status: 0 where every member was looked at; 1 where one was not looked at to the end, and then
nothing is written; 2 for wrong input; 130 interrupted.
"""

from __future__ import annotations

import argparse
import sys
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path
from typing import NamedTuple

from fast.errors import InputError
from fast.heap_codes import parse_code
from research.families.census import take_census
from research.families.members import VECTORS, Family, Member, family_of
from research.families.misere_census import TO, MisereRow, misere_census
from research.families.published import (
    PublishedClaim,
    compare_equalities,
    compare_periods,
    key_of,
    published_periods,
    sources,
)
from research.families.record import LOOKED, Record, Records, groups
from research.families.running import Bounds
from research.reporting.markdown import code, table
from research.resolving.loading import HEAP_CODES
from research.system.files import OutputError, require_writable, write_all

Row = dict[str, Record]  # games of which the same is known, by their names
Census = Callable[[Family, int], dict[str, Record]]  # of a family to a bound
Column = str | Callable[[Row], str]

COMMAND = "tox -e catalogue"
MISERE_TITLE = "Misère quotients of octal codes of up to two digits"
SECONDS = 600.0  # of the processor for one member; 0.376 to heap 4 536 517 takes the longest
DEEPEST = 5_000_000
LARGEST_PILE = 255  # of vector games that are looked at again
SHOWN_TERMS, SHOWN_POSITIONS = 24, 6
_ABOUT_CODES = (
    "The values were compared with the definition as far as the tables say. The preperiod is the "
    "least n0 with G(n + period) = G(n) + saltus for every n >= n0; heap 0 counts."
)
_ABOUT_PERIODS = (
    "The games of a row with a period have the same values for every size: the same preperiod, "
    "period and saltus, each proved, and the same values to the end of the first period."
)
_ABOUT_VECTORS = (
    "Up to 3 vectors of entries 0 to 2, of two games that differ by exchanging the piles one. A "
    "move lowers the piles by any number of times a vector. The automaton reads the digits of both "
    "piles, the least significant first, and accepts the P-positions, of which the first are shown "
    "where no formula is recognised. Where the piles are alike, the smaller is the first; the "
    "positions are in the order of their totals."
)


class Chapter(NamedTuple):
    """A family of the catalogue, each of its members looked at ``to`` the same bound."""

    file: str
    family: Family
    to: int
    title: str
    about: str


class Page(NamedTuple):
    """One page, and its row in the index."""

    file: str
    text: str
    row: list[str]


def chapters() -> list[Chapter]:
    """Return the families of the catalogue, with the members that a census of them has.

    >>> [len(chapter.family.members) for chapter in chapters()]
    [512, 256, 511, 52]
    """
    of = family_of
    return [
        Chapter(
            *("octal.md", of("octal:0.???"), 10_000, "Octal codes of up to three digits"),
            f"All codes 0.abc of digits 0 to 7; zeros at the end are left out. {_ABOUT_CODES}",
        ),
        Chapter(
            *("hexadecimal.md", of("hex:0.??"), 2_000, "Hexadecimal codes of up to two digits"),
            f"All codes 0.ab of digits 0 to f; a zero at the end is left out. {_ABOUT_CODES}",
        ),
        Chapter(
            *("subtraction.md", of("subtraction:{1..9}"), 10_000, "Subtraction sets within 1 to 9"),
            "All sets of numbers from 1 to 9 that may be taken from a heap, but the empty one. "
            + _ABOUT_CODES,
        ),
        Chapter(*("vectors.md", of(VECTORS), 63, "Vector games on two piles"), _ABOUT_VECTORS),
    ]


def _names(row: Row) -> str:
    return ", ".join(code(_short(each)) for each in row)


def _short(written: str) -> str:
    kind, _, rest = written.partition(":")
    return f"{{{rest}}}" if kind == "subtraction" else rest.replace(")(", ") (")


def _first(row: Row) -> Record:
    return next(iter(row.values()))


def _each_of(row: Row, field: str) -> str:
    """Write a field of all games of a row, each value once."""
    found = {getattr(record, field) for record in row.values()} - {"", None}
    return "; ".join(map(str, sorted(found)))


def _positions(row: Row) -> str:
    """Write the P-positions of vector games: their formula if there is one, else the first."""
    shown = _first(row).first_p_positions[:SHOWN_POSITIONS]
    return _each_of(row, "formula") or (", ".join([*shown, "..."]) if shown else "")


def _terms(row: Row) -> str:
    return ", ".join(map(str, _first(row).first_terms[:SHOWN_TERMS]))


def _tables(row: Row) -> str:
    """Say which tables have a code of a row, and what they say where it is not proved here."""
    said: dict[str, list[str]] = {}
    for each in (found for name, record in row.items() for found in compare_periods(name, record)):
        words = each.source if each.verdict != "open" else f"{each.source} ({each.says})"
        said.setdefault(each.verdict, []).append(words)
    return "; ".join(f"{verdict}: {', '.join(dict.fromkeys(said[verdict]))}" for verdict in said)


_COLUMNS: dict[str, Column] = {  # each a field, or a function of a row
    "Games": _names,
    "Preperiod": "preperiod",
    "Period": "period",
    "Saltus": "saltus",
    "Largest value": "largest_value",
    "States": "states",
    "Numeration": "numeration",
    "P-positions": _positions,
    "Theorem": "theorem",
    "Values to": "bound",
    "Heaps used": "checked",
    "Defined to": "defined",
    "First values": _terms,
    "Why not": "reason",
    "Tables": _tables,
}


def _table(rows: Sequence[Row]) -> str:
    """Write a table, without the columns in which no row has anything."""
    cells = {
        header: [_each_of(row, of) if isinstance(of, str) else of(row) for row in rows]
        for header, of in _COLUMNS.items()
    }
    shown = {header: column for header, column in cells.items() if any(column)}
    return table(list(shown), list(zip(*shown.values(), strict=True))) if rows else "None."


def rows_of(records: Records) -> tuple[list[Row], list[Row]]:
    """Return the rows of the games of which something is proved, and of the others."""
    rows = groups(records, lambda each: (each.digest, each.law, each.theorem == ""))
    return [r for r in rows if _first(r).theorem], [r for r in rows if not _first(r).theorem]


def looked_at(chapter: Chapter, census: Census) -> dict[str, Record]:
    """Return what a census finds of each member, and another one, deeper, of some."""
    records = census(chapter.family, chapter.to)
    members = {member.name: member for member in chapter.family.members}
    deeper: dict[int, list[Member]] = {}
    for row in rows_of(records)[1]:
        if chapter.to < (to := max(map(_needed, row))) <= DEEPEST:
            deeper.setdefault(to, []).extend(members[each] for each in row)
    for to, some in deeper.items():
        records |= census(replace(chapter.family, members=tuple(some)), to)
    return records


def _needed(written: str) -> int:
    """Return the heap to which a published period of a code needs the values."""
    if not written.startswith(HEAP_CODES):
        return LARGEST_PILE
    parsed = parse_code(written)
    heaps, length = max(parsed.most_heaps, 1), len(parsed.digits)
    reaches = (
        heaps * (claim.start + max(claim.periods) + length) + length
        for claim in published_periods()
        if key_of(claim.code) == key_of(written) and claim.start is not None
    )
    return max(reaches, default=0)


def page_of(chapter: Chapter, records: Records) -> Page:
    """Return the page of a family, from what was found of its members."""
    proved, left = rows_of(records)
    claims = [found for name, each in records.items() for found in compare_periods(name, each)]
    claims += compare_equalities(records)
    number, rows = sum(map(len, proved)), len(proved) + len(left)
    parts = [
        f"# {chapter.title}",
        f"{chapter.about} Games: {len(records)}; rows: {rows}; proved for every size: {number}; "
        f"not: {len(records) - number}. The values to {chapter.to} of each were computed, those of "
        "some games beyond, as the tables say. The games of a row have the same values as far as "
        "they were computed.",
        *_differences(claims),
        "## Proved for every size",
        *[_ABOUT_PERIODS] * any(each.period for row in proved for each in row.values()),
        _table(proved),
        "## Not proved",
        "That the games of a row have the same values proves nothing beyond those computed.",
        _table(left),
        "",
    ]
    verdicts = _verdicts(claims)
    differences = Counter(verdicts.values())["differs"]
    row = [f"[{chapter.title}]({chapter.file})"]
    row += map(str, (len(records), rows, number, len(records) - number, chapter.to))
    row.append(f"{len(verdicts)}; differ: {differences}" if claims else "none")
    return Page(chapter.file, "\n\n".join(parts), row)


def _verdicts(claims: Sequence[PublishedClaim]) -> dict[tuple[str, ...], str]:
    """Return the verdict on each claim; one that is about several codes differs if it does once."""
    order = ("agrees", "open", "differs")
    return {c.claim: c.verdict for c in sorted(claims, key=lambda c: order.index(c.verdict))}


def _differences(claims: Sequence[PublishedClaim]) -> list[str]:
    """Return the section on published claims: how many agree, and a row for each that differs."""
    if not claims:
        return []
    heading = "## Differences from published tables"
    verdicts = Counter(_verdicts(claims).values())
    said = (
        "Claims of published tables ([sources](README.md)) that were compared: "
        f"{verdicts.total()}; that agree: {verdicts['agrees']}; that differ: "
        f"{verdicts['differs']}; neither proved nor contradicted here: {verdicts['open']}."
    )
    rows: dict[tuple[str, ...], list[PublishedClaim]] = {}
    for c in claims:
        if c.verdict == "differs":
            heap = "" if c.heap is None else str(c.heap)
            rows.setdefault((c.source, c.claim[-1], c.found, heap), []).append(c)
    if not rows:
        return [heading, said]
    header = ["Codes", "Source", "The source says", "Found here", "First heap", "Known from"]
    found = []
    for row, same in rows.items():
        codes = [each.code for each in same]
        known = {e.source for e in claims if e.code in codes and e.verdict == "agrees"}
        known |= {each.reported for each in same if each.reported}
        names = ", ".join(code(_short(each)) for each in codes)
        found.append([names, *row, ", ".join(sorted(known))])
    return [heading, said, table(header, found)]


def misere_page(rows: Sequence[MisereRow]) -> str:
    """Return the page of misère quotients.

    >>> print(misere_page([MisereRow("octal:0.3", 2, 1, 0, 2)]).splitlines()[-1])
    | `0.3` | 2 | 1 | 0 | 2 | | |
    """
    header = ["Code", "Order", "P-portion", "Preperiod", "Period", "To heap", "Why no more"]
    cells = [
        [code(_short(row.member)), *("" if each is None else str(each) for each in row[1:])]
        for row in rows
    ]
    parts = [
        f"# {MISERE_TITLE}",
        "The misère quotient of each code, and the period of its pretending function "
        "(theorems: docs/theorems.md). With a period, order and "
        "P-portion are proved for heaps of every size. Without one they are those of the heaps to "
        f"the one in the column *To heap*; no more than heap {TO} was looked at.",
        table(header, cells),
    ]
    return "\n\n".join(parts)


def index_page(pages: Sequence[Page]) -> str:
    """Return the page that leads to the others, with the sources of the published tables."""
    header = ["Family", "Games", "Rows", "Proved", "Not proved", "Values to", "Published claims"]
    given = [[name, each["reference"]] for name, each in sorted(sources().items())]
    parts = [
        "# Catalogue",
        "What is known of every game of four families: its period or the automaton of its "
        "P-positions, whether that is proved for every size and by which theorem, or how far "
        "its values were computed. Games with the same values share a row.",
        table(header, [page.row for page in pages]),
        f"Of misère play: [{MISERE_TITLE}](misere.md).",
        f"Written by `{COMMAND}`.",
        "## Published tables",
        "What is compared are numbers of these sources, each a claim that can be wrong. The "
        "rows are in `research/families/published/`. What stands in none of them may well "
        "stand elsewhere. S. Howse and R. J. Nowakowski, Periodicity and arithmetic-periodicity in "
        "hexadecimal games, Theoret. Comput. Sci. 313 (2004) 463-472, investigate hexadecimal "
        "codes of one and of two digits; their results were not compared. No table of vector "
        "games was at hand.",
        table(["Source", "Reference"], given),
        "",
    ]
    return "\n\n".join(parts)


def main(words: Sequence[str] | None = None) -> int:
    """Take a census of each of the four families, write their pages, and return the exit status."""
    parser = argparse.ArgumentParser(prog="python -m research.families.catalogue")
    parser.add_argument("--out", type=Path, required=True, help="the folder of the pages")
    parser.add_argument("--store", type=Path, required=True, help="where findings are kept, a file")
    given = parser.parse_args(words)
    try:
        return _write(given.out, given.store)
    except (InputError, OutputError) as error:
        parser.exit(2, f"{parser.prog}: {error}\n")
    except KeyboardInterrupt:
        parser.exit(130, f"{parser.prog}: interrupted; nothing is half-written\n")


def _write(out: Path, store: Path) -> int:
    """Write the pages, and return the exit status: 1 where a game was not looked at to the end."""
    require_writable(out)

    def census(family: Family, to: int) -> dict[str, Record]:
        return take_census(family, store, Bounds(to, SECONDS))

    found = [(chapter, looked_at(chapter, census)) for chapter in chapters()]
    failed = [game for _, all_ in found for game, each in all_.items() if each.state != LOOKED]
    if failed:
        print(f"not looked at to the end: {', '.join(failed)}", file=sys.stderr)
        return 1
    pages = [page_of(chapter, records) for chapter, records in found]
    texts = {"README.md": index_page(pages), **{page.file: page.text for page in pages}}
    texts["misere.md"] = misere_page([*misere_census(family_of("octal:0.??"))]) + "\n"
    write_all(out, texts)
    return 0


if __name__ == "__main__":
    sys.exit(main())
