"""Whether the code that is loaded is the code of its source files.

A file can be edited after it was imported, a function or a constant replaced while the process
runs, a compiled module tampered with: then what would answer is not what the certificate speaks of.
So each function that an answer can reach is compared with what its source compiles to, and each
name that a source gives a function or a number must still stand for it.
"""

from __future__ import annotations

import ast
import functools
import hashlib
import inspect
import sys
import weakref
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from types import BuiltinFunctionType, CodeType, FunctionType, ModuleType
from typing import Any

from fast.reaching import Reach, codes_in, plain_functions
from fast.watching import digest, digest_when_read, is_foreign

_ARITHMETIC = (
    ast.Expression,
    ast.Constant,
    ast.UnaryOp,
    ast.BinOp,
    ast.Tuple,
    ast.List,
    ast.Dict,
    ast.operator,
    ast.unaryop,
    ast.expr_context,
)
# Of a code's flags those that change what a call does; numba overwrites others while Python is
# profiled.
_KINDS = (
    inspect.CO_VARARGS
    | inspect.CO_VARKEYWORDS
    | inspect.CO_GENERATOR
    | inspect.CO_COROUTINE
    | inspect.CO_ASYNC_GENERATOR
)
_TABLES = (list, dict, set, bytearray)
_defaults: weakref.WeakKeyDictionary[FunctionType, tuple[Any, ...]] = weakref.WeakKeyDictionary()
_CHANGING = {
    *("append", "appendleft", "extend", "insert", "remove", "pop", "popitem", "clear", "sort"),
    *("reverse", "add", "discard", "update", "setdefault", "difference_update"),
    *("intersection_update", "symmetric_difference_update", "__setitem__", "__delitem__"),
}  # methods that change a table
_LARGEST_EXPRESSION = 200_000  # nodes; a longer table is data, and its file has a digest


@dataclass(frozen=True)
class SourceFile:
    """What a source file defines: its code, its functions by name, its constants.

    A table that code fills as it runs, such as a memo, is no constant: ``filled`` names what the
    file itself changes so, wherever that was defined.
    """

    codes: frozenset[str]
    names: frozenset[str]
    constants: dict[str, Any]
    filled: frozenset[str]
    digest: str


def unlike_source(found: Reach, certified: Mapping[str, str | None]) -> str | None:
    """Say what of the reachable code is not as its source file has it; ``None`` if all is.

    Parameters
    ----------
    found
        What the function can reach.
    certified
        The digests that source files have, by their paths, where they are known.
    """
    source_of = functools.cache(_source_of)  # each file is read once
    for code, plain in found.functions.values():
        file = code.co_filename
        source = source_of(file)
        if not has_own_defaults(plain):
            return f"defaults of {code.co_qualname} of {shown(file)} were replaced"
        path = Path(file).resolve()
        same = {digest_when_read(path), certified.get(str(path))} - {None}
        if same - {source.digest if source else digest(file)}:
            return f"{shown(file)} was edited after it was loaded; start again"
        if source is None or fingerprint(code) not in source.codes:
            return f"{shown(file)} does not define the {code.co_qualname} that is loaded"
    filled = _filled(found, source_of)
    for space, name, value in (*found.bound, *_imported_tables(found)):
        file = space.get("__file__", "")
        if id(value) not in filled and not _stands(source_of, file, name, value):
            return f"{name} of {shown(file)} was replaced while Python runs"
    for each in found.classes.values():
        file = getattr(sys.modules.get(each.__module__), "__file__", None) or ""
        for name, member in vars(each).items():
            if not _stands(source_of, file, f"{each.__qualname__}.{name}", member):
                return f"{each.__qualname__}.{name} of {shown(file)} was replaced"
    return None


def has_own_defaults(function: FunctionType) -> bool:
    """Whether the defaults of a function are those that it had when it was first looked at."""
    named = function.__kwdefaults__ or {}
    now = (*(function.__defaults__ or ()), *named, *named.values())
    met = _defaults.setdefault(function, now)
    return len(met) == len(now) and all(a is b for a, b in zip(met, now, strict=True))


def tables(found: Reach) -> list[tuple[Any, Any]]:
    """Return the tables that the reachable code reads, each with what its source writes there.

    They can change while the name still stands for the same object, so an answer looks at them
    each time. Tables that are computed when a module is loaded, or filled by the code that reads
    them, are not among them.
    """
    source_of = functools.cache(_source_of)
    filled = _filled(found, source_of)
    pairs = []
    for space, name, value in (*found.bound, *_imported_tables(found)):
        file = space.get("__file__") or ""
        source = source_of(file) if file and not is_foreign(file) else None
        if not isinstance(value, _TABLES) or id(value) in filled:
            continue
        if source is not None and name in source.constants:
            pairs.append((value, source.constants[name]))
    return pairs


def _filled(found: Reach, source_of: Callable[[str], SourceFile | None]) -> set[int]:
    """Return the tables that reachable files change themselves: their ids."""
    named = [triple for triple in found.bound if isinstance(triple[2], _TABLES)]
    if not named:
        return set()
    files = {code.co_filename for code, _ in found.functions.values()}
    bound = (*named, *_imported_tables(found))
    files |= {file for space, *_ in bound if (file := space.get("__file__")) is not None}
    sources = [source_of(file) for file in files if not is_foreign(file)]
    names = {name for source in sources if source is not None for name in source.filled}
    return {id(value) for _, name, value in bound if name in names}


def _imported_tables(found: Reach) -> list[tuple[dict[str, Any], str, Any]]:
    """Return the tables that were imported by name, with the modules that may define them."""
    named = [(name, value) for _, name, value in found.bound if isinstance(value, _TABLES)]
    if not named:
        return []
    spaces = [vars(m) for m in list(sys.modules.values()) if isinstance(m, ModuleType)]
    ours = [s for s in spaces if s.get("__file__") and not is_foreign(str(s["__file__"]))]
    return [(s, name, value) for s in ours for name, value in named if s.get(name) is value]


def _stands(
    source_of: Callable[[str], SourceFile | None], file: str, name: str, value: Any
) -> bool:
    """Whether a name still stands for what its source file gives it, where that can be seen."""
    source = source_of(file) if file and not is_foreign(file) else None
    if source is None:
        return True
    if name in source.constants:
        expected = source.constants[name]
        return type(value) is type(expected) and bool(value == expected)
    if name not in source.names:
        return True
    plain = list(plain_functions(value))
    if plain:
        return any(
            p.__code__.co_qualname == name and fingerprint(p.__code__) in source.codes
            for p in plain
        )
    # A decorator may have made an object of a class of its own of it, but no builtin function.
    return not isinstance(value, BuiltinFunctionType)


def is_computed(space: dict[str, Any], name: str) -> bool:
    """Whether a name of a module stands for something that its source does not write out."""
    file = space.get("__file__") or ""
    source = _source_of(file) if file and not is_foreign(file) else None
    return source is not None and name not in source.constants and name not in source.names


def _source_of(file: str) -> SourceFile | None:
    try:
        return _defined_in(file, Path(file).read_bytes())
    except (OSError, ValueError):
        return None


@functools.lru_cache(maxsize=256)
def _defined_in(file: str, text: bytes) -> SourceFile | None:
    """Return what a text defines, and its digest: of one reading, whatever the file is later."""
    try:
        tree = ast.parse(text, file)
        code = compile(text, file, "exec", dont_inherit=True)
    except (SyntaxError, ValueError):
        return None
    codes = list(codes_in(code))
    classes = {node.name for node in ast.walk(tree) if isinstance(node, ast.ClassDef)}
    return SourceFile(
        frozenset(map(fingerprint, codes)),
        frozenset(c.co_qualname for c in codes if c is not code) - classes,
        _constants(tree),
        frozenset(_filled_in(tree)),
        hashlib.sha256(text).hexdigest(),
    )


def fingerprint(code: CodeType) -> str:
    """Return the digest of all that a code object does, the same in each process.

    Code objects themselves cannot be compared: what a profiler or numba notes in one makes it
    unequal to another of the same source.
    """
    return hashlib.sha256(repr(_written_out(code)).encode()).hexdigest()


def _written_out(code: CodeType) -> tuple[Any, ...]:
    constants = [
        _written_out(c) if isinstance(c, CodeType) else (type(c).__name__, _in_order(c))
        for c in code.co_consts
    ]
    return (
        *(code.co_qualname, code.co_code, code.co_names, code.co_varnames, code.co_freevars),
        *(code.co_cellvars, code.co_flags & _KINDS, code.co_argcount, code.co_posonlyargcount),
        *(code.co_kwonlyargcount, code.co_firstlineno, code.co_exceptiontable),
        constants,
    )


def _in_order(constant: object) -> str:
    """Write a constant; a set in an order that does not depend on hashes."""
    if isinstance(constant, frozenset):
        return str(sorted(map(repr, constant)))
    if isinstance(constant, tuple):
        return str([(type(entry).__name__, _in_order(entry)) for entry in constant])
    return repr(constant)


def _constants(tree: ast.Module) -> dict[str, Any]:
    """Return the module's names that are given a number, a word or a table of them, once."""
    given: dict[str, list[ast.expr | None]] = {}
    for node in tree.body:
        if isinstance(node, ast.Assign):
            for target in node.targets:
                if isinstance(target, ast.Name):
                    given.setdefault(target.id, []).append(node.value)
        elif isinstance(node, ast.AnnAssign) and isinstance(node.target, ast.Name):
            given.setdefault(node.target.id, []).append(node.value)
    stored = [
        node.id
        for node in ast.walk(tree)
        if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store)
    ]
    changing = {
        name for node in ast.walk(tree) if isinstance(node, ast.Global) for name in node.names
    }
    return {
        name: value
        for name, expressions in given.items()
        if len(expressions) == 1 and stored.count(name) == 1 and name not in changing
        for value in _evaluated(expressions[0])
    }


def _filled_in(tree: ast.Module) -> Iterator[str]:
    """Yield the names whose entries a file changes, and those that it writes as empty tables."""
    for node in ast.walk(tree):
        changed: ast.expr | None = None
        if isinstance(node, ast.Subscript) and not isinstance(node.ctx, ast.Load):
            changed = node.value
        elif isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute):
            changed = node.func.value if node.func.attr in _CHANGING else None
        elif isinstance(node, ast.AugAssign):
            changed = node.target
        while isinstance(changed, ast.Subscript):  # a table in a table
            changed = changed.value
        name = getattr(changed, "id", getattr(changed, "attr", None))
        if isinstance(name, str):
            yield name
    for name, value in _constants(tree).items():
        if isinstance(value, _TABLES) and not value:  # nobody reads what nobody fills
            yield name


def _evaluated(expression: ast.expr | None) -> list[Any]:
    """Return the value of an expression of constants, in a list; else nothing."""
    if expression is None:
        return []
    nodes = list(ast.walk(expression))
    if len(nodes) > _LARGEST_EXPRESSION or not all(isinstance(n, _ARITHMETIC) for n in nodes):
        return []
    code = compile(ast.Expression(expression), "<constant>", "eval")
    try:
        return [eval(code, {"__builtins__": {}})]  # constants and operators only
    except Exception:  # the module itself would have failed, or does not get there
        return []


def shown(file: str) -> str:
    """Write a path as a person in the working directory would."""
    path, here = Path(file), Path.cwd()
    return str(path.relative_to(here) if here in path.parents else path)
