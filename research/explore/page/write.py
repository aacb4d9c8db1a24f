"""One page of HTML that needs no network: data, style, script and BokehJS in one file.

BokehJS draws; it comes with the Python package of that name (BSD licence, whose notice its code
carries). The same data gives the same bytes.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import asdict
from html import escape
from importlib.resources import files
from pathlib import Path
from typing import TYPE_CHECKING, Any

from fast.errors import InputError
from research.explore.explored import Explored
from research.explore.page.data import PageData, page_data
from research.explore.position_text import brief
from research.system.game_graph import graph_svg, small_truth
from research.system.html import html_page

if TYPE_CHECKING:
    from research.claims.study import Study

_SCRIPTS = ("bokeh.min.js", "bokeh-api.min.js")


def page(study: Study, found: Explored) -> str:
    """Return the page of what was explored of a game.

    Returns
    -------
    str
        HTML; the same text every time for the same game, size and Bokeh.

    Raises
    ------
    InputError
        If Bokeh is not installed, or the graph is too large for a page.
    """
    from research.system.readable import readable

    libraries = bokeh_scripts()
    data, explored = page_data(study, found)
    numbers = {position: place for place, position in enumerate(explored.positions)}
    body = _BODY.format(
        title=escape(data.title),
        about=escape(readable(study.about.partition("\n\n")[0])),
        play=escape(data.play),
        extent=escape(data.extent),
        libraries="\n".join(f"<script>{text}</script>" for text in libraries),
        data=as_script(asdict(data)),
        script=_own("page.js"),
        graph=_graph(found, numbers),
        sequence=_sequence(data),
        notes="".join(f"<p>{escape(note)}</p>" for note in data.notes),
    )
    return html_page(data.title, _own("page.css"), body)


def as_script(value: Any) -> str:
    r"""Write JSON that can stand within a script element, whatever texts it holds.

    >>> as_script({"a": "</script><!-- &"})
    '{"a":"\\u003c/script>\\u003c!-- &"}'
    """
    text = json.dumps(value, ensure_ascii=True, separators=(",", ":"))
    return text.replace("<", "\\u003c")


def _own(name: str) -> str:
    return files("research.explore.page").joinpath(name).read_text("utf-8")


def bokeh_scripts() -> list[str]:
    """Return BokehJS, as the installed package has it.

    Raises
    ------
    InputError
        If Bokeh is not installed.
    """
    from importlib.util import find_spec

    found = find_spec("bokeh")
    if found is None or found.origin is None:
        raise InputError(
            "html: the page is drawn by Bokeh, which is not installed; "
            'pip install "grundwork[page]"'
        )
    folder = Path(found.origin).parent / "server" / "static" / "js"
    return [(folder / name).read_text("utf-8") for name in _SCRIPTS]


def _sequence(data: PageData) -> str:
    if data.heaps is None:
        return ""
    heaps, most = data.heaps, len(data.heaps["values"]) - 1
    shades = " Shaded: what comes before, and every other period." if heaps["period"] else ""
    first = min(most, max(60, heaps["preperiod"] + 3 * heaps["period"]))
    return (
        '<section class="wide"><h2>The nim sequence</h2><div class="controls"><label>heaps to '
        f'<input type="range" id="heaps-to" min="{min(10, most)}" max="{most}" value="{first}"> '
        '<output id="heaps-shown"></output></label></div><div id="sequence"></div>'
        f"<p>{escape(heaps['statement'])}{shades}</p></section>"
    )


def _graph(explored: Explored, numbers: Mapping[Any, int]) -> str:
    size, truth = small_truth(explored.game)
    if not truth.positions:
        return ""
    words = "P-positions are round and blue; bold arrows are winning moves."
    if explored.partizan:
        words = "Arrows: Left's moves blue, Right's orange and dashed, either's as the text."
    small = Explored(explored.game, size, truth)
    if any(
        position == option for position in small.positions for _, option in small.moves(position)
    ):
        words += " Moves that stay at a position are left out."
    return (
        f'<section><h2>The game graph at size {size}</h2><div class="scroll">'
        f"{graph_svg(truth, brief, numbers)}</div>"
        f'<p class="faint">{words} Choose a position to play from it.</p></section>'
    )


_BODY = """\
<header><h1>{title}</h1><p>{about}</p><p>{play} {extent}</p></header>
<main>
<section>
<div class="controls"><label>colours show <select id="colours"><option value="outcome">outcome\
</option><option value="grundy">Grundy value</option></select></label></div>
<div id="sliders"></div>
<div id="map"></div>
<div id="key"></div>
<p class="faint">Point at a position to see what is true of it; choose it to play from there.</p>
<div class="faint">{notes}</div>
</section>
<div>
<section class="panel" aria-live="polite">
<h2>Play against the perfect player</h2>
<div class="controls"><label>first <select id="first"><option value="you">you</option>\
<option value="perfect">the perfect player</option></select></label>
<label>your side <select id="side"><option value="0">Left</option><option value="1">Right</option>\
</select></label></div>
<p id="state"></p>
<p id="status"></p>
<div id="options"></div>
<ol id="moves"></ol>
<div class="controls"><button type="button" id="hint">hint</button>
<button type="button" id="again">again</button>
<form id="go"><input type="text" id="wanted" size="12" placeholder="a position" \
aria-label="a position"> <button>play from it</button> <span id="unknown" role="status"></span>\
</form></div>
</section>
{graph}
</div>
{sequence}
</main>
<footer><p>Made by grundwork explore. The page holds the whole game graph, and asks no network.</p>
</footer>
<script type="application/json" id="data">{data}</script>
{libraries}
<script>
{script}</script>
"""
