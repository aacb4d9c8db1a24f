"""What asking a study gives, as a terminal, a notebook and a data frame show it.

Words and formulas are shown as markdown, in which JupyterLab, VS Code and Quarto typeset formulas;
what has pictures as HTML, as VS Code and nbconvert leave out an SVG picture within markdown. The
oracles know nothing of notebooks, so IPython is told by its name how truth looks
(:func:`show_in_notebooks`).

>>> from grundwork import nim, solve
>>> truth_as_markdown(solve(nim(2), 3)).splitlines()[0].partition("**: ")[2]
'10 positions; outcomes: 4 P, 6 N.'
"""

from __future__ import annotations

import io
import shutil
import sys
from collections import Counter
from collections.abc import Iterator
from functools import partial
from itertools import islice
from typing import TYPE_CHECKING, Any

from fast.errors import InputError
from grundwork.tracebacks import show_without_ours
from oracles.errors import brief

if TYPE_CHECKING:
    import pandas

    from oracles.truth import Truth
    from research.claims.study import Study
    from research.explore.section import Section
    from research.proving.results import ProofResult
    from research.verdicts.findings import Findings, Verdict

MOST_ROWS = 12  # of a truth that is shown; a data frame has all
MOST_DRAWN = 24  # positions in the drawing of a graph


class Checked(dict[str, "Verdict"]):
    """What checking a study found: the verdict on each claim, by its name.

    Attributes
    ----------
    study
        What was checked.
    findings
        Verdicts, comparisons and faults, as :func:`~research.verdicts.checking.check_study` gives.
    """

    def __init__(self, study: Study, findings: Findings) -> None:
        super().__init__({verdict.name: verdict for verdict in findings.verdicts})
        self.study, self.findings = study, findings

    @property
    def sound(self) -> bool:
        """Whether every agreement holds, every control was caught and nothing is left open."""
        return self.findings.sound

    def __str__(self) -> str:
        from research.reporting.terminal import print_findings
        from research.verdicts.findings import notes_on

        written = io.StringIO()
        print_findings([self.findings], written)
        lines = [line.rstrip() for line in written.getvalue().splitlines()]
        return "\n".join([*lines, *notes_on(self.study, self.findings.settings)])

    __repr__ = __str__

    def _repr_markdown_(self) -> str:
        from research.reporting.markdown import code, plain, prose, table
        from research.reporting.terminal import in_short
        from research.verdicts.findings import notes_on

        ordered = sorted(self.findings.verdicts, key=lambda verdict: not verdict.refuted)
        rows = [
            [f"**{verdict.level}**", plain(verdict.name), verdict.statement, in_short(verdict)]
            for verdict in ordered
        ]
        parts = [f"**{plain(self.study.title)}**"]
        parts += [table(["verdict", "claim", "statement", "examined"], rows)] if rows else []
        for compared in self.findings.comparisons:
            solver = compared.name.partition(":")[2].rpartition("<locals>.")[2]
            wrong = compared.difference or compared.short_of or compared.missed_controls
            said = f"fails: {wrong}" if wrong else f"{compared.cases} cases agree"
            parts.append(f"- {prose(f'{solver}: {said}: {compared.domain}')}")
        parts += [f"- **not confirmed**: {code(fault)}" for fault in self.findings.faults]
        return "\n\n".join([*parts, *notes_on(self.study, self.findings.settings)])


class Proofs(tuple["ProofResult", ...]):
    """What trying to prove came to: a result for each theorem of a study, one where it has none."""

    __slots__ = ()

    @property
    def proved(self) -> bool:
        """Whether each holds for every size, of the rules themselves."""
        return all(result.proved for result in self)

    def __str__(self) -> str:
        width = shutil.get_terminal_size().columns if sys.stdout.isatty() else 80
        return "\n\n".join(result.as_text(width) for result in self)

    __repr__ = __str__

    def _repr_html_(self) -> str:
        from research.reporting.markdown import as_html, plain, svg_address

        parts = []
        for result in self:
            parts.append(result.in_markdown())
            parts += [
                f"![{plain(title)}]({svg_address(drawn)})\n\n{plain(title)}"
                for title, drawn in result.drawings()
            ]
        return as_html("\n\n".join(parts))


def study_as_markdown(study: Study) -> str:
    """Show a study: the game in words, where it comes from, and what is claimed."""
    from research.reporting.markdown import plain, prose, svg_address, table
    from research.system.board_svg import start_svg

    parts = [f"**{plain(study.title)}**", prose(study.about)]
    if start := start_svg(study.game):
        parts.append(f"![A start]({svg_address(start)})")
    if documents := "; ".join(map(str, study.documents().values())):
        parts.append(f"Source: {prose(documents)}")
    if study.claims:
        rows = [[plain(claim.name), claim.statement, str(claim.source)] for claim in study.claims]
        parts.append(table(["claim", "statement", "source"], rows))
    solvers = ", ".join(agreement.name.partition(":")[2] for agreement in study.agreements)
    if solvers:
        parts.append(f"Compared with the oracle: {plain(solvers)}")
    return "\n\n".join(filter(None, parts))


def truth_as_markdown(truth: Truth) -> str:
    """Show the truth: how much there is, and the first positions with what is known of each."""
    from oracles.quantities import OUTCOMES, in_words
    from research.reporting.markdown import plain, svg_address, table
    from research.system.board_svg import board_svg
    from research.system.drawn import drawn, in_a_line

    name = partial(in_a_line, truth.game)

    def pictured(position: Any) -> str:
        text, words = drawn(truth.game, position), plain(name(position))
        return f"![{words}]({svg_address(board_svg(text))})" if text else words

    def written(cell: Any) -> str:
        return plain("; ".join(map(name, cell)) if isinstance(cell, list) else in_words(cell))

    counts = Counter[str](truth.outcomes.values())
    counted = ", ".join(f"{counts[outcome]} {outcome}" for outcome in OUTCOMES if counts[outcome])
    number = len(truth.positions)
    parts = [f"**{plain(brief(truth.game))}**: {number} positions; outcomes: {counted}."]
    rows = list(islice(_rows_of_truth(truth), MOST_ROWS))
    if rows:
        cells = [[pictured(row["position"]), *map(written, [*row.values()][1:])] for row in rows]
        parts.append(table(list(rows[0]), cells))
    if number > len(rows):
        parts.append(f"and {number - len(rows)} more; `data_frame(truth)` has all")
    return "\n\n".join(parts)


def _truth_as_html(truth: Truth) -> str:
    from research.reporting.markdown import as_html, svg_address
    from research.system.drawn import in_a_line
    from research.system.game_graph import graph_svg

    text = truth_as_markdown(truth)
    if 1 < len(truth.positions) <= MOST_DRAWN:
        graph = graph_svg(truth, partial(in_a_line, truth.game))
        text += f"\n\n![The game graph]({svg_address(graph)})"
    return as_html(text)


def data_frame(what: Truth | Checked | Section) -> pandas.DataFrame:
    """Return a table as a pandas data frame.

    Parameters
    ----------
    what
        The truth, for a row a position; what checking found, for a row a claim; or a section of
        an exploration, for its first table as it is shown.

    Raises
    ------
    InputError
        If it is none of these, or pandas is not installed.

    Examples
    --------
    >>> data_frame(3)
    Traceback (most recent call last):
    fast.errors.InputError: data_frame: what=3: expected a truth, what check() found, ...
    """
    rows = _rows(what)
    try:
        import pandas
    except ImportError:
        raise InputError(
            "data_frame: pandas is not installed; install it with: pip install pandas"
        ) from None
    return pandas.DataFrame(rows)


def _rows(what: Any) -> list[dict[str, Any]]:
    from oracles.truth import Truth
    from research.explore.section import Cells, Section
    from research.reporting.terminal import in_short

    if isinstance(what, Truth):
        return list(_rows_of_truth(what))
    if isinstance(what, Checked):
        return [
            {
                "claim": verdict.name,
                "statement": verdict.statement,
                "verdict": str(verdict.level),
                "examined": in_short(verdict),
                "source": verdict.source,
            }
            for verdict in what.values()
        ]
    for cells in what.parts if isinstance(what, Section) else ():
        if isinstance(cells, Cells):
            titles = [title.strip() or str(number) for number, title in enumerate(cells.header)]
            return [dict(zip(titles, map(_number, row), strict=False)) for row in cells.rows]
    raise InputError(
        f"data_frame: what={brief(what)}: expected a truth, what check() found, or a section of an "
        "exploration that has a table"
    )


def _number(cell: str) -> int | str:
    text = cell.strip("()")
    return int(text) if text.isdecimal() else text


def _rows_of_truth(truth: Truth) -> Iterator[dict[str, Any]]:
    """Give a row for each position: what the game has of outcome, value, remoteness, options."""
    from oracles.quantities import known_of

    known = known_of(truth)
    for position in truth.positions:
        row = {"position": position} | {each.name: each.value(truth, position) for each in known}
        if len(truth.players) == 1:
            row["options"] = truth.options(position)
            row["winning options"] = truth.winning_options(position)
        else:
            for player in truth.players:
                row[f"{player} wins by"] = truth.winning_options(position, player)
        yield row


def _figure_as_svg(figure: Any) -> str | None:
    """Show a figure of matplotlib's that pyplot does not manage, and so does not show."""
    if figure.canvas.manager is not None:
        return None
    from research.system.pictures import on_white, svg

    return on_white(svg(lambda: figure))


def show_in_notebooks(shell: Any) -> None:
    """Tell IPython how things are shown that know nothing of notebooks; none is loaded for it."""
    svg = shell.display_formatter.formatters["image/svg+xml"]
    svg.for_type_by_name("matplotlib.figure", "Figure", _figure_as_svg)
    html = shell.display_formatter.formatters["text/html"]
    html.for_type_by_name("oracles.truth", "Truth", _truth_as_html)
    if not shell.custom_exceptions:  # else someone else shows errors
        shell.set_custom_exc((ValueError, RuntimeError), show_without_ours)  # ours are of these
