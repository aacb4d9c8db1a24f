"""Grundwork: a property-based verification and research harness for combinatorial games.

What a researcher imports, in one place: rules (:class:`Game`, :class:`PartizanGame` and the forms
that rules take), truth (:func:`solve`), claims (:class:`Study`, :func:`equal`), the gate
(:func:`gated`). A study is checked, proved and explored by its methods. The rooms behind it are
``oracles``, ``fast`` and ``research``; the command ``grundwork``, what notebooks show and the
pytest plugin stand here too.

>>> from grundwork import Study, nim
>>> study = Study("two-heaps", nim(2), title="Nim with two heaps")
>>> equal_heaps = study.p_positions(
...     "The heaps are equal.",
...     believed=lambda p: p[0] == p[1],
...     controls={"one heap is empty": lambda p: 0 in p},
... )
>>> equal_heaps.name
'p-positions'
"""

from __future__ import annotations

import sys
from functools import cache
from importlib import import_module
from typing import TYPE_CHECKING, Any

from grundwork.hidden import find_ours_first

if TYPE_CHECKING:
    from fast.errors import InputError as InputError
    from fast.gate import gated as gated
    from fast.heap_games import grundy_values as grundy_values
    from grundwork.shown import data_frame as data_frame
    from grundwork.study import Study as Study
    from grundwork.study import load_study as load_study
    from oracles.declarations import solve_quotient as solve_quotient
    from oracles.grundy import mex as mex
    from oracles.heaps import HeapGame as HeapGame
    from oracles.heaps import hexadecimal as hexadecimal
    from oracles.heaps import octal as octal
    from oracles.heaps import subtraction as subtraction
    from oracles.moves import MoveGame as MoveGame
    from oracles.partizan_subtraction import PartizanSubtraction as PartizanSubtraction
    from oracles.rules import DigraphGame as DigraphGame
    from oracles.rules import Game as Game
    from oracles.rules import PartizanGame as PartizanGame
    from oracles.search import grundy_by_components as grundy_by_components
    from oracles.search import solve_position as solve_position
    from oracles.solve import solve as solve
    from oracles.store.making import solve_store as solve_store
    from oracles.store.store import open_store as open_store
    from oracles.strips import PartizanStripGame as PartizanStripGame
    from oracles.strips import StripGame as StripGame
    from oracles.strips import empty_strip as empty_strip
    from oracles.sums import DisjunctiveSum as DisjunctiveSum
    from oracles.sums import PartizanSum as PartizanSum
    from oracles.sums import connected_components as connected_components
    from oracles.symmetry import least_board as least_board
    from oracles.symmetry import least_shape as least_shape
    from oracles.values.positions import value_of as value_of
    from oracles.values.positions import values_of as values_of
    from oracles.values.value import Value as Value
    from oracles.vectors import VectorGame as VectorGame
    from oracles.vectors import nim as nim
    from research.checks.equality import equal as equal
    from research.claims.cases import Drawn as Drawn
    from research.claims.cases import Listed as Listed
    from research.claims.cases import every as every
    from research.claims.cases import integers as integers
    from research.claims.claim import Source as Source
    from research.claims.claim import assumption as assumption
    from research.claims.claim import theorem as theorem
    from research.explore.exploration import explore as explore
    from research.proving.claiming import claim_theorem as claim_theorem

__version__ = "0.2.0"

# Where each name stands. None is imported before it is asked for, as the command and the pytest
# plugin start with this file; the imports above tell type checkers the same.
_NAMES = {
    "fast.errors": "InputError",
    "fast.gate": "gated",
    "fast.heap_games": "grundy_values",
    "grundwork.shown": "data_frame",
    "grundwork.study": "Study load_study",
    "oracles.declarations": "solve_quotient",
    "oracles.grundy": "mex",
    "oracles.heaps": "HeapGame hexadecimal octal subtraction",
    "oracles.moves": "MoveGame",
    "oracles.partizan_subtraction": "PartizanSubtraction",
    "oracles.rules": "DigraphGame Game PartizanGame",
    "oracles.search": "grundy_by_components solve_position",
    "oracles.solve": "solve",
    "oracles.store.making": "solve_store",
    "oracles.store.store": "open_store",
    "oracles.strips": "PartizanStripGame StripGame empty_strip",
    "oracles.sums": "DisjunctiveSum PartizanSum connected_components",
    "oracles.symmetry": "least_board least_shape",
    "oracles.values.positions": "value_of values_of",
    "oracles.values.value": "Value",
    "oracles.vectors": "VectorGame nim",
    "research.checks.equality": "equal",
    "research.claims.cases": "Drawn Listed every integers",
    "research.claims.claim": "Source assumption theorem",
    "research.explore.exploration": "explore",
    "research.proving.claiming": "claim_theorem",
}
_HOMES = {name: module for module, names in _NAMES.items() for name in names.split()}

__all__ = list(_HOMES)


if not TYPE_CHECKING:

    def __getattr__(name: str) -> Any:
        if name not in _HOMES:
            raise AttributeError(f"module 'grundwork' has no attribute {name!r}")
        _begin()
        return getattr(import_module(_HOMES[name]), name)


@cache
def _begin() -> None:
    """Find our packages first, and tell IPython, where it runs, how things are shown."""
    if line := find_ours_first():
        raise ImportError(line)
    shell = getattr(sys.modules.get("IPython"), "get_ipython", lambda: None)()
    if shell is not None:
        from grundwork.shown import show_in_notebooks

        show_in_notebooks(shell)


def __dir__() -> list[str]:
    return sorted({*globals(), *_HOMES})
