"""The table of a census: a member a row, in the order of the family, without dates or times.

Its columns are those of :class:`~research.families.looks.Look` and
:class:`~research.families.known.Known`, with what is made of several members: their groups, and the
names of their sequences. ``docs/how-to/families.md`` says of each what it holds.
"""

from __future__ import annotations

import csv
import io
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from research.families.comparing import groups, same_to
from research.families.looks import Look
from research.system.files import write_named

NUMBERS = (
    *("bound", "preperiod", "period", "saltus", "checked", "defined", "largest_value", "states"),
    *("p_positions", "digested"),
)
WORDS = ("numeration", "formula", "digest", "theorem", "sentence", "reason")
TEXTS = ("member", "state", "fault", "level", "terms", *WORDS, "same_as")
LISTS = ("first_p_positions", "claims", "refuted", "proposals", "oeis")
COLUMNS = (
    *("member", "state", "fault", "level", "first_terms", "terms", *NUMBERS),
    *(*WORDS, *LISTS, "same_as", "same_to"),
)


def rows(looks: Mapping[str, Look], names: Mapping[str, list[str]]) -> list[dict[str, Any]]:
    """Return the table.

    Parameters
    ----------
    looks
        What was found of each member, in the order of the family.
    names
        The sequences of the encyclopedia that each member's agrees with.
    """
    same = groups(looks)
    return [
        {
            "member": member,
            **{name: getattr(look, name) for name in ("state", "fault", "level", "terms")},
            **{name: getattr(look.known, name) for name in (*NUMBERS, *WORDS)},
            **{n: list(getattr(look.known, n)) for n in ("first_terms", "first_p_positions")},
            "claims": [f"{claim.name}: {claim.level}" for claim in look.claims],
            "refuted": [f"{c.name}: {c.counterexample}" for c in look.claims if c.counterexample],
            "proposals": list(look.proposals),
            "oeis": list(names.get(member, ())),
            "same_as": same.get(member, ""),
            "same_to": same_to(look.known, looks[same.get(member, member)].known),
        }
        for member, look in looks.items()
    ]


def write_csv(path: Path, table: list[dict[str, Any]]) -> None:
    """Write the table as CSV; what is a list is divided by blanks, or by semicolons if of words.

    Raises
    ------
    OutputError
        If the file cannot be written.
    """
    text = io.StringIO()
    writer = csv.DictWriter(text, COLUMNS, lineterminator="\n")
    writer.writeheader()
    for row in table:
        lists = {name: "; ".join(row[name]) for name in LISTS}
        writer.writerow({**row, **lists, "first_terms": " ".join(map(str, row["first_terms"]))})
    write_named(path, text.getvalue(), "csv")


def write_parquet(path: Path, table: list[dict[str, Any]]) -> None:
    """Write the table as Parquet, lists as lists.

    Raises
    ------
    OutputError
        If the file cannot be written.
    """
    import pyarrow as pa
    from pyarrow import parquet

    kinds = {name: pa.string() for name in TEXTS} | dict.fromkeys((*NUMBERS, "same_to"), pa.int64())
    kinds |= dict.fromkeys(LISTS, pa.list_(pa.string())) | {"first_terms": pa.list_(pa.int64())}
    schema = pa.schema([(name, kinds[name]) for name in COLUMNS])
    whole = io.BytesIO()
    parquet.write_table(pa.Table.from_pylist(table, schema), whole)
    write_named(path, whole.getvalue(), "parquet")
