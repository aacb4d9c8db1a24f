"""``grundwork verify``: proof files checked by a program that imports nothing of Grundwork.

Exit status: 0 where each proof is right; 1 where one is not; 2 where there is no such file.
"""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

from fast.errors import InputError
from grundwork.command_line import Argument, Exit, Option


def verify(
    files: Annotated[
        list[str],
        Argument(metavar="FILE", help="A proof of grundwork prove --export, or of a report."),
    ],
    rocq: Annotated[bool, Option(help="Let Rocq check them, too, if coqc is installed.")] = False,  # noqa: FBT002
) -> None:
    """Check proof files of theorems by an independent program."""
    from checker.rocq.verify import checked, version
    from checker.verify import main
    from research.proving.proof_file import rocq_record

    for file in files:
        if not Path(file).is_file():
            raise InputError(
                f"file={file!r}: no such file; write one with grundwork prove --export"
            )
    if rocq and not version():
        raise InputError("--rocq: there is no coqc; on Debian: apt-get install coq")
    status = main(files)
    for file, words, number in checked(files) if rocq else ():
        print(f"{file}: {words}")
        status = status or int(words.startswith("refused"))
        if number:
            record = rocq_record(Path(file).read_text(encoding="utf-8"))
            record.parent.mkdir(parents=True, exist_ok=True)
            record.write_text(number)
    if status:
        raise Exit(status)
