"""``python -m benchmarks.rules_only``: what is proved of forty games from their rules alone.

The games are those of ``tests/rules_only``: thirty with a known theorem, and ten without. Each is
proved in a process of its own. ``python -m benchmarks.rules_only NAME ...`` tries those named.
"""

from __future__ import annotations

import multiprocessing
import sys
from pathlib import Path
from textwrap import shorten

from tabulate import tabulate

from benchmarks.measure import processor_seconds

FOLDER = Path(__file__).parent.parent / "tests" / "rules_only"
HEADERS = ("game", "proved", "seconds", "what was found")


def row(file: Path) -> tuple[str, str, str, str]:
    """Prove one file; return its row of the table."""
    from grundwork import load_study

    start = processor_seconds()
    try:
        (found,) = load_study(file).prove()
    except Exception as error:
        name, level, words = file.stem, "error", f"{type(error).__name__}: {error}"
    else:
        name, level = file.stem, "yes" if found.proved else f"no, {found.level}"
        words = found.statement + (f" Not proved: {found.reason}" if found.reason else "")
    spent = f"{processor_seconds() - start:.1f}"
    return name, level, spent, shorten(words.replace("|", "\\|"), 300)


def main() -> None:
    """Print the table of the games, and how many were proved."""
    for folder in ("games", "unknown"):
        files = sorted((FOLDER / folder).glob("*.py"))
        if sys.argv[1:]:
            files = [file for file in files if file.stem in sys.argv[1:]]
        context = multiprocessing.get_context("fork")
        rows = []
        with context.Pool(1, maxtasksperchild=1) as pool:
            for found in pool.imap(row, files):
                print(*found[:3], file=sys.stderr, flush=True)
                rows.append(found)
        proved = sum(found[1] == "yes" for found in rows)
        print(f"{folder}: {proved} of {len(rows)} proved\n")
        print(tabulate(rows, HEADERS, tablefmt="github", disable_numparse=True) + "\n")


if __name__ == "__main__":
    main()
