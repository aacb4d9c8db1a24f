"""Rules for other processes: a word that each of them reads for itself, and a digest of them."""

from __future__ import annotations

import hashlib
import os
from collections.abc import Callable
from functools import lru_cache, partial
from pathlib import Path
from typing import Any, cast

from fast.inputs import digest, digest_of_grundwork, project_modules
from oracles.errors import RulesError, brief
from oracles.rules import Game
from research.claims.study import Study
from research.resolving.loading import load_study


def digest_of(study: Study) -> str:
    """Return what stands for the rules of a study: its name, its modules, and Grundwork.

    >>> digest_of(load_study("octal:0.77")) == digest_of(load_study("octal:0.07"))
    False
    """
    modules = sorted({str(study.file), *project_modules(study.file)})
    files = [(Path(name).name, digest(name)) for name in modules]
    words = (study.name, brief(study.game), files, digest_of_grundwork())
    return hashlib.sha256(repr(words).encode()).hexdigest()


def sent(study: Study) -> Callable[[], Game[Any]]:
    """Return what gives the rules in any process; ``RulesError`` where they are others."""
    word = study.word or study.name
    word = os.path.realpath(word) if word.endswith(".py") else word
    return partial(_loaded, word, digest_of(study))


@lru_cache(maxsize=4)
def _loaded(word: str, digest: str) -> Game[Any]:
    study = load_study(word)
    if digest_of(study) != digest:
        raise RulesError(
            f"{Path(word).name} or what it imports is another on a worker than where the work is "
            "given out; let all see the same files and the same version"
        )
    return cast("Game[Any]", study.game)
