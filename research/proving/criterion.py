"""A criterion of P-positions, by the Kernel theorem (:mod:`research.logic.kernel`)."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import TYPE_CHECKING

from research.logic.formula import exists, text
from research.logic.kernel import KernelProof, outcomes_by, prove_kernel
from research.proving.comparing import ProofContext, context_of, least_difference
from research.proving.conclusions import conclusion, refuted
from research.proving.results import KERNEL, ProofResult
from research.proving.theorem import Limits

if TYPE_CHECKING:
    from research.checks.evidence import Counterexample
    from research.proving.theorem import Theorem, Written

SHOWN_MOVES = 8


def prove_theorem(
    theorem: Theorem,
    subject: str,
    criterion: Written | None = None,
    *,
    limits: Limits | None = None,
) -> ProofResult:
    """Prove or refute a criterion, that of the theorem unless another is given.

    It is compared with the oracle's outcomes first: one that is wrong there needs no proof.

    Raises
    ------
    RulesDisagreementError
        If formula and rules are not the same game.
    """
    limits = limits or Limits()
    of = context_of(subject, theorem.formulas, limits)
    chosen = theorem.parsed(theorem.criterion if criterion is None else criterion)
    given = of.model.rules, chosen, theorem.system, theorem.relations(), limits.states
    different = least_difference(of.model, of.seen, outcomes_by(*given))
    if different is not None:
        return refuted(of, KERNEL, different)
    written = [
        f"{state}: {text(part)}"
        for state, part in chosen.items()
        if state in (theorem.shown or chosen) and not hasattr(part, "tracks")
    ]
    proof = prove_kernel(*given)
    formula = "; ".join(written)
    return kernel_conclusion(of, proof, theorem.words, shown=theorem.shown, criterion=formula)


def kernel_conclusion(
    of: ProofContext,
    proof: KernelProof,
    words: str,
    *,
    different: Counterexample | None = None,
    shown: Sequence[str] = (),
    criterion: str = "",
) -> ProofResult:
    """Return what a proof by the Kernel theorem comes to.

    Parameters
    ----------
    of, proof, words, different
        As of :func:`~research.proving.conclusions.conclusion`.
    shown
        The control states that are shown; all if none is named.
    criterion
        The criterion as a formula, where it is known as one.
    """
    if not proof.proved:
        return conclusion(of, KERNEL, words, proof, different)
    states = shown or list(proof.rules.coordinates)
    return conclusion(
        of,
        KERNEL,
        words,
        proof,
        different,
        formulas=_formula_texts(proof, states, criterion),
        automata={name: proof.criterion[name] for name in states},
        system=proof.system,
    )


def _formula_texts(proof: KernelProof, states: Collection[str], criterion: str) -> dict[str, str]:
    """Return moves and criterion in Walnut's syntax, for the control states shown."""
    rules = proof.rules
    texts = {}
    moves = [move for move in rules.moves if move.source in states]
    for number, move in enumerate(moves[:SHOWN_MOVES], 1):
        image = ", ".join(text(term) for term in move.image)
        guard = text(exists(move.parameters, move.guard)) if move.parameters else text(move.guard)
        texts[f"move {number}"] = (
            f"{move.source}({', '.join(rules.coordinates[move.source])}) -> "
            f"{move.target}({image}) where {guard}"
        )
    if len(moves) > SHOWN_MOVES:
        texts["further moves"] = f"{len(moves) - SHOWN_MOVES}, of the same form"
    if criterion:
        texts["P"] = criterion
    for role in ("no option in P", "an option in P"):
        check = next(c for c in proof.checks if c.role == role and c.state in states)
        texts[f"{role} ({check.state})"] = text(check.decision.statement)
    texts["further statements"] = f"{len(proof.checks) - 2}, which --export writes"
    return texts
