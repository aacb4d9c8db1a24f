"""Researchers' modules as they are when Python has just started: run anew, in the same namespaces.

What a solver keeps from one call to the next is then as an answer in a new process finds it, and
the functions that were compared find it so too. To be used in a forked process that ends then.
"""

from __future__ import annotations

import importlib
import importlib.abc
import importlib.machinery
import sys
from collections.abc import Callable, Iterable, Mapping
from types import ModuleType
from typing import Any

from fast.reaching import reach
from fast.watching import OURS, is_foreign

_PLAIN = (int, str, bytes, type(None))


def run_anew(functions: Iterable[Callable[..., Any]], given: Iterable[Mapping[str, Any]]) -> None:
    """Run the modules anew that some functions can reach and that are a researcher's own.

    Nothing is done where an argument is of a class of the researcher's own, which would then be
    another class; and where a module cannot be run once more, all stay as they were.

    Parameters
    ----------
    functions
        What will be called.
    given
        The arguments of the calls.
    """
    if not all(_is_plain(value) for arguments in given for value in arguments.values()):
        return
    modules = _modules_of(functions)
    before = {name: dict(vars(module)) for name, module in modules.items()}
    finder = _Finder(modules)
    sys.meta_path.insert(0, finder)
    for name in modules:
        del sys.modules[name]
    try:
        for name in modules:
            importlib.import_module(name)
    except BaseException:
        for name, module in modules.items():
            vars(module).clear()
            vars(module).update(before[name])
        sys.modules.update(modules)
        raise
    finally:
        sys.meta_path.remove(finder)


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
    if isinstance(value, tuple | list | set | frozenset):
        return all(map(_is_plain, value))
    if isinstance(value, dict):
        return _is_plain([*value, *value.values()])
    return isinstance(value, _PLAIN)


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
