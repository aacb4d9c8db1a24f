"""Proof files, by which a program that shares nothing with Grundwork checks a theorem.

``docs/proof-files.md`` specifies them. A file holds the rules, what is believed and automata, and
nothing that was decided.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from functools import lru_cache
from pathlib import Path
from typing import Any

from fast.gate.certificate import home
from research.checks.evidence import CHECKED
from research.system.progress import waiting

SUFFIX = ".proof.json"


def rocq_record(text: str) -> Path:
    """Return the file in which stands which Rocq has checked a proof file on this machine."""
    return home() / "rocq" / hashlib.sha256(text.encode()).hexdigest()


def checked_by(text: str) -> str:
    """Return by what a proof file was checked, in words."""
    record = rocq_record(text)
    return f"{CHECKED}; by Rocq {record.read_text()}" if record.is_file() else CHECKED


class CheckerRefusesError(RuntimeError):
    """The independent checker refuses what was proved: one of the two is wrong."""

    exit_status = 1


def as_text(fields: Mapping[str, Any]) -> str:
    """Return the text of a proof file, a line for each field; the same for the same fields.

    >>> print(as_text({"theorem": "period", "period": 3}), end="")
    {
    "format": 1,
    "theorem": "period",
    "period": 3
    }
    """
    lines = (f'"{name}": {json.dumps(value)}' for name, value in {"format": 1, **fields}.items())
    return "{\n" + ",\n".join(lines) + "\n}\n"


@lru_cache(maxsize=16)  # claims of a study may have one proof
def is_checked(text: str, subject: str) -> bool:
    """Return whether the independent checker checks a proof file; not if it would take too long.

    ``CheckerRefusesError`` if it refuses the file. Cost: for the theorems of the built-in studies
    at most ten seconds.
    """
    from checker.machines import TooLargeError, WrongError
    from checker.verify import check

    with waiting("checking the proof file"):
        try:
            check(json.loads(text))
        except (TooLargeError, RecursionError):
            return False
        except WrongError as error:
            words = f"the independent checker refuses the proof file of {subject}: {error}"
            raise CheckerRefusesError(words) from error
    return True
