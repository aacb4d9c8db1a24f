"""Mutants run: each in a forked process of its own, with a limit of time as a last resort.

One process loads the study, compares it as checking does and records every call with its right
value. For each mutant another one is forked from a process that has never loaded the study, loads
it with the mutant's code in the place of the file's, and makes the same calls. Nothing on disk
changes. Compiled kernels that the change cannot reach are kept in a folder of their own.
"""

from __future__ import annotations

import dataclasses
import hashlib
import importlib.machinery
import os
import pickle
import time
import types
from collections import Counter
from collections.abc import Callable, Generator, Iterator, Sequence
from dataclasses import dataclass, field
from functools import partial
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING, Any

from fast.errors import InputError
from fast.gate import Gated
from fast.inputs import ROOT
from oracles.limits import limit_memory
from research.checks.equality import show
from research.checks.evidence import Level, Settings
from research.claims.agreement import Agreement, compare, same
from research.claims.calls import REFUSED, Arguments, overridden, own_copies
from research.claims.graphs import OneOf
from research.resolving.loading import load_study
from research.system.forked import alone, run_each
from research.verdicts.mutants.answering_code import affected_by, mutants_of_study, solver_files
from research.verdicts.mutants.large_cases import large_cases
from research.verdicts.mutants.operators import Mutant, mutated

if TYPE_CHECKING:
    from research.claims.study import Study

FATES = ("caught", "equivalent", "refuses", "wrong", "hung")
TIMES, SECONDS = 3, 5  # a mutant may take so many times as long as the solver, and seconds more
COMPILING = 60  # seconds more where a file holds compiled loops
RECORDING = 3_600.0  # seconds for comparing the unchanged solver
MEMORY = "3"  # GB of one mutant
FIRST = 12  # calls of each agreement that are made before all of any
ASK = "ask the oracle"  # in place of a value that cannot be sent
LISTED = 2_000  # of an answer that has no end, as many entries are compared


class UnsoundError(InputError):
    """The unchanged solver does not pass, so that mutants would say nothing."""


@dataclass(frozen=True)
class Outcome:
    """What a function gave: a value, or the name of the error; whether that is a refusal."""

    value: Any = None
    error: str = ""
    refused: bool = False

    def __str__(self) -> str:
        text = self.error or show(self.value)
        return text if len(text) <= 80 else f"{text[:60]}... ({len(text)} characters)"


@dataclass(frozen=True)
class Judged:
    """What became of a mutant, and what showed it: a comparison, a claim, an argument."""

    mutant: Mutant
    fate: str
    shown_by: str


@dataclass
class Plan:
    """All that is known of the unchanged solver: calls with their right values, in turn."""

    target: str
    mutants: list[Mutant] = field(default_factory=list)
    calls: list[tuple[int, Arguments, Any]] = field(default_factory=list)
    large: list[tuple[int, Arguments, Outcome]] = field(default_factory=list)
    files: list[Path] = field(default_factory=list)
    several: set[str] = field(default_factory=set)  # functions that give one of several results
    seconds: float = 0.0


def run_mutants(
    target: str,
    number: int | None,
    home: Path,
    *,
    workers: int,
    notify: Callable[[str], None] = lambda _: None,
) -> Generator[tuple[int, Judged], None, None]:
    """Run the mutants of a study's solver and yield what became of each, in order.

    Parameters
    ----------
    target
        The study, as on the command line; not loaded in this process.
    number
        Run a random sample of so many; all if None or more than there are.
    home
        An empty folder, for compiled kernels, and in place of Grundwork's home.
    workers
        How many processes at a time.
    notify
        Told what is being done.

    Yields
    ------
    tuple of int and Judged
        How many mutants there are in all, and one of those that were run.

    Raises
    ------
    UnsoundError
        If the unchanged solver does not pass.
    """
    _prepare_process(home)
    notify(f"{target}: comparing the solver as it is")
    plan: Plan = alone(partial(recorded, target), RECORDING)
    plan.seconds = alone(partial(_seconds_unchanged, plan), RECORDING)
    chosen = sampled(plan.mutants, number, target)
    works = [partial(judged, plan, mutant) for mutant in chosen]
    done: dict[int, Judged] = {}
    compiles = any("numba" in file.read_text(encoding="utf-8") for file in plan.files)
    seconds = TIMES * plan.seconds + SECONDS + COMPILING * compiles
    following = 0
    for place, ended in run_each(works, jobs=workers, seconds=seconds):
        mutant = chosen[place]
        if ended.too_long:
            done[place] = Judged(mutant, "hung", f"{seconds:.0f} s")
        else:
            fate, shown_by = ended.value or ("caught", ended.raised or ended.signal)
            done[place] = Judged(mutant, fate, shown_by)
        notify(f"{target}: {following + len(done)} of {len(chosen)} mutants")
        while following in done:
            yield len(plan.mutants), done.pop(following)
            following += 1


def _prepare_process(home: Path) -> None:
    """Import what is heavy, and let what is forked from here compile with bounds checked.

    A mutant may read outside of an array; with bounds checked that is an error each time, else
    whatever lies there.
    """
    import hypothesis
    import networkx
    import numba
    import sympy

    del hypothesis, networkx, sympy
    numba.config.BOUNDSCHECK, numba.config.CACHE_DIR = 1, str(home)
    os.environ |= {"GRUNDWORK_HOME": str(home), "GRUNDWORK_MEMORY": MEMORY}


def _ungated_call(gate: Gated[..., Any], *args: Any, **kwargs: Any) -> Any:
    return gate.ungated(*args, **kwargs)


def _loaded(target: str) -> Study:
    """Return the study, whose gated functions answer in this process, which ends soon."""
    setattr(Gated, "__call__", _ungated_call)  # noqa: B010
    limit_memory()
    return load_study(target)


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


def recorded(target: str) -> Plan:
    """Compare the unchanged solver as checking does; return every call with its right value."""
    study = _loaded(target)
    plan = Plan(target, mutants_of_study(study), files=solver_files(study))
    cases = [_cases(study, agreement) for agreement in study.agreements]
    plan.several = {
        agreement.plain.__name__
        for agreement, each in zip(study.agreements, cases, strict=True)
        if any(isinstance(truth, OneOf) for _, truth in each)
    }
    of_each: list[tuple[float, list[tuple[int, Arguments, Any]]]] = []
    for number, (agreement, each) in enumerate(zip(study.agreements, cases, strict=True)):
        calls = [(number, arguments, _sendable(truth)) for arguments, truth in each]
        begin = time.process_time()
        for _, arguments, truth in calls:
            if failure := failing(agreement, arguments, truth):
                raise UnsoundError(
                    f"{target}: {failure}, as it is; mend it before counting mutants"
                )
        of_each.append((time.process_time() - begin, calls))
        if not agreement.lowered:
            ask = partial(large_outcome, agreement, plan.several)
            drawn = large_cases([arguments for arguments, _ in each], f"{study.name} {number}", ask)
            plan.large += [(number, *case) for case in drawn]
    cheapest = [calls for _, calls in sorted(of_each, key=lambda each: each[0])]
    first = [call for calls in cheapest for call in calls[:: max(len(calls) // FIRST, 1)]]
    plan.calls = first + [call for calls in cheapest for call in calls]
    return plan


def _cases(study: Study, agreement: Agreement) -> list[tuple[Arguments, Any]]:
    """Return the arguments that an agreement compares, each once, with the truth."""
    cases: dict[str, tuple[Arguments, Any]] = {}

    def oracle(**arguments: Any) -> Any:
        asked = own_copies(arguments)
        truth = agreement.oracle(**arguments)
        cases.setdefault(show(asked), (asked, truth))
        return truth

    found = compare(dataclasses.replace(agreement, oracle=oracle, controls={}), Settings())
    if found.disagreement is not None:
        raise UnsoundError(
            f"{study.name}: {found.name} disagrees with its oracle as it is, at "
            f"{found.disagreement}; mend it before counting mutants"
        )
    return list(cases.values())


def _sendable(truth: object) -> object:
    """Return a right value for the process of a mutant, or that the oracle is asked there."""
    try:
        pickle.dumps(truth)
    except Exception:  # whatever a value's own class raises
        return ASK
    return truth


def failing(agreement: Agreement, arguments: Arguments, truth: object) -> str:
    """Return a call that gives another value than the truth, in words; nothing if it does not."""
    true = agreement.oracle(**own_copies(arguments)) if truth == ASK else truth
    found = outcome_of(agreement, arguments)
    if not found.error and same(found.value, true):
        return ""
    name = agreement.name.partition(":")[2]
    return f"{name}: {show(dict(arguments))}: found {found}"[:200]


def outcome_of(agreement: Agreement, arguments: Arguments) -> Outcome:
    """Ask the fast function of an agreement; errors are outcomes."""
    try:
        with overridden(agreement.lowered):
            value = agreement.plain(**own_copies({**arguments, **agreement.fixed}))
    except Exception as error:
        if agreement.refusal is not None and isinstance(error, agreement.refusal):
            return Outcome(REFUSED, refused=True)
        refused = any(kind.__name__ == "InputError" for kind in type(error).__mro__)
        return Outcome(error=type(error).__name__, refused=refused)
    return Outcome(list(islice(value, LISTED)) if isinstance(value, Iterator) else value)


def large_outcome(agreement: Agreement, several: set[str], arguments: Arguments) -> Outcome:
    """Return what the fast function of an agreement gives at arguments that no oracle reaches.

    Of a function that gives one of several right results, only that it gives one. A long value is
    kept as its digest.
    """
    found = outcome_of(agreement, arguments)
    if found.error or found.value is REFUSED:
        return found
    if agreement.plain.__name__ in several:
        return dataclasses.replace(found, value=None)
    text = hex(found.value) if type(found.value) is int else repr(found.value)
    if len(text) <= LISTED:
        return found
    return Outcome(f"{text[:30]}... {hashlib.sha256(text.encode()).hexdigest()[:16]}")


def judged(plan: Plan, mutant: Mutant) -> tuple[str, str]:
    """Load a mutant in this process and return what became of it, and what showed it."""
    _read_changed(mutant)
    _compile_anew(affected_by(mutant, plan.files))
    return _judged(plan)


def _seconds_unchanged(plan: Plan) -> float:
    """Return how long the unchanged solver, loaded anew, takes for all that a mutant is asked."""
    begin = time.process_time()
    fate, shown_by = _judged(plan)
    if fate != "equivalent":
        raise UnsoundError(f"{plan.target}: loaded anew, the solver as it is gives: {shown_by}")
    return time.process_time() - begin


def _judged(plan: Plan) -> tuple[str, str]:
    try:
        study = _loaded(plan.target)
    except Exception as error:
        return "caught", f"on import: {type(error).__name__}: {error}"[:200]
    for number, arguments, truth in plan.calls:
        if failure := failing(study.agreements[number], arguments, truth):
            return "caught", failure
    for number, arguments, known in plan.large:
        found = large_outcome(study.agreements[number], plan.several, arguments)
        if not _same(found, known):
            claim = _refuted_claim(study)
            if claim:
                return "caught", f"claim {claim}"
            shown = f"{show(dict(arguments))[:200]}: {found}, as it stands {known}"
            return ("refuses" if found.refused else "wrong"), shown
    return "equivalent", ""


def _refuted_claim(study: Study) -> str:
    """Return a claim by the solvers that a mutant refutes; checking would not certify it."""
    for claim in study.claims:
        if claim.gating:
            believed = claim.believed if claim.correction is None else claim.correction[1]
            for check in claim.checks:
                try:
                    refuted = check.run(claim, believed, Settings()).level == Level.REFUTED
                except Exception:  # a crash is noticed, too
                    refuted = True
                if refuted:
                    return claim.name
    return ""


def _same(found: Outcome, known: Outcome) -> bool:
    """Whether two outcomes are the same; no answer is one, in whatever words."""
    silent, silent_as_it_is = (bool(one.error or one.refused) for one in (found, known))
    return silent == silent_as_it_is and (silent or bool(found.value == known.value))


def _read_changed(mutant: Mutant) -> None:
    """Let imports of the mutant's file find its code."""
    path = ROOT / mutant.file
    tree = mutated(path.read_text(encoding="utf-8"), mutant)
    code = compile(tree, str(path), "exec", dont_inherit=True)
    loader = importlib.machinery.SourceFileLoader
    usual = loader.get_code

    def get_code(self: Any, fullname: str) -> types.CodeType | None:
        return code if Path(self.path).resolve() == path else usual(self, fullname)

    setattr(loader, "get_code", get_code)  # noqa: B010


def _compile_anew(names: set[str]) -> None:
    """Let numba keep no code of functions of some names, which a change reaches."""
    from numba.core.dispatcher import Dispatcher

    usual = Dispatcher.enable_caching

    def enable_caching(self: Any) -> None:
        if self.py_func.__name__ not in names:
            usual(self)

    Dispatcher.enable_caching = enable_caching  # type: ignore[method-assign]
