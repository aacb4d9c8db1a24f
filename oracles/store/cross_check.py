"""Comparing a store with the rules, position by position.

A position is compared with its options, as the rules name them: its outcome and Grundy value are
those that the store's values of the options give. Where this holds for the lowest positions, of
which every option is among them, their values are right by induction; the others are positions
spread over the whole.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import chain, islice
from typing import Any

from oracles.errors import (
    DisagreementError,
    ResourceLimitError,
    RulesError,
    SearchLimitError,
    brief,
    said,
)
from oracles.grundy import mex
from oracles.limits import Watch
from oracles.rule_contracts import final_outcome_of, in_chunks
from oracles.rules import Game, outcome_of
from oracles.store.store import Store

LOWEST, SPREAD = 2_000, 200  # positions


def has_values(game: Game[Any]) -> bool:
    """Whether a game has Grundy values."""
    return not game.misere and not game.names_winner_by_position()


def starts(game: Game[Any], size: int) -> Iterator[Sequence[Any]]:
    """Yield the starting positions, a part at a time; what goes wrong is said in words."""
    try:
        yield from in_chunks(game.start(size))
    except (RulesError, SearchLimitError, MemoryError):
        raise
    except Exception as error:
        raise RulesError(f"start({size}) of {brief(game)}: {said(error)}") from error


def compare_with_rules(game: Game[Any], store: Store) -> str:
    """Compare a new store with the rules; return what was compared, in words."""
    lowest, spread = store.lowest(LOWEST), store.spread(SPREAD)
    if difference := _difference(game, store, lowest) or _difference(game, store, spread):
        raise DisagreementError(f"{brief(game)}: {difference}; report this with the rules")
    return (
        f"compared with the rules: the {len(lowest)} lowest positions, which hold all their "
        f"options, and {len(spread)} positions spread over the store"
    )


def changed_rules(game: Game[Any], store: Store) -> str:
    """Say how the rules of a finished store are others now; nothing if no difference is seen."""
    start = list(islice(chain.from_iterable(starts(game, store.size)), SPREAD))
    known = store.known(start)
    absent = next((position for position in start if position not in known), None)
    if absent is not None:
        return f"they begin from {brief(absent)}, which it has not"
    return _difference(game, store, store.spread(SPREAD))


def _difference(game: Game[Any], store: Store, positions: list[Any]) -> str:
    """Say where positions differ from what their options make them; nothing if they do not."""
    with Watch(lambda: f"options of {len(positions)} positions of {brief(game)}"):
        try:
            options = {p: set(chain.from_iterable(in_chunks(game.options(p)))) for p in positions}
            endings = {p: final_outcome_of(game, p) for p in positions if not options[p]}
            values = store.known({*positions, *chain.from_iterable(options.values())})
        except (MemoryError, ResourceLimitError):
            raise
        except Exception as error:  # whatever rules do with positions that are not theirs
            return said(error)
    for position, given in options.items():
        absent = next((option for option in given if option not in values), None)
        if absent is not None:
            return f"{brief(position)} has the option {brief(absent)}, which is not in the store"
        found = [values[option] for option in given]
        outcome = outcome_of(outcome for outcome, _ in found)
        value = mex([value or 0 for _, value in found]) if has_values(game) else None
        true = (endings.get(position, outcome), value)
        if values[position] != true:
            by_rules, there = _words(true), _words(values[position])
            return f"{brief(position)} has {by_rules} by the rules, and {there} in the store"
    return ""


def _words(found: tuple[Any, int | None]) -> str:
    outcome, value = found
    return f"outcome {outcome}" + ("" if value is None else f" and Grundy value {value}")
