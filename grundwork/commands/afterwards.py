"""What to type next: a line on standard error, where a person is looking."""

from __future__ import annotations

import sys


def say_next(purpose: str, words: str) -> None:
    """Name the next useful command; nothing is said into a pipe or a file.

    Parameters
    ----------
    purpose
        What it is for, in a few words.
    words
        What follows ``grundwork`` on the line.
    """
    if sys.stderr.isatty() and sys.stdout.isatty():
        print(f"next, {purpose}: grundwork {words}", file=sys.stderr)
