"""Spot checks: what is computed in arrays, compared with the rules at some positions.

The explicit graph is the definition, and tests hold the larger ways of solving a game to it, on
every form of rules. At run time some 200 positions, spread over the whole, are compared: their
options are those that the rules give, and their outcomes and Grundy values those that the values of
their options give (in loopy games outcomes alone, for loopy values are not given so).
"""

from __future__ import annotations

from collections.abc import Hashable
from random import Random
from typing import Any

import numpy as np

from oracles.errors import DisagreementError, brief
from oracles.grundy import mex
from oracles.limits import Watch
from oracles.position_index import Numbered
from oracles.rule_contracts import options_of
from oracles.rules import Game
from oracles.truth import Values

POSITIONS, OPTIONS = 200, 250_000  # that are looked at, and the options of all of them

Single = dict[Hashable, list[Any]]  # positions and their options, from the rules


def spot_checks(game: Game[Any], graph: Numbered, numbers: int) -> Single:
    """Return positions spread over a graph, with their options, which are compared.

    Parameters
    ----------
    game, graph
        The rules, and what was made of them.
    numbers
        Positions have numbers below this one.

    Raises
    ------
    DisagreementError
        If the options of the rules are others.
    """
    spread = np.unique(np.linspace(0, numbers - 1, min(numbers, POSITIONS)).astype(np.int64))
    positions = graph.positions(np.array(Random(0).sample(spread.tolist(), len(spread)), np.int64))
    single: Single = {}
    room, at = OPTIONS, None
    with Watch(lambda: f"options of {brief(at)} in {brief(game)}", moved=lambda: len(single)):
        for at in positions:
            there = graph.number(at) >= 0
            options = options_of(game, at) if there else []
            if not there or len(options) > room:
                continue
            room -= len(options)
            single[at] = options
            known = graph.options_of[at]
            if len(known) != len(options) or set(known) != set(options):
                raise DisagreementError(
                    f"{brief(game)}: {brief(at)}: its options in arrays are not those of the "
                    "rules; take a smaller size, and report this with the rules"
                )
    return single


def check_values(game: Game[Any], single: Single, quantity: str, values: Values) -> Values:
    """Return the values, compared with those that the options of some positions give.

    Raises
    ------
    DisagreementError
        If one is not what it should be.
    """
    if quantity != "outcomes" and (quantity != "grundy_values" or game.loopy):
        return values
    for position, options in single.items():
        if options:
            true = by_definition(quantity, [values[option] for option in options])
            if values[position] != true:
                raise DisagreementError(
                    f"{brief(game)}: in the {quantity}, {brief(position)} has {brief(true)} by its "
                    f"options, and {brief(values[position])} in arrays; take a smaller size, and "
                    "report this with the rules"
                )
    return values


def by_definition(quantity: str, values: list[Any]) -> Any:
    """Return the outcome or Grundy value of a position whose options have these."""
    if quantity == "grundy_values":
        return mex(values)
    return next((found for option, found in (("P", "N"), ("D", "D")) if option in values), "P")
