"""Compiled code of a researcher's own is compiled on every run.

Numba keeps the code of a function that asks for ``cache=True`` until its file changes. With a
constant or a function from another file it would then be of code that is no longer there.
Grundwork's own kernels import nothing from other files.
"""

from __future__ import annotations

from typing import Any

from numba.core.caching import Cache

from fast.gate.inputs import OURS


def keep_only_ours() -> None:
    """Let numba keep nothing of functions in other files than Grundwork's."""
    Cache.enable = _enable_ours


def _enable_ours(cache: Any) -> None:
    """Stand in for numba's own way: what it compiles is kept, or not, through this alone."""
    cache._enabled = cache._py_func.__code__.co_filename.startswith(OURS)  # noqa: SLF001
