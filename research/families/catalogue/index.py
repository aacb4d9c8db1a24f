"""A page of the catalogue, and the page that leads to all of them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from research.families.published.reading import references
from research.reporting.markdown import table

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
    sources = [[name, reference] for name, reference in sorted(references().items())]
    return "\n\n".join(
        [
            "# Catalogue",
            "What is known of every game of four families: its period or the automaton of its "
            "P-positions, whether that is proved for every size and by which theorem, or how far "
            "its values were computed. Games with the same values share a row.",
            table(header, rows),
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
