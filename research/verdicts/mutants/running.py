"""Mutants run: each in a forked process of its own, with a limit of processor time.

One process loads the study and makes a part of the calls that checking compares; the right values
are the oracle's. For each mutant another one is forked from a process that has never loaded the
study, loads it with the mutant's code in the place of the file's, and makes the same calls, and
then calls with large arguments. A mutant that answers otherwise there goes through all comparisons
and claims that a check makes of the solver. Nothing on disk changes.
"""

from __future__ import annotations

import dataclasses
import hashlib
import importlib.machinery
import os
import pickle
import random
import sys
import time
import types
from collections.abc import Callable, Collection, Iterator, Sequence
from dataclasses import dataclass
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
from research.claims.agreement import REFUSED, Agreement, compare, same
from research.claims.cases import Arguments, own_copies
from research.claims.graphs import OneOf
from research.claims.solver_code import (
    covering,
    functions_of,
    lines_run,
    overridden,
    solver_files,
)
from research.resolving.loading import load_study
from research.system.forked import Ended, alone, run_each
from research.verdicts.mutants.large_cases import large_cases
from research.verdicts.mutants.operators import Mutant, mutants_of, mutated

if TYPE_CHECKING:
    from research.claims.study import Study

FATES = ("caught", "equivalent", "refuses", "wrong", "hung")
TIMES, SECONDS = 3, 5  # a mutant may take so many times as long as the solver, and seconds more
COMPILING = 60  # seconds more where a file holds compiled loops
CHECKING = 3_600.0  # seconds for a check, of the unchanged solver and of a mutant
MEMORY = "3"  # GB of one mutant
MOST_CALLS = 200  # of each agreement that are made before the large ones
ASK = "ask the oracle"  # in place of a value that cannot be sent
LISTED = 2_000  # of an answer that has no end, as many entries are compared


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


Call = tuple[int, Arguments, Any]  # the place of its agreement, and what it gives


@dataclass(frozen=True)
class Plan:
    """What is known of the unchanged solver.

    Attributes
    ----------
    files
        The solver's files, by the functions that ran as the calls were made.
    calls
        Those that checking compares, and those of large arguments. They stay bytes where no solver
        is loaded, because to read them may load one.
    several
        The functions that give one of several right results.
    compiles
        Whether a file holds compiled loops.
    seconds
        How long the solver takes for all calls.
    """

    target: str
    files: tuple[Path, ...]
    mutants: Sequence[Mutant]
    calls: bytes
    several: frozenset[str]
    compiles: bool
    seconds: float = 0.0


def plan_of(target: str, home: Path) -> Plan:
    """Compare the solver of a study as it is; return what its mutants are asked.

    Parameters
    ----------
    target
        The study, as on the command line; not loaded in this process.
    home
        An empty folder, for compiled kernels, and in place of Grundwork's home.

    Raises
    ------
    InputError
        If the unchanged solver does not pass.
    """
    _prepare_process(home)
    plan: Plan = alone(partial(recorded, target), CHECKING)
    seconds = alone(partial(_seconds_unchanged, plan), CHECKING)
    return dataclasses.replace(plan, seconds=seconds)


def run_mutants(
    plan: Plan, number: int | None, notify: Callable[[str], None] = lambda _: None
) -> Iterator[Judged]:
    """Run the mutants of a study's solver and yield what became of each.

    Parameters
    ----------
    plan
        What they are asked.
    number
        Run a random sample of so many; all if None or more than there are.
    notify
        Told what is being done.
    """
    chosen = sampled(plan.mutants, number, plan.target)
    limit = TIMES * plan.seconds + SECONDS + COMPILING * plan.compiles
    jobs, suspects = os.cpu_count() or 1, list[Judged]()
    works = [partial(judged, plan, mutant) for mutant in chosen]
    for done, (place, ended) in enumerate(run_each(works, jobs=jobs, seconds=limit), 1):
        notify(f"{plan.target}: {done} of {len(chosen)} mutants")
        found = _found(chosen[place], ended, limit)
        if found.fate in ("refuses", "wrong"):
            suspects.append(found)
        else:
            yield found
    checks = [partial(caught_by_check, plan, one.mutant) for one in suspects]
    for place, ended in run_each(checks, jobs=jobs, seconds=CHECKING):
        one = suspects[place]
        caught = "it did not end" if ended.too_long else ended.value or ended.raised or ended.signal
        yield Judged(one.mutant, "caught", caught) if caught else one


def _found(mutant: Mutant, ended: Ended, limit: float) -> Judged:
    if ended.too_long:
        return Judged(mutant, "hung", f"{limit:.0f} s")
    fate, shown_by = ended.value or ("caught", ended.raised or ended.signal)
    return Judged(mutant, fate, shown_by)


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
    """Return a random sample in the order of the whole, always the same for a target."""
    if number is None or number >= len(mutants):
        return list(mutants)
    places = random.Random(target).sample(range(len(mutants)), number)
    return [mutants[place] for place in sorted(places)]


def recorded(target: str) -> Plan:
    """Compare the unchanged solver on some cases; return every call with its right value."""
    study = _loaded(target)
    several: set[str] = set()
    compared: list[Call] = []
    large: list[Call] = []
    for number, agreement in enumerate(study.agreements):
        cases = _cases(agreement)
        if any(isinstance(truth, OneOf) for _, truth in cases):
            several.add(agreement.plain.__name__)
        compared += [(number, arguments, _sendable(truth)) for arguments, truth in cases]
        if not agreement.lowered:
            ask = partial(large_outcome, agreement, several)
            shapes = [arguments for arguments, _ in cases]
            large += [
                (number, *case) for case in large_cases(shapes, f"{study.name} {number}", ask)
            ]
    calls = pickle.dumps((compared, large))
    ran = _functions_run(study, compared)
    compiled = [path for path in ran if "numba" in path.read_text(encoding="utf-8")]
    mutants = [
        mutant
        for path, names in sorted(ran.items())
        for mutant in mutants_of(path, None if path in compiled else names)
    ]
    return Plan(target, tuple(sorted(ran)), mutants, calls, frozenset(several), bool(compiled))


def _functions_run(study: Study, calls: Sequence[Call]) -> dict[Path, set[str]]:
    """Return the functions of the solver that run as calls are made, by file.

    Of files with compiled loops, whose runs nobody sees, all that are loaded from the same folders.
    """
    files = solver_files()
    cover = covering(files)
    with cover.collect():
        for number, arguments, _ in calls:
            outcome_of(study.agreements[number], arguments)
    found: dict[Path, set[str]] = {}
    for file, name in functions_of(lines_run(cover)):
        found.setdefault(Path(file), set()).add(name)
    folders = {path.parent for path in found}
    for module in list(sys.modules.values()):
        path = Path(getattr(module, "__file__", None) or "")
        loaded = str(path) in files and path.parent in folders
        if loaded and "numba" in path.read_text(encoding="utf-8"):
            found.setdefault(path, set())
    return found


def _cases(agreement: Agreement) -> list[tuple[Arguments, Any]]:
    """Return arguments that an agreement compares, with the truth; of listed ones every n-th."""
    if agreement.whole is not None:
        whole = agreement.whole()
        listed = [*whole[:: len(whole) // MOST_CALLS + 1], *whole[-1:]]
        return [(each, agreement.oracle(**own_copies(each))) for each in listed]
    cases: dict[str, tuple[Arguments, Any]] = {}

    def oracle(**arguments: Any) -> Any:
        asked = own_copies(arguments)
        truth = agreement.oracle(**arguments)
        cases.setdefault(show(asked), (asked, truth))
        return truth

    compare(dataclasses.replace(agreement, oracle=oracle, controls={}), Settings())
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


def large_outcome(agreement: Agreement, several: Collection[str], arguments: Arguments) -> Outcome:
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


def _seconds_unchanged(plan: Plan) -> float:
    """Return how long the unchanged solver, loaded anew, takes for all that a mutant is asked."""
    fate, shown_by = judged(plan)
    if fate != "equivalent":
        raise InputError(
            f"{plan.target}: the solver as it is gives: {shown_by}; mend it before counting mutants"
        )
    return time.process_time()


def judged(plan: Plan, mutant: Mutant | None = None) -> tuple[str, str]:
    """Load a mutant in this process and return what became of it, and what showed it."""
    if mutant is not None:
        _read_changed(mutant)
    study = _loaded(plan.target)
    compared, large = pickle.loads(plan.calls)  # which our own process wrote
    for number, arguments, truth in compared:
        if failure := failing(study.agreements[number], arguments, truth):
            return "caught", failure
    for number, arguments, known in large:
        found = large_outcome(study.agreements[number], plan.several, arguments)
        if not _same(found, known):
            shown = f"{show(dict(arguments))[:200]}: {found}, as it stands {known}"
            return ("refuses" if found.refused else "wrong"), shown
    return "equivalent", ""


def caught_by_check(plan: Plan, mutant: Mutant) -> str:
    """Return the agreement or claim of the whole check that notices a mutant; none if none does."""
    _read_changed(mutant)
    study = _loaded(plan.target)
    for agreement in study.agreements:
        found = compare(dataclasses.replace(agreement, controls={}), Settings())
        if found.disagreement is not None:
            return f"{found.name}: {found.disagreement}"[:200]
    for claim in study.claims:
        if claim.gating:
            believed = claim.believed if claim.correction is None else claim.correction[1]
            for check in claim.checks:
                if check.run(claim, believed, Settings()).level == Level.REFUTED:
                    return f"claim {claim.name}"
    return ""


def _same(found: Outcome, known: Outcome) -> bool:
    """Whether two outcomes are the same; no answer is one, in whatever words."""
    silent, silent_as_it_is = (bool(one.error or one.refused) for one in (found, known))
    return silent == silent_as_it_is and (silent or bool(found.value == known.value))


def _read_changed(mutant: Mutant) -> None:
    """Let imports of the mutant's file find its code, and numba keep none of it."""
    path = ROOT / mutant.file
    source = path.read_text(encoding="utf-8")
    code = compile(mutated(source, mutant), str(path), "exec", dont_inherit=True)
    loader = importlib.machinery.SourceFileLoader
    usual = loader.get_code

    def get_code(self: Any, fullname: str) -> types.CodeType | None:
        return code if Path(self.path).resolve() == path else usual(self, fullname)

    setattr(loader, "get_code", get_code)  # noqa: B010
    for name, module in list(sys.modules.items()):
        if getattr(module, "__file__", None) == str(path):  # solvers import it anew
            del sys.modules[name]
    if "numba" in source:
        from numba.core.dispatcher import Dispatcher

        setattr(Dispatcher, "enable_caching", lambda _: None)  # noqa: B010
