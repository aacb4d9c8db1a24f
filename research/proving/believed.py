"""What a claim believes, proved for every size: of P-positions, outcomes and Grundy values.

``check`` tries this on every claim that was found true of all small positions. What is believed is
a function in Python, which is run on symbols (:mod:`research.proving.symbolic_execution`); the
formula that comes out goes to the Kernel theorem (:mod:`research.logic.kernel`) as its criterion.

**Grundy values.** A position x has the Grundy value g exactly if the sum of x and a nim heap of g
is a P-position. So a formula of x and g is that of the Grundy value if it is the criterion of the
sum with one nim heap. (R. Sprague, Tohoku Math. J. 41 (1935) 438-444.)

**Values of single heaps.** Where the period of a heap game is proved, each heap to the end of the
first period is compared. Beyond the preperiod the heaps are ``n + period * k`` for the heaps n of
one period; there what is believed is run on the symbol k.

**Some positions.** A claim with ``among=`` follows from a theorem of all P-positions if it is
decided, in the numeration system of that theorem, that both say the same of each of its positions.
"""

from __future__ import annotations

import ast
from collections.abc import Callable
from contextlib import suppress
from dataclasses import replace
from functools import cached_property, partial
from types import FunctionType, MethodType
from typing import TYPE_CHECKING, Any

from oracles.heaps import is_sum_of_heaps
from oracles.quantities import QUANTITIES
from oracles.rules import Game
from research.checks.equality import same_value, show
from research.checks.evidence import Counterexample, Evidence, Kind, Level
from research.logic.decide import decide
from research.logic.errors import AutomataError
from research.logic.formula import (
    Comparison,
    Predicate,
    Variable,
    conjunction,
    disjunction,
    exists,
    for_all,
    implies,
    text,
)
from research.logic.formula_rules import names_of, with_heap
from research.logic.kernel import Place, prove_kernel
from research.logic.transitions import at_most
from research.proving.conclusions import conclusion
from research.proving.formula_model import context_of
from research.proving.heap_functions import SINGLE
from research.proving.periods import prove_heap_game
from research.proving.python_subset import Reader
from research.proving.python_values import source_of
from research.proving.results import (
    HEAP_VALUE,
    PERIODICITY,
    Limits,
    NotProvable,
    RulesDisagreementError,
)
from research.proving.rules_equal_formula import formulas_of_study
from research.proving.symbolic_execution import SYSTEM, TRUE, outcomes
from research.proving.symbols import NotOnSymbolsError, Symbol, as_term
from research.system.position_text import written

if TYPE_CHECKING:
    from research.claims.claim import Claim
    from research.claims.study import Study
    from research.logic.formula import Formula
    from research.proving.formula_model import FormulaModel, ProofContext
    from research.proving.results import ProofResult
    from research.proving.symbolic_execution import Path

    FromRules = Callable[[FormulaModel, str, Limits], ProofResult]

LIMITS = Limits(positions=1_500, arcs=30_000, states=20_000)  # the claim itself has looked further
MOST_TRANSITIONS = 30_000_000  # of automata for one claim, some seconds
LONGEST = 300  # letters of a formula that is shown, else the function is
MOST_MOVES = 12  # of rules from which a theorem is looked for; each takes a tenth of a second
P_OR_N = ("P-position", "outcome")  # the quantities that a theorem of P-positions decides


class Prover:
    """Proves claims of one study.

    The limits say how far to compare rules with a formula, and how large automata may be.
    ``from_rules`` looks for the theorem of a game in its formulas alone.
    """

    def __init__(
        self, study: Study, limits: Limits = LIMITS, from_rules: FromRules | None = None
    ) -> None:
        self.study, self.limits, self.from_rules = study, limits, from_rules

    def tried(self, claim: Claim) -> Evidence | None:
        """Return what trying to prove a claim came to; None if no theorem speaks of such a claim.

        Cost: mostly a second or less; at most ``MOST_TRANSITIONS`` of automata.
        """
        if not self._may_be_proved(claim):
            return None
        try:
            with at_most(MOST_TRANSITIONS):
                if claim.quantity == HEAP_VALUE:
                    found = prove_heap_values(self.study, claim)
                else:
                    found = self._of_claim(claim).evidence()
        except RecursionError:
            return NotProvable("the formula of the belief is nested too deeply").evidence()
        except AutomataError as error:
            return NotProvable(str(error)).evidence()
        except NotProvable as error:
            unread = isinstance(error.__cause__, NotOnSymbolsError)
            more = self._agreement(claim) if unread and claim.quantity in P_OR_N else ""
            return NotProvable(error.reason + more).evidence()
        if found.level == Level.REFUTED and claim.size is not None:
            beyond = f"beyond size {claim.size} it fails: {found.counterexample}"
            return NotProvable(beyond).evidence()
        return found

    def _agreement(self, claim: Claim) -> str:
        """Say that a belief which is not read agrees with the theorem; nothing without one."""
        with suppress(NotProvable, AutomataError, RulesDisagreementError):
            theorem = self._theorem
            if theorem is None:
                return ""
            rules, seen, read = theorem.proof.rules, self._context.seen, self._context.model.read
            inside = replace(self._context.model, rules=rules).is_valid
            among = claim.among or (lambda _: True)
            compared = [p for p in seen.sizes if inside(read(p)) and among(p)]
            outcome = theorem.proof.outcome
            if compared and all(
                claim.believed(p) in (outcome(read(p)), outcome(read(p)) == "P") for p in compared
            ):
                words = f"; it agrees on {len(compared)} positions, to size {seen.size}, with the "
                return f"{words}theorem, proved for {theorem.domain}: {theorem.statement}"
        return ""

    def p_positions(self) -> ProofResult | None:
        """Return the theorem that a claim of all P-positions is, the first that has one."""
        for claim in self.study.claims:
            if claim.quantity in P_OR_N and self._may_be_proved(claim):
                with suppress(NotProvable):
                    found = self._by_kernel(claim)
                    if found.proved:
                        return found
        return None

    def _of_claim(self, claim: Claim) -> ProofResult:
        """Prove a claim as a criterion, or one of some positions from the theorem of all."""
        try:
            return self._by_kernel(claim)
        except NotProvable:
            if claim.among is None or claim.quantity == "Grundy value":
                raise
            theorem = self._theorem
            if theorem is None:
                raise
            return _among(self._context, theorem, claim)

    @cached_property
    def _theorem(self) -> ProofResult | None:
        """The theorem of all P-positions: a proved claim of the study, else from the rules."""
        with at_most(MOST_TRANSITIONS):
            found = self.p_positions()
        if found is not None or self.from_rules is None:
            return found
        model = self._context.model
        if len(model.rules.moves) > MOST_MOVES:
            return None
        none = suppress(NotProvable, AutomataError, RulesDisagreementError)
        with none, at_most(MOST_TRANSITIONS):  # of its own, whichever claim is the first
            found = self.from_rules(model, self.study.called, self.limits)
        return found if found is not None and found.proved else None

    def _may_be_proved(self, claim: Claim) -> bool:
        game = self.study.game
        if not isinstance(game, Game) or game.loopy:
            return False
        if claim.quantity == HEAP_VALUE:
            return is_sum_of_heaps(game)
        values = ["Grundy value"] * (not game.misere)
        return claim.quantity in (*P_OR_N, *values) and not is_sum_of_heaps(game)

    @cached_property
    def _context(self) -> ProofContext:
        model = formulas_of_study(self.study)
        with at_most(MOST_TRANSITIONS):  # of its own, whichever claim is the first
            return context_of(self.study.called, model, self.limits)

    def _by_kernel(self, claim: Claim) -> ProofResult:
        """Take what is believed for a criterion, and return the conclusion."""
        try:
            return self._as_criterion(self._context, claim)
        except (AutomataError, RulesDisagreementError) as error:
            raise NotProvable(str(error)) from error

    def _as_criterion(self, of: ProofContext, claim: Claim) -> ProofResult:
        """Prove or refute what is believed as the criterion of the Kernel theorem."""
        rules, values = of.model.rules, claim.quantity == "Grundy value"
        paths = {state: _believed(of, state, claim) for state in rules.coordinates}
        value = names_of(rules).fresh("g")
        heap = Variable(value)

        def condition(found: list[Path]) -> Formula:
            if not values:
                return disjunction(*(each.when() for each in found if each.value in (True, "P")))
            same = (each.when(Comparison("=", heap, as_term(each.value))) for each in found)
            return disjunction(*same)

        criterion = {state: condition(found) for state, found in paths.items()}
        rules = with_heap(rules, value) if values else rules
        proof = prove_kernel(rules, criterion, limit=self.limits.states)
        if not proof.proved and claim.among is not None:
            value_of, truth = QUANTITIES[claim.quantity].value, of.seen.truth
            wrong = (p for p in truth.positions if value_of(truth, p) != claim.believed(p))
            case = next((f"it is wrong at {written(p)}" for p in wrong), "that is not confirmed")
            needs = "a proof needs the function right also at the positions that among= leaves out"
            raise NotProvable(f"{needs}; {case}")
        if not proof.proved and values:
            raise NotProvable("the Kernel theorem does not confirm the belief")
        words = f"The claim's function is right for {of.model.domain}"
        formula = "; ".join(f"{state}: {text(each)}" for state, each in criterion.items())
        source = ""
        if len(formula) > LONGEST:
            formula, source = "", _source(claim.believed)
        elif values:
            words += f": the Grundy value is {value} exactly where P holds"
        words += f". The claim: {claim.statement.rstrip('.')}."
        found = conclusion(of, words, proof, criterion=formula, compare=not values)
        number = sum(map(len, paths.values()))
        line = f"The claim's function, {source}run on symbols, takes one of {number} paths, as was "
        line += "decided by automata."
        return replace(found, rests_on=(*found.rests_on, line)) if found.proved else found


def _source(function: Any) -> str:
    """Return the source of a function as code in a line and a comma; empty for Python's own."""
    own = isinstance(function, FunctionType | MethodType)
    return f"`{' '.join(ast.unparse(source_of(function)).split())}`, " if own else ""


def _among(of: ProofContext, theorem: ProofResult, claim: Claim) -> ProofResult:
    """Prove a claim of some positions: there the theorem says the same, as is decided."""
    proof, rules = theorem.proof, of.model.rules
    statements: list[Formula] = []
    for state, names in rules.coordinates.items():
        valid = rules.valid.get(state, TRUE)
        domain = _where(of, state, claim.among, valid)
        given = conjunction(valid, domain)
        paths = _believed(of, state, claim, given)
        said = disjunction(*(each.when() for each in paths if each.value in (True, "P")))
        is_p = Predicate(f"P_{state}", tuple(map(Variable, names)))
        known = proof.rules.valid.get(state, TRUE)  # the theorem may speak of fewer positions
        same = conjunction(known, implies(is_p, said), implies(said, is_p))
        statements.append(for_all(names, implies(given, same)))
        if not decide(statements[-1], proof.system, proof.relations, LIMITS.states).truth:
            raise NotProvable("the theorem of all P-positions does not confirm it")
    words = "The claim's function is right for the positions of among=. The claim: "
    words += f"{claim.statement.rstrip('.')}."
    line = "That theorem and the claim's function, run on symbols, say the same of each position "
    line += f"of among=, as was decided by automata in {proof.system}."
    rests_on = (f"The theorem of all P-positions: {theorem.statement}", *theorem.rests_on, line)
    domain_words = f"the positions of among=, of {theorem.domain}"
    proof = replace(proof, statements=tuple(statements))
    return replace(theorem, statement=words, domain=domain_words, rests_on=rests_on, proof=proof)


def _where(of: ProofContext, state: str, function: Any, given: Formula) -> Formula:
    """Return where a function of positions is true, run on symbols."""

    def asked(at: Any) -> Any:
        return Reader().call(function, of.model.written(Place(state, at)))

    found = outcomes(asked, of.model.rules.coordinates[state], given)
    if any(type(each.value) is not bool for each in found):
        raise NotOnSymbolsError("among= gives something other than True or False")
    return disjunction(*(each.when() for each in found if each.value))


def _believed(
    of: ProofContext, state: str, claim: Claim, given: Formula | None = None
) -> list[Path]:
    """Run what is believed on symbols; refuse what is no value of the quantity."""

    def asked(at: Any) -> Any:
        return Reader().call(claim.believed, of.model.written(Place(state, at)))

    rules = of.model.rules
    given = rules.valid.get(state, TRUE) if given is None else given
    found = outcomes(asked, rules.coordinates[state], given)
    fits: Callable[[Any], bool] = {
        "Grundy value": lambda value: type(value) in (int, Symbol),
        "outcome": lambda value: type(value) is str and value in ("P", "N"),
        "P-position": lambda value: type(value) is bool,
    }[str(claim.quantity)]
    for value in (each.value for each in found):
        if not fits(value):
            words = repr(value) if isinstance(value, str) else type(value).__name__
            raise NotOnSymbolsError(f"the belief gives {words}")
    return found


def prove_heap_values(study: Study, claim: Claim) -> Evidence:
    """Compare what is believed of single heaps with the proved values of a heap game."""
    game: Any = study.game
    result = prove_heap_game(game, study.called).required()
    proof = result.proof

    def refuted_at(heap: int) -> Evidence | None:
        value, believed = proof.value(heap), claim.believed(heap)
        if same_value(value, believed):
            return None
        case = Counterexample(str(heap), show(value), show(believed))
        return Evidence(Level.REFUTED, Kind.THEOREM, SINGLE, heap + 1, case, by=PERIODICITY)

    def is_right(rest: int, periods: Any) -> bool:
        believed = Reader().call(claim.believed, rest + proof.period * periods[0])
        if type(believed) not in (int, Symbol):
            raise NotOnSymbolsError(f"the belief gives {type(believed).__name__}")
        return bool(proof.table[rest] + proof.saltus * periods[0] == believed)

    known = range(proof.preperiod + proof.period)
    for heap in known:
        if (found := refuted_at(heap)) is not None:
            return found
    for rest in known[proof.preperiod :]:
        paths = outcomes(partial(is_right, rest), ("k",))
        wrong = disjunction(*(path.when() for path in paths if not path.value))
        example = decide(exists(("k",), wrong), SYSTEM).example
        if example:
            heap = rest + proof.period * example["k"]
            if (found := refuted_at(heap)) is not None:
                return found
            raise NotProvable(f"the belief, run on symbols, differs at heap {heap}")
    line = f"The claim's function was run on symbols for each of the {proof.period} heaps of a "
    line += "period."
    return replace(result, domain=SINGLE, rests_on=(*result.rests_on, line)).evidence()
