"""The least shape is the least of the eight images."""

from hypothesis import given
from hypothesis import strategies as st

from oracles.quotients import solve_quotient
from oracles.shapes import least_shape
from oracles.symmetry import least_image, shape_images
from research.variants.cram import Cram, board


@given(st.frozensets(st.tuples(st.integers(-9, 9), st.integers(-9, 9)), max_size=24))
def test_the_least_shape_is_the_least_of_the_eight_images(shape):
    assert least_shape(shape) == least_image(shape_images(shape))


def test_cram_up_to_symmetry_has_its_values(monkeypatch):
    """M. Gardner's table in Winning Ways, 2nd ed., ch. 15: 3 by 3 has 0, and 3 by 4 has 1."""
    monkeypatch.setattr("oracles.solve.EXPLICIT_POSITIONS", 100)
    assert solve_quotient(Cram(), 9).grundy(board(3, 3)) == 0
    assert solve_quotient(Cram(), 12).grundy(board(3, 4)) == 1
