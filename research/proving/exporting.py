"""A proof by automata as files for other provers: MONA's and Walnut's.

Every statement of the Kernel theorem's conditions is written, each with the criterion's automaton,
and where the criterion is a formula, the statement that the automaton is that formula; the proof is
right if the other prover finds all of them true. MONA reads base 2 alone.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from research.logic.evaluator import Evaluator
from research.logic.formula import text
from research.logic.mona import mona_text
from research.logic.walnut import walnut_script

if TYPE_CHECKING:
    from research.logic.kernel import KernelProof

LIST = "statements.txt"
COMMANDS = "walnut/Command Files/statements.txt"


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
    >>> from research.proving.prove import prove_theorem
    >>> from research.theorems.theorem import Theorem
    >>> equal = Theorem(nim(2), "equal heaps", "x1 = x2")
    >>> files = proof_files(prove_theorem(equal, "nim", ask=False).proof)
    >>> [name for name in files if "mona" not in name]  # doctest: +NORMALIZE_WHITESPACE
    ['statements.txt', 'walnut/Command Files/statements.txt',
     'walnut/Automata Library/P_play.txt']
    """
    evaluator = Evaluator(proof.system, proof.relations)
    statements = [check.decision.statement for check in proof.checks]
    width = len(str(len(statements)))
    numbers = [f"{number:0{width}}" for number in range(1, len(statements) + 1)]
    listed = [
        f"{number}  {check.role} ({check.state}): {text(check.decision.statement)}"
        for number, check in zip(numbers, proof.checks, strict=True)
    ]
    files = {LIST: "\n".join([*_explained(evaluator), "", *listed, ""])}
    if evaluator.numeration.base == 2:
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
    if evaluator.numeration.base == 2:
        return [*lines, 'MONA: each of "mona -q mona/*.mona" has to say: Formula is valid']
    return [*lines, f"MONA reads base 2, so there are no files for it: {evaluator.numeration.name}"]
