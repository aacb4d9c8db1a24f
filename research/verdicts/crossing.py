"""Whether comparisons took every branch of the code that answers.

After the comparisons, the calls that agreed are made again, the smallest first, in a forked process
in which a researcher's modules are run anew, caches are empty and compiled kernels run as plain
Python, and coverage.py watches which branches are taken. It stops as soon as all are. What is then
left is named: an answer could take a way there that no comparison took.

A library of the author's own that is no Python is a branch too, for nobody looks into it.

Looked at are the functions that the answer can reach (:mod:`fast.reaching`), in the files of
``fast/`` and in a researcher's own, with the arms of their expressions (:mod:`research.code.arms`).
Excused is an arm that only refuses, one that ends in raising a ``ValueError``, a ``TypeError``, an
``AssertionError`` or a ``KeyboardInterrupt``, and the message of an ``assert``; and whatever its
author excuses in the source, for all to read, by ``# not compared: reason`` on the line, on the one
that the branch leads to, or on the ``def``.
"""

from __future__ import annotations

import contextlib
import json
import os
import signal
import sys
import tempfile
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from importlib.machinery import EXTENSION_SUFFIXES
from pathlib import Path
from types import BuiltinFunctionType, CodeType, FrameType, FunctionType, ModuleType
from typing import Any

from fast.confirmed import file_name
from fast.kinds import Path as PathTaken
from fast.kinds import ungated
from fast.reaching import reach
from fast.thresholds import lowered
from fast.watching import ROOT, is_foreign, is_ours
from oracles.errors import ResourceLimitError
from oracles.limits import COMPARISON, STAGE, TICK, Watch, call_seconds, may_raise
from research.checks.equality import same_value, show
from research.claims.calls import magnitude_of, own_copies
from research.code.arms import Arms
from research.code.branches import Branches
from research.code.dependencies import GATE
from research.code.solver_code import own_code
from research.system.forked import ChildError, alone
from research.verdicts.afresh import NotAnewError, can_run_anew, run_anew

_OF_LIBRARIES = {("ctypes", "CDLL"), ("_ctypes", "CFuncPtr"), ("_cffi_backend", "Lib")}
MODULO = ("modulus", "factors")
_NOT_SEEN: Mapping[str, Any] = {
    "missing_branches": [],
    "missing_lines": [],
    "executed_lines": [],
}
SECONDS = 60  # of processor time; what the calls did not cross by then is named


@dataclass(frozen=True)
class Call:
    """A call that agreed: the plain function, its arguments, the path that they take.

    Attributes
    ----------
    lowered
        The thresholds that were lowered for it.
    """

    function: Callable[..., Any]
    arguments: Mapping[str, Any]
    path: PathTaken
    lowered: Mapping[str, Any]


@dataclass(frozen=True)
class Crossing:
    """What no comparison took, by file and line, and what of it the authors excuse."""

    missed: tuple[str, ...] = ()
    excused: tuple[str, ...] = ()


def cross(answers: Sequence[Callable[..., Any]], calls: Sequence[Call]) -> Crossing:
    """Make the calls again under coverage and return what they did not cross.

    Parameters
    ----------
    answers
        The functions behind the gate.
    calls
        Every call that agreed.
    """
    try:
        found: Crossing = alone(lambda: _measured(answers, calls), 2 * _seconds())
    except ChildError as error:
        why = f"the calls that agreed could not be made again under coverage: {error}"
        return Crossing((why,))
    return found


def _seconds() -> float:
    return min(SECONDS, STAGE * call_seconds())


class _TimeUpError(BaseException):
    """The time for the calls is over."""


def _measured(answers: Sequence[Callable[..., Any]], calls: Sequence[Call]) -> Crossing:
    import coverage

    entries = [ungated(answer) for answer in answers]
    called = [*entries, *{id(call.function): call.function for call in calls}.values()]
    codes = [code for entry in entries for code, _ in reach(entry).functions.values()]
    files = {Path(code.co_filename) for code in codes if not is_ours(code.co_filename)}
    files |= {Path(code.co_filename) for entry in entries for code in own_code(entry)}
    near = {str(file.parent / "*") for file in files if not is_ours(file)}
    cover = coverage.Coverage(
        branch=True,
        include=[str(ROOT / "fast" / "*"), *map(str, files), *sorted(near)],
        data_file=None,
        config_file=False,
        messages=False,
    )
    cover.set_option("report:exclude_lines", ["(?!)"])
    cover.set_option("report:partial_branches", ["(?!)"])
    arms = Arms()
    _without_compiling()
    with _at_most(_seconds()), contextlib.suppress(_TimeUpError):
        with _covered(cover):
            calls = _anew(called, calls)
        _uncompile(called)
        for function in {id(f): f for f in (*entries, *(c.function for c in calls))}.values():
            arms.mark(plain for _, plain in reach(function).functions.values())
        times = 2 if any(map(can_run_anew, called)) else 1  # the second finds what was kept
        for batch in _growing(_in_turn(calls)):
            with _covered(cover):
                for call in batch:
                    answers = [_call(call) for _ in range(times)]
                    if not _all_the_same(answers):
                        return Crossing((_asked_again(call, answers),))
            found = _uncrossed(cover, arms, entries)
            if not found.missed:
                return found
    return _uncrossed(cover, arms, entries)


def _anew(called: Sequence[Callable[..., Any]], calls: Sequence[Call]) -> Sequence[Call]:
    """Run a researcher's modules anew and return the calls of what stands in them now."""
    try:
        functions, given = run_anew(called, [call.arguments for call in calls])
    except NotAnewError:  # which is a fault of its own
        return calls
    now = {id(before): function for before, function in zip(called, functions, strict=True)}
    return [
        Call(now[id(call.function)], arguments, call.path, call.lowered)
        for call, arguments in zip(calls, given, strict=True)
    ]


def _call(call: Call) -> Any:
    """Return what a call answers; None where it refuses."""
    try:
        with lowered(call.lowered), Watch("the call".__str__, seconds=COMPARISON):
            return call.function(**own_copies(call.arguments))
    except ResourceLimitError:
        raise _TimeUpError from None
    except Exception:  # a refusal; what the call did not cross is found missing anyway
        return None


def _all_the_same(answers: Sequence[Any]) -> bool:
    """Whether a call that is made again answers as before; what cannot be compared is passed."""
    first, *others = answers
    try:
        return all(same_value(each, first) for each in others)
    except Exception:
        return True


def _asked_again(call: Call, answers: Sequence[Any]) -> str:
    given = ", ".join(f"{name}={show(value)}" for name, value in call.arguments.items())
    was, again = map(show, answers)
    return f"{call.function.__name__}({given}) answers {was}, and {again} when it is asked again"


@contextlib.contextmanager
def _covered(cover: Any) -> Iterator[None]:
    cover.start()
    try:
        yield
    finally:
        cover.stop()


@contextlib.contextmanager
def _at_most(seconds: float) -> Iterator[None]:
    def ring(_: int, frame: FrameType | None) -> None:
        if not may_raise(frame):
            signal.setitimer(signal.ITIMER_VIRTUAL, TICK)
            return
        raise _TimeUpError

    signal.signal(signal.SIGVTALRM, ring)
    signal.setitimer(signal.ITIMER_VIRTUAL, seconds)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_VIRTUAL, 0)


def _in_turn(calls: Sequence[Call]) -> list[Call]:
    """Order calls: the smallest on each path, then the 2nd, 4th, 8th, ...; then all others.

    What shows only at some size is so met after few calls, and large ones still come late. Of the
    others few that lie far apart come first, then more between them: what only the largest show is
    met too before all are made. Paths that differ in the modulus alone are one then, as there are
    many and few steps depend on it.
    """
    begun: set[tuple[int, Any, str]] = set()
    seen: dict[tuple[int, Any, str], int] = {}
    ranked: list[tuple[bool, int, int, Call]] = []
    thresholds = {id(call.lowered): repr(call.lowered) for call in calls}
    exact: dict[PathTaken, PathTaken] = {}
    for call in sorted(calls, key=lambda call: magnitude_of(call.arguments)):
        own = id(call.function), call.path, thresholds[id(call.lowered)]
        if call.path not in exact:
            exact[call.path] = tuple(kind for kind in call.path if kind[0] not in MODULO)
        way = id(call.function), exact[call.path], own[2]
        place = seen[way] = seen.get(way, 0) + 1
        between = place & (place - 1) != 0 and own in begun
        begun.add(own)
        is_power = place & (place - 1) == 0
        rank = place.bit_length() if is_power else 1
        ranked.append((between, -(place & -place) if between else rank, len(ranked), call))
    return [call for *_, call in sorted(ranked, key=lambda entry: entry[:3])]


def _growing(calls: Sequence[Call]) -> Iterator[Sequence[Call]]:
    """Cut the calls into batches of 100, 20, 40, 80, ...: asking what is missing is slow too."""
    done, end, more = 0, 100, 20
    while done < len(calls):
        yield calls[done:end]
        done, end, more = end, end + more, 2 * more


def _without_compiling() -> None:
    """Let what is loaded from now on run as plain Python."""
    numba = sys.modules.get("numba")
    if numba is not None:
        numba.config.DISABLE_JIT = True
    os.environ["NUMBA_DISABLE_JIT"] = "1"  # where it is imported only now


def _uncompile(functions: Sequence[Callable[..., Any]]) -> None:
    """Put plain functions in the place of compiled ones, and empty caches, in all they reach."""
    for function in functions:
        for space, name, value in reach(function).bound:
            if isinstance(value, type) or Path(str(space.get("__file__"))) in GATE:
                continue  # of a class it would be a method, and the gate's own is no solver's
            if callable(getattr(value, "cache_clear", None)):
                value.cache_clear()
            if callable(getattr(value, "py_func", None)):
                space[name] = value.py_func
            elif type(value).__name__ == "DUFunc":  # of numba.vectorize
                space[name] = sys.modules["numpy"].vectorize(value.__wrapped__)
            elif isinstance(value, dict):
                value.update({k: v.py_func for k, v in value.items() if hasattr(v, "py_func")})


def _uncrossed(cover: Any, arms: Arms, entries: Sequence[Callable[..., Any]]) -> Crossing:
    """Return the branches of reachable functions that were not taken."""
    reached: dict[str, dict[int, tuple[CodeType, FunctionType]]] = {}
    for entry in entries:
        for code, function in reach(entry).functions.values():
            file = str(Path(code.co_filename).resolve())
            if _is_solver(file, entries):
                reached.setdefault(file, {})[id(code)] = (code, function)
    report = _report(cover)
    missed: set[str] = set()
    excused: set[str] = set()
    for file, functions in sorted(reached.items()):
        seen = report.get(file, _NOT_SEEN)
        branches = _branches_of(Path(file))
        left = arms.left(Path(file), {code.co_firstlineno for code, _ in functions.values()})
        for text, reason in branches.not_taken(functions.values(), seen, left):
            if reason:
                excused.add(f"{text.removesuffix(':')}: {reason}")
            else:
                missed.add(text)
    for entry in entries:
        for where, name in _machine_code(entry):
            reason = _branches_of(where).excuse_of(name) if where.suffix == ".py" else ""
            text = f"{file_name(where)}: {name}: what is no Python is not looked into"
            (excused if reason else missed).add(f"{text}: {reason}" if reason else text)
    return Crossing(tuple(sorted(missed)), tuple(sorted(excused)))


@cache  # in the forked process, in which no source changes
def _branches_of(file: Path) -> Branches:
    return Branches(file)


def _machine_code(entry: Callable[..., Any]) -> Iterator[tuple[Path, str]]:
    """Yield, by file and name, the libraries that a function uses and that are its author's own."""
    for space, name, value in reach(entry).bound:
        module = value if isinstance(value, ModuleType) else sys.modules.get(_module_of(value))
        file = getattr(module, "__file__", None) or "<none>"
        own = file.endswith(tuple(EXTENSION_SUFFIXES)) and not is_foreign(file)
        if own or any((k.__module__, k.__name__) in _OF_LIBRARIES for k in type(value).__mro__):
            yield Path(str(space.get("__file__", ""))), name


def _module_of(value: object) -> str:
    return str(value.__module__) if isinstance(value, BuiltinFunctionType) else ""


def _is_solver(file: str, entries: Sequence[Callable[..., Any]]) -> bool:
    path = Path(file)
    if is_ours(path):
        own = {str(Path(c.co_filename).resolve()) for e in entries for c in own_code(e)}
        return (path.parent == ROOT / "fast" and path not in GATE) or file in own
    return not is_foreign(file)


def _report(cover: Any) -> dict[str, Any]:
    """Return coverage's own report by file."""
    import coverage

    with tempfile.TemporaryDirectory() as folder:
        out = Path(folder) / "crossed.json"
        try:
            cover.json_report(outfile=str(out))
        except coverage.exceptions.NoDataError:
            return {}
        files = json.loads(out.read_text(encoding="utf-8"))["files"]
    return {str(Path(name).resolve()): found for name, found in files.items()}
