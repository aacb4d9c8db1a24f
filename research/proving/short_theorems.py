"""Short claims about the values of heap games, by their period or by definition.

=============================== =================================================================
claim                           what is proved
=============================== =================================================================
:func:`claim_period`            preperiod, period and saltus of a heap game's values
:func:`claim_heap_values`       the value of a heap of any size, by a function
:func:`claim_rare_value`        at which heaps alone a value occurs
:func:`claim_first_difference`  at which heap two games differ first (exhausted)
=============================== =================================================================

The first three rest on the period of the game, proved as by ``prove``
(:mod:`research.proving.periods`); where none is proved, a claim of a period or of a rare value is
exhausted on values by definition.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import cache, lru_cache
from typing import TYPE_CHECKING, Any

from oracles.heaps import HeapGame, heap_values, is_sum_of_heaps
from research.checks.equality import Equation, equal
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

    _Exhausted = tuple[int, Counterexample | None]  # the largest heap, and where it is wrong

BY_DEFINITION = "the mex of the values of the options, heap by heap"
SUM_OF_HEAPS = "a heap game whose options are those of its rule"


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
    study, statement, name, source
        As of :func:`~research.proving.claiming.claim_theorem`; the game is a heap game.
    period, preperiod, saltus
        The least numbers with ``G(n + period) = G(n) + saltus`` for all ``n >= preperiod``.
    controls
        Wrong triples of preperiod, period and saltus; one with each number changed unless given.

    Raises
    ------
    ClaimError
        If the game is no heap game.

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
    claim = study.claim(
        name, statement, believed=believed, controls=controls or near, source=source
    )
    return _by_period(claim, study, _other_period, _other_period_seen)


def _other_period(
    found: PeriodProof | SeenPeriod | None, believed: tuple[int, int, int]
) -> Counterexample | None:
    words = "preperiod {}, period {}, saltus {}"
    if found is None:
        return Counterexample("", "no period is seen", words.format(*believed))
    known = (found.preperiod, found.period, found.saltus)
    if known == believed:
        return None
    return Counterexample("", words.format(*known), words.format(*believed))


def _other_period_seen(game: HeapGame, believed: tuple[int, int, int]) -> _Exhausted:
    from research.proving.period_theorems import find_period

    last = max(LARGEST_BY_DEFINITION // 2, 2 * (believed[0] + believed[1]))
    return last, _other_period(find_period(heap_values(game, last)), believed)


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
    study, statement, name, controls, source
        As for :func:`claim_period`; the controls are wrong lists of heaps, the list without its
        last one unless given.

    Raises
    ------
    ClaimError
        If the game is no heap game.
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
        last = max(LARGEST_BY_DEFINITION // 2, *believed)
        known = [h for h, found in enumerate(heap_values(game, last)) if found == value]
        return last, unequal(known, believed)

    return _by_period(claim, study, by_proof, by_values)


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
    largest: int = LARGEST_BY_DEFINITION // 2,
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
        Wrong functions by what is wrong with them, at least one.
    largest
        The largest heap of the exhaustion.
    study, statement, name, source
        As for :func:`claim_period`.

    Raises
    ------
    ClaimError
        If the game is no heap game, or there are no controls.
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


def claim_first_difference(
    study: Study,
    statement: str,
    other: HeapGame,
    *,
    heap: int,
    name: str = "first-difference",
    source: Source | str | None = None,
) -> Claim:
    """Claim at which heap the values of two heap games differ first.

    It is exhausted: of every heap to that one, both values are computed by definition.

    Parameters
    ----------
    other
        The other game.
    heap
        The least heap with different values.
    study, statement, name, source
        As for :func:`claim_period`; the heaps before and after are the controls.

    Raises
    ------
    ClaimError
        If a game is no heap game, or the heap is none.
    """
    game = study.game
    for each in (game, other):
        require(is_sum_of_heaps(each), f"claim {name!r}: game", each, SUM_OF_HEAPS)
    require(type(heap) is int and heap >= 1, f"claim {name!r}: heap", heap, "an integer from 1 on")
    near = {"a heap later": heap + 1, "a heap earlier": heap - 1}
    claim = study.claim(name, statement, believed=heap, controls=near, source=source)
    both = lru_cache(maxsize=1)(lambda: [heap_values(g, heap) for g in (game, other)])  # type: ignore[arg-type]

    def holds(believed: int, at: int) -> bool | Equation:
        one, two = (values[at] for values in both())
        if at > believed or (one != two) == (at == believed):
            return True
        return equal(f"the values {one} and {two}", ("equal", "different")[at == believed])

    return claim.holds(
        holds, Listed(f"the heaps 0 to {heap}", lambda: range(heap + 1)), by=BY_DEFINITION
    )
