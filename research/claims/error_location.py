"""Errors in a researcher's own file, said in one line with the file and the line.

A variant file is the researcher's own Python, and anything may go wrong in it. An error is put
down to the file when it was raised in it, or when the oracle finds that the rules which it
defines break what rules promise; then the line is that of the method concerned.
"""

from __future__ import annotations

import ast
import traceback
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

from fast.gate import NotConfirmedError
from oracles.errors import OracleError, ResourceLimitError, SearchLimitError
from research.checks.evidence import ClaimError

if TYPE_CHECKING:
    from research.claims.study import Study

METHODS = ("options", "left_options", "start")  # where what is wrong with rules is looked for


class VariantError(ValueError):
    """Something is wrong in a variant file: the message begins with the file and the line."""

    def __init__(self, file: Path, line: int, problem: str) -> None:
        self.file, self.line, self.problem = file, line, problem
        here = Path.cwd()
        shown = file.relative_to(here) if file.is_relative_to(here) else file
        super().__init__(f"{shown}:{line}: {problem}")


@contextmanager
def errors_located_in(study: Study) -> Iterator[None]:
    """Say errors that come from a study's own file with their line in it.

    Whatever was not raised in the file, and is not about its rules or claims, passes unchanged.
    """
    try:
        yield
    except (KeyboardInterrupt, NotConfirmedError, SearchLimitError):
        raise  # nothing is wrong in the file
    except BaseException as error:  # also such as SystemExit and CancelledError
        line = line_in(study.file, error)
        if line is None and isinstance(error, SystemExit):
            line = 1
        if line is None and isinstance(error, OracleError | ClaimError):
            line = _line_of_rules(study)
        if line is None:
            raise
        raise VariantError(study.file, line, _in_words(error)) from error


def _in_words(error: BaseException) -> str:
    """Return what an error says; its class too, unless it is one of ours."""
    if isinstance(error, SystemExit):
        return f"calls sys.exit({error.code!r})"
    if isinstance(error, OracleError | ClaimError | ResourceLimitError):
        return str(error)
    return f"{type(error).__name__}: {error}".rstrip(": ")


def line_in(file: Path, error: BaseException | None) -> int | None:
    """Return the line of ``file`` in which an error, or its cause, was raised, if any."""
    seen: set[int] = set()
    causes = []
    while error is not None and id(error) not in seen:
        seen.add(id(error))
        causes.append(error)
        error = error.__cause__ or error.__context__
    for cause in reversed(causes):
        for frame in reversed(traceback.extract_tb(cause.__traceback__)):
            if frame.lineno is not None and Path(frame.filename) == file:
                return frame.lineno
    return None


def place_in(files: Iterable[Path], error: BaseException) -> str:
    """Return where in one of some files an error, or its cause, was raised, to stand before it."""
    lines = ((file, line_in(file, error)) for file in files)
    return next((str(VariantError(file, line, "")) for file, line in lines if line), "")


def line_of(file: Path, name: str) -> int:
    """Return the line in which ``name`` is first bound at the top of ``file``; 1 if it is not."""
    for node in ast.parse(file.read_bytes()).body:
        targets = node.targets if isinstance(node, ast.Assign) else [getattr(node, "target", None)]
        names = [target.id for target in targets if isinstance(target, ast.Name)]
        if name in names or getattr(node, "name", None) == name:
            return node.lineno
    return 1


def _line_of_rules(study: Study) -> int | None:
    """Return the line of the rules in the study's file, else that of the study."""
    if not study.file.is_file():
        return None
    for name in METHODS:
        code = getattr(getattr(type(study.game), name, None), "__code__", None)
        if code is not None and Path(code.co_filename) == study.file:
            return int(code.co_firstlineno)
    return line_of(study.file, "study")
