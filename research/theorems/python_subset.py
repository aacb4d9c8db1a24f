"""A part of Python, read from its source and run on symbols.

What is read: numbers, truth values, texts as names; tuples, lists, sets and ranges; arithmetic,
comparisons, ``and``, ``or``, ``not``, ``if``; ``for``, ``break``, ``continue``, comprehensions;
``return``, ``yield``; entries of lists that the function made, ``append`` and ``extend``; lambdas
and inner functions; functions and methods of the same kind; the builtins and functions of
``itertools``, ``functools`` and ``operator`` that :data:`BUILTINS` names; constants
(:mod:`research.theorems.python_source`). Everything else is refused, with its file and line.

A loop over a range of unknown length has one turn, for a number of which nothing is known but that
it is in the range. That is all that the loop does if its turns know nothing of each other. So what
a turn assigns is not asked for before that, nor after the loop, and a list from outside is only
added to: it is then open (:mod:`research.theorems.python_collections`).
"""

from __future__ import annotations

import ast
import inspect
from collections import ChainMap
from collections.abc import Mapping
from contextlib import suppress
from types import FunctionType, MethodType
from typing import Any

from research.theorems.errors import NotOnSymbolsError
from research.theorems.python_collections import Members, called, fixed, is_open, members_of
from research.theorems.python_expressions import (
    LEFT,
    ControlFlow,
    Expressions,
    Inner,
    construct,
)
from research.theorems.python_source import Function, source_of, stored_in, yields

MOST_CALLS = 40  # within each other


class _ReturnError(ControlFlow):
    pass


class _ContinueError(ControlFlow):
    pass


class _BreakError(ControlFlow):
    pass


class Reader:
    """Calls functions on symbols; it is made anew for each path.

    Attributes
    ----------
    depth
        In how many turns of loops over ranges of unknown length it is.
    """

    def __init__(self) -> None:
        self.depth = self._calls = 0

    def call(self, function: Any, *args: Any, **keys: Any) -> Any:
        """Call a function.

        Raises
        ------
        NotOnSymbolsError
            If some of it is not read, or has no formula.
        """
        if isinstance(function, MethodType):
            return self.call(function.__func__, function.__self__, *args, **keys)
        if not isinstance(function, FunctionType | Inner):
            given = [self.as_python(each) for each in args]
            named = {name: self.as_python(each) for name, each in keys.items()}
            return called(function, given, named, self.depth)
        if self._calls >= MOST_CALLS:
            raise NotOnSymbolsError(f"more than {MOST_CALLS} calls within each other")
        self._calls += 1
        try:
            return _frame_of(self, function, args, keys).run()
        finally:
            self._calls -= 1

    def as_python(self, value: Any) -> Any:
        """Return a value as functions of Python's own may have it: what is called is read."""
        if isinstance(value, FunctionType | MethodType | Inner):
            return lambda *args: self.call(value, *args)
        return value

    def members(self, value: Any) -> list[Any]:
        """Return the members of what a function gave, where some may stand for many."""
        return list(members_of(value, self.depth))


def _frame_of(reader: Reader, function: Any, args: Any, keys: Mapping[str, Any]) -> _Frame:
    if isinstance(function, Inner):
        node, outer = function.node, function.frame
        frame = _Frame(reader, outer.function, node, function.names.new_child())
        given = node.args
        others = given.vararg or given.kwonlyargs or given.kwarg or given.defaults or keys
        names = [each.arg for each in (*given.posonlyargs, *given.args)]
        if others or len(names) != len(args):
            frame.refuse(node, "an inner function with other arguments than its names")
        frame.names.update(zip(names, args, strict=True))
        return frame
    signature = inspect.signature(function, follow_wrapped=False)
    frame = _Frame(reader, function, source_of(function), ChainMap())
    with frame.at(frame.node):
        bound = signature.bind(*args, **keys)
    for name, parameter in signature.parameters.items():
        if name not in bound.arguments and parameter.default is not parameter.empty:
            frame.names[name] = frame.constant(frame.node, parameter.default)
        elif parameter.kind == parameter.VAR_KEYWORD:
            frame.refuse(frame.node, f"**{name} is not read")
    bound.apply_defaults()
    frame.names.update({**bound.arguments, **frame.names})
    return frame


class _Frame(Expressions):
    """One call of a function."""

    def __init__(
        self, reader: Reader, function: FunctionType, node: Function, names: ChainMap[str, Any]
    ) -> None:
        super().__init__(reader, function, node, names)
        self.entered = reader.depth
        self.given = Members((), "iterator", reader.depth)

    def run(self) -> Any:
        """Return what the call gives."""
        if isinstance(self.node, ast.Lambda):
            with self.at(self.node.body):
                return self.value(self.node.body)
        result = None
        try:
            self._block(self.node.body)
        except _ReturnError as found:
            (result,) = found.args
        return self.given if yields(self.node) else result

    # Statements

    def _block(self, body: list[ast.stmt]) -> None:
        for node in body:
            method = getattr(self, f"_do_{type(node).__name__.lower()}", None)
            with self.at(node):
                if method is None:
                    self.refuse(node, f"{construct(node)} is not read")
                method(node)

    def _do_pass(self, _: ast.Pass) -> None: ...

    def _do_continue(self, _: ast.Continue) -> None:
        raise _ContinueError

    def _do_break(self, _: ast.Break) -> None:
        raise _BreakError

    def _do_return(self, node: ast.Return) -> None:
        value = None if node.value is None else self.value(node.value)
        if self.depth > self.entered:
            self.refuse(node, "return within a loop over a range of unknown length")
        raise _ReturnError(value)

    def _do_if(self, node: ast.If) -> None:
        self._block(node.body if self._truth(node.test) else node.orelse)

    def _do_assert(self, node: ast.Assert) -> None:
        if not self._truth(node.test):
            self.refuse(node, "an assertion fails")

    def _do_functiondef(self, node: ast.FunctionDef) -> None:
        if node.decorator_list:
            self.refuse(node, "a decorator is not read")
        self.names[node.name] = Inner(node, self, self.names)

    def _do_assign(self, node: ast.Assign) -> None:
        value = self.value(node.value)
        for target in node.targets:
            self.bind(target, value)

    def _do_annassign(self, node: ast.AnnAssign) -> None:
        if node.value is not None:
            self.bind(node.target, self.value(node.value))

    def _do_augassign(self, node: ast.AugAssign) -> None:
        old = self.value(node.target)
        more = self.value(node.value)
        if isinstance(old, Members) and isinstance(node.op, ast.Add) and old.kind == "list":
            self._add(old, more)
        else:
            self.bind(node.target, self._binary(node.op, old, more))

    def _do_expr(self, node: ast.Expr) -> None:
        match node.value:
            case ast.Constant():
                pass
            case ast.Yield(value):
                self._add(self.given, (None if value is None else self.value(value),))
            case ast.YieldFrom(value):
                self._add(self.given, self.value(value))
            case ast.Call(ast.Attribute(of, ("append" | "extend") as how), [argument]):
                target, more = self.value(of), self.value(argument)
                if not isinstance(target, Members) or target.kind != "list":
                    self.refuse(node, f"{ast.unparse(of)} is no list that the function made")
                self._add(target, (more,) if how == "append" else more)
            case _:
                self.refuse(node, f"{ast.unparse(node)} does something beside giving a value")

    def _add(self, to: Members, more: Any) -> None:
        """Add to what was made here; where a turn adds to what is from outside, it is open."""
        if to.kind == "list" and to.is_used:
            raise NotOnSymbolsError("a list from outside is changed")
        if to.depth < self.depth and to.read_at > to.depth:
            raise NotOnSymbolsError("a turn of a loop of unknown length reads what it adds to")
        to.is_open = to.is_open or is_open(more) or to.depth < self.depth
        to.extend(members_of(more, self.depth))

    def _do_for(self, node: ast.For) -> None:
        if node.orelse:
            self.refuse(node, "for ... else is not read")
        members = self.value(node.iter)
        open_ = is_open(members)
        for member in members_of(members, self.depth):
            try:
                if open_:
                    self._open_turn(node, member)
                else:
                    self._turn(node, member)
            except _BreakError:
                if open_:
                    self.refuse(node, "a loop over a range of unknown length breaks off")
                break

    def _turn(self, node: ast.For, member: Any) -> None:
        self.bind(node.target, member)
        with suppress(_ContinueError):
            self._block(node.body)

    def _open_turn(self, node: ast.For, member: Any) -> None:
        """Take the one turn that stands for many: it knows nothing of other turns."""
        assigned, added_to = stored_in(node)
        lists = {name for name in added_to if isinstance(self.names.get(name), Members)}
        own = assigned | (added_to - lists)
        left = dict.fromkeys(own, LEFT)
        self.names.update(left)
        self.reader.depth += 1
        try:
            self._turn(node, member)
        finally:
            self.reader.depth -= 1
            self.names.update(left)

    def bind(self, target: ast.expr, value: Any) -> None:
        if isinstance(target, ast.Name):
            self.names[target.id] = value
        elif isinstance(target, ast.Tuple | ast.List):
            values = list(members_of(fixed(value, self.depth), self.depth))
            parts: list[ast.expr] = list(target.elts)
            starred = [place for place, each in enumerate(parts) if isinstance(each, ast.Starred)]
            for place in starred[:1]:
                end = len(values) - (len(parts) - place - 1)
                values[place:end] = [Members(values[place:end], depth=self.depth)]
                parts[place] = parts[place].value  # type: ignore[attr-defined]
            if len(values) != len(parts):
                self.refuse(target, f"{len(values)} values for {len(parts)} names")
            for part, each in zip(parts, values, strict=True):
                self.bind(part, each)
        elif isinstance(target, ast.Subscript):
            of = self.value(target.value)
            made = isinstance(of, Members) and of.kind == "list" and not of.is_used
            if not made or is_open(of) or of.depth < self.depth:
                self.refuse(target, "only an entry of a list that is made here is changed")
            of[self.value(target.slice)] = value
        else:
            self.refuse(target, f"{ast.unparse(target)} is set: only names and entries are")
