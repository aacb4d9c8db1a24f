"""The page of a census: one file of HTML that needs no network; the same facts, the same bytes."""

from __future__ import annotations

from typing import TYPE_CHECKING

from research.families.record import Records
from research.families.summary import Summary
from research.reporting.markdown import as_html, code, plain, svg_address, table
from research.system.html import html_page

if TYPE_CHECKING:
    from matplotlib.figure import Figure

MOST_ROWS = 1_000  # of one table
MOST_DRAWN = 600  # members of the picture
LARGEST_COLOURED = 15  # values beyond have one colour


def page(summary: Summary) -> str:
    """Return the page of a census."""
    from research.system.pictures import svg

    parts = [f"# Census of {plain(summary.family)}", plain(summary.in_a_line()) + "."]
    if any(record.first_terms for record in summary.records.values()):
        parts.append(f"![{_CAPTION}]({svg_address(svg(lambda: _picture(summary.records)))})")
        parts.append(f"*{_CAPTION}*")
    for section in summary.sections():
        rows = [
            [_cell(*cell) for cell in zip(section.header, row, strict=True)]
            for row in section.rows[:MOST_ROWS]
        ]
        parts += [f"## {section.title}: {len(section.rows)}", section.about]
        parts.append(table(section.header, rows))
        if (more := len(section.rows) - MOST_ROWS) > 0:
            parts.append(f"And {more} more, which `--csv` writes.")
    return html_page(f"Census of {summary.family}", _STYLE, as_html("\n\n".join(parts)))


def _cell(heading: str, text: str) -> str:
    if heading == "OEIS" and text:
        return ", ".join(f"[{each}](https://oeis.org/{each})" for each in text.split(", "))
    return code(text) if heading in ("member", "members") else plain(text)


def _picture(records: Records) -> Figure:
    """Draw the first values of every member, a line each."""
    import numpy as np

    from research.system.pictures import axes

    drawn = [each.first_terms for each in records.values() if each.first_terms][:MOST_DRAWN]
    cells = np.full((len(drawn), max(map(len, drawn))), np.nan)
    for line, terms in enumerate(drawn):
        cells[line, : len(terms)] = np.minimum(terms, LARGEST_COLOURED)
    top = max(1, min(LARGEST_COLOURED, max(map(max, drawn))))
    height = min(8.0, max(2.2, 1.2 + len(drawn) / 40))
    ax = axes(9.0, height, margins=(0.8, 0.7, 1.4, 0.2))
    image = ax.imshow(
        cells, aspect="auto", interpolation="nearest", cmap="viridis", vmin=0, vmax=top
    )
    ax.set_xlabel("term")
    ax.set_ylabel("member")
    bar = ax.figure.colorbar(image, ticks=[0, top], label="value")
    bar.ax.set_yticklabels(["0", f"{top}{' or more' * (top == LARGEST_COLOURED)}"])
    return ax.figure  # type: ignore[return-value]


_CAPTION = (
    f"The first values, a line for each member in the order of the family, at most {MOST_DRAWN}."
)
_STYLE = """\
:root { color-scheme: light dark; }
body { font: 16px/1.5 system-ui, sans-serif; max-width: 75rem; margin: 0 auto; padding: 1rem; }
img { max-width: 100%; background: #fff; }
table { border-collapse: collapse; display: block; overflow-x: auto; font-size: 0.9rem; }
th, td { border: 1px solid #8886; padding: 0.2rem 0.5rem; text-align: left; vertical-align: top; }
td { max-width: 40rem; }
td:first-child { white-space: nowrap; }
"""
