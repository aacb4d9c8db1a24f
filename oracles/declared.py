"""What rules declare beside the moves, asked with care, and the graph that it is held to.

A game may declare ``canonical`` and ``components`` (:class:`oracles.rules.Rules`). Whatever is
computed with their help is first compared with the definition, on the explicit graph of small
sizes, as far as some 2000 positions and 20 000 arcs go: of all sizes from 0 to 32, and then in
steps of an eighth. The graph has the canonical forms and the components of its positions too, so
that it holds all that a comparison asks about.

How far that was is kept beside the result (:class:`Compared`), which says no more than was seen.

>>> from oracles.vectors import nim
>>> graph, compared = small_graph(nim(3))
>>> str(compared)
'compared on 816 positions, of sizes to 15'
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable
from dataclasses import dataclass
from itertools import chain
from random import Random
from typing import Any

from oracles.errors import RulesError, SearchLimitError, brief, said
from oracles.graph import Builder, GameGraph
from oracles.limits import Watch
from oracles.rule_contracts import in_chunks, options_of, starting_positions
from oracles.rules import Game, Rules

POSITIONS = 2_000
ARCS = 20_000
_EVERY = 32  # sizes to this one are all taken
_LARGEST = 1000  # size, of a game that does not grow
_PLAYS, _LONGEST = 20, 10_000  # random plays, and moves of one


@dataclass(frozen=True)
class Compared:
    """How far something was compared with the definition, position by position.

    Attributes
    ----------
    size
        The largest; None if every size has more positions than were compared.
    positions
        How many positions in all.
    all_to
        The size to which none is left out.
    """

    size: int | None
    positions: int
    all_to: int = 0

    def __str__(self) -> str:
        if self.size is None:
            return f"compared on {self.positions} positions near the end of play"
        some = f" and some to {self.size}" if self.size > self.all_to else ""
        return f"compared on {self.positions} positions, of sizes to {self.all_to}{some}"


def small_graph(
    game: Game[Any], *, limit: int = POSITIONS, arc_limit: int = ARCS
) -> tuple[GameGraph, Compared]:
    """Build the explicit graph of as many sizes as the limits hold, and of what they lead to.

    Parameters
    ----------
    game
        The rules.
    limit, arc_limit
        The largest numbers of positions and of arcs.

    Returns
    -------
    tuple of GameGraph and Compared
        The graph of the positions that are counted, closed under options, canonical forms and
        components.

    Raises
    ------
    SearchLimitError
        If the limits hold not even the end of play, so that nothing could be compared.
    RulesError
        If the rules break what they promise, or give no position at any size.
    """
    builder = Builder(game, limit=limit, arc_limit=arc_limit)
    sizes, too_large = add_sizes(
        builder,
        lambda size: starting_positions(game, size, limit),
        lambda new: _declared_of(game, new),
    )
    if not len(builder.graph) and too_large is not None:
        _add_ends(builder, starting_positions(game, sizes[-1] + 1 if sizes else 0))
        if not len(builder.graph):
            raise SearchLimitError(
                f"{brief(game)} cannot be compared with its explicit graph: {too_large}; let start "
                "give less at size 0"
            ) from too_large
        return builder.graph, Compared(None, len(builder.graph))
    if not len(builder.graph):
        raise RulesError(
            f"{brief(game)} has no position at any size to {sizes[-1]}, so nothing could be "
            "compared; let start give some"
        )
    return builder.graph, Compared(sizes[-1], len(builder.graph), _all_to(sizes))


def _add_ends(builder: Builder, starts: list[Any]) -> None:
    """Add the ends of random plays, each with all that is reached, as long as there is room."""
    game: Any = builder.game
    chance = Random(0)
    for _ in range(_PLAYS):
        play = [chance.choice(starts)]
        while len(play) < _LONGEST and (options := options_of(game, play[-1])):
            play.append(chance.choice(options))
        for position in reversed(play):
            try:
                builder.add([position], lambda new: _declared_of(game, new))
            except SearchLimitError:
                break


def _all_to(sizes: list[int]) -> int:
    """Return the size to which all are there.

    >>> _all_to([0, 1, 2, 4, 6])
    2
    """
    return next(n for n in reversed(sizes) if sizes[n : n + 1] == [n])


def add_sizes(
    builder: Builder,
    start: Callable[[int], Iterable[Hashable]],
    beside: Callable[[list[Hashable]], Iterable[Hashable]] = lambda _: (),
) -> tuple[list[int], SearchLimitError | None]:
    """Add as many sizes to an explicit graph as its limits hold.

    Parameters
    ----------
    builder
        What has the graph.
    start
        Gives the starting positions of a size.
    beside
        Gives what has to be there as well when some positions are.

    Returns
    -------
    tuple of list of int, SearchLimitError or None
        The sizes, each of which is there as a whole; and why there was no room for a larger one, if
        there was none.
    """
    sizes, step, too_large = list[int](), 1, None
    while step and (size := (sizes[-1] if sizes else -1) + step) <= _LARGEST:
        try:
            builder.add(start(size), beside)
        except SearchLimitError as error:
            too_large = error
            step //= 2
            continue
        sizes.append(size)
        if too_large is None and size >= _EVERY:
            step = size // 8
    return sizes, too_large


def canonical_form(game: Rules[Any], position: Hashable) -> Hashable:
    """Return ``game.canonical(position)``.

    Raises
    ------
    RulesError
        If it fails, or gives what cannot be a position.
    """
    form: Hashable = _asked(game, "canonical", position, lambda: game.canonical(position))
    _require_position(game, form, "canonical", position)
    return form


def components_of(game: Rules[Any], position: Hashable) -> list[Hashable]:
    """Return the components of ``position``, each in its canonical form; errors as above."""
    given = _asked(
        game,
        "components",
        position,
        lambda: list(chain.from_iterable(in_chunks(game.components(position)))),
    )
    for component in given:
        _require_position(game, component, "components", position)
    return [canonical_form(game, component) for component in given]


def _asked(game: Rules[Any], method: str, position: Hashable, ask: Callable[[], Any]) -> Any:
    """Return what a method of the rules gives; an error of its own names the position."""
    try:
        return ask()
    except (MemoryError, SearchLimitError):
        raise
    except Exception as error:  # whatever the user's rules raise
        where = f"{method} of {brief(position)} in {brief(game)}"
        raise RulesError(f"{where}: {said(error)}") from error


def _require_position(game: Rules[Any], given: Hashable, method: str, position: Hashable) -> None:
    """Raise :class:`RulesError` unless what a method gave can be a position of the game."""
    try:
        hash(given)
    except TypeError as error:
        raise RulesError(
            f"{method}({brief(position)}) gives {brief(given)}, which cannot be hashed ({error}); "
            "write positions as tuples, numbers, strings or frozen sets"
        ) from error
    if given is None or not game.contains(given):
        raise RulesError(
            f"{method}({brief(position)}) gives {brief(given)}, which is outside the positions of "
            f"{brief(game)}; let it give positions of the game"
        )


def _declared_of(game: Game[Any], positions: Iterable[Hashable]) -> list[Hashable]:
    """Return the canonical forms and the components of positions."""
    given: list[Hashable] = []
    at: Hashable = None
    with Watch(
        lambda: f"canonical form and components of {brief(at)} in {brief(game)}",
        moved=lambda: len(given),
    ):
        for at in positions:
            given += [canonical_form(game, at), *components_of(game, at)]
    return given
