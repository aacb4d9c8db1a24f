"""Members looked at, each in a process of its own, with limits on its time and memory.

A process is forked for each member from one that has imported and compiled what is needed, so that
it begins at once, knows nothing of the members before it, and can crash, hang or fill its memory
alone (:mod:`research.system.forked`).
"""

from __future__ import annotations

import importlib
import json
import os
import re
import resource
from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import NamedTuple

from fast.gate.inputs import files_of
from oracles.limits import GIGABYTE, limit_memory
from research.families.members import Member
from research.families.record import CRASHED, TOO_LONG, TOO_MUCH_MEMORY, WRONG, Record
from research.families.recording import record_of
from research.resolving.loading import split_word
from research.system.forked import Ended, run_each

SMALL = 40  # the heap or size to which a code is looked at to compile what it needs
_OF_STUDIES = (  # what is imported while a study is looked at
    *("hypothesis", "networkx", "sympy", "matplotlib.figure", "research.explore.explored"),
    *("research.verdicts.checking", "research.conjectures.prove"),
)


class Bounds(NamedTuple):
    """How far a member is looked at, and what it may take."""

    to: int | None = None  # the largest heap or size; the usual one unless given
    seconds: float = 60.0  # of the processor; on the clock four times as many
    memory: float = 2.0  # GB


def _warm(members: Sequence[Member]) -> None:
    """Import and compile what members need, once, before processes are forked."""
    if not split_word(members[0].word):
        for member in (members[0], members[-1]):
            with suppress(Exception):  # it is recorded when its turn comes
                record_of(member.word, SMALL)
        return
    for name in _OF_STUDIES:
        importlib.import_module(name)
    from research.logic.decide import evaluate

    evaluate("?lsd_2 Ey x = 3*y")  # all that automata compile


def run(members: Sequence[Member], bounds: Bounds, jobs: int) -> Iterator[tuple[int, Record]]:
    """Look at members, so many at once; yield the place of each, and what was found."""
    _warm(members)
    works = [partial(_recorded, member.word, bounds) for member in members]
    for place, ended in run_each(works, jobs=jobs, seconds=bounds.seconds):
        yield place, _found(ended, bounds)


def _recorded(word: str, bounds: Bounds) -> Record:
    """Return the finding, be it that the member is wrong or takes too much, and its files."""
    taken = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss << 10
    os.environ["GRUNDWORK_MEMORY"] = str(bounds.memory + taken / GIGABYTE)
    limit_memory()
    try:
        record = record_of(word, bounds.to)
    except Exception as error:
        record = _failed(word, error, bounds)
    in_file = split_word(word)
    if not in_file:
        return record
    return replace(record, files=json.dumps(files_of(Path(in_file[0]).resolve())))


def _failed(word: str, error: BaseException, bounds: Bounds) -> Record:
    """Return that a member is wrong, or takes too much, or that Grundwork fails at it."""
    causes = [error]
    while causes[-1].__cause__ is not None:
        causes.append(causes[-1].__cause__)
    line = _one_line(error, word)
    if any(isinstance(each, MemoryError) for each in causes):
        return Record(TOO_MUCH_MEMORY, f"more than {bounds.memory:g} GB")
    if getattr(error, "exit_status", None) == 2:
        return Record(WRONG, line)
    return Record(CRASHED, f"{type(error).__name__}: {line}")


def _one_line(said: object, word: str = "") -> str:
    """Return a message in a line, without addresses and the folder of the member's file."""
    in_file = split_word(word)
    folder = f"{Path(in_file[0]).parent}{os.sep}" if in_file else "\0"
    words = " ".join(line for line in str(said).splitlines() if line.strip(" ^")).split()
    line = re.sub(r" at 0x[0-9a-fA-F]+", "", " ".join(words))
    return line.replace(folder, "")[:400]


def _found(ended: Ended, bounds: Bounds) -> Record:
    """Return what a process found, or how it ended without a finding."""
    if ended.too_long:
        return Record(TOO_LONG, f"more than {bounds.seconds:g} s")
    if ended.failed:
        return Record(CRASHED, _one_line(ended.failed))
    found: Record = ended.value
    return found
