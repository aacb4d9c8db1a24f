"""How a study says that a solver agrees with the truth: the one form for it.

Listed cases are all compared. A few thousand are compared in a second or two, and then it can be
said that the solver is right on all of them. Refusals are cases like any other: of arguments that
are none the right answer is a refusal, and no value.
"""

from __future__ import annotations

import functools
import inspect
from collections.abc import Callable, Mapping, Sequence
from types import MappingProxyType
from typing import TYPE_CHECKING, Any

from fast.errors import InputError
from fast.gate import function_name
from fast.signature import TABLES, signature_of, ungated
from oracles.limits import Watch
from research.checks.evidence import ClaimError, Words, in_words, require
from research.claims.agreement import Agreement, Needs
from research.claims.calls import REFUSED, Refusal
from research.claims.cases import Cases, Drawn, Listed
from research.claims.graphs import OneOf
from research.claims.quantities import quantity_named

if TYPE_CHECKING:
    from research.checks.domains import SmallCases

MOST_SIZES = 200  # to which size a function of the size is compared
BEYOND = (
    "arguments just beyond the ends of their ranges, of wrong types, or that do not fit together: "
    "all refused"
)


def refused(cases: Callable[[], Sequence[Any]]) -> Listed:
    """Cases that a solver must refuse; compare it on them with ``"refusal"``.

    Parameters
    ----------
    cases
        Lists arguments beyond the ends of their ranges, of wrong types, or that do not fit
        together.
    """
    return Listed(BEYOND, cases)


def by_all(fast: Callable[..., Any], *algorithms: str) -> Callable[..., Any]:
    """Return what gives the answer on which all algorithms of a solver agree, or all answers."""

    @functools.cache
    def answer(*case: Any, **arguments: Any) -> Any:
        answers = [ungated(fast)(*case, **arguments, algorithm=name) for name in algorithms]
        if all(each == answers[0] for each in answers):
            return answers[0]
        return " and ".join(map(str, answers))

    return answer


def agreement(
    fast: Callable[..., Any],
    truth: str | Callable[..., Any],
    over: str | Cases | list[Any],
    *,
    small: Callable[[], SmallCases],
    by: str,
    controls: Mapping[str, Callable[..., Any]],
    answered: Callable[..., bool] | None,
    refusal: type[Exception] | None,
    fixed: Mapping[str, Any],
    lowered: Mapping[str, Any],
    needs: Needs | None,
    game: Any,
) -> Agreement:
    """Return the agreement; the arguments are those of ``Shortcuts.agree``."""
    if isinstance(over, list):
        over = Listed("the listed cases", functools.partial(list, over))
    _require_arguments(
        {"fast": fast, "truth": truth, "over": over, "by": by, "refusal": refusal}
        | {"answered": answered, "needs": needs}
        | {"controls": controls, "fixed": fixed, "lowered": lowered}
    )
    _require_names(fast)
    refuses = truth == "refusal"
    cases = _cases(over, truth, small)
    argument = functools.cache(lambda: _only_parameter(fast))
    if isinstance(over, str):
        argument()  # a solver that takes more is told of at once
    true = _by_name(_truth_of(truth, small), fast)
    if refusal is not None and not refuses and answered is None:
        true = _refusing(true)
    controls = controls or ({"answers whatever is asked": _answers} if refuses else {})
    controls = {name: _by_name(twin, fast, fixed) for name, twin in controls.items()}
    if answered is not None:
        controls["refuses nothing"] = _without(fixed, true)
        true = _where(_by_name(answered, fast), true)

    def call(case: Any) -> Mapping[str, Any]:
        return case if isinstance(case, Mapping) else {argument(): case}

    def whole() -> list[Mapping[str, Any]]:
        with Watch(lambda: f"listing the cases on which {function_name(fast)} is compared"):
            return list(map(call, cases.whole() if cases.whole else []))

    return Agreement(
        fast,
        true,
        domain=_domain(cases.words, answered),
        arguments=lambda: cases.strategy().map(call),
        whole=whole if cases.whole is not None else None,
        refusal=refusal or (InputError if refuses or answered is not None else None),
        controls=controls,
        truth=by or _words_of(truth),
        refuses=refuses,
        fixed=fixed,
        lowered=lowered,
        needs=needs,
        game=game,
    )


def _is_by_name(value: object) -> bool:
    return isinstance(value, Mapping) and all(isinstance(name, str) for name in value)


def _is_error(value: object) -> bool:
    return value is None or (isinstance(value, type) and issubclass(value, Exception))


_ALLOWED: dict[str, tuple[Callable[[Any], bool], str]] = {
    "fast": (callable, "a function"),
    "truth": (lambda v: isinstance(v, str) or callable(v), "a quantity or a function"),
    "over": (
        lambda v: isinstance(v, str | Listed | Drawn),
        "positions, sizes, cases or a list of them",
    ),
    "by": (lambda v: isinstance(v, str), "a few words"),
    "refusal": (_is_error, "a class of errors"),
    "answered": (lambda v: v is None or callable(v), "a function"),
    "needs": (lambda v: v is None or isinstance(v, Needs), "Needs(words, reach)"),
    "controls": (_is_by_name, "functions by what is wrong with them"),
    "fixed": (_is_by_name, "arguments by name"),
    "lowered": (_is_by_name, "values by full name"),
}


def _require_arguments(given: Mapping[str, Any]) -> None:
    for name, value in given.items():
        is_right, allowed = _ALLOWED[name]
        require(is_right(value), name, value, allowed)


def _require_names(fast: Callable[..., Any]) -> None:
    """Refuse a solver of which an argument has no name: it is called by names alone."""
    unnamed = [each.name for each in _parameters(fast) if each.kind is each.POSITIONAL_ONLY]
    if unnamed:
        raise ClaimError(
            f"fast={getattr(fast, '__name__', fast)}: {', '.join(unnamed)} cannot be given by "
            "name; expected parameters that can; leave out the / after them"
        )


def _domain(words: Words, answered: object) -> Words:
    """Say that some of the cases are to be refused, where that is so."""
    if answered is None:
        return words
    return lambda: f"{in_words(words)}: answered where it must be, refused elsewhere"


def _cases(over: str | Cases, truth: object, small: Callable[[], SmallCases]) -> Cases:
    if not isinstance(over, str):
        return over
    if over not in ("positions", "sizes"):
        raise ClaimError(f"over={over!r}: expected 'positions' or 'sizes', or cases")
    if isinstance(truth, str) and over == "sizes":
        raise ClaimError(f"truth={truth!r}: over sizes it must be a function of the size")
    if over == "positions":
        return Listed(
            lambda: small().words(),
            lambda: [p for layer in small().layers for p in layer.positions],
        )

    def largest() -> int:
        return min(small().size, MOST_SIZES)

    return Listed(lambda: f"every size to {largest()}", lambda: range(largest() + 1))


def _truth_of(
    truth: str | Callable[..., Any], small: Callable[[], SmallCases]
) -> Callable[..., Any]:
    """Return the function that gives the truth, under a name to be shown."""
    if not isinstance(truth, str):
        return truth
    if truth == "refusal":
        return _refuses
    quantity = quantity_named(truth)

    def value(position: Any) -> Any:
        found = quantity(small().truth, position)
        return OneOf(found) if truth == "winning options" else found

    value.__qualname__ = f"small_cases.truth: {truth}"
    return value


def _words_of(truth: str | Callable[..., Any]) -> str:
    if isinstance(truth, str):
        return "refusals" if truth == "refusal" else "the graph"
    said = getattr(getattr(inspect.unwrap(truth), "__self__", None), "by", "")
    if said:
        return str(said)
    name = getattr(truth, "__name__", "<lambda>")
    return "what its study computes" if name == "<lambda>" else name


def _where(answered: Callable[..., bool], true: Callable[..., Any]) -> Callable[..., Any]:
    """Return the truth where the solver has to answer, and nothing where it has to refuse."""

    @functools.wraps(true)
    def there(**arguments: Any) -> Any:
        return true(**arguments) if answered(**arguments) else REFUSED

    return there


def _refusing(true: Callable[..., Any]) -> Callable[..., Any]:
    """Return the truth where nothing stands for a refusal."""

    @functools.wraps(true)
    def answer(**arguments: Any) -> Any:
        found = true(**arguments)
        return REFUSED if found is None else found

    return answer


def _by_name(
    function: Callable[..., Any],
    fast: Callable[..., Any],
    fixed: Mapping[str, Any] = MappingProxyType({}),
) -> Callable[..., Any]:
    """Return a function that takes the solver's arguments by name.

    One that takes one argument may have its own name for it. Fixed arguments, which are the
    solver's own, are kept from a control that does not take them.
    """
    own = _parameters(function)
    if fixed and not any(p.name in fixed or p.kind in NAMELESS for p in own):
        return _without(fixed, _by_name(function, fast))
    known = own and own[0].name in _names(fast) and own[0].kind is not own[0].POSITIONAL_ONLY
    if own and (len(own) > 1 or own[0].kind in NAMELESS or known):
        return function

    @functools.wraps(function)
    def of_one(**arguments: Any) -> Any:
        (value,) = arguments.values()
        return function(value)

    return of_one


def _without(fixed: Mapping[str, Any], function: Callable[..., Any]) -> Callable[..., Any]:
    @functools.wraps(function)
    def without(**arguments: Any) -> Any:
        return function(**{name: v for name, v in arguments.items() if name not in fixed})

    return without


NAMELESS = inspect.Parameter.VAR_KEYWORD, inspect.Parameter.VAR_POSITIONAL


def _parameters(function: Callable[..., Any]) -> list[inspect.Parameter]:
    try:
        return list(signature_of(function).parameters.values())
    except (TypeError, ValueError):  # some of Python's own functions do not say
        return []


def _names(function: Callable[..., Any]) -> list[str]:
    return [parameter.name for parameter in _parameters(function)]


def _only_parameter(fast: Callable[..., Any]) -> str:
    # A table as a default is a memo.
    parameters = [p.name for p in _parameters(fast) if not isinstance(p.default, TABLES)]
    if len(parameters) != 1:
        raise ClaimError(
            f"fast={getattr(fast, '__name__', fast)}: it takes {parameters}; expected one "
            "argument, a position or a size"
        )
    return parameters[0]


def _refuses(**arguments: Any) -> Refusal:  # noqa: ARG001
    """Refuse whatever is asked."""
    return REFUSED


def _answers(**arguments: Any) -> int:  # noqa: ARG001
    """Take every argument: the control of what is refused."""
    return 0
