"""Compared calls once more in a new process, and the branches that they take.

While a study is checked, its solvers find what earlier calls have kept: a memo, a table that has
grown. An answer is given in a process that has kept nothing. So up to :data:`AGAIN` of the calls
that agreed are made once more in one spawned process, large ones first, and the results compared.
Compiled kernels in the solver's files run there as plain Python, and coverage.py notes which
branches are taken; as long as one is missing, more of the calls are made.

What is missing in a function that ran is named, as an answer could take a way there that no
comparison took. Exempt is what only refuses, a block that ends in raising an error, and whatever
its author excuses by a comment with a reason: ``# pragma: no cover: the table is never that long``.
"""

from __future__ import annotations

import ast
import io
import json
import os
import pickle
import re
import subprocess
import sys
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import redirect_stdout
from pathlib import Path
from typing import TYPE_CHECKING, Any

from fast.gate.certificate import name_from_here
from fast.gate.inputs import file_name, is_ours
from oracles.errors import brief
from research.checks.check_types import size_of_case
from research.checks.equality import show
from research.claims.agreement import Agreement, same
from research.claims.cases import Arguments, own_copies
from research.claims.solver_code import EXCUSE, covering, solver_files
from research.claims.study import Study
from research.resolving.loading import HEAP_CODES, load_study
from research.system.forked import end_with_parent
from research.verdicts.comparisons import Compared

if TYPE_CHECKING:
    from coverage import Coverage

AGAIN = 200  # calls that are made once more, of a study
TWICE = 20  # of these, the first in turn, that are made yet another time
SECONDS = 600  # that the process may take, as a last resort
FRESH = "GRUNDWORK_FRESH_PROCESS"
_START = (
    "import json, sys; sys.path[:] = json.loads(sys.argv[1]); "
    "from research.verdicts.fresh_process import main; main()"
)
Call = tuple[int, Arguments]  # the place of an agreement in its study, and arguments


def asked_afresh(study: Study, compared: Sequence[Compared]) -> tuple[list[str], list[str]]:
    """Make calls that agreed once more in a new process.

    Returns
    -------
    list of str, list of str
        Where a result is another one, and the branches that no call took; what its author excuses.
    """
    calls = [call for call in in_turn(compared) if _pickled(call) is not None]
    try:
        results, missed, excused = _in_new_process(study, compared, calls)
    except ChildProcessError as error:
        return [f"the calls that agreed could not be made in a new process: {error}"], []
    differing = (
        _differs(compared[place].agreement, arguments, given)
        for (place, arguments), given in zip(calls, results, strict=False)
        if given is not None
    )
    first = next(filter(None, differing), "")
    return [first] * bool(first) + [f"not compared: {branch}" for branch in missed], excused


def in_turn(compared: Sequence[Compared]) -> list[Call]:
    """Order calls: the smallest of each signature, then the 2nd, 4th, 8th, ...; then all others.

    What shows only at some size is so met after few calls, and large ones come late.
    """
    calls = [
        (size_of_case(arguments, each.agreement.modulo), place, arguments, signature)
        for place, each in enumerate(compared)
        for arguments, signature in zip(each.calls, each.signatures, strict=True)
    ]
    seen: Counter[Any] = Counter()
    ranked: list[tuple[tuple[bool, int], Call]] = []
    for _, place, arguments, signature in sorted(calls, key=lambda call: call[0]):
        alike = id(compared[place].agreement.plain), signature
        seen[alike] += 1
        number, lowest = seen[alike], seen[alike] & -seen[alike]
        rank = (False, number) if number == lowest else (True, -lowest)
        ranked.append((rank, (place, arguments)))
    return [call for _, call in sorted(ranked, key=lambda entry: entry[0])]


def _differs(agreement: Agreement, arguments: Arguments, given: bytes) -> str:
    """Say how the result of the new process differs from the one that is given here."""
    here = _result_of(agreement.plain, arguments)
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


def _result_of(function: Callable[..., Any], arguments: Arguments) -> Any:
    """Return what a call gives, or the name of the error that it raises."""
    try:
        return function(**own_copies(arguments))
    except Exception as error:  # a refusal, or what the comparison has told of
        return f"{type(error).__name__} is raised"


def _pickled(value: Any) -> bytes | None:
    try:
        return pickle.dumps(value)
    except Exception:  # it is no plain data, and cannot be sent
        return None


def _in_new_process(
    study: Study, compared: Sequence[Compared], calls: Sequence[Call]
) -> tuple[list[bytes | None], list[str], list[str]]:
    """Start the process, and read what it wrote: results, branches missed, and excused."""
    word = study.word or str(study.file)
    texts = (Path(file).read_bytes() for file in answering_files(word))
    plain = {"NUMBA_DISABLE_JIT": "1"} if any(b"numba" in text for text in texts) else {}
    try:
        done = subprocess.run(
            [sys.executable, "-c", _START, json.dumps(sys.path)],
            input=pickle.dumps((word, study.name, len(compared), pickle.dumps(calls))),
            capture_output=True,
            timeout=SECONDS,
            env={**os.environ, FRESH: "1", **plain},
            check=False,
        )
    except subprocess.TimeoutExpired:
        raise ChildProcessError(f"it took longer than {SECONDS} seconds") from None
    if done.returncode:
        last = done.stderr.decode(errors="replace").strip().splitlines()[-1:]
        raise ChildProcessError("".join(last) or f"it ended with status {done.returncode}")
    results, missed, excused = pickle.loads(done.stdout)  # which our own process wrote
    return results, missed, excused


def answering_files(word: str) -> list[str]:
    """Return the files of the code that answers for a study: a researcher's own, or ``fast/``.

    The solver of heap games is left out: of its branches a single code takes few, and the tests
    compare it on many codes.
    """
    if word.startswith(HEAP_CODES):
        return []
    files = solver_files()
    return [file for file in files if not is_ours(file)] or files


def is_fresh_process() -> bool:
    """Whether this is that process, in which a file that checks its own study does not."""
    return FRESH in os.environ


def main() -> None:
    """Be the new process: make the calls, and write what they gave."""
    end_with_parent(os.getppid())
    out = os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)  # what a solver prints is no result
    word, name, number, sent = pickle.loads(sys.stdin.buffer.read())
    study = load_study(word)
    if (study.name, len(study.agreements)) != (name, number):
        raise SystemExit(f"{study.file.name} gives another study there than {name}")
    solvers = [each.plain for each in study.agreements]
    cover = covering(answering_files(word))
    calls: list[Call] = pickle.loads(sent)  # which may need the study's own classes
    with cover.collect():
        last_first = calls[:AGAIN][::-1]
        results = [_pickled(_result_of(solvers[place], each)) for place, each in last_first]
        for place, arguments in calls[:TWICE]:  # a memo has what it kept
            _result_of(solvers[place], arguments)
    done, more = AGAIN, 20
    while done < len(calls) and branch_report(cover)[0]:
        with cover.collect():
            for place, arguments in calls[done : done + more]:
                _result_of(solvers[place], arguments)
        done, more = done + more, 2 * more
    with out:
        out.write(pickle.dumps((results[::-1], *branch_report(cover))))


def branch_report(cover: Coverage) -> tuple[list[str], list[str]]:
    """Return the branches not taken so far, by file and line, and those that authors excuse."""
    import coverage

    with redirect_stdout(io.StringIO()) as out:
        try:
            cover.json_report(outfile="-")
        except coverage.exceptions.NoDataError:
            return [], []
    missed, excused = list[str](), list[str]()
    for name, found in sorted(json.loads(out.getvalue())["files"].items()):
        file = Path(name).resolve()
        ran = [each for n, each in found["functions"].items() if n and each["executed_lines"]]
        if ran:
            text = file.read_text(encoding="utf-8")
            where = name_from_here(file_name(file))
            missed += [f"{where}:{each}" for each in _missed(text, ran)]
            for number, line in enumerate(text.splitlines(), 1):
                if excuse := re.search(EXCUSE, line):
                    code = line[: excuse.start()].strip().removesuffix(":")
                    excused.append(f"{where}:{number}: {code}: {excuse[1]}")
    return missed, excused


def _missed(text: str, ran: Sequence[Mapping[str, Any]]) -> Iterator[str]:
    """Yield the branches, and the lines that no branch leads to, of functions that ran."""
    lines, tree = text.splitlines(), ast.parse(text)
    functions = (node for node in ast.walk(tree) if isinstance(node, ast.FunctionDef))
    # What leads on from a function of one line is the file's.
    exempt = refusals(tree) | {n.lineno for n in functions if n.body[0].lineno == n.lineno}
    for each in ran:
        branches = [(a, b) for a, b in each["missing_branches"] if not exempt & {a, b}]
        for start, end in branches:
            to = "the end" if end <= 0 else end
            yield f"{start} -> {to}: {lines[start - 1].strip()}"
        never_run = sorted(set(each["missing_lines"]) - exempt)
        if never_run and not branches:
            yield f"{never_run[0]}: never run: {lines[never_run[0] - 1].strip()}"


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
