"""Game graphs as GraphML, DOT and SVG.

Positions are numbered in the order in which they were met; each carries its position, outcome,
Grundy value and remoteness as far as the game has them. In a partizan game an arc says whose move
it is, and a position has at most two arcs to another, Left's and Right's.
"""

from __future__ import annotations

import io
import re
from collections.abc import Iterator
from typing import Any

from fast.errors import InputError
from research.explore.explored import Explored
from research.explore.position_text import as_python, brief
from research.explore.values import no_values
from research.system.pictures import FILL

MOST_DRAWN = 40  # positions
_NOT_IN_XML = re.compile("[^\t\n -\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")


def arcs(explored: Explored) -> Iterator[tuple[Any, ...]]:
    """Yield (position, option), and whose move it is in a partizan game."""
    for position in explored.positions:
        for player, option in explored.moves(position):
            yield (position, option, player) if player else (position, option)


def facts_of(explored: Explored) -> Iterator[tuple[str, Any, dict[str, Any]]]:
    """Yield the name of a vertex, its position, and what is known of it."""
    truth: Any = explored.truth
    grundy: Any = {}
    if not explored.partizan and not no_values(explored):
        grundy = truth.grundy_values
    exact = all(isinstance(value, int) for value in grundy.values())
    for number, position in enumerate(explored.positions):
        facts: dict[str, Any] = {
            "position": without_controls(as_python(position)),
            "outcome": explored.outcomes[position],
        }
        if grundy:
            facts["grundy"] = grundy[position] if exact else str(grundy[position])
        if not explored.partizan and (remoteness := truth.remoteness(position)) is not None:
            facts["remoteness"] = remoteness
        yield f"n{number}", position, facts


def without_controls(text: str) -> str:
    r"""Return text without characters that XML forbids, which are written as escapes.

    >>> without_controls("a\x01b")
    'a\\x01b'
    """
    return _NOT_IN_XML.sub(lambda found: found[0].encode("unicode_escape").decode(), text)


def graphml(explored: Explored) -> str:
    """Write the graph as GraphML, by networkx."""
    import networkx as nx

    graph: Any = nx.MultiDiGraph() if explored.partizan else nx.DiGraph()
    names = {}
    for name, position, facts in facts_of(explored):
        names[position] = name
        graph.add_node(name, **facts)
    for position, option, *player in arcs(explored):
        extra = {"player": player[0]} if player else {}
        graph.add_edge(names[position], names[option], **extra)
    file = io.BytesIO()
    nx.write_graphml_xml(graph, file, prettyprint=True)
    return file.getvalue().decode("utf-8").rstrip("\n") + "\n"


def dot(explored: Explored, title: str) -> str:
    """Write the graph in Graphviz's language, outcomes as colours and winning options bold."""
    lines = [f"digraph {quoted(title)} {{", "  node [style=filled, fontname=Helvetica];"]
    names = {}
    for name, position, facts in facts_of(explored):
        names[position] = name
        outcome = facts["outcome"]
        shape = "ellipse" if outcome == "P" else "box"
        ink = ", fontcolor=white" if outcome in "PR" else ""
        label = quoted(f"{brief(position)}\n{outcome}")
        lines.append(f'  {name} [label={label}, shape={shape}, fillcolor="{FILL[outcome]}"{ink}];')
    for position, option, *player in arcs(explored):
        style = ""
        if player:
            style = " [color=blue]" if player[0] == "Left" else " [color=red, style=dashed]"
        elif explored.outcomes[option] == "P":
            style = " [penwidth=2]"
        lines.append(f"  {names[position]} -> {names[option]}{style};")
    return "\n".join([*lines, "}", ""])


def quoted(text: str) -> str:
    r"""Write text as a quoted string of Graphviz.

    >>> print(quoted('say "x" \\ y'))
    "say \"x\" \\ y"
    """
    escaped = without_controls(text).replace("\\", "\\\\").replace('"', '\\"').replace("\n", "\\n")
    return f'"{escaped}"'


def svg(explored: Explored, *, small: bool) -> str:
    """Draw a graph of at most ``MOST_DRAWN`` positions; or the game's small graph."""
    from research.system.game_graph import graph_svg, small_truth

    truth = small_truth(explored.game)[1] if small else explored.truth
    number = len(truth.positions)
    if number > MOST_DRAWN:
        raise InputError(
            f"format='svg': {number} positions at size {explored.size}, more than the {MOST_DRAWN} "
            "that can be drawn; take a smaller --size, or dot or graphml"
        )
    return graph_svg(truth, brief)
