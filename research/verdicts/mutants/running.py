"""Mutants run: each in a forked process of its own, with a limit of processor time.

A *mutant* is a solver with one place of its code changed, in a function that runs as it is compared
(:mod:`research.verdicts.mutants.operators`). One process loads the study as it is, and notes what
its solvers give on a part of the calls that checking compares, and on calls with large drawn
arguments. For each mutant another one is forked from a process that has never loaded the study,
loads it with the mutant's code in the place of the file's, and makes the same calls. Nothing on
disk changes. What a mutant came to is one of

caught
    A call gave another value than the oracle, or the solver crashed; or answers differ at a drawn
    argument, and a comparison or a claim of the whole check notices the mutant.
equivalent
    It passed, and gave the same results as the unchanged solver on the drawn arguments.
refuses
    It passed, and refuses a drawn argument that the unchanged solver answers: no wrong answer.
wrong
    It passed, and answers otherwise at a drawn argument, which is shown: a hole in the gate.
hung
    It did not end in a multiple of the time of the unchanged solver.
"""

from __future__ import annotations

import dataclasses
import hashlib
import importlib
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
from typing import TYPE_CHECKING, Any, NamedTuple

from fast.errors import InputError
from fast.gate import Gated
from fast.gate.inputs import ROOT, digest, file_name
from fast.gate.signature import call_signature
from oracles.limits import limit_memory
from research.checks.equality import plain, show
from research.checks.evidence import Level, Settings
from research.claims.agreement import Agreement, compare, failure_of
from research.claims.cases import Arguments, Listed, OneOf, own_copies
from research.claims.solver_code import covering, functions_run, solver_files
from research.resolving.loading import load_study
from research.system.forked import alone, run_each
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
SHAPES = 10  # signatures of one solver's calls for which large arguments are drawn
LONGEST_BITS = 2**17  # of a drawn argument
LONG = 0.02  # seconds of the processor that the unchanged solver may take for a drawn call

Call = tuple[int, Arguments, str]  # place of the agreement, arguments, what is given in words


@dataclass(frozen=True)
class Plan:
    """What the mutants of a study's solver are, and what they are asked."""

    target: str
    files: tuple[str, ...]  # the solver's, in which functions ran
    digest: str  # of these files, and of how they are compared
    mutants: Sequence[Mutant]
    calls: bytes  # compared and drawn; to read them may load a solver
    seconds: float = 0.0  # that the unchanged solver takes for the compared ones


class Judged(NamedTuple):
    """What became of a mutant, and what showed it: a comparison, a claim, an argument."""

    mutant: Mutant
    fate: str
    shown_by: str


def plan_of(target: str, home: Path) -> Plan:
    """Compare the solver of a study as it is; return what its mutants are asked.

    The study is not loaded in this process. An empty folder is its home, also for compiled kernels.
    ``InputError`` says where the unchanged solver does not pass.
    """
    import numba

    for name in ("hypothesis", "networkx", "sympy"):  # slow to import, and here for every mutant
        importlib.import_module(name)
    # A mutant may read outside of an array: with bounds checked that is an error each time.
    numba.config.BOUNDSCHECK, numba.config.CACHE_DIR = 1, str(home)
    os.environ |= {"GRUNDWORK_HOME": str(home), "GRUNDWORK_MEMORY": MEMORY}
    plan: Plan = alone(partial(recorded, target), RECORDING)
    return plan


def run_mutants(
    plan: Plan, number: int | None, notify: Callable[[str], None] = lambda _: None
) -> Iterator[Judged]:
    """Run the mutants of a study's solver, or a random sample, and yield what became of each."""
    chosen = list(plan.mutants)
    if number is not None and number < len(chosen):  # always the same for a target
        places = random.Random(plan.target).sample(range(len(chosen)), number)
        chosen = [chosen[place] for place in sorted(places)]
    limit = TIMES * plan.seconds + SECONDS
    jobs, suspects = os.cpu_count() or 1, list[Judged]()
    works = [partial(judged, plan, mutant) for mutant in chosen]
    for done, (place, ended) in enumerate(run_each(works, jobs=jobs, seconds=limit), 1):
        notify(f"{plan.target}: {done} of {len(chosen)} mutants")
        how = ended.value or ("caught", ended.failed)
        found = Judged(chosen[place], *(("hung", f"{limit:.0f} s") if ended.too_long else how))
        if found.fate in ("refuses", "wrong"):
            suspects.append(found)
        else:
            yield found
    checks = [partial(caught_by_check, plan, one.mutant) for one in suspects]
    for place, ended in run_each(checks, jobs=jobs, seconds=CHECKING):
        one = suspects[place]
        caught = "it did not end" if ended.too_long else ended.value or ended.failed
        yield Judged(one.mutant, "caught", caught) if caught else one


def recorded(target: str) -> Plan:
    """Compare the unchanged solver on some cases; return all calls with what they give."""
    study, cover = _loaded(target), covering(solver_files())
    calls, drawn, seconds = list[Call](), list[Call](), 0.0
    by_solver: dict[str, tuple[int, list[Arguments]]] = {}
    for number, agreement in enumerate(study.agreements):
        cases, one_result = _compared(agreement)
        begun = time.process_time()
        with cover.collect():
            calls += [(number, case, answer_of(agreement, case)) for case in cases]
        seconds += time.process_time() - begun
        if one_result:
            by_solver.setdefault(agreement.name, (number, []))[1].extend(cases)
    for number, cases in by_solver.values():
        agreement = study.agreements[number]
        drawn += [(number, *case) for case in large_cases(agreement, cases)]
    # Every tenth comes first: what most calls notice is caught soon.
    calls = [*calls[::10], *(call for place, call in enumerate(calls) if place % 10)]
    ran = _functions_that_ran(cover)
    # What stands outside of functions in the study's own file is rules, beliefs and controls.
    mutants = [
        mutant
        for path in sorted(ran)
        for mutant in mutants_of(path, ran[path])
        if mutant.unit or path != study.file
    ]
    files = tuple(file_name(path) for path in sorted(ran))
    sent = pickle.dumps((calls, drawn))
    return Plan(target, files, digest_of(study, files), mutants, sent, seconds)


def digest_of(study: Study, files: Sequence[str]) -> str:
    """Return a digest of a solver's files, and of the one that says how it is compared."""
    agreements = study.file.with_name("agreements.py")
    read = [*(ROOT / file for file in files), agreements if agreements.is_file() else study.file]
    known = [(path.name, digest(path)) for path in read if path.is_file()]
    return hashlib.sha256(repr(known).encode()).hexdigest()[:16]


def _compared(agreement: Agreement) -> tuple[list[Arguments], bool]:
    """Compare on a part of the cases; return these, and whether each has one right result."""
    cases: dict[str, Arguments] = {}
    one_result = True

    def oracle(**arguments: Any) -> Any:
        nonlocal one_result
        cases.setdefault(show(arguments), own_copies(arguments))
        truth = agreement.oracle(**arguments)
        one_result &= not isinstance(truth, OneOf)
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
    return list(cases.values()), one_result


def large_cases(
    agreement: Agreement, cases: Sequence[Arguments]
) -> Iterator[tuple[Arguments, str]]:
    """Yield large arguments, beyond what any oracle reaches, and what the unchanged solver gives.

    Of the compared calls of each signature the integers of the last are drawn anew,
    log-uniformly, from ever larger ranges, as long as the unchanged solver is quick. A modulus and
    what goes with it are those of a compared call.
    """
    modulo, alike = agreement.modulo, dict[Any, list[Arguments]]()
    for case in cases:
        own = {name: value for name, value in case.items() if name not in modulo}
        given = [name for name in modulo if case.get(name) is not None]
        key = call_signature(agreement.plain, own), *given
        alike.setdefault(key, []).append(case)
    signatures = list(alike.values())
    for number, some in enumerate(signatures[:: len(signatures) // SHAPES + 1]):
        draw = random.Random(f"{agreement.name} {number}")
        bits = 1
        while bits <= LONGEST_BITS:
            drawn: list[int] = []
            case = {
                name: _drawn(value, draw, bits, drawn)
                for name, value in some[-1].items()
                if name not in modulo
            }
            case |= {name: value for name, value in draw.choice(some).items() if name in modulo}
            begun = time.process_time()
            known = answer_of(agreement, case)
            if not drawn or time.process_time() - begun > LONG:
                break
            yield case, known
            bits += 1 if bits < 63 else bits // 2


def _drawn(value: Any, draw: random.Random, most_bits: int, before: list[int]) -> Any:
    """Return a value with its integers drawn log-uniformly, or equal or next to one before."""
    if type(value) in (tuple, list):
        return type(value)([_drawn(part, draw, most_bits, before) for part in value])
    if type(value) is not int:
        return value
    number = draw.getrandbits(draw.choice((most_bits, draw.randint(0, most_bits))))
    if before and draw.random() < 0.5:
        number = max(draw.choice(before) + draw.choice((0, 0, 1, -1)), 0)
    before.append(number)
    return number


def _functions_that_ran(cover: Coverage) -> dict[Path, set[str]]:
    """Return the functions of the solver that ran under a coverage, or were compiled, by file."""
    found: dict[Path, set[str]] = {}
    for file, name in functions_run(cover):
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
    compared, drawn = pickle.loads(plan.calls)  # which our own process wrote
    for place, (number, arguments, known) in enumerate((*compared, *drawn)):
        agreement = study.agreements[number]
        found = answer_of(agreement, arguments)
        if found == known:
            continue
        shown = f"{show(dict(arguments))[:200]}: {found[:80]}, as it stands {known[:80]}"
        silent = found.startswith(NO_ANSWER)
        if place < len(compared):
            if failure_of(agreement, agreement.plain, arguments) is not None:
                return "caught", f"{agreement.name}: {shown}"
        elif not (silent and known.startswith(NO_ANSWER)):
            return ("refuses" if silent else "wrong"), shown
    return "equivalent", ""


def answer_of(agreement: Agreement, arguments: Arguments) -> str:
    """Return what the fast function of an agreement gives, in words; long ones by a digest."""
    try:
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
        believed = claim.believed if claim.correction is None else claim.correction[1]
        for check in claim.checks if claim.gating else ():
            if check.run(claim, believed, Settings()).level == Level.REFUTED:
                return f"claim {claim.name}"
    return ""


def _loaded(target: str, mutant: Mutant | None = None) -> Study:
    """Return the study, whose gated functions answer in this process, which ends soon."""
    if mutant is not None:
        _read_changed(mutant)
    call = lambda gate, *args, **kwargs: gate.ungated(*args, **kwargs)  # noqa: E731
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
