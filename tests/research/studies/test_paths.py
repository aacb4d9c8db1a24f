"""Solvers that are wrong on one path only: one modulus, one size, one regime; all are caught."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from fast import (
    binary_blackboard,
    divisor_nim,
    modular,
    polynomials,
    silver_dollar,
    stone_game,
    stone_kernels,
)
from research.checks.evidence import Settings
from research.claims.agreement import compare
from research.claims.cases import Drawn, Listed
from research.resolving.loading import load_study

pytestmark = pytest.mark.expensive

RIGHT_PACKED = stone_kernels.packed
RIGHT_TRANSFORM = divisor_nim._by_transform
RIGHT_POWER = divisor_nim._convolution_power
RIGHT_CLOSED = binary_blackboard._closed
RIGHT_LUCAS = modular.binomial_modulo_prime
RIGHT_RING = polynomials.polynomial_ring


def right_to_four_words(limit: int, keys: Any) -> Any:
    """The packed rows, without what lies beyond 256 values of z."""
    return RIGHT_PACKED(min(limit, 255), keys)


def one_short_of_a_power(largest_pile: int) -> int:
    """The table's limit, one too small where the pile is a power of two."""
    return (1 << max(largest_pile - 1, 1).bit_length()) - 1


def right_modulo_odd_numbers(counts: list[int], heaps: int, modulus: int | None) -> int:
    """The mean of powers modulo the modulus alone: it is halved where that cannot be."""
    exact = RIGHT_TRANSFORM(counts, heaps, None)
    if modulus is None:
        return exact
    return exact % modulus if modulus % 2 else exact % modulus // 2 * 2


def right_below_eight(counts: list[int], exponent: int, modulus: int | None) -> list[int]:
    """The convolution power, the seventh for all that are larger."""
    return RIGHT_POWER(counts, min(exponent, 7), modulus)


def right_modulo_others_than_3(exponent: int, modulus: int | None) -> int:
    """The closed form divided by 6 modulo the modulus itself, which fails for multiples of 3."""
    if modulus is None or modulus % 3:
        return RIGHT_CLOSED(exponent, modulus)
    return (RIGHT_CLOSED(exponent, modulus) + modulus // 3) % modulus


def right_to_64_bits(exponent: int, modulus: int | None) -> int:
    """The closed form, wrong modulo more than 64 bits."""
    wrong = modulus is not None and modulus.bit_length() > 64
    return RIGHT_CLOSED(exponent, modulus) + wrong


def lucas_of_two_digits(upper: int, lower: int, prime: int) -> int:
    """Lucas' theorem with the lowest two digits only."""
    return RIGHT_LUCAS(upper % prime**2, lower % prime**2, prime)


def ring_of_one_word(modulus: int | None) -> Any:
    """Polynomials modulo the lowest 64 bits of the modulus."""
    return RIGHT_RING(modulus if modulus is None else modulus % 2**64 or 1)


MUTANTS: list[tuple[str, Any, str, Callable[..., Any]]] = [
    ("stone-game", stone_kernels, "packed", right_to_four_words),
    ("stone-game", stone_game, "_table_limit", one_short_of_a_power),
    ("divisor-nim", divisor_nim, "_by_transform", right_modulo_odd_numbers),
    ("divisor-nim", divisor_nim, "_convolution_power", right_below_eight),
    ("binary-blackboard", binary_blackboard, "_closed", right_modulo_others_than_3),
    ("binary-blackboard", binary_blackboard, "_closed", right_to_64_bits),
    ("silver-dollar", modular, "binomial_modulo_prime", lucas_of_two_digits),
    ("silver-dollar", silver_dollar, "polynomial_ring", ring_of_one_word),
]


@pytest.mark.parametrize(("name", "module", "attribute", "mutant"), MUTANTS)
def test_a_solver_wrong_on_one_path_is_caught(
    name: str,
    module: Any,
    attribute: str,
    mutant: Callable[..., Any],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    study = load_study(name)
    monkeypatch.setattr(module, attribute, mutant)
    stone_game._keys.cache_clear()
    try:
        assert any(compare(agreement, Settings()).disagreement for agreement in study.agreements)
    finally:
        stone_game._keys.cache_clear()


@pytest.mark.parametrize(
    "name", ["stone-game", "divisor-nim", "silver-dollar", "binary-blackboard"]
)
def test_every_domain_is_compared_as_a_whole_or_drawn_beyond_what_is(name: str) -> None:
    study = load_study(name)
    whole = [agreement for agreement in study.agreements if isinstance(agreement.cases, Listed)]
    drawn = [agreement for agreement in study.agreements if isinstance(agreement.cases, Drawn)]
    assert whole
    assert {agreement.fast for agreement in drawn} <= {agreement.fast for agreement in whole}
