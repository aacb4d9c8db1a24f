"""One page of HTML to look at a game and to play it, which needs no network.

The page plays perfectly, so it carries the whole game graph, outcomes and remoteness included, and
BokehJS, which draws; it comes with the Python package of that name (BSD licence, whose notice its
code carries). The same game gives the same bytes.

A *state* is what a player is to move from: a position, or in a partizan game a position with the
player to move. Positions with two or more integers as coordinates stand in a plane, by the two
coordinates with most values; a slider goes with each other coordinate. Positions that the rules
write in order stand there both ways. Heap games are shown by two heaps, with an explicit graph of
their own. All others stand in rows, those from which play is over soonest first.
"""

from __future__ import annotations

import importlib.util
import json
from collections.abc import Mapping
from functools import partial
from html import escape
from importlib.resources import files
from itertools import permutations
from pathlib import Path
from typing import TYPE_CHECKING, Any

from fast.errors import InputError
from oracles.errors import SearchLimitError
from oracles.growing import EXPLORE, PAGE
from oracles.heaps import is_sum_of_heaps
from oracles.quantities import OUTCOMES, in_words, known_of
from oracles.rules import OPPONENT
from oracles.search import overrides
from research.explore.explored import SIZES, Explored
from research.explore.facts import play_of
from research.explore.planes import coordinate_names, coordinates_of
from research.explore.reading import in_ascending_order
from research.explore.values import GRUNDY, explored_heaps
from research.system.drawn import drawn, in_a_line
from research.system.game_graph import graph_svg, heights, small_truth
from research.system.pictures import FILL, INK_ON
from research.system.readable import readable

if TYPE_CHECKING:
    from research.claims.study import Study

MOST_COORDINATES = 5
MOST_CELLS = 400  # of a drawing
MOST_WRITTEN = 2_000  # letters of a position
HEAPS_SHOWN = 1_000  # in the nim sequence
OF_A_STATE = ("outcome", "remoteness")  # which the page says with words of its own
Places = tuple[list[str], list[list[int]]]  # what the coordinates are, and the cells


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
    libraries = bokeh_scripts()
    data, explored = page_data(study, found)
    numbers = {position: place for place, position in enumerate(explored.positions)}
    text = json.dumps(data, ensure_ascii=True, separators=(",", ":"))
    return _own("page.html").format(
        style=_own("page.css"),
        title=escape(data["title"]),
        about=escape(readable(study.about.partition("\n\n")[0])),
        play=escape(data["play"]),
        extent=escape(data["extent"]),
        libraries="\n".join(f"<script>{text}</script>" for text in libraries),
        data=text.replace("<", "\\u003c"),  # whatever texts it holds, it ends no script
        script=_own("play.js") + _own("board.js") + _own("page.js"),
        graph=_graph(found, numbers),
        sequence=_sequence(data["heaps"]) if data["heaps"] else "",
        notes="".join(f"<p>{escape(note)}</p>" for note in data["notes"]),
    )


def page_data(study: Study, found: Explored) -> tuple[dict[str, Any], Explored]:
    """Return what the page shows, as plain data, and what it shows it of.

    Raises
    ------
    InputError
        If there are more positions or arcs than a page carries.
    """
    require_small(found)
    explored = _two_heaps(found)
    truth, positions, players = explored.truth, explored.positions, explored.truth.players
    turns = [(position, player) for position in positions for player in players]
    number = {turn: place for place, turn in enumerate(turns)}
    remoteness = [truth.remoteness(*turn) for turn in turns]
    why = GRUNDY.why_not(explored.game)
    known = {
        each.name: [in_words(each.value(truth, position)) for position in positions]
        for each in known_of(truth)
        if each.name not in OF_A_STATE
    }
    axes, cells = _places(explored)
    play = play_of(explored)
    come = f"at size {found.size}"
    if explored is not found:
        come = f"reachable from two heaps of at most {explored.size}"
    data = {
        "title": study.title,
        "play": f"{play[0].upper()}{play[1:]}.",
        "extent": f"All {len(positions)} positions {come}.",
        # of each position
        "labels": [in_a_line(explored.game, position, MOST_WRITTEN) for position in positions],
        "outcomes": [explored.outcomes[position] for position in positions],
        "known": known,  # by its name, what else is known
        # its state, for each player who may be to move
        "turns": [[number[position, player] for position in positions] for player in players],
        # of each state: P, N or D for the player to move, moves to the end or -1, its options
        "results": "".join(truth.outcome(*turn) for turn in turns),
        "remoteness": [-1 if length is None else length for length in remoteness],
        "options": [
            [number[option, OPPONENT[player]] for option in truth.moves(player, position)]
            for position, player in turns
        ],
        "words": {letter: OUTCOMES[letter] for letter in explored.counts},
        "fill": {letter: FILL[letter] for letter in explored.counts},
        "ink": dict(INK_ON),
        # across, down and sliders; and the coordinates and the position of each place on the map
        "axes": axes,
        "cells": cells,
        "heaps": None if why else _heaps(found),
        **_drawings(explored),
        "notes": [f"{why}."] if why and len(players) < 2 else [],
    }
    if len(axes) < 2:
        data["notes"].append("Rows are in order of the length of the longest play.")
    return data, explored


def _drawings(explored: Explored) -> dict[str, Any]:
    """Return each position's drawing: rows of characters, or the sizes of heaps without names.

    Says too whether cells have fixed places, and whether heaps may break.
    """
    game, positions = explored.game, explored.positions
    texts = [drawn(game, position) for position in positions]
    texts = [text if text and len(text) <= MOST_CELLS else None for text in texts]
    if is_sum_of_heaps(game) or (in_ascending_order(positions) and not any(texts)):
        moves = ((heaps, option) for heaps in positions for _, option in explored.moves(heaps))
        breaks = any(len(option) > len(heaps) for heaps, option in moves)
        return {"drawn": positions, "fixed": True, "piles": "break" if breaks else "whole"}
    if all(type(n) is int and all(0 <= m < n for _, m in explored.moves(n)) for n in positions):
        return {"drawn": [[n] for n in positions], "fixed": True, "piles": "whole"}
    fixed = not overrides(game, "drawn") and not isinstance(positions[0], str)
    return {"drawn": texts, "fixed": fixed, "piles": ""}


def require_small(explored: Explored) -> None:
    """Raise :class:`InputError` if a graph is too large for a page; to be asked before the work."""
    positions, arcs = len(explored.positions), explored.arcs
    if positions > PAGE.positions or arcs > PAGE.arcs:
        raise InputError(
            f"size={explored.size}: {positions} positions and {arcs} arcs, more than the "
            f"{PAGE.positions} and {PAGE.arcs} that a page carries; take a smaller --size"
        )


def bokeh_scripts() -> list[str]:
    """Return BokehJS, as the installed package has it; :class:`InputError` if there is none."""
    found = importlib.util.find_spec("bokeh")
    if found is None or found.origin is None:
        raise InputError(
            "html: the page is drawn by Bokeh, which is not installed; "
            'pip install -e ".[page]" in the clone'
        )
    folder = Path(found.origin).parent / "server" / "static" / "js"
    return [(folder / name).read_text("utf-8") for name in ("bokeh.min.js", "bokeh-api.min.js")]


def _own(name: str) -> str:
    return files("research.explore.page").joinpath(name).read_text("utf-8")


def _two_heaps(explored: Explored) -> Explored:
    """Return a heap game from every two heaps within the budget; other games as they are."""
    from oracles.graph import build_from
    from oracles.truth import Truth

    found, game = explored, explored.game
    if not is_sum_of_heaps(game):
        return found
    for heap in (size for size in SIZES if size <= explored.size):
        starts = [tuple(h for h in (a, b) if h) for b in range(heap + 1) for a in range(b + 1)]
        try:
            graph = build_from(game, starts, limit=EXPLORE.positions, arc_limit=EXPLORE.arcs)
        except SearchLimitError:
            break
        found = Explored(explored.sizes, heap, Truth(game, graph))
    return found


def _places(explored: Explored) -> Places:
    """Return where the positions stand: in a plane if they have coordinates, else in rows."""
    if is_sum_of_heaps(explored.game):
        cells = [
            [*pair, place]
            for place, heaps in enumerate(explored.positions)
            if len(heaps) <= 2
            for pair in sorted(set(permutations((*heaps, 0, 0)[:2])))
        ]
        return ["one heap", "the other"], cells
    return _plane(explored) or _in_rows(explored)


def _plane(explored: Explored) -> Places | None:
    """Return the positions by the two coordinates with most values, if there are two."""
    read = coordinates_of(explored.positions) or [()]
    number = len(read[0])
    if not 2 <= number <= MOST_COORDINATES or {type(n) for known in read for n in known} != {int}:
        return None
    values = [len({entries[i] for entries in read}) for i in range(number)]
    axes = sorted(sorted(range(number), key=lambda i: -values[i])[:2])
    if min(values[i] for i in axes) < 3:
        return None
    order = [*axes[::-1], *(i for i in range(number) if i not in axes)]
    ordered = in_ascending_order(read)
    cells = [
        [*(entries[i] for i in order), place]
        for place, known in enumerate(read)
        for entries in (sorted(set(permutations(known))) if ordered else [known])
    ]
    names = coordinate_names(explored.game, explored.positions[0], number)
    return [names[i] for i in order], cells


def _in_rows(explored: Explored) -> Places:
    """Return the positions in the order of how long play from them can take."""
    moves = ((p, option) for p in explored.positions for _, option in explored.moves(p))
    height = heights(explored.positions, moves)
    cells = [[height[position], place] for place, position in enumerate(explored.positions)]
    loops = ", loops not counted" if explored.game.loopy else ""
    return [f"length of the longest play{loops}, at most:"], sorted(cells)


def _heaps(explored: Explored) -> dict[str, Any] | None:
    """Return the nim sequence of a heap game, with its period."""
    found = explored_heaps(explored)
    if found is None:
        return None
    period = found.period
    return {
        "values": list(found.values[:HEAPS_SHOWN]),
        "statement": "" if found.proof is None else found.proof.statement(),
        "preperiod": 0 if period is None else period.preperiod,
        "period": 0 if period is None else period.period,
    }


def _sequence(heaps: Mapping[str, Any]) -> str:
    most = len(heaps["values"]) - 1
    shades = " Shaded: what comes before, and every other period." if heaps["period"] else ""
    first = min(most, max(60, heaps["preperiod"] + 3 * heaps["period"]))
    return (
        '<section class="wide"><h2>The nim sequence</h2><div class="controls"><label>heaps to '
        f'<input type="range" id="heaps-to" min="{min(10, most)}" max="{most}" value="{first}"> '
        '<output id="heaps-shown"></output></label></div><div id="sequence"></div>'
        f"<p>{escape(heaps['statement'])}{shades}</p></section>"
    )


def _graph(explored: Explored, numbers: Mapping[Any, int]) -> str:
    size, truth = small_truth(explored.sizes)
    if not truth.positions:
        return ""
    words = "P-positions are round and blue; bold arrows are winning moves."
    if explored.partizan:
        words = "Arrows: Left's moves blue, Right's orange and dashed; the others are open to both."
    return (
        f'<section><h2>The game graph at size {size}</h2><div class="scroll">'
        f"{graph_svg(truth, partial(in_a_line, explored.game), numbers)}</div>"
        f'<p class="faint">{words} Choose a position to play from it.</p></section>'
    )
