"""What ``grundwork prove`` is asked about: a code, a study, or a file with rules.

A file is looked through in this order: an object named ``theorem`` (a criterion with formulas
written by hand), one named ``formulas`` (the formulas alone), a study, and last the rules: the one
game object that the file makes, or the one class of games that it defines and that needs no
arguments.
"""

from __future__ import annotations

from dataclasses import dataclass, fields
from pathlib import Path
from types import ModuleType
from typing import Any

from fast.errors import InputError
from oracles.heaps import heap_game, is_heap_code
from oracles.rules import Game, Rules
from research.claims.study import Study
from research.resolving.loading import (
    UnknownStudyError,
    load_study,
    run_file,
    study_names,
    variant_names,
)
from research.theorems import FORMULAS, known_theorem
from research.theorems.formula_games import FormulaGame
from research.theorems.known import KnownTheorem
from research.theorems.one_game import kept_apart, member_of, named, same_game


@dataclass(frozen=True)
class Subject:
    """What to prove, and what to call it: rules, rules with formulas, or a criterion."""

    name: str
    what: Game[Any] | FormulaGame | KnownTheorem
    file: Path | None = None


def subject_of(target: str, coins: int | None = None) -> Subject:
    """Return what a word of the command line names.

    Parameters
    ----------
    target
        A code such as ``octal:0.77``, a study's name, or a file that ends in ``.py``.
    coins
        The number of coins, for the silver dollar game only.

    Raises
    ------
    InputError, UnknownStudyError, OracleError
        If there is nothing of this name, or the file holds no rules, or not the rules of one game.

    Examples
    --------
    >>> subject_of("octal:0.77").what.options((2,))
    [(1,), ()]
    """
    if coins is not None and target != "silver-dollar":
        raise InputError(f"--coins={coins}: only silver-dollar has coins, not {target}")
    if is_heap_code(target):
        return Subject(target, heap_game(target))
    if target in FORMULAS:
        return Subject(target, known_theorem(target, coins))
    if target in study_names() or target in variant_names():
        return Subject(target, _impartial(target, load_study(target).game))
    if target.endswith(".py"):
        return _in_file(Path(target))
    names = ", ".join(sorted({*study_names(), *variant_names(), *FORMULAS}))
    raise UnknownStudyError(
        f"target={target!r}: expected one of {names}, a code such as octal:0.77, or a file that "
        "ends in .py"
    )


def _impartial(name: str, rules: object) -> Game[Any]:
    if not isinstance(rules, Game):
        raise InputError(f"{name}: only impartial games are proved")
    return rules


def _in_file(path: Path) -> Subject:
    return subject_in(run_file(path), path.stem.replace("_", "-"), path)


def subject_in(module: ModuleType, name: str, path: Path | None = None) -> Subject:
    """Return what a module holds: a criterion, formulas, a study or rules."""
    path = path or Path(str(module.__file__))
    for title, kind in (("theorem", KnownTheorem), ("formulas", FormulaGame)):
        found = getattr(module, title, None)
        if isinstance(found, KnownTheorem):
            parts = {each.name: getattr(found, each.name) for each in fields(KnownTheorem)}
            member = _require_game_of(module, path, title, found.formulas.game)
            author = f"{path.name}, about {member}" if member else path.name
            theorem = KnownTheorem(**parts | {"author": author, "shown": ()})
            return Subject(name, theorem, path)
        if isinstance(found, FormulaGame) and kind is FormulaGame:
            member = _require_game_of(module, path, title, found.game)
            return Subject(f"{name}, {member}" if member else name, found, path)
    studies = _studies(module)
    if studies:
        return Subject(name, _impartial(name, studies[0].game), path)
    return Subject(name, _impartial(name, _only_game(module, path)), path)


def _studies(module: ModuleType) -> list[Study]:
    return [value for value in vars(module).values() if isinstance(value, Study)]


def _require_game_of(module: ModuleType, path: Path, title: str, game: object) -> str:
    """Refuse a theorem of another game than the file's; name a member of the file's family.

    The file's game is that of its study. Where it has none, a game that it names, and last a class
    of games that it defines.
    """
    known: list[object] = [study.game for study in _studies(module)]
    known = known or [value for value in vars(module).values() if isinstance(value, Rules)]
    for own in known:
        member = member_of(game, own)
        if same_game(game, own) or member:
            return member
    classes = [] if known else _classes(module)
    if not known and (not classes or type(game) in classes):
        return ""
    words = [*map(named, known), *(kind.__name__ for kind in classes)]
    raise InputError(
        f"{path}: {title} is about {named(game)}, and the file about {', '.join(words)}; keep them "
        "in files of their own, or make the formulas of this file's game"
        + "".join(kept_apart(game, own) for own in known[:1])
    )


def _classes(module: ModuleType) -> list[type]:
    return [
        value
        for value in vars(module).values()
        if isinstance(value, type)
        and issubclass(value, Rules)
        and value.__module__ == module.__name__
    ]


def _only_game(module: ModuleType, path: Path) -> Rules[Any]:
    made = {id(v): (n, v) for n, v in vars(module).items() if isinstance(v, Rules)}
    named = getattr(module, "game", None)
    if isinstance(named, Rules):
        return named
    if len(made) == 1:
        return next(iter(made.values()))[1]
    if len(made) > 1:
        names = ", ".join(name for name, _ in made.values())
        raise InputError(f"{path}: defines {len(made)} games ({names}); name one of them game")
    classes = _classes(module)
    if len(classes) != 1:
        names = ", ".join(kind.__name__ for kind in classes) or "none"
        raise InputError(
            f"{path}: expected the rules of one game, found {names}; make one and name it game"
        )
    try:
        game: Rules[Any] = classes[0]()
    except TypeError as error:
        raise InputError(
            f"{path}: {classes[0].__name__} cannot be made without arguments ({error}); "
            "make one and name it game"
        ) from error
    return game
