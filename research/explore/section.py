"""What is shown, apart from where: words, tables and pictures, in sections.

The same sections go to a terminal as rich tables, to a file or a notebook as markdown, and their
pictures to SVG. Nothing here knows of games.
"""

from __future__ import annotations

import io
import re
import textwrap
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import zip_longest
from typing import TYPE_CHECKING, Any

from research.reporting.markdown import as_html, svg_address, table
from research.system.pictures import on_white, styled, svg

if TYPE_CHECKING:
    from matplotlib.figure import Figure
    from rich.console import Console

    from research.explore.oeis import Sequence as Terms


@dataclass(frozen=True)
class Cells:
    """A table of texts; ``left`` are the columns that are flush left."""

    header: Sequence[str]  # all empty for a table without header
    rows: Sequence[Sequence[str]]
    caption: str = ""
    left: Sequence[int] = ()


@dataclass(frozen=True)
class Drawing:
    """A picture, with lines of characters for where there are no pictures."""

    name: str  # for a file; short, with dashes
    caption: str
    draw: Callable[[], Figure | str] | None = None  # a figure or SVG; None where lines are all
    lines: Sequence[str] = ()  # the same in characters; none where a picture is all there is
    key: str = ""  # what the characters mean
    cut: str = ""  # what the picture leaves out; the lines say that of themselves

    def figure(self) -> Figure:
        """Draw it as a matplotlib figure, to be restyled and saved; a graph is SVG alone."""
        with styled():
            return self.draw()  # type: ignore[misc, return-value]

    def svg(self) -> str:
        """Draw it as SVG; the same text every time."""
        if self.draw is None:
            raise ValueError(f"picture {self.name!r} has no drawing")
        return svg(self.draw)

    def _repr_svg_(self) -> str | None:
        return None if self.draw is None else on_white(self.svg())


Part = str | Cells | Drawing  # a paragraph without markup, a table, a picture


@dataclass(frozen=True, repr=False)
class Section:
    """A heading, what stands below it, and the integer sequences in it by what they are."""

    title: str
    parts: Sequence[Part]
    sequences: Mapping[str, Terms] = field(default_factory=dict)

    @property
    def pictures(self) -> list[Drawing]:
        """The pictures that can be drawn."""
        return [part for part in self.parts if isinstance(part, Drawing) and part.draw]

    def markdown(self, picture: Callable[[Drawing], str] | None = None) -> str:
        """Write the section as markdown; ``picture`` gives the addresses of pictures.

        By default it is the picture itself as a ``data:`` address, so that the text stands alone.
        """
        return "\n\n".join([f"## {self.title}", *(_as_markdown(p, picture) for p in self.parts)])

    def __repr__(self) -> str:
        return as_text([self]).strip("\n")

    def _repr_html_(self) -> str:
        return as_html(self.markdown())


def _as_markdown(part: Part, picture: Callable[[Drawing], str] | None) -> str:
    if isinstance(part, str):
        return escaped(part)
    caption = escaped(part.caption)
    if isinstance(part, Cells):
        rows = [list(map(escaped, row)) for row in part.rows]
        written = table([escaped(title) for title in part.header], rows)
        return f"{written}\n\n{caption}" if caption else written
    if part.draw is None:
        caption = escaped(f"{part.caption} {part.key}".rstrip())
        return "\n".join(["```text", *part.lines, "```", "", caption])
    caption = f"{caption} {escaped(part.cut)}".rstrip()
    return f"![{caption}]({picture(part) if picture else svg_address(part.svg())})\n\n{caption}"


def escaped(text: str) -> str:
    """Keep markdown from reading markup into plain text."""
    return re.sub(r"([\\`*_\[\]<>$#])", r"\\\1", text)


def as_text(sections: Iterable[Section], title: str = "", width: int = 80) -> str:
    """Write sections below a title as they are shown where there is no terminal."""
    from rich.console import Console

    written = io.StringIO()
    plain = Console(file=written, width=width, highlight=False, markup=False, force_terminal=False)
    for section in sections:
        _print(section, plain)
    lines = [*textwrap.wrap(title, 80), *map(str.rstrip, written.getvalue().splitlines())]
    return "\n".join([*lines, ""])


def show(section: Section, console: Console) -> None:
    """Print a section on a terminal, or plainly where the console is none."""
    if console.is_terminal:
        _print(section, console)
    else:
        console.file.write(as_text([section], width=console.width))


def _print(section: Section, console: Console) -> None:
    console.print(f"\n{section.title}", style="bold")
    for part in section.parts:
        if isinstance(part, str):
            console.print(part, style="default", soft_wrap=False)
        elif isinstance(part, Cells):
            console.print(_as_rich(part))
            if part.caption:
                console.print(part.caption, style="italic")
        elif part.lines:
            for line in part.lines:
                console.print(line, no_wrap=True, overflow="ellipsis", crop=True)
            console.print(f"{part.caption} {part.key}".rstrip(), style="italic")


def _as_rich(cells: Cells) -> Any:
    from rich.table import Table
    from rich.text import Text

    table = Table(box=None, pad_edge=False, padding=(0, 2, 0, 0), show_header=any(cells.header))
    for number, title in enumerate(cells.header):
        justify = "left" if number in cells.left else "right"
        table.add_column(title, justify=justify, overflow="fold")  # type: ignore[arg-type]
    for row in cells.rows:
        table.add_row(*map(Text, row))
    return table


def in_columns(texts: Sequence[str], width: int = 78) -> Iterator[str]:
    r"""Yield lines in which ``texts``, of a line or several, stand in columns of equal width.

    >>> list(in_columns(["a", "bb", "c"], width=8))
    ['a   bb', 'c']
    >>> list(in_columns(["a\nb", "c\nd", "e"], width=7))
    ['a  c', 'b  d', '', 'e']
    """
    blocks = [text.split("\n") for text in texts]
    wide = max((len(line) for block in blocks for line in block), default=0) + 2
    each = max(1, width // wide)
    for first in range(0, len(blocks), each):
        if first and len(blocks[0]) > 1:
            yield ""
        for lines in zip_longest(*blocks[first : first + each], fillvalue=""):
            yield "".join(line.ljust(wide) for line in lines).rstrip()
