"""Studies as they are used from Python: in a cell, at a prompt, in a program that is piped.

The rooms below hold what a study is. Here it can be asked what the commands are asked, wherever
its rules and claims were written: :meth:`Study.check`, :meth:`Study.prove`, :meth:`Study.explore`.
Every study that is imported from ``grundwork`` or loaded by its :func:`load_study` is one of these.

What is wrong with rules or claims is said in one line, with the author's own lines of the traceback
and none of ours. What was typed has no file that could be read again, so it opens no gate.

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

import functools
import shlex
from collections.abc import Callable
from dataclasses import fields
from pathlib import Path
from typing import TYPE_CHECKING, Any, Concatenate, ParamSpec, TypeVar

import research.claims.study
from fast.errors import InputError
from grundwork.tracebacks import keep_the_authors

if TYPE_CHECKING:
    from grundwork.shown import Checked, Proofs
    from oracles.heaps import HeapGame
    from research.claims.claim import Claim
    from research.explore.exploring import Exploration

Asked = ParamSpec("Asked")
Answer = TypeVar("Answer")


def _in_one_line(
    method: Callable[Concatenate[Study, Asked], Answer],
) -> Callable[Concatenate[Study, Asked], Answer]:
    """Let a method's errors be a line about the file where there is one, and no frame of ours."""

    @functools.wraps(method)
    def ask(study: Study, /, *args: Asked.args, **kwargs: Asked.kwargs) -> Answer:
        from research.claims.error_location import blamed_on

        try:
            if not study.has_file:  # then the traceback says the line, and not the message
                return method(study, *args, **kwargs)
            with blamed_on(study):
                return method(study, *args, **kwargs)
        except Exception as error:
            found = error
        keep_the_authors(found)
        raise found

    return ask


class Study(research.claims.study.Study):
    """What is claimed of one game, to be checked, proved and explored.

    Parameters and attributes are those of :class:`research.claims.study.Study`.
    """

    @_in_one_line
    def check(self, *, examples: int = 200, seed: int = 0, proofs: bool = True) -> Checked:
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
        from research.checks.evidence import Settings
        from research.system.progress import waiting
        from research.verdicts.checking import check_study
        from research.verdicts.findings import require_home

        if not isinstance(examples, int) or examples < 1:
            raise InputError(f"examples={examples!r}: expected an integer of at least 1")
        if self.has_file:
            require_home()
        with waiting("starting") as notify:
            return Checked(self, check_study(self, Settings(examples, seed, proofs), notify))

    @_in_one_line
    def prove(self, /, **members: Any) -> Proofs:
        """Prove the theorems of the study, or what can be proved of its rules.

        Parameters
        ----------
        members
            Which member of the family that the game stands for, such as ``coins=4``.

        Returns
        -------
        Proofs
            A :class:`~research.proving.results.ProofResult` for each theorem; one where the study
            has none of its own.

        Raises
        ------
        InputError
            If the game is partizan, or no theorem has such a member.
        OracleError, ClaimError, RulesDisagreementError
            If the rules are wrong, or a theorem is about another game.
        """
        from grundwork.shown import Proofs
        from research.conjectures.prove import prove_study
        from research.system.progress import waiting

        options = [f"--{name} {value}" for name, value in members.items()]
        again = " ".join(["grundwork prove", shlex.quote(self.word), *options]) if self.word else ""
        with waiting(f"proving {self.called}"):
            return Proofs(prove_study(self, again=again, ask=True, **members))

    @_in_one_line
    def explore(self, size: int | None = None, *, oeis: Path | None = None) -> Exploration:
        """Look into the game; arguments and errors are those of :func:`grundwork.explore`."""
        from research.explore.exploring import Exploration

        return Exploration(self, size, oeis).run()

    def period(self, statement: str, **claimed: Any) -> Claim:
        """Claim ``period=``, ``preperiod=0`` and ``saltus=0`` of a heap game's values, for ever.

        Their controls are triples; see :func:`research.proving.short_theorems.claim_period`, which
        says what the claims below take too.
        """
        return _short("claim_period", self, statement, **claimed)

    def heap_values(self, statement: str, **claimed: Any) -> Claim:
        """Claim that ``believed=`` gives the value of each heap, and ``controls=`` do not.

        See :func:`research.proving.short_theorems.claim_heap_values`.
        """
        return _short("claim_heap_values", self, statement, **claimed)

    def rare_value(self, statement: str, **claimed: Any) -> Claim:
        """Claim that ``heaps=`` are all that have the value ``value=``.

        See :func:`research.proving.short_theorems.claim_rare_value`.
        """
        return _short("claim_rare_value", self, statement, **claimed)

    def first_difference(self, statement: str, other: HeapGame, **claimed: Any) -> Claim:
        """Claim that ``heap=`` is the first whose value in another game is another one.

        See :func:`research.proving.short_theorems.claim_first_difference`.
        """
        return _short("claim_first_difference", self, statement, other, **claimed)

    def holds(self, statement: str, formula: str, **claimed: Any) -> Claim:
        """Claim a formula about the P-positions, and that those of ``controls=`` are false.

        See :func:`research.conjectures.statements.claim_holds`.
        """
        from research.conjectures.statements import claim_holds

        return claim_holds(self, statement, formula, **claimed)

    def count_by_digits(self, statement: str, formula: str, **claimed: Any) -> Claim:
        """Claim how many numbers of k digits fit, by ``first=`` terms and ``coefficients=``.

        See :func:`research.conjectures.statements.claim_count`.
        """
        from research.conjectures.statements import claim_count

        return claim_count(self, statement, formula, **claimed)

    def __repr__(self) -> str:
        claims, agreements = len(self.claims), len(self.agreements)
        return f"<Study {self.name!r}: claims: {claims}, agreements: {agreements}>"

    def _repr_markdown_(self) -> str:
        from grundwork.shown import study_as_markdown

        return study_as_markdown(self)


def _short(form: str, /, *claimed: Any, **more: Any) -> Claim:
    from research.proving import short_theorems

    claim: Claim = getattr(short_theorems, form)(*claimed, **more)
    return claim


def load_study(name: str) -> Study:
    """Return a study by its name, by the path of its file, or by the code of a heap game.

    Errors are those of :func:`research.resolving.loading.load_study`.

    Examples
    --------
    >>> load_study("octal:0.77").prove().proved
    True
    """
    from research.resolving import loading

    return _asked(loading.load_study(name))


def _asked(study: research.claims.study.Study) -> Study:
    """Return a study of the rooms below as one that can be asked; its claims are the same ones."""
    if isinstance(study, Study):
        return study
    kept = {field.name: getattr(study, field.name) for field in fields(study)}
    lists = {name: list(value) for name, value in kept.items() if isinstance(value, list)}
    return Study(**{**kept, **lists})  # what is claimed here is not put into the other one
