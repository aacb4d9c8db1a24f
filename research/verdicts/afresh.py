"""Researchers' modules as they are when Python has just started: run anew, in the same namespaces.

What a solver keeps from one call to the next is then as an answer in a new process finds it, and
the functions that were compared find it so too. To be used in a forked process that ends then.
"""

from __future__ import annotations

import importlib
import importlib.abc
import importlib.machinery
import pickle
import sys
from collections import deque
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from operator import getitem
from pathlib import Path
from types import FunctionType, ModuleType
from typing import Any

from fast.errors import InputError
from fast.kinds import ungated
from fast.reaching import reach
from fast.watching import OURS, is_foreign
from oracles.limits import CASE, Watch

_PLAIN = (bool, int, str, bytes, float, complex, type(None))


class NotAnewError(InputError):
    """Modules cannot be run anew."""


def run_anew(
    functions: Sequence[Callable[..., Any]], given: Sequence[Any]
) -> tuple[list[Callable[..., Any]], list[Any]]:
    """Run the modules anew that some functions can reach and that are a researcher's own.

    Parameters
    ----------
    functions
        What will be called.
    given
        Arguments, or other values that were made before. What cannot be pickled stays as it is.

    Returns
    -------
    functions, given
        The same as they are now: what stands under the same name, and values of the new classes,
        by way of their pickles.

    Raises
    ------
    NotAnewError
        If a module cannot be run once more, or does not keep a function; all stays as it was.
    """
    modules = _modules_of(functions)
    if not modules:
        return list(functions), list(given)
    kept = list(map(_pickled, given))
    ways = [
        _way_to(function, modules) if _modules_of([function]) else None for function in functions
    ]
    _require_run_anew(modules)
    now = [
        function if way is None else _at_the_end(way, modules)
        for way, function in zip(ways, functions, strict=True)
    ]
    return now, [_as_now(value, text) for value, text in zip(given, kept, strict=True)]


def _as_now(value: Any, text: bytes | None) -> Any:
    """Return a value as one of the classes that stand there now."""
    try:
        return value if text is None else pickle.loads(text)
    except Exception as error:  # whatever the value's own class raises
        raise NotAnewError(
            f"a {type(value).__name__} that is given or compared cannot be pickled and read again: "
            f"{type(error).__name__}: {error}; give it a __reduce__"
        ) from error


def _pickled(value: Any) -> bytes | None:
    if _is_plain(value):
        return None
    try:
        return pickle.dumps(value)
    except Exception:  # whatever the value's own class raises
        return None


Access = tuple[Callable[[Any, Any], Any], Any]  # how to come from a value to one that it keeps
STEPS = 6


def _way_to(function: Any, modules: Mapping[str, ModuleType]) -> tuple[str, tuple[Access, ...]]:
    """Return where a function stands: a module, and how to come to it from there.

    Raises
    ------
    NotAnewError
        If it stands under no name, in no table and in no object of these.
    """
    owner = getattr(function, "__self__", None)
    waiting: deque[tuple[str, tuple[Access, ...], Any]] = deque(
        (name, (), vars(module)) for name, module in modules.items()
    )
    seen: set[int] = set()
    with Watch("looking for the solver among what the file keeps".__str__, in_all=CASE):
        while waiting:
            module, way, value = waiting.popleft()
            if ungated(value) is function:
                return module, way
            if owner is not None and value is owner:
                return module, (*way, (getattr, _name_in(value, function)))
            if id(value) not in seen and len(way) < STEPS:
                seen.add(id(value))
                waiting += [
                    (module, (*way, step), found)
                    for step, found in _kept_in(value)
                    if type(found) not in _PLAIN
                ]
    raise NotAnewError(
        f"{getattr(function, '__qualname__', function)} stands under no name of its module, so it "
        "cannot be had in a new process; define it at the top level of its file, and make what it "
        "reads of a function around it, as the parameters of a family, arguments of its own"
    )


def _name_in(owner: Any, method: Any) -> str:
    """Return the name under which a class keeps a method, which for a private one is another."""
    kinds = owner.__mro__ if isinstance(owner, type) else type(owner).__mro__
    plain = getattr(method, "__func__", None)
    names = (n for kind in kinds for n, v in vars(kind).items() if v is plain)
    return next(names, getattr(method, "__name__", ""))


def _kept_in(value: Any) -> Iterator[tuple[Access, Any]]:
    """Yield what a table or an object keeps, and how to come to it."""
    if isinstance(value, dict):  # a class of it may say that it holds whatever it likes
        yield from (((getitem, key), each) for key, each in list(dict.items(value)))
    elif isinstance(value, list | tuple):
        members = list.__iter__(value) if isinstance(value, list) else tuple.__iter__(value)
        yield from (((getitem, place), each) for place, each in enumerate(members))
    elif not isinstance(value, ModuleType | FunctionType):
        kept = (
            dict(getattr(value, "__dict__", {}))
            if not isinstance(value, type)
            else dict(vars(value))
        )
        for name in kept:
            yield (_kept_as, name), _kept_as(value, name)


def _kept_as(value: Any, name: str) -> Any:
    found = vars(value)[name]
    return found.__func__ if isinstance(found, staticmethod) else found


def _at_the_end(way: tuple[str, tuple[Access, ...]], modules: Mapping[str, ModuleType]) -> Any:
    name, steps = way
    found: Any = vars(modules[name])
    try:
        for step, which in steps:
            found = step(found, which)
    except (LookupError, AttributeError) as error:
        raise NotAnewError(f"{name}: not all is there when it is run once more: {error}") from None
    return ungated(found)


def _require_run_anew(modules: Mapping[str, ModuleType]) -> None:
    """Run modules anew, all or none."""
    before = {name: dict(vars(module)) for name, module in modules.items()}
    finder = _Finder(modules)
    sys.meta_path.insert(0, finder)
    for name in modules:
        del sys.modules[name]
    try:
        _begin_again()
        for module in modules.values():
            for name in [name for name in vars(module) if not _is_of_python(name)]:
                del vars(module)[name]
        for name in modules:
            file = Path(str(modules[name].__file__)).name
            with Watch("running it".__str__, seconds=CASE):
                importlib.import_module(name)
    except Exception as error:  # whatever the module's own code raises
        for name, module in modules.items():
            vars(module).clear()
            vars(module).update(before[name])
        sys.modules.update(modules)
        raise NotAnewError(
            f"{file} cannot be run once more: {type(error).__name__}: {error}"
        ) from error
    finally:
        sys.meta_path.remove(finder)


def _is_of_python(name: str) -> bool:
    return name.startswith("__") and name.endswith("__")


def _begin_again() -> None:
    """Set back the precision that a call may have set for later ones."""
    if "decimal" in sys.modules:
        decimal = sys.modules["decimal"]
        decimal.setcontext(decimal.Context())


def can_run_anew(function: Callable[..., Any]) -> bool:
    """Whether a function is one of a researcher's modules that could be run anew, or uses one."""
    return bool(_modules_of([function]))


def _modules_of(functions: Iterable[Callable[..., Any]]) -> dict[str, ModuleType]:
    """Return the modules to run anew, by name; one that was started as a program is not."""
    files: set[str] = set()
    for function in functions:
        found = reach(function)
        files |= {code.co_filename for code, _ in found.functions.values()}
        files |= {str(space["__file__"]) for space, *_ in found.bound if space.get("__file__")}
    own = {file for file in files if not (is_foreign(file) or file.startswith(OURS))}
    return {
        name: module
        for name, module in list(sys.modules.items())
        if getattr(module, "__file__", None) in own and getattr(module, "__spec__", None)
    }


def _is_plain(value: object) -> bool:
    if type(value) in (tuple, list, set, frozenset):
        return all(map(_is_plain, value))  # type: ignore[call-overload]
    if type(value) is dict:
        return _is_plain([*value, *value.values()])
    return type(value) in _PLAIN


class _Finder(importlib.abc.MetaPathFinder, importlib.abc.Loader):
    """Finds known modules, and runs each again in its own namespace."""

    def __init__(self, modules: Mapping[str, ModuleType]) -> None:
        self.modules = modules
        self.specs = {name: module.__spec__ for name, module in modules.items()}

    def find_spec(self, fullname: str, *_: Any) -> importlib.machinery.ModuleSpec | None:
        known = self.specs.get(fullname)
        if known is None:
            return None
        found = importlib.machinery.ModuleSpec(fullname, self, origin=known.origin)
        found.submodule_search_locations = known.submodule_search_locations
        return found

    def create_module(self, spec: importlib.machinery.ModuleSpec) -> ModuleType:
        return self.modules[spec.name]

    def exec_module(self, module: ModuleType) -> None:
        known = self.specs[module.__name__]
        module.__spec__ = known
        if known is not None and known.loader is not None:
            module.__loader__ = known.loader
            known.loader.exec_module(module)
