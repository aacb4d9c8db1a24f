"""What a census found: in sections for the terminal, and as a table with a member a row.

The table has no dates and no times; ``docs/how-to/families.md`` says what each column holds.
"""

from __future__ import annotations

import csv
import io
import textwrap
from collections import Counter
from collections.abc import Mapping
from dataclasses import asdict, dataclass, field, fields
from pathlib import Path
from typing import Any

from research.checks.evidence import Level
from research.families.patterns import patterns
from research.families.record import FAULTY, LOOKED, Record, Records, same_values
from research.system.files import write_whole

LEVELS = [str(level) for level in reversed(Level)]
SHOWN_TERMS = 16
LISTED, WIDTH, CELL = 10, 80, 40  # rows, and letters, on the terminal
OF_RECORDS = [field.name for field in fields(Record) if field.name != "files"]
COLUMNS = ("member", *OF_RECORDS, "oeis", "same_as")
Table = list[dict[str, Any]]
Section = list[tuple[str, ...]]  # the header, and the rows


@dataclass(frozen=True)
class Summary:
    """A census of a family with so many members: what was found of each that was looked at.

    ``names`` has the sequences of the encyclopedia that agree with each member's.
    """

    family: str
    number: int
    records: Records
    names: Mapping[str, list[str]] = field(default_factory=dict)

    @property
    def failed(self) -> dict[str, Record]:
        """Members whose look did not come to its end, or whose check has a fault."""
        return {name: record for name, record in self.records.items() if record.state != LOOKED}

    @property
    def whole(self) -> dict[str, Record]:
        """Members whose look came to its end."""
        return {n: each for n, each in self.records.items() if each.state in (LOOKED, FAULTY)}

    @property
    def refuted(self) -> dict[str, Record]:
        """Members of which a claim is refuted."""
        return {name: each for name, each in self.whole.items() if each.refuted}

    def in_a_line(self) -> str:
        """Return the numbers in one sentence."""
        proved = sum(each.level == "proved" for each in self.whole.values())
        counts = {
            "proved": proved,
            "open": len(self.whole) - proved,
            "with a refuted claim": len(self.refuted),
            "with a fault": len(self.failed),
            "not examined yet": self.number - len(self.records),
        }
        parts = ", ".join(f"{count} {words}" for words, count in counts.items() if count)
        number = len(same_values(self.records))
        groups = f"{number} group{'s' * (number != 1)} of equal values"
        return f"{self.number} members: {parts}; {groups}"

    def _claims(self) -> Section:
        """Count how many members have each verdict of each claim."""
        counts: dict[str, Counter[str]] = {}
        for claim in (claim for record in self.whole.values() for claim in record.claims):
            name, _, level = claim.rpartition(": ")
            counts.setdefault(name, Counter())[level] += 1
        rows = [(n, *(str(found[level] or "") for level in LEVELS)) for n, found in counts.items()]
        return [("claim", *LEVELS), *rows]

    def _open(self) -> Section:
        """List the members of which nothing is proved, those of which something is proposed first.

        Then those with fewer different values among the first terms.
        """

        def interest(record: Record) -> tuple[bool, int]:
            hopeful = any(each.startswith(("period:", "automaton:")) for each in record.conjectures)
            return not hopeful, len(set(record.first_terms))

        left = [(name, each) for name, each in self.whole.items() if each.level != "proved"]
        rows: Section = [("member", "known", "to", "proposed", "first values", "OEIS")]
        for name, each in sorted(left, key=lambda item: interest(item[1])):
            more = " ..." if len(each.first_terms) > SHOWN_TERMS else ""
            first = " ".join(map(str, each.first_terms[:SHOWN_TERMS])) + more
            sequences = ", ".join(known.partition(" ")[0] for known in self.names.get(name, ())[:3])
            proposed = "; ".join(each.conjectures)
            rows.append((name, each.level, str(each.bound), proposed, first, sequences))
        return rows

    def _refuted(self) -> Section:
        found = ((name, claim) for name, each in self.refuted.items() for claim in each.refuted)
        rows = [(name, *claim.split(": ", 1)) for name, claim in found]
        return [("member", "claim", "counterexample"), *rows]

    def _faults(self) -> Section:
        rows = [(name, each.state, each.fault) for name, each in self.failed.items()]
        return [("member", "what happened", "why"), *rows]

    def text(self) -> str:
        """Return what was found, for the terminal: sections that have rows, columns with cells."""
        from tabulate import tabulate

        said = textwrap.wrap(self.in_a_line(), WIDTH, initial_indent="  ", subsequent_indent="    ")
        lines = [self.family, *said]
        sections = {
            "Claims": self._claims(),
            "Open": self._open(),
            "Refuted claims": self._refuted(),
            "Faults": self._faults(),
        }
        for title, section in sections.items():
            columns = [column for column in zip(*section, strict=True) if any(column[1:])]
            header, *rows = zip(*columns, strict=True) if columns else [()]
            if not rows:
                continue
            shown = tabulate(
                rows[:LISTED], header, "simple", maxcolwidths=CELL, disable_numparse=True
            )
            lines += ["", title, shown]
            if (more := len(rows) - LISTED) > 0:
                lines.append(f"and {more} more; --csv writes all")
        lines += self.conjectures()
        return "\n".join(line.rstrip() for line in "\n".join(lines).splitlines())

    def conjectures(self) -> list[str]:
        """Return what the theorems of the members suggest, in lines for the terminal."""
        wrapper = textwrap.TextWrapper(WIDTH, subsequent_indent="  ", break_on_hyphens=False)
        said = [f"Conjecture {each.statement}." for each in patterns(self.records)]
        return [f"\n{wrapper.fill(each)}" for each in said]

    def as_json(self) -> dict[str, Any]:
        """Return what was found for machines."""
        facts = {"family": self.family, "members": self.number, "table": self.table()}
        return facts | {"conjectures": [each.as_json() for each in patterns(self.records)]}

    def table(self) -> Table:
        """Return the table of a census."""
        first = {name: next(iter(group)) for group in same_values(self.records) for name in group}
        table: Table = []
        for name, record in self.records.items():
            row = {"member": name, **asdict(record), "oeis": self.names.get(name, [])}
            row["same_as"] = first.get(name, "")
            table.append({column: row[column] for column in COLUMNS})
        return table


def write_csv(path: Path, table: Table) -> None:
    """Write the table as CSV; lists are divided by semicolons, numbers in them by blanks.

    Raises
    ------
    OSError
        If the file cannot be written.
    """
    text = io.StringIO()
    writer = csv.DictWriter(text, COLUMNS, lineterminator="\n")
    writer.writeheader()
    for row in table:
        cells = dict(row)
        for name, value in row.items():
            if isinstance(value, list | tuple):
                cells[name] = (" " if name == "first_terms" else "; ").join(map(str, value))
        writer.writerow(cells)
    write_whole(path, text.getvalue())
