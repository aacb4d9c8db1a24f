"""Whether a theorem is about the game of a study, and the words that tell games apart.

A study's game may stand for a family: then its class names the class of the members, or a tuple of
such classes, as its ``family``, and a theorem about a member is shown with that member's
parameters. Such a class may also be the same game in another notation.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import cached_property
from inspect import signature
from typing import TYPE_CHECKING, Any

from oracles.errors import brief
from research.checks.evidence import ClaimError

if TYPE_CHECKING:
    from research.claims.study import Study
    from research.theorems.theorem import Theorem

_ADDRESS = re.compile(r" at 0x[0-9a-fA-F]+")


def theorems_of(study: Study, **members: Any) -> list[Theorem]:
    """Return the theorems of a study, about the members of its family that are asked for.

    Raises
    ------
    ClaimError
        If one is about another game.
    """
    found = [make(**members) for make in study.theorems]
    for theorem in found:
        member_of(study, "the theorem", theorem.game)
    return found


def member_of(study: Study, what: str, game: object) -> str:
    """Return in words of which member of a family a theorem is; empty if of the study's own game.

    Raises
    ------
    ClaimError
        If it is of another game.
    """
    own = study.game
    words = _written(game)
    if game is own or (type(game) is type(own) and words == _written(own)):
        return ""
    family = getattr(type(own), "family", ())
    if type(game) in (family if isinstance(family, tuple) else (family,)):
        return words
    raise ClaimError(
        f"{what} is about {_written(game, brief)}, and the study about {_written(own, brief)}; "
        "claim it in a study of that game, or make it of this study's own"
    )


def _written(game: object, write: Callable[[object], str] = repr) -> str:
    """Write a game as its class is called, where its parameters are kept under their names."""
    kept = dict(getattr(game, "__dict__", {}))
    for kind in type(game).__mro__:
        for name, member in vars(kind).items():
            if isinstance(member, cached_property):
                kept.pop(name, None)
    try:
        names = list(signature(type(game)).parameters)
        shown = {name: kept[name] if name in kept else kept[f"_{name}"] for name in names}
    except (TypeError, ValueError, KeyError):
        shown = kept
    words = f"{type(game).__name__}({', '.join(f'{n}={write(v)}' for n, v in shown.items())})"
    return _ADDRESS.sub("", words)
