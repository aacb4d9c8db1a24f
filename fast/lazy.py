"""Modules that are slow to import, each imported at the first attribute asked for."""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any


class LazyModule:
    """Stands for the module ``name`` and imports it at the first attribute asked for.

    >>> LazyModule("math").gcd(12, 18)
    6
    """

    def __init__(self, name: str) -> None:
        self._name = name

    def __getattr__(self, attribute: str) -> Any:
        value = getattr(import_module(self._name), attribute)
        setattr(self, attribute, value)
        return value


if TYPE_CHECKING:
    import networkx as nx
    import numpy as np
    import sympy
else:
    np, nx, sympy = map(LazyModule, ("numpy", "networkx", "sympy"))

__all__ = ["LazyModule", "np", "nx", "sympy"]
