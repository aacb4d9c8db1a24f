"""The stone game's seven directions of moves, and the keys of the tables One, Two and All.

Main result: along each direction one key stays the same, and the key determines the line of
that direction. Of two positions with the same key one is therefore an option of the other, and
they cannot both be P-positions.

Source: 004_de23a664e416c5f6.txt, "Key Insights", 4.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from research.symbolic import Lines

Direction = tuple[int, int, int]  # (0, 1, 1): from the second and the third pile
KeyOfDirection = Callable[[Any, Any, Any], dict[Direction, tuple[str, tuple[Any, ...]]]]


def directions_and_keys(key_of_direction: KeyOfDirection, lines: Lines) -> None:
    """Derive for each direction that its key stays, and that the key determines the line."""
    import sympy

    piles = sympy.symbols("x y z", integer=True, nonnegative=True)
    for direction, (table, key) in key_of_direction(*piles).items():
        key_stays(piles, direction, table, key, lines)
        key_determines_line(piles, direction, table, key, lines)
    lines.say(
        "Piles have no names: write two different positions with the same key so that the piles "
        "of the key have the same places. Then one comes from the other by a move of $|M|$ stones "
        "along the direction, and they are not both P-positions",
        r"M \ne 0",
    )


def key_stays(piles: Any, direction: Direction, table: str, key: Any, lines: Lines) -> None:
    """Substitute a move of N stones along the direction into the key."""
    import sympy

    number = sympy.Symbol("N", integer=True, positive=True)
    moved = [pile - number * d for pile, d in zip(piles, direction, strict=True)]
    move = dict(zip(piles, moved, strict=True))
    lines.say(
        f"Along the direction {direction}, kept in table {table}, a move of $N$ stones leads to",
        sympy.latex(sympy.Tuple(*moved)),
    )
    for before in key:
        after = before.subs(move, simultaneous=True)
        lines.same(
            "and the entry of the key stays the same:",
            after,
            before,
            shown=before_and_after(before, moved, piles),
        )


def before_and_after(entry: Any, moved: Any, piles: Any) -> str:
    """Write an entry of the key with the moved piles put in but not simplified."""
    import sympy

    shown: str = sympy.latex(entry)
    for pile, after in zip(piles, moved, strict=True):
        if after != pile:
            shown = shown.replace(str(pile), rf"\left({sympy.latex(after)}\right)")
    return shown


def key_determines_line(
    piles: Any, direction: Direction, table: str, key: Any, lines: Lines
) -> None:
    """Solve for the positions with the same key; they lie on the line of the direction."""
    import sympy

    primed = sympy.symbols("x' y' z'", integer=True)
    shift = sympy.Symbol("M", integer=True)
    rename = dict(zip(piles, primed, strict=True))
    same_key = [entry.subs(rename, simultaneous=True) - entry for entry in key]
    moving = next(index for index, d in enumerate(direction) if d)
    solved = sympy.solve([*same_key, primed[moving] - (piles[moving] - shift)], primed, dict=True)
    for pile, new, d in zip(piles, primed, direction, strict=True):
        lines.same(
            f"A position with the same key in {table}, whose first moved pile is $M$ smaller, has",
            solved[0].get(new, new),
            pile - shift * d,
            shown=sympy.latex(new),
        )


def number_of_triples(formula: Callable[[Any], Any], lines: Lines) -> None:
    """Sum 1 over x ≤ y ≤ z ≤ N, from the inside out."""
    import sympy

    x, y, n = sympy.symbols("x y N", integer=True, nonnegative=True)
    inner = n - y + 1
    lines.say("For given $x ≤ y$ the third pile has", f"{sympy.latex(inner)} \\text{{ values.}}")
    middle = sympy.summation(inner, (y, x, n))
    lines.same("Summed over $y$:", middle, (n - x + 1) * (n - x + 2) / 2)
    lines.same("Summed over $x$:", sympy.summation(middle, (x, 0, n)), formula(n))
