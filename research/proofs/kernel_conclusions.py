"""From a kernel proof to a conclusion: what it rests on, in words, with another prover's verdict.

A kernel proof is about formulas. What makes it a theorem about the game is said line by line: the
theorem, the engine's decisions, the agreement of formula and rules, and MONA, where it is installed
and the numbers are in base 2.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from oracles.errors import OracleError
from research.automata.evaluator import Evaluator
from research.automata.formula import exists, text
from research.automata.kernel import KernelProof, Position, Rules
from research.automata.mona import MonaError, ask_mona, mona_command, mona_text
from research.claims import Counterexample, Level, show
from research.proofs.conclusions import KERNEL, Conclusion
from research.proofs.formula_games import FormulaGame, RulesAgreement, options_by_formula

if TYPE_CHECKING:
    from research.proposals.proposal import Proposal

SECONDS_FOR_MONA = 20.0  # for each statement
LARGEST_CONFIRMED = 200_000  # positions of the graph on which the oracle confirms a counterexample
SHOWN_MOVES = 8


class MonaDisagreementError(ValueError):
    """The other prover decides a statement differently: one of the two is wrong."""


def mona_agreement(proof: KernelProof) -> str:
    """Return in words what MONA says to every statement of a proof.

    Raises
    ------
    MonaDisagreementError
        If it decides one differently.
    """
    evaluator = Evaluator(proof.system, proof.relations)
    if evaluator.numeration.base != 2:
        return f"MONA was not asked: it reads base 2, and this proof is in {proof.system}"
    if mona_command() is None:
        return "MONA was not asked: it is not installed"
    for number, check in enumerate(proof.checks):
        try:
            verdict = ask_mona(mona_text(check.decision.statement, evaluator), SECONDS_FOR_MONA)
        except MonaError as error:
            total = len(proof.checks)
            return f"MONA agrees on {number} of {total} statements, then gave none ({error})"
        if verdict != check.decision.truth:
            raise MonaDisagreementError(
                f"MONA decides {verdict}, the engine {check.decision.truth}: "
                f"{text(check.decision.statement)}"
            )
    return f"MONA agrees on all {len(proof.checks)} statements"


def proved_conclusion(
    subject: str,
    both: FormulaGame,
    proof: KernelProof,
    agreement: RulesAgreement,
    words: str,
    *,
    shown: Sequence[str] = (),
    again: str = "",
    proposals: Sequence[Proposal] = (),
    criterion: str = "",
    ask: bool = True,
) -> Conclusion:
    """Return the conclusion of a proof in which every statement is true.

    Parameters
    ----------
    subject
        The game as it was named.
    both, proof, agreement
        The game with its formulas, what is proved of them, and how they were compared.
    words
        The theorem.
    shown
        The control states whose automata are shown; all if none is named.
    again
        The command that proves it again.
    proposals
        What was proposed on the way.
    criterion
        The criterion as a formula, where it is known as one.
    ask
        Whether to ask MONA.
    """
    if not proof.proved:
        raise ValueError(f"{subject}: {len(proof.failures)} statements of the proof are false")
    largest = max(check.decision.largest for check in proof.checks)
    rests_on = [
        f"the Kernel theorem: no option of a position in P is in P, every other position has one, "
        f"and play ends ({len(proof.checks)} statements)",
        f"the engine, which decided each of them true; the largest automaton had {largest} states",
        f"the agreement of formula and rules, which is tested and not proved: the formula is "
        f"{both.origin}; it gives the same options as the rules on {agreement.cases} "
        f"{agreement.domain}",
    ]
    return Conclusion(
        subject,
        Level.PROVED,
        words,
        KERNEL,
        "positions of every size",
        len(proof.checks),
        formulas=formula_texts(both.rules, proof, shown, criterion),
        automata={name: proof.criterion[name] for name in shown or proof.criterion},
        system=proof.system,
        rests_on=tuple(rests_on),
        other_prover=mona_agreement(proof) if ask else "",
        again=again,
        proposals=tuple(proposals),
        proof=proof,
        formula_game=both,
    )


def formula_texts(
    rules: Rules, proof: KernelProof, shown: Sequence[str], criterion: str
) -> dict[str, str]:
    """Return moves and criterion in Walnut's syntax, for the control states shown."""
    states = list(shown or rules.coordinates)
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
    wanted = ("no option in P", "an option in P")
    for role in wanted:
        check = next(c for c in proof.checks if c.role == role and c.state in states)
        texts[f"{role} ({check.state})"] = text(check.decision.statement)
    return texts


def confirmed_counterexample(both: FormulaGame, proof: KernelProof) -> Counterexample | None:
    """Return where the oracle contradicts a refuted criterion: at the position or an option of it.

    None if the explicit graph from there would be too large, or the two do not differ there, as
    when it is not the criterion that fails but a condition on the rules.
    """
    from oracles.graph import build_from
    from oracles.solve import Truth

    refutation = proof.refutation
    if refutation is None:
        return None
    position = refutation[1]
    near = [position, *options_by_formula(both.rules, position)]
    try:
        graph = build_from(both.game, [both.written(position)], limit=LARGEST_CONFIRMED)
    except OracleError:
        return None
    truth = Truth(both.game, graph)
    for place in sorted(near, key=lambda p: (sum(p.values), p.values)):
        written = both.written(place)
        believed = "P" if _accepts(proof, place) else "N"
        if written in graph and truth.outcome(written) != believed:
            return Counterexample(show(written), truth.outcome(written), believed)
    return None


def _accepts(proof: KernelProof, position: Position) -> bool:
    names = proof.rules.coordinates[position.state]
    values: dict[str, Any] = dict(zip(names, position.values, strict=True))
    return Evaluator(proof.system).numeration.holds(proof.criterion[position.state], values)
