"""From a word on the command line to a study: a name, a code, or a file anywhere on disk.

Built-in studies lie in ``research/studies``, games from the literature in ``research/variants``;
both go by the name of their file, with dashes. A code such as ``octal:0.77`` is a game too
(:mod:`research.resolving.codes`). A file is the researcher's own Python, and defines one ``Study``
or, by ``def study(m: int, k: int) -> Study``, a family. The word of a member is the file with an
integer for each parameter, ``take.py m=3 k=1``, in quotes on the command line; one with a default
may be left out. A census takes several integers for each: ``m=2..12 k=1,3`` names all pairs.

The same word is the same game to every command, and to every process that is sent it. What is
wrong in a file is said with its line.
"""

from __future__ import annotations

import hashlib
import importlib.util
import inspect
import os
import pkgutil
import re
import sys
from collections.abc import Callable, Mapping
from functools import lru_cache, partial
from itertools import product
from math import prod
from pathlib import Path
from types import ModuleType
from typing import Any, cast

import fast
import oracles
import research.studies
import research.variants
from fast.errors import InputError, NotConfirmedError
from fast.gate.inputs import OF_FILES, ROOT, digest, digest_of_grundwork, project_modules
from oracles.errors import brief, did_you_mean, explain
from oracles.rules import Game, Rules
from research.claims.study import Study, VariantError, errors_located_in, line_of
from research.resolving.ranges import MOST_MEMBERS, integers

_PACKAGES = (fast, oracles, research)
HEAP_CODES = ("octal:", "hexadecimal:", "code:", "subtraction:")  # begin the code of a heap game
_FILE = re.compile(r"(?P<file>.*\.py)(?P<given>(?:\s+[^\W\d]\w*=\S*)*)\s*", re.DOTALL)


def study_names() -> list[str]:
    """Return the names of the built-in studies, in alphabetical order.

    >>> "stone-game" in study_names()
    True
    """
    return sorted(name for name, module in _modules().items() if ".studies." in module)


def variant_names() -> list[str]:
    """Return the names of the games from the literature, in alphabetical order.

    >>> "kayles" in variant_names()
    True
    """
    return sorted(name for name, module in _modules().items() if ".variants." in module)


def _modules() -> dict[str, str]:
    """Return the modules of the games that come with Grundwork, by their names as words."""
    return {
        module.name.replace("_", "-"): f"{package.__name__}.{module.name}"
        for package in (research.studies, research.variants)
        for module in pkgutil.iter_modules(package.__path__)
        if module.ispkg or package is research.variants  # else a file that studies share
    }


def load_study(what: str | Study | Rules[Any], *, claims: bool = True) -> Study:
    """Return a study by its name, by its file, or by the code of its game.

    A study is returned as it is, and of rules one without claims. ``claims`` says whether claims
    and agreements are needed; a built-in study answers without.

    >>> from oracles.vectors import nim
    >>> load_study(nim(2)).title, load_study("octal:0.77").word
    ('VectorGame([(1, 0), (0, 1)])', 'octal:0.77')

    Raises
    ------
    InputError
        If there is none; or the parameters of a family are missing, unknown or several.
    VariantError
        If the file does not parse, raises when it is run, or does not define one study.
    CodeError
        If the code is malformed: the message points at the character.
    """
    last_of_file.clear()
    if isinstance(what, Rules):
        name, game = type(what).__name__.strip("_"), cast("Game[Any]", what)
        return Study(name, game, title=repr(what), source="its rules", file=Path(__file__))
    if isinstance(what, Study):
        return what
    if built_in := _modules().get(name := str(what)):
        module = importlib.import_module(built_in)
        for part in getattr(module, "PARTS", ()) if claims else ():
            importlib.import_module(f"{built_in}.{part}")
        study: Study = module.study
        study.file, study.word = Path(str(module.__file__)), name
        return study
    if in_file := split_word(name):
        return load_file(Path(in_file[0]), in_file[1])
    if name.startswith((*HEAP_CODES, "vectors:", "partizan-subtraction:")):
        from research.resolving.codes import study_of_code

        return study_of_code(name)
    octal = f"; did you mean 'octal:{name}'?" if name[:2] in {"0.", "4."} else ""
    raise InputError(
        f"study={name!r}: expected one of {', '.join(study_names())}, a game of "
        "'grundwork list --variants', a file that ends in .py, or a code such as octal:0.77"
        + (octal or did_you_mean(name, [*_modules(), *map(str, Path().glob("*.py"))]))
    )


def load_file(path: Path, given: Mapping[str, str] | None = None) -> Study:
    """Return the study that a file defines, or the member of its family that is ``given``."""
    given, file = given or {}, path.resolve()
    module = run_file(file)
    make = family_in(module)
    words = [f"{name}={text}" for name, text in given.items()]
    if make is None and given:
        raise InputError(f"{words[0]}: {path} holds no family; define study(m: int)")
    study = study_in(module, file) if make is None else _member_of(make, file, given)
    study.word = " ".join([str(path), *words])
    last_of_file[:] = [study]
    if study.name in _modules() and not file.is_relative_to(ROOT / "research"):
        problem = f"Study({study.name!r}): Grundwork has a study of that name; choose another"
        raise VariantError(file, line_of(file, "study"), problem)
    return study


def run_file(path: Path) -> ModuleType:
    """Run a file as a module that takes the place of no other; its folder becomes importable."""
    if not path.is_file():
        there = [each.name for each in path.parent.glob("*.py")]
        raise InputError(f"file={str(path)!r}: no such file{did_you_mean(path.name, there)}")
    name = f"{OF_FILES}{path.stem}_{hashlib.sha256(str(path).encode()).hexdigest()[:8]}"
    spec = importlib.util.spec_from_file_location(name, path)
    assert spec is not None and spec.loader is not None  # noqa: PT018  # a regular .py file
    module = importlib.util.module_from_spec(spec)
    beside = [each for each in path.parent.glob("*.py") if each.is_file()]
    if any(b"numba" in each.read_bytes() for each in beside):
        from fast.gate.compiling import keep_only_ours  # numba is slow to import

        keep_only_ours()
    for package in _PACKAGES:
        if (path.parent / f"{package.__name__}.py").is_file():
            problem = f"{package.__name__}.py beside it has the name of a package of Grundwork"
            raise VariantError(path, None, f"{problem}; rename it")
    _make_siblings_importable(str(path.parent))
    sys.modules[name] = module
    with errors_located_in(path):
        try:
            spec.loader.get_code(name)  # type: ignore[attr-defined]  # it has, for a .py file
        except MemoryError as error:  # which is not for want of memory
            problem = "an expression is nested too deeply; make several of it"
            raise VariantError(path, None, problem) from error
        try:
            spec.loader.exec_module(module)
        except NotConfirmedError as error:  # the file itself calls what has a gate
            raise VariantError(path, None, explain(error)) from error
    return module


last_of_file: list[Study] = []  # the study of a file that was loaded last
_folder: list[str] = []  # of the file that was run last


def _make_siblings_importable(folder: str) -> None:
    """Let a file import what lies beside it, and not what is called so beside another file.

    A folder beside it that is named like a package of Grundwork's is joined to that package.
    """
    if [folder] != _folder:
        inside = ("", *(package.__name__ for package in _PACKAGES))
        own = {str(Path(each, name)) for each in _folder for name in inside}
        for name, module in list(sys.modules.items()):
            beside = os.path.dirname(getattr(module, "__file__", None) or "") in own  # noqa: PTH120
            if beside and not name.startswith(OF_FILES):
                del sys.modules[name]
        sys.path[:] = [entry for entry in sys.path if entry not in _folder]
        _folder[:] = [] if folder in sys.path else [folder]
        sys.path += _folder
        for package in _PACKAGES:
            package.__path__ = pkgutil.extend_path(package.__path__[:1], package.__name__)


def study_in(module: ModuleType, path: Path) -> Study:
    """Return the one study that a module defines, or else imports; else a ``VariantError``."""
    studies = {name: each for name, each in vars(module).items() if isinstance(each, Study)}
    found = {name: each for name, each in studies.items() if each.file == path} or studies
    if len(found) != 1:
        problem = f"defines {' and '.join(found) or 'no Study'}: expected one Study, for example "
        problem += 'study = Study("take", game)'
        raise VariantError(path, line_of(path, ["", *found][-1]), problem)
    (study,) = found.values()
    study.file = path
    return study


def family_in(module: ModuleType) -> Callable[..., Study] | None:
    """Return the function ``study`` that makes the members of a file's family, if it has one."""
    make = getattr(module, "study", None)
    return make if inspect.isfunction(make) else None


def members(make: Callable[..., Any], given: Mapping[str, str]) -> list[dict[str, int]]:
    """Return the arguments of each member that is named, the last parameter changing first.

    Raises :class:`InputError` if a parameter is missing or unknown, or no integer, or there are
    more than ``MOST_MEMBERS`` members.

    >>> def study(m: int, k: int = 1): ...
    >>> members(study, {"m": "2..3", "k": "1,3"})
    [{'m': 2, 'k': 1}, {'m': 2, 'k': 3}, {'m': 3, 'k': 1}, {'m': 3, 'k': 3}]
    """
    signature = inspect.signature(make, eval_str=True)
    try:
        bound = signature.bind(**given)
    except TypeError as error:
        said = f"the family study{signature}: {error}; write for example 'take.py m=3', in quotes"
        raise InputError(said) from None
    bound.apply_defaults()
    values: list[list[int]] = []
    for name, text in bound.arguments.items():
        try:
            values.append(list(dict.fromkeys(integers(str(text)))))
        except ValueError as error:
            raise InputError(f"{name}={brief(text)}: {error}") from error
    number = prod(map(len, values))
    if number > MOST_MEMBERS:
        raise InputError(f"{number} members: a family has at most {MOST_MEMBERS}; take fewer")
    return [dict(zip(signature.parameters, each, strict=True)) for each in product(*values)]


def _member_of(make: Callable[..., Study], path: Path, given: Mapping[str, str]) -> Study:
    """Make the one member of a family that is named."""
    from research.resolving.codes import short_name

    arguments, *more = members(make, given)
    words = [f"{name}={value}" for name, value in arguments.items()]
    if more:
        said = " ".join(map("=".join, given.items()))
        raise InputError(f"{said}: names several members; take one, or grundwork census")
    with errors_located_in(path):
        study = make(**arguments)
    if not isinstance(study, Study):
        problem = f"study({', '.join(words)}) returns {brief(study)}; expected a Study"
        raise VariantError(path, line_of(path, "study"), problem)
    study.file, study.member = path, arguments
    study.name = short_name("--".join([study.name, *words]).replace("=", "-"))
    study.title = ", ".join([study.title, *words])
    return study


def split_word(word: str) -> tuple[str, dict[str, str]] | None:
    """Return the file and the parameters that a word names; None if it names no file.

    >>> split_word("my games/take.py m=3 k=1")
    ('my games/take.py', {'m': '3', 'k': '1'})
    """
    found = _FILE.fullmatch(word)
    return found and (found["file"], dict(re.findall(r"(\w+)=(\S*)", found["given"])))


def digest_of(study: Study) -> str:
    """Return a digest of the rules of a study: of its name, its modules, and Grundwork.

    >>> digest_of(load_study("octal:0.77")) == digest_of(load_study("octal:0.07"))
    False
    """
    files = sorted({str(study.file), *project_modules(study.file)})
    words = (study.name, *map(digest, files), digest_of_grundwork())
    return hashlib.sha256(repr(words).encode()).hexdigest()


def sent(study: Study) -> Callable[[], Game[Any]]:
    """Return what gives the rules of a study in any process that sees its file."""
    _, suffix, values = study.word.rpartition(".py")
    return partial(_rules_of, f"{study.file}{values}" if suffix else study.word)


@lru_cache(maxsize=4)
def _rules_of(word: str) -> Game[Any]:
    return cast("Game[Any]", load_study(word).game)
