"""Compiling by numba, with machine code that is kept on disk and used for the sources it is of.

Numba keeps compiled functions beside their source, with a stamp of when that was written. Here the
stamp is a digest of the sources, those of the file and of the files beside it that it imports, so
an edit elsewhere compiles nothing anew, and code of other sources is not used. Where nothing can be
kept, functions are compiled on every run; so are a researcher's own (:func:`keep_only_ours`).
"""

from __future__ import annotations

import ast
import functools
import hashlib
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, TypeVar, cast

import numba
from numba.core.caching import Cache, IndexDataCacheFile

from fast.inputs import OURS

Function = TypeVar("Function", bound=Callable[..., Any])


def compiled(function: Function) -> Function:
    """Return ``function`` compiled on first use, its machine code kept on disk."""
    try:
        dispatcher = numba.njit(cache=True)(function)
    except RuntimeError:  # there is no folder to keep it in
        return cast(Function, numba.njit(function))
    files: Any = getattr(getattr(dispatcher, "_cache", None), "_cache_file", None)
    if type(files) is IndexDataCacheFile:
        files._source_stamp = _digest_of_sources(Path(function.__code__.co_filename))  # noqa: SLF001
    return cast(Function, dispatcher)


def keep_only_ours() -> None:
    """Compile functions of other files on every run, ``cache=True`` or not.

    What numba keeps of them knows of no source but the function's own: with a constant that comes
    from another file it would be of code that is no longer there.
    """
    Cache.enable = _enable_ours


def _enable_ours(cache: Any) -> None:
    """Stand in for numba's own way: what it compiles is kept, or not, through this alone."""
    cache._enabled = cache._py_func.__code__.co_filename.startswith(OURS)  # noqa: SLF001


@functools.cache
def _digest_of_sources(file: Path) -> str:
    """Return a digest of a source file and of the files beside it that it imports, and so on."""
    found: dict[Path, bytes] = {}
    waiting = [file]
    while waiting:
        path = waiting.pop()
        if path not in found:
            found[path] = path.read_bytes()
            beside = (path.with_name(f"{word}.py") for word in _imported_in(found[path]))
            waiting += [each for each in beside if each.is_file()]
    stamp = hashlib.sha256()
    for path in sorted(found):
        stamp.update(path.name.encode() + b"\0" + hashlib.sha256(found[path]).digest())
    return stamp.hexdigest()


def _imported_in(source: bytes) -> Iterator[str]:
    """Yield every word of the names that a source imports."""
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.ImportFrom):
            yield from (node.module or "").split(".")
        if isinstance(node, ast.Import | ast.ImportFrom):
            for alias in node.names:
                yield from alias.name.split(".")
