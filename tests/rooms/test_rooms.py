"""The rooms are independent, and importing them is light."""

from __future__ import annotations

import ast
import doctest
import importlib
import pkgutil
import subprocess
import sys
from functools import cache
from itertools import chain
from pathlib import Path

import pytest

import fast
import grundwork
import oracles
import research
from grundwork.hidden import ROOMS as HIDEABLE

ROOT = Path(oracles.__file__).parent.parent
ROOMS = ("oracles", "fast", "research", "grundwork")
MAY_IMPORT = {
    "oracles": {"oracles"},
    "fast": {"fast"},
    "research": {"oracles", "fast", "research"},
    "grundwork": set(ROOMS),
}
FLOORS = (  # within research: each package imports only those before it
    *("system", "logic", "checks", "claims", "proving", "conjectures"),
    *("variants", "studies", "resolving", "verdicts", "reporting", "explore"),
    "families",
)
HEAVY = (
    "hypothesis",
    "matplotlib",
    "networkx",
    "numba",
    "numpy",
    "sympy",
    "flint",
    "bokeh",
    "distributed",
    "duckdb",
)


def rooms_imported(source: str) -> set[str]:
    """The rooms that a file imports, wherever in it the import stands."""
    names: list[str] = []
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Import):
            names += [alias.name for alias in node.names]
        elif isinstance(node, ast.ImportFrom) and node.module:
            names.append(node.module)
    return {name.split(".")[0] for name in names} & set(ROOMS)


def modules() -> list[str]:
    """Every module of the rooms."""
    rooms = (oracles, fast, research, grundwork)
    inside = (pkgutil.walk_packages(room.__path__, f"{room.__name__}.") for room in rooms)
    return [*(room.__name__ for room in rooms), *(each.name for each in chain(*inside))]


@cache
def arrows() -> dict[str, set[str]]:
    """For each module the modules that it imports, wherever the import stands, for types too."""
    known = {name.removesuffix(".__init__") for name in modules()}
    found: dict[str, set[str]] = {}
    for name in known:
        stem = ROOT.joinpath(*name.split("."))
        file = stem / "__init__.py" if stem.is_dir() else stem.with_suffix(".py")
        nodes = list(ast.walk(ast.parse(file.read_text(encoding="utf-8"))))
        imported = [alias.name for n in nodes if isinstance(n, ast.Import) for alias in n.names]
        for node in nodes:
            if isinstance(node, ast.ImportFrom) and node.module:
                inside = {f"{node.module}.{alias.name}" for alias in node.names}
                imported += [*(inside & known), *([node.module] if inside - known else [])]
        found[name] = {each for each in imported if each in known and each != name}
    return found


def test_the_packages_of_research_stand_on_floors() -> None:
    def floor(name: str) -> int:
        return FLOORS.index(name.split(".")[1])

    inside = {name: to for name, to in arrows().items() if name.startswith("research.")}
    assert {name.split(".")[1] for name in inside} == set(FLOORS)
    up = [
        (name, other)
        for name, others in inside.items()
        for other in others & inside.keys()
        if floor(other) > floor(name)
    ]
    assert up == []


def test_no_files_import_each_other_in_a_circle() -> None:
    import networkx as nx

    graph = nx.DiGraph([(name, other) for name, others in arrows().items() for other in others])
    circles = [c for c in nx.strongly_connected_components(graph) if len(c) > 1]
    assert circles == []
    graph.add_edge("oracles.errors", "grundwork.command_line")  # the search can find one
    assert any(len(c) > 1 for c in nx.strongly_connected_components(graph))


@pytest.mark.parametrize("room", ROOMS)
def test_a_room_imports_only_the_rooms_it_may(room: str) -> None:
    for file in (ROOT / room).rglob("*.py"):
        extra = rooms_imported(file.read_text(encoding="utf-8")) - MAY_IMPORT[room]
        assert not extra, f"{file.relative_to(ROOT)} imports {extra}"


COMPACT = (
    "kernels",
    "graph",
    "growing",
    "index",
    "partizan",
    "truth",
    "solve",
    "vectorized",
    "vector_table",
    "heap_table",
)
STORES = {"numpy", "numba", "dask", "distributed", "duckdb"}


def test_oracles_import_only_the_standard_library_and_what_stores_graphs() -> None:
    for file in (ROOT / "oracles").rglob("*.py"):
        allowed = set(sys.stdlib_module_names) | {"networkx", "oracles", "__future__"}
        if file.stem in COMPACT:
            allowed |= {"numpy", "numba"}
        if file.parent.name == "store":
            allowed |= STORES
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Import):
                names = {alias.name.split(".")[0] for alias in node.names}
            elif isinstance(node, ast.ImportFrom) and node.module:
                names = {node.module.split(".")[0]}
            else:
                continue
            assert names <= allowed, f"{file.relative_to(ROOT)} imports {names - allowed}"


def test_the_checker_of_proof_files_imports_only_the_standard_library() -> None:
    for file in (ROOT / "checker").rglob("*.py"):
        nodes = list(ast.walk(ast.parse(file.read_text(encoding="utf-8"))))
        names = [alias.name for n in nodes if isinstance(n, ast.Import) for alias in n.names]
        names += [n.module or "." for n in nodes if isinstance(n, ast.ImportFrom)]
        assert {name.split(".")[0] for name in names} <= {*sys.stdlib_module_names, "checker"}


@pytest.mark.parametrize("name", modules())
def test_the_examples_of_docstrings_run(name: str) -> None:
    module = importlib.import_module(name)
    options = doctest.ELLIPSIS | doctest.IGNORE_EXCEPTION_DETAIL | doctest.NORMALIZE_WHITESPACE
    assert doctest.testmod(module, optionflags=options).failed == 0


@pytest.mark.every_python
@pytest.mark.parametrize(
    ("script", "unwanted"),
    [
        ("import grundwork, grundwork.entrance, grundwork.pytest_plugin", (*HEAVY, *HIDEABLE)),
        ("import grundwork.command_line", HEAVY),
        ("from grundwork import Study", HEAVY),
        ("import research.studies.stone_game", HEAVY),
        ("import fast.silver_dollar, fast.divisor_nim, fast.binary_blackboard", HEAVY),
    ],
)
def test_importing_loads_nothing_heavy(script: str, unwanted: tuple[str, ...]) -> None:
    script += f"; import sys; print([name for name in {unwanted} if name in sys.modules])"
    done = subprocess.run(
        [sys.executable, "-c", script], capture_output=True, text=True, check=True, cwd=ROOT
    )
    assert done.stdout.strip() == "[]"


def test_files_stay_readable() -> None:
    for room in ROOMS:
        for file in (ROOT / room).rglob("*.py"):
            lines = len(file.read_text(encoding="utf-8").splitlines())
            assert lines <= 500, f"{file.relative_to(ROOT)} has {lines} lines"
