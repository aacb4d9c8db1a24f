"""Short claims about the values of heap games, by their period or by definition.

They rest on the period of the game, proved as by ``prove`` (:mod:`research.proving.periods`); where
none is proved, a claim of a period is exhausted on values by definition.

``study``, ``statement``, ``name`` and ``source`` are those of
:func:`~research.proving.claiming.claim_theorem`. ClaimError is raised if the game is no heap game.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cache
from typing import TYPE_CHECKING

from oracles.errors import brief
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
from research.proving.period_theorems import find_period
from research.proving.periods import prove_heap_game
from research.proving.results import (
    HEAP_VALUE,
    LARGEST_BY_DEFINITION,
    PERIODICITY,
    NotProvable,
    once,
)

if TYPE_CHECKING:
    from research.claims.study import Study
    from research.proving.period_theorems import SeenPeriod

Triple = tuple[int, int, int]  # preperiod, period, saltus
BY_DEFINITION = "the mex of the values of the options, heap by heap"
SUM_OF_HEAPS = "a heap game whose options are those of its rule"
FIRST = LARGEST_BY_DEFINITION // 2  # the heap to which values are exhausted
FAR = 2_000  # in compiled loops; what is believed may itself take all values to each heap


def claim_period(
    study: Study,
    statement: str,
    *,
    period: int,
    preperiod: int = 0,
    saltus: int = 0,
    name: str = "period",
    controls: Mapping[str, Triple] | None = None,
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
    controls = controls or {
        "one heap later": (preperiod + 1, period, saltus),
        "twice the period": (preperiod, 2 * period, 2 * saltus),
        "one more each period": (preperiod, period, saltus + 1),
    }
    for words, triple in {"period": believed, **controls}.items():
        right = type(triple) is tuple and [type(n) for n in triple] == [int] * 3
        what = f"claim {name!r}: {words}"
        require(right, what, triple, "a triple: preperiod, period, saltus, each an integer")

    game = study.game
    if not is_sum_of_heaps(game) or game.misere:
        raise ClaimError(f"claim {name!r}: game={brief(game)}: expected {SUM_OF_HEAPS}, not misère")
    proved = once(lambda: prove_heap_game(game, study.called).required())

    def check(believed: Triple) -> Evidence:
        try:
            result = proved()
        except NotProvable as error:
            return exhausted(believed, error.reason)
        if (wrong := _difference(result.proof, believed)) is None:
            return result.evidence()
        return Evidence(Level.REFUTED, Kind.THEOREM, result.domain, 1, wrong, by=PERIODICITY)

    def exhausted(believed: Triple, reason: str) -> Evidence:
        """Compare with the period that values by definition show, as none is proved."""
        values = _first_values(game, max(FIRST, 2 * sum(believed)))
        last, wrong = len(values) - 1, _difference(find_period(values), believed)
        return Evidence(
            Level.EXHAUSTED if wrong is None else Level.REFUTED,
            Kind.EXHAUSTION,
            f"the heaps 0 to {last}" + ("" if wrong else f"; not proved: {reason}"),
            last + 1,
            wrong,
            by=BY_DEFINITION,
            truth=TruthFrom.COMPLETE,
        )

    claim = study.claim(name, statement, believed=believed, controls=controls, source=source)
    return claim.decide(PERIODICITY, check)


def _difference(found: SeenPeriod | None, believed: Triple) -> Counterexample | None:
    """Return where a period is another than what is believed."""
    words = "preperiod {}, period {}, saltus {}"
    if found is None:
        return Counterexample("", "no period is seen", words.format(*believed))
    known = (found.preperiod, found.period, found.saltus)
    if known == believed:
        return None
    return Counterexample("", words.format(*known), words.format(*believed))


def _first_values(game: HeapGame, least: int = FIRST) -> list[int]:
    """Return the values by definition to a heap, at least; further where they fit a table."""
    from oracles.heap_table import heap_table  # numba is slow to import

    table = heap_table(game, max(least, FAR))
    return heap_values(game, least) if table is None else table.tolist()


def claim_heap_values(
    study: Study,
    statement: str,
    *,
    believed: Callable[[int], int],
    controls: Mapping[str, Callable[[int], int]],
    name: str = "heap-values",
    source: Source | str | None = None,
) -> Claim:
    """Claim the Grundy value of a single heap of any size.

    It is exhausted by definition, and ``check`` tries to prove it by the period of the game.

    Parameters
    ----------
    believed, controls
        Gives the value of a heap from its size; and wrong functions, at least one.
    """
    game = study.game
    if not is_sum_of_heaps(game):
        raise ClaimError(f"claim {name!r}: game={brief(game)}: expected {SUM_OF_HEAPS}")
    require(controls, f"claim {name!r}: controls", controls, "at least one wrong function")
    claim = study.claim(name, statement, believed=believed, controls=controls, source=source)
    claim.quantity = HEAP_VALUE
    values = cache(lambda: _first_values(game))
    return claim.equals(
        lambda heap: values()[heap],
        Listed(lambda: f"the heaps 0 to {len(values()) - 1}", lambda: range(len(values()))),
        by=BY_DEFINITION,
    )
