"""Heap games that have the values of a game that has a name, decided by the periods of both.

The theorem is in ``docs/theorems.md``.
"""

from __future__ import annotations

from dataclasses import replace
from functools import cache
from itertools import product

from research.proving.periods import PeriodProof, prove_period
from research.proving.results import ProofResult

NAMED = {  # whose periods are proved; the plainest first
    "nim": "0.[3]",
    "Bachet's game": "0.333",
    "Kayles": "0.77",
    "Dawson's Kayles": "0.07",
    "Dawson's chess": "0.137",
    "Lasker's nim": "4.[3]",
    "double Kayles": "0.7777",
}
SHIFTS = (0, 1, -1, 2, -2)
_named = cache(prove_period)


def with_equal_game(result: ProofResult) -> ProofResult:
    """Return a proved period with the name of a game that has the same values, if there is one.

    >>> from oracles.heaps import octal
    >>> from research.proving.periods import prove_heap_game
    >>> with_equal_game(prove_heap_game(octal("0.4"), "a game")).statement.split(". ")[-1]
    "A heap of n + 1 has the value of a heap of n in Dawson's Kayles (0.07)."
    """
    found = result.proof
    if not isinstance(found, PeriodProof):
        return result
    for shift, (name, text) in product(SHIFTS, NAMED.items()):
        other = _named(text)
        if isinstance(other, PeriodProof) and _equal(found, other, shift):
            here, there = (f"n + {k}" if k > 0 else "n" for k in (-shift, shift))
            said = f"A heap of {here} has the value of a heap of {there} in {name} ({text})."
            if not shift:
                said = f"The values are those of {name} ({text})."
            rests = f"The {other.theorem}, for {text} from the heaps 0 to {other.checked}."
            said = f"{result.statement} {said}"
            return replace(result, statement=said, rests_on=(*result.rests_on, rests))
    return result


def _equal(proof: PeriodProof, other: PeriodProof, shift: int) -> bool:
    """Decide that G(n) = H(n + shift) for every n for which both are heaps."""
    if (proof.period, proof.saltus) != (other.period, other.saltus):
        return False
    least = max(0, -shift)
    end = max(least, proof.preperiod, other.preperiod - shift) + proof.period
    return all(proof.value(n) == other.value(n + shift) for n in range(least, end))
