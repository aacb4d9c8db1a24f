"""Rules: the two interfaces that games are written in.

A game is a set of positions and, for each position, its options: the positions that the
player to move can move to. In an impartial game the options are the same for both players; a
researcher writes two methods:

``start(size)``
    positions to begin from; larger sizes give more of them, or larger ones.
``options(position)``
    the options of a position. A position without options ends the play.

In a partizan game Left and Right have options of their own, and ``left_options`` and
``right_options`` are written in place of ``options``. What holds for both kinds asks for
``players``, one without a name or Left and Right, and for the ``moves`` of each.

Under normal play the player who cannot move loses, so a final position is a P-position (the
previous player has won). Under misère play it is an N-position. A game whose winner depends on
the final position alone overrides ``final_outcome``.

Reference: A. N. Siegel, *Combinatorial Game Theory*, AMS 2013, section I.1.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Hashable, Iterable
from inspect import getattr_static
from itertools import islice
from types import FunctionType
from typing import TYPE_CHECKING, Any, Generic, Literal, Self, TypeVar

from oracles.errors import RulesError, did_you_mean

if TYPE_CHECKING:
    import networkx as nx

Position = TypeVar("Position", bound=Hashable)
Outcome = Literal["P", "N", "D"]  # previous player wins, next player wins, draw
Start = TypeVar("Start", bound=Callable[..., Any])
Player = Literal["", "Left", "Right"]  # the player to move of an impartial game has no name
PLAYERS: tuple[Player, Player] = ("Left", "Right")
OPPONENT: dict[Player, Player] = {"": "", "Left": "Right", "Right": "Left"}
# First, second, Left, Right wins, draw; a pair is what comes if Left begins, and if Right begins.
PartizanOutcome = Literal["N", "P", "L", "R", "D", "L/D", "D/L", "R/D", "D/R"]


def outcome_of(outcomes: Iterable[Outcome]) -> Outcome:
    """Return the outcome of a position whose options, of which there are some, have these.

    >>> outcome_of("NP"), outcome_of("ND"), outcome_of("NN")
    ('N', 'D', 'P')
    """
    found = set(outcomes)
    return "N" if "P" in found else "D" if "D" in found else "P"


# What rules may say, and need not.
_OPTIONAL = {"start_after", "contains", "canonical", "components", "rank", "negative", "drawn"}


class Rules(ABC, Generic[Position]):
    """What impartial and partizan games have in common.

    Parameters of the rules are attributes of a subclass (a frozen dataclass is a good form).
    Positions must be hashable, and the options of a position must be the same each time. Equal
    positions are one position, and are written in one way: as (3, 1) or as (3, True), not both.

    Attributes
    ----------
    misere
        The player who cannot move wins, instead of losing.
    loopy
        Play may come back to a position. Without it, a cycle in the rules is an error.
    """

    misere: bool = False
    loopy: bool = False

    def __new__(cls, *_: Any, **__: Any) -> Self:
        """Name the methods that are missing, and those whose names resemble theirs."""
        if missing := sorted(getattr(cls, "__abstractmethods__", ())):
            own = vars(cls).keys() - dir(super(cls, cls))
            near = [f"; {n}: {m[2:]}" for n in sorted(own) if (m := did_you_mean(n, missing))]
            raise RulesError(f"{cls.__name__}: no method {' and '.join(missing)}{''.join(near)}")
        return super().__new__(cls)

    def __init_subclass__(cls) -> None:
        for name in _OPTIONAL & vars(cls).keys():
            own = vars(cls)[name]
            if not callable(own) and not isinstance(own, property | classmethod | staticmethod):
                raise RulesError(
                    f"{cls.__name__}.{name}={own!r}: of rules this is a method; give "
                    "the attribute another name"
                )

    @abstractmethod
    def start(self, size: int) -> Iterable[Position]:
        """Positions to begin from, for every ``size >= 0``."""

    def start_after(self, smaller: int, size: int) -> Iterable[Position]:  # noqa: ARG002
        """Give ``start(size)``, in its order; positions of ``start(smaller)`` may be left out.

        Asked only where ``start`` is marked by :func:`gives_smaller_again`.
        """
        return self.start(size)

    def contains(self, position: Position) -> bool:  # noqa: ARG002
        """Whether ``position`` is one of the game: an option that is not is an error in the rules.

        Overriding it is optional, as it is for all that follows.
        """
        return True

    def canonical(self, position: Position) -> Position:
        """Return the one position that stands for all that are the same by symmetry.

        Graphs are then as many times smaller as there are symmetries. What is declared is checked;
        see :mod:`oracles.declarations`.
        """
        return position

    def components(self, position: Position) -> Iterable[Position]:
        """Return the components whose disjunctive sum ``position`` is: a move is in one of them.

        Grundy values are then had from the components alone. A position that is its own only part
        is connected; empty components are left out. What is declared is checked; see
        :mod:`oracles.declarations`.
        """
        return (position,)

    def rank(self, position: Position) -> int | None:  # noqa: ARG002
        """Return a number of at least 0 that every move lowers, or None where none is declared.

        A store (:mod:`oracles.store`) then goes rank by rank, and each arc is held to it.
        """
        return None

    def drawn(self, position: Position) -> str | None:  # noqa: ARG002
        """Return ``position`` as rows of characters of equal length, one to a line.

        None, if nothing is declared, lets :mod:`research.system.drawn` draw it by its form.
        """
        return None

    def names_winner_by_position(self) -> bool:
        """Whether the game has an ending of its own, neither normal nor misère play."""
        usual = {Game.final_outcome, PartizanGame.final_outcome}
        return type(self).final_outcome not in usual  # type: ignore[attr-defined]


# What are no rules: where play starts, what is declared, and how positions are written.
_FREE = _OPTIONAL - {"contains", "negative"} | {"start", "written", "state_of"}
_SAYING = (FunctionType, property, staticmethod, classmethod, bool)


def keeps_rules_of(game: Rules[Any], base: type, *names: str) -> bool:
    """Whether a game is of the class ``base`` with nothing of its rules overridden.

    ``names`` are the rules that are meant: all, unless some are named. Where play starts and what
    is declared of positions may be overridden.

    >>> from oracles.vectors import VectorGame, nim
    >>> class Tricky(VectorGame):
    ...     def options(self, position):
    ...         return super().options(position)[:3]
    >>> keeps_rules_of(nim(2), VectorGame), keeps_rules_of(Tricky([(1, 0)]), VectorGame)
    (True, False)
    """
    said = names or {n for kind in base.__mro__ for n in vars(kind) if n[:2] != "__"} - _FREE
    own = vars(game)
    return isinstance(game, base) and all(
        getattr_static(type(game), name) is value and not (callable(value) and name in own)
        for name in said
        if isinstance(value := getattr_static(base, name), _SAYING)
    )


def gives_smaller_again(start: Start) -> Start:
    """Mark a ``start`` that gives at each size all that it gives at smaller ones.

    Sizes may then be passed over.
    """
    start.gives_smaller_again = True  # type: ignore[attr-defined]
    return start


class Game(Rules[Position]):
    """The rules of an impartial game, written as they read.

    Examples
    --------
    >>> class Subtract(Game[int]):
    ...     "Take one or two from a heap."
    ...     def start(self, size):
    ...         return range(size + 1)
    ...     def options(self, position):
    ...         return [position - take for take in (1, 2) if take <= position]
    >>> Subtract().options(5)
    [4, 3]
    >>> Subtract().final_outcome(0)
    'P'
    """

    @abstractmethod
    def options(self, position: Position) -> Iterable[Position]:
        """Positions to which the player to move can move."""

    def final_outcome(self, position: Position) -> Outcome:  # noqa: ARG002
        """Outcome of a position without options."""
        return "N" if self.misere else "P"


class PartizanGame(Rules[Position]):
    """The rules of a partizan game: options for Left and options for Right.

    Examples
    --------
    >>> class Take(PartizanGame[int]):
    ...     "Left takes one from a heap, Right takes two."
    ...     def start(self, size):
    ...         return range(size + 1)
    ...     def left_options(self, position):
    ...         return [position - 1] if position >= 1 else []
    ...     def right_options(self, position):
    ...         return [position - 2] if position >= 2 else []
    >>> Take().left_options(3), Take().right_options(3), moves_of(Take(), "Right", 3)
    ([2], [1], [1])
    """

    @abstractmethod
    def left_options(self, position: Position) -> Iterable[Position]:
        """Positions to which Left can move."""

    @abstractmethod
    def right_options(self, position: Position) -> Iterable[Position]:
        """Positions to which Right can move."""

    def negative(self, position: Position) -> Position | None:  # noqa: ARG002
        """Return ``position`` with Left and Right exchanged, or None where it is not declared.

        Overriding it is optional: graphs are then half as large. It is checked like ``canonical``.
        """
        return None

    def final_outcome(self, position: Position, player: Player) -> Outcome:  # noqa: ARG002
        """Outcome when ``player`` is to move and cannot: P if that player has lost."""
        return "N" if self.misere else "P"


def players_of(game: Rules[Any]) -> tuple[Player, ...]:
    """Return who may be to move, each with options of its own.

    With :func:`moves_of` all that a graph asks; no methods, as rules have names of their own.
    """
    return PLAYERS if isinstance(game, PartizanGame) else ("",)


def moves_of(game: Rules[Position], player: Player, position: Position) -> Iterable[Position]:
    """Return the positions to which one of the players can move."""
    if isinstance(game, PartizanGame):
        return game.left_options(position) if player == "Left" else game.right_options(position)
    return game.options(position)  # type: ignore[attr-defined, no-any-return]


class DigraphGame(Game[Hashable]):
    """A token on ``digraph``, a directed graph of networkx, moved along an arc by each player.

    A vertex is a position and its successors are the options. Parallel arcs and what is written on
    arcs make no difference.

    >>> import networkx as nx
    >>> game = DigraphGame(nx.DiGraph([("a", "b"), ("b", "a"), ("b", "c")]))
    >>> game.loopy, game.options("b")
    (True, ['a', 'c'])
    """

    def __init__(self, digraph: nx.DiGraph[Any], *, misere: bool = False) -> None:
        from networkx import DiGraph, is_directed_acyclic_graph

        self.digraph = digraph if isinstance(digraph, DiGraph) else DiGraph(digraph)
        self.misere, self.loopy = misere, not is_directed_acyclic_graph(self.digraph)

    def start(self, size: int) -> Iterable[Hashable]:
        """Give the first ``size`` vertices, in the order of the graph."""
        return islice(self.digraph, size)

    def options(self, position: Hashable) -> list[Hashable]:
        """Move the token along an arc."""
        return list(self.digraph.successors(position))

    def contains(self, position: Hashable) -> bool:
        """Whether ``position`` is a vertex."""
        return position in self.digraph
