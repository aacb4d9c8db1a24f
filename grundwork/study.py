"""What a study can be asked from Python: in a cell, at a prompt, in a program that is piped.

:class:`Study` is that of :mod:`research.claims.study`, with the methods that need the rooms above.

What is wrong with rules or claims is said in one line, with the author's own lines of the traceback
and none of ours. What was typed has no file that could be read again, so it confirms no solver.

>>> from grundwork import Study, nim
>>> study = Study("twin-nim", nim(2))
>>> claim = study.p_positions(
...     "Equal piles lose.",
...     believed=lambda piles: piles[0] == piles[1],
...     controls={"empty piles only": lambda piles: sum(piles) == 0},
...     size=20,
... )
>>> study.check(examples=20, proofs=False)["p-positions"].level
<Level.EXHAUSTED: 3>
>>> print(study.prove()[0].statement)
(x1, x2) is a P-position of twin-nim exactly if x1 = x2. For all natural numbers.
"""

from __future__ import annotations

import copy
import dataclasses
import functools
import shlex
from collections.abc import Callable
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, Any

import research.claims.study as claimed
from fast.errors import require_integer
from grundwork.tracebacks import keep_the_authors
from research.checks.evidence import Settings
from research.claims.claim import names_checked
from research.claims.study import errors_located_in

if TYPE_CHECKING:
    from grundwork.shown import Checked, Proofs
    from research.claims.claim import Claim
    from research.explore.exploration import Exploration


def _in_one_line(ask: Callable[..., Any]) -> Callable[..., Any]:
    """Let errors be one line about the file where there is one, and show no frame of ours."""

    @functools.wraps(ask)
    def asked(study: Study, /, *args: Any, **kwargs: Any) -> Any:
        try:
            if not study.has_file:  # then the traceback says the line, and not the message
                return ask(study, *args, **kwargs)
            with errors_located_in(study.file, study.game):
                return ask(study, *args, **kwargs)
        except Exception as error:
            found = error
        keep_the_authors(found)
        raise found

    return asked


@_in_one_line
def check(study: Study, *, examples: int = 200, seed: int = 0, proofs: bool = True) -> Checked:
    """Check every claim and every agreement, as ``grundwork check`` does.

    Parameters
    ----------
    examples
        Random examples a search, at least 1.
    seed
        Where random examples start from; only 0 confirms solvers.
    proofs
        Whether proofs are tried.

    Returns
    -------
    Checked
        The verdicts: ``print`` writes them for a terminal, a notebook shows a table.

    Raises
    ------
    InputError
        If ``examples`` is below 1.
    OracleError, ClaimError
        If the rules or the claims are wrong; with the file and the line where there is a file.
    """
    from grundwork.shown import Checked
    from research.system.progress import waiting
    from research.verdicts.checking import check_study
    from research.verdicts.findings import require_home

    require_integer("examples", examples, least=1)
    if study.has_file:
        require_home()
    with waiting("starting") as notify:
        return Checked(study, check_study(study, Settings(examples, seed, proofs), notify))


@_in_one_line
def prove(study: Study, /) -> Proofs:
    """Prove the theorems of the study, or what can be proved of its rules.

    Returns
    -------
    Proofs
        A :class:`~research.proving.results.ProofResult` for each theorem; one where the study
        has none of its own.

    Raises
    ------
    InputError
        If the game is partizan, and no theorem is stated.
    OracleError, RulesDisagreementError
        If the rules are wrong, or their formula is another game.
    """
    from grundwork.shown import Proofs
    from research.conjectures.prove import prove_study
    from research.system.progress import waiting

    again = f"grundwork prove {shlex.quote(study.word)}" if study.word else ""
    with waiting(f"proving {study.called}"):
        return Proofs(prove_study(study, again=again))


@_in_one_line
def explore(study: Study, size: int | None = None, *, oeis: Path | None = None) -> Exploration:
    """Explore the game; arguments and errors are those of :func:`grundwork.explore`."""
    from research.explore import exploration

    return exploration.explore(study, size, oeis=oeis)


def _theorem(home: str, words: str) -> Callable[..., Claim]:
    """Return the method that adds a claim by a function, ``module.name`` within ``research``."""
    module, _, name = f"research.{home}".rpartition(".")

    def claim(study: Study, statement: str, *claimed: Any, **more: Any) -> Claim:
        add = names_checked(getattr(import_module(module), name))
        added: Claim = add(study, statement, *claimed, **more)
        return added

    claim.__doc__ = f"{words}\n\n    See :func:`{module}.{name}`."
    return claim


def _as_markdown(study: Study) -> str:
    from grundwork.shown import study_as_markdown

    return study_as_markdown(study)


class Study(claimed.Study):
    """What is claimed of one game, and the methods by which it is asked."""

    check, prove, explore, _repr_markdown_ = check, prove, explore, _as_markdown
    period = _theorem(
        "proving.short_theorems.claim_period",
        "Claim ``period=``, ``preperiod=0``, ``saltus=0`` for ever.",
    )
    heap_values = _theorem(
        "proving.short_theorems.claim_heap_values",
        "Claim that ``believed=`` gives all heap values.",
    )
    misere_quotient = _theorem(
        "proving.misere_results.claim_misere_quotient",
        "Claim ``order=``, ``p_portion=``, ``period=``, ``preperiod=0`` under misère play.",
    )
    holds = _theorem("conjectures.statements.claim_holds", "Claim a formula about the P-positions.")


def load_study(name: str) -> Study:
    """Return a study by its name, by the path of its file, or by the code of a heap game.

    Errors are those of :func:`research.resolving.loading.load_study`.

    Examples
    --------
    >>> load_study("octal:0.77").prove().proved
    True
    """
    from research.resolving import loading

    study = loading.load_study(name)
    given: dict[str, Any] = {
        field.name: copy.copy(getattr(study, field.name))  # what is claimed here stays here
        for field in dataclasses.fields(study)
    }
    return Study(**given | {"written": len(study.claims)})
