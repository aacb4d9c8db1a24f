"""Quantities: what is known of a position, a row each.

Tables, exported files, pages and claims read :data:`QUANTITIES`. What a truth gives is shown,
exported and claimed as soon as it has a row there.

>>> from oracles.games.stone_game import StoneGame
>>> from oracles.solve import solve
>>> truth = solve(StoneGame(), 3)
>>> [(each.name, each.value(truth, (0, 0, 3))) for each in known_of(truth)]
[('outcome', 'N'), ('remoteness', 1), ('Grundy value', 3)]
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from numbers import Integral, Rational
from typing import Any, Literal, NamedTuple

from oracles.genus import Genus
from oracles.grundy import Infinite
from oracles.rules import PartizanGame, Rules
from oracles.values.operators import atomic_weight
from oracles.values.value import Value

OUTCOMES = {  # in words
    "P": "previous player wins",
    "N": "next player wins",
    "L": "Left wins",
    "R": "Right wins",
    "D": "draw",
    "L/D": "Left wins; draw if Right begins",
    "D/L": "Left wins; draw if Left begins",
    "R/D": "Right wins; draw if Right begins",
    "D/R": "Right wins; draw if Left begins",
}


Need = Literal["impartial", "normal play", "last move", "an end"]


class Kind(NamedTuple):
    """What may be believed of a quantity: in words, its test, and how it is read."""

    words: str
    fits: Callable[[Any], bool]
    read: Callable[[Any], Any] = lambda believed: believed


BOOLEAN = Kind("True or False", lambda value: value in (True, False))
LETTER = Kind(f"one of {', '.join(map(repr, OUTCOMES))}", lambda value: value in [*OUTCOMES])
NUMBER = Kind("an integer", lambda value: isinstance(value, Integral))
LENGTH = Kind("an integer, or None", lambda value: value is None or isinstance(value, Integral))
NIMBER = Kind("an integer or Infinite", lambda value: isinstance(value, Integral | Infinite))
GENUS = Kind(
    "text, such as '0^120'",
    lambda value: isinstance(value, str),
    lambda text: str(Genus.parse(text)),
)
POSITIONS = Kind("a set of positions", lambda v: isinstance(v, set | frozenset | list | tuple), set)
RATIONAL = Kind("an integer or a Fraction", lambda value: isinstance(value, Rational))


VALUE = Kind(
    "a Value, an integer, a Fraction, or text such as '^*'",
    lambda value: isinstance(value, Value | int | Fraction | str),
    Value,
)
WEIGHT = Kind(
    f"{VALUE.words}, or None",
    lambda value: value is None or VALUE.fits(value),
    lambda believed: None if believed is None else Value(believed),
)


@dataclass(frozen=True)
class Quantity:
    """What is known of a position."""

    name: str  # in claims, and above a column of a table
    definition: str
    value: Callable[[Any, Any], Any]  # of a truth and a position
    kind: Kind
    needs: Sequence[Need] = ("impartial",)  # where it makes sense
    shown: Callable[[Rules[Any]], bool] = lambda _: False  # in which games, beside a position
    in_files: str = ""  # above a column of a file, if not its name

    @property
    def column(self) -> str:
        """Its name in a file."""
        return self.in_files or self.name

    def why_not(self, game: Rules[Any], truth: Any = None) -> str:
        """Say why a game, by its rules or by a truth, has no such quantity; empty if it has."""
        if "impartial" in self.needs and isinstance(game, PartizanGame):
            return f"{self.name} is defined only for impartial games"
        if "normal play" in self.needs and game.misere:
            instead = "; see genus" if "impartial" in self.needs else ""
            return f"{self.name}s are defined only for normal play{instead}"
        if "last move" in self.needs and game.names_winner_by_position():
            return (
                f"{self.name} is defined only where the player who cannot move loses or wins; "
                "this game names the winner by the final position"
            )
        if "an end" in self.needs and truth is not None and truth.has_cycle:
            return f"{self.name} is defined only where play must end; this game is loopy"
        return ""


def _of_value(
    name: str,
    definition: str,
    of: Callable[[Value], Any],
    kind: Kind = RATIONAL,
    *,
    shown: bool = False,
) -> Quantity:
    """Return a quantity that values have; ``shown`` beside the positions of partizan games."""
    return Quantity(
        name,
        definition,
        lambda truth, position: of(truth.value(position)),
        kind,
        needs=("normal play", "last move", "an end"),
        shown=lambda game: shown and isinstance(game, PartizanGame),
    )


_ROWS = (
    Quantity(
        "outcome",
        "who wins",
        lambda truth, position: truth.outcome(position),
        LETTER,
        needs=(),
        shown=lambda _: True,
    ),
    Quantity(
        "P-position",
        "whether the player who does not begin wins",
        lambda truth, position: truth.outcome(position) == "P",
        BOOLEAN,
        needs=(),
    ),
    Quantity(
        "remoteness",
        "the number of moves if the winner hurries and the loser delays; None for a draw",
        lambda truth, position: truth.remoteness(position),
        LENGTH,
        shown=lambda _: True,
    ),
    Quantity(
        "Grundy value",
        "the least number that is the Grundy value of no option",
        lambda truth, position: truth.grundy(position),
        NIMBER,
        needs=("impartial", "normal play", "last move"),
        shown=lambda _: True,
        in_files="grundy",
    ),
    Quantity(
        "misère P-position",
        "whether it is a P-position if the player who cannot move wins",
        lambda truth, position: truth.misere_outcome(position) == "P",
        BOOLEAN,
        needs=("impartial", "last move"),
    ),
    Quantity(
        "genus",
        "the Grundy value, and the misère Grundy values beside 0, 1, 2, ... heaps of 2",
        lambda truth, position: str(truth.genus(position)),
        GENUS,
        needs=("impartial", "last move", "an end"),
        shown=lambda game: game.misere,
    ),
    Quantity(
        "suspense",
        "the number of moves if the winner delays and the loser hurries",
        lambda truth, position: truth.suspense(position),
        NUMBER,
        needs=("impartial", "an end"),
    ),
    Quantity(
        "winning options",
        "the options that are P-positions",
        lambda truth, position: set(truth.winning_options(position)),
        POSITIONS,
    ),
    _of_value(
        "value",
        "the canonical form of the position as a game; equal games have the same",
        lambda value: value,
        VALUE,
        shown=True,
    ),
    _of_value(
        "mean",
        "where the mast of the thermograph stands",
        lambda value: value.mean,
        shown=True,
    ),
    _of_value(
        "temperature",
        "where the mast of the thermograph begins: how much a move is worth",
        lambda value: value.temperature,
        shown=True,
    ),
    _of_value("left stop", "where play stops if Left begins", lambda value: value.left_stop),
    _of_value("right stop", "where play stops if Right begins", lambda value: value.right_stop),
    _of_value(
        "atomic weight",
        "how many times up it is, roughly; None where the value is not all-small",
        lambda value: atomic_weight(value) if value.is_all_small else None,
        WEIGHT,
    ),
    _of_value(
        "birthday",
        "the greatest number of moves that the canonical form allows",
        lambda value: value.birthday,
        NUMBER,
    ),
)
QUANTITIES = {row.name: row for row in _ROWS}


def known_of(truth: Any) -> list[Quantity]:
    """Return what tables, pages and files say of each position."""
    game = truth.game
    return [q for q in QUANTITIES.values() if q.shown(game) and not q.why_not(game, truth)]


def in_words(value: Any) -> str:
    """Write a value for people: None is the remoteness of a draw, whose play has no end."""
    return "∞" if value is None else str(value)


def plain(value: Any) -> int | str | None:
    """Write a value for files: a number, a text, or nothing.

    >>> plain(3), plain(Infinite(frozenset({0})))
    (3, '∞{0}')
    """
    return value if value is None or isinstance(value, int | str) else str(value)
