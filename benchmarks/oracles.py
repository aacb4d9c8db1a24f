"""What is promised of graphs, tables, values by components and searches."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product
from typing import Any

from benchmarks.measure import Promise
from oracles.declarations import solve_quotient
from oracles.games.binary_blackboard import BinaryBlackboard
from oracles.games.stone_game import StoneGame
from oracles.graph import build_from
from oracles.heaps import octal
from oracles.misere_quotient import misere_quotient
from oracles.moves import MoveGame
from oracles.rule_contracts import starting_positions
from oracles.rules import Game
from oracles.search import grundy_by_components
from oracles.solve import build_vectorized
from oracles.truth import Truth
from oracles.vector_table import TableTruth
from oracles.vectors import VectorGame
from research.variants.cram import Cram

ARCS_A_SECOND = 400_000
_BOARD = frozenset(product(range(4), range(6)))
LONGEST = 2_000  # vertices of a path
# OEIS, A002187: Node Kayles on paths is Dawson's chess (A316632), with period 34 but for these.
IRREGULAR = {0, 14, 16, 17, 31, 34, 51}


class NodeKayles(Game[tuple[int, ...]]):
    """Take a vertex of a path, and those beside it. A position is the lengths of the paths."""

    def start(self, size: int) -> list[tuple[int, ...]]:
        return [(size,)]

    def options(self, position: tuple[int, ...]) -> Iterator[tuple[int, ...]]:
        for place, length in enumerate(position):
            rest = position[:place] + position[place + 1 :]
            for vertex in range(length):
                yield (*rest, max(vertex - 1, 0), max(length - vertex - 2, 0))

    def components(self, position: tuple[int, ...]) -> list[tuple[int, ...]]:
        return [(length,) for length in position if length]


def _irregular() -> set[int]:
    """Return the paths whose Grundy value is not that of the period."""
    found = grundy_by_components(NodeKayles(), [(length,) for length in range(LONGEST + 1)])
    usual = {length % 34: value for length, value in enumerate(found)}
    return {length for length, value in enumerate(found) if value != usual[length % 34]}


def _solved(game: Game, size: int) -> tuple[int, int]:  # type: ignore[type-arg]
    """Build and solve; return the number of arcs and of P-positions."""
    truth = Truth(game, build_from(game, game.start(size)))
    return truth.graph.number_of_edges(), len(truth.p_positions)


def _promise(name: str, game: Game, size: int, arcs: int) -> Promise:  # type: ignore[type-arg]
    return Promise(
        f"explicit graph of the {name}, {arcs} arcs, built and solved",
        fast=lambda: _solved(game, size)[0],
        expected=arcs,
        at_most_seconds=arcs / ARCS_A_SECOND,
        at_most_mebibytes=600,
    )


def _table(name: str, size: int, quantity: str) -> Promise:
    """Tables of the vector game with the seven vectors of zeros and ones."""
    game = VectorGame([v for v in product((0, 1), repeat=3) if any(v)], ordered=True)

    def solved() -> int:
        truth = TableTruth(game, size)
        getattr(truth, quantity)
        return len(truth.positions)

    return Promise(
        f"table of the stone game's {(size + 1) ** 3} positions, {name}",
        fast=solved,
        expected=(size + 1) ** 3,
        at_most_seconds=60,
        at_most_mebibytes=2048,
    )


TAKE_THREE = MoveGame("""
    position play(x, y, z)
    move play -> play(x - n, y, z) for n where 1 <= n & n <= x & n <= 3
    move play -> play(x, y - n, z) for n where 1 <= n & n <= y & n <= 3
    move play -> play(x, y, z - n) for n where 1 <= n & n <= z & n <= 3
""")


def _compact(game: Game[Any], size: int, *, on_rows: bool) -> tuple[int, int]:
    """Build a compact graph; return how many positions and arcs it has."""
    graph = (build_vectorized if on_rows else build_from)(game, starting_positions(game, size))
    assert graph is not None
    return len(graph), graph.number_of_edges()


def _on_rows(name: str, game: Game[Any], size: int, positions: int, at_least: float) -> Promise:
    """Options made as rows of arrays, against the rules in Python, on the same compact graph."""
    return Promise(
        f"compact graph of {name}, {positions} positions, on rows and from rules in Python",
        fast=lambda: _compact(game, size, on_rows=True),
        plain=lambda: _compact(game, size, on_rows=False),
        at_least_ratio=at_least,
        at_most_mebibytes=600,
    )


def _cram() -> tuple[int, int]:
    """Explore the board of four rows and six columns; return how many positions and the value."""
    truth = Truth(Cram(), build_from(Cram(), [_BOARD]))
    return len(truth.positions), truth.grundy(_BOARD)


def _kayles_quotient() -> tuple[int, int]:
    """Find and verify the misère quotient of Kayles; return its order and that of its P-portion."""
    found = misere_quotient(octal("0.77").replacements, 200)
    return found.order, len(found.p_portion)


class _OneBoard(Cram):
    """Cram on the board of four rows and six columns, where smaller sizes are all boards."""

    def start(self, size: int) -> list[frozenset[tuple[int, int]]]:
        return [_BOARD] if size == len(_BOARD) else super().start(size)


def _cram_up_to_symmetry() -> tuple[int, int]:
    """Solve the same board up to turning, reflecting and moving what is left of it."""
    truth = solve_quotient(_OneBoard(), len(_BOARD))
    return len(truth.positions), truth.grundy(_BOARD)


PROMISES = [
    Promise(
        "misère quotient of Kayles to heap 200, found and verified",
        fast=_kayles_quotient,
        expected=(40, 9),
        at_most_seconds=3,
    ),
    Promise(
        "Cram on 4 by 6, from rules in Python",
        fast=_cram,
        expected=(607_752, 0),
        at_most_seconds=25,
        at_most_mebibytes=900,
    ),
    Promise(
        "Cram on 4 by 6, from rules in Python with the symmetry of shapes",
        fast=_cram_up_to_symmetry,
        expected=(133_730, 0),
        at_most_seconds=25,
        at_most_mebibytes=350,
    ),
    _on_rows("three heaps, a text, to 79", TAKE_THREE, 79, 512_000, 3),
    _promise("stone game to 37", StoneGame(), 37, 946_215),
    _promise("blackboard to 710", BinaryBlackboard(), 710, 1_009_620),
    _table("outcomes", 464, "outcomes"),
    _table("Grundy values", 215, "grundy_values"),
    Promise(
        f"Node Kayles on paths to {LONGEST} vertices, from Python rules and components",
        fast=_irregular,
        expected=IRREGULAR,
        at_most_seconds=10,
    ),
]
