"""``grundwork check --mutants``: how many wrong solvers its study's checks notice."""

from __future__ import annotations

import json
import re
import tempfile
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from research.verdicts.mutants.running import Judged

OPTION, ALL = "--mutants", "all"


def with_number(words: Sequence[str]) -> list[str]:
    """Return the words of a command with ``all`` where ``--mutants`` is given no number.

    >>> with_number(["check", "--mutants", "stone-game"])
    ['check', '--mutants', 'all', 'stone-game']
    """
    found: list[str] = []
    for place, word in enumerate(words):
        found.append(word)
        following = words[place + 1] if place + 1 < len(words) else ""
        if word == OPTION and not re.fullmatch(r"[+-]?[0-9]+|all", following):
            found.append(ALL)
    return found


def count_mutants(targets: Sequence[str], mutants: str, *, as_json: bool) -> bool:
    """Run mutants of studies and print what became of them; return whether none was shown wrong.

    Each study's mutants are run in a process of their own.
    """
    from research.system.progress import waiting
    from research.verdicts.mutants.figures import as_data, number_of, print_judged, processors
    from research.verdicts.mutants.running import run_mutants

    number = number_of(mutants)
    found: list[dict[str, Any]] = []
    sound = True
    for target in targets:
        judged: list[Judged] = []
        total = 0
        with tempfile.TemporaryDirectory() as home, waiting("starting") as notify:
            run = run_mutants(target, number, Path(home), workers=processors(), notify=notify)
            try:
                for total, one in run:  # noqa: B007
                    judged.append(one)
            except KeyboardInterrupt:
                run.close()
                if not as_json:
                    print_judged(target, judged, total)
                raise
        sound = sound and not any(one.fate == "wrong" for one in judged)
        found.append(as_data(target, judged, total))
        if not as_json:
            print_judged(target, judged, total)
    if as_json:
        print(json.dumps(found, indent=1))
    return sound
