"""Short claims that only a theorem can check: periods, first-order statements, counts.

=============================== =================================================================
claim                           what is proved
=============================== =================================================================
:func:`claim_period`            preperiod, period and saltus of a heap game's values
:func:`claim_heap_values`       the value of a heap of any size, by a function
:func:`claim_rare_value`        at which heaps alone a value occurs
:func:`claim_first_difference`  at which heap two games differ first (exhausted)
:func:`claim_holds`             a first-order statement about the P-positions
:func:`claim_count`             how many numbers have such a property, below each power of the base
=============================== =================================================================

The first three rest on the period of the game, proved as by ``prove``
(:mod:`research.proving.periods`); the last two on the automata of its P-positions. In the syntax
of ``prove``, ``$P(x1,x2)`` says that a vector is a P-position, ``$P_STATE(...)`` where the game has
several control states.

**Counts.** The members of a set of numbers, whose automaton has n states, with at most k digits are
counted by a sequence that has a recurrence of order N at most, the size of the matrix of its linear
representation (Cayley and Hamilton; :mod:`research.logic.linear`). What is believed is f first terms,
and from k = f on a recurrence, which reaches back to at most f terms before. The difference of both
has a recurrence of order N + f at most, so it is 0 for ever if its first N + f terms are.
"""  # noqa: E501

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import lru_cache
from typing import TYPE_CHECKING

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
from research.proving.heap_periods import HEAP_VALUE, prove_heap_game
from research.proving.results import PERIODICITY, ProofResult
from research.proving.theorem import LARGEST_BY_DEFINITION

if TYPE_CHECKING:
    from research.claims.study import Study

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
    study
        The study; its game is a heap game with a code.
    statement
        What is claimed, in words and LaTeX.
    period, preperiod, saltus
        The least numbers with ``G(n + period) = G(n) + saltus`` for all ``n >= preperiod``.
    name
        The claim's name.
    controls
        Wrong triples of preperiod, period and saltus; one with each number changed unless given.
    source
        Who says so; the study's source unless given.

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
    require(all(type(n) is int for n in believed), f"claim {name!r}: period", believed, "integers")
    for words, wrong in (controls or {}).items():
        right = type(wrong) is tuple and [type(n) for n in wrong] == [int] * 3
        what = f"claim {name!r}: controls[{words!r}]"
        require(right, what, wrong, "a triple: preperiod, period, saltus")
    near = {
        "one heap later": (preperiod + 1, period, saltus),
        "twice the period": (preperiod, 2 * period, 2 * saltus),
        "one more each period": (preperiod, period, saltus + 1),
    }
    claim = study.claim(
        name, statement, believed=believed, controls=controls or near, source=source
    )
    found = _period_of(study, name)

    def prove(believed: tuple[int, int, int]) -> Evidence:
        result = found()
        if isinstance(result, str):
            return exhausted_period(study.game, believed, result)  # type: ignore[arg-type]
        proof = result.proof
        right = (proof.preperiod, proof.period, proof.saltus)
        if right == believed:
            return result.evidence()
        shown, wrong = (f"preperiod {n}, period {p}, saltus {s}" for n, p, s in (right, believed))
        return _refuted(Counterexample("", shown, wrong))

    return claim.prove(PERIODICITY, prove)


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
    found = _period_of(study, name)

    def prove(believed: Sequence[int]) -> Evidence:
        result = found()
        if isinstance(result, str):
            return exhausted_heaps(study.game, value, believed, result)  # type: ignore[arg-type]
        proof = result.proof
        last = proof.preperiod + proof.period
        if proof.saltus:  # each value occurs in the first periods, or never again
            last += proof.period * (1 + max(0, value - min(proof.table)) // abs(proof.saltus))
        known = [heap for heap in range(last) if proof.value(heap) == value]
        again = [h for h in known if h >= proof.preperiod] if not proof.saltus else []
        if again:
            shown = f"again and again, first at {known[0]}, {again[0]}, {again[0] + proof.period}"
            return _refuted(Counterexample("", shown, str(list(believed))))
        if set(known) != set(believed):
            return _refuted(Counterexample("", str(known), str(list(believed))))
        return result.evidence()

    return claim.prove(PERIODICITY, prove)


def _period_of(study: Study, name: str) -> Callable[[], ProofResult | str]:
    """Return what proves the period of a study's game once, or says why there is no proof."""
    game = study.game
    if not is_sum_of_heaps(game) or game.misere:
        raise ClaimError(f"claim {name!r}: game={game!r}: expected {SUM_OF_HEAPS}, in normal play")

    def found() -> ProofResult | str:
        known = vars(study)
        if "_period" not in known:
            known["_period"] = prove_heap_game(game, study.called)
        result: ProofResult | str = known["_period"]
        return result.reason if isinstance(result, ProofResult) and not result.proved else result

    return found


def _refuted(counterexample: Counterexample) -> Evidence:
    """Return that the proved period refutes what is believed."""
    bound = "heaps of every size"
    return Evidence(Level.REFUTED, Kind.THEOREM, bound, 1, counterexample, by=PERIODICITY)


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


def exhausted_period(game: HeapGame, believed: tuple[int, int, int], reason: str) -> Evidence:
    """Return how far values by definition have a period, where none is proved.

    Parameters
    ----------
    game
        A heap game in normal play.
    believed
        Preperiod, period and saltus, each the least.
    reason
        Why nothing is proved.
    """
    preperiod, period, saltus = believed
    last = max(LARGEST_BY_DEFINITION // 2, preperiod + 2 * period)
    values = heap_values(game, last)

    def first_wrong(start: int, period: int, saltus: int) -> int | None:
        rest = range(start, last + 1 - period)
        return next((h for h in rest if values[h + period] != values[h] + saltus), None)

    wrong = first_wrong(preperiod, period, saltus)
    if wrong is not None:
        shown = str(values[wrong + period]), str(values[wrong] + saltus)
        return _to(last, reason, Counterexample(f"heap {wrong + period}", *shown))
    saltuses = {p: values[preperiod + p] - values[preperiod] for p in range(1, period)}
    smaller = [p for p, each in saltuses.items() if first_wrong(preperiod, p, each) is None]
    if smaller:
        shown = f"period {smaller[0]}", f"period {period}"
        return _to(last, reason, Counterexample(f"the heaps 0 to {last}", *shown))
    if preperiod and first_wrong(preperiod - 1, period, saltus) is None:
        shown = f"preperiod {preperiod - 1} or less", f"preperiod {preperiod}"
        return _to(last, reason, Counterexample(f"the heaps 0 to {last}", *shown))
    return _to(last, reason)


def exhausted_heaps(game: HeapGame, value: int, heaps: Sequence[int], reason: str) -> Evidence:
    """Return how far a value occurs at these heaps alone, where no period is proved."""
    last = max(LARGEST_BY_DEFINITION // 2, *heaps)
    known = [h for h, found in enumerate(heap_values(game, last)) if found == value]
    if known == list(heaps):
        return _to(last, reason)
    return _to(last, reason, Counterexample(f"value {value}", str(known), str(list(heaps))))


def _to(last: int, reason: str, wrong: Counterexample | None = None) -> Evidence:
    bound = f"the heaps 0 to {last}" + ("" if wrong else f"; not proved: {reason}")
    level = Level.REFUTED if wrong else Level.EXHAUSTED
    return Evidence(
        level, Kind.EXHAUSTION, bound, last + 1, wrong, by=BY_DEFINITION, truth=TruthFrom.COMPLETE
    )
