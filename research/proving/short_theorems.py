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
(:mod:`research.theorems.periods`); the last two on the automata of its P-positions. In the syntax
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
from functools import lru_cache, partial
from typing import TYPE_CHECKING

from oracles.heaps import HeapGame, heap_values, is_sum_of_heaps
from research.checks.equality import Equation, equal
from research.checks.evidence import ClaimError, Counterexample, Evidence, require
from research.claims.cases import Listed
from research.claims.claim import Claim, Source
from research.proving.believed import LIMITS
from research.proving.exhausting import BY_DEFINITION, exhausted_heaps, exhausted_period
from research.proving.heap_periods import HEAP_VALUE
from research.proving.results import PERIODICITY
from research.proving.statements import (
    COUNTING,
    STATEMENT,
    Recurrence,
    counted_by,
    decided_of,
    refuted,
)
from research.theorems.theorem import LARGEST_BY_DEFINITION

if TYPE_CHECKING:
    from research.claims.study import Study
    from research.proving.results import ProofResult

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
        proof = result.proof
        if not result.proved:
            return _unproved(study, result, lambda g, why: exhausted_period(g, believed, why))
        right = (proof.preperiod, proof.period, proof.saltus)
        if right == believed:
            return result.evidence()
        shown, wrong = (f"preperiod {n}, period {p}, saltus {s}" for n, p, s in (right, believed))
        return refuted(PERIODICITY, Counterexample("", shown, wrong))

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
        proof = result.proof
        if not result.proved:
            return _unproved(study, result, lambda g, why: exhausted_heaps(g, value, believed, why))
        last = proof.preperiod + proof.period
        if proof.saltus:  # each value occurs in the first periods, or never again
            last += proof.period * (1 + max(0, value - min(proof.table)) // abs(proof.saltus))
        known = [heap for heap in range(last) if proof.value(heap) == value]
        again = [h for h in known if h >= proof.preperiod] if not proof.saltus else []
        if again:
            shown = f"again and again, first at {known[0]}, {again[0]}, {again[0] + proof.period}"
            return refuted(PERIODICITY, Counterexample("", shown, str(list(believed))))
        if set(known) != set(believed):
            return refuted(PERIODICITY, Counterexample("", str(known), str(list(believed))))
        return result.evidence()

    return claim.prove(PERIODICITY, prove)


def _period_of(study: Study, name: str) -> Callable[[], ProofResult]:
    """Return what proves the period of a study's game, once."""
    if not is_sum_of_heaps(study.game):
        raise ClaimError(f"claim {name!r}: game={study.game!r}: expected {SUM_OF_HEAPS}")
    return _proved_once(study)


def _unproved(
    study: Study, result: ProofResult, exhaust: Callable[[HeapGame, str], Evidence]
) -> Evidence:
    """Return what values by definition say of a heap game of which no period is proved."""
    game = study.game
    if not isinstance(game, HeapGame) or game.misere:
        return result.evidence()
    return exhaust(game, result.reason)


def _proved_once(study: Study) -> Callable[[], ProofResult]:
    """Return what proves the study's P-positions, or its period, once for all its claims."""

    def found() -> ProofResult:
        from research.proving.study_proofs import prove_study

        known: list[ProofResult] = vars(study).setdefault("_proved_once", [])
        if not known:
            quick = prove_study(study, limits=LIMITS, ask=False)[0]
            known.append(quick if quick.proved else prove_study(study, ask=False)[0])
        return known[0]

    return found


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


def claim_holds(
    study: Study,
    statement: str,
    formula: str,
    *,
    controls: Mapping[str, str],
    name: str = "statement",
    source: Source | str | None = None,
) -> Claim:
    """Claim a first-order statement about the P-positions, for every size.

    Parameters
    ----------
    study
        The study, whose P-positions ``prove`` finds and proves.
    statement
        What is claimed, in words and LaTeX.
    formula
        The same in the syntax of ``prove``, with ``$P(...)`` for the P-positions.
    controls
        Wrong formulas by what is wrong with them, at least one.
    name, source
        As for :func:`claim_period`.

    Raises
    ------
    ClaimError
        If there are no controls; and, when it is checked, if a formula cannot be read.

    Examples
    --------
    >>> from oracles.vectors import nim
    >>> from research.checks.evidence import Settings
    >>> from research.claims.study import Study
    >>> from research.verdicts.checking import check_claim
    >>> study = Study("two-heaps", nim(2), source="an example")
    >>> claim = claim_holds(study, "Each heap has its partner.", "Ax1 Ex2 $P(x1,x2)",
    ...                     controls={"another one": "Ax1 Ex2 $P(x1,x2) & x1 != x2"})
    >>> str(check_claim(claim, Settings()).level)
    'proved'
    """
    if not controls:
        raise ClaimError(f"claim {name!r}: controls are needed, at least one wrong formula")
    claim = study.claim(name, statement, believed=formula, controls=controls, source=source)
    return claim.prove(STATEMENT, partial(decided_of, name, _proved_once(study)))


def claim_count(
    study: Study,
    statement: str,
    formula: str,
    *,
    first: Sequence[int],
    coefficients: Sequence[int],
    controls: Mapping[str, Recurrence] | None = None,
    name: str = "count-by-digits",
    source: Source | str | None = None,
) -> Claim:
    """Claim how many numbers of at most k digits have a property of P-positions, for every k.

    Parameters
    ----------
    formula
        The property of one number, its only free variable, in the syntax of ``prove``:
        ``"$P(n,2*n,3*n)"``.
    first, coefficients
        The counts for k = 0, 1, ..., as a :class:`Recurrence`. Digits are those of the numeration
        system in which the P-positions are proved, mostly base 2.
    controls
        Wrong recurrences; one with the last of the first terms one more unless given.
    study, statement, name, source
        As for :func:`claim_holds`.

    Raises
    ------
    ClaimError
        If the recurrence is none; and, when it is checked, if the formula cannot be read or has
        another number of free variables.
    """
    believed = Recurrence(first, coefficients)
    more = {
        "one more at the end": Recurrence([*first[:-1], first[-1] + 1], coefficients),
        "another coefficient": Recurrence(first, [coefficients[0] + 1, *coefficients[1:]]),
    }
    claim = study.claim(
        name, statement, believed=believed, controls=controls or more, source=source
    )
    return claim.prove(COUNTING, partial(counted_by, name, formula, _proved_once(study)))
