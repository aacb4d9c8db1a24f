"""Agreements: a fast solver compared with the oracle, case by case.

An agreement names a fast function, an oracle function of the same arguments, and the cases on which
they are compared. When every agreement of a study holds, and every control of a solver has been
caught by the same comparison, the study gets its certificate, and the functions behind its gate
answer.
"""

from __future__ import annotations

import traceback
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from pathlib import Path
from typing import Any

from fast.gate import function_name
from fast.gate.inputs import is_ours
from fast.gate.signature import largest_integers, ungated
from oracles.errors import explain
from research.checks.equality import same_value, show, side_by_side
from research.checks.evidence import ClaimError, Counterexample, Settings, in_words
from research.checks.search import search_drawn, search_listed
from research.claims.cases import Arguments, Cases, Listed, OneOf, own_copies
from research.claims.solver_code import CoveredOracle

LEAST_CASES = 200  # drawn in a domain that is not compared as a whole
REFUSED = "refused"  # that a solver gives no answer, which is another thing than to answer None


@dataclass(frozen=True)
class Agreement:
    """A fast function, an oracle function of the same named arguments, and calls to compare.

    Attributes
    ----------
    cases
        Calls, listed with the smallest first, or drawn.
    truth
        What the oracle is. Where it runs code of the solver, that is said
        instead; see :mod:`research.claims.solver_code`.
    refuses
        Whether every case is one to refuse, which shows nothing of how far the solver answers.
    game
        The rules, which oracle and solver may both read.
    refusal, fixed, controls, needs, modulo
        As of :class:`research.claims.study.Study` and its method ``agree``.
    """

    fast: Callable[..., Any]
    oracle: Callable[..., Any]
    cases: Cases
    fixed: Arguments = field(default_factory=dict)
    refusal: type[Exception] | None = None
    controls: Mapping[str, Callable[..., Any]] = field(default_factory=dict)
    truth: str = "the oracle"
    needs: Mapping[str, int] = field(default_factory=dict)
    refuses: bool = False
    game: Any = None
    modulo: tuple[str, ...] = ()

    @property
    def name(self) -> str:
        """The compared function, with fixed arguments."""
        fixed = f" with {show(dict(self.fixed))}" if self.fixed else ""
        return function_name(self.fast) + fixed

    @property
    def plain(self) -> Callable[..., Any]:
        """The compared function without its gate."""
        plain: Callable[..., Any] = ungated(self.fast)
        return plain


@dataclass(frozen=True)
class ComparisonResult:
    """What comparing came to.

    Attributes
    ----------
    name, domain, truth
        Of the agreement, in words; ``function`` is the compared function alone.
    cases, whole_domain
        How many distinct cases were compared, and whether these are all of the domain.
    disagreement
        A case in which the results differ: of listed ones the first, else a shrunk one.
    reached, short_of
        The largest integer that was compared, by parameter; and where it is less than needed.
    """

    name: str
    domain: str
    cases: int
    whole_domain: bool
    disagreement: Counterexample | None = None
    missed_controls: tuple[str, ...] = ()
    function: str = ""
    truth: str = ""
    reached: Mapping[str, int] = field(default_factory=dict)
    short_of: str = ""

    @property
    def agrees(self) -> bool:
        """Whether the functions agree as far as needed and every control was caught."""
        return self.disagreement is None and not self.missed_controls and not self.short_of

    @property
    def difference(self) -> str:
        """The case in which solver and oracle differ, and what each gives; else nothing."""
        at = self.disagreement
        return f"{at.case}: the solver gives {at.found}, the oracle {at.believed}" if at else ""


def compare(
    agreement: Agreement, settings: Settings, cases: list[Arguments] | None = None
) -> ComparisonResult:
    """Run an agreement and its controls.

    ``cases`` receives the arguments of every call of the fast function that agreed, each once.

    Raises
    ------
    ClaimError
        If the oracle is the function that it should judge, or a control does not run.
    """
    oracle = CoveredOracle(agreement)
    failure_in = partial(failure_of, replace(agreement, oracle=oracle), agreement.plain)
    if isinstance(agreement.cases, Listed):
        searched = search_listed(agreement.cases.cases(), failure_in)
    else:
        settings = Settings(max(settings.examples, LEAST_CASES), settings.seed)
        drawn = agreement.cases.strategy()
        searched = search_drawn(drawn, failure_in, settings, key=agreement.name)
    compared, missed = list(searched.passed.values()), []
    if searched.failure is None:
        missed = [name for name in agreement.controls if _is_missed(agreement, name, compared)]
    agreed = [] if agreement.refuses else [{**each, **agreement.fixed} for each in compared]
    if cases is not None:
        cases += agreed
    reached = largest_reached(agreed, agreement.modulo)
    short = [
        f"{name} {least} is needed, compared to {reached.get(name, 'none')}"
        for name, least in agreement.needs.items()
        if reached.get(name, -1) < least
    ]
    return ComparisonResult(
        agreement.name,
        in_words(agreement.cases.words),
        searched.distinct,
        isinstance(agreement.cases, Listed),
        searched.failure,
        tuple(missed),
        function_name(agreement.fast),
        oracle.truth(),
        reached,
        ", ".join(short),
    )


def _is_missed(agreement: Agreement, name: str, compared: Sequence[Arguments]) -> bool:
    """Whether a control was taken for right on all the cases on which the solver was compared.

    One that does not run is an error in the control, and no wrong answer that was noticed.
    """

    def running(**arguments: Any) -> Any:
        try:
            return agreement.controls[name](**arguments)
        except (ValueError, ArithmeticError, LookupError):
            raise  # a wrong solver may refuse, or look beyond its tables
        except Exception as error:
            what = f"the control {name!r} fails to run: {explain(error)}"
            raise ClaimError(f"{agreement.name}: {what}") from error

    return search_listed(compared, partial(failure_of, agreement, running)).failure is None


def failure_of(
    agreement: Agreement, function: Callable[..., Any], arguments: Arguments
) -> Counterexample | None:
    """Ask both sides of one case, each with arguments of its own; ``None`` if they agree."""
    truth = agreement.oracle(**own_copies(arguments))
    if truth is None and agreement.refusal is not None:
        truth = REFUSED
    try:
        found = function(**own_copies({**arguments, **agreement.fixed}))
    except (ClaimError, OSError, MemoryError):  # a control's, or no file or memory
        raise
    except Exception as error:  # a crash is a disagreement like any other
        if agreement.refusal is None or not isinstance(error, agreement.refusal):
            own = [f for f in traceback.extract_tb(error.__traceback__) if not is_ours(f.filename)]
            place = f" ({Path(own[-1].filename).name}:{own[-1].lineno})" if own else ""
            crash = explain(error) + place
            return Counterexample(show(dict(arguments)), crash, side_by_side(None, truth)[1])
        found = REFUSED
    if same(found, truth):
        return None
    return Counterexample(show(dict(arguments)), *side_by_side(found, truth))


def same(found: object, true: object) -> bool:
    """Compare the result of a solver with the truth.

    Of :class:`~research.claims.cases.OneOf` any will do. Else as claims compare
    (:func:`research.checks.equality.same_value`), but an integer is exact, and no float is one. To
    refuse is no answer, not even None.

    >>> import numpy
    >>> 2**60 - 1 == numpy.exp2(60), same(2**60 - 1, numpy.exp2(60)), same(3, numpy.int64(3))
    (np.True_, False, True)
    """
    if isinstance(true, OneOf):
        return true.allows(None if found is REFUSED else found)
    if isinstance(found, float) and isinstance(true, int):  # as "/" gives in place of "//"
        return False
    return same_value(found, true)


def largest_reached(calls: Sequence[Arguments], modulo: Collection[str]) -> dict[str, int]:
    """Return the largest integer of each parameter in some calls, but for a modulus."""
    reached: dict[str, int] = {}
    for call in calls:
        for name, number in largest_integers(call, modulo).items():
            reached[name] = max(number, reached.get(name, number))
    return dict(sorted(reached.items()))
