"""The arms of expressions: parts that some calls evaluate and others do not.

An arm is either side of ``a if b else c``, an operand after the first of ``and`` and ``or``, one
after the second of ``a < b < c``, the message of an ``assert``, each
outcome of a filter ``for x in y if c``, the body of a ``lambda``, and statements in the line of
the ``if``, ``except`` or ``def`` that they belong to. Tools that watch lines see none of these. So
functions are given code in which each arm notes that it is evaluated and that does the same
otherwise.
"""

from __future__ import annotations

import ast
import builtins
import contextlib
import sys
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from types import CodeType, FunctionType
from typing import Any

from oracles.errors import MOST_LETTERS

_NOTED = "__grundwork_arm__"
Part = ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda


@dataclass(frozen=True)
class Arm:
    """One arm.

    Attributes
    ----------
    words
        What it is, in words.
    line
        Where it begins.
    statement
        The line of the statement that it stands in.
    within
        The arm that it is a part of, by its place in the file's list; -1 for none.
    around
        The first lines of the functions around it.
    refuses
        Whether an error is raised once it is evaluated, as with the message of an ``assert``.
    """

    words: str
    line: int
    statement: int
    within: int
    around: tuple[int, ...]
    refuses: bool = False


class Arms:
    """The arms of the files of some functions, and which were evaluated since these were marked."""

    def __init__(self) -> None:
        self._of_files: dict[str, list[Arm]] = {}
        self._codes: dict[str, dict[_Place, CodeType]] = {}
        self._evaluated: set[tuple[str, int]] = set()

    def mark(self, functions: Iterable[FunctionType]) -> None:
        """Let functions note which of their arms are evaluated.

        Parameters
        ----------
        functions
            Plain functions, which are changed.
        """
        setattr(builtins, _NOTED, self._note)
        for function in functions:
            file = function.__code__.co_filename
            if file not in self._codes:
                self._codes[file] = self._marked(file)
            code = self._codes[file].get(_place(function.__code__))
            if code is not None and code.co_freevars == function.__code__.co_freevars:
                function.__code__ = code

    def left(self, file: Path, firsts: set[int]) -> Iterator[Arm]:
        """Yield the arms of functions that were not evaluated, though what they are part of was.

        Parameters
        ----------
        file
            The file.
        firsts
            The lines in which the functions begin.
        """
        for name, arms in self._of_files.items():
            if Path(name).resolve() != file:
                continue
            for number, arm in enumerate(arms):
                whole = arm.within < 0 or (name, arm.within) in self._evaluated
                if whole and firsts & set(arm.around) and (name, number) not in self._evaluated:
                    yield arm

    def _note(self, file: str, number: int) -> None:
        self._evaluated.add((file, number))

    def _marked(self, file: str) -> dict[_Place, CodeType]:
        try:
            tree = ast.parse(Path(file).read_bytes(), file)
        except (OSError, SyntaxError, ValueError):  # code that no file holds
            return {}
        marking = _Marking(file)
        with _deep_recursion():
            marked: Any = ast.fix_missing_locations(marking.visit(tree))
        whole = compile(marked, file, "exec", dont_inherit=True)
        self._of_files[file] = marking.arms
        return {_place(code): code for code in _codes_in(whole)}


@contextlib.contextmanager
def _deep_recursion() -> Iterator[None]:
    """Let a sum of a thousand terms be walked, which is as many levels deep."""
    before = sys.getrecursionlimit()
    sys.setrecursionlimit(max(before, 50_000))
    try:
        yield
    finally:
        sys.setrecursionlimit(before)


_Place = tuple[str, int, tuple[int, int], tuple[int, int]]


def _place(code: CodeType) -> _Place:
    """Return where code stands; to its columns if it is one of those that may share a line."""
    if code.co_name != "<lambda>":
        return code.co_qualname, code.co_firstlineno, (0, 0), (0, 0)
    found = [p for p in code.co_positions() if None not in p and p[2:] != (0, 0)]
    ends = [(line, column) for _, line, _, column in found]
    starts = [(line, column) for line, _, column, _ in found]
    first, last = min(starts, default=(0, 0)), max(ends, default=(0, 0))
    return code.co_qualname, code.co_firstlineno, first, last  # type: ignore[return-value]


def _codes_in(code: CodeType) -> Iterator[CodeType]:
    yield code
    for each in code.co_consts:
        if isinstance(each, CodeType):
            yield from _codes_in(each)


class _Marking(ast.NodeTransformer):
    """Puts a note before each arm; what runs as a function is defined is left as it is."""

    def __init__(self, file: str) -> None:
        self.file = file
        self.arms: list[Arm] = []
        self._around: list[int] = []
        self._within = -1
        self._statement = 0

    def visit(self, node: ast.AST) -> ast.AST:
        """Visit a node, knowing its statement; mark a body that stands in the same line."""
        before = self._statement
        if isinstance(node, ast.stmt):
            self._statement = node.lineno
        head = getattr(node, "pattern" if isinstance(node, ast.match_case) else "lineno", None)
        line = getattr(head, "lineno", head)
        body = getattr(node, "body", None)
        if isinstance(body, list) and body and body[0].lineno == line:
            words = "; ".join(map(_written, body))
            note = ast.Expr(self._note(self._new(repr(words), body[0].lineno, self._around)))
            node = super().visit(node)
            node.body.insert(0, ast.copy_location(note, body[0]))  # type: ignore[attr-defined]
        else:
            node = super().visit(node)
        self._statement = before
        return node

    def visit_IfExp(self, node: ast.IfExp) -> ast.AST:
        """Mark both sides."""
        node.test = self._visited(node.test)
        node.body, node.orelse = self._arm(node.body), self._arm(node.orelse)
        return node

    def visit_BoolOp(self, node: ast.BoolOp) -> ast.AST:
        """Mark all operands but the first."""
        node.values = [self._visited(node.values[0]), *map(self._arm, node.values[1:])]
        return node

    def visit_comprehension(self, node: ast.comprehension) -> ast.AST:
        """Mark both outcomes of each filter."""
        node.iter = self._visited(node.iter)
        node.ifs = [self._filter(each) for each in node.ifs]
        return node

    def visit_Compare(self, node: ast.Compare) -> ast.AST:
        """Mark all operands but the first two: ``a < b < c`` is ``a < b and b < c``."""
        node.left = self._visited(node.left)
        first, *others = node.comparators
        node.comparators = [self._visited(first), *map(self._arm, others)]
        return node

    def visit_Assert(self, node: ast.Assert) -> ast.AST:
        """Mark the message."""
        node.test = self._visited(node.test)
        node.msg = None if node.msg is None else self._arm(node.msg, refuses=True)
        return node

    def visit_Lambda(self, node: ast.Lambda) -> ast.AST:
        """Mark the body."""
        words = f"the body of {_written(node)!r}"
        if self._around:  # else its defaults are evaluated as the file is loaded
            self.visit(node.args)
        around, self._around = self._around, [*self._around, node.lineno]
        node.body = self._arm(node.body, words, around)
        self._around = around
        return node

    def visit_AnnAssign(self, node: ast.AnnAssign) -> ast.AST:
        """Visit the value; the type is none of the function's business."""
        if node.value is not None:
            node.value = self._visited(node.value)
        return node

    def visit_arg(self, node: ast.arg) -> ast.AST:
        """Leave the type of an argument as it is."""
        return node

    def visit_FunctionDef(self, node: ast.FunctionDef | ast.AsyncFunctionDef) -> ast.AST:
        """Visit the body, and what is evaluated as a function within another is defined."""
        around, within = self._around, self._within
        first = min([node.lineno, *(each.lineno for each in node.decorator_list)])
        if around:  # else that happens as the file is loaded
            self.visit(node.args)
            node.decorator_list = [self._visited(each) for each in node.decorator_list]
        self._around, self._within = [*around, first], -1
        node.body = [self.visit(each) for each in node.body]  # type: ignore[misc]
        self._around, self._within = around, within
        return node

    def visit_AsyncFunctionDef(self, node: ast.AsyncFunctionDef) -> ast.AST:
        """Visit what is visited of any function."""
        return self.visit_FunctionDef(node)

    def _visited(self, node: ast.expr) -> ast.expr:
        found: ast.expr = self.visit(node)  # type: ignore[assignment]
        return found

    def _arm(
        self,
        node: ast.expr,
        words: str = "",
        around: list[int] | None = None,
        *,
        refuses: bool = False,
    ) -> ast.expr:
        chosen = self._around if around is None else around
        number = self._new(words or repr(_written(node)), node.lineno, chosen, refuses=refuses)
        within, self._within = self._within, number
        noted = self._noting(number, self._visited(node))
        self._within = within
        return ast.copy_location(noted, node)

    def _filter(self, test: ast.expr) -> ast.expr:
        outcomes = {"where it holds": True, "where it does not hold": False}
        noted = [
            self._noting(
                self._new(f"{_written(test)!r} {how}", test.lineno, self._around),
                ast.Constant(outcome),
            )
            for how, outcome in outcomes.items()
        ]
        return ast.copy_location(ast.IfExp(self._visited(test), *noted), test)

    def _noting(self, number: int, value: ast.expr) -> ast.expr:
        """Return a value with a note before it: ``(note, value)[1]``."""
        pair = ast.Tuple([self._note(number), value], ast.Load())
        return ast.Subscript(pair, ast.Constant(1), ast.Load())

    def _new(self, words: str, line: int, around: list[int], *, refuses: bool = False) -> int:
        self.arms.append(Arm(words, line, self._statement, self._within, tuple(around), refuses))
        return len(self.arms) - 1

    def _note(self, number: int) -> ast.Call:
        name = ast.Name(_NOTED, ast.Load())
        return ast.Call(name, [ast.Constant(self.file), ast.Constant(number)], [])


def _written(node: ast.AST) -> str:
    text = ast.unparse(node)
    return text if len(text) <= MOST_LETTERS else f"{text[: MOST_LETTERS - 1]}…"
