"""Games whose formulas are written by hand, because control states stand beside the vectors.

One file a game; :data:`FORMULAS` names the function that gives each. The function takes what the
command's options give, and the result carries the rules twice, in Python and as formulas, which
are compared before anything is proved (:mod:`research.formula_games`).
"""

from __future__ import annotations

import importlib
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from research.proofs.known import KnownTheorem

FORMULAS = {
    "binary-blackboard": "research.proofs.binary_blackboard",
    "silver-dollar": "research.proofs.silver_dollar",
}


def known_theorem(study: str, coins: int | None = None) -> KnownTheorem:
    """Return the theorem of a built-in study, for a number of coins where it has coins."""
    module = importlib.import_module(FORMULAS[study])
    theorem: KnownTheorem = module.theorem() if coins is None else module.theorem(coins)
    return theorem
