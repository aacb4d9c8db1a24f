"""Looking into a game: what its explicit graph shows before anything is claimed.

An exploration is made in stages, each of which gives a section. A stage that is interrupted leaves
what the stages before it have found. Which sizes are looked at is decided by numbers of
positions, never by time, so that everyone sees the same.

A proposal of more than one can see (a period beyond the proved ones, an automaton, a recurrence)
is a stage as well: write a function from an :class:`Exploration` to a
:class:`~research.explore.content.Section` and add it to :data:`STAGES`. It finds the truth in
``exploration.explored`` and the sequences so far in ``exploration.sequences``.

>>> found = explore("subtraction:1,3,4", size=20)
>>> found.explored.counts
Counter({'N': 15, 'P': 6})
>>> found.sequences["Grundy values of the heaps"].terms[:8]
(0, 1, 0, 1, 2, 3, 2, 0)
"""

from __future__ import annotations

import shlex
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

from fast.errors import InputError
from oracles.errors import OracleError, SearchLimitError
from research.explore.content import Drawing, Section, as_text, escaped
from research.explore.explored import Explored, explored_at, explored_within_budget
from research.explore.facts import counting, first_graph, growing, named, symmetric
from research.explore.oeis import require_sequences
from research.explore.outcomes import p_positions
from research.explore.proposed import proposals
from research.explore.values import values
from research.explore.view import View
from research.proving.code_of_rules import heap_code
from research.resolving.loading import study_of
from research.system.progress import waiting

if TYPE_CHECKING:
    from matplotlib.figure import Figure

    from oracles.rules import Rules
    from research.claims.study import Study

MOST_ARCS = 4_000_000  # at a size that the user asks for; about 1 GB

Stage = Callable[[View], Section]

# What is shown, in this order: (what is being done, the function that does it).
STAGES: list[tuple[str, Stage]] = [
    ("counting positions", counting),
    ("computing Grundy values", values),
    ("laying out P-positions", p_positions),
    ("looking for a small case", first_graph),
    ("testing symmetries", symmetric),
    ("counting every size", growing),
    ("making proposals", proposals),
]


class Exploration(View):
    """What was found of a game at a size.

    Parameters
    ----------
    study
        The game, with its name.
    size
        The size to look at; else the largest within a budget of positions.
    oeis
        A b-file or OEIS ``stripped`` file to name the sequences by.

    Attributes
    ----------
    sections
        What the finished stages gave.
    """

    def __init__(self, study: Study, size: int | None = None, oeis: Path | None = None) -> None:
        super().__init__(study, oeis)
        self.sections: list[Section] = []
        if oeis is not None:
            require_sequences(oeis)  # rather than find out after the work
        self.explored = self._explored(size)

    def stages(self) -> Iterator[Section]:
        """Run the stages that are left; yield each section when it is finished."""
        todo = [*STAGES, ("comparing with the OEIS file", named)] if self.oeis else STAGES
        for doing, stage in todo[len(self.sections) :]:
            try:
                with waiting(doing):
                    section = stage(self)
            except KeyboardInterrupt:
                self.interrupted = doing
                return
            self.sections.append(section)
            yield section

    def markdown(self, picture: Callable[[Any], str] | None = None) -> str:
        """Write the sections that are finished as markdown; see :class:`Section`."""
        parts = [f"# {escaped(self.study.title)}", *(s.markdown(picture) for s in self.sections)]
        if self.interrupted:
            parts.append(f"Interrupted while {self.interrupted}.")
        return "\n\n".join(parts) + "\n"

    def write(self, out: Path) -> list[Path]:
        """Write the markdown and the pictures into a folder; return the files.

        Raises
        ------
        OutputError
            If the folder cannot be written. Then no file has changed.
        """
        from research.system.files import write_all

        stem = file_stem(self.study.called)
        pictures = [picture for section in self.sections for picture in section.pictures]
        texts = {f"{stem}.md": self.markdown(lambda picture: f"{stem}-{picture.name}.svg")}
        texts |= {f"{stem}-{picture.name}.svg": picture.svg() for picture in pictures}
        return write_all(out, texts)

    def write_page(self, out: Path) -> None:
        """Write the page to look at and play on, for a browser without a network.

        Raises
        ------
        InputError
            If Bokeh is not installed, or there are more positions than a page carries.
        OutputError
            If the file cannot be written.
        """
        from research.explore.page.write import page
        from research.system.files import write_named

        with waiting("making the page"):
            write_named(out, page(self), "html")

    def _explored(self, size: int | None) -> Explored:
        """Explore within the budget first, so that an interruption leaves something."""
        with waiting("building small graphs"):
            if size is None:
                return explored_within_budget(self.game)
            _refuse_too_many(self.game, size)
            small = _within(self.game, size)
        if small is not None and small.size == size:
            return small
        doing = f"building the graph at size {size}"
        try:
            with waiting(doing):
                return explored_at(self.game, size, arc_limit=MOST_ARCS)
        except SearchLimitError as error:
            if isinstance(heap_code(self.game), str):
                raise
            word = self.study.word or self.study.called
            raise SearchLimitError(
                f"{error}; for the values of larger heaps: grundwork export {shlex.quote(word)} "
                f"--what values --format csv --size {size}"
            ) from error
        except KeyboardInterrupt:
            if small is None:
                raise
            self.interrupted = doing
            return small

    def run(self) -> Exploration:
        """Run the stages that are left, or those before an interruption."""
        for _ in self.stages():
            pass
        return self

    def __repr__(self) -> str:
        return f"<Exploration of {self.study.title} at size {self.explored.size}>"

    def __str__(self) -> str:
        return as_text(self.sections, self.study.title)

    def _repr_html_(self) -> str:
        """Return all of it with its pictures, which not every notebook shows in markdown."""
        from research.reporting.markdown import as_html

        return as_html(self.markdown())

    def section(self, title: str) -> Section:
        """Return a finished section by its title, such as ``"Growth"``.

        Raises
        ------
        InputError
            If there is none of that title.
        """
        found = {section.title: section for section in self.sections}
        if title not in found:
            raise InputError(f"section={title!r}: expected one of {', '.join(map(repr, found))}")
        return found[title]

    @property
    def pictures(self) -> dict[str, Drawing]:
        """The pictures of the finished stages by their names."""
        return {drawn.name: drawn for section in self.sections for drawn in section.pictures}

    def figure(self, name: str) -> Figure:
        """Draw a picture as a matplotlib figure, to be restyled and saved.

        Parameters
        ----------
        name
            One of ``pictures``, such as ``"p-positions"``.

        Raises
        ------
        InputError
            If there is none of that name.

        Examples
        --------
        >>> figure = explore("subtraction:1,3,4", size=20).figure("values")
        >>> figure.axes[0].set_title("Period 7").get_text()
        'Period 7'
        """
        if name not in self.pictures:
            known = ", ".join(map(repr, self.pictures)) or "nothing; no stage has drawn"
            raise InputError(f"figure={name!r}: expected one of {known}")
        return self.pictures[name].figure()


def explore(
    what: str | Study | Rules[Any], size: int | None = None, *, oeis: Path | None = None
) -> Exploration:
    """Explore a game: every stage, with progress on standard error.

    Parameters
    ----------
    what
        A game, a study, a code such as ``"octal:0.77"``, a study's name, or a file.
    size
        The size to look at, from 0; by default the largest one within a budget of positions.
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
    return Exploration(study_of(what), size, oeis).run()


def file_stem(name: str) -> str:
    """Return a name for files.

    >>> file_stem("octal:0.77"), file_stem("/games/twin_piles.py")
    ('octal-0.77', 'twin_piles')
    """
    stem = name.removesuffix(".py").rsplit("/", 1)[-1]
    kept = "".join(c if c.isalnum() or c in "._-" else "-" for c in stem)
    return kept.strip("-.") or "game"


def _within(game: Rules[Any], size: int) -> Explored | None:
    """Explore a smaller size, if there is one with positions within the budget."""
    try:
        return explored_within_budget(game, most=size)
    except OracleError:
        return None  # the size itself will tell what is wrong


def _refuse_too_many(game: Rules[Any], size: int) -> None:
    """Say at once what a size asks for, where it makes no sense or is too large."""
    from oracles.rule_contracts import POSITION_LIMIT, starting_positions

    if not isinstance(size, int) or isinstance(size, bool) or size < 0:
        starting_positions(game, size)
    known = game.number_of_positions(size)
    if known is not None and known > POSITION_LIMIT:
        starting_positions(game, size)
