"""The branches of a source file: which functions they lie in, and which are excused."""

from __future__ import annotations

import ast
import builtins
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from types import CodeType, FunctionType
from typing import Any

from fast.inputs import file_name
from research.code.arms import Arm

_REFUSALS = (ValueError, TypeError, AssertionError, KeyboardInterrupt)
_Function = ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda
EXCUSE = re.compile(r"#\s*not compared:\s*(\S.*)")


class Branches:
    """A source file, its lines and its statements.

    Parameters
    ----------
    file
        A Python file.
    """

    def __init__(self, file: Path) -> None:
        self.file = file
        self.lines = file.read_text(encoding="utf-8").splitlines()
        self.tree = ast.parse("\n".join(self.lines) + "\n")
        self.blocks = dict(_blocks(self.tree))
        self.before = dict(_before(self.tree))
        self.functions = _functions(self.tree)
        handlers = [node for node in ast.walk(self.tree) if isinstance(node, ast.ExceptHandler)]
        self.caught = {line for node in ast.walk(self.tree) for line in _caught_in(node)}
        self.handled = {node.lineno: node.body[0].lineno for node in handlers}

    def not_taken(
        self,
        functions: Iterable[tuple[CodeType, FunctionType]],
        seen: Mapping[str, Any],
        arms: Iterable[Arm] = (),
    ) -> Iterator[tuple[str, str]]:
        """Yield each branch of some functions that was not taken, with the excuse it has if any.

        Parameters
        ----------
        functions
            Those that matter.
        seen
            What coverage.py reports of the file.
        arms
            The arms of expressions that were not evaluated.
        """
        executed = set(seen["executed_lines"])
        never_run = list(self._never_run(seen))
        begun = [arm for arm in arms if arm.statement not in seen["missing_lines"]]
        for code, function in functions:
            first, last = self._extent(code)
            if getattr(function, "__isabstractmethod__", False) and self._does_nothing(first):
                continue
            if not executed.intersection(self._statements(first, last)):
                if not self._only_raises(function, first):
                    yield self._left(f"{first}: {code.co_qualname} is never called", first, first)
                continue
            yield from self._branches_left(first, function, seen["missing_branches"])
            yield from self._lines_left(first, function, never_run)
            yield from self._arms_left(first, function, begun)

    def _branches_left(
        self, first: int, function: FunctionType, branches: Iterable[tuple[int, int]]
    ) -> Iterator[tuple[str, str]]:
        for start, end in branches:
            if not self._lies_in(start, first):
                continue
            in_a_line = all(each.lineno == start for each in self.blocks.get(start, ()))
            if (end > 0 or in_a_line) and self._refuses(function, end if end > 0 else start):
                continue
            to = "the end" if end <= 0 else f"{end}"
            yield self._left(f"{start} -> {to}: {self._text(start)}", first, start, end)

    def _lines_left(
        self, first: int, function: FunctionType, lines: Iterable[int]
    ) -> Iterator[tuple[str, str]]:
        for line in lines:
            then = self.handled.get(line, line)
            if self._lies_in(line, first) and not self._refuses(function, then):
                yield self._left(f"{line}: never run: {self._text(line)}", first, line, then)

    def _arms_left(
        self, first: int, function: FunctionType, arms: Iterable[Arm]
    ) -> Iterator[tuple[str, str]]:
        for arm in arms:
            lines = (arm.line, arm.statement)
            refuses = arm.refuses and arm.statement not in self.caught
            refuses = refuses or any(self._refuses(function, line) for line in lines)
            if first in arm.around and not refuses:
                yield self._left(f"{arm.line}: never evaluated: {arm.words}", first, *lines)

    def _left(self, what: str, first: int, *lines: int) -> tuple[str, str]:
        """Return what was not taken in words, with the excuse on its lines or on the ``def``."""
        return f"{file_name(self.file)}:{what}", self._excuse(*lines, self._line_of_def(first))

    def _text(self, line: int) -> str:
        return EXCUSE.sub("", self.lines[line - 1]).strip()

    def _never_run(self, seen: Mapping[str, Any]) -> Iterator[int]:
        """Yield the lines that were not run though nothing that coverage sees leads past them.

        So it is with what handles an error, what follows a block that an error has left, and the
        body of a function within another. Of lines that follow each other it is the first.
        """
        missing = set(seen["missing_lines"])
        targets = {end for _, end in seen["missing_branches"]}
        for line in sorted(missing - targets):
            before = self.before.get(line)
            if before is not None and not missing.intersection(before):
                yield line

    def _excuse(self, *lines: int) -> str:
        for line in lines:
            if 0 < line <= len(self.lines):
                found = EXCUSE.search(self.lines[line - 1])
                if found:
                    return found[1].strip()
        return ""

    def excuse_of(self, name: str) -> str:
        """Return the excuse of the line that binds a name in the module, if it has one."""
        for line in self.tree.body:
            targets = line.targets if isinstance(line, ast.Assign) else []
            bound = [target.id for target in targets if isinstance(target, ast.Name)]
            if isinstance(line, ast.Import | ast.ImportFrom):
                bound = [each.asname or each.name.partition(".")[0] for each in line.names]
            if name in bound:
                return self._excuse(*range(line.lineno, (line.end_lineno or line.lineno) + 1))
        return ""

    def _extent(self, code: CodeType) -> tuple[int, int]:
        first = code.co_firstlineno
        for node in self._at(first):
            return first, node.end_lineno or first
        return first, max((line for *_, line in code.co_lines() if line), default=first)

    def _line_of_def(self, first: int) -> int:
        return next((node.lineno for node in self._at(first)), first)

    def _at(self, first: int) -> Sequence[_Function]:
        """Return the functions that begin in a line."""
        return self.functions.get(first, ())

    def _lies_in(self, line: int, first: int) -> bool:
        """Whether the function that begins in a line is, of those around another, a reached one.

        A function within it counts as part of it; a method is a function of its own.
        """
        return any(
            not isinstance(node, ast.Lambda) and first <= line <= (node.end_lineno or first)
            for node in self._at(first)
        )

    def _statements(self, first: int, last: int) -> Iterator[int]:
        """Yield the lines of the statements in a function's body."""
        for node in self._at(first):
            if (node.end_lineno or 0) > last:
                continue
            if isinstance(node, ast.Lambda):
                yield node.lineno
                continue
            for child in node.body:
                yield from (n.lineno for n in ast.walk(child) if isinstance(n, ast.stmt))

    def _only_raises(self, function: FunctionType, first: int) -> bool:
        """Whether a function refuses whatever it is called with."""
        for node in self._at(first):
            if not isinstance(node, ast.Lambda):
                return _is_refusal(node.body[-1], function) and not _answers(node)
        return False

    def _does_nothing(self, first: int) -> bool:
        """Whether a function has no more than a text, ``...`` or ``pass`` to do."""
        nothing = ast.Pass | ast.Expr
        return any(
            not isinstance(node, ast.Lambda)
            and all(isinstance(n, nothing) and not _calls(n) for n in node.body)
            for node in self._at(first)
        )

    def _refuses(self, function: FunctionType, line: int) -> bool:
        """Whether the statements from a line to the end of its block end in a refusal."""
        block = self.blocks.get(line)
        if not block:
            return False
        rest = [statement for statement in block if statement.lineno >= line]
        leaves = rest[-1].lineno not in self.caught and not any(map(_answers, rest))
        return leaves and _is_refusal(rest[-1], function)


def _calls(statement: ast.stmt) -> bool:
    return isinstance(statement, ast.Expr) and not isinstance(statement.value, ast.Constant)


def _functions(tree: ast.AST) -> dict[int, list[_Function]]:
    """Return all functions by the line in which they begin."""
    found: dict[int, list[_Function]] = {}
    for node in ast.walk(tree):
        if isinstance(node, _Function):
            found.setdefault(_first_line(node), []).append(node)
    return found


def _first_line(node: _Function) -> int:
    decorators = getattr(node, "decorator_list", [])
    return min([int(node.lineno), *(int(d.lineno) for d in decorators)])


def _blocks(tree: ast.AST) -> Iterator[tuple[int, list[ast.stmt]]]:
    """Yield the line of each statement with the block it stands in."""
    for node in ast.walk(tree):
        for field in ("body", "orelse", "finalbody"):
            block = getattr(node, field, None)
            if isinstance(block, list):
                for statement in block:
                    if isinstance(statement, ast.stmt):
                        yield statement.lineno, block


def _before(tree: ast.AST) -> Iterator[tuple[int, tuple[int, ...]]]:
    """Yield the line of each statement and handler with those of what it is in and comes after."""
    for node in ast.walk(tree):
        own = (node.lineno,) if isinstance(node, ast.stmt | ast.ExceptHandler) else ()
        for field in ("body", "orelse", "finalbody", "handlers"):
            block: Any = getattr(node, field, None)
            for place, each in enumerate(block if isinstance(block, list) else ()):
                earlier = block[place - 1 : place] if field != "handlers" else ()
                yield each.lineno, (*own, *(other.lineno for other in earlier))


def _answers(node: ast.AST) -> bool:
    """Whether something is given back in a statement, at its end or on the way."""
    answering = ast.Return | ast.Yield | ast.YieldFrom
    return any(isinstance(each, answering) for each in ast.walk(node))


def _caught_in(node: ast.AST) -> Iterator[int]:
    """Yield the lines of what raises for a handler of the same function, or is overruled there."""
    if not isinstance(node, ast.Try):
        return
    ends = (ast.Return, ast.Break, ast.Continue)
    overruled = any(isinstance(each, ends) for s in node.finalbody for each in ast.walk(s))
    parts = [*(node.body if node.handlers or overruled else []), *(node.handlers * overruled)]
    raising = ast.Raise | ast.Assert
    yield from (each.lineno for s in parts for each in ast.walk(s) if isinstance(each, raising))


def _is_refusal(statement: ast.stmt, function: FunctionType) -> bool:
    """Whether a statement raises an error: that the input is wrong, or that somebody stops it."""
    if not isinstance(statement, ast.Raise) or statement.exc is None:
        return False
    raised = statement.exc.func if isinstance(statement.exc, ast.Call) else statement.exc
    if not isinstance(raised, ast.Name):
        return False
    found = function.__globals__.get(raised.id, getattr(builtins, raised.id, None))
    return isinstance(found, type) and issubclass(found, _REFUSALS)
