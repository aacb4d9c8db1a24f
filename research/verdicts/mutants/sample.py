"""How many mutants are run, and on how many processors."""

from __future__ import annotations

import os
import re
import sys

from fast.errors import InputError

ALL = "all"


def number_of(text: str) -> int | None:
    """Read how many mutants to run; None for all.

    Raises
    ------
    InputError
        If it is not a number of at least 1.
    """
    if text == ALL:
        return None
    if not re.fullmatch(r"[0-9]{1,9}", text) or int(text) == 0:
        raise InputError(f"--mutants={text}: expected a number of at least 1, or none for all")
    return int(text)


def processors() -> int:
    """Return how many processors this process may use."""
    if sys.platform == "linux":
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1
