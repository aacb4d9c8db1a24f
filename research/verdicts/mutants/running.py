"""Mutants run: each in a forked process of its own, with a limit of processor time.

One process loads the study as it is, and notes what its solvers give on a part of the calls that
checking compares, and on calls with large arguments. For each mutant another one is forked from a
process that has never loaded the study, loads it with the mutant's code in the place of the file's,
and makes the same calls; where a compared one gives something else, the oracle judges. A mutant
that answers otherwise at a large argument goes through all comparisons and claims that a check
makes of the solver. Nothing on disk changes.
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
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING, Any

from fast.errors import InputError
from fast.gate import Gated
from fast.inputs import ROOT, digest, file_name
from oracles.limits import limit_memory
from research.checks.equality import plain, show
from research.checks.evidence import Level, Settings
from research.claims.agreement import Agreement, compare, failure_of
from research.claims.cases import Arguments, Listed, own_copies
from research.claims.graphs import OneOf
from research.claims.solver_code import (
    covering,
    functions_of,
    lines_run,
    overridden,
    solver_files,
)
from research.resolving.loading import load_study
from research.system.forked import alone, run_each
from research.verdicts.mutants.large_cases import large_cases
from research.verdicts.mutants.operators import Mutant, mutants_of, mutated

if TYPE_CHECKING:
    from coverage import Coverage

    from research.claims.study import Study

FATES = ("caught", "equivalent", "refuses", "wrong", "hung")
TIMES, SECONDS = 3, 5  # a mutant may take so many times as long as the solver, and seconds more
RECORDING = 3_600.0  # seconds of the processor for noting what the unchanged solver gives
CHECKING = 300.0  # and for a check of a mutant that answers otherwise at a large argument
MEMORY = "3"  # GB of one mutant
MOST_CALLS = 200  # of each agreement that are made before the large ones
LISTED = 2_000  # entries of an answer that has no end, and characters of what is noted in full
NO_ANSWER = "no answer: "


@dataclass(frozen=True)
class Call:
    """A call of the fast function of an agreement, and in words what the unchanged solver gives."""

    agreement: int
    arguments: Arguments
    known: str
    compared: bool


@dataclass(frozen=True)
class Plan:
    """What the mutants of a study's solver are, and what they are asked.

    Attributes
    ----------
    files
        The solver's, in which functions ran as the calls were made.
    digest
        Of these files, and of how they are compared.
    calls
        They stay bytes where no solver is loaded, because to read them may load one.
    seconds
        How long the unchanged solver takes for the compared calls.
    """

    target: str
    files: tuple[str, ...]
    digest: str
    mutants: Sequence[Mutant]
    calls: bytes
    seconds: float = 0.0


@dataclass(frozen=True)
class Judged:
    """What became of a mutant, and what showed it: a comparison, a claim, an argument."""

    mutant: Mutant
    fate: str
    shown_by: str


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
    import hypothesis
    import networkx
    import numba
    import sympy

    del hypothesis, networkx, sympy  # slow to import, and here for every mutant
    # A mutant may read outside of an array: with bounds checked that is an error each time.
    numba.config.BOUNDSCHECK, numba.config.CACHE_DIR = 1, str(home)
    os.environ |= {"GRUNDWORK_HOME": str(home), "GRUNDWORK_MEMORY": MEMORY}
    plan: Plan = alone(partial(recorded, target), RECORDING)
    return plan


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
    limit = TIMES * plan.seconds + SECONDS
    jobs, suspects = os.cpu_count() or 1, list[Judged]()
    works = [partial(judged, plan, mutant) for mutant in chosen]
    for done, (place, ended) in enumerate(run_each(works, jobs=jobs, seconds=limit), 1):
        notify(f"{plan.target}: {done} of {len(chosen)} mutants")
        fate, shown_by = ended.value or ("caught", ended.raised or ended.signal)
        if ended.too_long:
            fate, shown_by = "hung", f"{limit:.0f} s"
        found = Judged(chosen[place], fate, shown_by)
        if fate in ("refuses", "wrong"):
            suspects.append(found)
        else:
            yield found
    checks = [partial(caught_by_check, plan, one.mutant) for one in suspects]
    for place, ended in run_each(checks, jobs=jobs, seconds=CHECKING):
        one = suspects[place]
        caught = "it did not end" if ended.too_long else ended.value or ended.raised or ended.signal
        yield Judged(one.mutant, "caught", caught) if caught else one


def sampled(mutants: Sequence[Mutant], number: int | None, target: str) -> list[Mutant]:
    """Return a random sample in the order of the whole, always the same for a target."""
    if number is None or number >= len(mutants):
        return list(mutants)
    places = random.Random(target).sample(range(len(mutants)), number)
    return [mutants[place] for place in sorted(places)]


def recorded(target: str) -> Plan:
    """Compare the unchanged solver on some cases; return all calls with what they give."""
    study = _loaded(target)
    cases: list[list[Arguments]] = []
    by_solver: dict[str, tuple[int, list[Arguments]]] = {}
    several: set[str] = set()  # solvers that give one of several right results
    for number, agreement in enumerate(study.agreements):
        some, truths = _compared(agreement)
        cases.append(some)
        if any(isinstance(truth, OneOf) for truth in truths):
            several.add(agreement.name)
        if not agreement.lowered:
            by_solver.setdefault(agreement.name, (number, []))[1].extend(some)
    begun = time.process_time()
    cover = covering(solver_files())
    with cover.collect():
        calls = [
            Call(number, arguments, answer_of(study.agreements[number], arguments), compared=True)
            for number, some in enumerate(cases)
            for arguments in some
        ]
    # Every tenth comes first: what most calls notice is caught soon.
    calls = [*calls[::10], *(call for place, call in enumerate(calls) if place % 10)]
    seconds = time.process_time() - begun
    for name, (number, some) in by_solver.items():
        if name not in several:
            ask = partial(answer_of, study.agreements[number])
            drawn = large_cases(some, name, study.modulo, ask)
            calls += [Call(number, *case, compared=False) for case in drawn]
    ran = _functions_that_ran(cover)
    mutants = [mutant for path in sorted(ran) for mutant in mutants_of(path, ran[path])]
    files = tuple(file_name(path) for path in sorted(ran))
    return Plan(target, files, digest_of(study, files), mutants, pickle.dumps(calls), seconds)


def digest_of(study: Study, files: Sequence[str]) -> str:
    """Return a digest of a solver's files, and of the one that says how it is compared."""
    agreements = study.file.with_name("agreements.py")
    read = [*(ROOT / file for file in files), agreements if agreements.is_file() else study.file]
    known = [(path.name, digest(path)) for path in read if path.is_file()]
    return hashlib.sha256(repr(known).encode()).hexdigest()[:16]


def _compared(agreement: Agreement) -> tuple[list[Arguments], list[Any]]:
    """Compare on a part of the cases, of listed ones every n-th; return these and the truths."""
    cases: dict[str, tuple[Arguments, Any]] = {}

    def oracle(**arguments: Any) -> Any:
        asked = own_copies(arguments)
        truth = agreement.oracle(**arguments)
        cases.setdefault(show(asked), (asked, truth))
        return truth

    some = dataclasses.replace(agreement, oracle=oracle, controls={})
    if isinstance(agreement.cases, Listed):
        whole = list(agreement.cases.cases())
        listed = [*whole[:: len(whole) // MOST_CALLS + 1], *whole[-1:]]
        some = dataclasses.replace(some, cases=Listed(agreement.cases.words, lambda: listed))
    found = compare(some, Settings())
    if found.disagreement is not None:
        raise InputError(
            f"{found.name}: {found.difference}; mend the solver before counting mutants"
        )
    return [each for each, _ in cases.values()], [truth for _, truth in cases.values()]


def _functions_that_ran(cover: Coverage) -> dict[Path, set[str]]:
    """Return the functions of the solver that ran under a coverage, or were compiled, by file."""
    found: dict[Path, set[str]] = {}
    for file, name in functions_of(lines_run(cover)):
        found.setdefault(Path(file), set()).add(name)
    files = solver_files()
    for module in list(sys.modules.values()):
        if getattr(module, "__file__", None) in files:
            for value in vars(module).values():
                if getattr(value, "nopython_signatures", None):  # compiled: nobody sees it run
                    path = Path(value.py_func.__code__.co_filename)
                    found.setdefault(path, set()).add(value.py_func.__qualname__)
    return found


def judged(plan: Plan, mutant: Mutant) -> tuple[str, str]:
    """Load a mutant in this process and return what became of it, and what showed it."""
    study = _loaded(plan.target, mutant)
    for call in pickle.loads(plan.calls):  # which our own process wrote
        agreement = study.agreements[call.agreement]
        found = answer_of(agreement, call.arguments)
        if found == call.known:
            continue
        shown = f"{show(dict(call.arguments))[:200]}: {found[:80]}, as it stands {call.known[:80]}"
        silent = found.startswith(NO_ANSWER)
        if call.compared:
            if failure_of(agreement, agreement.plain, call.arguments) is not None:
                return "caught", f"{agreement.name}: {shown}"
        elif not (silent and call.known.startswith(NO_ANSWER)):
            return ("refuses" if silent else "wrong"), shown
    return "equivalent", ""


def answer_of(agreement: Agreement, arguments: Arguments) -> str:
    """Return what the fast function of an agreement gives, in words; long ones by a digest."""
    try:
        with overridden(agreement.lowered):
            value = agreement.plain(**own_copies({**arguments, **agreement.fixed}))
            if isinstance(value, Iterator):
                value = list(islice(value, LISTED))
    except Exception as error:  # a refusal, or a crash
        return NO_ANSWER + type(error).__name__
    text = show(plain(value))
    if len(text) <= LISTED:
        return text
    return f"{text[:30]}... {hashlib.sha256(text.encode()).hexdigest()[:16]}"


def caught_by_check(plan: Plan, mutant: Mutant) -> str:
    """Return the agreement or claim of the whole check that notices a mutant; none if none does."""
    study = _loaded(plan.target, mutant)
    for agreement in study.agreements:
        found = compare(dataclasses.replace(agreement, controls={}), Settings())
        if found.disagreement is not None:
            return f"{found.name}: {found.difference}"[:200]
    for claim in study.claims:
        if claim.gating:
            believed = claim.believed if claim.correction is None else claim.correction[1]
            for check in claim.checks:
                if check.run(claim, believed, Settings()).level == Level.REFUTED:
                    return f"claim {claim.name}"
    return ""


def _loaded(target: str, mutant: Mutant | None = None) -> Study:
    """Return the study, whose gated functions answer in this process, which ends soon."""
    if mutant is not None:
        _read_changed(mutant)

    def call(gate: Gated[..., Any], *args: Any, **kwargs: Any) -> Any:
        return gate.ungated(*args, **kwargs)

    setattr(Gated, "__call__", call)  # noqa: B010
    limit_memory()
    sys.set_int_max_str_digits(0)  # what is noted may be long
    return load_study(target)


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
