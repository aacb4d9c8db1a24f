"""What the pages of the catalogue share, and the page that leads to them."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from research.families.published.reading import references
from research.families.record import LOOKED, Record, Records, groups
from research.reporting.markdown import code, plain, table

Row = dict[str, Record]  # games of which the same is known, by their names

COMMAND = "python -m research.families.catalogue --out reports/catalogue"


@dataclass(frozen=True)
class Page:
    """One page and its summary.

    Attributes
    ----------
    file, title, text
        The file's name, and what is in it.
    members, rows, proved
        How many games there are, how many rows they make, and of how many games something is
        proved for every size.
    bound
        To where the values of each were computed.
    compared, differences
        How many claims of published tables were compared, and how many differ.
    failed
        The games that were not looked at to the end.
    """

    file: str
    title: str
    text: str
    members: int
    rows: int
    proved: int
    bound: str
    compared: int = 0
    differences: int = 0
    failed: tuple[str, ...] = ()


def rows_of(records: Records, key: Callable[[Record], object]) -> tuple[list[Row], list[Row]]:
    """Return the rows of the games of which something is proved, and of the others."""
    looked = {name: record for name, record in records.items() if record.state == LOOKED}
    rows = groups(looked, key)
    proved = [row for row in rows if first(row).theorem]
    return proved, [row for row in rows if not first(row).theorem]


def first(row: Row) -> Record:
    """Return what is known of the first game of a row."""
    return next(iter(row.values()))


def not_looked_at(records: Records) -> list[str]:
    """Return the section of the games that were not looked at to the end, if there are any."""
    rows = [
        [code(name), plain(each.state), plain(each.fault)]
        for name, each in records.items()
        if each.state != LOOKED
    ]
    if not rows:
        return []
    return [
        "## Not looked at to the end",
        "Of these games nothing is known here; what this page says of each game, it does not say "
        "of them. They are counted as not proved, and stand in no row.",
        table(["Game", "What happened", "Why"], rows),
    ]


def index_page(pages: Sequence[Page]) -> str:
    """Return the page that leads to the others, with the sources of the published tables."""
    rows = [
        [
            f"[{page.title}]({page.file})",
            *map(str, (page.members, page.rows, page.proved, page.members - page.proved)),
            page.bound,
            f"{page.compared}; differ: {page.differences}" if page.compared else "none",
        ]
        for page in pages
    ]
    header = ["Family", "Games", "Rows", "Proved", "Not proved", "Values to", "Published claims"]
    lost = sum(len(page.failed) for page in pages)
    sources = [[name, reference] for name, reference in sorted(references().items())]
    return "\n\n".join(
        [
            "# Catalogue",
            "What is known of every game of four families: its period or the automaton of its "
            "P-positions, whether that is proved for every size and by which theorem, or how far "
            "its values were computed. Games with the same values share a row.",
            table(header, rows),
            *([f"Games not looked at to the end, which their pages name: {lost}."] if lost else []),
            f"Written by `{COMMAND}`.",
            "## Published tables",
            "What is compared are numbers of these sources, each a claim that can be wrong. The "
            "rows are in `research/families/published/`. What stands in none of them may well "
            "stand elsewhere: no table of codes with a digit above 7, and none of vector games, "
            "was at hand.",
            table(["Source", "Reference"], sources),
            "",
        ]
    )
