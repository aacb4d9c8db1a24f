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
from research.explore.exploration import Exploration
from research.explore.explored import Explored
from research.explore.facts import growing
from research.explore.graph_formats import arcs, dot, graphml, svg
from research.explore.oeis import Sequence as Terms
from research.explore.oeis import bfile
from research.explore.position_text import as_python
from research.explore.section import Cells, Section
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
    coded = not study.game.misere and not isinstance(heap_code(study.game), str)
    fast = kind == "values" and coded  # on a small graph: the fast solver goes on
    exploration = Exploration(study, None if fast else size)
    return _WRITERS[kind](exploration, form, size)


def _values(exploration: Exploration, form: str, size: int | None) -> str:
    explored = exploration.explored
    if explored.partizan:
        raise InputError("what='values': Grundy values are those of impartial games; see outcomes")
    if why := no_values(explored):
        raise InputError(f"what='values': {why}")
    if form == "svg":
        return _picture(values(explored), "values, which are not in a row")
    found = _in_a_row(explored, size)
    if found is None:
        if form == "bfile":
            raise InputError(
                f"format='bfile': the positions of {exploration.study.called} are not numbered by "
                "one heap or coordinate; take csv or json, or counts as bfile"
            )
        grundy = explored.impartial.grundy_values.items()
        rows = [[p, value if isinstance(value, int) else str(value)] for p, value in grundy]
        return _written(exploration, form, "values", (["position", "grundy"], rows))
    if form == "bfile":
        return bfile(Terms(tuple(found)))
    if form == "latex":
        starts = range(0, len(found), IN_A_ROW)
        return latex(
            Cells(
                ["n", *map(str, range(IN_A_ROW))],
                [[*map(str, (n, *found[n : n + IN_A_ROW]))] for n in starts],
            )
        )
    table = ["n", "grundy"], [[n, value] for n, value in enumerate(found)]
    return _written(exploration, form, "values", table)


def _in_a_row(explored: Explored, size: int | None) -> Sequence[int] | None:
    """Return the values by one heap or coordinate, to the heap asked for; None if by more."""
    heaps = heap_values(explored, size)
    if heaps is not None:
        return heaps.values if size is None else heaps.values[: size + 1]
    found = values(explored).sequences.get("Grundy values")
    return None if found is None else found.terms


def _outcomes(exploration: Exploration, form: str, size: int | None) -> str:
    del size
    explored, truth = exploration.explored, exploration.explored.truth
    if form == "svg":
        section = p_positions(explored)
        return _picture(section if section.pictures else values(explored), "these outcomes")
    header, rest = ["position", "outcome"], ["remoteness"]
    facts: Callable[[Any], list[Any]] = lambda p: [truth.remoteness(p)]  # type: ignore[call-arg]  # noqa: E731
    if explored.partizan:
        rest = ["winner_if_left_begins", "winner_if_right_begins"]
        facts = lambda p: [truth.winner(p, "Left"), truth.winner(p, "Right")]  # type: ignore[union-attr]  # noqa: E731
    rows = [[p, outcome, *facts(p)] for p, outcome in explored.outcomes.items()]
    return _written(exploration, form, "outcomes", ([*header, *rest], rows))


def _counts(exploration: Exploration, form: str, size: int | None) -> str:
    del size
    section = growing(exploration.explored)
    if form == "svg":
        return _picture(section, "one size; give a larger --size")
    if form == "bfile":
        return bfile(section.sequences["number of P-positions by size"])
    letters = exploration.explored.letters
    header = ["size", "positions", "arcs", *letters]
    columns = (found.terms for found in section.sequences.values())
    rows = [[size, *row] for size, row in enumerate(zip(*columns, strict=True))]
    return _written(exploration, form, "counts", (header, rows))


def _graph(exploration: Exploration, form: str, size: int | None) -> str:
    explored = exploration.explored
    if form == "svg":
        return svg(explored, small=size is None)
    if form == "graphml":
        return graphml(explored)
    if form == "dot":
        return dot(explored, exploration.study.title)
    header = ["position", "option", *(["player"] if explored.partizan else [])]
    return _written(exploration, form, "arcs", (header, [list(arc) for arc in arcs(explored)]))


_WRITERS: dict[str, Callable[[Exploration, str, int | None], str]] = {
    "values": _values,
    "outcomes": _outcomes,
    "counts": _counts,
    "graph": _graph,
}


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


def _written(exploration: Exploration, form: str, kind: str, table: Table) -> str:
    header, rows = table
    if form == "json":
        facts = {
            "game": exploration.study.called,
            "size": len(rows) - 1 if header[0] == "n" else exploration.explored.size,
            kind: [dict(zip(header, map(as_json, row), strict=True)) for row in rows],
        }
        return json.dumps(facts, indent=1, ensure_ascii=False) + "\n"
    texts = [["" if e is None else e if isinstance(e, str) else as_python(e) for e in row]
             for row in rows]  # fmt: skip
    if form == "latex":
        left = [place for place, title in enumerate(header) if title in ("position", "option")]
        return latex(Cells(header, texts, left=left))
    file = io.StringIO()
    csv.writer(file, lineterminator="\n").writerows([header, *texts])
    return file.getvalue()


def as_json(entry: Any) -> Any:
    """Return an entry as JSON has it: tuples as lists; what JSON does not have as Python writes it.

    >>> as_json(((0, 2), None)), as_json(frozenset({1}))
    ([[0, 2], None], 'frozenset({1})')
    """
    if isinstance(entry, (tuple, list)):
        return [as_json(part) for part in entry]
    return entry if entry is None or isinstance(entry, (str, int)) else as_python(entry)


def _picture(section: Section, what: str) -> str:
    if not section.pictures:
        raise InputError(f"format='svg': there is no picture of {what}; take another format")
    return section.pictures[0].svg()
