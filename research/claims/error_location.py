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
        ours = isinstance(error, OracleError | ClaimError)
        if line is None and ours and study.file.is_file():
            line = _line_of_rules(study)
        if line is None:
            raise
        if isinstance(error, SystemExit):
            words = f"calls sys.exit({error.code!r})"
        elif ours or isinstance(error, ResourceLimitError):
            words = str(error)
        else:
            words = f"{type(error).__name__}: {error}".rstrip(": ")
        raise VariantError(study.file, line, words) from error


def line_in(file: Path, error: BaseException | None) -> int | None:
    """Return the line of ``file`` in which an error, or its cause, was raised, if any."""
    causes: list[BaseException] = []
    while error is not None and error not in causes:
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
        if name in (*names, getattr(node, "name", None)):
            return node.lineno
    return 1


def _line_of_rules(study: Study) -> int:
    """Return the line of the rules in the study's file, else that of the study."""
    for name in METHODS:
        code = getattr(getattr(type(study.game), name, None), "__code__", None)
        if code is not None and Path(code.co_filename) == study.file:
            return int(code.co_firstlineno)
    return line_of(study.file, "study")
