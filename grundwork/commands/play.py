"""``grundwork play``: against the oracle."""

from __future__ import annotations

import sys
from typing import Annotated

from grundwork.command_line import Option, Size, Target


def play(
    target: Target,
    size: Size = None,
    position: Annotated[
        str | None,
        Option(metavar="POSITION", help="Where to begin, such as 3,5; else one you can win."),
    ] = None,
    first: Annotated[str, Option(metavar="me|oracle", help="Who moves first.")] = "me",
    side: Annotated[
        str, Option(metavar="Left|Right", help="Your side in a partizan game.")
    ] = "Left",
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
    playing.play(match, _ask, print)


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
