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
from research.theorems.theorem import Theorem

if TYPE_CHECKING:
    from research.theorems.theorem import Relations


def theorem() -> Theorem:
    """Return the criterion for every r, in both players' terms."""
    return Theorem(
        BinaryBlackboard(),
        "Oscar, to move on the binary blackboard with r remaining and flag q, loses exactly if q "
        "is the parity of the ones of r and r + 1 is a power of two or a sum of distinct powers of "
        "four; this set is L_q. Eric, to move with flag q, loses exactly if r is in L_(1-q). For "
        "every r >= 0.",
        criterion(),
        relations=relations,
        controls={
            "sums of powers of four without the powers of two": criterion("$moser(r+1)"),
            "powers of two only": criterion("$power(r+1)"),
            "one number too many": criterion("$power(r+1) | $moser(r+1) | r = 1000"),
        },
    )


def criterion(losing: str = "$power(r+1) | $moser(r+1)") -> dict[str, str]:
    """Return for each control state the formula of the r from which the player to move loses."""
    sets: dict[str, str] = {}
    for flag in (0, 1):
        formula = f"T[r] = @{flag} & ({losing})"
        sets[f"O{flag}"], sets[f"E{1 - flag}"] = formula, formula
    return sets


def relations() -> Relations:
    """Return the predicate of the sums of distinct powers of four."""
    from research.logic.digits import sums_of_powers_of_four

    return {"moser": sums_of_powers_of_four("x")}
