"""Compared calls once more in a new process, and the branches that they take.

While a study is checked, its solvers find what earlier calls have kept: a memo, a table that has
grown. An answer is given in a process that has kept nothing. So up to :data:`AGAIN` of the calls
that agreed are made once more in one spawned process, the largest first, and the results compared.
Compiled kernels in the solver's files run there as plain Python, and coverage.py notes which
branches are taken; as long as one is missing, more of the calls are made.

What is missing in a function that ran is named: an answer could take a way there that no comparison
took. A function that never ran is called on a line that never ran. Exempt is what only refuses, a
block that ends in raising an error; and whatever its author excuses by coverage's own comment, with
a reason: ``# pragma: no cover: the table is never that long``.
"""

from __future__ import annotations

import ast
import functools
import importlib
import io
import json
import os
import pickle
import re
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import redirect_stdout
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from fast.certificate import shown
from fast.inputs import file_name, is_ours
from fast.signature import ungated
from oracles.errors import brief
from research.checks.check_types import size_of_case
from research.checks.equality import show
from research.claims.agreement import Agreement, same
from research.claims.cases import own_copies
from research.claims.solver_code import EXCUSE, covering, overridden, solver_files
from research.claims.study import Study
from research.resolving.loading import is_heap_code, load_study
from research.system.forked import end_with_parent
from research.verdicts.comparisons import Call, Compared, in_turn

if TYPE_CHECKING:
    from coverage import Coverage

AGAIN = 200  # calls that are made once more, of a study
TWICE = 20  # of these, the smallest, that are made yet another time
SECONDS = 600  # that the process may take, as a last resort
FRESH = "GRUNDWORK_FRESH_PROCESS"
_START = (
    "import json, sys; sys.path[:] = json.loads(sys.argv[1]); "
    "from research.verdicts.fresh_process import main; main(*sys.argv[2:])"
)


@dataclass(frozen=True)
class Report:
    """What no comparison took, by file and line, and what of it the authors excuse."""

    missed: tuple[str, ...] = ()
    excused: tuple[str, ...] = ()


class FreshProcessError(RuntimeError):
    """The new process did not come to its end."""


def asked_afresh(study: Study, compared: Sequence[Compared]) -> tuple[list[str], Report]:
    """Make calls that agreed once more in a new process.

    Returns
    -------
    list of str, Report
        Where a result is another one, and the branches that no call took.
    """
    calls = in_turn(compared)
    if _pickled(calls) is None:  # of the values that are no plain data none can be sent
        calls = [call for call in calls if _pickled(call) is not None]
    calls[:AGAIN] = sorted(calls[:AGAIN], key=lambda call: size_of_case(call[1], study.modulo))
    try:
        results, branches = _in_new_process(study, compared, calls)
    except FreshProcessError as error:
        return [f"the calls that agreed could not be made in a new process: {error}"], Report()
    for (place, arguments), given in zip(calls, results, strict=False):
        if given is not None and (fault := _differs(compared[place].agreement, arguments, given)):
            return [fault], branches
    return [], branches


def _differs(agreement: Agreement, arguments: Mapping[str, Any], given: bytes) -> str:
    """Say how the result of the new process differs from the one that is given here."""
    here = result_of(agreement.plain, agreement.lowered, arguments)
    try:
        fresh = pickle.loads(given)  # which our own process wrote
        if same(here, fresh):
            return ""
    except Exception:  # of a class that only that process knows, or that cannot be compared
        return ""
    shown = ", ".join(f"{name}={show(value)}" for name, value in arguments.items())
    name = getattr(agreement.plain, "__name__", agreement.name)
    return (
        f"state between calls: {name}({shown}) is {brief(fresh)} in a new process, and "
        f"{brief(here)} here; let the result depend on the arguments alone"
    )


def result_of(
    function: Callable[..., Any], lowered: Mapping[str, Any], arguments: Mapping[str, Any]
) -> Any:
    """Return what a call gives, or the name of the error that it raises."""
    try:
        with overridden(lowered):
            return function(**own_copies(arguments))
    except Exception as error:  # a refusal, or what the comparison has told of
        return f"{type(error).__name__} is raised"


def _in_new_process(
    study: Study, compared: Sequence[Compared], calls: Sequence[Call]
) -> tuple[list[bytes | None], Report]:
    """Start the process, and read what it wrote."""
    solvers = [_place_of(each.agreement) for each in compared]
    word = study.word or str(study.file)
    texts = (Path(file).read_bytes() for file in answering_files(word))
    plain = {"NUMBA_DISABLE_JIT": "1"} if any(b"numba" in text for text in texts) else {}
    with tempfile.TemporaryDirectory() as folder:
        given, found = Path(folder, "given"), Path(folder, "found")
        given.write_bytes(pickle.dumps((word, study.name, solvers, pickle.dumps(calls))))
        optimised = ["-" + "O" * sys.flags.optimize] * bool(sys.flags.optimize)
        line = [sys.executable, *optimised, "-c", _START, json.dumps(sys.path)]
        process = subprocess.Popen(
            [*line, str(given), str(found), str(os.getpid())],
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.PIPE,
            env={**os.environ, FRESH: "1", **plain},
        )
        try:
            _, said = process.communicate(timeout=SECONDS)
        except subprocess.TimeoutExpired:
            raise FreshProcessError(f"it took longer than {SECONDS} seconds") from None
        finally:
            process.kill()
        if process.returncode or not found.is_file():
            last = said.decode(errors="replace").strip().splitlines()[-1:]
            raise FreshProcessError("".join(last) or f"it ended with status {process.returncode}")
        results, branches = pickle.loads(found.read_bytes())
    return results, branches


def _place_of(agreement: Agreement) -> tuple[str, str, Mapping[str, Any]]:
    """Return module and name of a compared function, and what is lowered for it."""
    plain = agreement.plain
    name = getattr(plain, "__qualname__", type(plain).__qualname__)
    return getattr(plain, "__module__", ""), name, dict(agreement.lowered)


def answering_files(word: str) -> list[str]:
    """Return the files of the code that answers for a study: a researcher's own, or ``fast/``.

    The solver of heap games is left out: of its branches a single code takes few, and the tests
    compare it on many codes.
    """
    if is_heap_code(word):
        return []
    files = solver_files()
    return [file for file in files if not is_ours(file)] or files


def is_fresh_process() -> bool:
    """Whether this is that process, in which a file that checks its own study does not."""
    return FRESH in os.environ


def main(given: str, found: str, parent: str) -> None:
    """Be the new process: make the calls, and write what they gave."""
    end_with_parent(int(parent))
    word, name, solvers, sent = pickle.loads(Path(given).read_bytes())
    functions = _loaded_anew(word, name, solvers)
    cover = covering(answering_files(word))
    calls: list[Call] = pickle.loads(sent)  # which may need the study's own classes
    first = range(min(AGAIN, len(calls)))  # smallest first
    results: list[bytes | None] = [None] * len(first)
    with cover.collect():
        for number in reversed(first):
            place, arguments = calls[number]
            results[number] = _pickled(result_of(*functions[place], arguments))
        for number in first[:TWICE]:  # a memo has what it kept
            place, arguments = calls[number]
            result_of(*functions[place], arguments)
    done, more = len(first), 20
    while done < len(calls) and branch_report(cover).missed:
        with cover.collect():
            for place, arguments in calls[done : done + more]:
                result_of(*functions[place], arguments)
        done, more = done + more, 2 * more
    Path(found).write_bytes(pickle.dumps((results, branch_report(cover))))


def _pickled(value: Any) -> bytes | None:
    try:
        return pickle.dumps(value)
    except Exception:  # it is no plain data, and cannot be sent
        return None


def _loaded_anew(
    word: str, name: str, solvers: Sequence[tuple[str, str, Mapping[str, Any]]]
) -> list[tuple[Callable[..., Any], Mapping[str, Any]]]:
    """Load the study, and return the functions that its agreements compare, with what they lower.

    Where a program made the study, the functions are taken from their modules.
    """
    try:
        study = load_study(word)
    except ValueError:  # a file that holds no study
        study = None
    if study is not None and study.name == name and len(study.agreements) == len(solvers):
        return [(each.plain, each.lowered) for each in study.agreements]
    return [(_function(module, called), lowered) for module, called, lowered in solvers]


def _function(module: str, name: str) -> Callable[..., Any]:
    """Return a function as it is when its module has just been loaded."""
    try:
        found = functools.reduce(getattr, name.split("."), importlib.import_module(module))
    except AttributeError:
        raise FreshProcessError(
            f"{name} stands under no name of its module; define it at the top level of its file"
        ) from None
    plain: Callable[..., Any] = ungated(found)
    return plain


def branch_report(cover: Coverage) -> Report:
    """Return which branches were not taken so far."""
    import coverage

    with redirect_stdout(io.StringIO()) as out:
        try:
            cover.json_report(outfile="-")
        except coverage.exceptions.NoDataError:
            return Report()
    files = json.loads(out.getvalue())["files"]
    missed: list[str] = []
    excused: list[str] = []
    for name, found in sorted(files.items()):
        file = Path(name).resolve()
        functions = {n: each for n, each in found["functions"].items() if n}
        if any(each["executed_lines"] for each in functions.values()):
            missed += _missed(file, functions)
            excused += _excused(file)
    return Report(tuple(missed), tuple(excused))


def _missed(file: Path, functions: Mapping[str, Any]) -> Iterator[str]:
    """Yield the branches, and the lines that no branch leads to, of functions that ran."""
    text = file.read_text(encoding="utf-8")
    lines, tree = text.splitlines(), ast.parse(text)
    exempt = refusals(tree) | _one_line_functions(tree)
    for each in functions.values():
        if not each["executed_lines"]:
            continue
        branches = [(a, b) for a, b in each["missing_branches"] if not exempt & {a, b}]
        for start, end in branches:
            to = "the end" if end <= 0 else end
            yield f"{shown(file_name(file))}:{start} -> {to}: {lines[start - 1].strip()}"
        never_run = sorted(set(each["missing_lines"]) - exempt)
        if never_run and not branches:
            line = never_run[0]
            yield f"{shown(file_name(file))}:{line}: never run: {lines[line - 1].strip()}"


def _one_line_functions(tree: ast.AST) -> set[int]:
    """Return the lines of functions that are one line: what leads on from it is the file's."""
    functions = (n for n in ast.walk(tree) if isinstance(n, ast.FunctionDef))
    return {n.lineno for n in functions if n.body[0].lineno == n.lineno}


def _excused(file: Path) -> Iterator[str]:
    for number, line in enumerate(file.read_text(encoding="utf-8").splitlines(), 1):
        if excuse := re.search(EXCUSE, line):
            code = line[: excuse.start()].strip().removesuffix(":")
            yield f"{shown(file_name(file))}:{number}: {code}: {excuse[1]}"


def refusals(tree: ast.AST) -> set[int]:
    r"""Return the lines of all blocks that end in raising an error and give nothing back.

    >>> sorted(refusals(ast.parse("if n < 0:\n  why = 'no'\n  raise ValueError(why)\nn += 1")))
    [2, 3]
    """
    found: set[int] = set()
    for node in ast.walk(tree):
        for field in ("body", "orelse"):
            block = getattr(node, field, None)
            if not isinstance(block, list) or not block or not isinstance(block[-1], ast.Raise):
                continue
            inside = [each for statement in block for each in ast.walk(statement)]
            if not any(isinstance(each, ast.Return | ast.Yield | ast.YieldFrom) for each in inside):
                found |= {n for s in block for n in range(s.lineno, (s.end_lineno or s.lineno) + 1)}
    return found
