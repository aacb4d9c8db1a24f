"""What programs need of the machine: files kept whole, progress, processes, modules on demand."""

from importlib import import_module
from typing import Any


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
