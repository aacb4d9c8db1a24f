"""Exploring a game: what its explicit graph shows before anything is claimed.

An exploration has stages, each of which gives a section: a function from what is explored
(:class:`~research.explore.explored.Explored`) to a :class:`~research.explore.section.Section`. A
stage that is interrupted leaves what the stages before it have found. Which sizes are explored
depends on numbers of positions, never on time, so that everyone sees the same.

>>> found = explore("subtraction:1,3,4", size=20)
>>> found.explored.counts
Counter({'N': 15, 'P': 6})
>>> found.sequences["Grundy values of the heaps"].terms[:8]
(0, 1, 0, 1, 2, 3, 2, 0)
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

from fast.errors import InputError
from oracles.errors import OracleError
from oracles.growing import EXPLORE_GIVEN
from oracles.heaps import is_sum_of_heaps
from oracles.rules import Rules
from research.claims.study import Study
from research.explore.explored import Explored, explored_at, explored_within_budget
from research.explore.facts import conjectures, counting, growing, named, small_case
from research.explore.misere_quotients import misere_quotient_of
from research.explore.oeis import Sequence, require_sequences
from research.explore.page.write import page
from research.explore.section import Drawing, Section, as_text, escaped
from research.explore.values import p_positions, values
from research.reporting.markdown import as_html, folded
from research.resolving.loading import load_study
from research.system.files import write_all, write_whole
from research.system.progress import waiting

# What is shown, in this order: (what is being done, the function that does it).
STAGES: list[tuple[str, Callable[[Explored], Section]]] = [
    ("counting positions", counting),
    ("computing Grundy values", values),
    ("laying out P-positions", p_positions),
    ("drawing a small graph", small_case),
    ("counting every size", growing),
]


def explored_of(study: Study, size: int | None) -> Explored:
    """Return what is true of a study's game at a size, or at the largest within a budget."""
    with waiting("building the graph"):
        if size is None:
            return explored_within_budget(study.game)
        return explored_at(study.game, size, arc_limit=EXPLORE_GIVEN.arcs)


class Exploration:
    """What was found of a game at a size; parameters and errors as of :func:`explore`."""

    def __init__(self, study: Study, size: int | None = None, oeis: Path | None = None) -> None:
        self.study, self.oeis = study, oeis
        self.sections: list[Section] = []  # what the finished stages gave
        self.interrupted = ""  # what was being done when the user interrupted it
        if oeis is not None:
            require_sequences(oeis)  # rather than find out after the work
        self.explored = explored_of(study, size)

    def stages(self) -> Iterator[Section]:
        """Run the stages that are left; yield each section when it is finished."""
        todo = [*STAGES, ("making conjectures", lambda seen: conjectures(seen, self.study))]
        if is_sum_of_heaps(game := self.study.game) and game.misere and not game.loopy:
            todo.insert(3, ("finding the misère quotient", lambda _: misere_quotient_of(game)))
        if (oeis := self.oeis) is not None:
            todo.append(("comparing with the OEIS file", lambda _: named(self.sequences, oeis)))
        for doing, stage in todo[len(self.sections) :]:
            try:
                with waiting(doing):
                    section = stage(self.explored)
            except KeyboardInterrupt:
                self.interrupted = doing
                return
            self.sections.append(section)
            yield section

    @property
    def sequences(self) -> dict[str, Sequence]:
        """Integer sequences that the finished stages found, by what they are."""
        return {what: found for s in self.sections for what, found in s.sequences.items()}

    @property
    def pictures(self) -> dict[str, Drawing]:
        """The pictures of the finished stages by their names."""
        return {drawn.name: drawn for section in self.sections for drawn in section.pictures}

    def section(self, title: str) -> Section:
        """Return a finished section by its title, such as ``"Growth"``, or raise InputError."""
        found = {section.title: section for section in self.sections}
        if title not in found:
            raise InputError(f"section={title!r}: expected one of {', '.join(map(repr, found))}")
        return found[title]

    def markdown(self, picture: Callable[[Drawing], str] | None = None) -> str:
        """Write the sections that are finished as markdown; see :class:`Section`."""
        parts = [f"# {escaped(self.study.title)}", *(s.markdown(picture) for s in self.sections)]
        if self.interrupted:
            parts.append(f"Interrupted while {self.interrupted}.")
        return "\n\n".join(parts) + "\n"

    def write(self, out: Path) -> list[Path]:
        """Write the markdown and the pictures into a folder; return the files.

        If the folder cannot be written an OutputError says so, and no file has changed.
        """
        stem = file_stem(self.study.called)
        texts = {f"{stem}.md": self.markdown(lambda picture: f"{stem}-{picture.name}.svg")}
        texts |= {f"{stem}-{name}.svg": drawn.svg() for name, drawn in self.pictures.items()}
        return write_all(out, texts)

    def write_page(self, out: Path) -> None:
        """Write the page to explore and play on, for a browser without a network.

        Raises
        ------
        InputError
            If Bokeh is not installed, or there are more positions than a page carries.
        OSError
            If the file cannot be written.
        """
        with waiting("making the page"):
            write_whole(out, page(self.study, self.explored))

    def __repr__(self) -> str:
        return f"<Exploration of {self.study.title} at size {self.explored.size}>"

    def __str__(self) -> str:
        return as_text(self.sections, self.study.title)

    def _repr_html_(self) -> str:
        """Return all of it with its pictures, which not every notebook shows in markdown."""
        return as_html(self.markdown())


def explore(
    what: str | Study | Rules[Any], size: int | None = None, *, oeis: Path | None = None
) -> Exploration:
    """Explore a game: every stage, with progress on standard error.

    Parameters
    ----------
    what
        A game, a study, a code such as ``"octal:0.77"``, a study's name, or a file.
    size
        The size to explore, from 0; by default the largest one within a budget of positions.
    oeis
        A file to name sequences by: a b-file or OEIS ``stripped``, compressed or not.

    Returns
    -------
    Exploration
        Shown as markdown in a notebook; ``print`` writes it for a terminal.

    Raises
    ------
    SearchLimitError
        If there are too many positions at that size.
    RulesError
        If the rules break what they promise, or the size makes no sense.
    InputError
        If the file cannot be read as one of these.
    """
    found = Exploration(load_study(what), size, oeis)
    list(found.stages())
    return found


def explored_for_report(study: Study) -> tuple[str, dict[str, str]]:
    """Return what a report shows of a game beside its claims, and the pictures by file name.

    These are P-positions, values and conjectures; nothing where the rules have no position within
    the budget.

    Examples
    --------
    >>> from research.variants.nim import study
    >>> sorted(explored_for_report(study)[1])[-1]
    'nim/explored-p-positions.svg'
    """
    try:
        explored = explored_within_budget(study.game)
        shown = [p_positions(explored), values(explored)]
        conjectured = conjectures(explored, study)
    except OracleError:
        return "", {}
    drawn = [picture for section in shown for picture in section.pictures]
    text = "\n\n".join(s.markdown(lambda p: f"{study.name}/explored-{p.name}.svg") for s in shown)
    summary = "Made from one half of the values and tested on the other half."
    body = conjectured.markdown().partition("\n\n")[2]
    files = {f"{study.name}/explored-{picture.name}.svg": picture.svg() for picture in drawn}
    return f"{text}\n\n{folded(conjectured.title, summary, body)}", files


def file_stem(name: str) -> str:
    """Return a name for files.

    >>> file_stem("octal:0.77"), file_stem("/games/twin_piles.py")
    ('octal-0.77', 'twin_piles')
    """
    stem = name.removesuffix(".py").rsplit("/", 1)[-1]
    kept = "".join(c if c.isalnum() or c in "._-" else "-" for c in stem)
    return kept.strip("-.") or "game"
