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
from types import ModuleType
from typing import Any

from fast.reaching import reach
from fast.watching import OURS, is_foreign

_PLAIN = (bool, int, str, bytes, type(None))


def run_anew(functions: Iterable[Callable[..., Any]], given: Sequence[Any]) -> list[Any]:
    """Run the modules anew that some functions can reach and that are a researcher's own.

    A value of a class of the researcher's own is then one of the new class, by way of its pickle.
    Where a value cannot be pickled, or a module cannot be run once more, all stays as it was.

    Parameters
    ----------
    functions
        What will be called.
    given
        Arguments, or other values that were made before.

    Returns
    -------
    list
        The same values, as they are now.
    """
    try:
        kept = [value if _is_plain(value) else pickle.dumps(value) for value in given]
    except Exception:  # whatever the value's own class raises
        return list(given)
    modules = _modules_of(functions)
    if not _are_run_anew(modules):
        return list(given)
    pairs = zip(given, kept, strict=True)
    return [value if same is value else pickle.loads(same) for value, same in pairs]


def _are_run_anew(modules: Mapping[str, ModuleType]) -> bool:
    """Run modules anew, all or none."""
    before = {name: dict(vars(module)) for name, module in modules.items()}
    finder = _Finder(modules)
    sys.meta_path.insert(0, finder)
    for name in modules:
        del sys.modules[name]
    try:
        for name in modules:
            importlib.import_module(name)
    except Exception:  # whatever the module's own code raises
        for name, module in modules.items():
            vars(module).clear()
            vars(module).update(before[name])
        sys.modules.update(modules)
        return False
    finally:
        sys.meta_path.remove(finder)
    return True


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
