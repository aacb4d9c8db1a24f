"""The rooms are independent, and importing them is light."""

from __future__ import annotations

import ast
import doctest
import importlib
import pkgutil
import subprocess
import sys
from pathlib import Path

import pytest

import fast
import oracles
import research

ROOT = Path(oracles.__file__).parent.parent
ROOMS = ("oracles", "fast", "research", "grundwork")
MAY_IMPORT = {
    "oracles": {"oracles"},
    "fast": {"fast"},
    "research": {"oracles", "fast", "research"},
    "grundwork": set(ROOMS),
}
HEAVY = ("hypothesis", "matplotlib", "networkx", "numba", "numpy", "sympy", "flint")


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
    """Every module of the three rooms."""
    return [
        module.name
        for package in (oracles, fast, research)
        for module in pkgutil.walk_packages(package.__path__, package.__name__ + ".")
    ]


@pytest.mark.parametrize("room", ROOMS)
def test_a_room_imports_only_the_rooms_it_may(room: str) -> None:
    for file in (ROOT / room).rglob("*.py"):
        extra = rooms_imported(file.read_text(encoding="utf-8")) - MAY_IMPORT[room]
        assert not extra, f"{file.relative_to(ROOT)} imports {extra}"


def test_an_import_inside_a_function_is_seen() -> None:
    assert rooms_imported("def f():\n    from oracles.solve import solve") == {"oracles"}


def test_oracles_import_only_the_standard_library_and_networkx() -> None:
    allowed = set(sys.stdlib_module_names) | {"networkx", "oracles", "__future__"}
    for file in (ROOT / "oracles").rglob("*.py"):
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Import):
                names = {alias.name.split(".")[0] for alias in node.names}
            elif isinstance(node, ast.ImportFrom) and node.module:
                names = {node.module.split(".")[0]}
            else:
                continue
            assert names <= allowed, f"{file.relative_to(ROOT)} imports {names - allowed}"


@pytest.mark.parametrize("name", modules())
def test_the_examples_of_docstrings_run(name: str) -> None:
    module = importlib.import_module(name)
    options = doctest.ELLIPSIS | doctest.IGNORE_EXCEPTION_DETAIL | doctest.NORMALIZE_WHITESPACE
    assert doctest.testmod(module, optionflags=options).failed == 0


@pytest.mark.parametrize("module", ["grundwork.cli", "research.studies.stone_game"])
def test_importing_loads_nothing_heavy(module: str) -> None:
    script = f"import sys, {module}; print([m for m in {HEAVY} if m in sys.modules])"
    done = subprocess.run(
        [sys.executable, "-c", script], capture_output=True, text=True, check=True, cwd=ROOT
    )
    assert done.stdout.strip() == "[]"


def test_files_stay_readable() -> None:
    for room in ROOMS:
        for file in (ROOT / room).rglob("*.py"):
            lines = len(file.read_text(encoding="utf-8").splitlines())
            assert lines <= 500, f"{file.relative_to(ROOT)} has {lines} lines"
