"""The gate: a full answer is given only with a valid certificate.

Checking a study leaves a record behind (``research/verdicts/keeping.py`` writes it,
:mod:`fast.records` reads it), which holds a certificate when every one of the study's solvers
agreed with the oracle. It names the functions that were compared and the paths on which they were,
and it is bound to the study and its file, the versions of the packages that computed, and the
SHA-256 digest of every file that took part and of the names in every folder that was listed. A
gated function answers while all of these are still the same, on a path that was compared, with the
code loaded that its source files define (:mod:`fast.loaded`), and as long as it takes nothing more
from its surroundings (:mod:`fast.surroundings`).

What no certificate sees: that two files agree on every case compared says nothing of the others. A
change of the code closes the gate; that it was right before is known as far as it was compared.

Records lie in ``$GRUNDWORK_HOME/records`` where that variable is set, else in
``.grundwork/records`` of the checkout, else in the user's data folder.
"""

from __future__ import annotations

import functools
import importlib.util
import inspect
import os
import platform
import stat
import sys
from collections.abc import Callable, Iterable, Mapping
from importlib import metadata
from pathlib import Path
from types import FunctionType
from typing import Any, Generic, ParamSpec, TypeVar

from fast.kinds import chooses, path_of, signature_of, ungated, with_data
from fast.loaded import has_own_defaults, shown, tables, unlike_source
from fast.objects import kept_in
from fast.reaching import Reach, reach
from fast.records import Certified, DamagedRecordError, Record, read
from fast.surroundings import ROOMS, Surroundings
from fast.thresholds import are_lowered
from fast.watching import ROOT, digest, digest_of_names, watch

Parameters = ParamSpec("Parameters")
Result = TypeVar("Result")

OPTIMISATION = "optimisation level"  # of Python: -O leaves out every assert
MODULE = "the module "  # before the name of one that belongs to no package
MISSING = "missing"
MOST_KEPT = 50_000_000  # bytes of a file that is read again

watch()  # from here on it is known what every file was when it was read


class NotConfirmedError(RuntimeError):
    """A full answer was asked for without a valid certificate."""


def home() -> Path:
    """Return the folder in which Grundwork keeps its records and examples."""
    if os.environ.get("GRUNDWORK_HOME"):  # an empty one counts as not set
        return Path(os.environ["GRUNDWORK_HOME"])
    if (ROOT / "pyproject.toml").is_file():
        return ROOT / ".grundwork"
    import platformdirs  # only an installed copy needs it

    return Path(platformdirs.user_data_dir("grundwork"))


def kept_folders() -> tuple[Path, ...]:
    """Return the folders that are Grundwork's own in its home, which may hold other files too."""
    kept = ("examples", "hypothesis", "records")
    return tuple((home() / folder).resolve() for folder in kept)


def record_path(study: str) -> Path:
    """Return the file that holds the record of ``study``, whose name is one of a file."""
    if Path(study).name != study:
        raise ValueError(f"study={study!r}: expected a name, not a path")
    return records_folder() / f"{study}.json"


def records_folder() -> Path:
    """Return the folder of all records."""
    return home() / "records"


def kept_text(path: Path) -> str:
    """Return what a file holds that was kept for later.

    Raises
    ------
    OSError, ValueError
        If it cannot be such a file: no regular one, larger than any, or no text.
    """
    with os.fdopen(os.open(path, os.O_RDONLY | getattr(os, "O_NONBLOCK", 0)), "rb") as file:
        status = os.fstat(file.fileno())
        if not stat.S_ISREG(status.st_mode) or status.st_size > MOST_KEPT:
            raise OSError(f"{path}: not a regular file of at most {MOST_KEPT} bytes")
        return file.read().decode()


def file_name(path: Path) -> str:
    """Name a source file: relative to the packages' folder where it lies in it."""
    path = Path(os.path.realpath(path))
    return path.relative_to(ROOT).as_posix() if path.is_relative_to(ROOT) else path.as_posix()


def digests(names: Iterable[str]) -> dict[str, str | None]:
    """Return the SHA-256 digest of each named source file, ``None`` where it is gone."""
    return {name: digest(ROOT / name) for name in names}


def versions(packages: Iterable[str]) -> dict[str, str]:
    """Return the version of each package, how Python itself runs, which modules are there."""
    return {name: _version(name) for name in packages}


def _version(name: str) -> str:
    if name == "python":
        return platform.python_version()
    if name == OPTIMISATION:
        return str(sys.flags.optimize)
    if name.startswith(MODULE):
        try:
            return "there" if importlib.util.find_spec(name.removeprefix(MODULE)) else MISSING
        except ValueError:  # it is running, and was not imported
            return "there"
    try:
        return metadata.version(name)
    except (metadata.PackageNotFoundError, ValueError):  # or a name that no package can have
        return MISSING


def environment(names: Iterable[str]) -> dict[str, str | None]:
    """Return the named environment variables, and all that change how numba compiles."""
    switches = {n for n in os.environ if n.startswith("NUMBA_") and n != "NUMBA_CACHE_DIR"}
    return {name: os.environ.get(name) for name in sorted({*names, *switches})}


_FIXED = (int, str, bytes, float, tuple, frozenset, Path, type(None))


def function_name(function: Callable[..., Any]) -> str:
    """Name a function by its source file and its name, ``fast/stone_game.py:answer``.

    What a function that was made in another one has of it is part of its name, as far as it cannot
    change, and so is what a partial one fixes. What wraps a function is looked through.

    >>> function_name(home)
    'fast/confirmed.py:home'
    >>> function_name(functools.partial(functools.cache(file_name), Path("here")))
    "fast/confirmed.py:file_name(PosixPath('here'))"
    >>> function_name(functools.partial(file_name, [1, 2]))
    'fast/confirmed.py:file_name(list)'
    """
    plain = ungated(function)
    fixed = ""
    while not hasattr(plain, "__code__"):
        if isinstance(plain, functools.partial):
            named = (f"{name}={_written(value)}" for name, value in plain.keywords.items())
            fixed = f"({', '.join([*map(_written, plain.args), *named])})" + fixed
            plain = plain.func
        elif hasattr(plain, "__wrapped__"):  # as lru_cache leaves it
            plain = plain.__wrapped__
        elif hasattr(type(plain).__call__, "__code__"):  # an object that can be called
            fixed = _of(plain) + fixed
            plain = type(plain).__call__
        else:  # one of Python's own
            name = getattr(plain, "__qualname__", type(plain).__qualname__)
            return f"{getattr(plain, '__module__', None) or 'builtins'}.py:{name}{fixed}"
    own = getattr(plain, "__self__", None)  # of a method
    held = _bound(plain) + ("" if own is None or isinstance(own, type) else _of(own))
    return f"{file_name(Path(plain.__code__.co_filename))}:{plain.__qualname__}{held}{fixed}"


def _of(own: object) -> str:
    kept = {name: value for name, value in kept_in(own).items() if isinstance(value, _FIXED)}
    return (
        f"[{', '.join(f'{name}={_written(kept[name])}' for name in sorted(kept))}]" if kept else ""
    )


def _bound(function: Any) -> str:
    try:
        held = inspect.getclosurevars(function).nonlocals
    except (TypeError, ValueError):
        return ""
    kept = {n: v for n, v in sorted(held.items()) if v is not function}
    own = [f"{n}={_written(v)}" for n, v in kept.items() if isinstance(v, _FIXED) or callable(v)]
    return f"[{', '.join(own)}]" if own else ""


def _written(value: object) -> str:
    """Write what a function holds, for its name; what can change has none but its type's."""
    if isinstance(value, tuple):
        return f"({', '.join(map(_written, value))})"
    if isinstance(value, frozenset):
        return f"frozenset({', '.join(sorted(map(_written, value)))})"
    if isinstance(value, _FIXED):
        return repr(value)
    if isinstance(value, FunctionType) and "<" in value.__qualname__:  # one name for many
        code = value.__code__
        column = max(start or 0 for _, _, start, _ in code.co_positions())
        where = column or code.co_consts  # a constant alone has no place, in some versions
        return f"{value.__qualname__} {code.co_firstlineno}:{where}{_bound(value)}"
    if callable(value):
        return str(getattr(value, "__qualname__", type(value).__qualname__))
    return type(value).__qualname__


def read_record(study: str, file: Path | None = None, *, certified: bool = False) -> Record:
    """Return the valid record of ``study``, be its solvers confirmed or not.

    Parameters
    ----------
    study
        The study's name.
    file
        The study's file, where it is known: another file of that name has another record.
    certified
        Whether it must hold a certificate.

    Raises
    ------
    NotConfirmedError
        If there is none, it cannot be read, or something it depends on has changed.
    """
    path = record_path(study)
    try:
        record = read(kept_text(path))
    except FileNotFoundError:
        raise NotConfirmedError("it has no certificate") from None
    except (OSError, ValueError, MemoryError, DamagedRecordError):
        raise NotConfirmedError(f"its certificate is damaged ({path})") from None
    if record.study != study:
        raise NotConfirmedError(f"its certificate is that of {record.study}")
    if file is not None and record.file != file_name(file):
        raise NotConfirmedError(f"its certificate is that of {shown(record.file)}")
    if certified:
        certified_functions(record)
    _require_unchanged(record)
    return record


def _require_unchanged(record: Record) -> None:
    """Raise where something that a record depends on has changed."""
    for name, found in digests(record.files).items():
        if found != record.files[name]:
            was = "was not there when" if record.files[name] is None else "has changed since"
            raise NotConfirmedError(f"{shown(name)} {was} it was confirmed")
    for name, names in record.folders.items():
        if digest_of_names(name) != names:
            raise NotConfirmedError(
                f"the folder {shown(name)}, whose names your code lists, holds others since it was "
                "confirmed"
            )
    for name, version in versions(record.versions).items():
        if version != record.versions[name]:
            was = record.versions[name]
            raise NotConfirmedError(f"it was confirmed with {name} {was}, now {version}")
    now = environment(record.environment)
    for name in sorted({*now, *record.environment}):
        if now.get(name) != record.environment.get(name):
            raise NotConfirmedError(f"it was confirmed with another {name} in the environment")


def certified_functions(record: Record) -> Mapping[str, Certified]:
    """Return the certificate that a record holds; raise :class:`NotConfirmedError` without one."""
    if record.functions is None:
        raise NotConfirmedError("it has no certificate")
    return record.functions


def is_confirmed(study: str, file: Path | None = None) -> bool:
    """Whether the solvers of a study are confirmed by a valid certificate."""
    try:
        read_record(study, file, certified=True)
    except NotConfirmedError:
        return False
    return True


# Its name with what it holds, when its files were written, what is known of it, and what it may
# take from its surroundings.
_Confirmed = tuple[str, tuple[Any, ...], Certified, Surroundings]


class Gated(Generic[Parameters, Result]):
    """A function that answers only with a valid certificate of its study.

    Attributes
    ----------
    ungated
        The plain function, for the comparison with the oracle and for other solvers.
    target
        What the command is to check, where that is not the study's name or file.
    file
        The study's file, where it is known; the certificate must be that of this file.
    """

    def __init__(
        self,
        function: Callable[Parameters, Result],
        study: str,
        *,
        target: str = "",
        file: Path | None = None,
    ) -> None:
        functools.update_wrapper(self, function)
        self.ungated = function
        self.study = study
        self.target = target
        self.file = file
        self._confirmed: _Confirmed | None = None
        self._reached: tuple[int, Reach, list[tuple[Any, Any]]] | None = None

    def __call__(self, *args: Parameters.args, **kwargs: Parameters.kwargs) -> Result:
        """Check the certificate, the path and the loaded code; compute; check the code again."""
        given = self._by_name(args, kwargs)
        certified = self.require_certificate()
        refused = not_compared(self.ungated, certified, given)
        self._require_loaded()
        result = self._compared(given)  # wrong input is told as such on any path
        if refused:
            raise self._not_confirmed(refused)
        self._require_loaded()  # what the call imported is now there
        return result

    def _by_name(self, args: tuple[Any, ...], kwargs: Mapping[str, Any]) -> Mapping[str, Any]:
        """Return the arguments of a call by their names, or refuse it: it is not made."""
        try:
            return signature_of(self.ungated).bind(*args, **kwargs).arguments
        except (TypeError, ValueError) as error:
            why = str(error)
        try:
            inspect.signature(self.ungated, follow_wrapped=False).bind(*args, **kwargs)
        except TypeError as error:
            name = getattr(self.ungated, "__name__", type(self.ungated).__name__)
            raise TypeError(f"{name}(): {error}") from None
        except ValueError:
            pass
        raise self._not_confirmed(f"what it was compared with has other parameters ({why})")

    def _compared(self, given: Mapping[str, Any]) -> Result:
        """Call the function just as it is called where it is compared: by names alone."""
        plain: Callable[..., Result] = self.ungated
        return plain(**given)

    def require_certificate(self) -> Certified:
        """Return what is certified of this function, or raise :class:`NotConfirmedError`.

        Files are read again only when one of them was written since the last call.
        """
        path = record_path(self.study)
        name = function_name(self)  # what it holds may have changed since the last call
        if self._confirmed is not None:
            named, known, certified, surroundings = self._confirmed
            same_files = known[0][0] == path and known == _stamps(known)
            around = surroundings.environment
            if named == name and same_files and environment(around) == around:
                return certified
        try:
            record = read_record(self.study, self.file, certified=True)
            functions = certified_functions(record)
            if name not in functions:
                raise NotConfirmedError(f"{name} was not compared with the oracle")
        except NotConfirmedError as error:
            raise self._not_confirmed(str(error)) from None
        paths = (path, *(ROOT / file for file in (*record.files, *record.folders)))
        certified = functions[name]
        stamps = _stamps([(path, 0, 0) for path in paths])
        self._confirmed = (name, stamps, certified, Surroundings.of(record, kept_folders()))
        return certified

    def _require_loaded(self) -> None:
        """Raise unless the code that runs is that of the source files, and reads no others."""
        if are_lowered():
            raise self._not_confirmed("a threshold of it is lowered")
        surroundings = self._confirmed[3] if self._confirmed is not None else Surroundings()
        beyond = surroundings.exceeded()
        if beyond:
            raise self._not_confirmed(beyond)
        if self._reached is not None and self._reached[0] == len(sys.modules):
            before, held = self._reached[1:]
            if (
                all(table == written for table, written in held)
                and all(space.get(name, value) is value for space, name, value in before.bound)
                and all(
                    plain.__code__ is code and has_own_defaults(plain)
                    for code, plain in before.functions.values()
                )
            ):
                return
        found = reach(self, [str(path) for path in surroundings.code])
        problem = unlike_source(found, surroundings.files)
        if problem is not None:
            raise self._not_confirmed(problem)
        self._reached = (len(sys.modules), found, tables(found))

    def _not_confirmed(self, why: str) -> NotConfirmedError:
        source = function_name(self).partition(".py:")[0] + ".py"
        if not (self.target or (ROOT / source).is_file()):
            name = getattr(self.ungated, "__name__", "the solver")
            return NotConfirmedError(
                f"{self.study} is not confirmed: {name} was typed and has no file; write it into "
                "one and run: grundwork check FILE.py"
            )
        own = shown(os.path.relpath(self.file or ROOT / source))
        target = self.target or (self.study if source.startswith(ROOMS) else own)
        return NotConfirmedError(
            f"{self.study} is not confirmed: {why}; run: grundwork check {target}"
        )


def not_compared(
    function: Callable[..., Any], certified: Certified, arguments: Mapping[str, Any]
) -> str:
    """Say which argument of a call, or which combination, was not compared; empty if all was.

    Parameters
    ----------
    function
        What is called.
    certified
        What is known of it.
    arguments
        The arguments that are given, by name.
    """
    taken = with_data(path_of(function, arguments), certified.texts)
    if taken in certified.paths:
        return ""
    seen = {pair for path in certified.paths for pair in path}
    alone = [f"{name}: {kind}" for name, kind in taken if (name, kind) not in seen]
    together = [f"{name}: {kind}" for name, kind in taken if chooses(name, kind)]
    words = ", ".join(alone or together or (f"{name}: {kind}" for name, kind in taken))
    return f"{words} was not compared with the oracle" + ("" if alone else ", so together")


def gated(
    study: str,
) -> Callable[[Callable[Parameters, Result]], Gated[Parameters, Result]]:
    """Put a function behind the gate of ``study``.

    Examples
    --------
    >>> @gated("no-such-study")
    ... def answer(limit: int) -> int:
    ...     return 2 * limit
    >>> answer.ungated(21)
    42
    >>> answer(21)
    Traceback (most recent call last):
    fast.confirmed.NotConfirmedError: no-such-study is not confirmed: it has no certificate; ...
    """
    return functools.partial(_gate, study=study)


def _gate(function: Callable[Parameters, Result], *, study: str) -> Gated[Parameters, Result]:
    return Gated(function, study)


def _stamps(files: Iterable[tuple[Path, int, int]]) -> tuple[tuple[Path, int, int], ...]:
    """When each file was last written, and its length: cheap signs that it is the same."""
    stamps = []
    for path, _, _ in files:
        try:
            status = path.stat()
        except OSError:
            stamps.append((path, -1, -1))
            continue
        stamps.append((path, status.st_mtime_ns, status.st_size))
    return tuple(stamps)
