"""Members looked at, each in a process of its own, with limits on its time and memory.

A process is forked for each member from one that has imported and compiled what a look needs, so
that it begins at once, knows nothing of the members before it, and can crash, hang or fill its
memory alone (:mod:`research.system.forked`). On a Dask scheduler each task does the same on its
worker.
"""

from __future__ import annotations

import importlib
import os
import re
from collections import deque
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from typing import Any

from fast.errors import InputError
from fast.inputs import files_of
from oracles.errors import OracleError, ResourceLimitError
from oracles.limits import GIGABYTE, limit_memory, taken_memory
from oracles.store.cluster import EngineError, client_of, finished
from research.checks.evidence import ClaimError
from research.claims.error_location import VariantError
from research.families.looks import Look, look_at
from research.families.members import Member
from research.resolving.loading import split_word
from research.resolving.study_files import UnknownStudyError
from research.resolving.vector_codes import EXAMPLE
from research.system.forked import Ended, run_each

Done = tuple[int, Look]  # which member, and what was found

WRONG = "its rules or claims are wrong"
CRASHED = "it crashed"
TOO_LONG = "it took too long"
TOO_MUCH_MEMORY = "it needed too much memory"
OF_STUDIES = (  # what a look at a study imports while it runs
    *("hypothesis", "networkx", "sympy", "matplotlib.figure", "research.explore.explored"),
    *("research.verdicts.checking", "research.conjectures.prove"),
)
AHEAD = 4  # times as many tasks as threads are on a cluster at once


@dataclass(frozen=True)
class Bounds:
    """What a look at one member may take.

    Attributes
    ----------
    to
        The largest heap or size; None for that of the kind of game.
    seconds
        Of the processor; on the clock four times as many.
    memory
        GB of the process, beyond what it had when it was forked.
    """

    to: int | None = None
    seconds: float = 60.0
    memory: float = 2.0


def warm(members: Sequence[Member]) -> None:
    """Import and compile what looks at these members need, once, before processes are forked."""
    in_files = any(split_word(member.word) for member in members)
    for word in ("octal:0.77", "octal:0.06", "hexadecimal:0.8f", "subtraction:1,3", EXAMPLE):
        if in_files or any(member.word.startswith(word.partition(":")[0]) for member in members):
            look_at(word, 300)
    if in_files:
        for name in OF_STUDIES:
            importlib.import_module(name)
        from research.logic.decide import evaluate

        evaluate("?lsd_2 Ey x = 3*y")  # all that automata compile


def run_here(members: Sequence[Member], bounds: Bounds, jobs: int) -> Iterator[Done]:
    """Look at members on this machine, several at once; yield each as it is done.

    Parameters
    ----------
    members
        The members.
    bounds
        What each may take.
    jobs
        How many at once.

    Yields
    ------
    Done
        Place and finding, in the order in which they are finished. A member that crashes or takes
        too much is found to do so.
    """
    works = [partial(_looked, member.word, bounds) for member in members]
    for place, ended in run_each(works, jobs=jobs, seconds=bounds.seconds):
        yield place, _found(ended, bounds)


def run_on_scheduler(members: Sequence[Member], bounds: Bounds, address: str) -> Iterator[Done]:
    """Look at members on the workers of a Dask scheduler; yield each as it is done.

    Parameters
    ----------
    members, bounds
        As of :func:`run_here`.
    address
        Of the scheduler, such as ``tcp://10.0.0.5:8786``.

    Raises
    ------
    EngineError
        If it does not answer, or is lost, or its workers have not the file that defines the
        members.
    """
    with client_of(address) as client:
        from distributed import as_completed

        waiting = deque(range(len(members)))
        threads = max(1, sum(client.nthreads().values()))

        def submit() -> Any:
            place = waiting.popleft()
            return client.submit(_task, place, members[place], bounds, pure=False)

        going = as_completed([submit() for _ in range(min(len(waiting), AHEAD * threads))])
        for future in finished(client, going):
            try:
                yield future.result()
            except Exception as error:
                if isinstance(error, InputError) or client.status != "running":
                    raise
                raise EngineError(  # a worker is lost again and again, or has no Grundwork
                    f"scheduler={address!r}: a worker failed ({type(error).__name__}: {error}); "
                    "members that were looked at are kept"
                ) from error
            if waiting:
                going.add(submit())


_warmed: set[str] = set()  # for which kinds of members this worker is


def _task(place: int, member: Member, bounds: Bounds) -> Done:
    """Look at one member on a worker."""
    in_file = split_word(member.word)
    if in_file and not Path(in_file[0]).is_file():
        raise InputError(
            f"{in_file[0]}: a worker has no such file; let it lie at the same place on each"
        )
    kind = member.word.partition(":")[0]
    if ("of a file" if in_file else kind) not in _warmed:
        warm([member])
        _warmed.add("of a file" if in_file else kind)
    ((_, found),) = run_here([member], bounds, 1)
    return place, found


def _looked(word: str, bounds: Bounds) -> Look:
    """Return the finding, be it that the member is wrong or takes too much, and its files."""
    os.environ["GRUNDWORK_MEMORY"] = str(bounds.memory + taken_memory() / GIGABYTE)
    limit_memory()
    in_file = split_word(word)
    found = _finding(word, bounds)
    return replace(found, files=files_of(Path(in_file[0]).resolve())) if in_file else found


def _finding(word: str, bounds: Bounds) -> Look:
    wrong = (InputError, OracleError, ClaimError, VariantError, UnknownStudyError)
    try:
        return look_at(word, bounds.to)
    except MemoryError:
        return Look(TOO_MUCH_MEMORY, f"more than {bounds.memory:g} GB")
    except (ResourceLimitError, *wrong) as error:
        limits = isinstance(error, ResourceLimitError) or _by_a_limit(error)
        if limits and ("GB of memory" in str(error) or "MemoryError" in str(error)):
            return Look(TOO_MUCH_MEMORY, f"more than {bounds.memory:g} GB")
        return Look(TOO_LONG if limits else WRONG, _one_line(error, word))
    except Exception as error:
        return Look(CRASHED, _one_line(f"{type(error).__name__}: {error}", word))


def _by_a_limit(error: BaseException) -> bool:
    """Whether an error that names the file and line was made of one of a limit."""
    cause = error.__cause__
    limits = (ResourceLimitError, MemoryError)
    return cause is not None and (isinstance(cause, limits) or _by_a_limit(cause))


def _one_line(said: object, word: str = "") -> str:
    """Return a message in a line, without addresses and the folder of the member's file."""
    in_file = split_word(word)
    folder = f"{Path(in_file[0]).parent}{os.sep}" if in_file else "\0"
    lines = [line for line in str(said).splitlines() if line.strip(" ^")]
    line = re.sub(r" at 0x[0-9a-fA-F]+", "", " ".join(" ".join(lines).split()))
    return line.replace(folder, "")[:400]


def _found(ended: Ended, bounds: Bounds) -> Look:
    """Return what a process found, or how it ended without a finding."""
    if ended.too_long:
        return Look(TOO_LONG, f"more than {bounds.seconds:g} s")
    if ended.raised:
        return Look(CRASHED, _one_line(ended.raised))
    if ended.signal == "exit":
        return Look(CRASHED, "it made its process end")
    if ended.signal:
        return Look(CRASHED, f"ended by {ended.signal}")
    found: Look = ended.value
    return found
