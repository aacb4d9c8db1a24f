"""A page of the catalogue, what its members have in common, and the page that leads to all."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from research.families.known import Known
from research.families.looks import LOOKED, Look
from research.families.members import Family
from research.families.published.reading import references
from research.reporting.markdown import code, plain, table

Row = dict[str, Known]  # by the names of the games
Census = Callable[[Family, int], dict[str, Look]]  # of a family to a heap, or with piles to it

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
        The games whose look did not come to its end.
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


def failed(looks: Mapping[str, Look]) -> dict[str, Look]:
    """Return the games whose look did not come to its end."""
    return {name: look for name, look in looks.items() if look.state != LOOKED}


def rows_of(looks: Mapping[str, Look], law: Callable[[Known], object]) -> list[Row]:
    """Return the games together of which the same is known: those with one law share a row."""
    rows: dict[object, Row] = {}
    for name, look in looks.items():
        if look.state == LOOKED:
            rows.setdefault(law(look.known), {})[name] = look.known
    return list(rows.values())


def first(row: Row) -> Known:
    """Return what is known of the first game of a row."""
    return next(iter(row.values()))


def told(looks: Mapping[str, Look]) -> list[str]:
    """Name the games whose look did not come to its end, if there are any."""
    if not looks:
        return []
    rows = [[code(name), plain(each.state), plain(each.fault)] for name, each in looks.items()]
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
            *(str(page.members), str(page.rows), str(page.proved)),
            str(page.members - page.proved),
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
