"""Games whose formulas are written by hand, because control states stand beside the vectors.

A built-in study has a file of its own; :data:`FORMULAS` names the function that gives
each theorem. The function takes what the command's options give, and the result carries the rules
twice, in Python and as formulas, which are compared before anything is proved
(:mod:`research.theorems.formula_games`).
"""

from __future__ import annotations

import importlib
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from research.theorems.known import KnownTheorem

FORMULAS = {
    "binary-blackboard": "research.theorems.binary_blackboard:theorem",
    "silver-dollar": "research.theorems.silver_dollar:theorem",
    "staircase-nim": "research.proving.variants:staircase_nim",
    "coins-on-a-strip": "research.proving.variants:coins_on_a_strip",
    "fibonacci-nim": "research.proving.variants:fibonacci_nim",
    "moores-nim": "research.proving.variants:moores_nim",
    "twenty-one": "research.proving.variants:twenty_one",
    "white-knight": "research.proving.variants:white_knight",
}


def known_theorem(study: str, coins: int | None = None) -> KnownTheorem:
    """Return the theorem of a built-in study, for a number of coins where it has coins."""
    module, _, name = FORMULAS[study].partition(":")
    make = getattr(importlib.import_module(module), name)
    theorem: KnownTheorem = make() if coins is None else make(coins)
    return theorem
