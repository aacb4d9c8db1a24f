"""Misère play of heap games, as ``prove`` and claims say it, by misère quotients.

A quotient is *tame* if it is that of nim with all heaps below some power of 2, and else *wild*.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import TYPE_CHECKING

from fast.errors import InputError
from oracles.heaps import HeapGame, is_sum_of_heaps
from oracles.misere_learning import QuotientLimits
from oracles.misere_quotient import MisereQuotient, verify
from research.checks.evidence import ClaimError, Counterexample, Evidence, Kind, Level
from research.claims.claim import Claim, Source
from research.proving.misere_periods import LARGEST_HEAP, NoMiserePeriod, prove_misere_period
from research.proving.results import MISERE_QUOTIENTS, Limits, NotProvable, ProofResult, once

if TYPE_CHECKING:
    from research.claims.study import Study

Believed = tuple[int, int, int, int]  # order, elements of the P-portion, period, preperiod
SMALL = QuotientLimits(order=100, pairs=20_000, words=150_000)  # of a census, some seconds each
GENERA = 10  # single heaps whose genus is shown


def under_misere_play(study: Study) -> Study:
    """Return a study of the same rules under misère play; what was claimed is left out.

    InputError is raised if the game is not a sum of heaps, or play may not end.
    """
    game = study.game
    if not is_sum_of_heaps(game) or game.loopy:
        raise InputError(
            f"{study.called}: --misere: expected a heap game, impartial and without loops, "
            "by a code such as octal:0.77 or as a HeapGame"
        )
    return replace(study, game=replace(game, misere=True), claims=[], agreements=[], answer=None)


def is_tame(quotient: MisereQuotient) -> bool:
    """Whether a quotient is that of nim with all heaps below some power of 2.

    These are the quotients of at most two elements, and those with P = {p, e}, where p p = 1 and
    p e differs from e, in which all elements but 1 and p are a group with the identity e and all
    its squares are e.

    >>> from oracles.misere_quotient import misere_quotient
    >>> is_tame(misere_quotient(lambda heap: [(less,) for less in range(heap)], 7))
    True
    """
    times, p_portion = quotient.product, quotient.p_portion
    for p in p_portion if len(p_portion) == 2 else ():
        (e,) = p_portion - {p}
        group = set(range(quotient.order)) - {0, p}
        if times(p, p) == 0 and times(p, e) != e:
            return all(times(q, q) == e and times(q, e) == q for q in group)
    return quotient.order <= 2


def prove_misere_game(game: HeapGame, subject: str, limits: Limits | None = None) -> ProofResult:
    """Prove the misère quotient of a heap game, and the period of its pretending function.

    Parameters are those of :func:`research.proving.periods.prove_heap_game`. NotProvable is raised
    if no theorem covers the rules, or no quotient and period are found.
    """
    from oracles.solve import solve  # networkx is slow to import

    theorem = prove_misere_period(game, heaps=min((limits or Limits()).heaps, LARGEST_HEAP))
    q = theorem.quotient
    kind = "tame: it is that of nim" if is_tame(q) else "wild: it is not that of nim"
    normal = solve(replace(game, misere=False), GENERA)
    genera = (str(normal.genus((heap,))) for heap in range(1, GENERA + 1))
    return ProofResult(
        *(subject, Level.PROVED, f"{theorem.statement} The quotient is {kind}."),
        *(MISERE_QUOTIENTS, "sums of heaps of every size", theorem.window + 1),
        counted="heaps, each with its class",
        formulas={
            "quotient": q.presentation(),
            "P-portion": ", ".join(map(q.name, sorted(q.p_portion))),
            "period": f"Phi(n + {theorem.period}) = Phi(n) for n >= {theorem.preperiod}",
            "finite check": f"the heaps 0 to {theorem.window}",
            f"genus of the heaps 1 to {GENERA}": ", ".join(genera),
        },
        rests_on=(
            f"The {MISERE_QUOTIENTS} (docs/theorems.md).",
            f"The quotient of the heaps 0 to {theorem.window}, verified by the rules.",
            f"The rules are the code {theorem.code.text}.",
        ),
        proof=theorem,
    )


def claim_misere_quotient(
    study: Study,
    statement: str,
    *,
    order: int,
    p_portion: int,
    period: int,
    preperiod: int = 0,
    name: str = "misere-quotient",
    controls: Mapping[str, Believed] | None = None,
    source: Source | str | None = None,
) -> Claim:
    """Claim the misère quotient of a heap game, for sums of heaps of every size.

    Parameters
    ----------
    order, p_portion
        How many elements the quotient has, and how many of these its P-portion.
    period, preperiod
        The least numbers with ``Phi(n + period) = Phi(n)`` for all ``n >= preperiod``.
    controls
        Wrong tuples of these four numbers, in this order; with one changed unless given.
    """
    game = study.game
    if not is_sum_of_heaps(game):
        raise ClaimError(f"claim {name!r}: game={game!r}: expected a heap game")
    believed = (order, p_portion, period, preperiod)
    wrong = controls or {
        "another element": (order + 1, p_portion, period, preperiod),
        "another element in the P-portion": (order, p_portion + 1, period, preperiod),
        "twice the period": (order, p_portion, 2 * period, preperiod),
        "one heap later": (order, p_portion, period, preperiod + 1),
    }
    proved = once(lambda: prove_misere_game(game, study.called))

    def check(believed: Believed) -> Evidence:
        try:
            result = proved()
        except NotProvable as error:
            if isinstance(error, NoMiserePeriod) and error.quotient.order > believed[0]:
                q = error.quotient  # more heaps tell more sums apart
                verify(q, game.replacements)
                found = f"order {q.order} already of the heaps to {q.heaps}"
                return refuted(found, f"order {believed[0]}", f"sums of heaps to {q.heaps}")
            return error.evidence()
        q, theorem = result.proof.quotient, result.proof
        known = (q.order, len(q.p_portion), theorem.period, theorem.preperiod)
        if known == believed:
            return result.evidence()
        words = "order {}, P-portion {}, period {}, preperiod {}"
        return refuted(words.format(*known), words.format(*believed), result.domain)

    def refuted(found: str, believed: str, domain: str) -> Evidence:
        unequal = Counterexample("", found, believed)
        return Evidence(Level.REFUTED, Kind.THEOREM, domain, 1, unequal, by=MISERE_QUOTIENTS)

    claim = study.claim(name, statement, believed=believed, controls=wrong, source=source)
    return claim.decide(MISERE_QUOTIENTS, check)
