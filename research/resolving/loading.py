"""From a word on the command line to a study: a name, a code, or a file anywhere on disk.

Built-in studies lie in ``research/studies``, games from the literature in ``research/variants``;
both go by the name of their file, with dashes. A file is the researcher's own Python
(:mod:`research.resolving.study_files`). A code such as ``octal:0.77``, or a file with the rules of
one game, is enough for a study without claims. The same word is the same game to every command,
and to every process that is sent it.
"""

from __future__ import annotations

import hashlib
import importlib
import os
import pkgutil
import re
from collections.abc import Callable, Mapping, Sequence
from functools import lru_cache, partial
from pathlib import Path
from typing import Any, cast

import research.studies
import research.variants
from fast.errors import InputError
from fast.inputs import digest, digest_of_grundwork, project_modules
from oracles.errors import RulesError, brief
from oracles.rules import Game, Rules
from research.claims.error_location import VariantError, line_of
from research.claims.study import Study
from research.resolving.study_files import as_name, family_in, member_of, run_file, study_in

_GIVEN = re.compile(r"[^\W\d]\w*=\S*")
_FILE = re.compile(rf"(?P<file>.*\.py)(?P<given>(?:\s+{_GIVEN.pattern})*)\s*\Z", re.DOTALL)


def is_heap_code(text: str) -> bool:
    """Whether ``text`` begins as a one-line code does.

    >>> is_heap_code("octal:0.77"), is_heap_code("twin_piles.py")
    (True, False)
    """
    return text.startswith(("octal:", "hexadecimal:", "code:", "subtraction:"))


def study_names() -> list[str]:
    """Return the names of the built-in studies, in alphabetical order.

    >>> "stone-game" in study_names()
    True
    """
    modules = pkgutil.iter_modules(research.studies.__path__)  # and a file that they share
    return sorted(module.name.replace("_", "-") for module in modules if module.ispkg)


def variant_names() -> list[str]:
    """Return the names of the games from the literature, in alphabetical order.

    >>> "kayles" in variant_names()
    True
    """
    modules = pkgutil.iter_modules(research.variants.__path__)
    return sorted(module.name.replace("_", "-") for module in modules)


def study_of(what: str | Study | Rules[Any]) -> Study:
    """Return the study of a word, as of :func:`load_study`, or of rules; a study as it is.

    >>> from oracles.vectors import nim
    >>> study_of(nim(2)).title, study_of("octal:0.77").word
    ('VectorGame([(1, 0), (0, 1)])', 'octal:0.77')
    """
    if isinstance(what, Study):
        return what
    if isinstance(what, Rules):
        name, game = as_name(type(what).__name__), cast("Game[Any]", what)
        return Study(name, game, title=repr(what), source="its rules", file=Path(__file__))
    return load_study(what)


def load_study(name: str, *, claims: bool = True) -> Study:
    """Return a study by its name, by the path of its file, or by the code of its game.

    Parameters
    ----------
    name
        What names it.
    claims
        Whether its claims and agreements are needed; a built-in study answers without them.

    Raises
    ------
    InputError
        If there is none; or the parameters of a family are missing, unknown or several.
    VariantError
        If the file does not parse, raises when it is run, or holds neither one study nor the
        rules of one game: the message begins with the file and the line.
    CodeError
        If the code is malformed: the message points at the character.
    """
    if not isinstance(name, str):
        raise InputError(f"study={brief(name)}: expected a game, or a name, a file or a code")
    for package, names in (("studies", study_names()), ("variants", variant_names())):
        if name in names:
            module = importlib.import_module(f"research.{package}.{name.replace('-', '_')}")
            for part in getattr(module, "PARTS", ()) if claims else ():
                importlib.import_module(f"{module.__name__}.{part}")
            study: Study = module.study
            study.file, study.word = Path(str(module.__file__)), name
            return study
    if in_file := split_word(name):
        return load_file(Path(in_file[0]), in_file[1])
    if is_heap_code(name) or name.startswith("vectors:"):
        from research.resolving.codes import study_of_code, study_of_vectors

        return study_of_code(name) if is_heap_code(name) else study_of_vectors(name)
    raise InputError(
        f"study={name!r}: expected one of {', '.join(study_names())}, a game of "
        "'grundwork list --variants', a file that ends in .py, or a code such as octal:0.77"
    )


def load_file(path: Path, given: Mapping[str, str] | None = None) -> Study:
    """Return the study that a file defines, or the member of its family; errors as of load_study.

    ``given`` are the parameters of the member, as they are written on the command line.
    """
    word, given = str(path), given or {}
    path = path.resolve()
    module = run_file(path)
    make = family_in(module, path)
    if make is None and given:
        raise InputError(f"{next(iter(given))}: {word} holds no family; define study(m: int)")
    taken = {*study_names(), *variant_names()}
    study = study_in(module, path, taken) if make is None else member_of(make, path, given)
    study.word = " ".join([word, *(f"{name}={text}" for name, text in given.items())])
    if study.name in taken and not path.is_relative_to(Path(research.__file__).parent):
        problem = f"Study({study.name!r}): Grundwork has a study of that name; choose another"
        raise VariantError(path, line_of(path, "study"), problem)
    return study


def split_word(word: str) -> tuple[str, dict[str, str]] | None:
    """Return the file and the parameters that a word names; None if it names no file.

    >>> split_word("my games/take.py m=3 k=1")
    ('my games/take.py', {'m': '3', 'k': '1'})
    """
    found = _FILE.match(word)
    return None if found is None else (found["file"], as_given(found["given"].split()))


def as_given(words: Sequence[str]) -> dict[str, str]:
    """Read words such as ``m=2..12``, or raise :class:`InputError`.

    >>> as_given(["m=2..12", "k=1,3"])
    {'m': '2..12', 'k': '1,3'}
    """
    given: dict[str, str] = {}
    for word in words:
        name, _, text = word.partition("=")
        if not _GIVEN.fullmatch(word) or name in given:
            problem = f"{name} is given twice" if name in given else "expected such as m=2..12"
            raise InputError(f"{word}: {problem}")
        given[name] = text
    return given


def joined(words: Sequence[str]) -> list[str]:
    """Return the words of a command with the parameters of a file joined to it.

    >>> joined(["check", "take.py", "m=3", "k=1", "--strict"])
    ['check', 'take.py m=3 k=1', '--strict']
    """
    found: list[str] = []
    for word in words:
        if found and _FILE.match(found[-1]) and _GIVEN.fullmatch(word):
            found[-1] += f" {word}"
        else:
            found.append(word)
    return found


def digest_of(study: Study) -> str:
    """Return what stands for the rules of a study: its name, its modules, and Grundwork.

    >>> digest_of(load_study("octal:0.77")) == digest_of(load_study("octal:0.07"))
    False
    """
    modules = sorted({str(study.file), *project_modules(study.file)})
    files = [(Path(name).name, digest(name)) for name in modules]
    words = (study.name, brief(study.game), files, digest_of_grundwork())
    return hashlib.sha256(repr(words).encode()).hexdigest()


def sent(study: Study) -> Callable[[], Game[Any]]:
    """Return what gives the rules in any process; ``RulesError`` where they are others."""
    word = study.word or study.name
    word = os.path.realpath(word) if word.endswith(".py") else word
    return partial(_loaded, word, digest_of(study))


@lru_cache(maxsize=4)
def _loaded(word: str, digest: str) -> Game[Any]:
    study = load_study(word)
    if digest_of(study) != digest:
        raise RulesError(
            f"{Path(word).name} or what it imports is another on a worker than where the work is "
            "given out; let all see the same files and the same version"
        )
    return cast("Game[Any]", study.game)
