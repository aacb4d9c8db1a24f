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

import builtins
import dis
import functools
import itertools
import operator
import sys
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from functools import partial
from inspect import CO_ASYNC_GENERATOR, CO_COROUTINE, getattr_static
from types import (
    BuiltinFunctionType,
    CellType,
    CodeType,
    FrameType,
    FunctionType,
    GeneratorType,
    GetSetDescriptorType,
    MethodType,
    ModuleType,
    NoneType,
)
from typing import Any

from fast.reaching import codes_in
from oracles.errors import ResourceLimitError, brief
from research.logic.decide import decide
from research.logic.errors import AutomataError
from research.logic.formula import Formula, disjunction, for_all, implies
from research.logic.kernel import Place
from research.theorems.changing import (
    Changes,
    changed_beside,
    changed_beside_class,
    is_of_a_generator,
    why_not_constant,
)
from research.theorems.constants import note
from research.theorems.loops_on_symbols import CHOSEN, READ_BY_NAME, open_loops
from research.theorems.stand_ins import (
    Itself,
    Module,
    Numbers,
    combinations_of,
    make_list,
    product_of,
    stays,
)
from research.theorems.symbols import TRUE, NotOnSymbolsError, Path, Symbol, Turn

MOST_PATHS = 300
_OWN = (
    *(__name__, "research.theorems.rules_on_symbols", "research.theorems.stand_ins"),
    "research.theorems.symbols",
)
_INSTRUCTIONS = (  # by how their names begin; whatever else there is, is refused
    *("BINARY_", "BUILD_LIST", "BUILD_TUPLE", "BUILD_SLICE", "CACHE", "CALL", "CLEANUP_THROW"),
    *("COMPARE_OP", "CONTAINS_OP", "COPY", "END_FOR", "END_SEND", "EXTENDED_ARG", "FOR_ITER"),
    *("GET_ITER", "GET_LEN", "GET_YIELD_FROM_ITER", "JUMP", "KW_NAMES", "LIST_", "LOAD_ATTR"),
    *("LOAD_ASSERTION_ERROR", "LOAD_CLOSURE", "LOAD_CONST", "LOAD_DEREF", "LOAD_FAST"),
    *("LOAD_GLOBAL", "LOAD_METHOD"),
    *("MAKE_", "NOP", "POP_JUMP", "POP_TOP", "PRECALL", "PUSH_NULL", "RAISE_VARARGS", "RERAISE"),
    *("RESUME", "RETURN_", "SEND", "SET_FUNCTION_ATTRIBUTE", "STORE_DEREF", "STORE_FAST"),
    *("STORE_SUBSCR", "SWAP", "TO_BOOL", "UNARY_", "UNPACK_SEQUENCE", "YIELD_VALUE"),
)  # fmt: skip
_OF_NUMBERS = {*dir(list), *dir(tuple), *dir(range), "bit_count", "bit_length"}
_SHOWS = {  # what texts, code and what goes on have, by which a copy could see what it is
    name
    for kind in (int, float, complex, str, bytes, type, CodeType, FrameType, GeneratorType)
    for name in dir(kind)
} - _OF_NUMBERS
_BUILTINS = (
    *(abs, all, any, bool, divmod, enumerate, filter, int, iter, len, list, map, max, min, next),
    *(range, reversed, sorted, sum, tuple, zip),
)
_FROM_MODULES = (functools.reduce, *(
    getattr(module, name)
    for module, names in (
        (operator, "add and_ eq floordiv ge gt le lshift lt mod mul ne neg or_ rshift sub xor"),
        (itertools, "accumulate chain combinations combinations_with_replacement count islice"
                    " pairwise permutations product repeat starmap takewhile"),
    )
    for name in names.split()
))  # fmt: skip
_MODULES = (functools, itertools, operator)
_ALLOWED = (*_BUILTINS, *_FROM_MODULES, Place)


_INSTEAD_OF: dict[type, type] = {list: tuple, set: frozenset}


_BY_NAME: dict[str, Any] = {each.__name__: each for each in _BUILTINS} | {"list": make_list}
_INSTEAD: tuple[tuple[object, Any], ...] = (  # of what is read from outside
    (list, make_list),
    (itertools.product, product_of),
    (itertools.combinations, combinations_of),
    (itertools.combinations_with_replacement, partial(combinations_of, apart=0)),
)


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


class Copier:
    """Copies functions, with nothing in their reach but what may be run on symbols."""

    def __init__(self) -> None:
        self.known: dict[Any, Any] = {}
        self.selves: dict[int, tuple[Any, Itself]] = {}
        self.refused: dict[str, str] = {}  # why there is nothing under a name
        self.changed: list[Changes] = []  # beside what was read so far
        self.collected: Any = None
        self.copy: Any = None

    def collecting(self, given: Any) -> Callable[..., Any]:
        """Return a copy of a function of which only the members of what it gives are asked for.

        Its open loops (:mod:`research.theorems.loops_on_symbols`) may go through ranges of unknown
        length. It may not call itself.
        """
        self.collected = given.__func__ if isinstance(given, MethodType) else given
        copy = self.function(given)
        self.copy = copy.__func__ if isinstance(copy, MethodType) else copy
        return copy

    def range(self, *bounds: Any) -> Any:
        """Return a range; of symbols, one that an open loop may go through."""
        if not any(isinstance(bound, Symbol) for bound in bounds):
            return range(*bounds)
        frame = sys._getframe(1)  # noqa: SLF001  # to see where it is asked for
        if self.copy is None or not _is_one_of(frame.f_code, codes_in(self.copy.__code__)):
            raise NotOnSymbolsError("a range of unknown length is gone through")
        loops = open_loops(self.collected.__code__)
        span = list(frame.f_code.co_positions())[frame.f_lasti // 2]
        if span not in loops.spans or not _are_usual_names(self.collected):
            raise NotOnSymbolsError("a range of unknown length is gone through by no open loop")
        self._require_nothing_to_change(frame, loops.lists | loops.spans[span] | {".0"})
        return Turn(*bounds)

    def _require_nothing_to_change(self, frame: FrameType, but: frozenset[str]) -> None:
        """Refuse a loop before which something was made that a turn could leave changed."""
        here: FrameType | None = frame
        whole = list(codes_in(self.copy.__code__))
        while here is not None and here.f_code is not _run.__code__:
            if _is_one_of(here.f_code, whole):
                for name, value in here.f_locals.items():
                    if name not in but and not stays(value):
                        raise NotOnSymbolsError(f"{name} could be changed by a turn of a loop")
            elif here.f_globals.get("__name__") not in _OWN and not _is_made(here):
                raise NotOnSymbolsError("a loop is gone through by another function")
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
        if given is self.collected and given in self.known:
            raise NotOnSymbolsError(f"{given.__name__} calls itself")
        if given not in self.known:
            _require_usual_builtins(given)
            changed = self._beside(changed_beside(given))
            code = _harmless(given.__code__)
            cells = tuple(CellType() for _ in given.__closure__ or ())
            names = _BY_NAME | {"range": self.range}
            reached: dict[str, Any] = {"__builtins__": names}
            copy = FunctionType(code, reached, given.__name__, None, cells)
            self.known[given] = copy  # known before its names are, among which it may be itself
            for name in _names_of(code) & given.__globals__.keys():
                names.pop(name, None)  # a builtin's name that means something else here
                note(given.__globals__, name, given.__globals__[name])
                _put(reached, name, self._global(given.__globals__[name], name, changed))
            outside = zip(code.co_freevars, cells, given.__closure__ or (), strict=True)
            for name, cell, known in outside:
                _require_constant(name, changed)
                if is_of_a_generator(given, name):
                    raise NotOnSymbolsError(f"{name} is set as a generator goes on")
                note(known, name, known.cell_contents)
                cell.cell_contents = self.value(known.cell_contents)
            for name in ("__code__", "__defaults__", "__kwdefaults__"):
                note(given, name, getattr(given, name))
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
        if given is None or type(given) in (int, bool):
            return given
        if type(given) is str:
            return _text(given)
        if type(given) is tuple:
            return tuple(map(self.value, given))
        if type(given) is frozenset:
            return Numbers(map(self.value, given))
        if type(given) in _INSTEAD_OF:
            kinds = type(given).__name__, _INSTEAD_OF[type(given)].__name__
            raise NotOnSymbolsError("a {} from outside may change; a {} does not".format(*kinds))
        if isinstance(given, FunctionType | MethodType):
            return self.function(given)
        return self._from_elsewhere(given)

    def attribute(self, of: Any, proxy: Itself, name: str) -> Any:
        """Return what a method reads of its object: a constant, or a copy of another method."""
        require_usual_attributes(of, name)
        found = getattr_static(of, name)
        note(of, name, found)
        _require_constant(name, self._beside(changed_beside_class(type(of))))
        if isinstance(found, FunctionType) and name not in vars(of):
            return MethodType(self.function(found), proxy)
        if isinstance(found, staticmethod):
            return self.function(found.__func__)
        if hasattr(type(found), "__get__"):
            raise NotOnSymbolsError(f".{name} is computed")
        return self.value(found)

    def _of_self(self, given: Any) -> Itself:
        if id(given) not in self.selves:
            self.selves[id(given)] = given, Itself(partial(self.attribute, given))
        return self.selves[id(given)][1]

    def _beside(self, changed: Changes) -> Changes:
        """Note what is changed beside something that is read."""
        if changed not in self.changed:
            self.changed.append(changed)
        return changed

    def _global(self, given: Any, name: str, changed: Changes) -> Any:
        """Return what a function reads by a name; nothing for what is refused once it is read."""
        try:
            if not isinstance(given, ModuleType):
                _require_constant(name, changed)
            return self.value(given)
        except NotOnSymbolsError as error:
            self.refused[name] = f"{name}: {error}"
            return _NOTHING

    def _from_elsewhere(self, given: Any) -> Any:
        if type(given) is ModuleType:
            names = vars(given).items() if given in _MODULES else ()
            return Module({n: self._from_elsewhere(v) for n, v in names if self._may_be_read(n, v)})
        if not _is_allowed(given):
            if isinstance(given, BuiltinFunctionType):
                raise NotOnSymbolsError(f"{given.__name__} of {given.__module__} has no formula")
            raise NotOnSymbolsError(f"{brief(given)} is read from outside the function")
        if given is range:
            return self.range
        return next((own for usual, own in _INSTEAD if usual is given), given)

    def _may_be_read(self, name: str, value: object) -> bool:
        """Whether what a module has is known, and nothing beside what was read sets such a name."""
        return _is_allowed(value) and not any(why_not_constant((name,), c) for c in self.changed)


_NOTHING = object()


def _put(names: dict[str, Any], name: str, value: Any) -> None:
    if value is not _NOTHING:
        names[name] = value


def _is_one_of(code: CodeType, codes: Iterable[CodeType]) -> bool:
    """Whether a code is one of some: those of two functions that one factory made are equal."""
    return any(code is each for each in codes)


def _is_made(frame: FrameType) -> bool:
    """Whether a frame is that of what calls the copies."""
    return frame.f_back is not None and frame.f_back.f_code is _run.__code__


def _require_constant(name: str, changed: Changes) -> None:
    """Refuse to take for a constant what some function changes."""
    why = why_not_constant((name,), changed)
    if why:
        raise NotOnSymbolsError(why)


def _are_usual_names(function: FunctionType) -> bool:
    """Whether the names by which loops are read mean what they usually do, or nothing."""
    usual = {each: getattr(itertools, each) for each in CHOSEN} | {"itertools": itertools}
    within = {name for code in codes_in(function.__code__) for name in code.co_freevars}
    return not within & READ_BY_NAME and all(
        around is usual.get(name)
        for name, around in function.__globals__.items()
        if name in READ_BY_NAME
    )


def _is_allowed(value: object) -> bool:
    return isinstance(value, type | BuiltinFunctionType) and any(value is a for a in _ALLOWED)


def _require_usual_builtins(function: FunctionType) -> None:
    """Refuse a function whose builtins are not Python's own, or were replaced."""
    # What mypy keeps of a class has no __builtins__, what it reads afresh has one.
    whole: Any = function
    if whole.__builtins__ is not vars(builtins):
        raise NotOnSymbolsError(f"{function.__name__} has builtins of its own")
    for each in _BUILTINS:
        if getattr(builtins, each.__name__) is not each:
            raise NotOnSymbolsError(f"{each.__name__} was replaced")


def _harmless(code: CodeType) -> CodeType:
    """Return a code with only instructions that do the same with a symbol as with an integer."""
    if code.co_flags & (CO_COROUTINE | CO_ASYNC_GENERATOR):
        raise NotOnSymbolsError(f"line {code.co_firstlineno} makes a coroutine")
    for instruction in dis.get_instructions(code):
        name = instruction.opname
        foreign = name == "STORE_DEREF" and instruction.argval in code.co_freevars
        if foreign or not name.startswith(_INSTRUCTIONS):
            raise NotOnSymbolsError(f"line {code.co_firstlineno} does {name}")
        if name in ("LOAD_ATTR", "LOAD_METHOD") and instruction.argval in _SHOWS:
            raise NotOnSymbolsError(f"line {code.co_firstlineno} reads .{instruction.argval}")
    for name in code.co_names:
        if name.startswith("__"):
            raise NotOnSymbolsError(f"line {code.co_firstlineno} reads .{name}")
    constants = (_constant(each) for each in code.co_consts)
    return code.replace(co_consts=tuple(constants))


def _constant(value: Any) -> Any:
    if isinstance(value, CodeType):
        return _harmless(value)
    if type(value) is frozenset:
        return Numbers(map(_constant, value))
    if type(value) is tuple:
        return tuple(map(_constant, value))
    if type(value) is str:
        return _text(value)
    if value is None or type(value) in (int, bool, float):
        return value
    raise NotOnSymbolsError(f"the constant {brief(value)} is no number")


def _text(given: str) -> str:
    """Return a text, by which nothing can be written that stands for something else here."""
    if "%" in given:
        raise NotOnSymbolsError(f"the text {brief(given)} may write what something is")
    return given


def require_usual_attributes(of: object, name: str) -> None:
    """Refuse to read of an object what its class computes, or keeps elsewhere than others do."""
    kinds = type(of).__mro__
    usual = getattr_static(type(of), "__getattribute__") is object.__getattribute__
    kept = (vars(kind).get("__dict__") for kind in kinds if kind is not object)
    if not usual or any(type(each) not in (NoneType, GetSetDescriptorType) for each in kept):
        raise NotOnSymbolsError(f".{name} is computed")


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
    x < y | y
    y <= x | x
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
    copier = Copier()
    try:
        return made(copier, path.symbols())
    except (NotOnSymbolsError, ResourceLimitError, MemoryError):
        raise
    except NameError as error:
        raise NotOnSymbolsError(
            copier.refused.get(str(error.name), f"{error.name} has no formula")
        ) from error
    except AttributeError as error:
        of = "a number" if isinstance(error.obj, Symbol) else type(error.obj).__name__
        raise NotOnSymbolsError(f".{error.name} of {of} has no formula") from error
    except AutomataError as error:
        raise NotOnSymbolsError(str(error)) from error
    except Exception as error:  # of the author's own code, or for want of a formula
        raise NotOnSymbolsError(f"{type(error).__name__}: {error}") from error
