"""Theorems as claims of a study: proved for every size, each with wrong criteria to be refuted.

A study's file adds them with one line:

``add_claims(study)``
    for a study that :data:`research.theorems.FORMULAS` knows.
``claim_theorem(study, name, theorem)``
    for a single theorem.

MONA is not asked here, so that a report is the same wherever it is made; the tests ask it.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import lru_cache
from typing import TYPE_CHECKING

from research.checks.evidence import ClaimError, Evidence
from research.claims.claim import Claim, Source
from research.proving.conclusions import KERNEL
from research.theorems.one_game import kept_apart, member_of, named, same_game

if TYPE_CHECKING:
    from research.claims.study import Study
    from research.theorems.known import Criterion, KnownTheorem


def claim_theorem(
    study: Study,
    name: str,
    statement: str,
    make: Callable[[], KnownTheorem],
    *,
    wrong: tuple[str, ...],
    source: Source | str | None = None,
    again: str = "",
) -> Claim:
    """Add a theorem to a study: its criterion, with wrong twins, proved by the Kernel theorem.

    Parameters
    ----------
    study
        The study.
    name
        The claim's name.
    statement
        The claim in words and LaTeX.
    make
        Makes the theorem, when it is checked; so that importing the study stays light.
    wrong
        The names of the wrong twins, as the theorem has them.
    source
        Who says so.
    again
        The command that proves it.
    """
    theorem = lru_cache(maxsize=1)(make)

    def criterion() -> Criterion:
        return theorem().criterion

    def twin(wanted: str) -> Callable[[], Criterion]:
        def make_twin() -> Criterion:
            return theorem().wrong[wanted]()

        return make_twin

    def proof(believed: Callable[[], Criterion]) -> Evidence:
        from research.proving.prove import prove_theorem

        other = _require_game_of(study, name, theorem().formulas.game)
        found = prove_theorem(theorem(), study.name, believed(), again=again, ask=False).evidence()
        return replace(found, domain=f"{found.domain} of {other}", of=other) if other else found

    return study.claim(
        name,
        statement,
        believed=criterion,
        controls={wanted: twin(wanted) for wanted in wrong},
        source=source,
    ).prove(KERNEL, proof)


def _require_game_of(study: Study, claim: str, game: object) -> str:
    """Refuse a theorem of another game; say which one, where it is a member of the family."""
    if same_game(game, study.game):
        return ""
    member = member_of(game, study.game)
    if member:
        return member
    raise ClaimError(
        f"claim {claim!r}: the theorem is about {named(game)}, and the study about "
        f"{named(study.game)}; claim it in a study of that game, or make it of this study's own"
        f"{kept_apart(game, study.game)}"
    )


def add_claims(study: Study) -> None:
    """Add the theorems of a built-in study or a game from the literature to it."""
    from research.theorems import known_theorem
    from research.theorems.words import STATED

    if study.name == "silver-dollar":
        claim_theorem(
            study,
            "criterion-for-every-strip",
            "With 2 to 7 coins and the silver dollar on any rank, the criterion holds on strips "
            "of every length.",
            lambda: known_theorem("silver-dollar", 7),
            wrong=("no shift for rank 2 and more", "a shift of two"),
            source="000_d369330adcb5c61a.txt, How the Pocket Rule Changes the Losing Positions",
            again="grundwork prove silver-dollar --coins 7",
        )
        return
    if study.name == "binary-blackboard":
        _claim_blackboard(study)
        return
    if study.name not in STATED:
        names = ", ".join(["silver-dollar", "binary-blackboard", *STATED])
        raise ValueError(f"study={study.name!r}: expected one of {names}")
    claim_theorem(
        study,
        "criterion-for-every-size",
        STATED[study.name].words,
        lambda: known_theorem(study.name),
        wrong=STATED[study.name].wrong,
        again=f"grundwork prove {study.name}",
    )


def _claim_blackboard(study: Study) -> None:
    """Add both losing sets; in words of its own, as making the theorem is not light."""
    from research.theorems import known_theorem

    claim_theorem(
        study,
        "losing-sets-for-every-number",
        "For every $r$ and $q$, $r$ is in $L_q$ exactly if $q$ is the parity of the ones of $r$ "
        "and $r + 1$ is a power of two or a sum of distinct powers of four.",
        lambda: known_theorem("binary-blackboard"),
        wrong=(
            "sums of powers of four without the powers of two",
            "powers of two only",
            "one number too many",
        ),
        source="003_ba7b94ce0150d325.txt, Step 3, where the pattern is read off tables",
        again="grundwork prove binary-blackboard",
    )
