"""The binary blackboard: the losing sets L_0 and L_1 for every r.

The rules are those of :mod:`oracles.games.binary_blackboard`: control states are whose turn it is
and the flag; the one coordinate is what remains.

Criterion (see :mod:`fast.binary_blackboard`): Oscar, to move with flag q, loses exactly if
q = T[r] and r + 1 is a power of two or a sum of distinct powers of four. The source reads the sets
off a table: 003_ba7b94ce0150d325.txt, "Step 3" to "Step 5".
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from oracles.games.binary_blackboard import BinaryBlackboard
from research.logic.automaton import Automaton
from research.logic.formula import Formula
from research.logic.parser import parse
from research.theorems.known import Criterion, KnownTheorem
from research.theorems.move_formulas import formulas_of

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Sets = dict[str, NDArray[np.bool_]]

STATES = ("O0", "O1", "E0", "E1")


def theorem() -> KnownTheorem:
    """Return the criterion for every r, in both players' terms."""
    return KnownTheorem(
        formulas_of(BinaryBlackboard()),
        "Oscar, to move on the binary blackboard with r remaining and flag q, loses exactly if q "
        "is the parity of the ones of r and r + 1 is a power of two or a sum of distinct powers of "
        "four; this set is L_q. Eric, to move with flag q, loses exactly if r is in L_(1-q). For "
        "every r >= 0.",
        criterion(),
        relations={"moser": sums_of_powers_of_four()},
        wrong={
            "sums of powers of four without the powers of two": lambda: criterion("$moser(r+1)"),
            "powers of two only": lambda: criterion("$power(r+1)"),
            "one number too many": lambda: criterion("$power(r+1) | $moser(r+1) | r = 1000"),
        },
    )


def criterion(losing: str = "$power(r+1) | $moser(r+1)") -> Criterion:
    """Return for each control state the formula of the r from which the player to move loses."""
    sets: dict[str, Formula] = {}
    for flag in (0, 1):
        formula = parse(f"T[r] = @{flag} & ({losing})").formula
        sets[f"O{flag}"], sets[f"E{1 - flag}"] = formula, formula
    return sets


def sums_of_powers_of_four() -> Automaton:
    """Return the automaton of the Moser-de Bruijn numbers, 0 among them.

    >>> [n for n in range(22) if sums_of_powers_of_four().accepts(x=n)]
    [0, 1, 4, 5, 16, 17, 20, 21]
    """
    table = [[1, 1], [0, 2], [2, 2]]  # an even place, an odd place, a one on an odd place
    return Automaton.build(2, "lsd", ["x"], table, [True, True, False])


def losing_values(size: int) -> Sets:
    """Return for each control state which r up to ``size`` lose, from the explicit graph."""
    import numpy as np

    from oracles.solve import solve

    game = BinaryBlackboard()
    outcomes = solve(game, size).outcomes
    return {
        state: np.array([outcomes[game.written(state, (r,))] == "P" for r in range(size + 1)])
        for state in STATES
    }
