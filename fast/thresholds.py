"""Thresholds lowered for a while, so that small cases cross them.

A solver that changes its way at some size (blocks, words, another algorithm) names the size in a
module constant. A comparison with the oracle lowers it, calls the ungated function, and so reaches
both sides at sizes that the oracle reaches. Behind the gate nothing is ever lowered.
"""

from __future__ import annotations

import importlib
import sys
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from types import ModuleType
from typing import Any

_standing: list[Mapping[str, Any]] = []


@contextmanager
def lowered(constants: Mapping[str, Any]) -> Iterator[None]:
    """Give module constants other values while the context lasts.

    Parameters
    ----------
    constants
        Values by full name, such as ``{"fast.heap_games._SPARSE_FROM": 8}``.

    Raises
    ------
    AttributeError
        If a module has no such constant.

    Notes
    -----
    What the modules cached is forgotten on both sides, so that no result computed with one value
    is given for the other.
    """
    known = [(*_constant(name), value) for name, value in constants.items()]
    before = [getattr(module, name) for module, name, _ in known]
    _standing.append(constants)
    try:
        for module, name, value in known:
            setattr(module, name, value)
            forget_cached(module)
        yield
    finally:
        for (module, name, _), value in zip(known, before, strict=True):
            setattr(module, name, value)
            forget_cached(module)
        _standing.pop()


def are_lowered() -> bool:
    """Whether any threshold is lowered at the moment."""
    return bool(_standing)


def forget_cached(module: ModuleType) -> None:
    """Empty the caches that functions of a module keep (those of ``functools``)."""
    for value in list(vars(module).values()):
        clear = getattr(value, "cache_clear", None)
        if callable(clear) and getattr(value, "__module__", None) == module.__name__:
            clear()


def _constant(name: str) -> tuple[ModuleType, str]:
    module, _, constant = name.rpartition(".")
    found = sys.modules.get(module) or importlib.import_module(module)
    if not hasattr(found, constant):
        raise AttributeError(f"lowered={name!r}: {module} has no constant of that name")
    return found, constant
