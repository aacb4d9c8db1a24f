"""Certificates: what a completed check leaves behind of a study, and the one reader of it.

A certificate is a JSON file that keeps what was found and, where the solvers are confirmed by it,
which functions were compared, with which signatures, and how far. It names what the check depends
on (:mod:`fast.gate.inputs`): it is valid as long as all of this is the same.

Certificates lie in ``$GRUNDWORK_HOME/certificates`` where that variable is set, else in
``.grundwork/certificates`` of the checkout, else in the user's data folder.
"""

from __future__ import annotations

import hashlib
import json
import marshal
import os
import sys
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import msgspec

from fast.errors import NotConfirmedError
from fast.gate.inputs import ROOT, changes, edited_since_loaded, file_name, versions_of
from fast.gate.signature import CallSignature, call_signature, parameters_of, with_data

_PLAIN = frozenset({int, str, bool, type(None)})
MOST_DIGITS = 70_000  # of a number in a file that was kept; no solver takes more


class ComparedWith(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """How far a function was compared with one truth on calls of one signature."""

    signature: CallSignature
    truth: str  # what it is, in a few words: the graph
    reached: Mapping[str, int]  # the largest integer that was compared, by parameter
    cases: int  # how many distinct ones
    whole: bool  # they are all of the domain, where each integer comes in one unbroken range
    marks: str  # what stands for each case of plain data, see mark_of


class Certified(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What is known of one function: with what it was compared, and how far."""

    texts: frozenset[str]  # parameters whose words are data, such as a position, and no choices
    modulo: tuple[str, ...]  # the parameter that is a modulus, and those that go with it
    compared: tuple[ComparedWith, ...]

    def signature_of(self, function: Any, arguments: Mapping[str, Any]) -> CallSignature:
        """The signature of a call as it is written here."""
        return with_data(call_signature(function, arguments, self.modulo), self.texts)

    @property
    def signatures(self) -> frozenset[CallSignature]:
        """The signatures of the calls that were compared."""
        return frozenset(each.signature for each in self.compared)


class Certificate(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What a completed check leaves behind."""

    study: str
    file: str
    functions: dict[str, Certified]  # empty where the solvers are not confirmed
    versions: dict[str, str]  # of Python and the packages that took part
    files: dict[str, str]  # the digest of every file that took part, and that of Grundwork
    findings: Any  # what was found, as plain data


def mark_of(function: Any, arguments: Mapping[str, Any]) -> str:
    """Return what stands for a call of plain data: the same for the same arguments.

    An argument that is left out is its default. Empty for what is no plain data, of which nobody
    can say whether it was compared.
    """
    call = {**parameters_of(function), **arguments}
    if not all(map(_is_plain, call.values())):
        return ""
    data = marshal.dumps(sorted(call.items()), 2)  # the same for equal values, as it shares none
    return hashlib.sha256(data).hexdigest()[:8]


def _is_plain(value: object) -> bool:
    kind = type(value)
    return kind in _PLAIN or (kind in (tuple, list) and all(map(_is_plain, value)))  # type: ignore[call-overload]


def home() -> Path:
    """Return the folder in which Grundwork keeps its certificates and examples."""
    if os.environ.get("GRUNDWORK_HOME"):  # an empty one counts as not set
        return Path(os.environ["GRUNDWORK_HOME"])
    if (ROOT / "pyproject.toml").is_file():
        return ROOT / ".grundwork"
    import platformdirs  # only an installed copy needs it

    return Path(platformdirs.user_data_dir("grundwork"))


def certificate_path(study: str) -> Path:
    """Return the file that holds the certificate of ``study``."""
    return home() / "certificates" / f"{study}.json"


@contextmanager
def long_integers() -> Iterator[None]:
    """Let integers be written and read that are longer than Python would allow, but not endless."""
    before = sys.get_int_max_str_digits()
    sys.set_int_max_str_digits(MOST_DIGITS)
    try:
        yield
    finally:
        sys.set_int_max_str_digits(before)


def written(certificate: Certificate) -> str:
    """Write a certificate as JSON; the same one gives the same bytes."""
    with long_integers():
        plain = msgspec.to_builtins(certificate, order="deterministic")
        return json.dumps(plain, indent=1, sort_keys=True) + "\n"


def read_certificate(study: str, file: Path | None = None) -> Certificate:
    """Return the valid certificate of a study, whether or not it confirms solvers.

    ``file`` is the study's, where it is known: another file of that name has another certificate.
    Raises :class:`NotConfirmedError` if there is none, or something it depends on has changed.
    """
    path = certificate_path(study)
    try:
        with long_integers():  # of which msgspec reads none
            certificate = msgspec.convert(json.loads(path.read_bytes()), Certificate)
    except FileNotFoundError:
        raise NotConfirmedError("it has no certificate") from None
    except (OSError, ValueError, RecursionError):
        raise NotConfirmedError(f"its certificate is damaged ({path})") from None
    if certificate.study != study or (file is not None and certificate.file != file_name(file)):
        own = f"{certificate.study} in {name_from_here(certificate.file)}"
        raise NotConfirmedError(f"its certificate is that of {own}")
    for name in changes(certificate.files):
        raise NotConfirmedError(f"{name_from_here(name)} has changed since it was checked")
    for name in edited_since_loaded(certificate.files):
        raise NotConfirmedError(
            f"{name_from_here(name)} was edited after it was loaded; start again"
        )
    now = versions_of(certificate.versions)
    for name, version in certificate.versions.items():
        if now.get(name) != version:
            found = now.get(name, "missing")
            raise NotConfirmedError(f"it was checked with {name} {version}, now {found}")
    return certificate


def name_from_here(name: str) -> str:
    """Return the name of a file as a person in the working directory would write it."""
    path, here = Path(name), Path.cwd()
    return str(path.relative_to(here) if here in path.parents else path)
