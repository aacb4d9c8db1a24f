"""What every solver keeps: its gate, what it refuses and how, its defaults, its claims of cost.

The solvers are the modules of ``fast`` with a function behind the gate, and all their public
functions are called. They are found, not listed: one without an example below fails here.
"""

from __future__ import annotations

import importlib
import inspect
import pkgutil
import re
import sys
from collections.abc import Callable, Iterator
from types import FrameType, ModuleType
from typing import Any

import numpy as np
import pytest

import fast
from fast import binary_blackboard, divisor_nim, silver_dollar, stone_game
from fast.errors import InputError, NoWinningOptionError
from fast.gate import Gated, NotConfirmedError
from research.resolving.loading import study_names

TOO_LARGE = 1 << 200_000
NO_INTEGERS = [True, 1.0, "1", None, np.float64(1), np.int64(1), np.True_, [1], -1]
NO_CHOICES = ["magic", "", 1, None, True]
NO_SEQUENCES = [None, 7, True, "12", iter([1, 2]), {1, 2}]


UNBOUNDED = {"heap", "remaining", "number", "coins"}  # taken however large: no position has them
EXAMPLES: dict[Callable[..., Any], dict[str, Any]] = {
    stone_game.criterion: {"position": (1, 2, 3)},
    stone_game.winning_option: {"position": (1, 2, 3)},
    stone_game.answer: {"limit": 10},
    stone_game.p_positions: {"limit": 10},
    divisor_nim.grundy: {"heap": 12},
    divisor_nim.criterion: {"heaps": (1, 2, 3)},
    divisor_nim.winning_option: {"heaps": (1, 2, 3)},
    divisor_nim.valuation_counts: {"limit": 10},
    divisor_nim.losing_count: {"limit": 10, "heaps": 3},
    divisor_nim.answer: {"limit": 10, "heaps": 3},
    silver_dollar.criterion: {"squares": (0, 2), "silver": 1},
    silver_dollar.winning_option: {"squares": (0, 2), "silver": 1},
    silver_dollar.count: {"total": 7, "active": 2, "passive": 2},
    silver_dollar.losing_count: {"squares": 10, "coins": 2},
    silver_dollar.answer: {"squares": 10, "coins": 2},
    binary_blackboard.in_losing_set: {"remaining": 7, "flag": 1},
    binary_blackboard.oscar_loses: {"number": 7},
    binary_blackboard.criterion: {"position": (2, 1, "Oscar")},
    binary_blackboard.winning_option: {"position": (2, 1, "Oscar")},
    binary_blackboard.answer: {"exponent": 4},
}


def solvers() -> Iterator[ModuleType]:
    """The modules with a function behind the gate."""
    for found in pkgutil.iter_modules(fast.__path__, "fast."):
        module = importlib.import_module(found.name)
        if any(isinstance(value, Gated) for value in vars(module).values()):
            yield module


def functions() -> Iterator[Any]:
    """The public functions of the solvers."""
    for module in solvers():
        for name, value in vars(module).items():
            own = inspect.isfunction(value) and value.__module__ == module.__name__
            if (own or isinstance(value, Gated)) and not name.startswith("_"):
                yield value


def plain(function: Any) -> Callable[..., Any]:
    return getattr(function, "ungated", function)


def name_of(function: Any) -> str:
    return f"{plain(function).__module__.removeprefix('fast.')}.{plain(function).__name__}"


def parameters(function: Any) -> dict[str, inspect.Parameter]:
    return dict(inspect.signature(plain(function)).parameters)


def choices(function: Any, parameter: str) -> list[str]:
    """The words that a parameter takes, as its refusal lists them."""
    with pytest.raises(InputError) as refused:
        plain(function)(**(EXAMPLES[function] | {parameter: "magic"}))
    return re.findall("'(.*?)'", str(refused.value).partition("expected one of")[2])


def of_kind(annotation: str) -> list[tuple[Any, str]]:
    """The functions with their parameters of a type."""
    return [
        (function, name)
        for function in functions()
        for name, parameter in parameters(function).items()
        if parameter.annotation == annotation
    ]


def ids(value: Any) -> str | None:
    return name_of(value) if callable(value) else value if isinstance(value, str) else None


GATED = [function for function in functions() if isinstance(function, Gated)]
INTEGERS, CHOICES = of_kind("int"), of_kind("str")
POSITIONS = [*of_kind("Sequence[int]"), *of_kind("tuple[int, int, str]")]


def test_every_public_function_of_a_solver_is_here() -> None:
    assert [name_of(f) for f in functions() if f not in EXAMPLES] == []
    assert {name.partition(".")[0].replace("_", "-") for name in map(name_of, GATED)} == set(
        study_names()
    )
    known = {"modulus", "factors"} | {name for _, name in (*INTEGERS, *CHOICES, *POSITIONS)}
    assert {name for function in functions() for name in parameters(function)} == known


# The gate


@pytest.mark.parametrize("function", GATED, ids=ids)
def test_nothing_answers_before_it_is_confirmed(function: Any) -> None:
    call = EXAMPLES[function]
    assert function.study in study_names()
    with pytest.raises(NotConfirmedError, match=f"run: grundwork check {function.study}$"):
        function(**call)
    assert function.ungated(**call)


# Refusals


def assert_refused(function: Any, name: str, value: Any, call: dict[str, Any]) -> None:
    """It is refused in one line that names the argument, its value and what is allowed."""
    with pytest.raises(InputError) as refused:
        plain(function)(**call)
    message = str(refused.value)
    said = f"{name}={value!r}: " if isinstance(value, bool | int | float | str | None) else name
    assert message.startswith(said), message
    assert re.search("expected|give", message), message
    assert "\n" not in message


@pytest.mark.parametrize(("function", "name"), INTEGERS, ids=ids)
def test_what_is_no_integer_in_range_is_refused(function: Any, name: str) -> None:
    for value in NO_INTEGERS:
        assert_refused(function, name, value, EXAMPLES[function] | {name: value})


@pytest.mark.parametrize(("function", "name"), INTEGERS, ids=ids)
def test_a_number_that_is_too_large_is_refused_at_once(function: Any, name: str) -> None:
    call = EXAMPLES[function] | {name: TOO_LARGE}
    if name in UNBOUNDED:
        plain(function)(**call)
    else:
        with pytest.raises(InputError) as refused:
            plain(function)(**call)
        assert len(str(refused.value)) < 300
        assert re.search("expected|at most|above|take|give|use", str(refused.value))


@pytest.mark.parametrize(("function", "name"), CHOICES, ids=ids)
def test_what_is_no_choice_is_refused_with_those_that_are(function: Any, name: str) -> None:
    for value in NO_CHOICES:
        assert_refused(function, name, value, EXAMPLES[function] | {name: value})
    allowed = choices(function, name)
    assert parameters(function)[name].default in allowed
    for choice in allowed:
        plain(function)(**(EXAMPLES[function] | {name: choice}))


@pytest.mark.parametrize(("function", "name"), POSITIONS, ids=ids)
def test_what_is_no_position_is_refused(function: Any, name: str) -> None:
    call = EXAMPLES[function]
    position = call[name]
    answer = plain(function)(**call)
    assert plain(function)(**(call | {name: list(position)})) == answer
    for value in (*NO_SEQUENCES, ()):
        with pytest.raises(InputError, match=f"^{name}"):
            plain(function)(**(call | {name: value}))
    for place, element in enumerate(position):
        for value in NO_INTEGERS if isinstance(element, int) else NO_CHOICES:
            wrong = (*position[:place], value, *position[place + 1 :])
            with pytest.raises(InputError, match="expected"):
                plain(function)(**(call | {name: wrong}))


# Defaults


@pytest.mark.parametrize("function", [f for f in functions() if parameters(f)], ids=ids)
def test_what_is_left_out_is_as_its_default(function: Any) -> None:
    call = EXAMPLES[function]
    for name, parameter in parameters(function).items():
        if parameter.default is not parameter.empty and name not in call:
            assert plain(function)(**call, **{name: parameter.default}) == plain(function)(**call)


@pytest.mark.parametrize("function", list(functions()), ids=ids)
def test_the_documentation_names_each_parameter_and_choice(function: Any) -> None:
    module = inspect.getmodule(plain(function))
    said = (module.__doc__ or "").partition("\nArguments\n")[2]  # once for all of its functions
    for name in parameters(function):
        assert re.search(rf"^    (\w+, )*{name}(, \w+)*$", said, re.MULTILINE), name
    for name in (name for f, name in CHOICES if f is function):
        assert all(f'``"{choice}"``' in said for choice in choices(function, name))


@pytest.mark.parametrize(
    "module", [m for m in solvers() if hasattr(m, "winning_option")], ids=lambda m: m.__name__
)
def test_a_p_position_and_no_other_has_no_winning_option(module: ModuleType) -> None:
    call = EXAMPLES[module.winning_option]
    assert not module.criterion(**call)
    option = module.winning_option(**call)
    after = dict(zip(call, option if len(call) > 1 else [option], strict=True))
    assert module.criterion(**after)
    with pytest.raises(NoWinningOptionError, match="P-position"):
        module.winning_option(**after)


# Cost, counted in lines of the solver's module that run


def lines_run(module: ModuleType, function: Any, call: dict[str, Any]) -> int:
    """How many lines of a solver one call runs, whatever machine it is on."""
    number = 0

    def count(frame: FrameType, event: str, _: Any) -> Any:
        nonlocal number
        if frame.f_code.co_filename != module.__file__:
            return None
        number += event == "line"
        return count

    before = sys.gettrace()
    sys.settrace(count)
    try:
        plain(function)(**call)
    finally:
        sys.settrace(before)
    return number


SMALL, LARGE = 256, 4096
# What a call of a size is, and how many times as many lines its documentation lets run at LARGE.
TIMES = LARGE // SMALL
COSTS: list[tuple[Any, Callable[[int], dict[str, Any]], float]] = [
    (binary_blackboard.answer, lambda n: {"exponent": n, "modulus": 7}, 1),
    (
        binary_blackboard.answer,
        lambda n: {"exponent": n, "modulus": 7, "algorithm": "layers"},
        TIMES,
    ),
    (divisor_nim.answer, lambda n: {"limit": 2**n - 1, "modulus": 7}, TIMES * 12 / 8),
    (
        divisor_nim.answer,
        lambda n: {"limit": 2 ** (n // 16), "modulus": 7, "algorithm": "direct"},
        TIMES**2,
    ),
    (silver_dollar.answer, lambda n: {"squares": 2 ** (n // 8), "coins": 3, "modulus": 7}, TIMES),
    (
        silver_dollar.answer,
        lambda n: {"squares": n, "coins": 3, "modulus": 7, "algorithm": "summation"},
        TIMES,
    ),
    (stone_game.winning_option, lambda n: {"position": (n // 8, n // 8, n // 4)}, TIMES),
]


@pytest.mark.parametrize(("function", "call", "times"), COSTS, ids=ids)
def test_work_grows_no_faster_than_it_is_said_to(
    function: Any, call: Callable[[int], dict[str, Any]], times: float
) -> None:
    module = sys.modules[plain(function).__module__]
    small, large = (lines_run(module, function, call(size)) for size in (SMALL, LARGE))
    assert large <= 1.1 * times * small


def quadratic(limit: int) -> int:
    """The control: a solver that is said to be linear and is not."""
    return sum(
        a == b
        for a in range(limit)
        for b in range(limit)
    )  # fmt: skip


def test_a_solver_that_is_slower_than_it_says_is_told_apart() -> None:
    here = sys.modules[__name__]
    assert lines_run(here, quadratic, {"limit": 160}) > 16 * 1.1 * lines_run(
        here, quadratic, {"limit": 10}
    )
