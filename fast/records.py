"""Records: what a completed check leaves behind of a study, and the one reader of it.

A record is a JSON file. It keeps what was found and, where the solvers are confirmed by it, the
certificate: which functions were compared, on which paths and how far. It is bound to the study and
its file, to the digest of every file that took part and of the names in every folder that was
listed, to the versions of the packages that computed, and to the environment variables that were
looked at.

Types decide what a record may hold, and msgspec holds it to them. Whatever is missing, more, there
twice or of another type makes it damaged, and a damaged record counts as none.
"""

from __future__ import annotations

import hashlib
import json
import sys
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import asdict, dataclass
from typing import TYPE_CHECKING, Any, Literal, TypeVar

import msgspec

from fast.kinds import Path

FORMAT: Literal[7] = 7
MOST_DIGITS = 70_000  # of a number in a file that was kept; no solver takes more

if TYPE_CHECKING:
    from _typeshed import DataclassInstance

Kept = TypeVar("Kept", bound="DataclassInstance")


class DamagedRecordError(ValueError):
    """A record does not have the form that a check writes."""


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
class Record:
    """What a completed check leaves behind.

    Attributes
    ----------
    study, file
        The study's name, and its file.
    functions
        The certificate: what is known of each function. None where the solvers are not confirmed.
    versions, environment
        Of the packages and variables that took part.
    files
        The digest of every file that took part; None for one that was tried, and not there.
    folders
        The digest of the names in every folder that was listed.
    places
        From where the files were looked for, if others than the study's own were read.
    findings
        What was found, as plain data.
    seal
        What stands for the findings: changed ones are none.
    """

    study: str
    file: str
    functions: Mapping[str, Certified] | None
    versions: Mapping[str, str]
    environment: Mapping[str, str | None]
    files: Mapping[str, str | None]
    folders: Mapping[str, str]
    places: Mapping[str, str]
    findings: Any
    seal: str
    format: Literal[7] = FORMAT


@contextmanager
def long_integers() -> Iterator[None]:
    """Let integers be written and read that are longer than Python would allow, but not endless."""
    before = sys.get_int_max_str_digits()
    sys.set_int_max_str_digits(MOST_DIGITS)
    try:
        yield
    finally:
        sys.set_int_max_str_digits(before)


def seal_of(findings: Any) -> str:
    """Return what stands for findings in a record."""
    return hashlib.sha256(_encoded(findings)).hexdigest()


def written(record: Record) -> str:
    """Write a record as JSON; the same record gives the same bytes."""
    return msgspec.json.format(_encoded(asdict(record)), indent=1).decode() + "\n"


def read(text: str) -> Record:
    """Read a record.

    Raises
    ------
    DamagedRecordError
        If it is not what :func:`written` writes.
    """
    try:
        with long_integers():  # of which msgspec reads none
            data = json.loads(text, object_pairs_hook=_without_repetition)
    except (ValueError, RecursionError) as error:
        raise DamagedRecordError(str(error)) from None
    record = as_typed(data, Record)
    if any("\0" in name for name in (*record.files, *record.folders)):
        raise DamagedRecordError("a file of no name that a system knows")
    if seal_of(record.findings) != record.seal:
        raise DamagedRecordError("its findings were changed")
    return record


def as_plain(value: DataclassInstance) -> Any:
    """Return a typed value as the plain data that stands for it in a record."""
    return msgspec.to_builtins(asdict(value))


def as_typed(data: Any, kind: type[Kept]) -> Kept:
    """Return the typed value that plain data stands for.

    Raises
    ------
    DamagedRecordError
        If a field of it is missing, unknown or of another type.

    Examples
    --------
    >>> as_typed({"texts": ["word"], "compared": []}, Certified)
    Certified(texts=frozenset({'word'}), compared=())
    >>> as_typed({"texts": ["word"], "compared": [1]}, Certified)
    Traceback (most recent call last):
    fast.records.DamagedRecordError: Expected `object`, got `int` - at `$.compared[0]`
    >>> as_typed({"texts": [], "compared": [], "more": 1}, Certified)
    Traceback (most recent call last):
    fast.records.DamagedRecordError: a field is missing or unknown
    """
    try:
        value = msgspec.convert(data, kind)
        # msgspec adds defaults, and drops what is unknown.
        is_whole = _encoded(asdict(value)) == _encoded(data)
    except (ValueError, RecursionError) as error:
        raise DamagedRecordError(str(error)) from None
    if not is_whole:
        raise DamagedRecordError("a field is missing or unknown")
    return value


def _encoded(value: Any) -> bytes:
    with long_integers():
        return msgspec.json.encode(value, order="sorted")


def _without_repetition(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found = dict(pairs)
    if len(found) != len(pairs):
        raise DamagedRecordError("a name is there twice")
    return found
