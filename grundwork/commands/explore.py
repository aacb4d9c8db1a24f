"""``grundwork explore``: a look into a game, stage by stage."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

from grundwork.command_line import Exit, Misere, Option, Size, Target, say, say_next

if TYPE_CHECKING:
    from research.claims.study import Study


def explore(  # noqa: PLR0917  # the line is read by their names
    target: Target,
    size: Size = None,
    out: Annotated[
        Path | None, Option(metavar="DIR", help="Write markdown and SVG into DIR.")
    ] = None,
    html: Annotated[
        Path | None,
        Option(metavar="FILE", help="Write an interactive page to FILE."),
    ] = None,
    oeis: Annotated[
        Path | None,
        Option(metavar="FILE", help="Name sequences by a b-file or OEIS stripped.gz."),
    ] = None,
    misere: Misere = False,  # noqa: FBT002
) -> None:
    """Explore a game: positions, values, conjectures, a small graph."""
    from rich.console import Console

    from research.explore.exploration import Exploration
    from research.explore.page.write import bokeh_scripts, require_small
    from research.explore.section import show
    from research.proving.misere_results import under_misere_play
    from research.resolving.loading import load_study
    from research.system.files import require_writable
    from research.system.progress import waiting

    if out is not None:
        require_writable(out)  # rather than find out after the work
    if html is not None:
        bokeh_scripts()
        require_writable(html, "html", file=True)
    study = load_study(target)
    exploration = Exploration(under_misere_play(study) if misere else study, size, oeis)
    if html is not None:
        require_small(exploration.explored)
    console = Console(highlight=False, markup=False)
    console.print(exploration.study.title, style="bold")
    for section in exploration.stages():
        show(section, console)
    if exploration.interrupted:
        say(f"interrupted while {exploration.interrupted}; what was finished is shown")
    if out is not None:
        with waiting("drawing"):
            written = exploration.write(out)
        print(f"\nwritten: {written[0]} and {len(written) - 1} pictures")
    if html is not None:
        exploration.write_page(html)
        print(f"\nwritten: {html}")
    if exploration.interrupted:
        sys.stdout.flush()
        raise Exit(130)
    if not misere:  # which the other commands do not take
        _name_next(exploration.study)


def _name_next(study: Study) -> None:
    """Name what is useful once a game was looked at."""
    from oracles.rules import Game

    if not study.word:
        return
    if study.claims:
        say_next("to check what is claimed", "check", study.word)
    elif isinstance(study.game, Game):
        say_next("to look for a proof", "prove", study.word)
    else:
        say_next("to play it", "play", study.word)
