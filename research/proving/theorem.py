"""Theorems about one game, as they are stated before they are proved.

A theorem says which positions are the P-positions: its *criterion*, a formula or an automaton for
each control state. It is stated where the game is, and stating it costs nothing: texts are parsed
and automata made only when it is proved. :class:`Limits` say how far a proof may look.

A study's game may stand for a family: then its class names the class of the members, or a tuple of
such classes, as its ``family``, and a theorem about a member is shown with that member's
parameters. Such a class may also be the same game in another notation.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from inspect import signature
from typing import TYPE_CHECKING, Any

from oracles.errors import brief
from oracles.rules import Game
from research.checks.evidence import ClaimError
from research.logic.errors import AutomataError

if TYPE_CHECKING:
    from research.claims.study import Study
    from research.logic.automaton import Automaton
    from research.logic.formula import Formula
    from research.logic.numeration import Relation
    from research.proving.formula_model import FormulaModel

    Part = Automaton | Formula
    Criterion = Mapping[str, Part]  # by control state
    Written = str | Mapping[str, str | Part] | Callable[[], "str | Part | Mapping[str, str | Part]"]
    Relations = Mapping[str, Relation | Automaton]

LARGEST_BY_DEFINITION = 400  # the heap up to which values are computed from the rules themselves
SIZES = (4, 8, 12, 16, 24, 32, 48, 64, 96, 128, 192, 256, 384, 512, 768, 1024, 1536, 2048)
_ADDRESS = re.compile(r" at 0x[0-9a-fA-F]+")


@dataclass(frozen=True)
class Limits:
    """How far to go.

    Attributes
    ----------
    positions, arcs
        The largest explicit graph to look at.
    heaps
        The largest heap of a code whose value is computed.
    states
        The most states of any automaton in a proof.
    """

    positions: int = 40_000
    arcs: int = 400_000
    heaps: int = 600_000
    states: int = 50_000


@dataclass(frozen=True)
class Theorem:
    """A criterion that is believed, and the game that it speaks of.

    A criterion is written as a text in the syntax of ``prove``, as an automaton, or as a mapping
    from control states to either; or as a function that gives one of these when it is needed.

    Attributes
    ----------
    rules
        The rules, or what makes them when they are needed.
    words
        The theorem in words.
    criterion
        The set of P-positions.
    controls
        Wrong criteria by what is wrong with them; each must be refuted.
    system
        The numeration system.
    relations
        Gives the predicates that the criterion uses.
    shown
        The control states to show; the others are needed for the proof only.
    """

    rules: Game[Any] | Callable[[], Game[Any]]
    words: str
    criterion: Written
    controls: Mapping[str, Written] = field(default_factory=dict)
    system: str = "lsd_2"
    relations: Callable[[], Relations] = dict
    shown: tuple[str, ...] = ()

    @cached_property
    def game(self) -> Game[Any]:
        """The game that it speaks of."""
        return self.rules if isinstance(self.rules, Game) else self.rules()

    @cached_property
    def formulas(self) -> FormulaModel:
        """The game with its formulas.

        Raises
        ------
        AutomataError
            If it has none.
        """
        return formulas_of_game(self.game)

    def parsed(self, written: Written) -> Criterion:
        """Return a criterion as formulas and automata by control state.

        Raises
        ------
        AutomataError
            If a text does not parse, names another numeration system, or leaves open to which
            control state it belongs.
        """
        given: Any = written() if callable(written) else written
        if not isinstance(given, Mapping):
            states = list(self.formulas.rules.coordinates)
            if len(states) != 1:
                raise AutomataError(
                    f"criterion {given!r}: the game has the control states {', '.join(states)}; "
                    "give a criterion for each"
                )
            given = {states[0]: given}
        return {state: self._parsed(part) for state, part in given.items()}

    def _parsed(self, part: str | Part) -> Part:
        from research.logic.formula import parse

        if not isinstance(part, str):
            return part
        statement = parse(part)
        if statement.system not in (None, self.system):
            raise AutomataError(
                f"criterion {part!r}: it names {statement.system!r}, and system={self.system!r}"
            )
        return statement.formula


def formulas_of_game(game: Game[Any]) -> FormulaModel:
    """Return a game with its formulas.

    Raises
    ------
    AutomataError
        If it has none.
    """
    from research.proving.rules_equal_formula import game_formulas

    found = game_formulas(game)
    if isinstance(found, str):
        raise AutomataError(f"the game of the theorem has no formulas: {found}")
    return found


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
