"""Whether a theorem is about the very game of a study, and the words that tell games apart.

Two games are the same if one class made them and all that they keep is equal. A study's game may
stand for a family: then its class names the class of the members, or a tuple of such classes, as
its ``family``, and a theorem about a member is shown with that member's parameters. Such a class
may also be the same game in another notation.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import fields, is_dataclass
from functools import cached_property
from inspect import signature
from types import MemberDescriptorType
from typing import TYPE_CHECKING, Any

from oracles.errors import brief
from research.checks.evidence import ClaimError

if TYPE_CHECKING:
    from research.claims.study import Study
    from research.theorems.formula_model import FormulaModel
    from research.theorems.theorem import Theorem

_ADDRESS = re.compile(r" at 0x[0-9a-fA-F]+")


def same_game(game: object, own: object) -> bool:
    """Return whether two games are one class with equal parameters, private ones too.

    >>> from oracles.vectors import nim
    >>> same_game(nim(2), nim(2)), same_game(nim(2), nim(3))
    (True, False)
    """
    if game is own:
        return True
    if type(game) is not type(own):
        return False
    return _equal(_parameters(game), _parameters(own))


def member_of(game: object, own: object) -> str:
    """Return in words which member of the family of ``own`` a game is; empty if it is none.

    A member of which no words tell what it is, such as one that keeps a function, is none.
    """
    family = getattr(type(own), "family", ())
    if type(game) not in (family if isinstance(family, tuple) else (family,)):
        return ""
    words = _written(game)
    return "" if _ADDRESS.search(words) else words


def named(game: object) -> str:
    """Return words for a game with its parameters, in a message; what is long is cut.

    >>> from oracles.vectors import nim
    >>> named(nim(2))
    'VectorGame(vectors=[(1, 0), (0, 1)], guard=None, ordered=False, misere=False)'
    """
    return _ADDRESS.sub("", _written(game, brief))


def theorems_of(study: Study, **members: Any) -> list[Theorem]:
    """Return the theorems of a study, about the members of its family that are asked for.

    Raises
    ------
    ClaimError
        If one is about another game.
    """
    found = [make(**members) for make in study.theorems]
    for theorem in found:
        require_game_of(study, "the theorem is", theorem.game)
    return found


def formulas_of_study(study: Study, **members: Any) -> FormulaModel | str:
    """Return the formulas of a study's game, as it would be proved; or why there are none.

    Raises
    ------
    ClaimError
        If its theorem, or its formulas, are about another game.
    """
    from research.theorems.reading_off import game_formulas  # loading a study makes no formulas

    for theorem in theorems_of(study, **members):
        return theorem.formulas
    if study.formulas is None:
        return game_formulas(study.game)  # type: ignore[arg-type]  # of partizan ones there are none
    require_game_of(study, "the formulas are", study.formulas.game)
    formulas: FormulaModel = study.formulas
    return formulas


def require_game_of(study: Study, what: str, game: object) -> str:
    """Refuse a theorem of another game; say which one, where it is a member of the family."""
    if same_game(game, study.game):
        return ""
    member = member_of(game, study.game)
    if member:
        return member
    raise ClaimError(
        f"{what} about {named(game)}, and the study about {named(study.game)}; "
        "claim it in a study of that game, or make it of this study's own"
    )


def _written(game: object, write: Callable[[object], str] = repr) -> str:
    """Write a game as its class is called, where its parameters are kept under their names."""
    kept = _parameters(game)
    try:
        names = list(signature(type(game)).parameters)
        shown = {name: kept[name] if name in kept else kept[f"_{name}"] for name in names}
    except (TypeError, ValueError, KeyError):
        shown = kept
    return f"{type(game).__name__}({', '.join(f'{n}={write(v)}' for n, v in shown.items())})"


def _parameters(game: object) -> dict[str, Any]:
    """Return what a game keeps, and not what it keeps for speed only."""
    if is_dataclass(game):
        return {each.name: getattr(game, each.name) for each in fields(game) if each.compare}
    kept = dict(getattr(game, "__dict__", {}))
    for kind in type(game).__mro__:
        for name, member in vars(kind).items():
            if isinstance(member, MemberDescriptorType) and hasattr(game, name):
                kept[name] = getattr(game, name)
            elif isinstance(member, cached_property):
                kept.pop(name, None)
    return kept


def _equal(one: dict[str, Any], other: dict[str, Any]) -> bool:
    try:
        return bool(one == other)
    except ValueError:  # of arrays, which are neither equal nor not
        return False
