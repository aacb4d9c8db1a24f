"""Mutants run: each in a forked process of its own, with limits on its time and memory.

The process that forks has compared the unchanged solver and keeps what it compared, so that a
mutant costs no more than importing it and being compared. Comparisons run cheapest first and stop
at the first that fails. Order and sample depend on nothing but the seed.
"""

from __future__ import annotations

import contextlib
import hashlib
import os
import pickle
import resource
import selectors
import signal
import sys
import time
from collections import Counter
from collections.abc import Callable, Generator, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal

from fast.watching import ROOT
from research.claims import Level, Settings
from research.interrupts import end_with_parent
from research.mutants.answering import answering_lines, mutants_of_study, solver_files
from research.mutants.cases import (
    Arguments,
    Outcome,
    Recorded,
    UnsoundError,
    failing_case,
    large_arguments,
    outcome_of,
    record,
)
from research.mutants.loading import load_anew, open_the_gate
from research.mutants.operators import Mutant

if TYPE_CHECKING:
    from research.claims import Claim
    from research.study import Study

Fate = Literal["caught", "equivalent", "refuses", "wrong", "hung"]
FATES: tuple[Fate, ...] = ("caught", "equivalent", "refuses", "wrong", "hung")

TIMES, SECONDS = 3, 2  # a mutant may take so many times as long as the solver, and seconds more
COMPILING = 25  # seconds more where its file holds compiled loops
MEMORY = 6 << 30  # bytes of address space beyond what the process has
FIRST = 12  # cases of each agreement that are tried before all of any


@dataclass(frozen=True)
class Judged:
    """What became of a mutant, and what showed it: a comparison, a claim, an argument."""

    mutant: Mutant
    fate: Fate
    shown_by: str


@dataclass
class Plan:
    """All that is known of the unchanged solver before mutants are run."""

    target: str
    study: Study
    files: list[Path]
    recorded: list[Recorded]
    large: list[tuple[int, Arguments, Outcome]]
    order: list[int]  # of the agreements, the cheapest first
    first_seconds: float  # for some cases of each agreement, then for all, then for large ones
    seconds: float
    large_seconds: float
    settings: Settings


Message = tuple[str, Any]
Send = Callable[[str, Any], None]


def run_mutants(
    target: str,
    number: int | None,
    home: Path,
    *,
    workers: int,
    notify: Callable[[str], None] = lambda _: None,
) -> Generator[tuple[int, Judged]]:
    """Run the mutants of a study's solver and yield what became of each, in order.

    For a process that does nothing else: it opens the gate, and keeps compiled code to itself.

    Parameters
    ----------
    target
        The study, as on the command line.
    number
        Run a random sample of so many; all if None or more than there are.
    home
        An empty folder, in place of Grundwork's home.
    workers
        How many processes at a time.
    notify
        Told what is being done.

    Yields
    ------
    tuple of int and Judged
        How many mutants there are in all, and one of those that were run.
    """
    open_the_gate(home)
    plan = prepare(target, notify)
    everything = mutants_of_study(plan.study)
    chosen = sampled(everything, number, target)
    notify(f"{target}: {len(chosen)} mutants")
    with contextlib.closing(_all_judged(plan, chosen, workers)) as judged:
        for done, one in enumerate(judged, 1):
            notify(f"{target}: {done} of {len(chosen)} mutants")
            yield len(everything), one


def sampled(mutants: Sequence[Mutant], number: int | None, target: str) -> list[Mutant]:
    """Return a random sample in the order of the whole, always the same for a target.

    Mutants are drawn by a digest of what they say, so that a larger sample holds a smaller one,
    and a change of the solver elsewhere leaves those that are drawn as they were.
    """
    if number is None or number >= len(mutants):
        return list(mutants)
    seen: Counter[tuple[str, ...]] = Counter()
    drawn = []
    for place, mutant in enumerate(mutants):
        words = (mutant.file, mutant.unit, mutant.source, mutant.change)
        text = repr((target, *words, seen[words]))
        seen[words] += 1
        drawn.append((hashlib.sha256(text.encode()).digest(), place))
    return [mutants[place] for place in sorted(place for _, place in sorted(drawn)[:number])]


def prepare(target: str, notify: Callable[[str], None] = lambda _: None) -> Plan:
    """Compare the unchanged solver, and see what a run of it takes."""
    from research.loading import load_study

    notify(f"{target}: comparing the solver as it is")
    files = solver_files(load_study(target))
    study = load_anew(target, files, None)
    settings = Settings()
    plan = Plan(target, study, files, record(study, settings), [], [], 0, 0, 0, settings)
    asked_again = _alone(lambda: _oracles_that_ask_the_solver(plan))
    for number, recorded in enumerate(plan.recorded):
        recorded.asked_again = number in asked_again
    for again in range(2):
        plan.first_seconds, times, failing = _alone(lambda: _compared_anew(plan))
        if not failing:
            break
        if again:
            raise UnsoundError(f"{target}: {failing[0][1]}, of the solver as it is, imported anew")
        for number, _ in failing:  # its results are of classes that were imported anew
            plan.recorded[number].asked_again = True
    plan.order = sorted(range(len(times)), key=lambda number: times[number])
    notify(f"{target}: large arguments")
    plan.large, plan.large_seconds = _alone(lambda: _large_and_seconds(plan))
    plan.seconds = _alone(lambda: _seconds_of_gating(plan)) + sum(times)
    return plan


def judge(plan: Plan, mutant: Mutant, send: Send) -> None:
    """Load a mutant in this process and send what became of it."""
    try:
        study = load_anew(plan.target, [ROOT / mutant.file], mutant)
    except Exception as error:
        return send("caught", f"on import: {type(error).__name__}: {error}"[:200])
    _, compared, large = _limits(plan, mutant)
    failure = _failing_first(plan, study)
    if failure is None:
        _allow_seconds(compared)
        failure = _failure(plan, study)
    if failure is not None:
        return send("caught", failure)
    send("passed", "")
    _allow_seconds(large)
    for number, arguments, known in plan.large:
        found = outcome_of(study.agreements[number], arguments)
        if not _same(found, known):
            shown = f"{_shown(arguments)}: {_brief(found)}, as it stands {_brief(known)}"
            return send("refuses" if found.refused else "wrong", shown)
    return send("equivalent", "")


def _brief(outcome: Outcome) -> str:
    text = str(outcome)
    return text if len(text) <= 80 else f"{text[:60]}... ({len(text)} characters)"


def _failing_first(plan: Plan, study: Study) -> str | None:
    """Compare some cases of each agreement, for most mutants fail at once, or never end."""
    for number in plan.order:
        agreement, recorded = study.agreements[number], plan.recorded[number]
        if not recorded.asked_again:
            step = max(len(recorded.cases) // FIRST, 1)
            case = failing_case(agreement, recorded, recorded.cases[::step])
            if case is not None:
                return f"{agreement.name.partition(':')[2]}: {case}"
    return None


def _failure(plan: Plan, study: Study) -> str | None:
    """Return the first comparison or gating claim that fails, in words."""
    pairs = list(zip(study.agreements, plan.recorded, strict=True))
    for number in plan.order:
        agreement, recorded = pairs[number]
        case = failing_case(agreement, recorded, recorded.cases)
        if case is not None:
            return f"{agreement.name.partition(':')[2]}: {case}"
    for claim in gating_claims(study):
        try:
            if not holds(claim, plan.settings):
                return f"claim {claim.name}"
        except Exception as error:
            return f"claim {claim.name}: {type(error).__name__}: {error}"[:200]
    return None


def gating_claims(study: Study) -> list[Claim]:
    """Return the claims without which a study is not certified."""
    return [claim for claim in study.claims if getattr(claim, "gating", False)]


def holds(claim: Claim, settings: Settings) -> bool:
    """Whether a claim, or the correction of one that is known to be false, is not refuted."""
    believed = claim.believed if claim.correction is None else claim.correction[1]
    return all(
        check.run(claim, believed, settings).level != Level.REFUTED for check in claim.checks
    )


def _same(found: Outcome, known: Outcome) -> bool:
    """Whether two outcomes are the same; no answer is one, in whatever words."""
    silent, silent_as_it_is = (bool(one.error or one.refused) for one in (found, known))
    return silent == silent_as_it_is and (silent or bool(found.value == known.value))


def _limits(plan: Plan, mutant: Mutant) -> tuple[float, float, float]:
    """Return the seconds that a mutant may compute on first cases, on all, on large arguments."""
    compiled = "numba" in Path(ROOT / mutant.file).read_text(encoding="utf-8")
    known = (plan.first_seconds, plan.seconds, plan.large_seconds)
    first, compared, large = (TIMES * seconds + SECONDS for seconds in known)
    return first + COMPILING * compiled, compared + COMPILING * compiled, large


def _shown(arguments: Arguments) -> str:
    from research.claims import show

    return show(dict(arguments))


def _compared_anew(plan: Plan) -> tuple[float, list[float], list[tuple[int, str]]]:
    """Return how long the first cases take, how long each agreement's, and which fail as it is."""
    study = load_anew(plan.target, plan.files, None)
    begin = time.process_time()
    plan.order = list(range(len(study.agreements)))
    _failing_first(plan, study)
    first = time.process_time() - begin
    times, failing = [], []
    for number, agreement in enumerate(study.agreements):
        begin = time.process_time()
        recorded = plan.recorded[number]
        case = failing_case(agreement, recorded, recorded.cases)
        times.append(time.process_time() - begin)
        if case is not None:
            failing.append((number, case))
    return first, times, failing


def _large_and_seconds(plan: Plan) -> tuple[list[tuple[int, Arguments, Outcome]], float]:
    study = load_anew(plan.target, plan.files, None)
    begin = time.process_time()
    return large_arguments(study, plan.recorded), time.process_time() - begin


def _seconds_of_gating(plan: Plan) -> float:
    begin = time.process_time()
    study = load_anew(plan.target, plan.files, None)
    for claim in gating_claims(study):
        if not holds(claim, plan.settings):
            raise UnsoundError(f"{plan.target}: claim {claim.name} does not hold as it is")
    return time.process_time() - begin


class _AskedTheSolverError(BaseException):
    """Raised where solver's code begins to run."""


def _oracles_that_ask_the_solver(plan: Plan) -> set[int]:
    """Return the agreements whose oracles run answering code, with everything imported anew."""
    lines = answering_lines(plan.study)

    def watch(frame: Any, event: str, argument: Any) -> None:  # noqa: ARG001
        code = frame.f_code
        if event == "call" and code.co_firstlineno in lines.get(code.co_filename, ()):
            raise _AskedTheSolverError

    study = load_anew(plan.target, plan.files, None)
    found = set()
    for number, (agreement, recorded) in enumerate(
        zip(study.agreements, plan.recorded, strict=True)
    ):
        for arguments, _ in recorded.cases:
            sys.setprofile(watch)
            try:
                agreement.oracle(**arguments)
            except _AskedTheSolverError:
                found.add(number)
                break
            finally:
                sys.setprofile(None)
    return found


def _all_judged(plan: Plan, mutants: Sequence[Mutant], workers: int) -> Generator[Judged]:
    """Yield what became of each mutant in the order given, several running at a time."""
    waiting = list(reversed(list(enumerate(mutants))))
    running: dict[int, _Child] = {}  # by the descriptor that it writes to
    done: dict[int, Judged] = {}
    following = 0
    with selectors.DefaultSelector() as ready:
        try:
            while waiting or running:
                while waiting and len(running) < workers:
                    number, mutant = waiting.pop()
                    limits = _limits(plan, mutant)
                    child = _Child(number, partial(judge, plan, mutant), limits)
                    running[child.reading] = child
                    ready.register(child.reading, selectors.EVENT_READ)
                for key, _ in ready.select(timeout=0.2):
                    running[key.fd].read()
                for child in [child for child in running.values() if child.is_over()]:
                    ready.unregister(child.reading)
                    del running[child.reading]
                    done[child.number] = child.judged(mutants[child.number])
                while following in done:
                    yield done.pop(following)
                    following += 1
        finally:
            for child in running.values():
                child.end()


class _Child:
    """A forked process that sends messages, and is ended when it takes too long."""

    def __init__(
        self, number: int, work: Callable[[Send], None], limits: tuple[float, ...]
    ) -> None:
        self.number, self.limits = number, limits
        self.received = bytearray()
        self.closed = False
        self.begin = time.monotonic()
        self.reading, writing = os.pipe()
        parent = os.getpid()
        self.process = os.fork()
        if self.process == 0:
            end_with_parent(parent)
            _work_and_leave(work, writing, limits)
        os.close(writing)

    def read(self) -> None:
        data = os.read(self.reading, 1 << 16)
        self.received += data
        self.closed = self.closed or not data

    def messages(self) -> list[Message]:
        found, place = [], 0
        while len(self.received) >= place + 8:
            length = int.from_bytes(self.received[place : place + 8])
            body = memoryview(self.received)[place + 8 : place + 8 + length]
            if len(body) < length:
                break
            found.append(pickle.loads(body))  # our own process wrote it
            place += 8 + length
        return found

    def is_over(self) -> bool:
        # The kernel counts the time that it computes; this is for one that sleeps.
        taken = time.monotonic() - self.begin
        return self.closed or taken > 10 * sum(self.limits)

    def judged(self, mutant: Mutant) -> Judged:
        messages = dict(self.messages())
        status = self.end()
        for fate in FATES:
            if fate in messages:
                return Judged(mutant, fate, messages[fate])
        if not os.WIFSIGNALED(status) or os.WTERMSIG(status) in (signal.SIGXCPU, signal.SIGKILL):
            passed = "on large arguments" if "passed" in messages else "in the comparisons"
            return Judged(mutant, "hung", passed)
        if "passed" in messages:
            return Judged(mutant, "wrong", f"crashes on large arguments, {status=}")
        return Judged(mutant, "caught", "crashes")

    def end(self) -> int:
        with contextlib.suppress(ProcessLookupError):
            os.kill(self.process, signal.SIGKILL)
        os.close(self.reading)
        return os.waitpid(self.process, 0)[1]


def _work_and_leave(work: Callable[[Send], None], writing: int, limits: tuple[float, ...]) -> None:
    """Work as a forked process: quiet, with limits, and gone at the end whatever happens."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the parent ends us
    quiet = os.open(os.devnull, os.O_RDWR)
    for stream in (0, 1, 2):
        os.dup2(quiet, stream)
    _allow_seconds(limits[0])
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    space = int(Path("/proc/self/statm").read_text(encoding="ascii").split()[0]) * 4096
    resource.setrlimit(resource.RLIMIT_AS, (space + MEMORY, space + MEMORY))

    def send(kind: str, what: Any) -> None:
        body = pickle.dumps((kind, what))
        data = memoryview(len(body).to_bytes(8) + body)
        while data:
            data = data[os.write(writing, data) :]

    try:
        work(send)
    except BaseException as error:  # sys.exit in user code included
        send("caught", f"{type(error).__name__}: {error}"[:200])
    finally:
        os._exit(0)


def _allow_seconds(seconds: float) -> None:
    """End this process when it has computed for so many seconds more."""
    last = int(time.process_time() + seconds) + 1
    resource.setrlimit(resource.RLIMIT_CPU, (last, resource.getrlimit(resource.RLIMIT_CPU)[1]))


def _alone(work: Callable[[], Any]) -> Any:
    """Return what ``work`` gives in a forked process, so that this one stays as it is."""
    child = _Child(0, lambda send: send("gave", work()), (600.0,))
    try:
        while not child.is_over():
            child.read()
        messages = dict(child.messages())
    finally:
        child.end()
    if "gave" not in messages:
        raise UnsoundError(messages.get("caught", "the unchanged solver crashes"))
    return messages["gave"]
