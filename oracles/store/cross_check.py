"""Holding a store to the rules: to explicit graphs, and position by position to the options.

What is compared is outcome and Grundy value: with those of an explicit graph, which is the
definition, or with those that the options of a position give it, as the rules name them now.
"""

from __future__ import annotations

from itertools import chain, islice
from typing import Any

from oracles.errors import (
    DisagreementError,
    ResourceLimitError,
    SearchLimitError,
    brief,
)
from oracles.graph import Builder, GameGraph
from oracles.grundy import mex
from oracles.limits import Watch
from oracles.rule_contracts import final_outcome_of, in_chunks
from oracles.rules import Game
from oracles.spot_checks import by_definition
from oracles.store.store import Store, StoreError
from oracles.truth import Truth

POSITIONS, ARCS = 2_000, 50_000  # of an explicit graph
LOOKED_AT = 200  # positions spread over the whole


def has_values(game: Game[Any]) -> bool:
    """Whether a game has Grundy values."""
    return not game.misere and not game.names_winner_by_position()


def cross_checked(game: Game[Any], store: Store) -> str:
    """Compare a finished store with the rules; say what it was held to.

    Raises
    ------
    SearchLimitError
        If no part of it is small enough to be compared with its explicit graph.
    DisagreementError
        If it has other outcomes or Grundy values.
    """
    lowest = _lowest(game, store)
    if not len(lowest):
        raise SearchLimitError(
            f"size={store.size}: no part of {brief(game)} is small enough to compare a "
            "store with its explicit graph; take a smaller size"
        )
    truth, single = Truth(game, lowest), store.spread(LOOKED_AT)
    difference = _difference(game, store, single)
    for position, found in store.look_up(lowest).items():
        true = (truth.outcome(position), truth.grundy(position) if has_values(game) else None)
        if found != true:
            difference = _differing(position, found, true)
    if difference:
        raise DisagreementError(f"{brief(game)}: {difference}; report this with the rules")
    return (
        f"held to the explicit graph on {len(lowest)} positions of the store; {len(single)} "
        "positions to their options"
    )


def _lowest(game: Game[Any], store: Store) -> GameGraph:
    """Return an explicit graph of the store's lowest positions, as many as are small."""
    builder = Builder(game, limit=POSITIONS, arc_limit=ARCS)
    for position in store.lowest(POSITIONS):
        try:
            builder.add([position])
        except SearchLimitError:
            break
    return builder.graph


def require_same_rules(game: Game[Any], store: Store) -> None:
    """Hold positions spread over a finished store to the rules, which may have changed.

    Raises
    ------
    StoreError
        If the rules give them other options or values, or other positions to begin from.
    """
    with Watch(lambda: f"start({store.size}) of {brief(game)}"):
        start = list(islice(chain.from_iterable(in_chunks(game.start(store.size))), LOOKED_AT))
    there = store.known(start)
    absent = next((position for position in start if position not in there), None)
    if absent is not None:
        difference = f"they begin from {brief(absent)}, which it has not"
    else:
        difference = _difference(game, store, store.spread(LOOKED_AT))
    if difference:
        raise StoreError(
            f"store={str(store.path)!r}: it was made by other rules than those of {brief(game)} "
            f"are now: {difference}; name another file, or remove this one"
        )


def _difference(game: Game[Any], store: Store, positions: list[Any]) -> str:
    """Say where positions differ from what their options make them; nothing if they do not."""
    with Watch(lambda: f"options of {LOOKED_AT} positions of {brief(game)}"):
        try:
            options = {p: set(chain.from_iterable(in_chunks(game.options(p)))) for p in positions}
            endings = {p: final_outcome_of(game, p) for p in positions if not options[p]}
            values = store.known({*positions, *chain.from_iterable(options.values())})
        except (MemoryError, ResourceLimitError):
            raise
        except Exception as error:  # whatever rules do with positions that are not theirs
            return f"{type(error).__name__}: {error}"
    for position, given in options.items():
        absent = next((option for option in given if option not in values), None)
        if absent is not None:
            return f"{brief(position)} has the option {brief(absent)}, which is not in the store"
        found = [values[option] for option in given]
        outcome = by_definition("outcomes", [outcome for outcome, _ in found])
        value = mex([value or 0 for _, value in found]) if has_values(game) else None
        true = (endings.get(position, outcome), value)
        if values[position] != true:
            return _differing(position, values[position], true)
    return ""


def _differing(position: Any, found: Any, true: Any) -> str:
    by_rules, there = (
        f"outcome {outcome}" + ("" if value is None else f" and Grundy value {value}")
        for outcome, value in (true, found)
    )
    return f"{brief(position)} has {by_rules} by the rules, and {there} in the store"
