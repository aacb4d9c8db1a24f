"""What a claim believes, proved for every size: of P-positions, outcomes and Grundy values.

``check`` tries this on every claim that was found true of all small positions. What is believed is
a function in Python, which is run on symbols (:mod:`research.proving.symbolic_execution`); the
formula that comes out goes to the Kernel theorem (:mod:`research.logic.kernel`) as its criterion.

**Grundy values.** A position x has the Grundy value g exactly if the sum of x and a nim heap of g
is a P-position. So a formula of x and g is that of the Grundy value if it is the criterion of the
sum with one nim heap. (R. Sprague, Tohoku Math. J. 41 (1935) 438-444.)

The verdict is what came out: proved of the rules, if these are one thing with their formula; a
theorem of the formula beside the verdict, if they were only compared; refuted with a position at
which the oracle says so too; else why nothing is proved. Where what is believed cannot be run on
symbols, the theorem that ``prove`` finds stands beside the verdict.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import cached_property
from itertools import chain
from typing import TYPE_CHECKING, Any

from fast.errors import InputError
from oracles.heaps import HeapGame, is_sum_of_heaps
from oracles.limits import STAGE, Watch
from oracles.rules import Game
from research.checks.evidence import Evidence, Kind, Level
from research.logic.errors import AutomataError
from research.logic.transitions import WorkLimitError, at_most
from research.proving.errors import NotOnSymbolsError, RulesDisagreementError
from research.proving.heap_periods import HEAP_VALUE, SINGLE, HeapBelief, prove_heap_game
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
        self._heaps = is_sum_of_heaps(study.game)

    def tried(self, claim: Claim) -> Evidence | None:
        """Return what trying to prove a claim came to; None if no theorem speaks of such a claim.

        Cost: mostly a second or less; at most ``MOST_TRANSITIONS`` of automata.
        """
        if not self._may_be_proved(claim):
            return None
        watch = Watch(lambda: f"proof of claim {claim.name!r}", seconds=STAGE)
        try:
            with watch, at_most(MOST_TRANSITIONS):
                if self._heaps:
                    return self._by_period(claim)
                found = self.by_kernel(claim)
                return self._beside(found) if isinstance(found, str) else found.evidence()
        except RecursionError:
            return not_proved("the formula of what is believed is nested too deeply")
        except (AutomataError, WorkLimitError) as error:
            return not_proved(str(error))

    def p_positions(self) -> ProofResult | None:
        """Return the theorem that a claim of all P-positions is, the first that has one."""
        for claim in self.study.claims:
            if claim.quantity in ("P-position", "outcome") and self._may_be_proved(claim):
                found = self.by_kernel(claim)
                if not isinstance(found, str) and found.proved:
                    return found
        return None

    def _may_be_proved(self, claim: Claim) -> bool:
        game = self.study.game
        if self._heaps and claim.quantity == HEAP_VALUE:
            return True
        normal = isinstance(game, Game) and not game.misere
        spoken_of = ("P-position", "outcome", "Grundy value")[: 3 if normal else 2]
        return (
            isinstance(game, Game)
            and not game.loopy
            and claim.quantity in spoken_of
            and (not self._heaps or (normal and self._is_of_one_heap))
        )

    @cached_property
    def _is_of_one_heap(self) -> bool:
        """Whether a move leaves one heap at most, so that play from one never leaves them."""
        from research.proving.code_of_rules import decided_code

        code = decided_code(self.study.game)
        return not isinstance(code, str) and code.most_heaps <= 1

    @cached_property
    def _context(self) -> ProofContext | str:
        from research.proving.comparing import context_of
        from research.proving.rules_equal_formula import formulas_of_study

        model = formulas_of_study(self.study)
        if isinstance(model, str):
            return model
        with at_most(MOST_TRANSITIONS):  # of its own, whichever claim is the first
            return context_of(self.study.called, model, self.limits)

    def _by_period(self, claim: Claim) -> Evidence:
        """Compare what is believed with the proved values: each heap of the table, then for ever.

        Beyond the preperiod the heaps are ``n + period * k`` for the heaps n of one period; there
        what is believed is run on the symbol k.
        """
        start = getattr(self.study.game.start, "__func__", None)
        if claim.quantity != HEAP_VALUE and start is not HeapGame.start:
            return not_proved("the game has a start of its own, and a period is of single heaps")
        result = prove_heap_game(self.study.game, self.study.called)  # type: ignore[arg-type]
        if isinstance(result, str) or not result.proved:
            return not_proved(result if isinstance(result, str) else result.reason)
        proof = result.proof
        of = HeapBelief(claim, proof)
        known = range(proof.preperiod + proof.period)
        later = (of.first_wrong(heap) for heap in range(proof.preperiod, len(known)))
        for heap in chain(known, (heap for heap in later if heap is not None)):
            refuted = of.refuted_at(heap)
            if refuted is not None:
                return refuted
            if heap not in known:
                return not_proved(
                    f"what is believed differs at heap {heap} when run on symbols only"
                )
        line = f"what is believed, run on symbols for each of the {proof.period} heaps of a period"
        return replace(result, domain=SINGLE, rests_on=(*result.rests_on, line)).evidence()

    def by_kernel(self, claim: Claim) -> ProofResult | str:
        """Take what is believed for a criterion; return the conclusion, or why there is none."""
        try:
            of = self._context
            if isinstance(of, str):
                return of
            some = claim.among is not None
            return self._of_some(of, claim) if some else self._concluded(of, claim)
        except (AutomataError, RulesDisagreementError) as error:
            return str(error)

    def _concluded(self, of: ProofContext, claim: Claim) -> ProofResult | str:
        from research.logic.formula import text
        from research.logic.kernel import prove_kernel
        from research.proving.criterion import failed_result, proved_result
        from research.proving.sum_with_heap import heap_name, with_heap

        values = claim.quantity == "Grundy value"
        paths = {state: self._believed(of, state, claim) for state in of.model.rules.coordinates}
        wanted = "P" if claim.quantity == "outcome" else True
        value = heap_name(of.model.rules)
        criterion = {
            state: _value(found, value) if values else _where(found, wanted)
            for state, found in paths.items()
        }
        rules = with_heap(of.model.rules) if values else of.model.rules
        proof = prove_kernel(rules, criterion, "lsd_2", limit=self.limits.states)
        if not proof.proved:
            confirmed = "the Kernel theorem does not confirm what is believed"
            return confirmed if values else failed_result(of, proof)
        formula = "; ".join(text(each) for each in criterion.values())
        what = f"the Grundy value is {value}" if values else "a position is a P-position"
        words = "what is believed is right of every position"
        if len(formula) <= LONGEST:
            words = f"{words}; by it {what} exactly if {formula}"
        said = claim.statement.rstrip(".")
        found = proved_result(of, proof, f"{words}; in the words of the claim: {said}.")
        number = sum(map(len, paths.values()))
        line = f"what is believed, run on symbols: {number} paths, which the engine decided are all"
        return replace(found, rests_on=(*found.rests_on, line))

    def _of_some(self, of: ProofContext, claim: Claim) -> ProofResult | str:
        """Compare what is believed of some positions with the criterion that ``prove`` finds."""
        from research.logic.decide import decide
        from research.logic.formula import (
            Binary,
            Predicate,
            Variable,
            conjunction,
            for_all,
            implies,
        )
        from research.logic.kernel import KernelProof
        from research.proving.symbolic_execution import TRUE

        found = self._found
        proof = None if found is None else found.proof
        outcome = claim.quantity in ("P-position", "outcome")
        if not outcome or found is None or not isinstance(proof, KernelProof) or not proof.proved:
            of_all = self._concluded(of, claim)
            proved = not isinstance(of_all, str) and of_all.proved
            return of_all if proved else "no criterion is proved with which to compare it"
        wanted = "P" if claim.quantity == "outcome" else True
        for state, names in of.model.rules.coordinates.items():
            valid = of.model.rules.valid.get(state, TRUE)
            spoken = self._outcomes(of, state, claim.among, valid)
            if any(type(each.value) is not bool for each in spoken):
                return "among gives something else than a truth value"
            here = conjunction(valid, _where(spoken, wanted=True))
            believed = self._checked(claim, self._outcomes(of, state, claim.believed, here))
            is_p = Predicate(f"P_{state}", tuple(map(Variable, names)))
            same = Binary("<=>", _where(believed, wanted), is_p)
            decision = decide(for_all(names, implies(here, same)), proof.system, proof.relations)
            if not decision.truth:
                return f"what is believed differs from the proved criterion at {decision.example}"
        said = claim.statement.rstrip(".")
        words = "what is believed is right of the positions of which it speaks"
        words = f"{words}; in the words of the claim: {said}."
        line = "what is believed and among which positions, run on symbols and compared with it"
        rests_on = (*found.rests_on, line)
        return replace(found, statement=words, formulas={}, rests_on=rests_on)

    def _believed(self, of: ProofContext, state: str, claim: Claim) -> list[Path]:
        """Run what is believed on symbols, written as positions are."""
        from research.proving.symbolic_execution import TRUE

        valid = of.model.rules.valid.get(state, TRUE)
        return self._checked(claim, self._outcomes(of, state, claim.believed, valid))

    @staticmethod
    def _outcomes(of: ProofContext, state: str, function: Any, given: Formula) -> list[Path]:
        from research.logic.kernel import Place
        from research.proving.python_subset import Reader
        from research.proving.symbolic_execution import outcomes

        def asked(at: Any) -> Any:
            return Reader().call(function, of.model.written(Place(state, at)))

        return outcomes(asked, of.model.rules.coordinates[state], given)

    @staticmethod
    def _checked(claim: Claim, found: list[Path]) -> list[Path]:
        """Refuse what is no value of the quantity."""
        from research.proving.symbols import Symbol

        values = claim.quantity == "Grundy value"
        outcome = claim.quantity == "outcome"
        for each in found:
            kind = type(each.value)
            fits = kind in (int, Symbol) if values else kind is (str if outcome else bool)
            if not fits or (outcome and each.value not in ("P", "N")):
                words = f"{each.value!r}" if kind is str else kind.__name__
                raise NotOnSymbolsError(f"what is believed gives {words}")
        return found

    def _beside(self, reason: str) -> Evidence:
        """Say why nothing is proved, with the theorem that ``prove`` finds, if it finds one."""
        theorem = self._theorem if not self.study.theorems else ""
        return replace(not_proved(reason), theorem=theorem)

    @cached_property
    def _theorem(self) -> str:
        found = self._found
        if found is None or not found.proved:
            return ""
        return f"of the rules, proved for every size: {found.statement}"

    @cached_property
    def _found(self) -> ProofResult | None:
        """What ``prove`` finds of the rules, within a limit of its own."""
        try:
            with at_most(MOST_TRANSITIONS):
                return None if self.guess is None else self.guess()
        except (WorkLimitError, InputError, RulesDisagreementError):
            return None


def not_proved(reason: str) -> Evidence:
    """Return what an attempt that came to nothing gives: the reason."""
    return Evidence(Level.UNTESTED, Kind.THEOREM, "", 0, by=f"not proved: {reason}")


def _where(found: list[Path], wanted: object) -> Formula:
    """Return: what is believed gives this value."""
    from research.logic.formula import disjunction

    return disjunction(*(each.when() for each in found if each.value == wanted))


def _value(found: list[Path], name: str) -> Formula:
    """Return: what is believed gives the size of the nim heap."""
    from research.logic.formula import Comparison, Variable, disjunction
    from research.proving.symbols import as_term

    heap = Variable(name)
    return disjunction(*(each.when(Comparison("=", heap, as_term(each.value))) for each in found))
