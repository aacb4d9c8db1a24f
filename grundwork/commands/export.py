"""``grundwork export``: a game in a format that others read."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Annotated

from grundwork.command_line import Option, Size, Target


def export(
    target: Target,
    what: Annotated[
        str, Option(metavar="values|outcomes|counts|graph|theorem", help="Write these.")
    ],
    form: Annotated[
        str,
        Option(
            "--format",
            metavar="bfile|csv|json|latex|cgsuite|graphml|dot|svg|rocq",
            help="Write this format; some go only with some of --what.",
        ),
    ],
    size: Size = None,
    out: Annotated[
        Path | None, Option(metavar="FILE", help="Write to FILE (default: standard output).")
    ] = None,
) -> None:
    """Write values, outcomes, counts or the graph for other programs."""
    from research.explore.export import export as exported
    from research.system.files import require_writable, write_whole

    if out is not None:
        require_writable(out, file=True)
    text = exported(target, what, form, size=size)
    if out is None:
        sys.stdout.write(text)
        return
    write_whole(out, text)
