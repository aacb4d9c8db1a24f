"""Taking away what was found: values, outcomes, counts and graphs in the formats others read.

========= ======================================================================================
what      formats
========= ======================================================================================
values    bfile (where positions are numbered by one heap or coordinate), csv, json, latex, cgsuite
outcomes  csv, json, latex
counts    bfile (P-positions by size), csv, json, latex
graph     graphml, dot, json, csv (its arcs), svg (to 40 positions; without a size a small case)
theorem   rocq (a text by which Rocq's kernel checks the first theorem that is proved)
========= ======================================================================================

Positions are written as Python writes them, so that they can be read back; in JSON tuples are
lists. Grundy values of heap games beyond the explicit graph are the fast solver's, compared with
the graph first. Of a partizan game the values are canonical forms. A worksheet for CGSuite has the
options, from which CGSuite finds the values again.

>>> print(export("subtraction:1,3,4", "values", "bfile", size=3), end="")
0 0
1 1
2 0
3 1
"""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Iterator
from typing import Any

from tabulate import tabulate

from checker.rocq import NotCovered
from checker.rocq.verify import text as for_rocq
from fast.errors import InputError
from fast.lazy import nx
from oracles.quantities import QUANTITIES, known_of, plain
from oracles.rules import Rules
from oracles.values.value import Value
from research.claims.study import Study
from research.conjectures.prove import prove_study
from research.explore.exploration import explored_of
from research.explore.explored import Explored
from research.explore.oeis import Sequence as Terms
from research.explore.oeis import bfile
from research.explore.values import GRUNDY, explored_heaps, values
from research.proving.periods import heap_code
from research.proving.results import NotProvable
from research.resolving.loading import load_study
from research.system.game_graph import graph_svg, small_truth
from research.system.pictures import FILL
from research.system.position_text import as_python, short_position

FORMATS = {
    "values": ("bfile", "csv", "json", "latex", "cgsuite"),
    "outcomes": ("csv", "json", "latex"),
    "counts": ("bfile", "csv", "json", "latex"),
    "graph": ("graphml", "dot", "json", "csv", "svg"),
    "theorem": ("rocq",),
}
MOST_DRAWN = 40  # positions of a graph
Table = tuple[list[str], list[list[Any]]]  # header and rows


def export(  # noqa: PLR0911  # a format each
    what: str | Study | Rules[Any], kind: str, form: str, *, size: int | None = None
) -> str:
    """Return what was found of a game in a format.

    Parameters
    ----------
    what, size
        As of :func:`~research.explore.exploration.explore`; for the values of a heap game the size
        is the largest heap.
    kind, form
        What to take, and in which format, as in the table above.

    Raises
    ------
    InputError
        If the format does not go with it, or the game has no such thing; else as of ``explore``.
    """
    if form not in FORMATS.get(kind, ()):
        pairs = "; ".join(f"{kind} as {', '.join(forms)}" for kind, forms in FORMATS.items())
        raise InputError(f"what={kind!r}, format={form!r}: expected {pairs}")
    if size is not None and size < 0:
        raise InputError(f"size={size}: expected an integer of at least 0")
    study = load_study(what)
    if kind == "theorem":
        return _theorem(study)
    fast = (
        form != "cgsuite" and kind == "values" and not study.game.misere and _has_code(study.game)
    )
    explored = explored_of(study, None if fast else size)  # the fast solver goes on
    if form in ("graphml", "dot", "svg"):
        return _graph_svg(explored, size) if form == "svg" else _graph_text(explored, form)
    if form == "cgsuite":
        return _worksheet(explored, study.called)
    header, rows = _table(explored, kind, size)
    if form == "json":
        facts = {
            "game": study.called,
            "size": len(rows) - 1 if header[0] == "n" else explored.size,
            kind if kind != "graph" else "arcs": [
                dict(zip(header, map(as_json, row), strict=True)) for row in rows
            ],
        }
        return json.dumps(facts, indent=1, ensure_ascii=False) + "\n"
    if form == "bfile":
        if kind == "values" and header[0] != "n":
            raise InputError(
                f"format='bfile': the positions of {study.called} are not numbered by one heap or "
                "coordinate; take csv or json, or counts as bfile"
            )
        column = header.index(GRUNDY.column if kind == "values" else "P")
        return bfile(Terms(tuple(row[column] for row in rows)))
    texts = [[_as_text(entry) for entry in row] for row in rows]
    if form == "latex":
        return tabulate(texts, header, tablefmt="latex", disable_numparse=True) + "\n"
    file = io.StringIO()
    csv.writer(file, lineterminator="\n").writerows([header, *texts])
    return file.getvalue()


def _theorem(study: Study) -> str:
    """Return the first theorem that is proved of a game as a text that Rocq checks."""
    proofs = [result.proof_file for result in prove_study(study) if result.proof_file]
    if not proofs:
        raise InputError(f"{study.called}: no theorem with a proof file; see: grundwork prove")
    try:
        return for_rocq(study.name, json.loads(proofs[0]))
    except NotCovered as error:
        raise InputError(f"{study.called}: not covered by Rocq: {error}") from None


def _has_code(game: Any) -> bool:
    try:
        heap_code(game)
    except NotProvable:
        return False
    return True


def _table(explored: Explored, kind: str, size: int | None) -> Table:
    """Return what is exported as a table, values by one heap to the heap asked for."""
    truth = explored.truth
    if kind == "values":
        return _values(explored, size)
    if kind == "counts":
        return ["size", "positions", "arcs", *explored.letters], [
            [size, positions, arcs, *(counts[letter] for letter in explored.letters)]
            for size, positions, arcs, counts in explored.growth()
        ]
    if kind == "graph":
        header = ["position", "option", *(["player"] if explored.partizan else [])]
        return header, list(_arcs(explored))
    known = [QUANTITIES[name] for name in ("outcome", "remoteness")]
    known = [each for each in known if not each.why_not(explored.game)]
    players = truth.players if explored.partizan else ()
    header = ["position", *(each.column for each in known)]
    header += [f"winner_if_{player.lower()}_begins" for player in players]
    return header, [
        [p, *(each.value(truth, p) for each in known), *(truth.winner(p, who) for who in players)]
        for p in explored.positions
    ]


def _values(explored: Explored, size: int | None) -> Table:
    if explored.partizan:
        _require_values(explored)
        names, truth = ("value", "mean", "temperature"), explored.truth
        return ["position", *names], [
            [p, *(plain(QUANTITIES[name].value(truth, p)) for name in names)]
            for p in explored.positions
        ]
    if why := GRUNDY.why_not(explored.game):
        raise InputError(f"what='values': no Grundy values: {why}; see outcomes")
    heaps = explored_heaps(explored, size)
    found = values(explored).sequences.get("Grundy values")
    if heaps is not None or found is not None:
        row = found.terms if heaps is None else heaps.values[: None if size is None else size + 1]  # type: ignore[union-attr]
        return ["n", GRUNDY.column], [[n, value] for n, value in enumerate(row)]
    grundy = explored.truth.grundy_values.items()
    return ["position", GRUNDY.column], [[position, plain(value)] for position, value in grundy]


def _require_values(explored: Explored) -> None:
    if why := QUANTITIES["value"].why_not(explored.game, explored.truth):
        raise InputError(f"what='values': {why}; see outcomes")


def _worksheet(explored: Explored, called: str) -> str:
    """Write what CGSuite is to find: each value again, from the options of the position."""
    _require_values(explored)
    truth = explored.truth
    values = {position: truth.value(position) for position in explored.positions}
    graph: Any = nx.DiGraph([(option, position) for position, option, *_ in _arcs(explored)])
    graph.add_nodes_from(values)
    name = {at: f"g{n}" for n, at in enumerate(nx.topological_sort(graph))}
    title = f"// {called}, size {explored.size}: true at the end if all values are the same"
    lines = [title, "same := true;"]
    for at, own in name.items():
        sides = [truth.moves(player, at) for player in (truth.players * 2)[:2]]
        left, right = (",".join(name[option] for option in side) for side in sides)
        lines.append(f"{own} := {{{left}|{right}}}; // {short_position(at)}")
        lines.append(f"same := same and {own} == {_spelled_out(values[at])};")
    return "\n".join([*lines, "same", ""])


def _spelled_out(value: Value) -> str:
    """Write a value without the signs of tiny and miny, for which CGSuite has words."""
    if "_" not in str(value):
        return str(value)
    left, right = (",".join(map(_spelled_out, side)) for side in (value.left, value.right))
    return f"{{{left}|{right}}}"


def _arcs(explored: Explored) -> Iterator[list[Any]]:
    """Yield position, option, and in a partizan game whose move it is."""
    for position in explored.positions:
        for player, option in explored.moves(position):
            yield [position, option, *([player] if player else [])]


def _graph_svg(explored: Explored, size: int | None) -> str:
    truth = small_truth(explored.sizes)[1] if size is None else explored.truth
    if (number := len(truth.positions)) > MOST_DRAWN:
        raise InputError(
            f"format='svg': {number} positions at size {size}, more than the {MOST_DRAWN} that "
            "can be drawn; take a smaller --size, or dot or graphml"
        )
    return graph_svg(truth, short_position)


def _graph(explored: Explored) -> Any:
    """Return the graph with positions numbered as they were met, and what is known of each."""
    graph: Any = nx.MultiDiGraph() if explored.partizan else nx.DiGraph()
    names = {position: f"n{number}" for number, position in enumerate(explored.positions)}
    for position, name in names.items():
        graph.add_node(name, position=as_python(position))
    for each in known_of(explored.truth):
        values = [plain(each.value(explored.truth, position)) for position in names]
        kind = str if any(isinstance(value, str) for value in values) else int  # GraphML has one
        for name, value in zip(names.values(), values, strict=True):
            if value is not None:
                graph.nodes[name][each.column] = kind(value)
    for position, option, *player in _arcs(explored):
        graph.add_edge(names[position], names[option], **({"player": player[0]} if player else {}))
    return graph


def _graph_text(explored: Explored, form: str) -> str:
    """Write the graph as GraphML, or in Graphviz's language with outcomes as colours."""
    graph = _graph(explored)
    if form == "graphml":
        file = io.BytesIO()
        nx.write_graphml_xml(graph, file, prettyprint=True)
        return file.getvalue().decode("utf-8").rstrip("\n") + "\n"
    lines = ["digraph {", "  node [style=filled, fontname=Helvetica];"]
    for (name, facts), position in zip(graph.nodes(data=True), explored.positions, strict=True):
        outcome = facts["outcome"]
        shape = "ellipse" if outcome == "P" else "box"
        ink = ", fontcolor=white" if outcome in "PR" else ""
        label = json.dumps(f"{short_position(position)}\n{outcome}", ensure_ascii=False)
        lines.append(f'  {name} [label={label}, shape={shape}, fillcolor="{FILL[outcome]}"{ink}];')
    styles = {"Left": " [color=blue]", "Right": " [color=red, style=dashed]"}
    for name, option, facts in graph.edges(data=True):
        wins = " [penwidth=2]" * (graph.nodes[option]["outcome"] == "P")
        lines.append(f"  {name} -> {option}{styles.get(facts.get('player', ''), wins)};")
    return "\n".join([*lines, "}", ""])


def _as_text(entry: Any) -> str:
    return "" if entry is None else entry if isinstance(entry, str) else as_python(entry)


def as_json(entry: Any) -> Any:
    """Return an entry as JSON has it: tuples as lists; what JSON does not have as Python writes it.

    >>> as_json((0, frozenset({1})))
    [0, 'frozenset({1})']
    """
    if isinstance(entry, (tuple, list)):
        return [as_json(part) for part in entry]
    return entry if entry is None or isinstance(entry, (str, int)) else as_python(entry)
