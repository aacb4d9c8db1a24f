"""The gate: a full answer is given only with a valid certificate.

A certificate is a JSON file that checking a study leaves behind when every one of its solvers
agreed with the oracle (``research/agreement.py`` writes it). It names the functions that were
compared, the versions of the packages that computed, and the SHA-256 digest of every source
file that the answer depends on. It is valid while all of these are still the same. Change one
character of any of those files and the functions behind the gate refuse to answer until they
are confirmed again.

Certificates lie in ``$GRUNDWORK_HOME/certificates`` where that variable is set, else in
``.grundwork/certificates`` of the checkout, else in the user's data folder.
"""

from __future__ import annotations

import functools
import hashlib
import json
import os
import platform
from collections.abc import Callable, Iterable
from importlib import metadata
from pathlib import Path
from typing import Any, Generic, ParamSpec, TypeVar

Parameters = ParamSpec("Parameters")
Result = TypeVar("Result")

ROOT = Path(__file__).resolve().parent.parent
FORMAT = 1


class NotConfirmedError(RuntimeError):
    """A full answer was asked for without a valid certificate."""


def home() -> Path:
    """Return the folder in which Grundwork keeps its certificates and examples."""
    if "GRUNDWORK_HOME" in os.environ:
        return Path(os.environ["GRUNDWORK_HOME"])
    if (ROOT / "pyproject.toml").is_file():
        return ROOT / ".grundwork"
    import platformdirs  # only an installed copy needs it

    return Path(platformdirs.user_data_dir("grundwork"))


def certificate_path(study: str) -> Path:
    """Return the file that holds the certificate of ``study``."""
    return home() / "certificates" / f"{study}.json"


def file_name(path: Path) -> str:
    """Name a source file: relative to the packages' folder where it lies in it."""
    path = path.resolve()
    return path.relative_to(ROOT).as_posix() if path.is_relative_to(ROOT) else path.as_posix()


def digests(names: Iterable[str]) -> dict[str, str | None]:
    """Return the SHA-256 digest of each named source file, ``None`` where it is gone."""
    return {name: _digest(ROOT / name) for name in names}


def versions(packages: Iterable[str]) -> dict[str, str]:
    """Return the installed version of each package, and of Python itself."""
    return {
        name: platform.python_version() if name == "python" else metadata.version(name)
        for name in packages
    }


def function_name(function: Callable[..., Any]) -> str:
    """Name a function by its source file and its name, ``fast/stone_game.py:answer``.

    >>> function_name(home)
    'fast/confirmed.py:home'
    """
    plain = getattr(function, "ungated", function)
    return f"{file_name(Path(plain.__code__.co_filename))}:{plain.__qualname__}"


def read_certificate(study: str) -> dict[str, Any]:
    """Return the valid certificate of ``study``.

    Raises
    ------
    NotConfirmedError
        If there is none, it cannot be read, or something it depends on has changed.
    """
    path = certificate_path(study)
    try:
        certificate: dict[str, Any] = json.loads(path.read_text(encoding="utf-8"))
        if certificate["format"] != FORMAT:
            raise NotConfirmedError("its certificate has another format")
        files, packages = dict(certificate["files"]), dict(certificate["versions"])
        list(certificate["functions"])
    except FileNotFoundError:
        raise NotConfirmedError("it has no certificate") from None
    except (OSError, ValueError, KeyError, TypeError):
        raise NotConfirmedError(f"its certificate is damaged ({path})") from None
    for name, digest in digests(files).items():
        if digest != files[name]:
            raise NotConfirmedError(f"{_shown(Path(name))} has changed since it was confirmed")
    for name, version in _installed(packages).items():
        if version != packages[name]:
            raise NotConfirmedError(
                f"it was confirmed with {name} {packages[name]}, not {version or 'without it'}"
            )
    return certificate


class Gated(Generic[Parameters, Result]):
    """A function that answers only with a valid certificate of its study.

    Attributes
    ----------
    ungated
        The plain function, for the comparison with the oracle and for other solvers.
    target
        What the command is to check, where that is not the study's name or file.
    """

    def __init__(
        self, function: Callable[Parameters, Result], study: str, *, target: str = ""
    ) -> None:
        functools.update_wrapper(self, function)
        self.ungated = function
        self.study = study
        self.target = target
        self._confirmed: tuple[Any, ...] = ()

    def __call__(self, *args: Parameters.args, **kwargs: Parameters.kwargs) -> Result:
        """Check the certificate, then compute."""
        self.require_certificate()
        return self.ungated(*args, **kwargs)

    def require_certificate(self) -> None:
        """Raise :class:`NotConfirmedError` unless the study's certificate covers this function.

        Files are read again only when one of them was written since the last call.
        """
        path = certificate_path(self.study)
        known = self._confirmed
        if known and known[0][0] == path and known == _stamps(known):
            return
        name = function_name(self)
        try:
            certificate = read_certificate(self.study)
            if name not in certificate["functions"]:
                raise NotConfirmedError(f"{name} was not compared with the oracle")
        except NotConfirmedError as error:
            source = Path(name.rpartition(":")[0])
            target = self.target or (_shown(source) if source.is_absolute() else self.study)
            raise NotConfirmedError(
                f"{self.study} is not confirmed: {error}; run: grundwork check {target}"
            ) from None
        paths = (path, *(ROOT / file for file in certificate["files"]))
        self._confirmed = _stamps([(path, 0, 0) for path in paths])


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


def _shown(path: Path) -> str:
    """Write a path as a person in the working directory would."""
    here = Path.cwd()
    return str(path.relative_to(here) if path.is_relative_to(here) else path)


def _digest(path: Path) -> str | None:
    try:
        return hashlib.sha256(path.read_bytes()).hexdigest()
    except OSError:
        return None


def _installed(packages: Iterable[str]) -> dict[str, str | None]:
    found: dict[str, str | None] = {}
    for name in packages:
        try:
            found.update(versions([name]))
        except metadata.PackageNotFoundError:
            found[name] = None
    return found


def _stamps(files: Iterable[tuple[Path, int, int]]) -> tuple[tuple[Path, int, int], ...]:
    """When each file was last written, and its length: cheap signs that it is the same."""
    stamps = []
    for path, _, _ in files:
        try:
            status = path.stat()
        except OSError:
            return ()
        stamps.append((path, status.st_mtime_ns, status.st_size))
    return tuple(stamps)
