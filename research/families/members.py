"""Families and their members: a word on the command line, and the words of the games it names."""

from __future__ import annotations

import hashlib
import os
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from fast.errors import InputError
from fast.inputs import COMPUTING, digest, digest_of_grundwork, versions_of
from research.families.patterns import VECTORS, codes
from research.resolving.loading import as_given, split_word
from research.resolving.parameters import members, written
from research.resolving.study_files import family_in, run_file


@dataclass(frozen=True)
class Member:
    """One game of a family.

    Attributes
    ----------
    name
        What a table and the store call it: a code, or its file's name with the parameters, without
        folders. No two members have the same.
    word
        What :func:`research.resolving.loading.load_study` takes.
    """

    name: str
    word: str


@dataclass(frozen=True)
class Family:
    """Many games that one word names.

    Attributes
    ----------
    word
        The word, without folders.
    members
        In the order in which a table lists them.
    file
        Where it is defined, if in a file.
    """

    word: str
    members: tuple[Member, ...]
    file: Path | None = None

    def digest(self) -> str:
        """Return what changes when the code does that says what the members are, or looks at them.

        What is found counts for this code only.
        """
        own = [self.file] if self.file else []
        files = [digest(path) for path in (*sorted(Path(__file__).parent.glob("*.py")), *own)]
        known = (files, digest_of_grundwork(), versions_of(("python", *COMPUTING)))
        return hashlib.sha256(repr(known).encode()).hexdigest()


def family_of(word: str, parameters: Sequence[str] = ()) -> Family:
    """Return the family that a word names.

    Parameters
    ----------
    word
        A pattern of codes (:mod:`research.families.patterns`), or a file that defines a function
        ``study``.
    parameters
        For a file: the values of each parameter, such as ``m=2..12``.

    Raises
    ------
    CodeError
        If a code is malformed.
    InputError, VariantError
        If there is no such file, it fails as it is run, or holds no family; or if parameters are
        missing, unknown or have no such values.

    Examples
    --------
    >>> [member.name for member in family_of("subtraction:{1..2}").members]
    ['subtraction:1', 'subtraction:2', 'subtraction:1,2']
    """
    of_codes = codes(word)
    if of_codes is not None:
        if parameters:
            raise InputError(f"{parameters[0]}: a code has no parameters; leave it out")
        return Family(word, tuple(Member(code, code) for code in of_codes))
    in_file = split_word(word)
    if in_file is None:
        raise InputError(
            f"family={word!r}: expected a code with wildcards, such as octal:0.???, "
            f"subtraction:{{1..8}} or {VECTORS}, or a file that ends in .py and defines "
            "study(m: int)"
        )
    path = Path(os.path.realpath(in_file[0]))
    make = family_in(run_file(path), path)
    if make is None:
        raise InputError(
            f"family={word!r}: the file holds no family; define a function study(m: int) that "
            "returns the Study of each m"
        )
    given = {**in_file[1], **as_given(parameters)}
    words = [written(arguments) for arguments in members(make, given)]
    return Family(
        " ".join([path.name, *(f"{name}={text}" for name, text in given.items())]),
        tuple(Member(f"{path.name} {each}".rstrip(), f"{path} {each}".rstrip()) for each in words),
        path,
    )
