"""``grundwork check --mutants``: how many wrong solvers its study's checks notice."""

from __future__ import annotations

import json
import re
from collections.abc import Sequence

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


def run_mutants(targets: Sequence[str], mutants: str, *, as_json: bool) -> bool:
    """Run mutants of studies and print what became of them; return whether none was shown wrong."""
    from research.verdicts.mutants.figures import count_mutants, number_of

    number = number_of(mutants)
    found = [count_mutants(target, number, quiet=as_json) for target in targets]
    if as_json:
        print(json.dumps(found, indent=1))
    return not any(each["wrong"] for each in found)
