"""The criterion for few coins, by the kernel theorem: a second proof.

The rules are those of :mod:`oracles.games.silver_dollar`, in squares x0 < x1 < ...; the gap g0
before the first coin is x0, the gap g2 before the third x2 - x1 - 1. Once the silver dollar is
pocketed the player to move has lost; with rank 0 it is pocketed at once, so these positions do not
lose. The strip's right end plays no part, so what is proved holds for every length.

Criterion: EulerSolve, Project Euler 344, "How the Pocket Rule Changes the Losing Positions"; see
:mod:`fast.silver_dollar`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from fast.errors import require_integer
from oracles.games.silver_dollar import SilverDollar
from research.claims.claim import OURS
from research.proving.claiming import claim_made_theorem
from research.proving.theorem import Theorem
from research.studies.silver_dollar.truth import study

if TYPE_CHECKING:
    from research.logic.formula import Formula

MOST_COINS = 7


def theorem(coins: int = 5) -> Theorem:
    """Return the criterion for ``coins`` coins, the silver dollar among them.

    Parameters
    ----------
    coins
        From 2 to ``MOST_COINS``.

    Raises
    ------
    InputError
        If the number is out of range.
    """
    require_integer("coins", coins, least=2, most=MOST_COINS)
    active = ", ".join(f"g{place}" for place in range((coins + 1) % 2, coins, 2))
    shift = "" if coins % 2 == 0 else "; with rank 2 or more g0 counts one more"
    return Theorem(
        lambda: SilverDollar(coins - 1),
        f"In the silver dollar game with {coins} coins ({coins - 1} worthless and the silver "
        "dollar, ranks from 0 at the left), the player to move loses exactly if the silver dollar "
        f"is not the leftmost coin and the nim sum of the gaps {active} is 0{shift}. For strips of "
        "every length. With a smaller number m of coins the gaps are g(m-1), g(m-3) and so on, and "
        "g0 counts one more with rank 2 or more only if m is odd.",
        lambda: criterion(coins),
        shown=tuple(f"m{coins}r{rank}" for rank in range(1, coins)),
        controls={
            "no shift for rank 2 and more": lambda: criterion(coins, shift=0),
            "a shift of two": lambda: criterion(coins, shift=2),
        }
        if coins > 2
        else {"the left gap too": lambda: {**criterion(2), "m2r1": f"{gap(0)} = {gap(1)}"}},
    )


def criterion(coins: int, *, shift: int = 1) -> dict[str, str | Formula]:
    """Return the formula of the positions that lose, for each control state up to so many coins.

    ``shift`` is added to the first gap with an odd number of coins and rank 2 or more.
    """
    from research.logic.formula import TruthValue
    from research.proving.formula_from_automaton import nim_sum_formula

    result: dict[str, str | Formula] = {f"m{n}": TruthValue(value=True) for n in range(coins)}
    for number in range(2, coins + 1):
        active = [gap(place) for place in range((number + 1) % 2, number, 2)]
        for rank in range(1, number):
            terms = active[1:] + active[:1]
            if number % 2 and rank >= 2:
                terms[-1] = f"({terms[-1]} + {shift})"
            result[f"m{number}r{rank}"] = nim_sum_formula(terms)
    return result


def gap(coin: int) -> str:
    """Return the number of free squares to the left of a coin, as a term in squares.

    >>> gap(0), gap(2)
    ('x0', '(x2 - x1 - 1)')
    """
    return f"(x{coin} - x{coin - 1} - 1)" if coin else "x0"


study.section("few coins", source=OURS, kind="step")
claim_made_theorem(
    study,
    "criterion-for-few-coins",
    "With 2 to 7 coins and the silver dollar on any rank, the criterion holds on strips of every "
    "length.",
    theorem,
    coins=MOST_COINS,
)
