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

_ASKING = frozenset({  # of a file, without opening it
    "access", "disk_usage", "exists", "fstat", "getatime", "getctime", "getmtime", "getsize",
    "getxattr", "is_dir", "is_file", "is_mount", "is_symlink", "isdir", "isfile", "islink",
    "ismount", "lexists", "listxattr", "lstat", "readlink", "samefile", "stat", "statvfs",
})  # fmt: skip
_FRAMES = frozenset({  # by which code sees who calls it: that it is asked, and not checked
    "__traceback__", "ag_frame", "cr_frame", "f_back", "f_code", "f_globals", "f_locals",
    "gi_frame", "tb_frame",
})  # fmt: skip
_GIVING_PATHS = frozenset({"glob", "os", "pathlib", "shutil"})
_WORLD = frozenset({  # what these are, or what stands in them, is another the next time
    "argparse", "concurrent.futures.ProcessPoolExecutor", "datetime.date.today",
    "datetime.datetime.now", "datetime.datetime.today", "datetime.datetime.utcnow", "fileinput",
    "inspect.currentframe", "inspect.stack", "multiprocessing", "nt", "os.chdir", "os.utime",
    "faulthandler", "readline", "shutil.which", "sys._current_exceptions", "sys._current_frames",
    "sys._getframe", "sys._getframemodulename", "timeit", "traceback.extract_stack",
    "traceback.format_stack", "traceback.print_stack", "traceback.walk_stack",
    "numpy.random", "os.getcwd", "os.getcwdb", "os.getloadavg", "os.getpid", "os.getppid",
    "os.getrandom", "os.times", "os.urandom", "pathlib.Path.cwd", "posix", "random", "secrets",
    "sys.__stdin__", "sys.argv", "sys.getprofile", "sys.gettrace", "sys.modules", "sys.orig_argv",
    "sys.stdin", "time", "uuid.uuid1", "uuid.uuid4",
    "pandas.HDFStore", "pandas.read_hdf", "pandas.read_parquet",  # the others open in Python
})  # fmt: skip
NATIVE = frozenset({  # packages that may open files, or ask the network, unseen by Python
    "adbc_driver_manager", "apsw", "av", "cffi", "chdb", "cudf", "cv2", "dask", "datafusion",
    "datatable", "dbm", "deltalake", "duckdb", "fastexcel", "fiona", "geopandas", "graph_tool",
    "grpc", "h5py", "ibis", "kuzu", "lance", "lancedb", "leveldb", "lmdb", "lxml", "modin",
    "MySQLdb", "netCDF4", "networkit", "osgeo", "plyvel", "polars", "psycopg", "psycopg2",
    "pyarrow", "pycurl", "pyodbc", "pyogrio", "pyreadstat", "pysqlite3", "python_calamine",
    "rasterio", "rocksdict", "shelve", "simdjson", "soundfile", "tables", "tensorflow", "tiledb",
    "torch", "vaex", "xarray", "zmq",
})  # fmt: skip
_CHANCE = frozenset({"random", "numpy.random"})  # the same each time where they have a seed
_WATCHED_ROOTS = frozenset({"numpy", "pandas", *sys.stdlib_module_names})


def unfollowable(files: Iterable[str]) -> list[str]:
    """Say what code of some files reads that cannot be followed, as by another program.

    Parameters
    ----------
    files
        Their paths, or those from Grundwork's folder.
    """
    paths = [ROOT / name for name in files]
    asked = [(path, f"asks for {name}") for path, name in asked_of_the_world(paths)]
    native = [
        (path, f"imports {name}, which may open files in native code")
        for path, name in imported_natively(paths)
    ]
    return [
        f"{shown(str(path))} {words}: what that reads cannot be followed"
        for path, words in sorted([*unfollowed(paths), *asked, *native])
    ]


def imported_natively(files: list[Path]) -> Iterator[tuple[Path, str]]:
    """Yield those packages that researchers' files import of :data:`NATIVE`."""
    own = _own(files)
    taken = _taken(own)
    for path in own:
        for name in sorted(_natively_in(path, digest(path), taken)):
            yield path, name


def asked_of_the_world(files: list[Path]) -> Iterator[tuple[Path, str]]:
    """Yield the names by which researchers' files ask the world without opening anything.

    A method of a path has only its own name, and counts if any of the files can have paths. So it
    is with what leads to a frame, which counts wherever it is.
    """
    own = _own(files)
    taken = _taken(own)
    paths = any(_GIVING_PATHS.intersection(imported_modules(path)) for path in own)
    for path in own:
        for name in sorted(_asked_in(path, digest(path), taken)):
            if paths or not name.startswith(".") or name[1:] in _FRAMES:
                yield path, name


def _own(files: list[Path]) -> list[Path]:
    rooms = (ROOT / "fast", ROOT / "oracles")  # they ask how much time and memory is left
    return [p for p in answering_files(files) if not any(p.is_relative_to(room) for room in rooms)]


def _taken(own: list[Path]) -> frozenset[str]:
    """Return what files take from each other, and what Grundwork takes of a family's."""
    names = (name for path in own for name in _taken_in(path, digest(path)))
    return frozenset({"study", *names})


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
def _taken_in(path: Path, _: str | None) -> frozenset[str]:
    """Return the names that a file takes from modules and objects."""
    nodes = list(ast.walk(parsed(path)))
    attributes = {node.attr for node in nodes if isinstance(node, ast.Attribute)}
    return frozenset(attributes | {node.name for node in nodes if isinstance(node, ast.alias)})


@functools.lru_cache(maxsize=1024)
def _asked_in(path: Path, _: str | None, taken: frozenset[str]) -> frozenset[str]:
    """Return what a file names that asks the world; a method of an object begins with a dot."""
    tree = parsed(path)
    stands_for = _stands_for(tree)
    named = [pair for part in _importable(tree, taken) for pair in _named_in(part, stands_for)]
    seeded = {name for name, call in named if name.endswith(".seed") and call and call.args}
    return frozenset(
        name for name, call in named if _asks(name) and not _has_seed(name, call, seeded)
    )


def _asks(name: str) -> bool:
    """Whether a name is one of those that ask, stands in one, or is one by way of a module."""
    parts = name.split(".")
    ends = range(1, len(parts) + 1)
    around = {".".join(parts[start:end]) for end in ends for start in range(end)}
    if parts[-1] in _ASKING or parts[-1] in _FRAMES:
        return True
    return name != "time.sleep" and not _WORLD.isdisjoint(around)


def _has_seed(name: str, call: ast.Call | None, seeded: set[str]) -> bool:
    """Whether chances are the same each time: their module has a seed, or what makes them."""
    module, _, own = name.rpartition(".")
    if module not in _CHANCE:
        return False
    if own[0].isupper() or own in ("default_rng", "seed"):
        return call is None or bool(call.args or call.keywords)
    return f"{module}.seed" in seeded


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
    return ast.unparse(test) == "__name__ == '__main__'"


def _stands_for(tree: ast.Module) -> dict[str, str]:
    """Return what a file imports from Python's own modules and numpy, by the name it has there."""
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
    return {own: full for own, full in found.items() if full.partition(".")[0] in _WATCHED_ROOTS}


def _named_in(
    node: ast.AST, stands_for: Mapping[str, str], call: ast.Call | None = None
) -> Iterator[tuple[str, ast.Call | None]]:
    """Yield what code takes of modules, in full, and of objects; with the call, if it is one.

    To set is not to ask, and a module that looks itself up asks nothing.
    """
    full = _in_full(node, stands_for)
    method = f".{node.attr}" if isinstance(node, ast.Attribute) else None
    name = full or method
    if name is not None and isinstance(getattr(node, "ctx", None), ast.Load | None):
        yield name, call
    if full is None and not _sets_or_is_itself(node, stands_for):
        for child in ast.iter_child_nodes(node):
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
    return None
