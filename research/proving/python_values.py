"""Functions that are read: their source, the constants in it, and the values that they make.

A constant is what no function of its file assigns. What other files do to it is not asked, nor what
is added to a list.
"""

from __future__ import annotations

import ast
import builtins
import functools
import inspect
import itertools
import operator
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from functools import lru_cache
from pathlib import Path
from types import CodeType, FunctionType, MethodType
from typing import Any

from research.proving.symbols import NotOnSymbolsError, Symbol, SymbolicRange

Function = ast.FunctionDef | ast.Lambda

_MAKING = {"__init__", "__post_init__", "__new__"}  # an object, whose attributes they may set
_parsed = lru_cache(maxsize=64)(ast.parse)


class Unknown:
    """A value of which only that is asked for which it has methods, and nothing is compared."""

    what = ""  # it is, in words

    def refuse(self, *_: object) -> Any:
        """Refuse what the rules ask."""
        raise NotOnSymbolsError(f"this use of {self.what} is not read")

    __hash__ = None  # type: ignore[assignment]  # as that of a symbol
    __eq__ = __ne__ = __bool__ = __lt__ = __le__ = __gt__ = __ge__ = refuse


ATOMS = (int, bool, str, type(None), Symbol, Unknown)
MOST_MEMBERS = 1_000  # of collections on one path
_COLLECTING = (list, tuple, sorted, set, frozenset, reversed, itertools.chain, itertools.product)
KNOWN = (
    *(*_COLLECTING, range, enumerate, map, zip, itertools.combinations, itertools.pairwise),
    *(abs, all, any, bool, divmod, int, len, max, min, sum, functools.reduce),
    *(operator.add, operator.mul, operator.xor, operator.and_),
)
OPERATORS: dict[type, Callable[..., Any]] = {
    ast.Add: operator.add,
    ast.Sub: operator.sub,
    ast.Mult: operator.mul,
    ast.Mod: operator.mod,
    ast.FloorDiv: operator.floordiv,
    ast.Pow: operator.pow,
    ast.RShift: operator.rshift,
    ast.BitXor: operator.xor,
    ast.BitAnd: operator.and_,
    ast.Eq: operator.eq,
    ast.NotEq: operator.ne,
    ast.Lt: operator.lt,
    ast.LtE: operator.le,
    ast.Gt: operator.gt,
    ast.GtE: operator.ge,
    ast.Not: operator.not_,
    ast.USub: operator.neg,
}


class Members(list[Any]):
    """What a function made that is no tuple: the members of a list, a set or an iterator.

    It was made in so many (``depth``) turns of loops over ranges of unknown length; -1 for a
    constant. It is *open* if members stand for many.
    """

    def __init__(self, members: Iterable[Any], depth: int, *, is_open: bool = False) -> None:
        super().__init__(members)
        self.depth, self.is_open = depth, is_open


@dataclass(frozen=True, eq=False)
class AnyOrder:
    """A sorted tuple; only its members are known, and whether it is another sorted tuple."""

    members: tuple[Any, ...]
    descending: bool
    is_tuple: bool = False  # else it is a list

    def __eq__(self, other: object) -> bool:
        """Return whether the other is sorted too, and has the same numbers."""
        others = other.members if isinstance(other, AnyOrder) else other
        if not self.is_tuple or not isinstance(others, tuple):
            raise NotOnSymbolsError("a sorted list is compared")
        in_order = itertools.pairwise(others[::-1] if self.descending else others)
        if others is other and not all(one <= two for one, two in in_order):
            return False
        path = next((each.path for each in (*self.members, *others) if hasattr(each, "path")), None)
        if path is None:
            return sorted(self.members) == sorted(others)
        return bool(path.are_same(self.members, others))

    __hash__ = None  # type: ignore[assignment]  # as of numbers that are not known


@dataclass(frozen=True)
class Inner:
    """A function that a call of another one made, which knows the names of that call."""

    node: Function
    frame: Any
    signature: inspect.Signature


def is_open(value: Any) -> bool:
    """Whether members of a value stand for many."""
    return isinstance(value, SymbolicRange) or (isinstance(value, Members) and value.is_open)


def is_known(function: Any) -> bool:
    """Whether it is a function of Python's own that is known here."""
    return any(function is each for each in KNOWN)


def named(value: Any) -> str:
    """Return what a value is, in a message."""
    if isinstance(value, Symbol):
        return "a number"
    return str(getattr(value, "__name__", type(value).__name__))


class PathValues:
    """Values on one path, ``depth`` turns of loops over ranges of unknown length deep.

    What is unknown, open where it may not be, or without a formula, is refused by
    :class:`~research.proving.symbols.NotOnSymbolsError`.
    """

    depth = 0
    listed = 0  # members of collections so far
    any_order: dict[str, bool] | None = None  # what is sorted by these keys is only given back
    drawn = False  # whether this path went through a range of unknown length

    def call(self, function: Any, *args: Any, **keys: Any) -> Any:  # noqa: PLR0911  # one a kind
        """Call a function of Python's own."""
        if not is_known(function):
            raise NotOnSymbolsError(f"{named(function)} has no formula")
        if function is range and any(isinstance(bound, Symbol) for bound in args):
            return SymbolicRange(*args)
        if function is sorted and keys == self.any_order and not is_open(args[0]):
            return AnyOrder(tuple(self.members(args[0])), bool(keys))
        if function is tuple and args and isinstance(args[0], AnyOrder):
            return replace(args[0], is_tuple=True)
        if function in _COLLECTING and any(map(is_open, args)):
            args *= keys.get("repeat", 1)
            ranges = [each.path for each in args if isinstance(each, SymbolicRange)]
            collected = sum(map(is_open, args)) - len(ranges)
            if function is itertools.product and collected > 1:
                raise NotOnSymbolsError("a product of collections of unknown length is not read")
            if not collected and not self.draws(ranges[0]):
                return Members((), self.depth, is_open=True)
            parts = [self.members(each) for each in args]
            join = itertools.product if function is itertools.product else itertools.chain
            return Members(join(*parts), self.depth, is_open=True)
        if function in (set, frozenset):
            return self.set_of(Members(itertools.chain(*map(self.members, args)), self.depth))
        given = {name: self.fixed(each) for name, each in keys.items()}
        return self.made(function(*map(self.fixed, args), **given))

    def draws(self, path: Any) -> bool:
        """Whether this path goes through what a range of unknown length gives.

        What ranges give is only collected, and what two of them give is never taken together but
        in a turn within a turn. So each path goes through one at most, and again within its turn.
        """
        chosen = not self.drawn and path.choose()
        self.drawn |= chosen
        return bool(chosen)

    @contextmanager
    def turn(self, *, is_open: bool) -> Iterator[None]:
        """Run a turn of a loop, which may stand for many."""
        drawn = self.drawn
        self.depth += is_open
        self.drawn = drawn and not is_open
        yield
        self.depth -= is_open
        self.drawn |= drawn

    def made(self, value: Any) -> Any:
        """Return what Python made, an iterator as its members."""
        return value if isinstance(value, (*ATOMS, tuple, range)) else Members(value, self.depth)

    def set_of(self, members: Members) -> Members:
        """Return a set: with symbols it has an unknown number of members."""
        if members.is_open or not all(isinstance(each, int | str) for each in members):
            return Members(members, self.depth, is_open=True)
        return Members(sorted(set(members)), self.depth)

    def members(self, value: Any) -> Iterable[Any]:
        """Return the members of a collection to which no other turn adds."""
        if isinstance(value, Members) and value.is_open and value.depth < self.depth:
            raise NotOnSymbolsError("a loop of unknown length reads the collection that it adds to")
        if not isinstance(value, tuple | range | Members | SymbolicRange):
            raise NotOnSymbolsError(f"{named(value)} has no members")
        self.listed += 0 if isinstance(value, SymbolicRange) else len(value)
        if self.listed > MOST_MEMBERS:
            raise NotOnSymbolsError(f"more than {MOST_MEMBERS} members of collections on one path")
        return value

    def fixed(self, value: Any) -> Any:
        """Return a value as Python's own functions may have it."""
        if is_open(value):
            raise NotOnSymbolsError("a collection of unknown length may only be collected")
        if isinstance(value, FunctionType | MethodType | Inner):  # what Python calls is read
            return lambda *args: self.call(value, *args)
        if not isinstance(value, (*ATOMS, tuple, range, Members)) and not is_known(value):
            raise NotOnSymbolsError(f"{named(value)} has no formula")
        return value


def place_of(function: FunctionType, line: int | None = None) -> str:
    """Return where a function, or a line of it, stands, in words."""
    code = function.__code__
    return f"{Path(code.co_filename).name}, line {line or code.co_firstlineno}"


def source_of(function: FunctionType) -> Function:
    """Return the source of a function."""
    code = function.__code__
    try:
        tree = _parsed("".join(inspect.findsource(function)[0]))
        nodes = [n for n in ast.walk(tree) if isinstance(n, ast.FunctionDef | ast.Lambda)]
        # of lambdas within each other the innermost is walked to last
        return next(node for node in reversed(nodes) if _is_of(node, code))
    except (OSError, SyntaxError, TypeError, StopIteration):
        name = "a lambda" if function.__name__ == "<lambda>" else function.__name__
        raise NotOnSymbolsError(f"{place_of(function)}: the source of {name} is missing") from None


def _is_of(node: Function, code: CodeType) -> bool:
    """Whether a code is that of this function: of several lambdas in a line, by their columns."""
    if isinstance(node, ast.FunctionDef):
        line = min([node.lineno, *(each.lineno for each in node.decorator_list)])
        return (node.name, line) == (code.co_name, code.co_firstlineno)
    if (code.co_name, code.co_firstlineno) != ("<lambda>", node.lineno):
        return False
    body = node.body
    spots = [(p[0], p[2]) for p in code.co_positions() if p[0] and p[2] is not None and p[2] > 0]
    if not spots:  # from Python 3.12 on, a code that gives a constant has no place
        return any(repr(each) == ast.unparse(body) for each in code.co_consts)
    first, last = (body.lineno, body.col_offset), (body.end_lineno or 0, body.end_col_offset or 0)
    return all(first <= spot < last for spot in spots)


def nodes_of(function: ast.AST) -> Iterator[ast.AST]:
    """Yield the nodes of a function that are not of functions within it."""
    waiting = [*ast.iter_child_nodes(function)]
    while waiting:
        node = waiting.pop()
        yield node
        if not isinstance(node, ast.FunctionDef | ast.Lambda):
            waiting += ast.iter_child_nodes(node)


def stored_in(node: ast.AST) -> list[str]:
    """Return the names that are set within a node, each as often as it is set."""
    names = (n for n in ast.walk(node) if isinstance(n, ast.Name))
    return [name.id for name in names if isinstance(name.ctx, ast.Store)]


def inner_function(node: Function, frame: Any) -> Inner:
    """Return a function that is made in a call of another one, with its defaults."""
    given = node.args
    if given.vararg or given.kwarg or given.kwonlyargs or given.posonlyargs:
        raise NotOnSymbolsError("a function within a function may have only plain arguments")
    if any(isinstance(each, ast.Yield | ast.YieldFrom) for each in nodes_of(node)):
        raise NotOnSymbolsError("a generator within a function is not read")
    if frame.names is not frame.scope:
        raise NotOnSymbolsError("a function that a comprehension makes is not read")
    values = list(map(frame.value, given.defaults))
    values = [inspect.Parameter.empty] * (len(given.args) - len(values)) + values
    own = [each.arg for each in given.args]
    parameters = [
        inspect.Parameter(name, inspect.Parameter.POSITIONAL_OR_KEYWORD, default=value)
        for name, value in zip(own, values, strict=True)
    ]
    return Inner(node, frame, inspect.Signature(parameters))


def require_constant(function: FunctionType, name: str) -> None:
    """Refuse a name, or a ``.attribute``, that a function of the file assigns, with the line."""
    changed = _changed("".join(inspect.findsource(function)[0]))
    if name in changed:
        raise NotOnSymbolsError(f"{name} is changed in line {changed[name]}")


@lru_cache(maxsize=64)
def _changed(source: str) -> dict[str, int]:
    """Return the names and ``.attributes`` that functions of a file assign, with lines."""
    changed: dict[str, int] = {}
    functions = [n for n in ast.walk(_parsed(source)) if isinstance(n, ast.FunctionDef)]
    for node in (n for f in functions if f.name not in _MAKING for n in ast.walk(f)):
        match node:
            case ast.Global(names):
                changed |= dict.fromkeys(names, node.lineno)
            case ast.Attribute(_, name, ast.Store()):
                changed.setdefault(f".{name}", node.lineno)
    return changed


def constant_named(function: FunctionType, name: str) -> Any:
    """Return the constant that a function reads by a name that is not its own."""
    code = function.__code__
    if name in code.co_freevars and function.__closure__:
        return function.__closure__[code.co_freevars.index(name)].cell_contents
    if name in function.__globals__:
        require_constant(function, name)
        return function.__globals__[name]
    if not hasattr(builtins, name):
        raise NotOnSymbolsError(f"{name} is not defined")
    return getattr(builtins, name)
