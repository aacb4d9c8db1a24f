"""Small directed graphs as SVG, drawn by a port of Graphviz: the same text on every machine.

What is drawn is written in DOT, Graphviz's language; arrows lead down where they can. The port is
an optional package; without it a picture names the command that installs it.
"""

from __future__ import annotations

import re
import subprocess
from collections.abc import Iterable, Sequence
from html import escape
from importlib.metadata import PackageNotFoundError, files

from research.system.pictures import GROUND, INK

_FONT = "DejaVu Sans Mono,Menlo,Consolas,monospace"  # as wide as Courier, which is reckoned with
_STYLE = f"""
graph [fontname=Courier, fontsize=12, fontcolor="{INK}", pad=0.1, nodesep=0.25, ranksep=0.4]
node [shape=box, style=filled, fontname=Courier, fontsize=12, fontcolor="{INK}", color="{INK}",
  fillcolor="{GROUND}", width=0.36, height=0.36, margin="0.11,0.04"]
edge [fontname=Courier, fontsize=12, fontcolor="{INK}", color="{INK}", arrowsize=0.6]
"""
MISSING = 'This graph is drawn by graphviz-pure: pip install "grundwork[pictures]"'
_UNSEEN = re.compile(r"<!--.*?-->\n|<title>.*?</title>\n", re.DOTALL)


def statement(*ends: int, **attributes: object) -> str:
    """Return a box, given by its number, or an arrow between two, as a statement of DOT.

    >>> statement(0, 1, label="x < y", class_="arrow")
    '0->1 [label="x &lt; y" class="arrow"]'
    """
    given = [
        f'{name.rstrip("_")}="{escape(str(value)).replace(chr(92), chr(92) * 2)}"'
        for name, value in attributes.items()
        if value is not None
    ]
    return f"{'->'.join(map(str, ends))} [{' '.join(given)}]"


def graph_picture(
    statements: Iterable[str], name: str, *, legend: Sequence[str] = (), on_page: bool = False
) -> str:
    """Draw a graph as SVG, with a name that screen readers read, and a legend in lines.

    Parameters
    ----------
    statements
        What it consists of, in DOT.
    on_page
        Whether it stands on a page, which has a ground and a title of its own.

    >>> graph_picture(["2 -> 1"], "a move").count("<path")
    1
    """
    lines = "\\l".join(["", *legend, ""]) if legend else ""
    ground = "transparent" if on_page else GROUND
    head = f'labeljust=l; bgcolor="{ground}"; label="{lines}"; {_STYLE}'
    try:
        drawn = _drawn("\n".join(["digraph {", head, *statements, "}"]))
    except PackageNotFoundError:
        text = f'<text x="8" y="24" font-family="{_FONT}" font-size="12">{escape(MISSING)}</text>'
        drawn = f'<svg width="620pt" height="40pt"><g>{text}</g></svg>'
    wide, high = re.findall(r'<svg width="(\d+)pt" height="(\d+)pt"', drawn)[0]
    inside = _UNSEEN.sub("", drawn[drawn.index("<g") :]).replace("Courier,monospace", _FONT)
    title = "" if on_page else f"<title>{escape(name)}</title>\n"
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {wide} {high}" width="{wide}" '
        f'height="{high}" role="{"group" if on_page else "img"}" aria-label="{escape(name)}">\n'
        f"{title}{inside}"
    )


def _drawn(dot: str) -> str:
    """Return what Graphviz draws; PackageNotFoundError if it is not installed."""
    named = files("graphviz-pure") or ()
    command = next(str(file.locate()) for file in named if file.stem == "graphviz-pure")
    return subprocess.run(
        [command, "-Tsvg"], input=dot, capture_output=True, encoding="utf-8", check=True
    ).stdout
