"""A part of Python, read from its source and run on symbols.

``docs/proofs.md`` lists what is read. Everything else is refused, with its file and line.

A loop over a range of unknown length has one turn, for a number of which nothing is known but that
it is in the range. That is all that the loop does if its turns know nothing of each other. So what
a turn assigns is not asked for before that, nor after the loop, and a list from outside is only
added to. Such a list is *open*: some of its members stand for many. The members of what is open are
only collected, and nothing else is asked of it.
"""

from __future__ import annotations

import ast
import inspect
from functools import partial
from types import FunctionType, MethodType, ModuleType
from typing import Any

from research.logic.errors import AutomataError
from research.proving import changed_lists as lists
from research.proving.python_values import (
    ATOMS,
    OPERATORS,
    AnyOrder,
    Inner,
    Members,
    PathValues,
    constant_named,
    inner_function,
    is_known,
    is_open,
    named,
    nodes_of,
    place_of,
    require_constant,
    source_of,
)
from research.proving.symbols import NotOnSymbolsError, NotReadError, SymbolicRange
from research.proving.while_loops import Left, while_loop

_CALLED = {"JoinedStr": "an f-string", "Dict": "a dictionary", "NamedExpr": ":=", "Starred": "*"}


def _not_read(node: ast.AST) -> NotOnSymbolsError:
    name = type(node).__name__
    return NotOnSymbolsError(f"{_CALLED.get(name, name.lower())} is not read")


class Reader(PathValues):
    """Calls functions on symbols; it is made anew for each path."""

    def call(self, function: Any, *args: Any, **keys: Any) -> Any:
        """Call a function; refuse what is not read, or has no formula."""
        if isinstance(function, MethodType):
            return self.call(function.__func__, function.__self__, *args, **keys)
        if isinstance(function, FunctionType):
            return _Frame(self, function, source_of(function)).run(args, keys)
        if isinstance(function, Inner):
            outer: _Frame = function.frame
            return _Frame(self, outer.function, function.node, outer).run(args, keys, function)
        return super().call(function, *args, **keys)

    def some_of(self, frame: Any, node: ast.expr) -> Members | None:  # noqa: ARG002
        """Return what a comprehension keeps of a collection that it only filters, if known."""
        return None


class _Frame:
    """One call of a function: its names, and what it gives."""

    def __init__(
        self, reader: Reader, function: FunctionType, node: Any, outer: _Frame | None = None
    ) -> None:
        self.reader, self.function, self.node, self.outer = reader, function, node, outer
        self.entered, self.line = reader.depth, node.lineno
        self.names: dict[str, Any] = {}
        self.counting: set[ast.expr] = set()  # entries of lists by which while loops count
        self.scope = self.names  # but for those of comprehensions
        self.yields = any(isinstance(n, ast.Yield | ast.YieldFrom) for n in nodes_of(node))
        self.result: Any = Members((), self.entered) if self.yields else None

    def run(self, args: tuple[Any, ...], keys: dict[str, Any], inner: Inner | None = None) -> Any:
        """Return what the call gives; say of what goes wrong where it was."""
        try:
            outermost = partial(inspect.signature, self.function, follow_wrapped=False)
            bound = (inner.signature if inner else outermost()).bind(*args, **keys)
            given = set(bound.arguments)
            bound.apply_defaults()
            for name, value in bound.arguments.items():
                self.names[name] = value if name in given else self.constant(value)
            if isinstance(self.node, ast.Lambda):
                return self.value(self.node.body)
            self.block(self.node.body)
        except (NotReadError, MemoryError, RecursionError):
            raise
        except Exception as error:
            if isinstance(error, AutomataError) and not isinstance(error, NotOnSymbolsError):
                raise
            own = isinstance(error, NotOnSymbolsError)  # else of the author's own code
            why = str(error) if own else f"{type(error).__name__}: {error}"
            raise NotReadError(f"{place_of(self.function, self.line)}: {why}") from error
        return self.result

    # Statements

    def block(self, body: list[ast.stmt]) -> str:
        """Run statements; say whether they end by "return", "break" or "continue"."""
        for node in body:
            self.line = node.lineno
            ended = self.statement(node)
            if ended:
                return ended
        return ""

    def statement(self, node: ast.stmt) -> str:  # noqa: PLR0912  # one branch a kind of node
        """Run a statement; return how it ended its block, if it did."""
        match node:
            case ast.If(test, body, orelse):
                return self.block(body if self.fixed(test) else orelse)
            case ast.For(orelse=[]):
                return self.loop(node)
            case ast.Continue() | ast.Break():
                return type(node).__name__.lower()
            case ast.Return(value):
                if self.reader.depth > self.entered:
                    raise NotOnSymbolsError("return within a loop over a range of unknown length")
                if value is not None and not self.yields:
                    self.result = self.value(value)
                return "return"
            case ast.Assign(targets, value):
                given = self.value(value)
                for target in targets:
                    self.bind(target, given)
            case ast.AnnAssign(target, _, ast.expr() as value):
                self.bind(target, self.value(value))
            case ast.AugAssign(target, op, value):
                old, more = self.value(target), self.value(value)
                if isinstance(old, Members) and isinstance(op, ast.Add | ast.BitOr):
                    lists.add(self, old, more, to_set=isinstance(op, ast.BitOr))
                else:
                    self.bind(target, self.binary(op, old, more))
            case ast.Expr(ast.Yield(ast.expr() as value)):
                self.give((self.value(value),))
            case ast.Expr(ast.YieldFrom(value)):
                self.give(self.value(value))
            case ast.Expr(ast.Call(ast.Attribute(of, how), args, keys)) if how in lists.CHANGES:
                lists.change(self, of, how, args, keys)
            case ast.FunctionDef(name, decorator_list=[]):
                self.names[name] = inner_function(node, self)
            case ast.While(orelse=[]):
                return while_loop(self, node)
            case ast.Assert(test):
                if not self.fixed(test):
                    raise NotOnSymbolsError("an assertion fails")
            case ast.Expr(ast.Constant()) | ast.Pass():
                pass
            case ast.Expr(value):
                raise NotOnSymbolsError(f"{ast.unparse(value)} does more than give a value")
            case _:
                raise _not_read(node)
        return ""

    def give(self, more: Any) -> None:
        """Add to what the function yields."""
        self.result.is_open |= is_open(more)
        self.result.extend(self.reader.members(more))

    def loop(self, node: ast.For) -> str:
        """Run a loop, an open one for one turn that stands for all; return how it ended."""
        members = self.value(node.iter)
        open_ = is_open(members)
        # The one turn of an open loop stands for many, and knows nothing of the others.
        left = dict.fromkeys(self.assigned_in(node) if open_ else (), Left())
        if isinstance(members, SymbolicRange) and not self.reader.draws(members.path):
            members = ()
        for member in self.reader.members(members):
            self.names |= left
            with self.reader.turn(is_open=open_):
                self.bind(node.target, member)
                ended = self.block(node.body)
            if ended == "break" and open_:
                raise NotOnSymbolsError("break in a loop over a range of unknown length")
            if ended in ("break", "return"):
                return ended.removeprefix("break")
        self.names |= left
        return ""

    def assigned_in(self, loop: ast.For | ast.While) -> set[str]:
        """Open what a loop adds to, or yields; return the names that it assigns otherwise."""
        assigned: list[str] = []
        added: list[str] = []
        for node in ast.walk(loop):
            match node:
                case ast.Name(name, ast.Store()):
                    assigned.append(name)
                case ast.Yield() | ast.YieldFrom() if self.result is not None:
                    self.result.is_open = True
                case ast.AugAssign(ast.Name(name)) | ast.Call(
                    ast.Attribute(ast.Name(name), "append" | "extend" | "add" | "update")
                ) if isinstance(self.names.get(name), Members):
                    self.names[name].is_open = True
                    added += [name] if isinstance(node, ast.AugAssign) else []
        return {name for name in assigned if assigned.count(name) > added.count(name)}

    def bind(self, target: ast.expr, value: Any) -> None:
        """Assign to a name, to several, or to an entry of a list."""
        match target:
            case ast.Name(name):
                self.names[name] = value
            case ast.Tuple(parts) | ast.List(parts):
                values = list(self.reader.members(self.reader.fixed(value)))
                for at, part in enumerate(parts):
                    if isinstance(part, ast.Starred) and len(values) >= len(parts) - 1:
                        end = len(values) - len(parts) + 1 + at
                        values[at:end] = [Members(values[at:end], self.reader.depth)]
                        parts = [*parts[:at], part.value, *parts[at + 1 :]]
                if len(values) != len(parts):
                    raise NotOnSymbolsError(f"{len(values)} values for {len(parts)} names")
                for part, each in zip(parts, values, strict=True):
                    self.bind(part, each)
            case ast.Subscript(of, index):
                to = self.value(of)
                if target not in self.counting:
                    lists.require_own(self, to)
                to[self.value(index)] = value
            case _:
                raise NotOnSymbolsError(f"{ast.unparse(target)} is set, not a name or an entry")

    # Expressions

    def value(self, node: ast.expr) -> Any:  # noqa: PLR0911, PLR0912  # one branch a kind of node
        """Return what an expression is."""
        self.line = node.lineno
        match node:
            case ast.Constant(value):
                return self.constant(value)
            case ast.Name(name):
                return self.named(name)
            case ast.Attribute(of, name):
                return self.attribute(self.value(of), name)
            case ast.List(parts) | ast.Set(parts) | ast.Tuple(parts):
                made = self.listed(parts)
                if isinstance(node, ast.Set):
                    return self.reader.set_of(made)
                return self.reader.call(tuple, made) if isinstance(node, ast.Tuple) else made
            case ast.BinOp(left, ast.Sub(), ast.Set(parts)):
                return lists.without(self, self.value(left), self.listed(parts))
            case ast.BinOp(left, op, right):
                return self.binary(op, self.value(left), self.value(right))
            case ast.UnaryOp(op, operand) if type(op) in OPERATORS:
                return OPERATORS[type(op)](self.fixed(operand))
            case ast.BoolOp(op, values):
                for each in values[:-1]:
                    value = self.fixed(each)
                    if bool(value) == isinstance(op, ast.Or):
                        return value
                return self.value(values[-1])
            case ast.Compare():
                return self.compare(node)
            case ast.IfExp(test, body, orelse):
                return self.value(body if self.fixed(test) else orelse)
            case ast.Subscript(of, index):
                return self.entry(self.fixed(of), index)
            case ast.ListComp() | ast.GeneratorExp() | ast.SetComp():
                made = self.comprehension(node)
                return self.reader.set_of(made) if isinstance(node, ast.SetComp) else made
            case ast.Call():
                return self.call(node)
            case ast.Lambda():
                return inner_function(node, self)
            case _:
                raise _not_read(node)

    def fixed(self, node: ast.expr) -> Any:
        return self.reader.fixed(self.value(node))

    def named(self, name: str) -> Any:
        scope, outer = self.names, self.outer
        while name not in scope:
            if outer is None:
                return self.constant(constant_named(self.function, name))
            scope, outer = outer.scope, outer.outer
        if isinstance(scope[name], Left):
            raise NotOnSymbolsError(f"{name} is kept from turn to turn of a loop of unknown length")
        return scope[name]

    def constant(self, value: Any) -> Any:
        """Return what is read from outside; a list that nothing may change."""
        if type(value) is tuple:
            return tuple(map(self.constant, value))
        if type(value) in (list, set, frozenset):
            return Members(map(self.constant, value), -1)
        read = (*ATOMS, range, FunctionType, MethodType, ModuleType)
        other = callable(value) or type(value).__module__ == "builtins"
        if type(value).__module__.startswith("networkx."):
            raise NotReadError("a graph given as data has no formula")
        if other and type(value) not in read and not is_known(value):
            raise NotOnSymbolsError(f"{named(value)} has no formula")
        return value

    def attribute(self, of: Any, name: str) -> Any:
        if isinstance(of, (*ATOMS, tuple, range, Members, SymbolicRange, FunctionType)):
            raise NotOnSymbolsError(f".{name} of {named(of)} has no formula")
        if not isinstance(of, ModuleType):
            require_constant(self.function, f".{name}")
        return self.constant(getattr(of, name))

    def listed(self, nodes: list[ast.expr]) -> Members:
        """Return the values of expressions, some of which may be starred."""
        made = Members((), self.reader.depth)
        for each in nodes:
            if isinstance(each, ast.Starred):
                more = self.reader.call(list, self.value(each.value))
                made = self.binary(ast.Add(), made, more)
            else:
                made.append(self.value(each))
        return made

    def compared(self, node: ast.expr) -> Any:
        """Return a value that is compared; the members of a set that is written there are known."""
        value = self.listed(node.elts) if isinstance(node, ast.Set) else self.value(node)
        return value if isinstance(value, AnyOrder) else self.reader.fixed(value)

    def binary(self, op: ast.operator, left: Any, right: Any) -> Any:
        opened = is_open(left) or is_open(right)
        to_set = isinstance(op, ast.BitOr) and isinstance(left, Members)
        if to_set or (opened and isinstance(op, ast.Add)):
            both = [*self.reader.members(left), *self.reader.members(right)]
            made = Members(both, self.reader.depth, is_open=opened)
            return self.reader.set_of(made) if to_set else made
        left, right = self.reader.fixed(left), self.reader.fixed(right)
        if type(op) not in OPERATORS:
            raise NotOnSymbolsError(f"{type(op).__name__.lower()} has no formula here")
        return self.reader.made(OPERATORS[type(op)](left, right))

    def compare(self, node: ast.Compare) -> bool:
        """Return what a chain of comparisons gives."""
        left = self.compared(node.left)
        for op, each in zip(node.ops, node.comparators, strict=True):
            right = self.compared(each)
            if isinstance(op, ast.In | ast.NotIn):
                members = self.reader.members(right)
                found = any(left == member for member in members) == isinstance(op, ast.In)
            elif isinstance(op, ast.Is | ast.IsNot) and right is None:
                found = (left is None) == isinstance(op, ast.Is)
            elif type(op) in OPERATORS:
                found = OPERATORS[type(op)](left, right)
            else:
                raise NotOnSymbolsError(f"{ast.unparse(node)} is not read")
            if not found:
                return False
            left = right
        return True

    def entry(self, of: Any, index: ast.expr) -> Any:
        if not isinstance(index, ast.Slice):
            return of[self.fixed(index)]
        bounds = (index.lower, index.upper, index.step)
        part = slice(*(None if each is None else self.fixed(each) for each in bounds))
        return self.reader.made(of[part])

    def comprehension(self, node: ast.ListComp | ast.GeneratorExp | ast.SetComp) -> Members:
        """Return the members of a comprehension: what a loop with its clauses yields."""
        if (some := self.reader.some_of(self, node)) is not None:
            return some
        body: ast.stmt = ast.Expr(ast.Yield(node.elt))
        for clause in reversed(node.generators):
            for test in reversed(clause.ifs):
                body = ast.If(test, [body], [])
            body = ast.For(clause.target, clause.iter, [body], [])
        names, result = self.names, self.result
        self.names, self.result = {**names}, Members((), self.reader.depth)
        self.block([ast.fix_missing_locations(ast.copy_location(body, node))])
        made: Members = self.result
        self.names, self.result = names, result
        return made

    def call(self, node: ast.Call) -> Any:
        if isinstance(node.func, ast.Attribute) and node.func.attr in lists.ASKED:
            of = self.value(node.func.value)
            if isinstance(of, tuple | Members):
                given = self.reader.fixed(self.listed(node.args))
                return lists.asked(self, of, node.func.attr, given)
        function = self.value(node.func)
        args = self.reader.fixed(self.listed(node.args))
        keys = {key.arg: self.value(key.value) for key in node.keywords if key.arg is not None}
        if len(keys) < len(node.keywords):
            raise NotOnSymbolsError("** is not read")
        return self.reader.call(function, *args, **keys)
