"""What rules declare beside the moves, symmetry and components, and how it is checked.

``canonical(position)`` gives one position that stands for all that are the same. That is a
*symmetry of the game* if for every position p, with canonical form c,

- c is a position of the game, and its own canonical form;
- the options of c, in canonical form, are the options of p in canonical form;
- where these have no options, ``final_outcome`` is the same of both.

Then the graph of the canonical forms has the same outcomes, Grundy values (finite and loopy),
genera, remoteness and suspense at c as the graph at p, for each of them is defined by those of the
options.

``components(position)`` gives the positions whose *disjunctive sum* a position is: a move is made
in exactly one of them. That is right if

- every component is a position of the game, and its own only component (it is *connected*);
- the options of a position, each as the multiset of its components, are those that come from
  replacing one component by the components of one of its options.

Components are compared by their canonical forms. Then the Grundy value of a position is the nim sum
of the values of its components (Sprague 1935, Grundy 1939).

Both are compared with the moves at all positions of the graph of small sizes
(:func:`small_graph`) before anything is believed that is computed with their help, and beyond at
some positions (:mod:`oracles.declaration_checks`). How far that was is kept beside the result.

References: A. N. Siegel, *Combinatorial Game Theory*, AMS 2013, sections II.1 and IV.1;
P. C. Kanellakis and S. A. Smolka, "CCS expressions, finite state processes, and three problems of
equivalence", Inform. and Comput. 86 (1990) 43-68 (options that are the same up to a relation).

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

POSITIONS, ARCS = 2_000, 20_000
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
    """

    size: int | None
    positions: int

    def __str__(self) -> str:
        where = " near the end of play" if self.size is None else f", of sizes to {self.size}"
        return f"compared on {self.positions} positions{where}"


def small_graph(
    game: Game[Any], *, limit: int = POSITIONS, arc_limit: int = ARCS
) -> tuple[GameGraph, Compared]:
    """Build the graph of as many sizes as the limits hold, and of what they lead to.

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

    def declared(positions: list[Hashable]) -> list[Hashable]:
        given: list[Hashable] = []
        with Watch(
            lambda: f"canonical forms and components in {brief(game)}", moved=lambda: len(given)
        ):
            for position in positions:
                given += [canonical_form(game, position), *components_of(game, position)]
        return given

    size = 0
    try:
        for size in range(_LARGEST + 1):
            builder.add(starting_positions(game, size, limit), declared)
    except SearchLimitError as error:
        if len(builder):
            return builder.graph, Compared(size - 1, len(builder))
        _add_ends(builder, starting_positions(game, size), declared)
        if not len(builder):
            raise SearchLimitError(
                f"{brief(game)} cannot be compared with its explicit graph: {error}; let start "
                "give less at size 0"
            ) from error
        return builder.graph, Compared(None, len(builder))
    if not len(builder):
        raise RulesError(
            f"{brief(game)} has no position at any size to {size}, so nothing could be compared; "
            "let start give some"
        )
    return builder.graph, Compared(size, len(builder))


def _add_ends(
    builder: Builder, starts: list[Any], declared: Callable[[list[Hashable]], list[Hashable]]
) -> None:
    """Add the ends of random plays, each with all that is reached, as long as there is room."""
    chance = Random(0)
    game: Any = builder.game
    for _ in range(_PLAYS):
        play = [chance.choice(starts)]
        while len(play) < _LONGEST and (options := options_of(game, play[-1])):
            play.append(chance.choice(options))
        for position in reversed(play):
            try:
                builder.add([position], declared)
            except SearchLimitError:
                break


def canonical_form(game: Rules[Any], position: Hashable) -> Hashable:
    """Return ``game.canonical(position)``.

    Raises
    ------
    RulesError
        If it fails, or gives what cannot be a position.
    """
    (form,) = _declared(game, "canonical", position, lambda: [game.canonical(position)])
    return form


def components_of(game: Rules[Any], position: Hashable) -> list[Hashable]:
    """Return the components of ``position``, each in its canonical form; errors as above."""
    given = _declared(
        game, "components", position, lambda: chain(*in_chunks(game.components(position)))
    )
    return [canonical_form(game, component) for component in given]


def _declared(
    game: Rules[Any], method: str, position: Hashable, ask: Callable[[], Iterable[Any]]
) -> list[Hashable]:
    """Return what a method of the rules gives; an error names the position."""
    try:
        given = list(ask())
    except (MemoryError, SearchLimitError):
        raise
    except Exception as error:  # whatever the user's rules raise
        where = f"{method} of {brief(position)} in {brief(game)}"
        raise RulesError(f"{where}: {said(error)}") from error
    for each in given:
        gives = f"{method}({brief(position)}) gives {brief(each)}"
        try:
            hash(each)
        except TypeError as error:
            raise RulesError(
                f"{gives}, which cannot be hashed ({error}); write positions as tuples, numbers, "
                "strings or frozen sets"
            ) from error
        if each is None or not game.contains(each):
            raise RulesError(
                f"{gives}, which is outside the positions of {brief(game)}; let it give positions "
                "of the game"
            )
    return given
