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
from collections.abc import Callable, Iterable, Mapping, Sequence
from pathlib import Path
from types import ModuleType
from typing import Any

from fast.errors import InputError
from fast.reaching import reach
from fast.watching import OURS, is_foreign
from oracles.limits import CASE, Watch

_PLAIN = (bool, int, str, bytes, type(None))


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
        If a module cannot be run once more; all stays as it was.
    """
    modules = _modules_of(functions)
    if not modules:
        return list(functions), list(given)
    kept = list(map(_pickled, given))
    names = [_name_of(function, modules.values()) for function in functions]
    _require_run_anew(modules)
    now = [
        _under(name, function) if name is not None else function
        for name, function in zip(names, functions, strict=True)
    ]
    pairs = zip(given, kept, strict=True)
    return now, [value if text is None else pickle.loads(text) for value, text in pairs]


def _pickled(value: Any) -> bytes | None:
    if _is_plain(value):
        return None
    try:
        return pickle.dumps(value)
    except Exception:  # whatever the value's own class raises
        return None


Name = tuple[dict[str, Any], str, str]  # a namespace, a name in it, an attribute or nothing


def _name_of(function: Any, modules: Iterable[ModuleType]) -> Name | None:
    """Return under which name of a module a function stands, or the object whose method it is."""
    owner = getattr(function, "__self__", None)
    for module in modules:
        for name, value in list(vars(module).items()):
            if getattr(value, "ungated", value) is function:
                return vars(module), name, ""
            if owner is not None and value is owner:
                return vars(module), name, function.__name__
    return None


def _under(name: Name, before: Any) -> Any:
    space, own, attribute = name
    found = space.get(own, before)
    return getattr(found, attribute) if attribute else getattr(found, "ungated", found)


def _require_run_anew(modules: Mapping[str, ModuleType]) -> None:
    """Run modules anew, all or none."""
    before = {name: dict(vars(module)) for name, module in modules.items()}
    finder = _Finder(modules)
    sys.meta_path.insert(0, finder)
    for name in modules:
        del sys.modules[name]
    try:
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
