"""``grundwork play``: against the oracle."""

from __future__ import annotations

import shutil
import sys
from typing import Annotated

from grundwork.command_line import Option, Size, Target, in_lines


def play(
    target: Target,
    size: Size = None,
    position: Annotated[
        str | None,
        Option(metavar="POSITION", help="Begin there, such as at 3,5; else where you can win."),
    ] = None,
    first: Annotated[str, Option(metavar="me|oracle", help="Let this side begin.")] = "me",
    side: Annotated[
        str,
        Option(metavar="Left|Right", help="Play this side of a partizan game (default: Left)."),
    ] = "",
) -> None:
    """Play against the oracle, which judges each of your moves."""
    from research.explore import play as playing
    from research.explore.facts import how_play_ends
    from research.resolving.loading import load_study
    from research.system.progress import waiting

    study = load_study(target)
    with waiting(f"solving {study.title}"):
        match = playing.start_match(
            study.game,
            size=size,
            position=position,
            first=first,
            side=side.capitalize(),
        )
    print(f"{study.title}: {how_play_ends(study.game)}.")
    playing.play(match, _ask, _say)


def _say(text: str) -> None:
    """Print lines, broken at spaces where they are longer than those that are drawn."""
    width = max(80, shutil.get_terminal_size().columns)
    for line in text.split("\n"):
        print("\n".join(in_lines(line, width)))


def _ask(prompt: str) -> str:
    """Ask on the terminal; where input is piped in, show it as if it had been typed."""
    if sys.stdin.isatty():
        return input(prompt)
    print(prompt, end="", flush=True)
    line = sys.stdin.readline()
    if not line:
        print()
        raise EOFError
    print(line.strip())
    return line
