"""Least shapes: the same cell by cell, by numbers, and in arrays."""

import itertools

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from oracles import least_shapes, shapes
from oracles.compact import build_compact
from oracles.errors import DisagreementError, RulesError
from oracles.graph import build
from oracles.least_shapes import LeastShapes, UpToSymmetry, up_to_symmetry
from oracles.packing import DoesNotFitError
from oracles.quotient_truth import solve_quotient
from oracles.quotients import Quotient
from oracles.rules import Game
from oracles.shapes import least_shape
from oracles.symmetry import least_image, shape_images

CELLS = st.tuples(st.integers(0, 7), st.integers(0, 7))


def shapes_of(cells):
    return st.frozensets(cells, max_size=24)


class Dominoes(Game):
    """Cram on a board of three rows."""

    canonical = staticmethod(least_shape)

    def start(self, size):
        return [frozenset(itertools.product(range(3), range(size)))]

    def options(self, position):
        for r, c in position:
            for other in ((r + 1, c), (r, c + 1)):
                if other in position:
                    yield position - {(r, c), other}


def asked_of_each(position):
    return least_image(shape_images(position))


class OneByOne(Dominoes):
    """The same, the form of each position being asked for."""

    def canonical(self, position):
        return asked_of_each(position)


@given(shapes_of(st.tuples(st.integers(-9, 9), st.integers(-9, 9))))
def test_the_least_shape_is_the_least_of_the_eight_images(shape):
    assert least_shape(shape) == least_image(shape_images(shape))


@settings(deadline=None)  # the first call compiles
@given(st.lists(shapes_of(CELLS), min_size=1))
def test_shapes_are_packed_as_their_least_images(some):
    packing = LeastShapes(least_shape)
    assert packing.unpack(packing.pack(some)) == [asked_of_each(each) for each in some]


def test_what_is_no_shape_of_eight_by_eight_cells_is_asked_for_its_form():
    for other in ([frozenset({(8, 0)})], [frozenset({3})], [(0, 0)]):
        with pytest.raises(DoesNotFitError):
            LeastShapes(least_shape).pack(other)
    wide = [frozenset({(0, 0), (0, 9)})]
    assert isinstance(up_to_symmetry(staticmethod(least_shape), least_shape, wide), UpToSymmetry)
    own = up_to_symmetry(asked_of_each, asked_of_each, [frozenset({(0, 0)})])
    assert isinstance(own, UpToSymmetry)


def test_a_graph_of_forms_is_the_same_in_arrays_and_one_by_one():
    quotient = Quotient(Dominoes())
    explicit = build(quotient, 5)
    for game in (quotient, Quotient(OneByOne())):
        graph = build_compact(game, quotient.start(5))
        assert {p: set(graph.options_of[p]) for p in graph} == {
            p: set(explicit.options_of[p]) for p in explicit
        }


def test_a_form_set_on_the_object_is_asked():
    game = Dominoes()
    game.canonical = lambda position: position
    quotient = Quotient(game)
    assert len(build_compact(quotient, quotient.start(4))) == len(build(quotient, 4)) > 100


class OtherMoves(Quotient):
    """A quotient with rules of its own: one may pass from a single cell to none."""

    def options(self, position):
        return [frozenset()] if len(position) == 1 else super().options(position)


class OtherForms(Quotient):
    """A quotient with forms of its own, and of these positions of its own."""

    def form(self, position):
        return frozenset(position)


@pytest.mark.parametrize("kind", [OtherMoves, OtherForms])
def test_a_quotient_with_methods_of_its_own_is_asked_for_them(kind):
    quotient, changed = kind(Dominoes()), Quotient(Dominoes())
    changed.options = lambda position: kind.options(quotient, position)
    for game in (quotient, changed):
        explicit = build(game, 3)
        graph = build_compact(game, game.start(3))
        assert {p: set(graph.options_of[p]) for p in graph} == {
            p: set(explicit.options_of[p]) for p in explicit
        }


class InTheCorner(Dominoes):
    """The same, a single cell being a position on the left alone; not so its least shape."""

    def contains(self, position):
        return position != {(0, 0)}


def test_least_shapes_are_held_to_the_positions_as_other_forms_are():
    quotient = Quotient(InTheCorner())
    with pytest.raises(RulesError, match="outside the positions"):
        build_compact(quotient, quotient.start(3))


def test_a_graph_of_least_shapes_holds_no_other_shape():
    quotient = Quotient(Dominoes())
    graph = build_compact(quotient, quotient.start(3))
    assert frozenset({(0, 0)}) in graph
    for other in ({(4, 4)}, {(0, 0), (8, 8)}, {(0, 0), (1, 1), (5, 5)}):
        assert frozenset(other) not in graph
    assert {(0, 0)} not in graph


def test_a_wrong_least_shape_in_arrays_is_noticed(monkeypatch):
    right = least_shapes._least

    def wrong(masks):
        found = right(masks)
        found[found == shapes.BITS[0, 0] | shapes.BITS[0, 1]] = shapes.BITS[0, 0]
        return found

    monkeypatch.setattr("oracles.solve.EXPLICIT_POSITIONS", 100)
    assert solve_quotient(Dominoes(), 5).grundy(frozenset({(0, 0)})) == 0
    monkeypatch.setattr(least_shapes, "_least", wrong)
    with pytest.raises(DisagreementError, match="options"):
        solve_quotient(Dominoes(), 5)
