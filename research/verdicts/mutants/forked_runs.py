"""Mutants run: each in a forked process of its own, with limits on its time and memory.

The process that forks has compared the unchanged solver and keeps what it compared, so that a
mutant costs no more than importing it and being compared. Comparisons run cheapest first and stop
at the first that fails. Order and sample depend on nothing but the seed.
"""

from __future__ import annotations

import contextlib
import gc
import hashlib
import os
import selectors
import signal
import time
from collections import Counter
from collections.abc import Callable, Generator, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal

from fast.inputs import ROOT, file_name
from research.checks.evidence import Level, Settings
from research.claims.calls import Arguments
from research.code.profiling import profiled
from research.system.forked import Child, Send, allow_seconds, alone
from research.verdicts.mutants.answering import (
    Unit,
    answering_lines,
    called_units,
    has_compiled_loops,
    mutants_of_study,
    reached_units,
    solver_files,
    units_of,
)
from research.verdicts.mutants.changed_study import load_anew, open_the_gate
from research.verdicts.mutants.judging_cases import (
    Outcome,
    Recorded,
    UnsoundError,
    failing_case,
    large_arguments,
    large_outcome,
    record,
)
from research.verdicts.mutants.operators import Mutant

if TYPE_CHECKING:
    from research.claims.claim import Claim
    from research.claims.study import Study

Fate = Literal["caught", "equivalent", "refuses", "wrong", "hung"]
FATES: tuple[Fate, ...] = ("caught", "equivalent", "refuses", "wrong", "hung")

TIMES, SECONDS = 3, 2  # a mutant may take so many times as long as the solver, and seconds more
COMPILING = 25  # seconds more where its file holds compiled loops
FIRST = 12  # cases of each agreement that are tried before all of any


@dataclass(frozen=True)
class Judged:
    """What became of a mutant, and what showed it: a comparison, a claim, an argument."""

    mutant: Mutant
    fate: Fate
    shown_by: str


Places = frozenset[tuple[str, str]]  # files and names of functions, methods, assignments


@dataclass
class Plan:
    """All that is known of the unchanged solver before mutants are run."""

    target: str
    study: Study
    files: list[Path]
    recorded: list[Recorded]
    large: list[tuple[int, Arguments, Outcome]]
    order: list[int]  # of the agreements, the cheapest first
    touched: list[Places]  # by each agreement: what its function can reach
    run_by: list[Places]  # by each gating claim: what it does run
    first_seconds: float  # for some cases of each agreement, then for all, then for large ones
    seconds: float
    large_seconds: float
    settings: Settings


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
    gc.collect()
    gc.freeze()  # else every forked process copies what its own collections look through
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
    from research.resolving.loading import load_study

    notify(f"{target}: comparing the solver as it is")
    files = solver_files(load_study(target))
    study = load_anew(target, files, None)
    settings = Settings()
    plan = Plan(
        target,
        study,
        files,
        record(study, settings),
        [],
        [],
        _touched(study),
        [],
        0,
        0,
        0,
        settings,
    )
    asked_again = alone(lambda: _oracles_that_ask_the_solver(plan))
    for number, recorded in enumerate(plan.recorded):
        recorded.asked_again = number in asked_again
    for again in range(2):
        plan.first_seconds, times, failing = alone(lambda: _compared_anew(plan))
        if not failing:
            break
        if again:
            raise UnsoundError(f"{target}: {failing[0][1]}, of the solver as it is, imported anew")
        for number, _ in failing:  # its results are of classes that were imported anew
            plan.recorded[number].asked_again = True
    plan.order = sorted(range(len(times)), key=lambda number: times[number])
    notify(f"{target}: large arguments")
    plan.large, plan.large_seconds = alone(lambda: _large_and_seconds(plan))
    gating, plan.run_by = alone(lambda: _gating_watched(plan))
    plan.seconds = gating + sum(times)
    return plan


def _touched(study: Study) -> list[Places]:
    """Return, for each agreement, the places that its function can reach."""
    units = units_of(study)
    return [_places(reached_units([agreement.plain], units)) for agreement in study.agreements]


def _places(units: Sequence[Unit]) -> Places:
    return frozenset((file_name(unit.file), unit.name) for unit in units)


def judge(plan: Plan, mutant: Mutant, send: Send) -> None:
    """Load a mutant in this process and send what became of it."""
    try:
        study = load_anew(plan.target, [ROOT / mutant.file], mutant)
    except Exception as error:
        return send("caught", f"on import: {type(error).__name__}: {error}"[:200])
    _, compared, large = _limits(plan, mutant)
    place = (mutant.file, mutant.unit)
    failure = _failing_first(plan, study, place)
    if failure is None:
        allow_seconds(compared)
        failure = _failure(plan, study, place)
    if failure is not None:
        return send("caught", failure)
    send("passed", "")
    allow_seconds(large)
    for number, arguments, known in plan.large:
        if place not in plan.touched[number]:
            continue
        found = large_outcome(study, plan.recorded, number, arguments)
        if not _same(found, known):
            shown = f"{_shown(arguments)}: {_brief(found)}, as it stands {_brief(known)}"
            return send("refuses" if found.refused else "wrong", shown)
    return send("equivalent", "")


def _brief(outcome: Outcome) -> str:
    text = str(outcome)
    return text if len(text) <= 80 else f"{text[:60]}... ({len(text)} characters)"


def _failing_first(plan: Plan, study: Study, place: tuple[str, str] | None = None) -> str | None:
    """Compare some cases of each agreement, for most mutants fail at once, or never end."""
    for number in plan.order:
        agreement, recorded = study.agreements[number], plan.recorded[number]
        if not recorded.asked_again and _may_differ(plan, number, place):
            step = max(len(recorded.cases) // FIRST, 1)
            case = failing_case(agreement, recorded, recorded.cases[::step])
            if case is not None:
                return f"{agreement.name.partition(':')[2]}: {case}"
    return None


def _may_differ(plan: Plan, number: int, place: tuple[str, str] | None) -> bool:
    """Whether a change in a place, or in any if None, can be seen by an agreement."""
    return place is None or place in plan.touched[number] or plan.recorded[number].asked_again


def _failure(plan: Plan, study: Study, place: tuple[str, str]) -> str | None:
    """Return the first comparison or gating claim that fails, in words."""
    pairs = list(zip(study.agreements, plan.recorded, strict=True))
    for number in plan.order:
        agreement, recorded = pairs[number]
        if not _may_differ(plan, number, place):
            continue
        case = failing_case(agreement, recorded, recorded.cases)
        if case is not None:
            return f"{agreement.name.partition(':')[2]}: {case}"
    for claim, run in zip(gating_claims(study), plan.run_by, strict=True):
        if place not in run:
            continue
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
    compiled = has_compiled_loops(ROOT / mutant.file)
    known = (plan.first_seconds, plan.seconds, plan.large_seconds)
    first, compared, large = (TIMES * seconds + SECONDS for seconds in known)
    return first + COMPILING * compiled, compared + COMPILING * compiled, large


def _shown(arguments: Arguments) -> str:
    from research.checks.equality import show

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


def _gating_watched(plan: Plan) -> tuple[float, list[Places]]:
    """Return how long the gating claims take, and what each runs with everything imported anew."""
    files, run_by = {str(file) for file in plan.files}, []
    units, seconds = units_of(plan.study), 0.0
    for number, _ in enumerate(gating_claims(plan.study)):
        called: set[tuple[str, int]] = set()

        def watch(frame: Any, event: str, argument: Any, called: Any = called) -> None:  # noqa: ARG001
            code = frame.f_code
            if event == "call" and code.co_filename in files:
                called.add((code.co_filename, code.co_firstlineno))

        with profiled(watch):  # while importing too, for the study may call its solver there
            claim = gating_claims(load_anew(plan.target, plan.files, None))[number]
            begin = time.process_time()
            held = holds(claim, plan.settings)
            seconds += time.process_time() - begin
        if not held:
            raise UnsoundError(f"{plan.target}: claim {claim.name} does not hold as it is")
        run_by.append(_places(called_units(called, units)))
    return seconds, run_by


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
            try:
                with profiled(watch):
                    agreement.oracle(**arguments)
            except _AskedTheSolverError:
                found.add(number)
                break
    return found


def _all_judged(plan: Plan, mutants: Sequence[Mutant], workers: int) -> Generator[Judged]:
    """Yield what became of each mutant in the order given, several running at a time."""
    waiting = list(reversed(list(enumerate(mutants))))
    running: dict[int, Child] = {}  # by the descriptor that it writes to
    done: dict[int, Judged] = {}
    following = 0
    with selectors.DefaultSelector() as ready:
        try:
            while waiting or running:
                while waiting and len(running) < workers:
                    number, mutant = waiting.pop()
                    limits = _limits(plan, mutant)
                    child = Child(number, partial(judge, plan, mutant), limits)
                    running[child.reading] = child
                    ready.register(child.reading, selectors.EVENT_READ)
                for key, _ in ready.select(timeout=0.2):
                    running[key.fd].read()
                for child in [child for child in running.values() if child.is_over()]:
                    ready.unregister(child.reading)
                    del running[child.reading]
                    done[child.number] = _judged(child, mutants[child.number])
                while following in done:
                    yield done.pop(following)
                    following += 1
        finally:
            for child in running.values():
                child.end()


def _judged(child: Child, mutant: Mutant) -> Judged:
    messages = dict(child.messages())
    status = child.end()
    for fate in FATES:
        if fate in messages:
            return Judged(mutant, fate, messages[fate])
    if not os.WIFSIGNALED(status) or os.WTERMSIG(status) in (signal.SIGXCPU, signal.SIGKILL):
        passed = "on large arguments" if "passed" in messages else "in the comparisons"
        return Judged(mutant, "hung", passed)
    if "passed" in messages:
        return Judged(mutant, "wrong", f"crashes on large arguments, {status=}")
    return Judged(mutant, "caught", "crashes")
