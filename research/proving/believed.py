"""What a claim believes, proved for every size: of P-positions, outcomes and Grundy values.

``check`` tries this on every claim that was found true of all small positions. What is believed is
a function in Python, which is run on symbols (:mod:`research.proving.symbolic_execution`); the
formula that comes out goes to the Kernel theorem (:mod:`research.logic.kernel`) as its criterion.

**Grundy values.** A position x has the Grundy value g exactly if the sum of x and a nim heap of g
is a P-position. So a formula of x and g is that of the Grundy value if it is the criterion of the
sum with one nim heap. (R. Sprague, Tohoku Math. J. 41 (1935) 438-444.)

The verdict is what came out: proved of the rules; refuted with a position at which the oracle says
so too; else why nothing is proved, with the theorem that the values of the game suggest beside it.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import cached_property
from typing import TYPE_CHECKING, Any

from fast.errors import InputError
from oracles.heaps import is_sum_of_heaps
from oracles.limits import STAGE, Watch
from oracles.rules import Game
from research.checks.evidence import Evidence, Kind, Level
from research.logic.decide import decide
from research.logic.errors import AutomataError
from research.logic.formula import (
    Binary,
    Comparison,
    Predicate,
    Variable,
    conjunction,
    disjunction,
    for_all,
    implies,
    text,
)
from research.logic.kernel import KernelProof, Place, prove_kernel
from research.logic.transitions import WorkLimitError, at_most
from research.proving.believed_of_heaps import prove_by_period
from research.proving.code_of_rules import decided_code
from research.proving.comparing import context_of, least_difference
from research.proving.criterion import kernel_conclusion
from research.proving.errors import NotOnSymbolsError, RulesDisagreementError
from research.proving.predicates import heap_name, with_heap
from research.proving.python_subset import Reader
from research.proving.results import HEAP_VALUE
from research.proving.rules_equal_formula import formulas_of_study
from research.proving.symbolic_execution import TRUE, outcomes
from research.proving.symbols import Symbol, as_term
from research.proving.theorem import Limits

if TYPE_CHECKING:
    from research.claims.claim import Claim
    from research.claims.study import Study
    from research.logic.formula import Formula
    from research.proving.comparing import ProofContext
    from research.proving.results import ProofResult
    from research.proving.symbolic_execution import Path

LIMITS = Limits(positions=1_500, arcs=30_000, states=20_000)  # the claim itself has looked further
MOST_TRANSITIONS = 30_000_000  # of automata for one claim, some seconds
LONGEST = 80  # letters of a formula that is read


class Prover:
    """Proves claims of one study.

    Parameters
    ----------
    study
        The study.
    limits
        How far to compare rules with a formula, and how large automata may be.
    guess
        Finds the theorem that the values of the game suggest, where somebody can.
    """

    def __init__(
        self,
        study: Study,
        limits: Limits = LIMITS,
        guess: Callable[[], ProofResult] | None = None,
    ) -> None:
        self.study, self.limits, self.guess = study, limits, guess

    def tried(self, claim: Claim) -> Evidence | None:
        """Return what trying to prove a claim came to; None if no theorem speaks of such a claim.

        Cost: mostly a second or less; at most ``MOST_TRANSITIONS`` of automata.
        """
        if not self._may_be_proved(claim):
            return None
        watch = Watch(lambda: f"proof of claim {claim.name!r}", seconds=STAGE)
        try:
            with watch, at_most(MOST_TRANSITIONS):
                heaps = is_sum_of_heaps(self.study.game)
                found = prove_by_period(self.study, claim) if heaps else self._by_kernel(claim)
                if not isinstance(found, str):
                    return found if isinstance(found, Evidence) else found.evidence()
                theorem = "" if heaps or self.study.theorems else self._theorem
                return replace(not_proved(found), theorem=theorem)
        except RecursionError:
            return not_proved("the formula of what is believed is nested too deeply")
        except (AutomataError, WorkLimitError) as error:
            return not_proved(str(error))

    def p_positions(self) -> ProofResult | None:
        """Return the theorem that a claim of all P-positions is, the first that has one."""
        for claim in self.study.claims:
            if claim.quantity in ("P-position", "outcome") and self._may_be_proved(claim):
                found = self._by_kernel(claim)
                if not isinstance(found, str) and found.proved:
                    return found
        return None

    def _may_be_proved(self, claim: Claim) -> bool:
        game = self.study.game
        if not isinstance(game, Game) or game.loopy:
            return False
        if is_sum_of_heaps(game) and claim.quantity == HEAP_VALUE:
            return True
        if is_sum_of_heaps(game) and (game.misere or not self._is_of_one_heap):
            return False
        values = () if game.misere else ("Grundy value",)
        return claim.quantity in ("P-position", "outcome", *values)

    @cached_property
    def _is_of_one_heap(self) -> bool:
        """Whether a move leaves one heap at most, so that play from one never leaves them."""
        code = decided_code(self.study.game)
        return not isinstance(code, str) and code.most_heaps <= 1

    @cached_property
    def _context(self) -> ProofContext | str:
        model = formulas_of_study(self.study)
        if isinstance(model, str):
            return model
        with at_most(MOST_TRANSITIONS):  # of its own, whichever claim is the first
            return context_of(self.study.called, model, self.limits)

    def _by_kernel(self, claim: Claim) -> ProofResult | str:
        """Take what is believed for a criterion; return the conclusion, or why there is none."""
        try:
            of = self._context
            if isinstance(of, str):
                return of
            return self._of_all(of, claim) if claim.among is None else self._of_some(of, claim)
        except (AutomataError, RulesDisagreementError) as error:
            return str(error)

    def _of_all(self, of: ProofContext, claim: Claim) -> ProofResult | str:
        values = claim.quantity == "Grundy value"
        paths = {state: _believed(of, state, claim) for state in of.model.rules.coordinates}
        value = heap_name(of.model.rules)
        criterion = {
            state: _value(found, value) if values else _where(found, _wanted(claim))
            for state, found in paths.items()
        }
        rules = with_heap(of.model.rules) if values else of.model.rules
        proof = prove_kernel(rules, criterion, "lsd_2", limit=self.limits.states)
        if values and not proof.proved:
            return "the Kernel theorem does not confirm what is believed"
        formula = "; ".join(text(each) for each in criterion.values())
        what = f"the Grundy value is {value}" if values else "a position is a P-position"
        words = "what is believed is right of every position"
        if len(formula) <= LONGEST:
            words = f"{words}; by it {what} exactly if {formula}"
        different = None if values else least_difference(of.model, of.seen, proof.outcome)
        found = kernel_conclusion(of, proof, _said(words, claim), different=different)
        number = sum(map(len, paths.values()))
        line = f"what is believed, run on symbols: {number} paths, which the engine decided are all"
        return replace(found, rests_on=(*found.rests_on, line)) if found.proved else found

    def _of_some(self, of: ProofContext, claim: Claim) -> ProofResult | str:
        """Compare what is believed of some positions with the criterion that the values suggest."""
        found = self._found
        proof = None if found is None else found.proof
        outcome = claim.quantity in ("P-position", "outcome")
        if not outcome or found is None or not isinstance(proof, KernelProof) or not proof.proved:
            of_all = self._of_all(of, claim)
            proved = not isinstance(of_all, str) and of_all.proved
            return of_all if proved else "no criterion is proved with which to compare it"
        for state, names in of.model.rules.coordinates.items():
            valid = of.model.rules.valid.get(state, TRUE)
            spoken = _paths(of, state, claim.among, valid)
            if any(type(each.value) is not bool for each in spoken):
                return "among gives something else than a truth value"
            here = conjunction(valid, _where(spoken, wanted=True))
            believed = _believed(of, state, claim, here)
            is_p = Predicate(f"P_{state}", tuple(map(Variable, names)))
            same = Binary("<=>", _where(believed, _wanted(claim)), is_p)
            decision = decide(for_all(names, implies(here, same)), proof.system, proof.relations)
            if not decision.truth:
                return f"what is believed differs from the proved criterion at {decision.example}"
        words = _said("what is believed is right of the positions of which it speaks", claim)
        line = "what is believed and among which positions, run on symbols and compared with it"
        return replace(found, statement=words, formulas={}, rests_on=(*found.rests_on, line))

    @cached_property
    def _found(self) -> ProofResult | None:
        """What the values of the game suggest and a theorem proves, within a limit of its own."""
        try:
            with at_most(MOST_TRANSITIONS):
                return None if self.guess is None else self.guess()
        except (WorkLimitError, InputError, RulesDisagreementError):
            return None

    @property
    def _theorem(self) -> str:
        found = self._found
        if found is None or not found.proved:
            return ""
        return f"of the rules, proved for every size: {found.statement}"


def not_proved(reason: str) -> Evidence:
    """Return what an attempt that came to nothing gives: the reason."""
    return Evidence(Level.UNTESTED, Kind.THEOREM, "", 0, by=f"not proved: {reason}")


def _said(words: str, claim: Claim) -> str:
    return f"{words}; in the words of the claim: {claim.statement.rstrip('.')}."


def _wanted(claim: Claim) -> object:
    """Return what is believed of a P-position."""
    return "P" if claim.quantity == "outcome" else True


def _paths(of: ProofContext, state: str, function: Any, given: Formula) -> list[Path]:
    """Run a function of positions on symbols, written as positions are."""

    def asked(at: Any) -> Any:
        return Reader().call(function, of.model.written(Place(state, at)))

    return outcomes(asked, of.model.rules.coordinates[state], given)


def _believed(
    of: ProofContext, state: str, claim: Claim, given: Formula | None = None
) -> list[Path]:
    """Run what is believed on symbols; refuse what is no value of the quantity."""
    valid = of.model.rules.valid.get(state, TRUE)
    found = _paths(of, state, claim.believed, valid if given is None else given)
    fits: Callable[[Any], bool] = {
        "Grundy value": lambda value: type(value) in (int, Symbol),
        "outcome": lambda value: type(value) is str and value in ("P", "N"),
        "P-position": lambda value: type(value) is bool,
    }[str(claim.quantity)]
    for each in found:
        if not fits(each.value):
            value = each.value
            words = repr(value) if isinstance(value, str) else type(value).__name__
            raise NotOnSymbolsError(f"what is believed gives {words}")
    return found


def _where(found: list[Path], wanted: object) -> Formula:
    """Return: what is believed gives this value."""
    return disjunction(*(each.when() for each in found if each.value == wanted))


def _value(found: list[Path], name: str) -> Formula:
    """Return: what is believed gives the size of the nim heap."""
    heap = Variable(name)
    return disjunction(*(each.when(Comparison("=", heap, as_term(each.value))) for each in found))
