"""Rules on rows: the options of many positions at once, without a call of Python for each.

A compact graph keeps a position as a row of bytes. Where rules are a table of what a piece may be
replaced by, or formulas over a few numbers, the options of such rows can be written as rows again:

- heaps, each replaced by what the rule says of its size (:mod:`oracles.replacing`);
- strips, a piece of which is rewritten (the same);
- texts in the language of moves (:mod:`oracles.moves.rows`).

They give the options that the rules give, in the same order, so that the graph is the same to the
last number. Rules with methods of their own are asked in Python. So is every row of which these say
:class:`~oracles.packing.DoesNotFitError`, as when something is wrong with the rules, which then say
what. Nothing of it is believed before it was compared (:mod:`oracles.witnesses`).

>>> from oracles.heaps import octal
>>> rules = rules_on_rows(octal("0.77"), [(1, 3)])
>>> rows, ends = rules.options(rules.packing, rules.packing.pack([(1, 3), (3,)]))
>>> rules.packing.unpack(rows), ends.tolist()
([(3,), (1, 2), (1, 1, 1), (1, 1), (2,), (1, 1), (1,)], [4, 7])
"""

from __future__ import annotations

from collections.abc import Collection, Hashable
from contextlib import suppress
from typing import Any

from oracles import replacing
from oracles.heaps import HeapGame
from oracles.moves import MoveGame
from oracles.moves.rows import RowsOfMoves
from oracles.packing import DoesNotFitError
from oracles.row_rules import RowRules
from oracles.rules import Game, keeps_rules_of
from oracles.strips import StripGame


def rules_on_rows(game: Game[Any], positions: Collection[Hashable]) -> RowRules | None:
    """Return the rules of a game on rows, for all that is reached from ``positions``.

    None for a game whose rules are not of such a form, or may be others than its class says.
    """
    if isinstance(game, HeapGame):
        if keeps_rules_of(game, HeapGame):
            return replacing.heaps(game, positions)
    elif isinstance(game, StripGame):
        if keeps_rules_of(game, StripGame):
            return replacing.strips(game, positions)
    elif isinstance(game, MoveGame) and game.is_plain():
        with suppress(DoesNotFitError):
            return RowsOfMoves(game)
    return None
