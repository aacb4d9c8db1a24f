"""Proofs by automata for other provers: MONA is asked, and files are written for MONA and Walnut.

A proof is written as every statement of the theorem's conditions, each with the criterion's
automaton, and where the criterion is a formula, the statement that the automaton is that formula.
The proof is right if the other prover finds all of them true.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from research.logic.errors import MonaDisagreementError
from research.logic.evaluator import Evaluator
from research.logic.formula import text
from research.logic.kernel import Conditions, KernelProof
from research.logic.mona import MonaError, ask_mona, mona_command, mona_text
from research.system.progress import waiting

if TYPE_CHECKING:
    from research.proving.results import ProofResult

LIST = "statements.txt"
COMMANDS = "walnut/Command Files/statements.txt"
SECONDS_FOR_MONA = 20.0  # for each statement


def asked_mona(result: ProofResult) -> ProofResult:
    """Return a result with what MONA says to it, where it is a proof by the Kernel theorem.

    Raises
    ------
    MonaDisagreementError
        If MONA decides a statement differently.
    """
    if not (result.proved and isinstance(result.proof, KernelProof)):
        return result
    return replace(result, other_prover=mona_agreement(result.proof))


def mona_agreement(proof: Conditions) -> str:
    """Return in words what MONA says to every statement of a proof.

    Raises
    ------
    MonaDisagreementError
        If it decides one differently.
    """
    evaluator = Evaluator(proof.system, proof.relations)
    if evaluator.numeration.kind != "2":
        return f"MONA was not asked: it reads base 2, and this proof is in {proof.system}"
    if mona_command() is None:
        return "MONA was not asked: it is not installed"
    total = len(proof.checks)
    for number, check in enumerate(proof.checks):
        try:
            with waiting(f"asking MONA: statement {number + 1} of {total}"):
                verdict = ask_mona(mona_text(check.decision.statement, evaluator), SECONDS_FOR_MONA)
        except MonaError as error:
            return f"MONA agrees on {number} of {total} statements, then gave none ({error})"
        if verdict != check.decision.truth:
            raise MonaDisagreementError(
                f"MONA decides {verdict}, the engine {check.decision.truth}: "
                f"{text(check.decision.statement)}"
            )
    return f"MONA agrees on all {total} statements"


def proof_files(proof: KernelProof) -> dict[str, str]:
    """Return the files of a proof, by their names relative to a folder.

    Parameters
    ----------
    proof
        Statements, criterion and predicates.

    Returns
    -------
    dict
        ``statements.txt`` lists the statements by number and says what each is for. In base 2
        there is a file ``mona/NUMBER.mona`` for each. Below ``walnut`` lie the commands and the
        automata, in the folders in which Walnut looks for them.

    Examples
    --------
    >>> from oracles.vectors import nim
    >>> from research.proving.criterion import prove_theorem
    >>> from research.proving.theorem import Theorem
    >>> equal = Theorem(nim(2), "equal heaps", "x1 = x2")
    >>> files = proof_files(prove_theorem(equal, "nim").proof)
    >>> [name for name in files if "mona" not in name]  # doctest: +NORMALIZE_WHITESPACE
    ['statements.txt', 'walnut/Command Files/statements.txt',
     'walnut/Automata Library/P_play.txt']
    """
    from research.logic.walnut import walnut_script

    evaluator = Evaluator(proof.system, proof.relations)
    statements = [check.decision.statement for check in proof.checks]
    width = len(str(len(statements)))
    numbers = [f"{number:0{width}}" for number in range(1, len(statements) + 1)]
    listed = [
        f"{number}  {check.role} ({check.state}): {text(check.decision.statement)}"
        for number, check in zip(numbers, proof.checks, strict=True)
    ]
    files = {LIST: "\n".join([*_explained(evaluator), "", *listed, ""])}
    if evaluator.numeration.kind == "2":
        for number, statement in zip(numbers, statements, strict=True):
            files[f"mona/{number}.mona"] = mona_text(statement, evaluator) + "\n"
    named = {f"s{number}": s for number, s in zip(numbers, statements, strict=True)}
    script = walnut_script(named, evaluator)
    files[COMMANDS] = script.commands
    return files | {f"walnut/{path}": content for path, content in script.files.items()}


def _explained(evaluator: Evaluator) -> list[str]:
    lines = [
        f"The statements of a proof by the Kernel theorem, over {evaluator.numeration.name}.",
        "Each has to be true.",
        'Walnut: copy what lies below walnut into its folder, then: load "statements.txt";',
    ]
    if evaluator.numeration.kind == "2":
        return [*lines, 'MONA: each of "mona -q mona/*.mona" has to say: Formula is valid']
    return [*lines, f"MONA reads base 2, so there are no files for it: {evaluator.numeration.name}"]
