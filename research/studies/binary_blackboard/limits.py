"""The blackboard's solver refuses what would take minutes: just there, with its limits lowered."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from fast import binary_blackboard as solver
from fast.errors import LimitError
from research.claims.finite import agree_on_all
from research.studies.binary_blackboard.agreements import answer_of_rows, study
from research.studies.binary_blackboard.far import MODULI

BITS, EXPONENT_BITS, WORK, STEPS, EXACT_STEPS = 12, 2, 400, 9, 7


def length(number: int) -> int:
    """The number of binary digits."""
    return len(f"{number:b}") if number else 0


def is_written(exponent: int, modulus: int | None) -> bool:
    """An exact number, three halves of the exponent long, has at most 12 bits."""
    return modulus is not None or 3 * exponent <= 2 * BITS


def has_a_short_exponent(exponent: int, modulus: int | None) -> bool:  # noqa: ARG001
    """The exponent itself has at most 2 bits."""
    return length(exponent) <= EXPONENT_BITS


def takes_short_powers(exponent: int, modulus: int | None) -> bool:
    """Bits of the exponent times those of the modulus squared are at most 400."""
    return modulus is None or length(exponent) * length(modulus) ** 2 <= WORK


def takes_few_steps(exponent: int, modulus: int | None) -> bool:
    """Modulo a number the layers go to 9, over the words of 64 bits and one to spare."""
    return modulus is None or exponent <= STEPS // (length(modulus) // 64 + 1)


def takes_few_exact_steps(exponent: int, modulus: int | None) -> bool:
    """Exactly the layers go to 7."""
    return modulus is not None or exponent <= EXACT_STEPS


def answer_always(exponent: int, modulus: int | None = None, **_: Any) -> int:
    """A wrong twin: it answers on both sides of the limit."""
    return answer_of_rows(exponent, modulus)


def agree_about(
    constant: str, value: int, algorithm: str, allows: Callable[[int, int | None], bool]
) -> None:
    """Add the agreement on both sides of one limit, lowered to a value."""

    def answer_within(
        exponent: int,
        modulus: int | None = None,
        factors: object = None,  # noqa: ARG001
    ) -> int | None:
        return answer_of_rows(exponent, modulus) if allows(exponent, modulus) else None

    agree_on_all(
        study,
        solver.answer,
        answer_within,
        f"exponent ≤ 14, exact and modulo numbers of every kind, with {constant} lowered to "
        f"{value}: answered up to it, refused above",
        lambda: [{"exponent": n} | modulus for n in range(15) for modulus in ({}, *MODULI[:-1])],
        fixed={"algorithm": algorithm},
        lowered={f"fast.binary_blackboard.{constant}": value},
        refusal=LimitError,
        truth="rows of bits",
        controls={"refuses nothing": answer_always},
    )


agree_about("LARGEST_EXACT_BITS", BITS, "closed", is_written)
agree_about("LARGEST_EXPONENT_BITS", EXPONENT_BITS, "closed", has_a_short_exponent)
agree_about("LARGEST_MODULAR_WORK", WORK, "closed", takes_short_powers)
agree_about("LARGEST_EXPONENT_OF_LAYERS", STEPS, "layers", takes_few_steps)
agree_about("LARGEST_EXACT_EXPONENT_OF_LAYERS", EXACT_STEPS, "layers", takes_few_exact_steps)
