"""Confirming a fast function on the whole exhaustible part of a game, without strategies."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import TYPE_CHECKING, Any

from fast.kinds import TABLES, ungated
from research.checks.evidence import ClaimError
from research.claims.agreement import Agreement, same
from research.claims.quantities import quantity_named

if TYPE_CHECKING:
    from research.checks.domains import SmallCases

MOST_SIZES = 200  # to which size a function of the size is compared


def agreement_on_small_cases(
    small: Callable[[], SmallCases],
    fast: Callable[..., Any],
    truth: str | Callable[[Any], Any],
    controls: Mapping[str, Callable[..., Any]],
    over: str,
) -> Agreement:
    """Return the agreement of ``fast`` with the truth; see ``Shortcuts.confirm``."""
    argument = _only_parameter(fast)
    if over not in ("positions", "sizes"):
        raise ClaimError(f"over={over!r}: expected 'positions' or 'sizes'")
    if isinstance(truth, str) and over == "sizes":
        raise ClaimError(f"truth={truth!r}: over sizes it must be a function of the size")
    true = _truth_of(small, truth)

    def oracle(**arguments: Any) -> Any:
        return true(arguments[argument])

    oracle.__qualname__ = true.__qualname__

    def cases() -> list[dict[str, Any]]:
        if over == "sizes":
            return [{argument: size} for size in range(min(small().size, MOST_SIZES) + 1)]
        return [{argument: p} for layer in small().layers for p in layer.positions]

    def strategy() -> Any:
        from hypothesis import strategies as st

        return st.sampled_from(cases())

    def words() -> str:
        bound = min(small().size, MOST_SIZES)
        return small().words() if over == "positions" else f"every size to {bound}"

    return Agreement(
        fast,
        oracle,
        domain=words,
        arguments=strategy,
        whole=cases,
        agree=_is_one_of if truth == "winning options" else same,
        truth="the graph" if isinstance(truth, str) else _name_of(truth),
        controls={
            name: lambda twin=twin, **arguments: twin(arguments[argument])
            for name, twin in controls.items()
        },
    )


def _name_of(truth: Callable[..., Any]) -> str:
    name = getattr(truth, "__name__", "<lambda>")
    return "what its study computes" if name == "<lambda>" else name


def _truth_of(
    small: Callable[[], SmallCases], truth: str | Callable[[Any], Any]
) -> Callable[[Any], Any]:
    """Return the function that gives the truth, under a name to be shown."""
    if not isinstance(truth, str):
        return truth
    quantity = quantity_named(truth)

    def value(position: Any) -> Any:
        return quantity(small().truth, position)

    value.__qualname__ = f"small_cases.truth: {truth}"
    return value


def _only_parameter(fast: Callable[..., Any]) -> str:
    try:
        every = inspect.signature(ungated(fast)).parameters
    except ValueError:  # some of Python's own functions do not say
        every = MappingProxyType({})
    # A table as a default is a memo.
    parameters = [name for name, each in every.items() if not isinstance(each.default, TABLES)]
    if len(parameters) != 1:
        raise ClaimError(
            f"fast={getattr(fast, '__name__', fast)}: it takes {parameters}; expected one "
            "argument, a position or a size"
        )
    return parameters[0]


def _is_one_of(found: object, options: Any) -> bool:
    return found in options if found is not None else not options
