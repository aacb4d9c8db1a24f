"""Symmetry: quotients have the truth of the explicit graph, and what is no symmetry is named."""

import itertools

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from oracles.declarations import check_declared, solve_quotient
from oracles.errors import PositionError, RulesError
from oracles.graph import Builder, build_from
from oracles.moves import MoveGame
from oracles.partizan import PlayerToMoveGame
from oracles.rules import Game
from oracles.solve import Truth, solve
from oracles.strips import StripGame, empty_strip
from oracles.symmetry import least_board, least_shape
from oracles.vectors import VectorGame
from research.variants.domineering import Domineering
from tests.oracles.graphs import build


def sorted_piles(piles):
    return tuple(sorted(piles))


def with_form(kind, form):
    """The kind of game with a function as its canonical form."""
    return type(kind.__name__, (kind,), {"canonical": lambda self, position: form(position)})


class Crosses(Game):
    """Put a cross on a free square of a board of three rows; it and its neighbours are taken."""

    def start(self, size):
        return [frozenset(itertools.product(range(3), range(size)))]

    def options(self, free):
        for r, c in free:
            yield free - {(r, c), (r + 1, c), (r - 1, c), (r, c + 1), (r, c - 1)}

    def canonical(self, free):
        return least_shape(free)


Piles = with_form(VectorGame, sorted_piles)  # in any order, of which the order says nothing
Treblecross = with_form(StripGame, lambda strip: min(strip, strip[::-1]))
WYTHOFF = Piles([(1, 0), (0, 1), (1, 1)], ordered=True)
MISERE = Piles([(1, 0, 0), (0, 1, 0), (0, 0, 1)], ordered=True, misere=True)
TREBLECROSS = Treblecross([(".", "X")], empty_strip, over=["XXX"])
GAMES = [(WYTHOFF, 12), (MISERE, 5), (TREBLECROSS, 8), (Crosses(), 3)]
QUANTITIES = ("outcomes", "suspenses", "grundy_values", "misere_outcomes", "genera")


def has_the_truth_of(explicit, forms):
    """Compare every quantity at every position."""
    for position in explicit.positions:
        assert forms.remoteness(position) == explicit.remoteness(position)
    compared = 1
    for quantity in QUANTITIES:
        try:
            values = getattr(explicit, quantity)
        except RulesError:  # the game has no such quantity, nor has its quotient
            with pytest.raises(RulesError):
                getattr(forms, quantity)
            continue
        by_form = getattr(forms, quantity)
        assert values == {p: by_form[p] for p in explicit.positions}, quantity
        compared += 1
    assert compared >= 2
    return True


@pytest.mark.parametrize(("game", "size"), GAMES, ids=lambda each: type(each).__name__)
def test_a_quotient_has_the_truth_of_the_explicit_graph_and_is_smaller(game, size):
    explicit, truth = solve(game, size), solve_quotient(game, size)
    check_declared(game, explicit.graph)
    assert has_the_truth_of(explicit, truth)
    assert len(truth.graph) < len(explicit.graph)
    assert set(truth.positions) == {game.canonical(p) for p in explicit.positions}
    for position in explicit.positions:
        for ask in ("options", "winning_options"):
            forms = set(map(game.canonical, getattr(explicit, ask)(position)))
            assert set(getattr(truth, ask)(position)) == forms
        assert truth.outcome(position) == explicit.outcome(position)


@pytest.mark.parametrize("position", [(6, 2), (1,), 3, [1, "a"]], ids=str)
def test_a_quotient_names_a_position_that_it_does_not_hold(position):
    with pytest.raises(PositionError, match="not among the 21 positions"):
        solve_quotient(WYTHOFF, 5).outcome(position)


class Swapped(Game):
    """A token on a graph with two copies of each vertex, which an exchange takes to each other."""

    def __init__(self, arcs, *, misere=False, won=frozenset(), odd=frozenset()):
        self.arcs, self.misere, self.won, self.odd = arcs, misere, won, odd
        self.loopy = True

    def start(self, size):
        return itertools.product(range(5), range(2))

    def options(self, position):
        vertex, side = position
        for source, target, across in self.arcs:
            if source == vertex:
                yield target, side ^ across
        yield from (to for at, to in self.odd if at == position)

    def final_outcome(self, position):
        won = position[0] in self.won or position in self.won
        return "N" if won else super().final_outcome(position)

    def names_winner_by_position(self):
        return bool(self.won)

    def canonical(self, position):
        return position[0], 0


VERTEX = st.integers(0, 4)
ARCS = st.frozensets(st.tuples(VERTEX, VERTEX, st.integers(0, 1)), max_size=12)


@given(arcs=ARCS, misere=st.booleans(), won=st.frozensets(VERTEX, max_size=2))
@settings(max_examples=60, deadline=None)
def test_a_symmetry_of_any_graph_with_cycles_and_endings_passes_and_gives_its_truth(
    arcs, misere, won
):
    game = Swapped(arcs, misere=misere, won=won)
    explicit = solve(game, 0)
    check_declared(game, explicit.graph)
    builder = Builder(game, form=game.canonical)
    builder.add(game.start(0))
    assert has_the_truth_of(explicit, Truth(game, builder.graph))


def test_an_arc_and_an_ending_on_one_side_alone_are_named():
    arcs = frozenset({(0, 1, 0), (1, 2, 1)})
    check_declared(Swapped(arcs), build(Swapped(arcs), 0))
    one_sided = Swapped(arcs, odd=frozenset({((2, 1), (0, 0))}))
    with pytest.raises(RulesError, match=r"but \(2, 1\) has the option \(0, 0\)"):
        check_declared(one_sided, build(one_sided, 0))
    other_end = Swapped(arcs, won=frozenset({(2, 1)}))
    with pytest.raises(RulesError, match="their final_outcome is 'N' and 'P'"):
        check_declared(other_end, build(other_end, 0))


def nim_with(form):
    return with_form(VectorGame, form)([(1, 0), (0, 1)], ordered=True)


# Staircase nim, whose steps are not alike.
STAIRCASE = with_form(MoveGame, sorted_piles)("""
    position play(low, high)
    move play -> play(low - n, high) for n where 1 <= n & n <= low
    move play -> play(low + n, high - n) for n where 1 <= n & n <= high
    measure play: low + 2*high
""")
# As if a quarter turn were all the symmetry there is: its images are no group.
TURNED = with_form(
    Crosses, lambda free: min(free, frozenset((c, 2 - r) for r, c in free), key=sorted)
)()
EMPTIED = nim_with(lambda piles: piles if all(piles) else (0, 0))  # an empty pile may be anything


@pytest.mark.parametrize(
    ("game", "size", "named"),
    [
        (STAIRCASE, 2, r"canonical\(\(1, 0\)\) gives \(0, 1\)"),
        (TURNED, 3, r"canonical\(frozenset"),
        (EMPTIED, 2, r"canonical\(\(0, 1\)\) gives \(0, 0\)"),
    ],
    ids=["order matters", "no group", "joins too much"],
)
def test_what_is_no_symmetry_is_named_at_the_first_position(game, size, named):
    with pytest.raises(RulesError, match=named):
        check_declared(game, build(game, size))
    with pytest.raises(RulesError, match=named):
        solve_quotient(game, size)


@pytest.mark.parametrize(
    ("form", "named"),
    [
        (
            lambda p: p[::-1],
            r"canonical\(\(1, 2\)\) gives \(2, 1\), and canonical\(\(2, 1\)\) gives \(1",
        ),
        (lambda p: None, "gives None: no position of"),
        (list, "unhashable"),
        (lambda p: p[2], r"canonical\(\(2, 2\)\): IndexError"),
    ],
    ids=["not idempotent", "none", "unhashable", "failing"],
)
def test_a_canonical_form_that_is_none_is_named(form, named):
    with pytest.raises(RulesError, match=named):
        check_declared(nim_with(form), build_from(nim_with(form), [(2, 2)]))
    with pytest.raises(RulesError):
        solve_quotient(nim_with(form), 2)


def test_the_number_of_boards_up_to_symmetry_is_that_of_burnside():
    # Binary 3 x 3 matrices up to the eight symmetries: OEIS, A054247. On 2 x 3, by Burnside's
    # lemma, (64 + 16 + 8 + 8) / 4.
    for (rows, columns), number in {(2, 2): 6, (3, 3): 102, (2, 3): 24}.items():
        lines = list(map("".join, itertools.product(".X", repeat=columns)))
        written = list(itertools.product(lines, repeat=rows))
        tuples = [tuple(map(tuple, board)) for board in written]
        cells = list(itertools.product(range(rows), range(columns)))
        sets = [frozenset((r, c) for r, c in cells if board[r][c] == "X") for board in written]
        for boards in (written, tuples, sets):
            assert len({least_board(b, rows, columns) for b in boards}) == number


def test_the_number_of_shapes_is_that_of_the_free_polyominoes():
    # OEIS, A000105.
    shapes = {frozenset({(0, 0)})}
    for number in (1, 1, 2, 5, 12, 35, 108):
        assert len(shapes) == number
        shapes = {
            least_shape(shape | {(r + dr, c + dc)})
            for shape in shapes
            for r, c in shape
            for dr, dc in ((0, 1), (1, 0), (0, -1), (-1, 0))
            if (r + dr, c + dc) not in shape
        }


def in_corner(cells):
    top, left = (min((cell[i] for cell in cells), default=0) for i in (0, 1))
    return sorted((r - top, c - left) for r, c in cells)


def mirrored(free):
    signs = itertools.product((1, -1), repeat=2)  # rows stay rows
    return frozenset(min(in_corner([(a * r, b * c) for r, c in free]) for a, b in signs))


def test_a_symmetry_of_a_partizan_game_is_of_its_positions_with_the_player_to_move():
    game = PlayerToMoveGame(with_form(Domineering, mirrored)())
    check_declared(game, solve(game, 4).graph)
    turned = PlayerToMoveGame(with_form(Domineering, least_shape)())
    with pytest.raises(RulesError, match=r"canonical\(.* but"):  # as if both placed the same
        check_declared(turned, solve(turned, 3).graph)


class Turned(with_form(Domineering, mirrored)):
    """On its side it is the negative."""

    def negative(self, free):
        return frozenset((c, r) for r, c in free)


class Upright(Turned):
    def negative(self, free):
        return free  # as if both placed the same


def test_a_partizan_game_is_halved_by_its_negative_and_a_wrong_one_is_named():
    game = PlayerToMoveGame(Turned())
    turns = solve(game, 4)
    check_declared(game, turns.graph)
    builder = Builder(game, form=game.canonical)
    builder.add(turns.positions)
    forms = Truth(game, builder.graph)
    assert all(forms.outcome(turn) == turns.outcome(turn) for turn in turns.positions)
    assert len(builder.graph) <= len(turns.graph) / 2
    wrong = PlayerToMoveGame(Upright())
    with pytest.raises(RulesError, match=r"'Right'\)\) gives .*'Left'\), but"):
        check_declared(wrong, solve(wrong, 3).graph)


@given(st.frozensets(st.tuples(st.integers(-9, 9), st.integers(-9, 9)), max_size=24))
def test_the_least_shape_is_the_least_of_the_eight_images(shape):
    signs = list(itertools.product((1, -1), repeat=2))
    images = [[(a * r, b * c) for r, c in shape] for a, b in signs]
    images += [[(c, r) for r, c in image] for image in images]
    assert sorted(least_shape(shape)) == min(map(in_corner, images))
