"""The blackboard's sum at exponents of any size: powers of a matrix, exponents and moduli.

The source's recurrences step from a layer to the next; as many steps are one power of a matrix.
"""

from __future__ import annotations

from collections.abc import Callable
from operator import mul
from typing import Any

from research.claims.moduli import of_every_kind

# From layer k to the next: 4^k, 8^k = N_k 4^k, T_k, the sum so far with each odd layer, and 1.
STEP = ((4, 0, 0, 0, 0), (0, 8, 0, 0, 0), (2, 1, 2, 0, 0), (4, 1, 1, 1, -1), (0, 0, 0, 0, 1))

Matrix = tuple[tuple[int, ...], ...]


def product_of(left: Matrix, right: Matrix, modulus: int | None) -> Matrix:
    """The product of two matrices, modulo a number if there is one."""
    columns = list(zip(*right, strict=True))
    entries = [[sum(map(mul, row, column)) for column in columns] for row in left]
    if modulus is not None:
        entries = [[entry % modulus for entry in row] for row in entries]
    return tuple(map(tuple, entries))


def matrix_answer(
    exponent: int,
    modulus: int | None = None,
    factors: object = None,  # noqa: ARG001
) -> int:
    """The sum to 2^exponent by so many steps over the layers as one power of a matrix."""
    from flint import fmpz  # long products are quick with it

    steps = (exponent + 1) // 2
    of: Callable[[int], Any] = int if modulus is not None and modulus < 2**64 else fmpz
    reached: Matrix = ((of(1),), (of(1),), (of(0),), (of(0),), (of(1),))
    power: Matrix = tuple(tuple(map(of, row)) for row in STEP)
    while steps:
        if steps % 2:
            reached = product_of(power, reached, modulus)
        steps //= 2
        if steps:
            power = product_of(power, power, modulus)
    end, total = int(reached[0][0]), int(reached[3][0])
    # An even exponent ends with the first number of a layer; an odd one before the odd layer.
    total += end if exponent % 2 == 0 else 1 - end
    return total if modulus is None else total % modulus


# The solver divides by 6.
MODULI: list[dict[str, Any]] = [
    *({"modulus": modulus} for modulus in (*range(1, 41), 257)),
    *of_every_kind(),
    {"modulus": 2 * (2**89 - 1), "factors": [2, 2**89 - 1]},
    {"modulus": 2**100_000 - 1},
]


def about_powers_of_two(least: int, most: int) -> list[int]:
    """Numbers about each power of two from one exponent to another, and some between."""
    about = {2**k + step for k in range(least, most + 1) for step in (-1, 0, 1)}
    return sorted(about | {2**k * 10 // 7 for k in range(least, most)})


def long_exponents(algorithm: str) -> list[dict[str, Any]]:
    """Exponents beyond the small ones, exact: to the largest that is given exactly."""
    if algorithm == "closed":
        return [{"exponent": n} for n in (*about_powers_of_two(8, 20), 2**21, 6_666_666)]
    return [{"exponent": n} for n in (*about_powers_of_two(8, 13), 2**15, 2**16 + 1)]


def long_exponents_and_moduli(algorithm: str) -> list[dict[str, Any]]:
    """Exponents whose exact sums are above all of the moduli, with each of these; and longer ones.

    The longest are modulo some of them only, for each step of the layers takes its time.
    """
    most = 12 if algorithm == "layers" else 64
    some = (7, 97, 10**9 + 7, 2**32, 2**61 - 1, 2**64 + 13, 6**30)
    longest = (2**15 + 1, 2**16, 2**18 - 1) if algorithm == "layers" else (2**255, 2**999 + 1)
    cases = [
        *({"exponent": n} | modulus for n in (300, 301, 4095, 4096) for modulus in MODULI),
        *(
            {"exponent": n, "modulus": modulus}
            for n in (*about_powers_of_two(8, most), *longest)
            for modulus in some
        ),
    ]
    if algorithm == "closed":  # a sum above the longest of the moduli, and the longest exponent
        cases.append({"exponent": 70_000, "modulus": 2**100_000 - 1})
        cases.append({"exponent": 2**100_000 - 1, "modulus": 97})
    return cases
