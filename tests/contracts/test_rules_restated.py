"""Built-in rules of which no claim is proved are restated from their prose, with the same options.

The positions are such as ``start`` does not give, and what is no position is refused.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from itertools import combinations, product
from typing import Any

import pytest

from oracles.heaps import HeapGame
from oracles.rules import PartizanGame
from oracles.strips import PartizanStripGame, StripGame
from oracles.vectors import VectorGame
from research.resolving.loading import load_study, variant_names
from tests.research.test_variants import PROVED

Cells = frozenset[tuple[int, int]]


def board(rows: int, columns: int) -> Cells:
    return frozenset(product(range(rows), range(columns)))


def subsets(of: Iterable[Any], most: int) -> list[frozenset[Any]]:
    of = list(of)
    return [frozenset(some) for k in range(most + 1) for some in combinations(of, k)]


def replaced(position: tuple[Any, ...], place: int, *new: Any) -> tuple[Any, ...]:
    return (*position[:place], *new, *position[place + 1 :])


def dominoes(free: Cells, down: int, right: int) -> list[Cells]:
    """Play with a domino from (r, c) to (r + down, c + right), both free."""
    return [free - {a, b} for a, b in product(free, free) if (a[0] + down, a[1] + right) == b]


def chomp(rows: tuple[int, ...]) -> list[Any]:
    squares = {(r, c) for r, length in enumerate(rows) for c in range(length)}
    left = [{s for s in squares if s[0] < r or s[1] < c} for r, c in squares if (r, c) != (0, 0)]
    return [tuple(sum(s[0] == r for s in each) for r in range(len(rows)) if (r, 0) in each)
            for each in left]  # fmt: skip


def cutcake(side: int) -> Callable[[Any], list[Any]]:
    def cut(cakes: Any) -> list[Any]:
        return [
            tuple(sorted(replaced(cakes, i, replaced(cake, side, a), replaced(cake, side, b))))
            for i, cake in enumerate(cakes)
            for a, b in product(range(1, cake[side]), repeat=2)
            if a + b == cake[side]
        ]

    return cut


def turned(shape: Callable[[int], list[frozenset[int]]]) -> Callable[[Any], list[Any]]:
    """Turn the coins of a shape, all to the left of a head that is turned too."""
    return lambda heads: [heads ^ {head} ^ more for head in heads for more in shape(head)]


def northcott(white: bool) -> Callable[[Any], list[Any]]:  # noqa: FBT001
    def moved(position: Any) -> list[Any]:
        length, *rows = position
        new = [
            (row, (square, row[1]) if white else (row[0], square))
            for row in rows
            for square in range(length)
        ]
        return [
            replaced(position, place, other)
            for place, row in enumerate(position)
            for before, other in new
            if row == before != other and other[0] < other[1]
        ]

    return moved


def poker(bag: int) -> Callable[[Any], list[Any]]:
    """Move chips between a pile and the bag: a pile's loss is the bag's gain."""

    def moved(position: Any) -> list[Any]:
        found = []
        for pile, gain in product((0, 1), range(-sum(position), sum(position) + 1)):
            option = list(position)
            option[pile] -= gain
            option[bag] += gain
            if gain and min(option) >= 0:
                found.append(tuple(option))
        return found

    return moved


def felled(letters: str) -> Callable[[Any], list[Any]]:
    """Take away an edge of these colors, and every edge whose path from the ground has it."""

    def paths(forest: Any, below: tuple[int, ...] = ()) -> dict[tuple[int, ...], str]:
        found = {}
        for i, (edge, above) in enumerate(forest):
            found |= {(*below, i): edge} | paths(above, (*below, i))
        return found

    def grown(edges: dict[tuple[int, ...], str], below: tuple[int, ...] = ()) -> Any:
        return tuple(sorted((edges[p], grown(edges, p)) for p in edges if p[:-1] == below))

    def moved(forest: Any) -> list[Any]:
        edges = paths(forest)
        return [
            grown({p: e for p, e in edges.items() if p[: len(cut)] != cut})
            for cut, edge in edges.items()
            if edge in letters
        ]

    return moved


def on_cells(moves: Callable[[dict[Any, str]], Iterable[dict[Any, str]]]) -> Callable[[str], Any]:
    """Make moves on cells, {(row, column): letter}, of moves on boards such as ``xo|o.``."""

    def moved(text: str) -> list[str]:
        rows = [list(row) for row in text.split("|")]
        cells = {(r, c): letter for r, row in enumerate(rows) for c, letter in enumerate(row)}
        options = [cells | changed for changed in moves(cells)]
        return [
            "|".join("".join(option[r, c] for c in range(len(row))) for r, row in enumerate(rows))
            for option in options
        ]

    return moved


def ray(cell: tuple[int, int], way: tuple[int, int], steps: int) -> list[tuple[int, int]]:
    return [(cell[0] + k * way[0], cell[1] + k * way[1]) for k in range(1, steps + 1)]


STRAIGHT = [(0, 1), (1, 0), (0, -1), (-1, 0)]


def clobbering(own: str, other: str) -> Callable[[str], Any]:
    return on_cells(
        lambda cells: [
            {a: ".", b: own}
            for a, way in product(cells, STRAIGHT)
            for b in ray(a, way, 1)
            if (cells[a], cells.get(b)) == (own, other)
        ]
    )


def jumping(own: str, other: str) -> Callable[[str], Any]:
    return on_cells(
        lambda cells: [
            dict.fromkeys([a, *path], ".") | {path[-1]: own}
            for a, way, jumps in product(cells, STRAIGHT, range(1, 4))
            for path in [ray(a, way, 2 * jumps)]
            if cells[a] == own and [cells.get(b) for b in path] == [other, "."] * jumps
        ]
    )


def splitting(down: int, right: int) -> Callable[[str], Any]:
    return on_cells(
        lambda cells: [
            {(r, c): ".", a: "x", b: "x"}
            for r, c in cells
            for a, b in [((r - down, c - right), (r + down, c + right))]
            if (cells[r, c], cells.get(a), cells.get(b)) == ("x", ".", ".")
        ]
    )


def shooting(place: int) -> Callable[[Any], list[Any]]:
    """Move a queen of the set at a place, and shoot, along free squares in line."""

    def in_line(a: Any, free: Iterable[Any]) -> list[Any]:
        lines = [ray(a, way, n) for way in product((-1, 0, 1), repeat=2) for n in range(1, 6)]
        return [line[-1] for line in lines if set(line) <= set(free) and a not in line]

    def moved(position: Any) -> list[Any]:
        free = position[0]
        return [
            replaced(
                replaced(position, 0, (free | {a}) - {b, shot}), place, position[place] ^ {a, b}
            )
            for a in position[place]
            for b in in_line(a, free)
            for shot in in_line(b, (free | {a}) - {b})
        ]

    return moved


def portions(side: int) -> Callable[[Any], list[Any]]:
    return lambda cakes: [
        tuple(sorted(replaced(cakes, i, *[replaced(cake, side, piece)] * (cake[side] // piece))))
        for i, cake in enumerate(cakes)
        for piece in range(1, cake[side])
        if cake[side] % piece == 0
    ]


def standing(letters: str) -> Callable[[str], list[str]]:
    """Leave of a row what stands to one side of a domino of these colors."""
    return lambda row: [
        domino.join(half)
        for domino in letters
        for cut in range(1, row.count(domino) + 1)
        for half in (row.split(domino)[:cut], row.split(domino)[cut:])
    ]


TREES = [(("g", (("l", ()), ("r", (("g", ()),)))), ("l", ())), (("r", (("l", (("g", ()),)),)),), ()]
STONES = ["xox|ox.", ".xooxo.", "xo.o.|.o.xo|oox..|x...."]
QUEENS = [
    (board(3, 3) - {(0, 0), (1, 1)}, frozenset({(0, 0)}), frozenset({(1, 1)})),
    ((board(1, 4) | board(4, 1)) - {(0, 0)}, frozenset({(4, 0), (5, 5)}), frozenset({(0, 0)})),
]
BOARDS = [board(4, 4), board(4, 3), board(3, 3) - {(1, 1)}, frozenset({(-1, 7), (0, 7), (5, 5)})]
HEADS = [frozenset(), frozenset({3, 9}), frozenset({5, 6, 12}), frozenset({8})]
Moves = Callable[[Any], Any]
RULES: dict[str, tuple[list[Any], Moves, Moves | None]] = {  # positions; for Left, and for Right
    "chomp": ([(4, 2, 1), (5, 5, 2, 2), (1, 1, 1)], chomp, None),
    "cram": (BOARDS, lambda free: dominoes(free, 1, 0) + dominoes(free, 0, 1), None),
    "domineering": (
        BOARDS,
        lambda free: dominoes(free, 1, 0),
        lambda free: dominoes(free, 0, 1),
    ),
    "cutcake": ([((2, 3), (5, 4)), ((7, 6),), ((1, 1),)], cutcake(1), cutcake(0)),
    "euclid": (
        [(6, 100), (7, 7), (30, 42)],
        lambda pair: [
            tuple(sorted((pair[0], rest)))
            for rest in range(1, pair[1])
            if (pair[1] - rest) % pair[0] == 0
        ],
        None,
    ),
    "mock-turtles": (HEADS, turned(lambda head: subsets(range(head), 2)), None),
    "turning-turtles": (HEADS, turned(lambda head: subsets(range(1, head), 1)), None),
    "ruler": (
        HEADS,
        turned(lambda head: [frozenset(range(a, head)) for a in range(1, head + 1)]),
        None,
    ),
    "northcott": (
        [(5, (0, 4), (1, 2)), (3, (0, 1)), (4, (1, 3), (0, 3), (2, 3))],
        northcott(white=True),
        northcott(white=False),
    ),
    "amazons": (QUEENS, shooting(1), shooting(2)),
    "clobber": (STONES, clobbering("x", "o"), clobbering("o", "x")),
    "fission": (["...|.x.|..x", "x", ".x.|...", "...|.x.|x.."], splitting(1, 0), splitting(0, 1)),
    "hackenbush": (TREES, felled("lg"), felled("rg")),
    "konane": (STONES, jumping("x", "o"), jumping("o", "x")),
    "maundy-cake": ([((4, 6), (9, 1)), ((7, 12),), ((1, 1),)], portions(1), portions(0)),
    "toppling-dominoes": (["lrgl", "grr", ""], standing("lg"), standing("rg")),
    "poker-nim": ([(3, 0, 2, 1), (0, 0, 0, 0)], poker(2), poker(3)),
}
REFUSED: dict[str, list[Any]] = {
    "bachets-game": [-1],
    "binary-blackboard": [(2, 2, "Oscar"), (2, 0, "Peter")],
    "chomp": [(1, 2), (2, 0), ()],
    "cutcake": [((0, 3),), ((2, -1),)],
    "divisor-nim": [(-3, 2, 2)],
    "euclid": [(3, 2), (0, 5), (-2, 3)],
    "kayles": [(-1, 2), (2.5,), "ab", 5],
    "maundy-cake": [((0, 3),), ((2, -1),)],
    "mock-turtles": [frozenset({-1})],
    "moores-nim": [(1, 2, 3), (1, 2, 3, -4)],
    "nim": [(1, 2), (-1, 0, 3)],
    "nimble": [(-1, 2, 3)],
    "northcott": [(4, (2, 1)), (4, (0, 4))],
    "poker-nim": [(1, 2, 3, -1), (1, 2, 3)],
    "ruler": [frozenset({0, 1})],
    "turning-turtles": [frozenset({0, 1})],
}


@pytest.mark.parametrize("name", RULES)
def test_the_rules_are_general(name: str) -> None:
    game: Any = load_study(name).game
    positions, left, right = RULES[name]
    for position in positions:
        assert game.contains(position)
        if isinstance(game, PartizanGame):
            assert right is not None
            assert set(game.left_options(position)) == set(left(position)), position
            assert set(game.right_options(position)) == set(right(position)), position
        else:
            assert set(game.options(position)) == set(left(position)), position


@pytest.mark.parametrize("name", REFUSED)
def test_what_is_no_position_of_the_game_is_refused(name: str) -> None:
    game: Any = load_study(name).game
    assert [position for position in REFUSED[name] if game.contains(position)] == []


def test_every_game_is_restated_that_neither_a_form_of_rules_nor_a_proof_speaks_for() -> None:
    forms = (HeapGame, VectorGame, StripGame, PartizanStripGame)
    games = {name: load_study(name).game for name in variant_names() if name not in PROVED}
    assert set(RULES) == {name for name, game in games.items() if not isinstance(game, forms)}
