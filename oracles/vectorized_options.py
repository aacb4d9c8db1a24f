"""Options in arrays: those of many positions at once, without a call of Python for each.

Where rules are a table of what a piece may be replaced by, or formulas over a few numbers, a
position can be a row of bytes, and the options of rows can be written as rows again:

- heaps, each replaced by what the rule says of its size (:mod:`oracles.replacing`);
- strips, a piece of which is rewritten (the same);
- texts in the language of moves (:mod:`oracles.moves.rows`).

They give the options that the rules give, in the same order. Rules with methods of their own are
asked in Python. So are all rules of which these say
:class:`~oracles.position_index.DoesNotFitError`, as when something is wrong with the rules, which
then say what.

>>> from oracles.heaps import octal
>>> rules = vectorized_options(octal("0.77"), [(1, 3)])
>>> rows, ends = rules.options(rules.rows([(1, 3), (3,)]))
>>> rules.positions(rows), ends.tolist()
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
from oracles.position_index import DoesNotFitError, VectorizedOptions
from oracles.rules import Game, keeps_rules_of
from oracles.strips import StripGame


def vectorized_options(
    game: Game[Any], positions: Collection[Hashable]
) -> VectorizedOptions | None:
    """Return what makes the options of a game in arrays, for all reached from ``positions``.

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
