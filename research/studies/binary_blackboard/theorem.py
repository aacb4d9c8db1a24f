"""The binary blackboard: the losing sets L_0 and L_1 for every r.

The rules are those of :mod:`oracles.games.binary_blackboard`: control states are whose turn it is
and the flag; the one coordinate is what remains.

Every statement about L for all sizes is decided of one criterion, by the predicates that are made
from it here. So a claim made with them rests on the one that ties the criterion to the rules.
"""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING, Any

from oracles.games.binary_blackboard import BinaryBlackboard
from research.proving.claiming import Theorem
from research.studies.decided import Derivation, Predicate, decided

if TYPE_CHECKING:
    from research.logic.automaton import Automaton
    from research.proving.claiming import Relations

THEOREM = "losing-sets-for-every-number"  # of the claim


def losing_theorem() -> Theorem:
    """Return the criterion for every r, in both players' terms."""
    return Theorem(
        BinaryBlackboard(),
        "Oscar, to move on the binary blackboard with r remaining and flag q, loses exactly if q "
        "is the parity of the ones of r and r + 1 is a power of two or a sum of distinct powers of "
        "four; this set is L_q. Eric, to move with flag q, loses exactly if r is in L_(1-q). For "
        "every r >= 0. In the formulas `$moser(x)` says that x is a sum of distinct powers of "
        "four, and `$P_O0(r)` that r is in this set for O0, and so on.",
        criterion(),
        relations=relations,
        controls={
            "sums of powers of four without the powers of two": criterion("$moser(r+1)"),
            "powers of two only": criterion("$power(r+1)"),
            "one number too many": criterion("$power(r+1) | $moser(r+1) | r = 300"),
        },
    )


def criterion(losing: str = "$power(r+1) | $moser(r+1)") -> dict[str, str]:
    """Return for each control state the formula of the r from which the player to move loses."""
    return {
        state: f"T[r] = @{flag} & ({losing})"
        for flag in (0, 1)
        for state in (f"O{flag}", f"E{1 - flag}")
    }


def relations() -> Relations:
    """Return the predicate of the sums of distinct powers of four."""
    from research.logic.digits import sums_of_powers_of_four

    return {"moser": sums_of_powers_of_four("x")}


def definitions() -> list[Predicate]:
    """Return the predicates of the losing sets, each with its meaning and its formula."""
    players = {"O": "Oscar", "E": "Eric"}
    losing = [
        (f"loses{of}", "r", f"{players[of[0]]}, to move with flag {of[1]}, loses at r", formula)
        for of, formula in criterion().items()
    ]
    return [
        *losing,
        ("member", "r", "r is in $L$",
         "1 <= r & ((T[r] = @0 & $losesO0(r)) | (T[r] = @1 & $losesO1(r)))"),
        ("four", "p", "p is a power of four and, `$moser(p)`, a sum of distinct powers of four",
         "$power(p) & $moser(p)"),
    ]  # fmt: skip


@cache
def predicates() -> dict[str, Automaton]:
    """Return the losing sets of both players, L, the powers of four and the sums of distinct ones.

    L begins at 1, as no game begins with 0.

    >>> [r for r in range(65) if predicates()["member"].accepts(r=r)]
    [1, 3, 4, 7, 15, 16, 19, 20, 31, 63, 64]
    >>> [p for p in range(100) if predicates()["four"].accepts(p=p)]
    [1, 4, 16, 64]
    """
    from research.logic.decide import evaluate

    known: dict[str, Any] = dict(relations())
    for name, _, _, formula in definitions():
        known[name] = evaluate(formula, "lsd_2", known)
    return known


def of_losing_sets(text: str) -> Derivation:
    """Decide statements about L and the powers of four."""
    return decided(text, relations, definitions())
