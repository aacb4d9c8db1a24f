"""Small directed graphs as SVG, drawn by a port of Graphviz: the same text on every machine.

What is drawn is written in DOT, Graphviz's language. Arrows lead down where they can; in a graph
that would be wider than a page they lead to the right. The port is an optional package; without it
a picture names the command that installs it.
"""

from __future__ import annotations

import re
import subprocess
from collections.abc import Iterable, Sequence
from html import escape
from importlib.metadata import PackageNotFoundError, files

from research.system.pictures import INK, finished

_FONT = "DejaVu Sans Mono,Menlo,Consolas,monospace"  # as wide as Courier, which is reckoned with
_STYLE = f"""
graph [fontname=Courier, fontsize=12, fontcolor="{INK}", pad=0.1, nodesep=0.25, ranksep=0.4]
node [shape=box, style=filled, fontname=Courier, fontsize=12, fontcolor="{INK}", color="{INK}",
  fillcolor=transparent, width=0.36, height=0.36, margin="0.11,0.04"]
edge [fontname=Courier, fontsize=12, fontcolor="{INK}", color="{INK}", arrowsize=0.6]
"""
MISSING = 'This graph is drawn by graphviz-pure: pip install "grundwork[pictures]"'
WIDEST = 720  # pixels: what a page shows at full size
_SIZE = re.compile(r'<svg width="(\d+)pt" height="(\d+)pt"')
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
        Whether it stands on a page, which has a title and colours of its own.

    >>> graph_picture(["2 -> 1"], "a move").count("<path")
    1
    """
    lines = "\\l".join(["", *legend, ""]) if legend else ""
    dot = [f'labeljust=l; bgcolor=transparent; label="{lines}"; {_STYLE}', *statements]
    try:
        drawn = _drawn(dot)
        if int(_SIZE.findall(drawn)[0][0]) > WIDEST:
            drawn = _drawn(["rankdir=LR", *dot])
    except PackageNotFoundError:
        text = f'<text x="8" y="24" fill="{INK}" font-size="12">{escape(MISSING)}</text>'
        drawn = f'<svg width="620pt" height="40pt"><g font-family="{_FONT}">{text}</g></svg>'
    wide, high = _SIZE.findall(drawn)[0]
    inside = _UNSEEN.sub("", drawn[drawn.index("<g") :]).replace("Courier,monospace", _FONT)
    title = "" if on_page else f"<title>{escape(name)}</title>\n"
    picture = (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {wide} {high}" width="{wide}" '
        f'height="{high}" role="{"group" if on_page else "img"}" aria-label="{escape(name)}">\n'
        f"{title}{inside}"
    )
    return picture if on_page else finished(picture)


def _drawn(statements: Sequence[str]) -> str:
    """Return what Graphviz draws of a digraph; PackageNotFoundError if it is not installed."""
    named = files("graphviz-pure") or ()
    command = next(str(file.locate()) for file in named if file.stem == "graphviz-pure")
    dot = "\n".join(["digraph {", *statements, "}"])
    return subprocess.run(
        [command, "-Tsvg"], input=dot, capture_output=True, encoding="utf-8", check=True
    ).stdout
