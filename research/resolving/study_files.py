"""From a researcher's file to its study: it is run, and holds one study, one family or one game.

What is wrong in it is said with the file and the line.
"""

from __future__ import annotations

import hashlib
import importlib.util
import inspect
import os
import re
import sys
from collections.abc import Callable, Collection, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from types import ModuleType
from typing import Any, cast

from fast.errors import InputError
from fast.inputs import OF_FILES
from oracles.errors import MOST_LETTERS, ResourceLimitError, brief
from oracles.limits import Watch
from oracles.rules import Game, Rules
from research.claims.error_location import VariantError, line_in, line_of
from research.claims.study import Study
from research.resolving.parameters import member, written


def family_in(module: ModuleType, path: Path) -> Callable[..., Study] | None:
    """Return the function ``study`` that makes the members of a file's family, if it has one."""
    make = getattr(module, "study", None)
    own = inspect.isfunction(make) and Path(make.__code__.co_filename) == path
    return make if own else None


def member_of(make: Callable[..., Study], path: Path, given: Mapping[str, str]) -> Study:
    """Make the member of a family that is named."""
    arguments = member(make, given)
    shown = written(arguments)
    with _running(path, f"study({shown})"):
        study = make(**arguments)
    if not isinstance(study, Study):
        problem = f"study({shown}) returns {brief(study)}; expected a Study"
        raise VariantError(path, line_of(path, "study"), problem)
    study.file, study.member = path, arguments
    study.name = member_name(study.name, arguments)
    study.title = f"{study.title}, {', '.join(shown.split())}" if shown else study.title
    return study


def files_run() -> list[Path]:
    """Return the files of a researcher's that :func:`run_file` has run in this process."""
    modules = [module for name, module in sys.modules.items() if name.startswith(OF_FILES)]
    return [Path(str(module.__file__)) for module in modules]


def run_file(path: Path) -> ModuleType:
    """Run a file as a module of its own, with its own folder importable.

    The module's name is of its path, so that a file neither is mistaken for another of the same
    name nor takes the place of a module that it is named like.
    """
    path = Path(os.path.realpath(path))
    if not path.is_file():
        is_there = "not a regular file" if path.exists() else "no such file"
        raise InputError(f"file={str(path)!r}: {is_there}")
    name = f"{OF_FILES}{path.stem}_{hashlib.sha256(str(path).encode()).hexdigest()[:8]}"
    spec = importlib.util.spec_from_file_location(name, path)
    assert spec is not None and spec.loader is not None  # noqa: PT018  # a regular .py file
    module = importlib.util.module_from_spec(spec)
    if any(b"numba" in each.read_bytes() for each in (path, *path.parent.glob("*.py"))):
        from fast.compiling import keep_only_ours  # numba is slow to import

        keep_only_ours()
    _make_siblings_importable(str(path.parent))
    sys.modules[name] = module
    try:
        with _running(path):
            spec.loader.exec_module(module)
    except BaseException:
        sys.modules.pop(name, None)
        raise
    return module


@contextmanager
def _running(path: Path, what: str = "") -> Iterator[None]:
    """Name the line of a researcher's file that raises, or takes too long."""
    try:
        with Watch(lambda: f"{what or 'running'} of {path.name}"):
            yield
    except KeyboardInterrupt:
        raise
    except BaseException as error:  # also such as SystemExit
        line = line_in(path, error) or getattr(error, "lineno", None) or 1
        said = f"{what} raises ".lstrip() + f"{type(error).__name__}: {error}".rstrip(": ")
        if isinstance(error, SyntaxError) and error.filename == str(path):
            said = f"does not parse: {error.msg}"
        elif isinstance(error, ResourceLimitError):
            said = str(error)
        raise VariantError(path, line, said) from error


_folder: list[str] = []  # the one that is importable now


def _make_siblings_importable(folder: str) -> None:
    """Put a file's folder last on the path, and forget modules from the one before.

    Two files in different folders may each have a ``solver.py``; each must get its own.
    """
    if [folder] == _folder:
        return
    for name, module in list(sys.modules.items()):
        file = getattr(module, "__file__", None)
        if file and os.path.dirname(file) in _folder and not name.startswith(OF_FILES):  # noqa: PTH120
            del sys.modules[name]
    sys.path[:] = [entry for entry in sys.path if entry not in _folder]
    _folder[:] = [] if folder in sys.path else [folder]
    sys.path += _folder
    importlib.invalidate_caches()


def study_in(module: ModuleType, path: Path, taken: Collection[str] = ()) -> Study:
    """Return the one study that a module defines, or else imports; else that of its one game.

    The name of rules alone is none of those that are taken.

    Raises
    ------
    VariantError
        If there are several, or none and not the rules of one game.
    """
    studies = {id(v): (name, v) for name, v in vars(module).items() if isinstance(v, Study)}
    found = [each for each in studies.values() if each[1].file == path] or list(studies.values())
    if len(found) > 1:
        names = " and ".join(name for name, _ in found)
        problem = f"defines more than one Study: {names}; leave one"
        raise VariantError(path, line_of(path, found[-1][0]), problem)
    if found:
        found[0][1].file = path
        return found[0][1]
    name, game = as_name(path.stem), cast("Game[Any]", _only_game(module, path))
    name = f"{name}-rules" if name in taken else name
    study = Study(name, game, source=f"the rules in {path.name}", file=path)
    study.about = study.about or inspect.cleandoc(module.__doc__ or "")
    return study


def as_name(text: str) -> str:
    """Write the name of a file or a class as that of a study.

    >>> as_name("equal_piles"), as_name("VectorGame")
    ('equal-piles', 'vector-game')
    """
    dashed = re.sub(r"(?<=[a-z0-9])(?=[A-Z])|[^A-Za-z0-9]+", "-", text, flags=re.ASCII)
    return dashed.strip("-").lower()[:MOST_LETTERS].strip("-") or "game"


def member_name(study: str, arguments: Mapping[str, object]) -> str:
    """Name a member of a family, so that no other member, and no other study, has its name.

    Where there are other arguments than natural numbers and truth values, a digest of all is
    added. A name that a researcher gives has no two dashes in a row.

    >>> member_name("take", {"m": 3, "free": True})
    'take--m-3--free-true'
    >>> member_name("take", {"m": -3})
    'take-m-3--3f6a674a2520fe42'
    """
    if not arguments:
        return study
    words = [f"{name.replace('_', '-')}-{value}".lower() for name, value in arguments.items()]
    name = "--".join([study, *words])
    natural = all(isinstance(value, int) and value >= 0 for value in arguments.values())
    if natural and name.isascii() and len(name) <= MOST_LETTERS:
        return name
    mark = hashlib.sha256(repr((study, list(arguments.items()))).encode()).hexdigest()[:16]
    return f"{as_name(name)[: MOST_LETTERS - 18].strip('-')}--{mark}"


def _only_game(module: ModuleType, path: Path) -> Rules[Any]:
    """Return the rules that a module holds: what it calls ``game``, or its only ones."""
    held = vars(module)
    if isinstance(held.get("game"), Rules):
        return cast("Rules[Any]", held["game"])
    made = {id(value): name for name, value in held.items() if isinstance(value, Rules)}
    of_made = {kind for name in made.values() for kind in type(held[name]).__mro__}
    own = [v for v in held.values() if isinstance(v, type) and v.__module__ == module.__name__]
    classes = [kind.__name__ for kind in own if issubclass(kind, Rules) and kind not in of_made]
    names = [*made.values(), *classes]
    if not names:
        example = f'study = Study("{as_name(path.stem)}", MyGame())'
        raise VariantError(path, 1, f"defines no rules and no Study; write for example: {example}")
    problem = f"defines {len(names)} games ({', '.join(names)}); name one of them game"
    if len(names) == 1:
        try:
            return held[names[0]]() if classes else held[names[0]]  # type: ignore[no-any-return]
        except Exception as error:
            problem = f"{names[0]} cannot be made without arguments ({error}); make one, named game"
    raise VariantError(path, line_of(path, names[-1]), problem)
