"""What to type next: a line on standard error, where a person is looking."""

from __future__ import annotations

import shlex
import sys
from collections.abc import Sequence
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from research.claims.study import Study
    from research.verdicts.findings import Findings


def say_next(purpose: str, *words: str) -> None:
    """Name the next useful command; nothing is said into a pipe or a file.

    Parameters
    ----------
    purpose
        What it is for, in a few words.
    words
        What follows ``grundwork`` on the line.
    """
    if sys.stderr.isatty() and sys.stdout.isatty():
        sys.stdout.flush()
        print(f"\nnext, {purpose}: grundwork {shlex.join(words)}", file=sys.stderr)


def after_check(studies: Sequence[Study], found: Sequence[Findings]) -> None:
    """Name what is useful once claims were checked."""
    from fast.gate import is_confirmed
    from oracles.rules import Game
    from research.checks.evidence import Level

    claimed = [study for study in studies if study.claims and study.word]
    if len(claimed) != 1:
        if claimed:
            say_next("to read it with pictures", "report", *(study.word for study in claimed))
        return
    (study,) = claimed
    verdicts = next(each.verdicts for each in found if each.study == study.name)
    main = [verdict.level for verdict in verdicts if verdict.kind == "result"]
    if any(verdict.refuted and not verdict.correction for verdict in verdicts):
        say_next("to see what holds", "explore", study.word)
    elif study.headline and is_confirmed(study.name, study.file):
        say_next("for the full answer", "answer", study.word)
    elif isinstance(study.game, Game) and Level.PROVED not in main:
        say_next("to look for a proof", "prove", study.word)
    else:
        say_next("to read it with pictures", "report", study.word)


def after_explore(study: Study) -> None:
    """Name what is useful once a game was looked at."""
    from oracles.rules import Game

    if not study.word:
        return
    if study.claims:
        say_next("to check what is claimed", "check", study.word)
    elif isinstance(study.game, Game):
        say_next("to look for a proof", "prove", study.word)
    else:
        say_next("to play it", "play", study.word)
