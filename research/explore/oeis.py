"""Sequences and the files of the On-Line Encyclopedia of Integer Sequences. Nothing is fetched.

Two kinds of file are read, compressed by gzip or not:

- a *b-file*: lines ``index value``, the indices consecutive, lines with ``#`` for remarks;
- ``stripped``: all sequences, a line ``A000045 ,0,1,1,2,3,5,`` for each, the first terms only.

A sequence is *named* when all terms that both have agree after a shift of at most ``MOST_SHIFTED``
terms either way, at least ``LEAST_TERMS`` of which at least ``LEAST_VALUES`` are different. A name
is a hint and no proof: more terms may differ.

Reference: N. J. A. Sloane and others, *The On-Line Encyclopedia of Integer Sequences*,
https://oeis.org (format of b-files: "Format of b-file", https://oeis.org/wiki/B-files).
"""

from __future__ import annotations

import gzip
import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import NamedTuple

from fast.errors import InputError
from research.system.progress import waiting

LEAST_TERMS = 8
LEAST_VALUES = 3
MOST_SHIFTED = 3
_BFILE_LINE = re.compile(r"(-?[0-9]{1,4000})\s+(-?[0-9]{1,4000})\s*(#.*)?")
_STRIPPED_LINE = re.compile(r"(A[0-9]{6,7}) ,?((?:-?[0-9]+,)*(?:-?[0-9]+)?)")


@dataclass(frozen=True)
class Sequence:
    """Terms of a sequence, and the index of the first."""

    terms: tuple[int, ...]
    first: int = 0


class Name(NamedTuple):
    """A sequence of the encyclopedia that agrees with one found in so many terms."""

    number: str
    terms: int
    dropped: int  # of the found sequence, terms that come before it
    skipped: int  # of its own terms, those that come before the found sequence

    def __str__(self) -> str:
        here, there = f" {self.dropped} here" * bool(self.dropped), f" {self.skipped} there"
        shift = here or there * bool(self.skipped)
        without = f", without the first{shift}" if shift else ""
        return f"{self.number} ({self.terms} terms{without})"


def bfile(sequence: Sequence) -> str:
    r"""Write a sequence as a b-file.

    >>> bfile(Sequence((0, 1, 2), first=5))
    '5 0\n6 1\n7 2\n'
    """
    return "".join(f"{n} {term}\n" for n, term in enumerate(sequence.terms, sequence.first))


def names_of(path: Path, sequences: Mapping[str, Sequence]) -> dict[str, list[Name]]:
    """Return the names of sequences by a file that the user has, those with the least shift first.

    Too short or too plain sequences are left out. A file that cannot be read or is of neither kind
    raises an InputError.
    """
    wanted: dict[tuple[str, ...], list[tuple[str, int]]] = {}  # by the first terms that are left
    for what, sequence in sequences.items():
        for dropped in range(MOST_SHIFTED + 1):
            terms = sequence.terms[dropped:]
            if len(terms) >= LEAST_TERMS and len(set(terms)) >= LEAST_VALUES:
                wanted.setdefault(_first(map(str, terms)), []).append((what, dropped))
    found: dict[str, dict[str, Name]] = {what: {} for named in wanted.values() for what, _ in named}
    with waiting(f"comparing with {path.name}"):
        for number, theirs in _entries(path):
            for skipped in range(MOST_SHIFTED + 1):
                for what, dropped in wanted.get(_first(theirs[skipped:]), ()):
                    ours = sequences[what].terms[dropped:]
                    both = list(zip(ours, map(int, theirs[skipped:]), strict=False))
                    same = all(one == other for one, other in both)
                    if same and len(set(both)) >= LEAST_VALUES:
                        name = Name(number, len(both), dropped, skipped)
                        found[what].setdefault(number, name)
    return {
        what: sorted(each.values(), key=lambda n: (n.dropped + n.skipped, -n.terms, n.number))
        for what, each in found.items()
    }


def _first(terms: Iterable[str]) -> tuple[str, ...]:
    return tuple(term for term, _ in zip(terms, range(LEAST_TERMS), strict=False))


def require_sequences(path: Path) -> None:
    """Raise :class:`InputError` unless the file begins as one of the two kinds."""
    if next(_entries(path), None) is None:
        raise InputError(f"oeis={str(path)!r}: it holds no sequence")


def _entries(path: Path) -> Iterator[tuple[str, list[str]]]:
    """Yield A-number and terms of every sequence in a file."""
    try:
        with path.open("rb") as raw:
            packed = raw.read(2) == b"\x1f\x8b"
        with gzip.open(path, "rt") if packed else path.open("rt") as file:
            lines = (line for line in file if line.strip() and not line.startswith("#"))
            for line in lines:
                if _BFILE_LINE.fullmatch(line.strip()):
                    number = re.match(r"b([0-9]{6,7})\.", path.name)  # b002186.txt is A002186
                    terms = list(_bfile_terms([line, *lines], path))
                    yield f"A{number[1]}" if number else path.name, terms
                    return
                entry = _STRIPPED_LINE.fullmatch(line.strip())
                if entry is None:
                    raise InputError(
                        f"oeis={str(path)!r}: {line[:40].strip()!r} is neither 'index value' as in "
                        "a b-file nor 'A000045 ,0,1,1,2,' as in OEIS stripped"
                    )
                yield entry[1], entry[2].strip(",").split(",")
    except (OSError, EOFError, UnicodeDecodeError) as error:
        reason = getattr(error, "strerror", None) or str(error)
        raise InputError(
            f"oeis={str(path)!r}: cannot be read ({reason}); give a b-file or OEIS stripped.gz"
        ) from error


def _bfile_terms(lines: Iterable[str], path: Path) -> Iterator[str]:
    """Yield the terms of a b-file, whose indices are consecutive."""
    expected = None
    for line in lines:
        found = _BFILE_LINE.fullmatch(line.strip())
        right = found is not None and expected in (None, int(found[1])) and line.endswith("\n")
        if found is None or not right:
            raise InputError(
                f"oeis={str(path)!r}: expected 'index value' with the next index and an end of "
                f"line, not {line[:40].strip()!r}"
            )
        expected = int(found[1]) + 1
        yield found[2]
