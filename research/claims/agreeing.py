"""How a study says that a solver agrees with the truth: the one form for it.

Listed cases are all compared. A few thousand are compared in a second or two, and then it can be
said that the solver is right on all of them. Refusals are cases like any other: of arguments that
are none the right answer is a refusal, and no value.
"""

from __future__ import annotations

import functools
import inspect
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, TypedDict, Unpack

from fast.errors import InputError
from fast.gate import function_name
from fast.signature import TABLES, signature_of, ungated
from oracles.limits import Watch
from research.checks.evidence import ClaimError, in_words, require
from research.claims.agreement import REFUSED, Agreement, Needs, Refusal
from research.claims.cases import Arguments, Cases, Drawn, Listed
from research.claims.graphs import OneOf
from research.claims.quantities import quantity_named

if TYPE_CHECKING:
    from research.checks.domains import AnyGame, SmallCases
    from research.claims.quantities import StudyCases

Function = Callable[..., Any]

MOST_SIZES = 200  # to which size a function of the size is compared
BEYOND = (
    "arguments just beyond the ends of their ranges, of wrong types, or that do not fit together: "
    "all refused"
)
NAMELESS = inspect.Parameter.VAR_KEYWORD, inspect.Parameter.VAR_POSITIONAL


def refused(cases: Callable[[], Sequence[Any]]) -> Listed:
    """Cases that a solver must refuse; compare it on them with ``"refusal"``.

    Parameters
    ----------
    cases
        Lists arguments beyond the ends of their ranges, of wrong types, or that do not fit
        together.
    """
    return Listed(BEYOND, cases)


def by_all(fast: Function, *algorithms: str) -> Function:
    """Return what gives the answer on which all algorithms of a solver agree, or all answers."""

    @functools.cache
    def answer(*case: Any, **arguments: Any) -> Any:
        answers = [ungated(fast)(*case, **arguments, algorithm=name) for name in algorithms]
        if all(each == answers[0] for each in answers):
            return answers[0]
        return " and ".join(map(str, answers))

    return answer


class How(TypedDict, total=False):
    """What a comparison may be given besides.

    Attributes
    ----------
    fixed
        Arguments of the solver alone, such as which of its algorithms to use; of several such,
        each is compared.
    by
        What the truth is, in a few words that follow "compared with".
    answered
        Of which cases the solver has to give an answer, where it has to refuse the others; that
        it refuses nothing is then a control.
    refusal
        The error by which it says that there is no answer, where the truth gives None.
    lowered
        Constants of the solver that have other values meanwhile, as a rule lower, by full name.
    needs
        How far the comparison must reach, where that is known: the words say why.
    """

    fixed: Arguments | Sequence[Arguments]
    by: str
    answered: Function | None
    refusal: type[Exception] | None
    lowered: Mapping[str, Any]
    needs: Needs | None


class Agreeing:
    """What a study says of its solvers; see :class:`research.claims.study.Study`."""

    if TYPE_CHECKING:
        game: AnyGame
        agreements: list[Agreement]
        answer: Function | None
        headline: Mapping[str, Any]
        modulo: tuple[str, ...]

        @property
        def _cases(self) -> StudyCases: ...

    def agree(
        self,
        fast: Function,
        truth: str | Function,
        *,
        controls: Mapping[str, Function] | None = None,
        over: str | Cases | list[Any] = "positions",
        size: int | None = None,
        answer: bool = False,
        headline: Mapping[str, Any] | None = None,
        **how: Unpack[How],
    ) -> None:
        """Compare a fast function with the truth.

        Parameters
        ----------
        fast
            The function, gated or not.
        truth
            A quantity of :mod:`research.claims.quantities`; the function that gives the truth,
            which takes the same arguments by name, or one argument under any name; or
            ``"refusal"``, where the right answer is none. With ``"winning options"`` the fast
            function gives one of them, or None.
        controls
            Wrong functions in place of ``fast``, which the comparison must catch.
        over
            ``"positions"``: the argument is a position; ``"sizes"``: it is a size, and ``truth`` a
            function of it. Or a list of cases, or :mod:`research.claims.cases`, listed or drawn;
            those that are dictionaries are calls.
        size
            Compare positions or sizes to this one instead of as far as the budget allows.
        answer
            Make it the study's full answer, with ``headline`` for its arguments.
        how
            See :class:`How`.
        """
        if isinstance(over, list):
            over = Listed("those listed in the study", functools.partial(list, over))
        asked: Any = {"fast": fast, "truth": truth, "over": over, "controls": controls or {}, **how}
        _require_right(asked)
        for each in _agreements(**asked, small=lambda: self._cases.to(size)):
            self.agreements.append(replace(each, game=self.game, modulo=self.modulo))
        if answer:
            self.answer, self.headline = fast, dict(headline or {})


def _agreements(
    *,
    fast: Function,
    truth: str | Function,
    over: str | Cases,
    controls: Mapping[str, Function],
    small: Callable[[], SmallCases],
    **how: Unpack[How],
) -> Iterator[Agreement]:
    """Yield the comparison with each of the fixed arguments."""
    cases = _cases(over, truth, small)
    argument = functools.cache(lambda: _only_parameter(fast))
    if isinstance(over, str):
        argument()  # a solver that takes more is told of at once

    def call(case: Any) -> Arguments:
        return case if isinstance(case, Mapping) else {argument(): case}

    def whole() -> list[Arguments]:
        with Watch(lambda: f"listing the cases on which {function_name(fast)} is compared"):
            return list(map(call, cases.whole() if cases.whole else []))

    def where_answered() -> str:
        return f"{in_words(cases.words)}: answered where it must be, refused elsewhere"

    refuses = truth == "refusal"
    oracle = asked = _by_name(_truth_of(truth, small), fast)
    answered, refusal = how.get("answered"), how.get("refusal")
    if answered is not None:
        answered = _by_name(answered, fast)
    if answered is not None or (refusal is not None and not refuses):
        oracle = _refusing(asked, answered)
    for fixed in _each_fixed(how):
        wrong = {name: _by_name(twin, fast, fixed) for name, twin in controls.items()}
        if refuses and not wrong:
            wrong = {"answers whatever is asked": _answers}
        if answered is not None:
            wrong["refuses nothing"] = _without(fixed, asked)
        yield Agreement(
            fast,
            oracle,
            domain=cases.words if answered is None else where_answered,
            arguments=lambda: cases.strategy().map(call),
            whole=whole if cases.whole else None,
            refusal=refusal or (InputError if refuses or answered is not None else None),
            controls=wrong,
            truth=how.get("by") or _words_of(truth),
            refuses=refuses,
            fixed=fixed,
            lowered=how.get("lowered", {}),
            needs=how.get("needs"),
        )


def _each_fixed(how: How) -> Sequence[Arguments]:
    fixed = how.get("fixed", {})
    return [fixed] if isinstance(fixed, Mapping) else fixed


def _is_by_name(value: object) -> bool:
    return isinstance(value, Mapping) and all(isinstance(name, str) for name in value)


def _is_error(value: object) -> bool:
    return isinstance(value, type | None) and issubclass(value or Exception, Exception)


RIGHT: Mapping[str, tuple[Callable[[Any], bool], str]] = {
    "fast": (callable, "a function"),
    "truth": (lambda truth: isinstance(truth, str) or callable(truth), "a quantity or a function"),
    "over": (
        lambda over: isinstance(over, str | Listed | Drawn),
        "positions, sizes, cases or a list of them",
    ),
    "controls": (_is_by_name, "functions by what is wrong with them"),
    "fixed": (lambda fixed: isinstance(fixed, Sequence) or _is_by_name(fixed), "arguments by name"),
    "by": (lambda words: isinstance(words, str), "a few words"),
    "answered": (lambda answered: answered is None or callable(answered), "a function"),
    "refusal": (_is_error, "a class of errors"),
    "lowered": (_is_by_name, "values by full name"),
    "needs": (lambda needs: isinstance(needs, Needs | None), "Needs(words, reach)"),
}


def _require_right(arguments: Mapping[str, Any]) -> None:
    """Refuse arguments of a wrong kind, each by its name."""
    for name, value in arguments.items():
        require(name in RIGHT, "agree: argument", name, f"one of {', '.join(RIGHT)}")
        right, allowed = RIGHT[name]
        require(right(value), name, value, allowed)
    fast = arguments["fast"]
    unnamed = [each.name for each in _parameters(fast) if each.kind is each.POSITIONAL_ONLY]
    if unnamed:
        raise ClaimError(
            f"fast={getattr(fast, '__name__', fast)}: {', '.join(unnamed)} cannot be given by "
            "name; expected parameters that can; leave out the / after them"
        )


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


def _truth_of(truth: str | Function, small: Callable[[], SmallCases]) -> Function:
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


def _words_of(truth: str | Function) -> str:
    if isinstance(truth, str):
        return "refusals" if truth == "refusal" else "the graph"
    said = getattr(getattr(inspect.unwrap(truth), "__self__", None), "by", "")
    if said:
        return str(said)
    name = getattr(truth, "__name__", "<lambda>")
    return "what its study computes" if name == "<lambda>" else name


def _refusing(true: Function, answered: Function | None) -> Function:
    """Return the truth where the solver has to answer, else a refusal.

    Where nobody says which cases are answered, None stands for a refusal.
    """

    @functools.wraps(true)
    def answer(**arguments: Any) -> Any:
        if answered is not None:
            return true(**arguments) if answered(**arguments) else REFUSED
        found = true(**arguments)
        return REFUSED if found is None else found

    return answer


def _by_name(
    function: Function, fast: Function, fixed: Arguments = MappingProxyType({})
) -> Function:
    """Return a function that takes the solver's arguments by name.

    One that takes one argument may have its own name for it. Fixed arguments, which are the
    solver's own, are kept from a control that does not take them.
    """
    own = _parameters(function)
    if fixed and not any(p.name in fixed or p.kind in NAMELESS for p in own):
        return _without(fixed, _by_name(function, fast))
    names = {parameter.name for parameter in _parameters(fast)}
    known = own and own[0].name in names and own[0].kind is not own[0].POSITIONAL_ONLY
    if own and (len(own) > 1 or own[0].kind in NAMELESS or known):
        return function

    @functools.wraps(function)
    def of_one(**arguments: Any) -> Any:
        (value,) = arguments.values()
        return function(value)

    return of_one


def _without(fixed: Arguments, function: Function) -> Function:
    @functools.wraps(function)
    def without(**arguments: Any) -> Any:
        return function(**{name: v for name, v in arguments.items() if name not in fixed})

    return without


def _parameters(function: Function) -> list[inspect.Parameter]:
    try:
        return list(signature_of(function).parameters.values())
    except (TypeError, ValueError):  # some of Python's own functions do not say
        return []


def _only_parameter(fast: Function) -> str:
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
