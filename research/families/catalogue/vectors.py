"""The page of the vector games on two piles, with up to three vectors of entries up to 2.

They are the members of :data:`~research.families.patterns.VECTORS`, of two games that differ by
the order of the piles one.
"""

from __future__ import annotations

from research.families.catalogue.pages import Page, Row, first, not_looked_at, rows_of
from research.families.record import LOOKED, Record, Records
from research.reporting.markdown import code, table

TO = 255
SHOWN_TERMS = 21
SHOWN_POSITIONS = 6


def vector_page(records: Records, to: int = TO) -> Page:
    """Return the page of a family, from what was found of its games with piles to a bound."""
    title = "Vector games on two piles"
    proved, open_ones = rows_of(records, lambda record: (record.digest, record.theorem))
    number = sum(map(len, proved))
    parts = [
        f"# {title}",
        "Up to 3 vectors of entries 0 to 2, of two games that differ "
        "by exchanging the piles one. A move lowers the piles by any number of times a vector. "
        f"Games: {len(records)}; with P-positions proved for all natural numbers: {number}; with "
        f"P-positions known where no pile is above {to}: {len(records) - number}. The first "
        "Grundy values are those of (0, 0), (0, 1), (1, 0), (0, 2), (1, 1), (2, 0) and so on; in "
        "a row with several games they are of the first.",
        *not_looked_at(records),
        "## Differences from published tables",
        "None of the tables that were compared has vector games, so there is nothing to compare.",
        "## Proved for all natural numbers",
        "The games of a row have the same P-positions where no pile is above "
        f"{to}, and each has a proof of its own. The automaton reads the digits of both piles, the "
        "least significant first, and accepts the P-positions, of which the first are shown where "
        "no formula is recognised.",
        table(
            ["Vectors", "States", "Numeration", "P-positions", "Theorem", "First Grundy values"],
            [_proved_row(row) for row in proved],
        ),
        "## Not proved",
        table(
            ["Vectors", "Piles to", "P-positions among them", "Why not", "First Grundy values"],
            [_open_row(row) for row in open_ones],
        ),
        "",
    ]
    return Page(
        *("vectors.md", title, "\n\n".join(parts), len(records), len(proved) + len(open_ones)),
        number,
        f"piles of {to}",
        failed=tuple(name for name, record in records.items() if record.state != LOOKED),
    )


def _proved_row(row: Row) -> list[str]:
    one = first(row)
    formulas = sorted({record.formula for record in row.values() if record.formula})
    positions = ", ".join(one.first_p_positions[:SHOWN_POSITIONS])
    return [
        _names(row),
        " or ".join(map(str, sorted({record.states or 0 for record in row.values()}))),
        " or ".join(sorted({record.numeration for record in row.values()})),
        "; ".join(formulas) or f"{positions}, ...",
        one.theorem,
        _terms(one),
    ]


def _open_row(row: Row) -> list[str]:
    one = first(row)
    return [
        _names(row),
        str(one.bound),
        str(one.p_positions),
        " ".join(sorted({f"{record.reason}." for record in row.values()})),
        _terms(one),
    ]


def _names(row: Row) -> str:
    return "; ".join(code(each.removeprefix("vectors:").replace(")(", ") (")) for each in row)


def _terms(record: Record) -> str:
    return ", ".join(map(str, record.first_terms[:SHOWN_TERMS]))
