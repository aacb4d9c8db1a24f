"""``grundwork verify``: a proof file checked by a program that imports nothing of Grundwork.

Exit status: 0 where the proof is right; 1 where it is not; 2 where there is no such file.
"""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

from fast.errors import InputError
from grundwork.command_line import Argument, Exit


def verify(
    file: Annotated[str, Argument(metavar="FILE", help="A proof of grundwork prove --export.")],
) -> None:
    """Check the proof file of a misère quotient."""
    from checker.misere_quotient import main

    if not Path(file).is_file():
        raise InputError(f"file={file!r}: no such file; write one with grundwork prove --export")
    if status := main(file):
        raise Exit(status)
