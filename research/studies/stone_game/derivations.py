"""The stone game's seven directions of moves, and the keys of the tables One, Two and All.

Main result: two positions have a key in common, whichever of their piles it belongs to, if and
only if they are the same or a move along the key's direction leads from one to the other. So they
cannot both be P-positions.

The decision procedure decides this outright, for each two directions that share a table. Piles
have no names, so a move along the first direction may lead to a position in which the piles of the
key lie in the places of the second.

Source: "Key Insights", 4.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import chain, combinations_with_replacement
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from research.checks.derivations import Lines

Direction = tuple[int, int, int]  # (0, 1, 1): from the second and the third pile
KeyOfDirection = Callable[[Any, Any, Any], dict[Direction, tuple[str, tuple[Any, ...]]]]

NAMES = ("x", "y", "z"), ("u", "v", "w")  # the piles of the two positions, smallest first
ORDERED = " & ".join(f"{a} <= {b} & {b} <= {c}" for a, b, c in NAMES)


def directions_and_keys(key_of_direction: KeyOfDirection, lines: Lines) -> None:
    """Decide for each two directions with one table when their keys are the same."""
    import sympy

    piles = [sympy.symbols(" ".join(names), integer=True, nonnegative=True) for names in NAMES]
    lines.define(
        "Two positions, and the sum of piles on one side where a key has a difference",
        r"x \le y \le z, \quad u \le v \le w",
    )
    first, second = (key_of_direction(*names) for names in piles)
    for one, other in combinations_with_replacement(first, 2):
        if first[one][0] == second[other][0]:
            same_key = " & ".join(
                _equal(a, b) for a, b in zip(first[one][1], second[other][1], strict=True)
            )
            lines.decided(
                f"In table {first[one][0]}, the key of {_places(one, 0)} in the first and of "
                f"{_places(other, 1)} in the second position is the same if and only if these "
                "piles differ by one number and the others are the same",
                f"A{','.join(chain(*NAMES))} ({ORDERED}) => "
                f"(({same_key}) <=> (En {_moved(one, other, 0)} | {_moved(other, one, 1)}))",
            )


def _places(direction: Direction, position: int) -> str:
    chosen = [name for name, d in zip(NAMES[position], direction, strict=True) if d]
    return f"${', '.join(chosen)}$"


def _equal(left: Any, right: Any) -> str:
    """Write an equation between two linear expressions, every term on the side where it adds."""
    import sympy

    difference = sympy.Poly(left - right)
    sides: dict[bool, list[str]] = {True: [], False: []}
    for name in difference.gens:
        coefficient = int(difference.coeff_monomial(name))
        times = "" if abs(coefficient) == 1 else f"{abs(coefficient)}*"
        sides[coefficient > 0].append(f"{times}{name}")
    return f"{' + '.join(sides[True]) or '0'} = {' + '.join(sides[False]) or '0'}"


def _moved(one: Direction, other: Direction, position: int) -> str:
    """A move of n stones along ``one`` leads to the other position, the piles in their order."""
    before, after = NAMES[position], NAMES[1 - position]
    pairs = [
        *((b, a, " + n") for b, a in zip(_at(before, one, 1), _at(after, other, 1), strict=True)),
        *((b, a, "") for b, a in zip(_at(before, one, 0), _at(after, other, 0), strict=True)),
    ]
    return "(" + " & ".join(f"{b} = {a}{n}" for b, a, n in pairs) + ")"


def _at(names: Sequence[str], direction: Direction, value: int) -> list[str]:
    return [name for name, d in zip(names, direction, strict=True) if d == value]


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
