"""Errors in a researcher's own file, said in one line with the file and the line.

An error is put down to the file when it was raised in it, or when the oracle finds that the rules
which it defines break what rules promise; then the line is that of the method concerned.
"""

from __future__ import annotations

import ast
import traceback
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

from fast.gate import NotConfirmedError
from oracles.errors import OracleError, SearchLimitError
from research.checks.evidence import ClaimError

if TYPE_CHECKING:
    from research.claims.study import Study


class VariantError(ValueError):
    """Something is wrong in a variant file: the message begins with the file and the line."""

    def __init__(self, file: Path, line: int, problem: str) -> None:
        here = Path.cwd()
        shown = file.relative_to(here) if file.is_relative_to(here) else file
        super().__init__(f"{shown}:{line}: {problem}")


@contextmanager
def errors_located_in(study: Study) -> Iterator[None]:
    """Say errors that come from a study's own file with their line in it; let others pass."""
    try:
        yield
    except (KeyboardInterrupt, NotConfirmedError, SearchLimitError, MemoryError):
        raise  # nothing is wrong in the file
    except BaseException as error:  # also such as SystemExit
        line, ours = line_in(study.file, error), isinstance(error, OracleError | ClaimError)
        if line is None and ours and study.file.is_file():
            rules = (getattr(type(study.game), n, None) for n in ("options", "left_options"))
            codes = (getattr(rule, "__code__", None) for rule in rules)
            own = (c.co_firstlineno for c in codes if c and Path(c.co_filename) == study.file)
            line = next(own, None) or line_of(study.file, "study")
        if line is None:
            raise
        words = str(error)
        if not ours:
            words = f"{type(error).__name__}: {error}".rstrip(": ")
        raise VariantError(study.file, line, words) from error


def line_in(file: Path, error: BaseException | None) -> int | None:
    """Return the line of ``file`` in which an error, or its cause, was raised, if any."""
    if error is None:
        return None
    frames = reversed(traceback.extract_tb(error.__traceback__))
    own = (frame.lineno for frame in frames if Path(frame.filename) == file)
    return line_in(file, error.__cause__ or error.__context__) or next(own, None)


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
