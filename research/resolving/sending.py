"""Rules for other processes: a word that each of them reads for itself, and what must come of it.

A researcher's file need not be importable where the work is done; it is read there by its path, and
held to the digest that it had where the work was given out. What its code takes from its
surroundings later, as positions are met, is known only afterwards, and of each process by itself.
"""

from __future__ import annotations

import hashlib
import os
from collections.abc import Iterable
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Any

import msgspec

from fast.watching import ROOT, digest, digest_of_names, is_ours
from oracles.errors import RulesError, brief
from oracles.rules import Game
from research.claims.study import Study
from research.code.asking import unfollowable
from research.code.dependencies import (
    absent_files,
    environment_names,
    listed_folders,
    reads_more,
    source_files,
)
from research.resolving.loading import load_study


def digest_of(study: Study) -> str:
    """Return what stands for the rules of a study: its name, and the files that they come from.

    Grundwork's own rooms besides ``oracles`` are left out: they say what is claimed of rules. What
    else lies in its checkout is a researcher's.

    Examples
    --------
    >>> digest_of(load_study("octal:0.77")) == digest_of(load_study("octal:0.07"))
    False
    """
    known = hashlib.sha256(repr((study.name, brief(study.game))).encode())
    for path in _files_of_rules(study):
        known.update(path.name.encode() + path.read_bytes())
    return known.hexdigest()


def _files_of_rules(study: Study) -> list[Path]:
    own = study.file.resolve()
    return [
        path
        for path in source_files(study.file)
        if path == own or not is_ours(path) or path.is_relative_to(ROOT / "oracles")
    ]


class _Kept(msgspec.Struct):
    """The form in which a store has what its rules took."""

    working: str | None = None
    files: dict[str, str | None] = {}
    folders: dict[str, str | None] = {}
    environment: dict[str, str | None] = {}


class Taken:
    """What the rules of a study have taken from files, folders and the environment so far.

    Raises
    ------
    RulesError
        If some of it cannot be followed.
    """

    def __init__(self, study: Study) -> None:
        self.study, self.folder = study, study.file.resolve().parent
        self._require_followed(self._files())

    def _files(self) -> list[Path]:
        return [path for path in _files_of_rules(self.study) if not is_ours(path)]

    def _require_followed(self, files: list[Path]) -> None:
        lost = unfollowable(map(str, files))
        if lost:
            raise RulesError(
                f"{self.study.name}: a store is bound to all that its rules read, and {lost[0]}; "
                "read it with Python's own open(), or make and ask the store in Python, with "
                "solve_store(game, size, folder, digest=a text that is another whenever the rules "
                "are)"
            )

    def taken(self) -> dict[str, Any]:
        """Return it; files and folders by their way from that of the study.

        What rules read by its name depends on the working directory and on where modules are
        looked for, so these belong to it where more than the study's own file was read.
        """
        files = self._files()
        self._require_followed(files)
        lie, listed = {*files, *absent_files(files)}, listed_folders(files)
        found: dict[str, Any] = {
            "files": {os.path.relpath(path, self.folder): digest(path) for path in sorted(lie)},
            "folders": {os.path.relpath(name, self.folder): listed[name] for name in listed},
            "environment": {name: os.environ.get(name) for name in environment_names(files)},
        }
        if reads_more(self.study.file, lie, listed):
            found["environment"]["PYTHONPATH"] = os.environ.get("PYTHONPATH")
            found["working"] = os.path.relpath(Path.cwd(), self.folder)
        return found

    def together(self, parts: Iterable[dict[str, Any]]) -> dict[str, Any]:
        """Return as one what was taken at several times and in several processes.

        Raises
        ------
        RulesError
            If something was one thing here and another there.
        """
        found: dict[str, Any] = {"files": {}, "folders": {}, "environment": {}}
        for part in parts:
            for kind, known in found.items():
                for name, what in part[kind].items() if isinstance(known, dict) else ():
                    if known.setdefault(name, what) != what:
                        raise RulesError(
                            f"{self.study.name}: {name} was not the same wherever and whenever the "
                            "rules read it; leave it as it is while a store is made"
                        )
            working = part.get("working")
            if working is not None and found.setdefault("working", working) != working:
                raise RulesError(
                    f"{self.study.name}: the rules read files, and were run in the folders "
                    f"{found['working']!r} and {working!r}; begin all workers in one"
                )
        return found

    def changed(self, before: dict[str, Any]) -> str:
        """Say what is another now than it was; nothing if all is the same.

        A store of a game that is Grundwork's own, or that was made without, has nothing to compare.
        """
        try:
            kept = msgspec.convert(before, _Kept)
        except msgspec.ValidationError as error:
            return f"what they took is not kept in the form that it has ({error})"
        working = kept.working
        if working not in (None, os.path.relpath(Path.cwd(), self.folder)):
            there = os.path.normpath(self.folder / working)
            return (
                f"they read files, which may be others here than in {there!r}, where they were "
                "run; give the command there"
            )
        for name, was in kept.files.items():
            if digest(self.folder / name) != was:
                return f"the file {name} is another now"
        for name, was in kept.folders.items():
            if digest_of_names(self.folder / name) != was:
                return f"the folder {name} has other files now"
        for name, was in kept.environment.items():
            now = os.environ.get(name)
            if now != was:
                return f"the environment variable {name} was {brief(was)} and is {brief(now)}"
        return ""


def sent(study: Study) -> SentRules:
    """Return the rules of a study for other processes; a file by its whole path."""
    word = study.word or study.name
    return SentRules(os.path.realpath(word) if word.endswith(".py") else word, digest_of(study))


@dataclass(frozen=True)
class SentRules:
    """Rules by the word that names them.

    Attributes
    ----------
    word
        A study's name, a code, or the path of a file.
    digest
        That of :func:`digest_of`, where the work is given out.
    """

    word: str
    digest: str

    def __call__(self) -> Game[Any]:
        """Return the rules, in whatever process this is.

        Raises
        ------
        RulesError
            If they are others there.
        """
        return _loaded(self.word, self.digest).game  # type: ignore[return-value]

    def taken(self) -> dict[str, Any]:
        """Return what the rules have taken from their surroundings in this process."""
        return Taken(_loaded(self.word, self.digest)).taken()


@lru_cache(maxsize=4)
def _loaded(word: str, digest: str) -> Study:
    study = load_study(word)
    if digest_of(study) != digest:
        raise RulesError(
            f"{Path(word).name} or what it imports is another on a worker than where the work is "
            "given out; let all see the same files and the same version"
        )
    return study
