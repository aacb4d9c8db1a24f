"""Modules, as what stands for rules: their files, and those of what they import in turn.

A module of Python itself counts by its name, one of an installed package or of the oracle by its
name and file. One of the researcher's own counts with its file and with every module that its
source imports, anywhere in it, or that one of its values is from. What is not there counts as not
there.
"""

from __future__ import annotations

import dis
import importlib.util
import sys
import sysconfig
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from types import CodeType, FunctionType, ModuleType
from typing import Any

from oracles.levels.files import digest

_PYTHON = tuple(sysconfig.get_paths()[name] for name in ("stdlib", "platstdlib"))
_OURS = ("oracles", "fast", "research", "grundwork")
_INSTALLED = ("site-packages", "dist-packages")


def modules_from(module: ModuleType) -> list[str]:
    """Return the names of a module and of those that it takes something from, with their files.

    Examples
    --------
    >>> modules_from(dis)
    ['dis']
    """
    return sorted(_from_here(module, set()))


def modules_imported(code: CodeType, package: str) -> list[str]:
    """Return the same of the modules that code imports, and code in it.

    Parameters
    ----------
    code
        The code.
    package
        In which it stands: imports may be relative to it.
    """
    return sorted(_from_there(code, package, set()))


def _from_here(module: ModuleType, met: set[str]) -> Iterator[str]:
    if module.__name__ in met:
        return
    met.add(module.__name__)
    yield file_of(module)
    if is_known(module) or _top(module.__name__) in _OURS:
        return
    code = _code_of(module)
    if code is not None:
        yield from _from_there(code, _package_of(module), met)
    for value in list(vars(module).values()):
        home = value if isinstance(value, ModuleType) else sys.modules.get(_home_of(value))
        if home is not None:
            yield from _from_here(home, met)


def _from_there(code: CodeType, package: str, met: set[str]) -> Iterator[str]:
    for name, is_certain in _imports(code, package):
        module = _found(name)
        if module is not None:
            yield from _from_here(module, met)
        elif is_certain and name not in met:
            met.add(name)
            yield f"{name} is not there"


def _imports(code: CodeType, package: str) -> Iterator[tuple[str, bool]]:
    """Yield the names of what code imports, and whether each must be a module."""
    steps = [step for step in dis.get_instructions(code) if step.opname != "EXTENDED_ARG"]
    for place, step in enumerate(steps):
        if step.opname != "IMPORT_NAME":
            continue
        level, names = (each.argval for each in steps[place - 2 : place])
        name = step.argval
        if level:
            with suppress(ImportError):  # as it will be for whoever runs it
                name = importlib.util.resolve_name("." * level + name, package)
        parts = name.split(".")
        yield from ((".".join(parts[: end + 1]), True) for end in range(len(parts)))
        yield from ((f"{name}.{each}", False) for each in names or ())
    for each in code.co_consts:
        if isinstance(each, CodeType):
            yield from _imports(each, package)


def _found(name: str) -> ModuleType | None:
    """Return a module by its name, one that has not run yet if it was not imported; or None."""
    if name in sys.modules:
        return sys.modules[name]
    try:
        spec = importlib.util.find_spec(name)
    except (ImportError, ValueError):
        return None
    if spec is None:
        return None
    module = ModuleType(name)
    module.__spec__, module.__package__ = spec, spec.parent
    if spec.has_location and spec.origin is not None:
        module.__file__ = spec.origin
    return module


def _code_of(module: ModuleType) -> CodeType | None:
    """Return the code of a module's source; None where it has none."""
    file = getattr(module, "__file__", None) or ""
    if not file.endswith(".py"):
        return None
    try:
        return compile(Path(file).read_bytes(), file, "exec", dont_inherit=True)
    except (OSError, SyntaxError, ValueError):
        return None  # its file has its digest all the same


def _package_of(module: ModuleType) -> str:
    package = module.__package__
    return module.__name__.rpartition(".")[0] if package is None else package


def _home_of(value: Any) -> str:
    return value.__module__ or "" if isinstance(value, FunctionType | type) else ""


def _top(name: str) -> str:
    return name.partition(".")[0]


def is_known(module: ModuleType) -> bool:
    """Whether a module is Python's own, of an installed package, or the oracle's."""
    return _is_python(module) or _top(module.__name__) == "oracles" or _is_installed(module)


def _is_python(module: ModuleType) -> bool:
    file = getattr(module, "__file__", None) or ""
    own = not file or (file.startswith(_PYTHON) and not _is_installed(module))
    return _top(module.__name__) in sys.stdlib_module_names and own


def _is_installed(module: ModuleType) -> bool:
    return any(part in _INSTALLED for part in Path(getattr(module, "__file__", None) or "").parts)


def file_of(module: ModuleType) -> str:
    """Return the name of a module, and the digest of its file unless it is Python's own."""
    file = getattr(module, "__file__", None)
    if _is_python(module) or not file:
        return module.__name__
    return f"{module.__name__} {digest(Path(file))}"
