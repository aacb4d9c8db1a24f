"""``grundwork export``: a game in a format that others read."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Annotated

from fast.errors import InputError
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
    if what == "theorem" and form == "rocq":
        text = _for_rocq(target)
    else:
        text = exported(target, what, form, size=size)
    if out is None:
        sys.stdout.write(text)
        return
    write_whole(out, text)


def _for_rocq(target: str) -> str:
    """Return the theorem that is proved of a game as a text that Rocq checks."""
    from checker.rocq import NotCovered
    from checker.rocq.verify import text
    from research.conjectures.prove import prove_study
    from research.resolving.loading import load_study

    study = load_study(target)
    proofs = [result.proof_file for result in prove_study(study) if result.proof_file]
    if not proofs:
        raise InputError(f"{target}: no theorem with a proof file; see: grundwork prove {target}")
    try:
        return text(study.name, json.loads(proofs[0]))
    except NotCovered as error:
        raise InputError(f"{target}: not covered by the texts for Rocq: {error}") from None
