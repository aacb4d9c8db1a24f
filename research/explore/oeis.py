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
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

from fast.errors import InputError
from research.system.progress import waiting

LEAST_TERMS = 8
LEAST_VALUES = 3
MOST_DROPPED = 3
_FEW = 40  # needles; to look for each takes as long as to look up every piece

_BFILE_LINE = re.compile(rb"(-?[0-9]{1,4000})\s+(-?[0-9]{1,4000})\s*(#.*)?\Z")
_STRIPPED_LINE = re.compile(rb"(A[0-9]{6,7}) ,?((?:-?[0-9]+,)*(?:-?[0-9]+)?)\Z")


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
        here, there = f" {self.dropped} here" * bool(self.dropped), f" {self.skipped} there"
        shift = here or there * bool(self.skipped)
        without = f", without the first{shift}" if shift else ""
        return f"{self.number} ({self.terms} terms{without})"


def bfile(sequence: Sequence) -> str:
    r"""Write a sequence as a b-file.

    Examples
    --------
    >>> bfile(Sequence((0, 1, 2), first=5))
    '5 0\n6 1\n7 2\n'
    """
    return "".join(f"{n} {term}\n" for n, term in enumerate(sequence.terms, sequence.first))


def read_bfile(lines: Iterable[bytes], name: str = "b-file") -> Sequence:
    r"""Read a b-file and check it: indices consecutive, values integers, lines ended.

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
    terms: dict[int, int] = {}
    for number, line in enumerate(lines, 1):
        text = line.strip()
        if not text or text.startswith(b"#"):
            continue
        found = _BFILE_LINE.match(text)
        if found is None or not line.endswith(b"\n"):
            shown = text[:40].decode("ascii", "replace")
            raise InputError(
                f"{name}, line {number}: expected 'index value' and an end of line, not {shown!r}"
            )
        expected = next(reversed(terms)) + 1 if terms else int(found[1])
        if int(found[1]) != expected:
            raise InputError(
                f"{name}, line {number}: expected the index {expected}, not {int(found[1])}"
            )
        terms[expected] = int(found[2])
    if not terms:
        raise InputError(f"{name}: there is no line 'index value'")
    return Sequence(tuple(terms.values()), next(iter(terms)))


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
    wanted: dict[bytes, set[tuple[str, int]]] = {}  # by the first terms that are left
    for what, sequence in sequences.items():
        for dropped in range(MOST_DROPPED + 1):
            terms = sequence.terms[dropped:]
            if len(terms) >= LEAST_TERMS and len(set(terms)) >= LEAST_VALUES:
                wanted.setdefault(_written(terms[:LEAST_TERMS]), set()).add((what, dropped))
    names: dict[str, list[Name]] = {what: [] for what in sequences}
    with waiting(f"comparing with {path.name}") as tell:
        for read, (number, entry) in enumerate(_entries(path)):
            tell(f"comparing with {path.name}: {read} sequences")
            found = {pair for needle in _those_in(entry, wanted) for pair in wanted[needle]}
            for what, dropped in sorted(found, key=lambda pair: pair[1]):
                name = _match(number, entry, sequences[what], dropped)
                if name and not any(other.number == number for other in names[what]):
                    names[what].append(name)
    for each in names.values():
        each.sort(key=lambda name: (name.dropped + name.skipped, -name.terms, name.number))
    long_enough = {what for pairs in wanted.values() for what, _ in pairs}
    return {what: each for what, each in names.items() if what in long_enough}


def require_sequences(path: Path) -> None:
    """Raise :class:`InputError` unless the file begins as one of the two kinds."""
    if next(_entries(path), None) is None:
        raise InputError(f"oeis={str(path)!r}: it holds no sequence")


def _those_in(entry: bytes, needles: Mapping[bytes, object]) -> list[bytes]:
    """Return the needles that an entry has; of many, by looking up each piece of it instead."""
    if len(needles) <= _FEW:
        return [needle for needle in needles if needle in entry]
    terms = entry[1:-1].split(b",")
    pieces = (terms[n : n + LEAST_TERMS] for n in range(len(terms) - LEAST_TERMS + 1))
    return [written for piece in pieces if (written := b",%b," % b",".join(piece)) in needles]


def _match(number: str, entry: bytes, sequence: Sequence, dropped: int) -> Name | None:
    """Compare all terms that both have, at each place where the first ones agree."""
    ours = sequence.terms[dropped:]
    needle = _written(ours[:LEAST_TERMS])
    place = entry.find(needle)
    while place >= 0:
        theirs = tuple(int(term) for term in entry[place + 1 : -1].split(b","))
        both = min(len(ours), len(theirs))
        if theirs[:both] == ours[:both] and len(set(ours[:both])) >= LEAST_VALUES:
            return Name(number, both, dropped, entry.count(b",", 0, place))
        place = entry.find(needle, place + 1)
    return None


def _written(terms: Iterable[int]) -> bytes:
    return f",{','.join(map(str, terms))},".encode()


def _entries(path: Path) -> Iterator[tuple[str, bytes]]:
    """Yield A-number and terms, as ``,0,1,1,2,``, of every sequence in a file."""
    try:
        if path.exists() and not path.is_file():
            raise OSError("it is no regular file")
        with path.open("rb") as raw:
            packed = raw.read(2) == b"\x1f\x8b"
        with gzip.open(path, "rb") if packed else path.open("rb") as file:
            lines = (line for line in file if line.strip() and not line.startswith(b"#"))
            for line in lines:
                if _BFILE_LINE.match(line.strip()):
                    file.seek(0)
                    number = re.match(r"b([0-9]{6,7})\.", path.name)  # b002186.txt is A002186
                    terms = read_bfile(file, path.name).terms
                    yield f"A{number[1]}" if number else path.name, _written(terms)
                    return
                entry = _STRIPPED_LINE.match(line.strip())
                if entry is None:
                    shown = line[:40].decode("ascii", "replace").strip()
                    raise InputError(
                        f"oeis={str(path)!r}: {shown!r} is neither 'index value' as in a b-file "
                        "nor 'A000045 ,0,1,1,2,' as in OEIS stripped"
                    )
                yield entry[1].decode(), b"," + entry[2].strip(b",") + b","
    except (OSError, EOFError) as error:
        reason = getattr(error, "strerror", None) or str(error)
        raise InputError(
            f"oeis={str(path)!r}: cannot be read ({reason}); give a b-file or OEIS stripped.gz"
        ) from error
