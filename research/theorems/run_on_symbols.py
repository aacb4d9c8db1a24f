"""Functions run on symbols: the formula that a function of natural numbers is.

A copy of the function is run once for each path that it can take
(:mod:`research.theorems.symbols`), which gives for each the formula of when it is taken, and what
comes out. That is what the function does with all natural numbers, if nothing in it tells a symbol
from an integer, or remembers an earlier call. So the copy has nothing but what is known to do
neither: arithmetic, comparisons, loops, tuples and lists, a few functions of the standard library,
other functions that are copied likewise, and constants. Nothing is caught, identity is not asked
for, and nothing outside is changed; whatever needs more is refused.

At last the engine decides that the paths found are all there are.
"""

from __future__ import annotations

import dis
import functools
import itertools
import operator
import sys
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from inspect import getattr_static
from types import (
    BuiltinFunctionType,
    CellType,
    CodeType,
    FrameType,
    FunctionType,
    MethodType,
    ModuleType,
    SimpleNamespace,
)
from typing import Any, NoReturn

from oracles.errors import ResourceLimitError, brief
from research.logic.decide import decide
from research.logic.formula import Formula, disjunction, for_all, implies
from research.logic.kernel import Place
from research.theorems.loops_on_symbols import codes_of, open_loops
from research.theorems.symbols import TRUE, NotOnSymbolsError, Path, Symbol, Turn

MOST_PATHS = 300
_INSTRUCTIONS = (  # by how their names begin; whatever else there is, is refused
    *("BINARY_", "BUILD_LIST", "BUILD_TUPLE", "BUILD_SLICE", "CACHE", "CALL", "CLEANUP_THROW"),
    *("COMPARE_OP", "CONTAINS_OP", "COPY", "END_FOR", "END_SEND", "EXTENDED_ARG", "FOR_ITER"),
    *("GET_ITER", "GET_LEN", "GET_YIELD_FROM_ITER", "JUMP", "KW_NAMES", "LIST_", "LOAD_ATTR"),
    *("LOAD_CLOSURE", "LOAD_CONST", "LOAD_DEREF", "LOAD_FAST", "LOAD_GLOBAL", "LOAD_METHOD"),
    *("MAKE_", "NOP", "POP_JUMP", "POP_TOP", "PRECALL", "PUSH_NULL", "RAISE_VARARGS", "RERAISE"),
    *("RESUME", "RETURN_", "SEND", "SET_FUNCTION_ATTRIBUTE", "STORE_DEREF", "STORE_FAST"),
    *("SWAP", "TO_BOOL", "UNARY_", "UNPACK_SEQUENCE", "YIELD_VALUE"),
)  # fmt: skip
_BUILTINS = (
    *(abs, all, any, bool, divmod, enumerate, filter, int, iter, len, list, map, max, min, next),
    *(range, reversed, sorted, sum, tuple, zip),
)
_FROM_MODULES = (functools.reduce, *(
    getattr(module, name)
    for module, names in (
        (operator, "add and_ eq floordiv ge gt le lshift lt mod mul ne neg or_ rshift sub xor"),
        (itertools, "accumulate chain combinations count islice pairwise permutations product"
                    " repeat starmap takewhile"),
    )
    for name in names.split()
))  # fmt: skip
_ALLOWED = (*_BUILTINS, *_FROM_MODULES, Place)


def _list(*given: Any) -> list[Any]:
    """Make a list; the class itself could change a list from outside."""
    return list(*given)


_BY_NAME: dict[str, Any] = {each.__name__: each for each in _BUILTINS} | {"list": _list}


@dataclass(frozen=True)
class Outcome:
    """What one path comes to.

    Attributes
    ----------
    path
        When it is taken.
    value
        What comes out: integers, symbols, truth values, or tuples of these.
    """

    path: Path
    value: Any


class _Fixed(list[Any]):
    """A list from outside a function, which may be read and not changed."""

    def _refused(self, *_: object, **__: object) -> NoReturn:
        raise NotOnSymbolsError("a list from outside the function would be changed")

    append = extend = insert = remove = pop = clear = sort = reverse = _refused
    __setitem__ = __delitem__ = __iadd__ = __imul__ = _refused


class _Self:
    """An object whose methods are run: its numbers and lists, and copies of its methods."""

    def __init__(self, of: Any, copier: Copier) -> None:
        self.__dict__["_read"] = lambda name: copier.attribute(of, self, name)

    def __getattr__(self, name: str) -> Any:
        return self.__dict__["_read"](name)

    def __setattr__(self, name: str, value: object) -> NoReturn:
        raise NotOnSymbolsError(f"the function sets .{name}")


def _stays(value: object, *, lists: bool) -> bool:
    """Whether a value remains what it is, whatever is done with it."""
    if type(value) is tuple or type(value) is _Fixed or (lists and type(value) is list):
        return all(_stays(each, lists=lists) for each in value)
    if isinstance(value, FunctionType):
        return all(_stays(cell.cell_contents, lists=lists) for cell in value.__closure__ or ())
    return value is None or type(value) in (int, bool, str, Symbol, _Self, range)


class Copier:
    """Copies functions, with nothing in their reach but what may be run on symbols."""

    def __init__(self) -> None:
        self.known: dict[Any, Any] = {}
        self.selves: dict[int, tuple[Any, _Self]] = {}
        self.collected: Any = None
        self.alone = False  # whether no other function is there that could change a list

    def collecting(self, given: Any) -> Callable[..., Any]:
        """Return a copy of a function of which only the members of what it gives are asked for.

        Its open loops (:mod:`research.theorems.loops_on_symbols`) may go through ranges of unknown
        length. It may not call itself.
        """
        self.collected = given.__func__ if isinstance(given, MethodType) else given
        copy = self.function(given)
        self.alone = len(self.known) == 1
        return copy

    def range(self, *bounds: Any) -> Any:
        """Return a range; of symbols, one that an open loop may go through."""
        if not any(isinstance(bound, Symbol) for bound in bounds):
            return range(*bounds)
        frame = sys._getframe(1)  # noqa: SLF001  # to see where it is asked for
        whole = None if self.collected is None else self.function(self.collected).__code__
        if whole is None or frame.f_code not in codes_of(whole):
            raise NotOnSymbolsError("a range of unknown length is gone through")
        loops = open_loops(self.collected.__code__)
        if list(frame.f_code.co_positions())[frame.f_lasti // 2] not in loops.spans:
            raise NotOnSymbolsError("a range of unknown length is gone through by no open loop")
        self._require_nothing_to_change(frame, whole, loops.lists)
        return Turn(*bounds)

    def _require_nothing_to_change(
        self, frame: FrameType, whole: CodeType, lists: frozenset[str]
    ) -> None:
        """Refuse a loop before which something was made that a turn could leave changed."""
        here: FrameType | None = frame
        while here is not None and here.f_code in codes_of(whole):
            for name, value in here.f_locals.items():
                if name != ".0" and name not in lists and not _stays(value, lists=self.alone):
                    raise NotOnSymbolsError(f"{name} could be changed by a turn of a loop")
            here = here.f_back

    def function(self, given: Any) -> Callable[..., Any]:
        """Return a copy of a function or a method.

        Raises
        ------
        NotOnSymbolsError
            If it does what cannot be run on symbols.
        """
        if isinstance(given, MethodType):
            return MethodType(self.function(given.__func__), self._of_self(given.__self__))
        if not isinstance(given, FunctionType):
            raise NotOnSymbolsError(f"{brief(given)} is no function written in Python")
        if given not in self.known:
            code = _harmless(given.__code__)
            cells = tuple(CellType() for _ in given.__closure__ or ())
            names = _BY_NAME | {"range": self.range}
            reached: dict[str, Any] = {"__builtins__": names}
            copy = FunctionType(code, reached, given.__name__, None, cells)
            self.known[given] = copy  # known before its names are, among which it may be itself
            for name in _names_of(code) & given.__globals__.keys():
                names.pop(name, None)  # a builtin's name that means something else here
                if given.__globals__[name] is self.collected:
                    continue  # it may not call itself
                _put(reached, name, self._or_nothing(given.__globals__[name]))
            for cell, known in zip(cells, given.__closure__ or (), strict=True):
                cell.cell_contents = self.value(known.cell_contents)
            copy.__defaults__ = self.value(given.__defaults__)
            copy.__kwdefaults__ = {
                name: self.value(default) for name, default in (given.__kwdefaults__ or {}).items()
            }
        return self.known[given]  # type: ignore[no-any-return]

    def value(self, given: Any) -> Any:
        """Return something that a function reads from outside, as its copy may have it.

        Raises
        ------
        NotOnSymbolsError
            If it may not be read.
        """
        if given is None or type(given) in (int, bool, str):
            return given
        if type(given) is tuple:
            return tuple(map(self.value, given))
        if type(given) is list:
            return _Fixed(map(self.value, given))
        if type(given) in (set, frozenset) and all(type(each) is int for each in given):
            return tuple(sorted(given))
        if type(given) is ModuleType or not isinstance(given, FunctionType | MethodType):
            return self._from_elsewhere(given)
        return self.function(given)

    def attribute(self, of: Any, proxy: _Self, name: str) -> Any:
        """Return what a method reads of its object: a constant, or a copy of another method."""
        if getattr_static(type(of), "__getattribute__") is not object.__getattribute__:
            raise NotOnSymbolsError(f".{name} is computed")
        found = getattr_static(of, name)
        if found is self.collected:
            raise NotOnSymbolsError(f".{name} calls itself")
        if isinstance(found, FunctionType) and name not in vars(of):
            return MethodType(self.function(found), proxy)
        if isinstance(found, staticmethod):
            return self.function(found.__func__)
        if hasattr(type(found), "__get__"):
            raise NotOnSymbolsError(f".{name} is computed")
        return self.value(found)

    def _of_self(self, given: Any) -> _Self:
        if id(given) not in self.selves:
            self.selves[id(given)] = given, _Self(given, self)
        return self.selves[id(given)][1]

    def _or_nothing(self, given: Any) -> Any:
        """Return what may be read, and nothing for what is refused only if it is read."""
        try:
            return self.value(given)
        except NotOnSymbolsError:
            return _NOTHING

    @staticmethod
    def _from_elsewhere(given: Any) -> Any:
        if isinstance(given, ModuleType):
            allowed = {n: v for n, v in vars(given).items() if _is_allowed(v)}
            return SimpleNamespace(**allowed)
        if _is_allowed(given):
            return _BY_NAME["list"] if given is list else given
        raise NotOnSymbolsError(f"{brief(given)} is read from outside the function")


_NOTHING = object()


def _put(names: dict[str, Any], name: str, value: Any) -> None:
    if value is not _NOTHING:
        names[name] = value


def _is_allowed(value: object) -> bool:
    return isinstance(value, type | BuiltinFunctionType) and any(value is a for a in _ALLOWED)


def _harmless(code: CodeType) -> CodeType:
    """Return a code with only instructions that do the same with a symbol as with an integer.

    A set that is written down is asked only what it contains, which a tuple says as well.
    """
    for instruction in dis.get_instructions(code):
        name = instruction.opname
        foreign = name == "STORE_DEREF" and instruction.argval in code.co_freevars
        if foreign or not name.startswith(_INSTRUCTIONS):
            raise NotOnSymbolsError(f"line {code.co_firstlineno} does {name}")
    for name in code.co_names:
        if name.startswith("__"):
            raise NotOnSymbolsError(f"line {code.co_firstlineno} reads .{name}")
    constants = (_constant(each) for each in code.co_consts)
    return code.replace(co_consts=tuple(constants))


def _constant(value: Any) -> Any:
    if isinstance(value, CodeType):
        return _harmless(value)
    if isinstance(value, frozenset):
        return tuple(sorted(value, key=repr))
    return value


def _names_of(code: CodeType) -> set[str]:
    inner = (each for each in code.co_consts if isinstance(each, CodeType))
    return set(code.co_names).union(*map(_names_of, inner))


def outcomes(
    made: Callable[[Copier, tuple[Symbol, ...]], Any],
    names: Sequence[str],
    given: Formula = TRUE,
) -> list[Outcome]:
    """Make something of symbols, on each path that making it can take.

    Parameters
    ----------
    made
        Calls copies of functions on symbols, and returns what comes out.
    names
        The natural numbers that the symbols stand for.
    given
        What holds of them.

    Returns
    -------
    list of Outcome
        For every choice of such natural numbers exactly one of their paths is taken.

    Raises
    ------
    NotOnSymbolsError
        If a function cannot be run so, or there are more than ``MOST_PATHS`` paths.

    Examples
    --------
    >>> from research.logic.formula import text
    >>> for each in outcomes(lambda copier, pair: copier.function(lambda p: max(p))(pair), "xy"):
    ...     print(text(each.path.when()), "|", text(each.value.term()))
    x + 1 <= y | y
    ~x + 1 <= y | x
    """
    found: list[Outcome] = []
    waiting: list[list[bool]] = [[]]
    while waiting:
        path = Path(tuple(names), waiting.pop(), given)
        found.append(Outcome(path, _run(made, path)))
        waiting += [[*path.chosen[:n], False] for n, left in enumerate(path.left) if left]
        if len(found) + len(waiting) > MOST_PATHS:
            raise NotOnSymbolsError(f"more than {MOST_PATHS} paths through the function")
    some = disjunction(*(each.path.when() for each in found))
    if not decide(for_all(tuple(names), implies(given, some))).truth:
        raise NotOnSymbolsError("the paths that were found are not all there are")
    return found


def _run(made: Callable[[Copier, tuple[Symbol, ...]], Any], path: Path) -> Any:
    """Run it once, with copies made anew, so that nothing is left of an earlier call."""
    try:
        return made(Copier(), path.symbols())
    except (NotOnSymbolsError, ResourceLimitError, MemoryError):
        raise
    except NameError as error:
        raise NotOnSymbolsError(f"{error.name} has no formula") from error
    except Exception as error:  # of the author's own code, or for want of a formula
        raise NotOnSymbolsError(f"{type(error).__name__}: {error}") from error
