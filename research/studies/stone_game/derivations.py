"""The stone game's seven directions of moves, and the keys of the tables One, Two and All.

Main result: two positions have a key in common, whichever of their piles it belongs to, if and
only if they are the same or a move along the key's direction leads from one to the other. So they
cannot both be P-positions.

The decision procedure decides this outright, for each two directions that share a table. Piles
have no names, so a move along the first direction may lead to a position in which the piles of the
key lie in the places of the second.
"""

from __future__ import annotations

from collections.abc import Callable
from itertools import combinations_with_replacement
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from research.checks.derivations import Lines
    from research.proving.greedy_sieve import GreedySieve

Direction = tuple[int, int, int]  # (0, 1, 1): from the second and the third pile
KeyOfDirection = Callable[[Any, Any, Any], dict[Direction, tuple[str, tuple[Any, ...]]]]
POSITIONS = "xyz", "uvw"  # the piles of the two positions, smallest first


def directions_and_keys(key_of_direction: KeyOfDirection, lines: Lines) -> None:
    """Decide for each two directions with one table when their keys are the same."""
    import sympy

    lines.define(
        "Two positions, and the sum of piles on one side where a key has a difference",
        r"x \le y \le z, \quad u \le v \le w",
    )
    first, second = (key_of_direction(*sympy.symbols(" ".join(piles))) for piles in POSITIONS)
    for one, other in combinations_with_replacement(first, 2):
        (table, key), (other_table, other_key) = first[one], second[other]
        if table == other_table:
            same_key = " & ".join(map(equation, key, other_key))
            (before, kept), (after, left) = piles_of("xyz", one), piles_of("uvw", other)
            lines.decided(
                f"In table {table}, the key of ${', '.join(before)}$ in the first and of "
                f"${', '.join(after)}$ in the second position is the same if and only if these "
                "piles differ by one number and the others are the same",
                "Ax,y,z,u,v,w (x <= y & y <= z & u <= v & v <= w) => "
                f"(({same_key}) <=> (En ({moved(before, kept, after, left)}) | "
                f"({moved(after, left, before, kept)})))",
            )


def sieve(key_of_direction: KeyOfDirection) -> GreedySieve:
    """Say in formulas when positions have a key in common, and how the loops go through them."""
    import sympy

    from research.proving.greedy_sieve import GreedySieve

    piles = ("x1 x2 x3", "yx1 yx2 yx3")
    one, other = (key_of_direction(*sympy.symbols(names)).values() for names in piles)
    common = [
        f"({' & '.join(map(equation, key, other_key))})"
        for table, key in one
        for other_table, other_key in other
        if table == other_table
    ]
    earlier = "x1 < yx1 | (x1 = yx1 & (x2 < yx2 | (x2 = yx2 & x3 < yx3)))"
    return GreedySieve(" | ".join(common), earlier, "x3 <= n")


def piles_of(position: str, direction: Direction) -> tuple[list[str], list[str]]:
    """The piles from which a move along a direction takes stones, and the others."""
    chosen = [pile for pile, d in zip(position, direction, strict=True) if d]
    return chosen, [pile for pile in position if pile not in chosen]


def moved(before: list[str], kept: list[str], after: list[str], left: list[str]) -> str:
    """A move of n stones from each of some piles leads to the other position, in their order."""
    taken = [f"{b} = {a} + n" for b, a in zip(before, after, strict=True)]
    return " & ".join([*taken, *(f"{b} = {a}" for b, a in zip(kept, left, strict=True))])


def equation(left: Any, right: Any) -> str:
    """Write an equation between two linear expressions, every term on the side where it adds."""
    import sympy

    sides: dict[bool, list[str]] = {True: [], False: []}
    for pile, times in sympy.expand(left - right).as_coefficients_dict().items():
        sides[times > 0] += [str(pile)] * abs(times)
    return " = ".join(" + ".join(side) or "0" for side in sides.values())


def number_of_triples(formula: Callable[[Any], Any], lines: Lines) -> None:
    """Sum 1 over x ≤ y ≤ z ≤ N, from the inside out."""
    import sympy

    x, y, z, n, d = sympy.symbols("x y z N d", integer=True, nonnegative=True)
    inner, middle = n - y + 1, (n - x + 1) * (n - x + 2) / 2
    lines.same(
        "The third piles for given $x ≤ y ≤ N$, with $N = y + d$:",
        sympy.Sum(1, (z, y, y + d)),
        inner.subs(n, y + d),
    )
    lines.same(
        "Summed over $y$ for given $x ≤ N$, with $N = x + d$:",
        sympy.Sum(inner, (y, x, n)).subs(n, x + d),
        middle.subs(n, x + d),
    )
    lines.same("Summed over $x$:", sympy.Sum(middle, (x, 0, n)), formula(n))
