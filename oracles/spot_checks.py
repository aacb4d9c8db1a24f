"""Spot checks: values that are computed in arrays, compared with the definition at some positions.

Tests compare every quantity with its definition, on every form of rules. At run time, at some 200
positions spread over the whole, outcomes and Grundy values are compared with those that the values
of their options give; in a graph of 200 positions or fewer, at every one. (In loopy games outcomes
alone: loopy values are not given so.)
"""

from __future__ import annotations

from collections.abc import Hashable, Mapping
from random import Random
from typing import Any, TypeVar

import numpy as np

from oracles.errors import DisagreementError, brief
from oracles.grundy import mex
from oracles.outcomes import outcome_of
from oracles.position_index import Index
from oracles.rules import Game

POSITIONS, OPTIONS = 200, 250_000  # that are looked at, and the options of all of them

Values = TypeVar("Values", bound=Mapping[Hashable, Any])


def spread(index: Index, numbers: int) -> list[Any]:
    """Return positions spread over all, which have numbers below ``numbers``, in random order."""
    chosen = np.unique(np.linspace(0, numbers - 1, min(numbers, POSITIONS)).astype(np.int32))
    Random(0).shuffle(chosen)  # type: ignore[arg-type]
    return [p for p in index.positions(chosen) if index.number(p) >= 0]


def by_definition(quantity: str, values: list[Any]) -> Any:
    """Return the outcome or Grundy value of a position whose options have these."""
    return outcome_of(values) if quantity == "outcomes" else mex(values)


def check_values(
    game: Game[Any],
    options_of: Mapping[Hashable, list[Any]],
    positions: list[Any],
    quantity: str,
    values: Values,
) -> Values:
    """Return the values, compared with those that the options of some positions give.

    Raises
    ------
    DisagreementError
        If one is not what it should be.
    """
    if quantity != "outcomes" and (quantity != "grundy_values" or game.loopy):
        return values
    room = OPTIONS
    for position in positions:
        options = options_of[position]
        room -= len(options)
        if room < 0:
            break
        if options and values[position] != (
            true := by_definition(quantity, [values[option] for option in options])
        ):
            raise DisagreementError(
                f"{brief(game)}: in the {quantity}, {brief(position)} has {brief(true)} by its "
                f"options, and {brief(values[position])} in arrays; take a smaller size, and "
                "report this with the rules"
            )
    return values
