"""Sequences and the files of the On-Line Encyclopedia of Integer Sequences. Nothing is fetched.

Two kinds of file are read, compressed by gzip or not:

- a *b-file*: lines ``index value``, the indices consecutive, lines with ``#`` for remarks;
- ``stripped``: all sequences, a line ``A000045 ,0,1,1,2,3,5,`` for each, the first terms only.

A sequence is *named* when all terms that both have agree after a shift, and there are enough of
them: at least ``LEAST_TERMS``, of which the agreeing part has at least ``LEAST_VALUES`` different
ones. Up to ``MOST_DROPPED`` of the found sequence's first terms may be left out, since sequences in
the encyclopedia often begin later. A name is a hint and no proof: more terms may differ.

Reference: N. J. A. Sloane and others, *The On-Line Encyclopedia of Integer Sequences*,
https://oeis.org (format of b-files: "Format of b-file", https://oeis.org/wiki/B-files).
"""

from __future__ import annotations

import gzip
import re
from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import BinaryIO

from fast.errors import InputError
from research.system.progress import waiting

LEAST_TERMS = 8
LEAST_VALUES = 3
MOST_DROPPED = 3
_FEW = 40  # needles; to look for each takes as long as to look up every piece

_BFILE_LINE = re.compile(rb"(-?[0-9]+)\s+(-?[0-9]+)\s*(#.*)?\Z")
_STRIPPED_LINE = re.compile(rb"(A[0-9]{6,7}) ,?((?:-?[0-9]+,)*(?:-?[0-9]+)?)\Z")
_LONGEST_LINE = 4_000  # Python refuses to read longer numbers; the encyclopedia asks for 1000


@dataclass(frozen=True)
class Sequence:
    """Terms of a sequence, and the index of the first."""

    terms: tuple[int, ...]
    first: int = 0


@dataclass(frozen=True)
class Name:
    """A sequence of the encyclopedia that agrees with one found.

    Attributes
    ----------
    number
        Its A-number.
    terms
        How many terms agree: all that both have.
    dropped
        How many of the found sequence's first terms come before it.
    skipped
        How many of its own first terms come before the found sequence.
    """

    number: str
    terms: int
    dropped: int
    skipped: int

    def __str__(self) -> str:
        if self.dropped:
            shift = f", without the first {self.dropped} here"
        elif self.skipped:
            shift = f", without the first {self.skipped} there"
        else:
            shift = ""
        return f"{self.number} ({self.terms} terms{shift})"


def bfile(sequence: Sequence) -> str:
    r"""Write a sequence as a b-file.

    Examples
    --------
    >>> bfile(Sequence((0, 1, 2), first=5))
    '5 0\n6 1\n7 2\n'
    """
    return "".join(f"{n} {term}\n" for n, term in enumerate(sequence.terms, sequence.first))


def read_bfile(lines: Iterable[bytes], name: str = "b-file") -> Sequence:
    r"""Read a b-file and check it: indices consecutive, values integers, ASCII, lines ended.

    Raises
    ------
    InputError
        If it breaks the format; the message names the line.

    Examples
    --------
    >>> read_bfile([b"# Kayles\n", b"0 0\n", b"1 1\n"])
    Sequence(terms=(0, 1), first=0)
    >>> read_bfile([b"0 0\n", b"2 1\n"])
    Traceback (most recent call last):
    fast.errors.InputError: b-file, line 2: expected the index 1, not 2
    """
    terms: list[int] = []
    first: int | None = None
    for number, line in enumerate(lines, 1):
        if not line.endswith(b"\n"):
            raise InputError(f"{name}, line {number}: the line has no end; add a newline")
        text = line.rstrip(b"\r\n").strip(b" \t")
        if not text or text.startswith(b"#"):
            continue
        found = _BFILE_LINE.match(text)
        if found is None or len(text) > _LONGEST_LINE:
            shown = text[:40].decode("ascii", "replace")
            raise InputError(f"{name}, line {number}: expected 'index value', not {shown!r}")
        index = int(found[1])
        first = index if first is None else first
        if index != first + len(terms):
            raise InputError(
                f"{name}, line {number}: expected the index {first + len(terms)}, not {index}"
            )
        terms.append(int(found[2]))
    if first is None:
        raise InputError(f"{name}: there is no line 'index value'")
    return Sequence(tuple(terms), first)


def names_of(path: Path, sequences: Mapping[str, Sequence]) -> dict[str, list[Name]]:
    """Name sequences by a file that the user has.

    Parameters
    ----------
    path
        A b-file or ``stripped``, compressed by gzip or not. It is read line by line.
    sequences
        What was found, by what it is.

    Returns
    -------
    dict
        For each sequence with enough terms its names, those with the least shift first. Too short
        or too plain ones are left out.

    Raises
    ------
    InputError
        If the file cannot be read or is of neither kind.
    """
    wanted = {what: needles for what, s in sequences.items() if (needles := _needles(s))}
    names: dict[str, list[Name]] = {what: [] for what in wanted}
    looked_for: dict[bytes, set[str]] = {}
    for what, needles in wanted.items():
        for _, needle in needles:
            looked_for.setdefault(needle, set()).add(what)
    with waiting(f"comparing with {path.name}") as tell:
        for read, (number, terms) in enumerate(_entries(path)):
            tell(f"comparing with {path.name}: {read} sequences")
            there = _those_in(terms, looked_for)
            for what in {what for needle in there for what in looked_for[needle]}:
                name = _match(number, terms, sequences[what], wanted[what])
                if name is not None:
                    names[what].append(name)
    for found in names.values():
        found.sort(key=lambda name: (name.dropped + name.skipped, -name.terms, name.number))
    return names


def require_sequences(path: Path) -> None:
    """Raise :class:`InputError` unless the file begins as one of the two kinds."""
    if next(_entries(path), None) is None:
        raise InputError(f"oeis={str(path)!r}: it holds no sequence")


def _needles(sequence: Sequence) -> list[tuple[int, bytes]]:
    """Return how many terms are dropped and the terms to be looked for, as they are written."""
    needles = []
    for dropped in range(MOST_DROPPED + 1):
        terms = sequence.terms[dropped : dropped + LEAST_TERMS]
        if len(terms) == LEAST_TERMS and len(set(sequence.terms[dropped:])) >= LEAST_VALUES:
            needles.append((dropped, f",{','.join(map(str, terms))},".encode()))
    return needles


def _those_in(entry: bytes, needles: Collection[bytes]) -> list[bytes]:
    """Return the needles that an entry has; of many, by looking up each piece of it instead."""
    if len(needles) <= _FEW:
        return [needle for needle in needles if needle in entry]
    terms = entry[1:-1].split(b",")
    pieces = (terms[n : n + LEAST_TERMS] for n in range(len(terms) - LEAST_TERMS + 1))
    return [written for piece in pieces if (written := b",%b," % b",".join(piece)) in needles]


def _match(
    number: str, entry: bytes, sequence: Sequence, needles: list[tuple[int, bytes]]
) -> Name | None:
    for dropped, needle in needles:
        place = entry.find(needle)
        while place >= 0:
            theirs = [int(term) for term in entry[place + 1 : -1].split(b",")]
            ours = sequence.terms[dropped:]
            both = min(len(ours), len(theirs))
            if tuple(theirs[:both]) == ours[:both] and len(set(ours[:both])) >= LEAST_VALUES:
                return Name(number, both, dropped, entry.count(b",", 0, place))
            place = entry.find(needle, place + 1)
    return None


def _entries(path: Path) -> Iterator[tuple[str, bytes]]:
    """Yield A-number and terms, as ``,0,1,1,2,``, of every sequence in a file."""
    try:
        if path.exists() and not path.is_file():
            raise OSError("it is no regular file")
        with path.open("rb") as raw:
            packed = raw.read(2) == b"\x1f\x8b"
        with gzip.open(path, "rb") if packed else path.open("rb") as file:
            yield from _parsed(path, file)
    except (OSError, EOFError) as error:
        reason = getattr(error, "strerror", None) or str(error)
        raise InputError(
            f"oeis={str(path)!r}: cannot be read ({reason}); give a b-file or OEIS stripped.gz"
        ) from error


def _parsed(path: Path, file: BinaryIO | gzip.GzipFile) -> Iterator[tuple[str, bytes]]:
    lines = enumerate(file, 1)
    for number, line in lines:
        text = line.strip()
        if not text or text.startswith(b"#"):
            continue
        if _BFILE_LINE.match(text):
            file.seek(0)
            yield _number_of(path), _written(read_bfile(file, path.name))
            return
        entry = _STRIPPED_LINE.match(text)
        if entry is None:
            shown = text[:40].decode("ascii", "replace")
            raise InputError(
                f"oeis={str(path)!r}, line {number}: {shown!r} is neither 'index value' as in a "
                "b-file nor 'A000045 ,0,1,1,2,' as in OEIS stripped"
            )
        yield entry[1].decode(), b"," + entry[2].strip(b",") + b","


def _written(sequence: Sequence) -> bytes:
    return f",{','.join(map(str, sequence.terms))},".encode()


def _number_of(path: Path) -> str:
    """Name a b-file by its A-number where its name says it: b002186.txt is A002186."""
    found = re.match(r"b([0-9]{6,7})\.", path.name)
    return f"A{found[1]}" if found else path.name
