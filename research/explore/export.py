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
from collections.abc import Callable, Iterable, Sequence
from typing import TYPE_CHECKING, Any

from fast.errors import InputError
from research.explore.content import Cells, Drawing
from research.explore.exploring import Exploration
from research.explore.facts import growing, smallest_interesting
from research.explore.oeis import Sequence as Terms
from research.explore.oeis import bfile
from research.explore.outcomes import p_positions
from research.explore.python_texts import as_python
from research.explore.values import HEAP_VALUES, values
from research.proving.code_of_rules import heap_code
from research.resolving.loading import study_of
from research.system.progress import waiting

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
    _require_pair(kind, form)
    if size is not None and size < 0:
        raise InputError(f"size={size}: expected an integer of at least 0")
    exploration = Exploration(study_of(what), _explored_size(what, kind, size))
    if exploration.interrupted:
        raise KeyboardInterrupt
    return _WRITERS[kind](exploration, form, size)


def _require_pair(kind: str, form: str) -> None:
    if form in FORMATS.get(kind, ()):
        return
    pairs = "; ".join(f"{kind} as {', '.join(forms)}" for kind, forms in FORMATS.items())
    raise InputError(f"what={kind!r}, format={form!r}: expected {pairs}")


def _explored_size(what: Any, kind: str, size: int | None) -> int | None:
    """Return the size of the explicit graph: small for values that the fast solver goes on with."""
    if kind == "values" and size is not None and _is_coded(study_of(what)):
        from research.explore.explored import explored_within_budget

        return explored_within_budget(study_of(what).game, most=size).size
    return size


def _is_coded(study: Study) -> bool:
    return not study.game.misere and not isinstance(heap_code(study.game), str)


def _values(exploration: Exploration, form: str, size: int | None) -> str:
    found = _sequence(exploration, size)
    if form == "bfile" and found is None:
        raise InputError(
            f"format='bfile': the positions of {exploration.study.called} are not numbered by one "
            "heap or coordinate; take csv or json, or counts as bfile"
        )
    if form == "bfile" and found is not None:
        return bfile(found)
    if form == "svg":
        return _drawing(values(exploration).pictures, "values, which are not in a row")
    table = _value_table(exploration, found)
    if form == "latex" and found is not None:
        return latex(_in_rows(found))
    return _written(exploration, form, "values", table)


def _sequence(exploration: Exploration, size: int | None) -> Terms | None:
    """Return the values by one heap or coordinate, to the heap asked for."""
    values(exploration)
    found = exploration.sequences.get(HEAP_VALUES) or exploration.sequences.get("Grundy values")
    if found is None or size is None:
        return found
    if len(found.terms) <= size and _is_coded(exploration.study):
        return Terms(_fast_grundy_values(exploration, found.terms, size))
    return Terms(found.terms[: size + 1])


def _fast_grundy_values(
    exploration: Exploration, found: Sequence[int], size: int
) -> tuple[int, ...]:
    """Return the fast Grundy values to a larger heap; they must agree with what was found."""
    from fast.heap_games import grundy_values

    code = heap_code(exploration.game)
    assert not isinstance(code, str)
    doing = f"Grundy values of the heaps 0 to {size}"
    with waiting(doing) as tell:
        terms = grundy_values(
            code, size, progress=lambda done, _: tell(f"{doing}: {done}")
        ).tolist()
    if terms[: len(found)] != list(found):
        raise InputError(f"the fast values of {code.text} disagree with the explicit graph")
    return tuple(terms)


def _value_table(exploration: Exploration, found: Terms | None) -> Table:
    if found is not None:
        return ["n", "grundy"], [[n, value] for n, value in enumerate(found.terms)]
    from oracles.errors import RulesError

    explored = exploration.explored
    if explored.partizan:
        raise InputError("what='values': Grundy values are those of impartial games; see outcomes")
    try:
        grundy = explored.impartial.grundy_values
    except RulesError as error:
        raise InputError(f"what='values': {error}") from error
    return ["position", "grundy"], [
        [p, value if isinstance(value, int) else str(value)] for p, value in grundy.items()
    ]


def _outcomes(exploration: Exploration, form: str, size: int | None) -> str:
    del size
    if form == "svg":
        values(exploration)  # the picture of a heap game is made of them
        return _drawing(p_positions(exploration).pictures, "these outcomes")
    explored = exploration.explored
    truth: Any = explored.truth
    if explored.partizan:
        header = ["position", "outcome", "winner_if_left_begins", "winner_if_right_begins"]
        rows = [
            [p, o, truth.winner(p, "Left"), truth.winner(p, "Right")]
            for p, o in explored.outcomes.items()
        ]
    else:
        header = ["position", "outcome", "remoteness"]
        rows = [[p, o, truth.remoteness(p)] for p, o in explored.outcomes.items()]
    return _written(exploration, form, "outcomes", (header, rows))


def _counts(exploration: Exploration, form: str, size: int | None) -> str:
    del size
    if form == "svg":
        return _drawing(growing(exploration).pictures, "one size; give a larger --size")
    letters = exploration.explored.letters
    rows = [
        [s, positions, arcs, *(counts[letter] for letter in letters)]
        for s, positions, arcs, counts in exploration.explored.growth()
    ]
    if form == "bfile":
        place = 3 + letters.index("P")
        return bfile(Terms(tuple(row[place] for row in rows)))
    return _written(exploration, form, "counts", (["size", "positions", "arcs", *letters], rows))


def _graph(exploration: Exploration, form: str, size: int | None) -> str:
    from research.explore import export_graph

    explored = exploration.explored
    if form == "svg" and size is None:
        explored = smallest_interesting(explored) or explored
    if form == "graphml":
        return export_graph.graphml(explored)
    if form == "dot":
        return export_graph.dot(explored, exploration.study.title)
    if form == "svg":
        return export_graph.svg(explored)
    arcs = [list(arc) for arc in export_graph.arcs(explored)]
    header = ["position", "option", *(["player"] if explored.partizan else [])]
    return _written(exploration, form, "arcs", (header, arcs))


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
    lines = [f"\\begin{{tabular}}{{{columns}}}", _latex_row(cells.header), "\\hline"]
    lines += [_latex_row(row) for row in cells.rows]
    return "\n".join([*lines, "\\end{tabular}", ""])


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


def _latex_row(row: Iterable[str]) -> str:
    cells = ("".join(_LATEX.get(character, character) for character in cell) for cell in row)
    return " & ".join(cells) + " \\\\"


def _in_rows(found: Terms) -> Cells:
    """Lay a sequence out in rows of ten."""
    terms = [str(term) for term in found.terms]
    rows = [
        [str(first), *terms[first : first + IN_A_ROW]]
        + [""] * (IN_A_ROW - len(terms[first : first + IN_A_ROW]))
        for first in range(0, len(terms), IN_A_ROW)
    ]
    return Cells(["n", *map(str, range(IN_A_ROW))], rows)


def _written(exploration: Exploration, form: str, kind: str, table: Table) -> str:
    header, rows = table
    if form == "csv":
        file = io.StringIO()
        writer = csv.writer(file, lineterminator="\n")
        writer.writerow(header)
        writer.writerows([as_text(entry) for entry in row] for row in rows)
        return file.getvalue()
    if form == "latex":
        texts = [[as_text(entry) for entry in row] for row in rows]
        left = [place for place, title in enumerate(header) if title in ("position", "option")]
        return latex(Cells(header, texts, left=left))
    facts = {
        "game": exploration.study.called,
        "size": len(rows) - 1 if header[0] == "n" else exploration.explored.size,
        kind: [dict(zip(header, map(as_json, row), strict=True)) for row in rows],
    }
    return json.dumps(facts, indent=1, ensure_ascii=False) + "\n"


def as_text(entry: Any) -> str:
    """Write an entry of a table: text and numbers as they are, anything else as Python does."""
    if entry is None:
        return ""
    return entry if isinstance(entry, str) else as_python(entry)


def as_json(entry: Any) -> Any:
    """Return an entry as JSON has it: tuples as lists; what JSON does not have as Python writes it.

    >>> as_json(((0, 2), None)), as_json(frozenset({1}))
    ([[0, 2], None], 'frozenset({1})')
    """
    if isinstance(entry, (tuple, list)):
        return [as_json(part) for part in entry]
    if entry is None or isinstance(entry, (str, int)):
        return entry
    return as_python(entry)


def _drawing(pictures: Sequence[Drawing], what: str) -> str:
    if not pictures:
        raise InputError(f"format='svg': there is no picture of {what}; take another format")
    return pictures[0].svg()
