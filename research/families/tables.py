"""The table of a census: a member a row, in the order of the family, without dates or times.

Its columns are the fields of :class:`~research.families.record.Record`, with what is made of
several members: which have the same values, and the names of their sequences.
``docs/how-to/families.md`` says of each what it holds.
"""

from __future__ import annotations

import csv
import io
import json
from dataclasses import asdict
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from research.families.record import same_to
from research.families.store import KINDS
from research.families.summary import Summary
from research.system.files import write_named

COLUMNS = {
    "member": "VARCHAR",
    **{name: kind for name, kind in KINDS.items() if name != "files"},
    "oeis": "VARCHAR[]",
    "same_as": "VARCHAR",
    "same_to": "BIGINT",
}
Table = list[dict[str, Any]]


def table_of(summary: Summary) -> Table:
    """Return the table of a census."""
    first = {
        name: (next(iter(group)), same_to([next(iter(group.values())), record]))
        for group in summary.groups
        for name, record in group.items()
    }
    table: Table = []
    for name, record in summary.records.items():
        same_as, last = first.get(name, ("", None))
        row = {"member": name, **asdict(record), "oeis": summary.names.get(name, [])}
        row |= {"same_as": same_as, "same_to": None if same_as == name else last}
        table.append({column: row[column] for column in COLUMNS})
    return table


def write_csv(path: Path, table: Table) -> None:
    """Write the table as CSV; lists are divided by semicolons, numbers in them by blanks.

    Raises
    ------
    OutputError
        If the file cannot be written.
    """
    text = io.StringIO()
    writer = csv.DictWriter(text, COLUMNS, lineterminator="\n")
    writer.writeheader()
    for row in table:
        cells = dict(row)
        for name, kind in COLUMNS.items():
            if kind.endswith("[]"):
                cells[name] = (" " if "INT" in kind else "; ").join(map(str, row[name]))
        writer.writerow(cells)
    write_named(path, text.getvalue(), "csv")


def write_parquet(path: Path, table: Table) -> None:
    """Write the table as Parquet, lists as lists.

    Raises
    ------
    OutputError
        If the file cannot be written.
    """
    import duckdb

    with TemporaryDirectory() as name, duckdb.connect(config={"threads": 1}) as database:
        rows, whole = Path(name) / "rows.json", Path(name) / "whole.parquet"
        rows.write_text("\n".join(map(json.dumps, table)), encoding="utf-8")
        columns = ", ".join(f"{column}: '{kind}'" for column, kind in COLUMNS.items())
        database.execute(
            f"COPY (FROM read_json('{rows}', format = 'newline_delimited', "
            f"columns = {{{columns}}})) TO '{whole}' (FORMAT parquet)"
        )
        write_named(path, whole.read_bytes(), "parquet")
