"""What caches in studies keep, and how to make a check compute it again.

A number that was counted on a graph and kept by ``functools.cache`` looks like any other number
when it is read. So the caches of studies are looked at before and after a check: those that were
read can be emptied, and the check run once more.
"""

from __future__ import annotations

import functools
import sys
import sysconfig
from collections.abc import Iterator
from types import ModuleType
from typing import Any

STUDIES = ("research.studies", "research.variants")
OURS = ("oracles", "fast", "research", "grundwork")
LIBRARIES = tuple({sysconfig.get_path(name) for name in ("stdlib", "purelib", "platlib")})


class Reads:
    """Which caches of the studies that are loaded are read from now on."""

    def __init__(self) -> None:
        self._before = list(_that_keep_something())
        self._read: dict[int, Any] = {}

    def forget(self) -> bool:
        """Empty the caches that were read; return whether there was a new one since last time."""
        new = {
            id(cache): cache
            for cache, hits in self._before
            if id(cache) not in self._read and cache.cache_info().hits > hits
        }
        if not new:
            return False
        self._read |= new
        for cache in self._read.values():
            cache.cache_clear()  # its numbers start anew, and it is among those that were read
        self._before = list(_that_keep_something())
        return True


def _that_keep_something() -> Iterator[tuple[Any, int]]:
    """Yield each cache that is not empty, and how often it was read."""
    for cache in _caches():
        info = cache.cache_info()
        if info.currsize:
            yield cache, info.hits


def _caches() -> Iterator[Any]:
    seen = set()
    for module in [each for name, each in sys.modules.items() if _is_a_study(name, each)]:
        for value in list(vars(module).values()):
            members = vars(value).values() if isinstance(value, type) else [value]
            for member in members:
                if isinstance(member, functools._lru_cache_wrapper) and id(member) not in seen:  # noqa: SLF001  # it has no public name
                    seen.add(id(member))
                    yield member


def _is_a_study(name: str, module: ModuleType) -> bool:
    """Whether a module is a study's, or a researcher's own."""
    if name.startswith(STUDIES):
        return True
    if name.partition(".")[0] in OURS:
        return False
    file = getattr(module, "__file__", None)
    return isinstance(file, str) and not file.startswith(LIBRARIES)
