"""From a researcher's file to its study: it is run, and holds one study, one family or one game.

A file is the researcher's own Python and is run as such. What is wrong in it is said with the file
and the line.
"""

from __future__ import annotations

import hashlib
import importlib
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

from fast.inputs import OF_FILES
from oracles.errors import MOST_LETTERS, ResourceLimitError, brief
from oracles.limits import Watch
from oracles.rules import Game, Rules
from research.claims.error_location import VariantError, line_in, line_of
from research.claims.study import Study
from research.resolving.parameters import member, written


class UnknownStudyError(ValueError):
    """No study goes by this name, or the file cannot be read."""


def family_in(module: ModuleType, path: Path) -> Callable[..., Study] | None:
    """Return the function ``study`` that makes the members of a file's family, if it has one."""
    make = getattr(module, "study", None)
    if not inspect.isfunction(make) or Path(make.__code__.co_filename) != path:
        return None
    return make


def member_of(make: Callable[..., Study], path: Path, given: Mapping[str, str]) -> Study:
    """Make the member of a family that is named."""
    arguments = member(make, given)
    shown = written(arguments)
    with _running(path, f"study({shown})", "study"):
        study = make(**arguments)
    if not isinstance(study, Study):
        problem = f"study({shown}) returns {brief(study)}; expected a Study"
        raise VariantError(path, line_of(path, "study"), problem)
    study.file = path
    study.name, study.member = member_name(study.name, arguments), arguments
    study.title = f"{study.title}, {', '.join(shown.split())}" if shown else study.title
    return study


def files_run() -> list[Path]:
    """Return the files of a researcher's that :func:`run_file` has run in this process."""
    modules = [module for name, module in sys.modules.items() if name.startswith(OF_FILES)]
    return [Path(str(module.__file__)) for module in modules]


def run_file(path: Path) -> ModuleType:
    """Run a file as a module of its own, with its own folder importable.

    Errors are those of :func:`load_study`. The module's name is of its path, so that a file can
    neither be mistaken for another of the same name nor stand in for a module that it is named
    like.
    """
    path = Path(os.path.realpath(path))
    if not path.is_file():
        is_there = "not a regular file" if path.exists() else "no such file"
        raise UnknownStudyError(f"file={str(path)!r}: {is_there}")
    name = f"{OF_FILES}{path.stem}_{hashlib.sha256(str(path).encode()).hexdigest()[:8]}"
    spec = importlib.util.spec_from_file_location(name, path)
    if spec is None or spec.loader is None:
        raise UnknownStudyError(f"file={str(path)!r}: cannot be imported")
    module = importlib.util.module_from_spec(spec)
    if any(b"numba" in each.read_bytes() for each in (path, *path.parent.glob("*.py"))):
        from fast.compiling import keep_only_ours  # numba is slow to import

        keep_only_ours()
    _make_siblings_importable(path.parent)
    sys.modules[name] = module
    try:
        with _running(path):
            spec.loader.exec_module(module)
    except BaseException:
        sys.modules.pop(name, None)
        raise
    return module


@contextmanager
def _running(path: Path, what: str = "", name: str = "") -> Iterator[None]:
    """Name the line of a researcher's file that raises, or takes too long.

    ``what`` of it is run, all unless given; ``name`` stands at the line where no other is known.
    """
    try:
        with Watch(lambda: f"{what} of {path.name}" if what else f"running {path.name}"):
            yield
    except KeyboardInterrupt:
        raise
    except BaseException as error:  # also such as SystemExit
        line = line_in(path, error) or getattr(error, "lineno", None)
        line = line or (line_of(path, name) if name else 1)
        said = f"{what} raises ".lstrip() + f"{type(error).__name__}: {error}".rstrip(": ")
        if isinstance(error, SyntaxError) and error.filename == str(path):
            said = f"does not parse: {error.msg}"
        if isinstance(error, ResourceLimitError):
            said = str(error)
        raise VariantError(path, line, said) from error


def _make_siblings_importable(folder: Path) -> None:
    """Put a file's folder on the path, and forget modules imported from another file's folder.

    It stays there, last, for imports inside functions. Two files in different folders may each
    have a ``solver.py``; each must get its own.
    """
    others = [Path(entry) for entry in sys.path if entry in _folders and entry != str(folder)]
    for name, module in list(sys.modules.items()):
        file = getattr(module, "__file__", None)
        if file and Path(file).parent in others and not name.startswith(OF_FILES):
            del sys.modules[name]
    sys.path[:] = [entry for entry in sys.path if entry not in _folders]
    if str(folder) not in sys.path:
        sys.path.append(str(folder))
        _folders.add(str(folder))
    importlib.invalidate_caches()


_folders: set[str] = set()  # that this module put on the path


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
        names = " and ".join(f"{name!r} (line {line_of(path, name)})" for name, _ in found)
        line = line_of(path, found[-1][0])
        raise VariantError(path, line, f"defines more than one Study: {names}; leave one")
    if found:
        found[0][1].file = path
        return found[0][1]
    name = as_name(path.stem)
    study = Study(
        f"{name}-rules" if name in taken else name,
        cast("Game[Any]", _only_game(module, path)),
        source=f"the rules in {path.name}",
        file=path,
    )
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

    Parameters
    ----------
    study
        The name that the file gives.
    arguments
        Those of the function ``study``.

    Examples
    --------
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
    called = getattr(module, "game", None)
    if isinstance(called, Rules):
        return called
    held = vars(module).items()
    made = {id(value): name for name, value in held if isinstance(value, Rules)}
    own = [v for _, v in held if isinstance(v, type) and v.__module__ == module.__name__]
    of_made = {kind for name in made.values() for kind in type(getattr(module, name)).__mro__}
    classes = [kind.__name__ for kind in own if issubclass(kind, Rules) and kind not in of_made]
    names = [*made.values(), *classes]
    if not names:
        example = f'study = Study("{as_name(path.stem)}", MyGame())'
        problem = f"defines no rules and no Study; write for example: {example}"
        raise VariantError(path, 1, problem)
    line = line_of(path, names[-1])
    if len(names) > 1:
        problem = f"defines {len(names)} games ({', '.join(names)}); name one of them game"
        raise VariantError(path, line, problem)
    game = getattr(module, names[0])
    try:
        return game() if classes else game  # type: ignore[no-any-return]
    except Exception as error:
        missing = ", ".join(sorted(game.__abstractmethods__))
        said = f"{names[0]} cannot be made without arguments ({type(error).__name__}: {error})"
        problem = f"{names[0]} lacks {missing}" if missing else f"{said}; make one, named game"
        raise VariantError(path, line, problem) from error
