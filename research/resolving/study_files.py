"""From a researcher's file to its study: it is run, and holds one study, one family or one game.

A file that defines ``def study(m: int, k: int) -> Study`` holds a family. Its word on the command
line is the file with a value for each parameter, as ``take.py m=3 k=1``; a parameter with a default
may be left out. A census takes several values of each: ``m=2..12 k=1,3`` names all pairs of them.

What is wrong in a file is said with its line.
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
from itertools import product
from math import prod
from pathlib import Path
from types import ModuleType
from typing import Any, cast

from fast.errors import InputError
from fast.inputs import OF_FILES
from oracles.errors import MOST_LETTERS, brief
from oracles.rules import Game, Rules
from research.claims.error_location import VariantError, line_in, line_of
from research.claims.study import Study

MOST_MEMBERS = 100_000
_RANGE = re.compile(r"(-?[0-9]{1,18})(?:\.\.(-?[0-9]{1,18}))?")
Value = int | str | bool


def files_run() -> list[Path]:
    """Return the files of a researcher's that :func:`run_file` has run in this process."""
    modules = [module for name, module in sys.modules.items() if name.startswith(OF_FILES)]
    return [Path(str(module.__file__)) for module in modules]


def run_file(path: Path) -> ModuleType:
    """Run a file as a module of its own, with its own folder importable.

    The module's name is of its path, so that it takes the place of no other module.
    """
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
    """Name the line of a researcher's file that raises."""
    try:
        yield
    except KeyboardInterrupt:
        raise
    except BaseException as error:  # also such as SystemExit
        line = line_in(path, error) or getattr(error, "lineno", None) or 1
        said = f"{what} raises ".lstrip() + f"{type(error).__name__}: {error}".rstrip(": ")
        if isinstance(error, SyntaxError) and error.filename == str(path):
            said = f"does not parse: {error.msg}"
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


def as_name(text: str) -> str:
    """Write the name of a file or a class as that of a study.

    >>> as_name("equal_piles"), as_name("VectorGame")
    ('equal-piles', 'vector-game')
    """
    dashed = re.sub(r"(?<=[a-z0-9])(?=[A-Z])|[^A-Za-z0-9]+", "-", text, flags=re.ASCII)
    return dashed.strip("-").lower()[:MOST_LETTERS].strip("-") or "game"


def family_in(module: ModuleType, path: Path) -> Callable[..., Study] | None:
    """Return the function ``study`` that makes the members of a file's family, if it has one."""
    make = getattr(module, "study", None)
    own = inspect.isfunction(make) and Path(make.__code__.co_filename) == path
    return make if own else None


def members(make: Callable[..., Any], given: Mapping[str, str]) -> list[dict[str, Value]]:
    """Return the arguments of every member of a family, the last parameter changing first.

    Parameters
    ----------
    make
        The function ``study`` of a file.
    given
        The values of each parameter as written: ``2..12``, ``1,3`` or both, ``2..5,9``.

    Raises
    ------
    InputError
        If a parameter is missing, unknown or of another type than ``int``, ``str`` and ``bool``, or
        there are more than ``MOST_MEMBERS`` members.

    Examples
    --------
    >>> def study(m: int, k: int = 1): ...
    >>> members(study, {"m": "2..3", "k": "1,3"})
    [{'m': 2, 'k': 1}, {'m': 2, 'k': 3}, {'m': 3, 'k': 1}, {'m': 3, 'k': 3}]
    """
    signature = inspect.signature(make, eval_str=True)
    for name in given.keys() - signature.parameters.keys():
        raise InputError(
            f"{name}={given[name]!r}: the family has no such parameter; it is study{signature}"
        )
    values: list[list[Value]] = []
    for name, each in signature.parameters.items():
        if name not in given and each.default is each.empty:
            raise InputError(f"{name}: the family study{signature} needs a value for it")
        read = _READ.get(int if each.annotation is each.empty else each.annotation)
        if read is None:
            raise InputError(f"study: parameter {each}: expected the types int, str or bool")
        try:
            found = read(given[name]) if name in given else [each.default]
        except ValueError as error:
            raise InputError(f"{name}={brief(given[name])}: {error}") from error
        values.append(list(dict.fromkeys(found)))
    number = prod(map(len, values))
    if number > MOST_MEMBERS:
        raise InputError(f"{number} members: a family has at most {MOST_MEMBERS}; take fewer")
    return [dict(zip(signature.parameters, each, strict=True)) for each in product(*values)]


def integers(text: str) -> list[int]:
    """Return the integers that a text names, in its order; ``ValueError`` for none or too many.

    >>> integers("3,5..7")
    [3, 5, 6, 7]
    """
    found: list[int] = []
    for part in text.split(","):
        ends = _RANGE.fullmatch(part.strip())
        if ends is None:
            raise ValueError("expected integers, such as 3 or 2..12 or 1,3")
        first, last = int(ends[1]), int(ends[2] or ends[1])
        if first > last:
            raise ValueError(f"{part} is empty; write the smaller first")
        if last - first >= MOST_MEMBERS:
            raise ValueError(f"a family has at most {MOST_MEMBERS} members; take fewer")
        found += range(first, last + 1)
    return found


def _booleans(text: str) -> list[bool]:
    if not {*text.split(",")} <= {"true", "false"}:
        raise ValueError("expected true or false")
    return [word == "true" for word in text.split(",")]


_READ: dict[Any, Callable[[str], Any]] = {
    int: integers,
    bool: _booleans,
    str: lambda text: text.split(","),
}


def written(arguments: Mapping[str, Value]) -> str:
    """Write arguments as words of the command line.

    >>> written({"m": 3, "free": True})
    'm=3 free=true'
    """
    words = {n: str(v).lower() if isinstance(v, bool) else v for n, v in arguments.items()}
    return " ".join(f"{name}={word}" for name, word in words.items())


def member_of(make: Callable[..., Study], path: Path, given: Mapping[str, str]) -> Study:
    """Make the one member of a family that is named; errors also as of :func:`members`."""
    arguments, *more = members(make, given)
    shown = written(arguments)
    if more:
        raise InputError(
            f"{' '.join('='.join(each) for each in given.items())}: names several members; give "
            "one value of each, or look at all of them with grundwork census"
        )
    with _running(path, f"study({shown})"):
        study = make(**arguments)
    if not isinstance(study, Study):
        problem = f"study({shown}) returns {brief(study)}; expected a Study"
        raise VariantError(path, line_of(path, "study"), problem)
    study.file, study.member = path, arguments
    words = [f"{name}-{value}" for name, value in arguments.items()]
    study.name = short_name("--".join([study.name, *words]))
    study.title = f"{study.title}, {', '.join(shown.split())}" if shown else study.title
    return study


def short_name(text: str) -> str:
    """Return a name that files can have; a long or unusual one ends in a digest of all of it.

    >>> short_name("take--m-3"), short_name("take--s-a.b")
    ('take--m-3', 'take--s-a-b--7bfd76a3')
    """
    kept = re.sub(r"[^A-Za-z0-9_-]", "-", text)[: MOST_LETTERS - 10]
    digest = hashlib.sha256(text.encode()).hexdigest()[:8]
    return text if kept == text else f"{kept.rstrip('-')}--{digest}"
