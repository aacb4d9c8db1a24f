"""Certificates: what a completed check leaves behind, and the one reader of it.

A certificate is a JSON file. It says which functions were compared, on which paths and how far; and
it is bound to the study and its file, to the digest of every file that took part and of the names
in every folder that was listed, to the versions of the packages that computed, and to the
environment variables that were looked at. Whatever is missing, more, or of another type makes it
damaged, and a damaged certificate counts as none.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import asdict, dataclass
from typing import Any

from fast.kinds import Path

FORMAT = 5


MOST_DIGITS = 70_000  # of a number in a file that was kept; no solver takes more


class DamagedCertificateError(ValueError):
    """A certificate does not have the form that a check writes."""


@dataclass(frozen=True)
class ComparedWith:
    """How far a function was compared with one truth on one path.

    Attributes
    ----------
    path
        The kinds of the arguments; see :func:`fast.kinds.path_of`.
    truth
        What it is, in a few words: the graph.
    reached
        The largest integer that was compared, by parameter.
    corners
        The integers of the cases that no other case exceeds in all of them.
    cases
        How many distinct cases.
    whole
        Whether these are all of the domain, and each integer in it comes in one unbroken range.
    marks
        What stands for each case; see :func:`fast.marks.mark_of`.
    """

    path: Path
    truth: str
    reached: Mapping[str, int]
    corners: tuple[Mapping[str, int], ...]
    cases: int
    whole: bool
    marks: str

    def has(self, mark: str) -> bool:
        """Whether the call that a mark stands for was compared."""
        size = len(mark)
        places = range(0, len(self.marks), size) if size else ()
        return any(mark == self.marks[n : n + size] for n in places)


@dataclass(frozen=True)
class Certified:
    """What is known of one function.

    Attributes
    ----------
    texts
        Parameters whose words are data, such as a position, rather than choices.
    compared
        With what, on which paths, and how far.
    """

    texts: frozenset[str]
    compared: tuple[ComparedWith, ...]

    @property
    def paths(self) -> frozenset[Path]:
        """The paths on which it was compared."""
        return frozenset(each.path for each in self.compared)


@dataclass(frozen=True)
class Certificate:
    """What a completed check leaves behind."""

    study: str
    file: str
    functions: Mapping[str, Certified]
    seed: int
    examples: int
    versions: Mapping[str, str]
    environment: Mapping[str, str | None]
    files: Mapping[str, str | None]  # None: tried, and not there
    folders: Mapping[str, str]


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
    """Write a certificate as JSON; the same certificate gives the same bytes."""
    data = {"format": FORMAT} | asdict(certificate)
    for each in data["functions"].values():
        each["texts"] = sorted(each["texts"])
    with long_integers():
        return json.dumps(data, indent=1, ensure_ascii=False, sort_keys=True) + "\n"


def read(text: str) -> Certificate:
    """Read a certificate.

    Raises
    ------
    DamagedCertificateError
        If it is not what :func:`written` writes.
    """
    try:
        with long_integers():
            data = json.loads(text, object_pairs_hook=_without_repetition)
    except (ValueError, RecursionError) as error:
        raise DamagedCertificateError(str(error)) from None
    require_form(data, _FORM, "certificate")
    if any("\0" in name for name in (*data["files"], *data["folders"])):
        raise DamagedCertificateError("a file of no name that a system knows")
    functions = {
        name: Certified(
            frozenset(each["texts"]),
            tuple(map(_compared_with, each["compared"])),
        )
        for name, each in data.pop("functions").items()
    }
    if data.pop("format") != FORMAT:
        raise DamagedCertificateError("another format")
    return Certificate(functions=functions, **data)


def _compared_with(data: Mapping[str, Any]) -> ComparedWith:
    path = tuple((name, kind) for name, kind in data["path"])
    return ComparedWith(**{**data, "path": path, "corners": tuple(data["corners"])})


class Each:
    """The form of a mapping with any names: each value has the form given."""

    def __init__(self, form: Any) -> None:
        self.form = form


_FORM = {
    "format": int,
    "study": str,
    "file": str,
    "functions": Each(
        {
            "texts": [str],
            "compared": [
                {
                    "path": [(str, str)],
                    "truth": str,
                    "reached": Each(int),
                    "corners": [Each(int)],
                    "cases": int,
                    "whole": bool,
                    "marks": str,
                }
            ],
        }
    ),
    "seed": int,
    "examples": int,
    "versions": Each(str),
    "environment": Each(str | None),
    "files": Each(str | None),
    "folders": Each(str),
}


def require_form(value: Any, form: Any, where: str) -> None:
    """Raise :class:`DamagedCertificateError` unless a value read from JSON has a form.

    Parameters
    ----------
    value
        What was read.
    form
        A type, exact (True is no integer); ``[form]`` for a list of any length; a tuple of forms
        for a list of that length; a dictionary for exactly these names; :class:`Each`.
    where
        Named in the message.

    Examples
    --------
    >>> require_form({"cases": True}, {"cases": int}, "certificate")
    Traceback (most recent call last):
    fast.certificates.DamagedCertificateError: certificate.cases: expected int, not bool
    """
    if isinstance(form, dict):
        _require_type(value, dict, where)
        if value.keys() != form.keys():
            unlike = ", ".join(sorted(map(str, value.keys() ^ form.keys())))
            raise DamagedCertificateError(f"{where}: missing or unknown: {unlike}")
        for name, each in form.items():
            require_form(value[name], each, f"{where}.{name}")
    elif isinstance(form, Each):
        _require_type(value, dict, where)
        for name, entry in value.items():
            require_form(entry, form.form, f"{where}.{name}")
    elif isinstance(form, list | tuple):
        _require_type(value, list, where)
        if isinstance(form, tuple) and len(value) != len(form):
            raise DamagedCertificateError(f"{where}: expected {len(form)} entries")
        forms = form if isinstance(form, tuple) else form * len(value)
        for place, (entry, each) in enumerate(zip(value, forms, strict=True)):
            require_form(entry, each, f"{where}[{place}]")
    elif isinstance(form, type):
        _require_type(value, form, where)
    elif value is not None:  # a type or None
        _require_type(value, str, where)


def _require_type(value: Any, kind: type, where: str) -> None:
    if type(value) is not kind:
        raise DamagedCertificateError(
            f"{where}: expected {kind.__name__}, not {type(value).__name__}"
        )


def _without_repetition(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found = dict(pairs)
    if len(found) != len(pairs):
        raise DamagedCertificateError("a name is there twice")
    return found
