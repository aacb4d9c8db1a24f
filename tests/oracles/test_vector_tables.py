"""Tables of vector games: the same truth as on the explicit graph."""

import re

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from oracles import solve as solving
from oracles import vector_table
from oracles.errors import DisagreementError, PositionError, RulesError, SearchLimitError
from oracles.growing import Budget
from oracles.solve import solve
from oracles.truth import Truth
from oracles.vector_table import TableTruth, has_table
from oracles.vectors import VectorGame, nim
from tests.oracles.graphs import build

QUANTITIES = ("outcomes", "misere_outcomes", "grundy_values")
WYTHOFF = [(1, 0), (0, 1), (1, 1)]


@st.composite
def vector_games(draw):
    piles = draw(st.integers(1, 3))
    vector = st.tuples(*[st.integers(0, 3)] * piles).filter(any)
    vectors = draw(st.lists(vector, min_size=1, max_size=4))
    return VectorGame(vectors, misere=draw(st.booleans())), (40, 8, 4)[piles - 1]


def said(truth, quantity):
    """A quantity of all positions, or the error instead of it."""
    try:
        return dict(getattr(truth, quantity))
    except RulesError as error:
        return str(error)


@pytest.mark.expensive
@settings(deadline=None)
@given(vector_games())
def test_every_quantity_is_that_of_the_explicit_graph(given_game):
    game, most = given_game
    explicit, table = Truth(game, build(game, most)), TableTruth(game, most)
    assert list(table.positions) == list(game.start(most))
    assert len(table.positions) == len(explicit.positions)
    for quantity in QUANTITIES:
        assert said(table, quantity) == said(explicit, quantity)
    for position in explicit.positions:
        assert table.options(position) == explicit.options(position)
        assert table.winning_options(position) == explicit.winning_options(position)
    assert set(table.p_positions) == set(explicit.p_positions)


@pytest.fixture
def small_graphs(monkeypatch):
    """Let graphs of more than 1000 positions be too large, and 300 too large to be explicit."""
    monkeypatch.setattr(solving, "POSITION_LIMIT", 1000)
    monkeypatch.setattr(solving, "WITHOUT_ARRAYS", Budget(300))


@pytest.mark.usefixtures("small_graphs")
def test_a_vector_game_beyond_the_limit_of_graphs_is_solved_in_tables():
    truth = solve(VectorGame(WYTHOFF), 60, limit=10_000)
    assert type(truth) is TableTruth
    # The first P-positions: OEIS A000201 and A001950, n with n + 1 more.
    lower, upper = [0, 1, 3, 4, 6, 8, 9, 11, 12], [0, 2, 5, 7, 10, 13, 15, 18, 20]
    assert truth.p_positions[:9] == list(zip(lower, upper, strict=True))
    assert type(solve(VectorGame(WYTHOFF), 30, limit=10_000)) is not TableTruth
    with pytest.raises(SearchLimitError, match="more than 10000 positions"):
        solve(VectorGame(WYTHOFF), 140, limit=10_000)


NAMED = type("Named", (VectorGame,), {})(WYTHOFF)  # which may have other rules
GUARDED = VectorGame(WYTHOFF, lambda position, option: True)


@pytest.mark.parametrize("game", [VectorGame([(1, -1), (0, 1)]), GUARDED, NAMED])
def test_only_what_the_vectors_say_all_of_has_tables(game):
    assert has_table(VectorGame([(1, 0), (0, 2)], misere=True))
    assert not has_table(game)


def test_grundy_values_of_a_table_are_right_beyond_those_that_a_word_of_bits_holds():
    values = TableTruth(nim(2), 70).grundy_values
    assert dict(values) == {(a, b): a ^ b for b in range(71) for a in range(b + 1)}  # Bouton 1901
    assert max(values.values()) == 127


def test_vectors_that_reach_beyond_the_table_are_no_moves():
    far = VectorGame([(1, 0), (0, 1), (10**30, 1), (3, 10**20)], ordered=True)
    near = VectorGame([(1, 0), (0, 1)], ordered=True)
    assert TableTruth(far, 20).grundy_values == TableTruth(near, 20).grundy_values
    none = TableTruth(VectorGame([(50, 1)]), 20)
    assert set(none.grundy_values.values()) == {0}
    assert set(none.outcomes.values()) == {"P"}


@pytest.mark.parametrize("position", [(1,), (61, 1), (3, 1), 5])
def test_a_position_that_is_not_there_is_named(position):
    truth = TableTruth(VectorGame(WYTHOFF), 60)
    assert (position in truth.positions) is False
    with pytest.raises(PositionError, match="not among the 1891 positions"):
        truth.outcome(position)


def test_tables_whose_cells_or_lines_64_bits_do_not_number_are_refused():
    with pytest.raises(SearchLimitError, match=r"more than 10000000 positions"):
        solve(nim(2), 10**10, limit=10**7)
    steep = VectorGame([(1, 255, 255, 255, 255)], ordered=True)
    lines = 65281**4  # of 256 + 255 * 255 to a pile beside the first
    taken = re.escape(f"{8 * lines / 1e9:.3g} GB")
    with pytest.raises(SearchLimitError, match=f"would take {taken}"):
        _ = TableTruth(steep, 255).outcomes


def test_a_table_that_memory_does_not_hold_is_refused(monkeypatch):
    truth = TableTruth(VectorGame(WYTHOFF), 1000)
    monkeypatch.setenv("GRUNDWORK_MEMORY", "0.001")
    with pytest.raises(SearchLimitError, match="would take 0"):
        _ = truth.grundy_values


@pytest.mark.parametrize("quantity", ["outcomes", "grundy_values"])
def test_a_wrong_table_is_named_and_nothing_of_it_is_believed(monkeypatch, quantity):
    right = vector_table.fill

    def wrong(cells, *others):
        right(cells, *others)
        cells[9900:] = cells[9900:] == 0

    monkeypatch.setattr(vector_table, "fill", wrong)
    truth = TableTruth(VectorGame(WYTHOFF), 100)
    with pytest.raises(DisagreementError, match=f"in the {quantity}, "):
        getattr(truth, quantity)


@pytest.mark.parametrize("quantity", ["remoteness", "suspense", "genus"])
def test_what_tables_do_not_have_is_refused(quantity):
    with pytest.raises(SearchLimitError, match="not computed for a table of 1891 positions"):
        getattr(TableTruth(VectorGame(WYTHOFF), 60), quantity)((1, 2))
