"""Short claims about the values of heap games, by their period or by definition.

They rest on the period of the game, proved as by ``prove`` (:mod:`research.proving.periods`); where
none is proved, a claim of a period or of a rare value is exhausted on values by definition.

``study``, ``statement``, ``name`` and ``source`` are those of
:func:`~research.proving.claiming.claim_theorem`. ClaimError is raised if the game is no heap game.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import cache, lru_cache
from typing import TYPE_CHECKING, Any

from oracles.heaps import HeapGame, heap_values, is_sum_of_heaps
from research.checks.evidence import (
    ClaimError,
    Counterexample,
    Evidence,
    Kind,
    Level,
    TruthFrom,
    require,
)
from research.claims.cases import Listed
from research.claims.claim import Claim, Source
from research.proving.heap_periods import prove_heap_game
from research.proving.limits import LARGEST_BY_DEFINITION
from research.proving.results import HEAP_VALUE, PERIODICITY, ProofResult

if TYPE_CHECKING:
    from research.claims.study import Study
    from research.proving.period_theorems import SeenPeriod
    from research.proving.periods import PeriodProof

BY_DEFINITION = "the mex of the values of the options, heap by heap"
SUM_OF_HEAPS = "a heap game whose options are those of its rule"
FIRST = LARGEST_BY_DEFINITION // 2  # the heap to which values are looked at where nothing is proved


def claim_period(
    study: Study,
    statement: str,
    *,
    period: int,
    preperiod: int = 0,
    saltus: int = 0,
    name: str = "period",
    controls: Mapping[str, tuple[int, int, int]] | None = None,
    source: Source | str | None = None,
) -> Claim:
    """Claim the period of a heap game's Grundy values, for every heap.

    Parameters
    ----------
    period, preperiod, saltus
        The least numbers with ``G(n + period) = G(n) + saltus`` for all ``n >= preperiod``.
    controls
        Wrong triples of preperiod, period and saltus; one with each number changed unless given.

    Examples
    --------
    >>> from oracles.heaps import subtraction
    >>> from research.checks.evidence import Settings
    >>> from research.claims.study import Study
    >>> from research.verdicts.checking import check_claim
    >>> study = Study("one-or-two", subtraction(1, 2), source="an example")
    >>> claim = claim_period(study, "The values have period 3.", period=3)
    >>> str(check_claim(claim, Settings()).level)
    'proved'
    """
    believed = (preperiod, period, saltus)
    for words, triple in {"period": believed, **(controls or {})}.items():
        right = type(triple) is tuple and [type(n) for n in triple] == [int] * 3
        what = f"claim {name!r}: {words}"
        require(right, what, triple, "a triple: preperiod, period, saltus, each an integer")
    near = {
        "one heap later": (preperiod + 1, period, saltus),
        "twice the period": (preperiod, 2 * period, 2 * saltus),
        "one more each period": (preperiod, period, saltus + 1),
    }

    def by_period(
        found: SeenPeriod | None, believed: tuple[int, int, int]
    ) -> Counterexample | None:
        words = "preperiod {}, period {}, saltus {}"
        if found is None:
            return Counterexample("", "no period is seen", words.format(*believed))
        known = (found.preperiod, found.period, found.saltus)
        if known == believed:
            return None
        return Counterexample("", words.format(*known), words.format(*believed))

    def by_values(game: HeapGame, believed: tuple[int, int, int]) -> _Exhausted:
        from research.proving.period_theorems import find_period

        last = max(FIRST, 2 * (believed[0] + believed[1]))
        return last, by_period(find_period(heap_values(game, last)), believed)

    claim = study.claim(
        name, statement, believed=believed, controls=controls or near, source=source
    )
    return _by_period(claim, study, by_period, by_values)


def claim_rare_value(
    study: Study,
    statement: str,
    *,
    value: int,
    heaps: Sequence[int],
    name: str = "",
    controls: Mapping[str, Sequence[int]] | None = None,
    source: Source | str | None = None,
) -> Claim:
    """Claim at which heaps alone a Grundy value occurs, among heaps of every size.

    Parameters
    ----------
    value
        The Grundy value.
    heaps
        All heaps with this value, at least one.
    controls
        Wrong lists of heaps; the list without its last one unless given.
    """
    name = name or f"heaps-of-value-{value}"
    require(bool(heaps), f"claim {name!r}: heaps", heaps, "one heap at least")
    heaps = sorted(set(heaps))
    controls = controls or {"without the last one": heaps[:-1]}
    claim = study.claim(name, statement, believed=heaps, controls=controls, source=source)

    def unequal(found: Sequence[int], believed: Sequence[int]) -> Counterexample | None:
        if list(found) == sorted(set(believed)):
            return None
        return Counterexample("", str(list(found)), str(list(believed)))

    def by_proof(proof: PeriodProof, believed: Sequence[int]) -> Counterexample | None:
        last = proof.preperiod + proof.period
        if proof.saltus:  # each value occurs in the first periods, or never again
            last += proof.period * (1 + max(0, value - min(proof.table)) // abs(proof.saltus))
        known = [heap for heap in range(last) if proof.value(heap) == value]
        again = [h for h in known if h >= proof.preperiod] if not proof.saltus else []
        if again:
            shown = f"again and again, first at {known[0]}, {again[0]}, {again[0] + proof.period}"
            return Counterexample("", shown, str(list(believed)))
        return unequal(known, believed)

    def by_values(game: HeapGame, believed: Sequence[int]) -> _Exhausted:
        last = max(FIRST, *believed)
        known = [h for h, found in enumerate(heap_values(game, last)) if found == value]
        return last, unequal(known, believed)

    return _by_period(claim, study, by_proof, by_values)


_Exhausted = tuple[int, Counterexample | None]  # the largest heap, and where it is wrong


def _by_period(
    claim: Claim,
    study: Study,
    by_proof: Callable[[PeriodProof, Any], Counterexample | None],
    by_values: Callable[[HeapGame, Any], _Exhausted],
) -> Claim:
    """Give a claim the check that compares it with the proved period, else with values.

    Both functions return where what is believed is wrong; the second also how far it has looked.
    """
    game = study.game
    if not is_sum_of_heaps(game) or game.misere:
        raise ClaimError(
            f"claim {claim.name!r}: game={game!r}: expected {SUM_OF_HEAPS}, in normal play"
        )
    found = cache(lambda: prove_heap_game(game, study.called))

    def check(believed: Any) -> Evidence:
        result = found()
        if isinstance(result, ProofResult) and result.proved:
            wrong = by_proof(result.proof, believed)
            if wrong is None:
                return result.evidence()
            bound = "heaps of every size"
            return Evidence(Level.REFUTED, Kind.THEOREM, bound, 1, wrong, by=PERIODICITY)
        reason = result if isinstance(result, str) else result.reason
        last, wrong = by_values(game, believed)
        return Evidence(
            Level.EXHAUSTED if wrong is None else Level.REFUTED,
            Kind.EXHAUSTION,
            f"the heaps 0 to {last}" + ("" if wrong else f"; not proved: {reason}"),
            last + 1,
            wrong,
            by=BY_DEFINITION,
            truth=TruthFrom.COMPLETE,
        )

    return claim.prove(PERIODICITY, check)


def claim_heap_values(
    study: Study,
    statement: str,
    *,
    believed: Callable[[int], int],
    controls: Mapping[str, Callable[[int], int]],
    largest: int = FIRST,
    name: str = "heap-values",
    source: Source | str | None = None,
) -> Claim:
    """Claim the Grundy value of a single heap of any size.

    It is exhausted by definition, and ``check`` tries to prove it by the period of the game.

    Parameters
    ----------
    believed
        Gives the value of a heap from its size.
    controls
        Wrong functions by what is wrong with them, at least one, else ClaimError is raised.
    largest
        The largest heap of the exhaustion.
    """
    game = study.game
    if not is_sum_of_heaps(game):
        raise ClaimError(f"claim {name!r}: game={game!r}: expected {SUM_OF_HEAPS}")
    if not controls:
        raise ClaimError(f"claim {name!r}: controls are needed, at least one wrong function")
    claim = study.claim(name, statement, believed=believed, controls=controls, source=source)
    claim.quantity = HEAP_VALUE
    values = lru_cache(maxsize=1)(lambda: heap_values(game, largest))
    return claim.equals(
        lambda heap: values()[heap],
        Listed(f"the heaps 0 to {largest}", lambda: range(largest + 1)),
        by=BY_DEFINITION,
    )
