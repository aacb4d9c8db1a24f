"""Taking away what was found: values, outcomes, counts and graphs in the formats others read.

========= ======================================================================================
what      formats
========= ======================================================================================
values    bfile (where positions are numbered by one heap or coordinate), csv, json, latex, svg
outcomes  csv, json, latex, svg
counts    bfile (P-positions by size), csv, json, latex, svg
graph     graphml, dot, json, csv (its arcs), svg (to 40 positions; without a size a small case)
========= ======================================================================================

Positions are written as Python writes them, so that they can be read back; in JSON tuples are
lists. Grundy values of heap games beyond the explicit graph are the fast solver's, compared with
the graph first.

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
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any

from fast.errors import InputError
from research.explore.exploration import explored_of
from research.explore.explored import PLAYERS, Explored
from research.explore.facts import growing
from research.explore.graph_formats import arcs, dot, graphml, svg
from research.explore.oeis import Sequence as Terms
from research.explore.oeis import bfile
from research.explore.position_text import as_python
from research.explore.section import Cells
from research.explore.values import heap_values, no_values, p_positions, values
from research.proving.code_of_rules import heap_code
from research.resolving.loading import study_of

if TYPE_CHECKING:
    from oracles.rules import Rules
    from research.claims.study import Study

FORMATS = {
    "values": ("bfile", "csv", "json", "latex", "svg"),
    "outcomes": ("csv", "json", "latex", "svg"),
    "counts": ("bfile", "csv", "json", "latex", "svg"),
    "graph": ("graphml", "dot", "json", "csv", "svg"),
}
IN_A_ROW = 10
Table = tuple[list[str], list[list[Any]]]  # header and rows


def export(what: str | Study | Rules[Any], kind: str, form: str, *, size: int | None = None) -> str:
    """Return what was found of a game in a format.

    Parameters
    ----------
    what
        A game, a study, a code such as ``"octal:0.77"``, a study's name, or a file.
    kind
        ``values``, ``outcomes``, ``counts`` or ``graph``.
    form
        One of the formats that go with it, as in the table above.
    size
        The size to look at; the largest heap for the values of a heap game.

    Raises
    ------
    InputError
        If the format does not go with it, or the game has no such thing.
    SearchLimitError, RulesError
        If the size or the rules make no sense, or the game is too large at that size.
    """
    if form not in FORMATS.get(kind, ()):
        pairs = "; ".join(f"{kind} as {', '.join(forms)}" for kind, forms in FORMATS.items())
        raise InputError(f"what={kind!r}, format={form!r}: expected {pairs}")
    if size is not None and size < 0:
        raise InputError(f"size={size}: expected an integer of at least 0")
    study = study_of(what)
    fast = kind == "values" and not study.game.misere and not isinstance(heap_code(study.game), str)
    explored = explored_of(study, None if fast else size)  # the fast solver goes on
    if form == "svg":
        return _svg(explored, kind, size)
    if form in ("graphml", "dot"):
        return graphml(explored) if form == "graphml" else dot(explored, study.title)
    header, rows = _TABLES[kind](explored, size)
    if form == "bfile":
        return _bfile(study, kind, header, rows)
    if form == "json":
        facts = {
            "game": study.called,
            "size": len(rows) - 1 if header[0] == "n" else explored.size,
            kind if kind != "graph" else "arcs": [
                dict(zip(header, map(as_json, row), strict=True)) for row in rows
            ],
        }
        return json.dumps(facts, indent=1, ensure_ascii=False) + "\n"
    texts = [[_as_text(entry) for entry in row] for row in rows]
    if form == "latex":
        return latex(_in_rows(texts) if header[0] == "n" else Cells(header, texts, left=(0,)))
    file = io.StringIO()
    csv.writer(file, lineterminator="\n").writerows([header, *texts])
    return file.getvalue()


def _values(explored: Explored, size: int | None) -> Table:
    """Return the values by one heap or coordinate, to the heap asked for, or by positions."""
    if explored.partizan:
        raise InputError("what='values': Grundy values are those of impartial games; see outcomes")
    if why := no_values(explored):
        raise InputError(f"what='values': {why}")
    heaps = heap_values(explored, size)
    found = values(explored).sequences.get("Grundy values")
    if heaps is not None or found is not None:
        row = found.terms if heaps is None else heaps.values[: None if size is None else size + 1]  # type: ignore[union-attr]
        return ["n", "grundy"], [[n, value] for n, value in enumerate(row)]
    grundy = explored.impartial.grundy_values.items()
    rows = [[p, value if isinstance(value, int) else str(value)] for p, value in grundy]
    return ["position", "grundy"], rows


def _outcomes(explored: Explored, _: int | None) -> Table:
    truth: Any = explored.truth
    if not explored.partizan:
        rows = [[p, o, truth.remoteness(p)] for p, o in explored.outcomes.items()]
        return ["position", "outcome", "remoteness"], rows
    header = ["position", "outcome", "winner_if_left_begins", "winner_if_right_begins"]
    return header, [
        [p, o, *(truth.winner(p, player) for player in PLAYERS)]
        for p, o in explored.outcomes.items()
    ]


def _counts(explored: Explored, _: int | None) -> Table:
    return ["size", "positions", "arcs", *explored.letters], [
        [size, positions, arcs, *(counts[letter] for letter in explored.letters)]
        for size, positions, arcs, counts in explored.growth()
    ]


def _arcs(explored: Explored, _: int | None) -> Table:
    header = ["position", "option", *(["player"] if explored.partizan else [])]
    return header, [list(arc) for arc in arcs(explored)]


_TABLES: dict[str, Callable[[Explored, int | None], Table]] = {
    "values": _values,
    "outcomes": _outcomes,
    "counts": _counts,
    "graph": _arcs,
}


def _svg(explored: Explored, kind: str, size: int | None) -> str:
    if kind == "graph":
        return svg(explored, small=size is None)
    shown = {"values": values, "outcomes": p_positions, "counts": growing}[kind](explored)
    pictures = [*shown.pictures, *(values(explored).pictures if kind == "outcomes" else [])]
    if not pictures:
        what = "one size; give a larger --size" if kind == "counts" else f"these {kind}"
        raise InputError(f"format='svg': there is no picture of {what}; take another format")
    return pictures[0].svg()


def _bfile(study: Study, kind: str, header: Sequence[str], rows: Sequence[Sequence[Any]]) -> str:
    if kind == "values" and header[0] != "n":
        raise InputError(
            f"format='bfile': the positions of {study.called} are not numbered by one heap or "
            "coordinate; take csv or json, or counts as bfile"
        )
    column = header.index("grundy" if kind == "values" else "P")
    return bfile(Terms(tuple(row[column] for row in rows)))


def _in_rows(texts: Sequence[Sequence[str]]) -> Cells:
    """Lay numbered values out in rows of ten."""
    found = [value for _, value in texts]
    starts = range(0, len(found), IN_A_ROW)
    rows = [[str(n), *found[n : n + IN_A_ROW]] for n in starts]
    return Cells(["n", *map(str, range(IN_A_ROW))], rows)


def latex(cells: Cells) -> str:
    r"""Write a table as a LaTeX ``tabular``.

    >>> print(latex(Cells(["n", "50%"], [["1", "a_b"]])), end="")
    \begin{tabular}{rr}
    n & 50\% \\
    \hline
    1 & a\_b \\
    \end{tabular}
    """
    columns = "".join("l" if place in cells.left else "r" for place in range(len(cells.header)))
    rows = [" & ".join("".join(_LATEX.get(c, c) for c in cell) for cell in row) + r" \\"
            for row in (cells.header, *cells.rows)]  # fmt: skip
    head = [f"\\begin{{tabular}}{{{columns}}}", rows[0], "\\hline"]
    return "\n".join([*head, *rows[1:], "\\end{tabular}", ""])


_LATEX = {
    "\\": "\\textbackslash{}",
    "~": "\\textasciitilde{}",
    "^": "\\textasciicircum{}",
    "∞": "$\\infty$",
    "<": "$<$",
    ">": "$>$",
    "|": "$|$",
    **{character: f"\\{character}" for character in "&%$#_{}"},
}


def _as_text(entry: Any) -> str:
    return "" if entry is None else entry if isinstance(entry, str) else as_python(entry)


def as_json(entry: Any) -> Any:
    """Return an entry as JSON has it: tuples as lists; what JSON does not have as Python writes it.

    >>> as_json(((0, 2), None)), as_json(frozenset({1}))
    ([[0, 2], None], 'frozenset({1})')
    """
    if isinstance(entry, (tuple, list)):
        return [as_json(part) for part in entry]
    return entry if entry is None or isinstance(entry, (str, int)) else as_python(entry)
