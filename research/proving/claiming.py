"""Theorems as claims of a study: proved for every size, each with wrong criteria to be refuted.

A theorem says which positions are the P-positions: its *criterion*, a formula or an automaton for
each control state. It stands in the study's file, beside its other claims; ``grundwork prove``
proves it, and ``check`` counts it among the claims. Stating it costs nothing: texts are parsed and
automata made only when it is proved.

By the nim reduction and the greedy sieve (:mod:`research.proving.nim_reduction`,
:mod:`research.proving.greedy_sieve`) a claim is refuted with a position at which the oracle's
outcome is another, and is *untested* where its conditions fail and there is none.
"""

from __future__ import annotations

import shlex
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from functools import cache, cached_property
from typing import TYPE_CHECKING, Any

from oracles.moves import MoveGame
from research.checks.evidence import ClaimError, Evidence, require
from research.claims.claim import Claim, Source
from research.logic.errors import AutomataError, StateLimitError
from research.proving.results import (
    KERNEL,
    Limits,
    NotProvable,
    ProofResult,
    RulesDisagreementError,
)

if TYPE_CHECKING:
    from oracles.rules import Game
    from research.claims.study import Study
    from research.logic.automaton import Automaton
    from research.logic.formula import Formula
    from research.logic.kernel import Conditions
    from research.logic.numeration import Relation
    from research.proving.formula_model import FormulaModel, ProofContext

    Part = Automaton | Formula
    Criterion = Mapping[str, Part]  # by control state
    Written = str | Mapping[str, str | Part] | Callable[[], "str | Part | Mapping[str, str | Part]"]
    Relations = Mapping[str, Relation | Automaton]


@dataclass(frozen=True)
class Theorem:
    """A criterion that is believed, and the game that it speaks of.

    A criterion is written as a text in the syntax of ``prove``, as an automaton, or as a mapping
    from control states to either; or as a function that gives one of these when it is needed. The
    attributes are the parameters of :func:`claim_theorem`.
    """

    game: Game[Any]
    words: str
    criterion: Written
    controls: Mapping[str, Written] = field(default_factory=dict)
    system: str = "lsd_2"
    relations: Callable[[], Relations] = dict

    @cached_property
    def formulas(self) -> FormulaModel:
        """The game with its formulas; AutomataError if it has none."""
        from research.proving.rules_equal_formula import formulas_of_theorem

        return formulas_of_theorem(self.game)

    def parsed(self, written: Written) -> Criterion:
        """Return a criterion as formulas and automata by control state.

        Raises
        ------
        AutomataError
            If a text does not parse, names another numeration system, or leaves open to which
            control state it belongs.
        """
        given: Any = written() if callable(written) else written
        if not isinstance(given, Mapping):
            states = list(self.formulas.rules.coordinates)
            if len(states) != 1:
                raise AutomataError(
                    f"criterion {given!r}: the game has the control states {', '.join(states)}; "
                    "give a criterion for each"
                )
            given = {states[0]: given}
        return {state: self._parsed(part) for state, part in given.items()}

    def _parsed(self, part: str | Part) -> Part:
        """Return a part of a criterion, where it is a text as its formula."""
        from research.logic.formula import parse

        if not isinstance(part, str):
            return part
        statement = parse(part)
        if statement.system not in (None, self.system):
            raise AutomataError(
                f"criterion {part!r}: it names {statement.system!r}, and system={self.system!r}"
            )
        return statement.formula


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
    from research.logic.automaton import Automaton
    from research.logic.formula import Predicate, Variable, conjunction, text
    from research.logic.kernel import outcomes_by, prove_kernel
    from research.logic.numeration import Relation
    from research.proving.conclusions import conclusion, refuted
    from research.proving.formula_model import ascending, context_of, in_every_order

    limits = limits or Limits()
    of = context_of(subject, theorem.formulas, limits)
    rules, relations = of.model.rules, dict(theorem.relations())
    given = theorem.parsed(theorem.criterion if criterion is None else criterion)
    more = theorem.system, relations, limits.states
    different = of.least_difference(outcomes_by(rules, given, *more))
    if different is not None:
        return refuted(of, KERNEL, different)
    chosen, names = given, rules.coordinates
    formulas = {s: part for s, part in given.items() if not isinstance(part, Automaton)}
    if of.model.unordered:
        formulas = {s: conjunction(*ascending(names[s]), part) for s, part in formulas.items()}
        relations |= {f"given_{s}": Relation(names[s], part) for s, part in given.items()}
        said = {s: Predicate(f"given_{s}", tuple(map(Variable, names[s]))) for s in given}
        chosen = in_every_order(names, said)
    written = "; ".join(f"{state}: {text(part)}" for state, part in formulas.items())
    proof = prove_kernel(rules, chosen, *more)
    return conclusion(of, theorem.words, proof, criterion=written, compare=False)


def claim_theorem(
    study: Study,
    statement: str,
    *,
    criterion: Written,
    controls: Mapping[str, Written],
    name: str = "criterion-for-every-size",
    system: str = "lsd_2",
    relations: Callable[[], Relations] = dict,
    source: Source | str | None = None,
) -> Claim:
    """Claim which positions are the P-positions, for every size, and prove it by automata.

    Parameters
    ----------
    study
        The study, of whose game the theorem is.
    statement
        What is claimed, in words.
    criterion
        The P-positions: a formula in the syntax of ``prove`` such as ``"x1 = x2"``, an automaton, a
        mapping from control states to either, or a function that makes one when it is checked.
    controls
        Wrong criteria by what is wrong with them, at least one; each must be refuted.
    name, system
        The claim's name, and the numeration system.
    relations
        Makes the predicates that the criterion uses, by name.
    source
        Who says so; the study's source unless given.

    Raises
    ------
    ClaimError
        If there are no controls, or the study has a claim of that name.

    Examples
    --------
    >>> from oracles.vectors import nim
    >>> from research.claims.study import Study
    >>> study = Study("two-heaps", nim(2), source="an example")
    >>> claim = claim_theorem(study, "The heaps are equal.", criterion="x1 = x2",
    ...                       controls={"one is larger": "x1 < x2"})
    >>> claim.name, claim.theorem.words
    ('criterion-for-every-size', 'The heaps are equal.')
    """
    game: Any = study.game
    theorem = Theorem(game, statement, criterion, dict(controls), system, relations)
    return claim_stated(study, name, statement, theorem, source=source)


def claim_stated(
    study: Study,
    name: str,
    statement: str,
    theorem: Theorem,
    *,
    source: Source | str | None = None,
) -> Claim:
    """Claim a theorem that is stated elsewhere; the rest is as of :func:`claim_theorem`."""

    def prove(believed: Written) -> ProofResult:
        word = study.word_without_folders  # reports have no paths
        again = f"grundwork prove {shlex.quote(word)}" if word else ""
        return replace(prove_theorem(theorem, study.name, believed), again=again)

    require(theorem.controls, f"claim {name!r}: controls", {}, "at least one that is wrong")
    believed: Any = {"believed": theorem.criterion, "controls": theorem.controls}
    claim = study.claim(name, statement, **believed, source=source)
    claim.theorem = theorem
    return _proved_by(claim, KERNEL, prove)


def prove_by(
    method: str,
    claim: Claim,
    study: Study,
    decide: Callable[[ProofContext, Any], Conditions],
    *,
    game: MoveGame | None = None,
    limits: Limits | None = None,
) -> Claim:
    """Prove a claim by a theorem whose conditions are decided: the nim reduction or the sieve.

    Parameters
    ----------
    method
        Which theorem, by its name in :mod:`research.proving.results`.
    claim, study
        The claim, with at least one control, which must be refuted; and its study.
    decide
        Decides the conditions, given the formulas of the game and what is believed.
    game
        The game, in the language of moves, if it is not the study's own.
    limits
        How far formula and rules, and the outcomes, are compared.

    Raises
    ------
    ClaimError
        If there are no controls.

    Examples
    --------
    >>> from oracles.vectors import nim
    >>> from research.claims.study import Study
    >>> from research.checks.evidence import Settings
    >>> from research.proving.nim_reduction import Heaps, prove_nim_reduction
    >>> from research.proving.results import NIM_REDUCTION
    >>> study = Study("two-heaps", nim(2), source="an example")
    >>> claim = study.claim("nim", "The nim sum decides.",
    ...     believed=Heaps("(h = 1 & e < x1) | (h = 2 & e < x2)"),
    ...     controls={"one heap": Heaps("h = 1 & e < x1")})
    >>> claim = prove_by(NIM_REDUCTION, claim, study,
    ...     lambda of, heaps: prove_nim_reduction(of.model.rules, heaps),
    ...     limits=Limits(positions=500, arcs=5000))
    >>> str(claim.checks[0].run(claim, claim.believed, Settings()).level)
    'proved'
    """
    controls = claim.controls
    require(controls, f"claim {claim.name!r}: controls", controls, "at least one that is wrong")
    played: Any = game or study.game
    other = "" if game is None else type(game).__name__

    @cache
    def context() -> ProofContext:
        from research.proving.formula_model import context_of
        from research.proving.rules_equal_formula import formulas_of_theorem

        return context_of(study.name, formulas_of_theorem(played), limits or Limits())

    def prove(believed: Any) -> ProofResult:
        from research.proving.conclusions import conclusion

        of = context()
        return conclusion(of, claim.statement, decide(of, believed), method=method)

    return _proved_by(claim, method, prove, other)


def _proved_by(
    claim: Claim, method: str, prove: Callable[[Any], ProofResult], other: str = ""
) -> Claim:
    """Give a claim the check that proves what is believed, of its study's game or another one."""

    def check(believed: Any) -> Evidence:
        try:
            found = prove(believed).evidence()
        except StateLimitError as error:
            return NotProvable(str(error)).evidence()
        except (AutomataError, RulesDisagreementError) as error:
            raise ClaimError(f"claim {claim.name!r}: {error}") from error
        return replace(found, domain=f"{found.domain} of {other}", of=other) if other else found

    return claim.decide(method, check)
