"""What code reads that cannot be followed, and what of that is seen in its text alone.

Of what files ask of the world without opening anything, the time, a file's size, the command line,
no trace is left as it runs; nor is there one of files that a package opens in native code. So both
are looked for in the text of researchers' files. A name that is computed is not found.
"""

from __future__ import annotations

import ast
import functools
import sys
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

from fast.loaded import shown
from fast.watching import ROOT, digest
from research.code.dependencies import (
    answering_files,
    called,
    imported_modules,
    parsed,
    unfollowed,
    words_in,
)
from research.code.followed import (
    CHANCE,
    asks_in_words,
    draws_without_seed,
    is_followed,
    methods_that_ask,
)

NATIVE = frozenset({  # packages that may open files, or ask the network, unseen by Python
    "adbc_driver_manager", "apsw", "av", "cffi", "chdb", "cudf", "cv2", "dask", "datafusion",
    "datatable", "deltalake", "duckdb", "fastexcel", "fiona", "geopandas", "graph_tool",
    "grpc", "h5py", "ibis", "kuzu", "lance", "lancedb", "leveldb", "lmdb", "lxml", "modin",
    "MySQLdb", "netCDF4", "networkit", "osgeo", "plyvel", "polars", "psycopg", "psycopg2",
    "pyarrow", "pycurl", "pyodbc", "pyogrio", "pyreadstat", "pysqlite3", "python_calamine",
    "rasterio", "rocksdict", "simdjson", "soundfile", "tables", "tensorflow", "tiledb",
    "torch", "vaex", "xarray", "zmq",
})  # fmt: skip
_OF_ONES_PLACE = frozenset({"absolute", "resolve", "abspath", "realpath"})
_APART = "; take it out of what answers, as under if __name__ == '__main__'"
_OF_TYPES = ("isinstance", "issubclass")
Named = tuple[str, ast.Call | None]  # what code names, and the call if it is called there


@dataclass(frozen=True)
class _Around:
    """What the files beside one say of its names.

    Attributes
    ----------
    taken
        What they take from each other, and what Grundwork takes of a family's.
    modules
        The names of their own modules, which may be those of Python's.
    methods
        By which objects ask, and which no class of theirs has.
    imported
        The modules that they import.
    """

    taken: frozenset[str]
    modules: frozenset[str]
    methods: frozenset[str]
    imported: frozenset[str]


def unfollowable(files: Iterable[str]) -> list[str]:
    """Say what code of some files reads that cannot be followed, as by another program.

    Parameters
    ----------
    files
        Their paths, or those from Grundwork's folder.
    """
    paths = [ROOT / name for name in files]
    asked = [(path, f"asks for {name}", _APART) for path, name in asked_of_the_world(paths)]
    native = [
        (path, f"imports {name}, which may open files in native code", "")
        for path, name in imported_natively(paths)
    ]
    read = [(path, words, "") for path, words in unfollowed(paths)]
    return [
        f"{shown(str(path))} {words}: what that reads cannot be followed{instead}"
        for path, words, instead in sorted([*read, *asked, *native])
    ]


def imported_natively(files: list[Path]) -> Iterator[tuple[Path, str]]:
    """Yield those packages that researchers' files import of :data:`NATIVE`."""
    own = _own(files)
    taken = _around(own).taken
    for path in own:
        for name in sorted(_natively_in(path, digest(path), taken)):
            yield path, name


def asked_of_the_world(files: list[Path]) -> Iterator[tuple[Path, str]]:
    """Yield the names by which researchers' files ask the world without opening anything.

    A method has only its own name, and counts if any of the files can have objects that ask by it
    and no class of theirs has one of that name. So it is with what leads to a frame, which any
    file can have.
    """
    own = _own(files)
    around = _around(own)
    for path in own:
        for name in sorted(_asked_in(path, digest(path), around)):
            yield path, name


def _own(files: list[Path]) -> list[Path]:
    rooms = (ROOT / "fast", ROOT / "oracles")  # they ask how much time and memory is left
    return [p for p in answering_files(files) if not any(p.is_relative_to(room) for room in rooms)]


def _around(own: list[Path]) -> _Around:
    names = [_names_in(path, digest(path)) for path in own]
    imported = {module for path in own for module in imported_modules(path)}
    return _Around(
        taken=frozenset({"study"}).union(*(taken for taken, _ in names)),
        modules=frozenset(part for path in own for part in (path.stem, path.parent.name)),
        methods=methods_that_ask(imported).difference(*(defined for _, defined in names)),
        imported=frozenset(imported),
    )


@functools.lru_cache(maxsize=1024)
def _natively_in(path: Path, _: str | None, taken: frozenset[str]) -> frozenset[str]:
    """Return the packages of :data:`NATIVE` that a file imports where its code can run."""
    found: set[str] = set()
    for node in (n for part in _importable(parsed(path), taken) for n in ast.walk(part)):
        if isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom) and not node.level:
            found.add(str(node.module))
        elif isinstance(node, ast.Call) and called(node) in ("import_module", "__import__"):
            found |= set(words_in(node)[:1])
    return frozenset(root for name in found if (root := name.partition(".")[0]) in NATIVE)


@functools.lru_cache(maxsize=1024)
def _names_in(path: Path, _: str | None) -> tuple[frozenset[str], frozenset[str]]:
    """Return the names that a file takes from modules and objects, and those its classes have."""
    nodes = list(ast.walk(parsed(path)))
    taken = {node.attr for node in nodes if isinstance(node, ast.Attribute)}
    taken |= {node.name for node in nodes if isinstance(node, ast.alias)}
    return frozenset(taken), frozenset(name for node in nodes for name in _had_by_objects(node))


def _had_by_objects(node: ast.AST) -> Iterator[str]:
    """Yield the names that a class defines, or that are set on an object; none of Python's own."""
    if isinstance(node, ast.ClassDef):
        for each in node.body:
            targets = (
                each.targets if isinstance(each, ast.Assign) else [getattr(each, "target", each)]
            )
            names = (getattr(target, "id", getattr(target, "name", "")) for target in targets)
            yield from (name for name in names if not name.startswith("__"))
    elif isinstance(node, ast.Attribute) and isinstance(node.ctx, ast.Store):
        yield from () if node.attr.startswith("__") else (node.attr,)
    elif isinstance(node, ast.Call) and called(node) == "namedtuple":
        words = (each.value for each in ast.walk(node) if isinstance(each, ast.Constant))
        yield from (name for each in words for name in str(each).replace(",", " ").split())


@functools.lru_cache(maxsize=1024)
def _asked_in(path: Path, _: str | None, around: _Around) -> frozenset[str]:
    """Return what a file names that asks the world; a method of an object begins with a dot."""
    tree = parsed(path)
    stands_for = {
        own: full
        for own, full in _stands_for(tree).items()
        if full.partition(".")[0] not in around.modules
    }
    parts = _importable(tree, around.taken)
    named = [pair for part in parts for pair in _named_in(part, stands_for)]
    unset = _unset_in(tree)
    seeded = {
        name for name, call in named if name.endswith(".seed") and call and _gives_seed(call, unset)
    }
    words = {
        (name if name[1:] in around.methods else "")
        if name[0] == "."
        else _asks(name, call, seeded, unset)
        for name, call in named
        if not _is_of_ones_place(name, call, stands_for)
    }
    loaded = {node.id for part in parts for node in ast.walk(part) if isinstance(node, ast.Name)}
    words |= {"id"} & loaded - _bound_in(tree) - stands_for.keys()
    texts = {text for part in parts for text in _texts_in(part)}
    words |= {f"{text!r} in words" for text in texts if asks_in_words(text, around.imported)}
    return frozenset(words - {""})


def _bound_in(tree: ast.Module) -> set[str]:
    """Return the names that a file gives a meaning of its own, anywhere; imports apart."""
    nodes = list(ast.walk(tree))
    named = {n.name for n in nodes if isinstance(n, ast.FunctionDef | ast.ClassDef)}
    return named | {n.arg for n in nodes if isinstance(n, ast.arg)} | _stored_in(nodes)


def _stored_in(nodes: Iterable[ast.AST]) -> set[str]:
    """Return the names to which something is assigned, or which are deleted."""
    names = (node for node in nodes if isinstance(node, ast.Name))
    return {name.id for name in names if not isinstance(name.ctx, ast.Load)}


def _texts_in(part: ast.AST) -> Iterator[str]:
    """Yield the texts that code has, but for those that stand alone and say what it does."""
    for child in ast.iter_child_nodes(part):
        if isinstance(child, ast.Constant) and isinstance(child.value, str):
            yield from () if isinstance(part, ast.Expr) else (child.value,)
        else:
            yield from _texts_in(child)


def _unset_in(tree: ast.Module) -> frozenset[str]:
    """Return the parameters that are None where they are not given, and nothing else later."""
    nodes = list(ast.walk(tree))
    found: set[str] = set()
    for each in nodes:
        if isinstance(each, ast.arguments):
            places = (each.posonlyargs + each.args)[-len(each.defaults) or sys.maxsize :]
            given = [*zip(places, each.defaults, strict=True)]
            given += [(a, b) for a, b in zip(each.kwonlyargs, each.kw_defaults, strict=True) if b]
            found.update(place.arg for place, default in given if _is_none(default))
    return frozenset(found - _stored_in(nodes))


def _is_none(node: ast.expr) -> bool:
    return isinstance(node, ast.Constant) and node.value is None


def _asks(name: str, call: ast.Call | None, seeded: set[str], unset: frozenset[str]) -> str:
    """Say for what is asked by what a module has, as such or as it is called; empty if not."""
    if name == "warnings.warn":  # it leaves a mark where the caller is that the level says
        levels = call is None or len(call.args) > 2 or "stacklevel" in _keywords(call, 1)
        return f"{name} with a stacklevel" if levels else ""
    if name.rpartition(".")[0] in CHANCE:
        return "" if _has_seed(name, call, seeded, unset) else f"{name} without a seed"
    if not is_followed(name):
        return name
    if call is not None and any(isinstance(each, ast.Starred) for each in call.args):
        return ""
    given, keywords = (len(call.args), _keywords(call, None, unset)) if call else (0, [])
    return f"{name} without a seed" if draws_without_seed(name, given, keywords) else ""


def _keywords(
    call: ast.Call, default: object = None, unset: frozenset[str] = frozenset()
) -> list[str | None]:
    """Return the names of what is given by name, but for what is given as it is without."""
    return [
        each.arg
        for each in call.keywords
        if not (isinstance(each.value, ast.Constant) and each.value.value == default)
        and getattr(each.value, "id", None) not in unset
    ]


def _has_seed(name: str, call: ast.Call | None, seeded: set[str], unset: frozenset[str]) -> bool:
    """Whether chances are the same each time: their module has a seed, or what makes them."""
    module, _, own = name.rpartition(".")
    if own == "SystemRandom":
        return False
    if own[0].isupper() or own in ("default_rng", "seed"):
        return call is not None and _gives_seed(call, unset)
    return f"{module}.seed" in seeded


def _gives_seed(call: ast.Call, unset: frozenset[str]) -> bool:
    """Whether a call gives more than None, by which chances have no seed."""
    given = [*call.args, *(each.value for each in call.keywords)]
    return not all(_is_none(each) or getattr(each, "id", None) in unset for each in given)


def _is_of_ones_place(name: str, call: ast.Call | None, stands_for: Mapping[str, str]) -> bool:
    """Whether a place is asked that is known: that of the file itself, or a folder around it."""
    if call is None or name.rpartition(".")[2] not in _OF_ONES_PLACE:
        return False
    nodes = list(ast.walk(call))
    words = {node.id for node in nodes if isinstance(node, ast.Name)} - stands_for.keys()
    texts = (node for node in nodes if isinstance(node, ast.Constant))
    return words == {"__file__"} and not any(isinstance(text.value, str) for text in texts)


def _importable(tree: ast.Module, taken: frozenset[str]) -> list[ast.stmt]:
    """Return the statements that run as a file is imported, and the functions that these name.

    What only ``if __name__ == "__main__":`` runs, or pytest, or whoever types it, answers nothing.
    """
    scripts = [node for node in tree.body if isinstance(node, ast.If) and _is_script(node.test)]
    rest = [node for node in tree.body if node not in scripts]
    rest += [node for script in scripts for node in script.orelse]
    rest = [node for node in rest if not getattr(node, "name", "").startswith("test_")]
    functions = {
        node.name: node
        for node in rest
        if isinstance(node, ast.FunctionDef) and not node.decorator_list
    }
    kept = functions.keys() if "*" in taken else functions.keys() & taken
    waiting = [node for node in rest if node not in functions.values()]
    waiting += [functions[name] for name in kept]
    found = list(waiting)
    while waiting:
        names = {each.id for each in ast.walk(waiting.pop()) if isinstance(each, ast.Name)}
        new = [functions[name] for name in names & functions.keys()]
        waiting += [each for each in new if each not in found]
        found += [each for each in new if each not in found]
    return found


def _is_script(test: ast.expr) -> bool:
    return ast.unparse(test) in ("__name__ == '__main__'", "'__main__' == __name__")


def _stands_for(tree: ast.Module) -> dict[str, str]:
    """Return what a file imports, by the name it has there."""
    found: dict[str, str] = {}
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            for alias in node.names:
                first = alias.name.partition(".")[0]
                found[alias.asname or first] = alias.name if alias.asname else first
        elif isinstance(node, ast.ImportFrom) and not node.level:
            names = {alias.asname or alias.name: alias.name for alias in node.names}
            if "*" in names:
                loaded = sys.modules.get(str(node.module))
                names = {name: name for name in vars(loaded)} if loaded else {}
            found |= {own: f"{node.module}.{name}" for own, name in names.items()}
    return found


def _named_in(
    node: ast.AST, stands_for: Mapping[str, str], call: ast.Call | None = None
) -> Iterator[Named]:
    """Yield what code takes of modules, in full, and of objects; with the call, if it is one.

    To set is not to ask, a type that is named beside a parameter is not used nor is one of which
    it is asked whether a value is of it, and a module that looks itself up asks nothing.
    """
    full = _in_full(node, stands_for)
    method = f".{node.attr}" if isinstance(node, ast.Attribute) else None
    name = full or method
    if name is not None and isinstance(getattr(node, "ctx", None), ast.Load | None):
        yield name, call
    if full is None and not _sets_or_is_itself(node, stands_for):
        for child in ast.iter_child_nodes(node):
            if child in (getattr(node, "annotation", None), getattr(node, "returns", None)):
                continue
            if isinstance(node, ast.Call) and child in node.args[1:] and called(node) in _OF_TYPES:
                continue
            of = node if isinstance(node, ast.Call) and child is node.func else None
            yield from _named_in(child, stands_for, of)


def _sets_or_is_itself(node: ast.AST, stands_for: Mapping[str, str]) -> bool:
    """Whether an entry of what a module has is set, or is the module that looks."""
    if not isinstance(node, ast.Subscript) or _in_full(node.value, stands_for) is None:
        return False
    own = isinstance(node.slice, ast.Name) and node.slice.id == "__name__"
    return own or not isinstance(node.ctx, ast.Load)


def _in_full(node: ast.AST, stands_for: Mapping[str, str]) -> str | None:
    """Return the full name of what a module has; ``None`` of anything else."""
    if isinstance(node, ast.Name):
        return stands_for.get(node.id)
    if isinstance(node, ast.Attribute):
        base = _in_full(node.value, stands_for)
        return None if base is None else f"{base}.{node.attr}"
    if isinstance(node, ast.Call) and called(node) in ("import_module", "__import__"):
        return next(iter(words_in(node)), None)
    if isinstance(node, ast.Call) and called(node) == "getattr" and words_in(node):
        base = _in_full(node.args[0], stands_for)
        return None if base is None else f"{base}.{words_in(node)[0]}"
    return None
