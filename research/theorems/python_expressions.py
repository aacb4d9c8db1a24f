"""Expressions of the part of Python that is read (:mod:`research.theorems.python_subset`)."""

from __future__ import annotations

import ast
import operator
from collections import ChainMap
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from inspect import getattr_static
from types import FunctionType, MemberDescriptorType, MethodType, ModuleType
from typing import Any, NoReturn

from oracles.errors import ResourceLimitError
from research.logic.transitions import WorkLimitError
from research.theorems.errors import NotOnSymbolsError
from research.theorems.python_collections import (
    BUILTINS,
    Members,
    fixed,
    is_open,
    kind_of,
    members_of,
)
from research.theorems.python_source import Function, file_facts, place_of, read_name
from research.theorems.symbols import Symbol, SymbolicRange

_BINARY: dict[type, Callable[[Any, Any], Any]] = {
    ast.Add: operator.add,
    ast.Sub: operator.sub,
    ast.Mult: operator.mul,
    ast.Mod: operator.mod,
    ast.FloorDiv: operator.floordiv,
    ast.Pow: operator.pow,
    ast.LShift: operator.lshift,
    ast.RShift: operator.rshift,
    ast.BitXor: operator.xor,
    ast.BitAnd: operator.and_,
    ast.BitOr: operator.or_,
}
_COMPARE: dict[type, Callable[[Any, Any], Any]] = {
    ast.Eq: operator.eq,
    ast.NotEq: operator.ne,
    ast.Lt: operator.lt,
    ast.LtE: operator.le,
    ast.Gt: operator.gt,
    ast.GtE: operator.ge,
}
_UNARY: dict[type, Callable[[Any], Any]] = {
    ast.Not: operator.not_,
    ast.USub: operator.neg,
    ast.UAdd: operator.pos,
}
_ATOMS = (int, bool, str, type(None), Symbol)
_VALUES = (*_ATOMS, tuple, range, Members)
LEFT = object()  # what a turn of a loop over a range of unknown length leaves
_CALLED = {"JoinedStr": "an f-string", "Dict": "a dictionary", "NamedExpr": ":=", "Starred": "*"}


class NotReadError(NotOnSymbolsError):
    """Something is not read, or cannot be run on symbols, at a line that is named."""


class ControlFlow(Exception):  # noqa: N818  # no error
    """A statement ends a turn, a loop or a call."""


@dataclass(frozen=True)
class Inner:
    """A lambda or a function within another one, with the names around it."""

    node: Function
    frame: Expressions
    names: ChainMap[str, Any]


class Expressions:
    """One call of a function: its names, and what its expressions are.

    Attributes
    ----------
    reader
        What calls functions.
    function
        The function; of an inner one, the one around it.
    node
        Its source.
    names
        Its names, innermost first.
    """

    def __init__(
        self, reader: Any, function: FunctionType, node: Function, names: ChainMap[str, Any]
    ) -> None:
        self.reader, self.function, self.node, self.names = reader, function, node, names

    @property
    def depth(self) -> int:
        """In how many turns of loops over ranges of unknown length it is."""
        return int(self.reader.depth)

    def bind(self, target: ast.expr, value: Any) -> None:
        """Assign to what may be assigned to."""
        raise NotImplementedError

    def refuse(self, node: ast.AST, why: str) -> NoReturn:
        """Refuse what stands somewhere."""
        line = getattr(node, "lineno", self.node.lineno)
        raise NotReadError(f"{place_of(self.function, line)}: {why}")

    @contextmanager
    def at(self, node: ast.AST) -> Iterator[None]:
        """Say of what goes wrong where it was."""
        try:
            yield
        except (NotReadError, ControlFlow, MemoryError, RecursionError):
            raise
        except (ResourceLimitError, WorkLimitError):  # that is no fault of this line
            raise
        except NotOnSymbolsError as error:
            self.refuse(node, str(error))
        except Exception as error:  # of the author's own code
            self.refuse(node, f"{type(error).__name__}: {error}")

    def value(self, node: ast.expr) -> Any:
        """Return what an expression is."""
        method = getattr(self, f"_of_{type(node).__name__.lower()}", None)
        if method is None:
            self.refuse(node, f"{construct(node)} is not read")
        return method(node)

    def _fixed(self, node: ast.expr) -> Any:
        """Return a value that is not open, and of a kind of which symbols are asked."""
        value = fixed(self.value(node), self.depth)
        if not isinstance(value, _VALUES):
            self.refuse(node, f"{ast.unparse(node)} has no formula")
        return value

    def _truth(self, node: ast.expr) -> bool:
        return bool(self._fixed(node))

    def _of_constant(self, node: ast.Constant) -> Any:
        if type(node.value) not in _ATOMS:
            self.refuse(node, f"{node.value!r} is no integer")
        return node.value

    def _of_name(self, node: ast.Name) -> Any:
        if node.id in self.names:
            value = self.names[node.id]
            if value is LEFT:
                self.refuse(
                    node, f"{node.id} is kept from turn to turn of a loop of unknown length"
                )
            return value
        return self.constant(node, read_name(self.function, node.id))

    def constant(self, node: ast.AST, value: Any) -> Any:
        """Return what is read from outside; a list that nothing may change."""
        if type(value) is tuple:
            return tuple(self.constant(node, each) for each in value)
        if type(value) in (list, set, frozenset):
            kind: Any = "list" if type(value) is list else "set"
            made = Members((self.constant(node, each) for each in value), kind, self.depth)
            made.is_used = True
            return made
        if type(value) in (*_ATOMS, range, FunctionType, MethodType, ModuleType):
            return value
        ours = any(value is each for each in BUILTINS)
        if not ours and (callable(value) or type(value).__module__ == "builtins"):
            name = getattr(value, "__name__", kind_of(value))
            self.refuse(node, f"{name} has no formula")
        return value

    def _of_attribute(self, node: ast.Attribute) -> Any:
        of, name = self.value(node.value), node.attr
        if isinstance(of, ModuleType):
            return self.constant(node, getattr(of, name))
        if isinstance(of, (*_VALUES, FunctionType, MethodType, Inner, SymbolicRange)):
            self.refuse(node, f".{name} of {kind_of(of)} has no formula")
        facts = file_facts(self.function)
        if facts is not None and name in facts.set_attributes:
            self.refuse(node, f".{name} is changed in line {facts.set_attributes[name]}")
        found = getattr_static(of, name, LEFT)
        if isinstance(found, FunctionType):
            return found if name in getattr(of, "__dict__", {}) else MethodType(found, of)
        if isinstance(found, staticmethod):
            return found.__func__
        if isinstance(found, MemberDescriptorType):
            found = getattr(of, name)
        if found is LEFT or hasattr(type(found), "__get__"):
            self.refuse(node, f".{name} is computed")
        return self.constant(node, found)

    def _of_tuple(self, node: ast.Tuple | ast.List | ast.Set) -> Any:
        made: list[Any] = []
        open_ = False
        for each in node.elts:
            if isinstance(each, ast.Starred):
                more = self.value(each.value)
                open_ = open_ or is_open(more)
                made += members_of(more, self.depth)
            else:
                made.append(self.value(each))
        return Members(made, depth=self.depth, is_open=True) if open_ else tuple(made)

    def _of_list(self, node: ast.List) -> Any:
        made = self._of_tuple(node)
        return Members(made, "list", self.depth, is_open=is_open(made))

    def _of_set(self, node: ast.Set) -> Any:
        made = self._of_tuple(node)
        return Members(made, "set", self.depth, is_open=is_open(made))

    def _of_binop(self, node: ast.BinOp) -> Any:
        return self._binary(node.op, self.value(node.left), self.value(node.right))

    def _binary(self, op: ast.operator, left: Any, right: Any) -> Any:
        if isinstance(op, ast.Add) and (is_open(left) or is_open(right)):
            both = [*members_of(left, self.depth), *members_of(right, self.depth)]
            return Members(both, depth=self.depth, is_open=True)
        left, right = fixed(left, self.depth), fixed(right, self.depth)
        known = all(isinstance(each, (*_ATOMS, tuple, Members)) for each in (left, right))
        if type(op) not in _BINARY or not known or "set" in (_kind(left), _kind(right)):
            raise NotOnSymbolsError(f"{type(op).__name__.lower()} has no formula here")
        found = _BINARY[type(op)](left, right)
        return Members(found, depth=self.depth) if isinstance(found, list) else found

    def _of_unaryop(self, node: ast.UnaryOp) -> Any:
        if type(node.op) not in _UNARY:
            self.refuse(node, "~ is not read")
        return _UNARY[type(node.op)](self._fixed(node.operand))

    def _of_boolop(self, node: ast.BoolOp) -> Any:
        value: Any = None
        for each in node.values:
            value = self.value(each)
            last = each is node.values[-1]
            if last or bool(self._asked(each, value)) == isinstance(node.op, ast.Or):
                break
        return value

    def _of_compare(self, node: ast.Compare) -> bool:
        left = self._fixed(node.left)
        for op, each in zip(node.ops, node.comparators, strict=True):
            right = self._fixed(each)
            if isinstance(op, ast.Is | ast.IsNot) and (left is None or right is None):
                found = (left is right) == isinstance(op, ast.Is)
            elif isinstance(op, ast.In | ast.NotIn):
                texts = isinstance(right, str)
                found = left in right if texts else any(left == member for member in right)
                found = found == isinstance(op, ast.In)
            elif type(op) not in _COMPARE or "set" in (_kind(left), _kind(right)):
                self.refuse(node, f"{ast.unparse(node)} is not read")
            else:
                found = _COMPARE[type(op)](left, right)
            if not found:
                return False
            left = right
        return True

    def _of_ifexp(self, node: ast.IfExp) -> Any:
        return self.value(node.body if self._truth(node.test) else node.orelse)

    def _of_subscript(self, node: ast.Subscript) -> Any:
        of = self._fixed(node.value)
        if _kind(of) == "set":
            self.refuse(node, "a set has no entries")
        found = of[self.value(node.slice)]
        return Members(found, depth=self.depth) if type(found) is list else found

    def _of_slice(self, node: ast.Slice) -> slice:
        parts = (node.lower, node.upper, node.step)
        return slice(*(None if part is None else self._fixed(part) for part in parts))

    def _of_lambda(self, node: ast.Lambda) -> Inner:
        return Inner(node, self, self.names)

    def _of_listcomp(self, node: ast.ListComp) -> Members:
        made = Members((), "list", self.depth)
        for value, open_ in self._comprehended(node):
            made.append(value)
            made.is_open = made.is_open or open_
        return made

    def _of_setcomp(self, node: ast.SetComp) -> Members:
        made = self._of_listcomp(node)  # type: ignore[arg-type]
        made.kind = "set"
        return made

    def _of_generatorexp(self, node: ast.GeneratorExp) -> Members:
        made = self._of_listcomp(node)  # type: ignore[arg-type]
        made.kind = "iterator"
        return made

    def _comprehended(
        self, node: ast.ListComp | ast.GeneratorExp, place: int = 0, *, open_: bool = False
    ) -> Iterator[tuple[Any, bool]]:
        """Yield each value, and whether it stands for many."""
        if place == len(node.generators):
            yield self.value(node.elt), open_
            return
        clause = node.generators[place]
        members = self.value(clause.iter)
        around, depth, here = self.names, self.depth, open_ or is_open(members)
        try:
            for member in members_of(members, depth):
                self.names = around.new_child()
                self.reader.depth = depth + is_open(members)
                self.bind(clause.target, member)
                if all(self._truth(test) for test in clause.ifs):
                    yield from self._comprehended(node, place + 1, open_=here)
                self.names, self.reader.depth = around, depth
        finally:
            self.names, self.reader.depth = around, depth

    def _of_call(self, node: ast.Call) -> Any:
        match node:
            case ast.Call(ast.Attribute(of, ("count" | "index") as name), [argument]):
                members = self._fixed(of)
                if isinstance(members, tuple | list):
                    return getattr(members, name)(self._fixed(argument))
            case ast.Call(ast.Name(("any" | "all") as name), [ast.GeneratorExp() as argument]):
                if self.value(node.func) in (any, all):
                    return self._any_or_all(argument, some=name == "any")
        function = self.value(node.func)
        args: list[Any] = []
        for each in node.args:
            if isinstance(each, ast.Starred):
                args += members_of(fixed(self.value(each.value), self.depth), self.depth)
            else:
                args.append(self.value(each))
        keys = {}
        for key in node.keywords:
            if key.arg is None:
                self.refuse(node, "** is not read")
            keys[key.arg] = self.value(key.value)
        return self.reader.call(function, *args, **keys)

    def _any_or_all(self, node: ast.GeneratorExp, *, some: bool) -> bool:
        """Ask for one value after the other, up to the first that decides."""
        found = self._comprehended(node)
        try:
            for value, open_ in found:
                if open_:
                    self.refuse(node, "any or all of a range of unknown length")
                if bool(self._asked(node, value)) == some:
                    return some
            return not some
        finally:
            found.close()  # type: ignore[attr-defined]

    def _asked(self, node: ast.expr, value: Any) -> Any:
        value = fixed(value, self.depth)
        if not isinstance(value, _VALUES):
            self.refuse(node, f"whether {ast.unparse(node)} is true has no formula")
        return value


def _kind(value: Any) -> str:
    return value.kind if isinstance(value, Members) else ""


def construct(node: ast.AST) -> str:
    """Return what a construct of Python is called."""
    name = type(node).__name__
    return _CALLED.get(name, name.lower())
