"""Finding a study: by its name among the built-in ones, or by its file anywhere on disk."""

from __future__ import annotations

import importlib
import importlib.util
import pkgutil
import sys
from pathlib import Path

import research.studies
from research.study import Study


class UnknownStudyError(ValueError):
    """No study goes by this name, or the file holds none."""


def study_names() -> list[str]:
    """Return the names of the built-in studies, in alphabetical order.

    >>> "stone-game" in study_names()
    True
    """
    modules = pkgutil.iter_modules(research.studies.__path__)
    names = {module.name for module in modules} - {"derivations", "pictures"}
    return sorted(name.replace("_", "-") for name in names)


def load_study(name: str) -> Study:
    """Return a study by its name, or by the path of its file.

    Raises
    ------
    UnknownStudyError
        If there is none. A file is the researcher's own Python and is run as such.
    """
    if name in study_names():
        module = importlib.import_module(f"research.studies.{name.replace('-', '_')}")
    elif name.endswith(".py"):
        module = run_file(Path(name))
    else:
        raise UnknownStudyError(
            f"study={name!r}: expected one of {', '.join(study_names())}, "
            "or a file that ends in .py"
        )
    study = getattr(module, "study", None)
    if not isinstance(study, Study):
        raise UnknownStudyError(f"{name}: defines no Study named study")
    study.file = Path(str(module.__file__))
    return study


def run_file(path: Path):  # type: ignore[no-untyped-def]
    """Import a file by its path, with its own folder importable."""
    if not path.is_file():
        raise UnknownStudyError(f"file={str(path)!r}: no such file")
    path = path.resolve()
    spec = importlib.util.spec_from_file_location(path.stem, path)
    if spec is None or spec.loader is None:
        raise UnknownStudyError(f"file={str(path)!r}: cannot be imported")
    module = importlib.util.module_from_spec(spec)
    sys.path.insert(0, str(path.parent))
    sys.modules[path.stem] = module
    try:
        spec.loader.exec_module(module)
    finally:
        sys.path.remove(str(path.parent))
    return module
