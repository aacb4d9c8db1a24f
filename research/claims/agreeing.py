"""How a study says that a solver agrees with the truth: the one form for it.

Listed cases are all compared. A few thousand are compared in a second or two, and then it can be
said that the solver is right on all of them. Refusals are cases like any other: of arguments that
are none the right answer is a refusal, and no value.
"""

from __future__ import annotations

import inspect
from collections.abc import Callable, Collection, Mapping, Sequence
from functools import partial, wraps
from typing import Any

from fast.errors import InputError
from fast.gate.signature import TABLES, signature_of
from oracles.rules import Rules
from research.checks.domains import SmallCases
from research.checks.evidence import ClaimError, require
from research.claims.agreement import Agreement
from research.claims.cases import Arguments, Cases, Drawn, Listed, OneOf
from research.claims.short_claims import quantity_of

Function = Callable[..., Any]

BEYOND = (
    "arguments just beyond the ends of their ranges, of wrong types, or that do not fit together: "
    "all refused"
)


def agree(
    study: Any,
    fast: Function,
    truth: str | Function,
    *,
    controls: Mapping[str, Function] | None = None,
    over: Cases | list[Any] | None = None,
    size: int | None = None,
    fixed: Arguments | Sequence[Arguments] = (),
    by: str = "",
    refusal: type[Exception] | None = None,
    needs: Mapping[str, int] | None = None,
    answer: bool = False,
    headline: Mapping[str, Any] | None = None,
) -> None:
    """Compare a fast function with the truth.

    Parameters
    ----------
    fast, controls
        The function, gated or not; and wrong ones in its place, which the comparison must catch.
    truth
        A quantity of :mod:`oracles.quantities`; the function that gives the truth,
        which takes the same arguments by name, or one argument under any name; or
        ``"refusal"``, where the right answer is none. With ``"winning options"`` the fast
        function gives one of them, or None.
    over
        A list of cases, or :mod:`research.claims.cases`; those that are dictionaries are calls.
        All positions unless given, to ``size`` or as far as the budget allows.
    fixed
        Arguments of the solver alone, such as its algorithm; of several such, each is compared.
    by, refusal
        What the truth is, in a few words that follow "compared with"; and the error by which the
        function says that there is no answer, where the truth gives None.
    needs
        How far the comparison must reach, where that is known: the least of each parameter.
    answer, headline
        Whether it is the study's full answer, and its arguments.
    """
    small: Callable[[], SmallCases] = partial(study.small_to, size)
    refuses, cases = truth == "refusal", _cases(over, truth, small, fast)
    wrong = controls or ({"answers whatever is asked": lambda **_: 0} if refuses else {})
    for each in [fixed] if isinstance(fixed, Mapping) else fixed or [{}]:
        study.agreements.append(
            Agreement(
                fast,
                _by_name(_truth_of(study.game, truth, small), fast),
                cases,
                fixed=each,
                refusal=refusal or (InputError if refuses else None),
                controls={what: _by_name(twin, fast, each) for what, twin in wrong.items()},
                truth=by or _words_of(truth),
                needs=needs or {},
                refuses=refuses,
                game=study.game,
                modulo=study.modulo,
            )
        )
    if answer:
        study.answer, study.headline = fast, dict(headline or {})


def _cases(
    over: Any, truth: str | Function, small: Callable[[], SmallCases], fast: Function
) -> Cases:
    """Return cases as calls of a function; one that is no dictionary is its only argument."""
    cases = over
    if isinstance(over, list):
        words = BEYOND if truth == "refusal" else "those listed in the study"
        cases = Listed(words, lambda: over)
    elif over is None:
        cases = Listed(lambda: small().words(), lambda: small().positions)
    require(isinstance(cases, Listed | Drawn), "over", over, "cases, or a list of them")
    # Such a default is a memo.
    single = [each.name for each in parameters(fast) if not isinstance(each.default, TABLES)]

    def call(case: Any) -> Arguments:
        if isinstance(case, Mapping):
            return dict(sorted(case.items()))
        if len(single) != 1:
            name = getattr(fast, "__name__", fast)
            raise ClaimError(f"fast={name}: it takes {single}; expected one argument")
        return {single[0]: case}

    if over is None:
        call(None)  # a solver that takes more is told of before anything is checked

    if isinstance(cases, Drawn):
        return Drawn(cases.words, lambda: cases.strategy().map(call))
    return Listed(cases.words, lambda: map(call, cases.cases()))


def _truth_of(game: Rules[Any], truth: str | Function, small: Callable[[], SmallCases]) -> Function:
    """Return the function that gives the truth."""
    if not isinstance(truth, str):
        return truth
    if truth == "refusal":
        return lambda **_: None
    value = quantity_of(game, truth).value
    if truth == "winning options":
        return lambda position: OneOf(value(small().truth, position))
    return lambda position: value(small().truth, position)


def _words_of(truth: str | Function) -> str:
    if isinstance(truth, str):
        return "refusals" if truth == "refusal" else "the graph"
    said = getattr(getattr(inspect.unwrap(truth), "__self__", None), "by", "")
    name = getattr(truth, "__name__", "<lambda>")
    return str(said) or ("a function of the study" if name == "<lambda>" else name)


def _by_name(function: Function, fast: Function, fixed: Collection[str] = ()) -> Function:
    """Return a function that takes the solver's arguments by name.

    One that takes one argument may have its own name for it. Fixed arguments, which are the
    solver's own, are kept from a control that does not take them.
    """
    own = parameters(function)
    if any(each.kind in (each.VAR_KEYWORD, each.VAR_POSITIONAL) for each in own):
        return function
    names = {each.name for each in own if each.kind is not each.POSITIONAL_ONLY}
    left_out = set(fixed) - names
    is_single = len(own) <= 1 and not names & {p.name for p in parameters(fast)}
    if not left_out and not is_single:
        return function

    @wraps(function)
    def asked(**arguments: Any) -> Any:
        given = {name: value for name, value in arguments.items() if name not in left_out}
        return function(*given.values()) if is_single else function(**given)

    return asked


def parameters(function: Function) -> list[inspect.Parameter]:
    """Return the parameters of a function, behind its gate; none where it does not say them."""
    try:
        return list(signature_of(function).parameters.values())
    except (TypeError, ValueError):  # some of Python's own functions do not say
        return []
