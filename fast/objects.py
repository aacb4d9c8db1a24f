"""What an object is and keeps, asked of the object itself and not of what its class says."""

from __future__ import annotations

import sys
from types import ModuleType
from typing import Any

from fast.watching import OURS, is_foreign

OF_FILES = "grundwork_file_"  # begins the names of modules that are a researcher's files


def attribute_of(value: object, name: str, default: Any = None) -> Any:
    """Return an attribute that an object has, and not what it answers to any name."""
    try:
        return object.__getattribute__(value, name)
    except AttributeError:
        return default


def kept_in(value: object) -> dict[str, Any]:
    """Return the attributes that an object keeps, in slots too."""
    kept = dict(attribute_of(value, "__dict__", {}))
    missing = object()
    for kind in type(value).__mro__:
        slots = vars(kind).get("__slots__", ())
        for name in (slots,) if isinstance(slots, str) else slots:
            private = name.startswith("__") and not name.endswith("__")
            full = f"_{kind.__name__.lstrip('_')}{name}" if private else name
            if (found := attribute_of(value, full, missing)) is not missing:
                kept[full] = found
    return kept


def file_of(module: str) -> str | None:
    """Return the file of a module that is loaded."""
    return getattr(sys.modules.get(module), "__file__", None)


def is_own(value: Any) -> bool:
    """Whether a value is an object of a class in a file of a researcher's."""
    file = file_of(type(value).__module__)
    own = file is not None and not file.startswith(OURS) and not is_foreign(file)
    return own and not isinstance(value, type | ModuleType)
