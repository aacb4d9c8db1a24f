"""Which code is a solver's: all that it can run, but not the rules that it may read.

A researcher's solver lies in the file of its rules, and both may call the same helpers. So what
methods of a game can call is no solver's code, unless they call the solver itself.

A truth that is read from a table may have been made by a solver as the file was loaded; what ran
then is known too.
"""

from __future__ import annotations

import contextlib
import functools
import os
import sys
from array import array
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from types import CodeType, FunctionType, SimpleNamespace
from typing import TYPE_CHECKING, Any

from fast.loaded import is_computed
from fast.reaching import Reach, codes_in, plain_functions, reach
from fast.watching import GAMES, OURS, ROOT, is_foreign
from research.code.dependencies import GATE
from research.code.profiling import Hold, profiled

if TYPE_CHECKING:
    from types import FrameType

FAST = str(ROOT / "fast") + os.sep
_DATA = (
    *(int, str, list, tuple, dict, set, frozenset, bytes, bytearray),
    *(array, deque, SimpleNamespace),
)

_ran_while_loading: dict[int, CodeType] = {}
_loaded = Hold()  # lost where a file that was loaded took the watch on it off


def solver_code(function: Callable[..., Any]) -> dict[int, CodeType]:
    """Return the code that a solver can run, by identity; without the rules that it may read."""
    return _solver_code(function, len(sys.modules))  # more is reached when more is imported


@functools.lru_cache(maxsize=256)
def _solver_code(function: Callable[..., Any], _: int) -> dict[int, CodeType]:
    found = reach(function)
    entries = {id(code) for code in own_code(function)}
    code = {
        id(nested): nested
        for code, _ in found.functions.values()
        for nested in codes_in(code)
        if _is_solver(code.co_filename) or id(code) in entries
    }
    rules = {
        id(nested)
        for member in _methods_of_rules(found, {each.co_filename for each in code.values()})
        for each, _ in reach(member).functions.values()
        for nested in codes_in(each)
    }
    return code if rules & entries else {k: each for k, each in code.items() if k not in rules}


def _methods_of_rules(found: Reach, files: set[str]) -> Iterator[Any]:
    """Yield the methods of the games that lie in the solver's files, or that it reaches."""
    for each in _classes_of_rules():
        file = getattr(sys.modules.get(each.__module__), "__file__", None)
        if file in files or id(each) in found.classes:
            yield from vars(each).values()


def _classes_of_rules() -> set[Any]:
    from oracles.rules import Rules

    waiting: list[Any] = [Rules]
    seen: set[Any] = set()
    while waiting:
        each = waiting.pop()
        waiting += [c for c in each.__subclasses__() if c not in seen]
        seen.add(each)
    return seen


def methods_of_rules(code: CodeType, names: Iterable[str]) -> list[FunctionType]:
    """Return the methods of rules that have one of the names and this code."""
    return [
        plain
        for each in _classes_of_rules()
        for name in names
        if name in vars(each)
        for plain in plain_functions(vars(each)[name])
        if code is plain.__code__
    ]


def own_code(function: Callable[..., Any]) -> list[CodeType]:
    """Return the code of a function itself, behind gates, caches and partials."""
    return [plain.__code__ for plain in plain_functions(function)]


def _is_solver(file: str) -> bool:
    if Path(file) in GATE or is_foreign(file):
        return False
    return not file.startswith(OURS) or file.startswith((*GAMES, FAST))


@contextlib.contextmanager
def loading() -> Iterator[None]:
    """Note what code runs while a researcher's file is loaded."""

    def note(frame: FrameType, event: str, _: object) -> None:
        if event == "call":
            _ran_while_loading[id(frame.f_code)] = frame.f_code

    with profiled(note) as hold:
        yield
    _loaded.lost |= hold.lost


def tables_from(solver: Iterable[int], functions: Iterable[Callable[..., Any]]) -> list[str]:
    """Name the data that functions read and that a solver may have made as its file was loaded.

    Parameters
    ----------
    solver
        The solver's code, by identity; see :func:`solver_code`.
    functions
        What computes the truth.
    """
    if not (_loaded.lost or any(key in _ran_while_loading for key in solver)):
        return []
    return sorted(
        {
            name
            for function in functions
            for space, name, value in reach(function).bound
            if isinstance(value, _DATA) or hasattr(type(value), "dtype")
            if not name.startswith("__")  # such as __file__
            if _is_solver(str(space.get("__file__")))  # no table of Grundwork's own
            and is_computed(space, name)
        }
    )
