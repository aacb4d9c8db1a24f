"""Options in arrays: the same graph to the last number."""

import networkx as nx
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from oracles import replacing
from oracles import solve as solving
from oracles.errors import DisagreementError, RulesError, SearchLimitError
from oracles.explicit import explicit_graph
from oracles.graph import build_from
from oracles.heaps import HeapGame, heap_game, octal
from oracles.moves import MoveGame, expressions
from oracles.moves.vectorized import Box
from oracles.position_index import DoesNotFitError
from oracles.solve import solve
from oracles.strips import StripGame, empty_strip
from oracles.vectorized import build_vectorized
from tests.oracles.readings import holds_on_arrays

SAMPLE = settings(max_examples=150, deadline=None)

NIM = MoveGame("""
    position play(x, y)
    move play -> play(x - n, y) for n where 1 <= n & n <= x
    move play -> play(x, y - n) for n where 1 <= n & n <= y
""")
TWO_STATES = MoveGame("""
    position first(x, y) as ((x, 'first'), y) where x != 4
    position second(x) as (x, None)
    move first -> second(x + y) where x < y
    move first -> first(y, x - 1) where (Eu u <= x & 2*u = x) & x >= 1 & y <= x & y != 4
    move second -> second(x / 2) where x >= 1
    won second where x = 3 | T[x] = @1
    measure first: 2, 2*x + y
    measure second: 1, x
""")
UNORDERED = MoveGame("""
    position play(x, y, z)
    unordered
    misere
    move play -> play(x - n, y - m, z) for n, m where n + m >= 1 & n <= x & m <= y & n <= m + 1
""")


def slide(n):
    return "." * n + "C", "C" + "." * n


def halves(heap):
    return [(a, heap - a) for a in range(1, heap) if a != heap - a]


GAMES = {
    "octal": (octal("0.137"), [(n,) for n in range(1, 14)]),
    "misère": (octal("0.77", misere=True), [(3, 5, 9)]),
    "three heaps left": (heap_game("hexadecimal:0.8f"), [(11,), (5, 7)]),
    "marks": (heap_game("code:4!.0?2"), [(9,), (2, 2, 6)]),
    "adding": (heap_game("code:80.3"), [(4,), (2, 3)]),
    "subtraction": (heap_game("subtraction:1,3,4"), [(), (5, 300), (2, 2, 70)]),
    "a function": (HeapGame(halves), [(12, 13)]),
    "crosses": (StripGame([(".", "X")], empty_strip, over=["XXX", "X.X.X"]), empty_strip(9)),
    "any distance": (StripGame([slide], empty_strip), ["....C..C", "C..", ""]),
    "jumps": (
        StripGame([("T.", ".T"), ("TF.", ".FT"), (".F", "F.")], empty_strip, misere=True),
        ["TT...FF", "TF.TF."],
    ),
    "round": (StripGame([("ab", "ba"), ("ba", "ab")], empty_strip, loopy=True), ["aaabbbb"]),
    "moves": (NIM, list(NIM.start(9))),
    "two control states": (TWO_STATES, list(TWO_STATES.start(9))),
    "unordered": (UNORDERED, list(UNORDERED.start(5))),
}


def in_arrays(game, positions, **limits):
    """The graph whose options are made in arrays, where that can be done."""
    graph = build_vectorized(game, positions, **limits)
    return build_from(game, positions, **limits) if graph is None else graph


def require_same(game, positions, *, vectorized=None):
    on_rows, asked = in_arrays(game, positions), build_from(game, positions)
    assert list(on_rows) == list(asked)
    assert on_rows.first.tolist() == asked.first.tolist()
    assert on_rows.options.tolist() == asked.options.tolist()
    assert not asked.is_vectorized
    assert vectorized in {None, on_rows.is_vectorized}
    return on_rows


@pytest.mark.parametrize(("game", "positions"), GAMES.values(), ids=GAMES)
def test_the_graph_is_that_of_the_rules(game, positions):
    graph = require_same(game, positions, vectorized=True)
    assert len(graph) > 20
    assert nx.utils.graphs_equal(graph.to_networkx(), explicit_graph(game, positions))
    exactly = {"limit": len(graph), "arc_limit": graph.number_of_edges()}
    assert len(in_arrays(game, positions, **exactly)) == len(graph)
    for name, limit in exactly.items():
        with pytest.raises(SearchLimitError, match=f"more than {limit - 1} "):
            in_arrays(game, positions, **{**exactly, name: limit - 1})


@st.composite
def strip_rules(draw):
    words = [draw(st.integers(1, 3)) for _ in range(draw(st.integers(1, 3)))]
    side = {n: st.text("ab.", min_size=n, max_size=n) for n in (1, 2, 3)}
    return [(draw(side[n]), draw(side[n])) for n in words]


@SAMPLE
@given(
    strip_rules(),
    st.lists(st.text("ab.", max_size=6), min_size=1, max_size=4),
    st.lists(st.text("ab.", max_size=3), max_size=2),
)
def test_strips_are_rewritten_as_the_rules_say(rules, starts, over):
    require_same(StripGame(rules, empty_strip, over=over, loopy=True), starts)


@SAMPLE
@given(
    st.lists(st.lists(st.lists(st.integers(0, 5), max_size=3), max_size=4), max_size=6),
    st.lists(st.lists(st.integers(1, 6), max_size=3).map(sorted).map(tuple), min_size=1),
)
def test_heaps_are_replaced_as_the_rules_say(table, starts):
    smaller = [[[h for h in way if h <= size] for way in ways] for size, ways in enumerate(table)]
    game = HeapGame(lambda heap: smaller[heap - 1] if heap <= len(smaller) else [])
    require_same(game, starts)


def test_numbers_that_may_not_fit_are_not_computed_with():
    large = 1 << 40
    for text in (f"x * {large} = 0", f"x < {1 << 61}", f"x + {1 << 59} + {1 << 59} = 0"):
        with pytest.raises(DoesNotFitError):
            holds_on_arrays(text, x=[large])
    assert holds_on_arrays(f"x * 4 < {large * 4 + 1} & x + {large} = 2*x", x=[large]) == [True]


@pytest.mark.parametrize("game", [NIM, TWO_STATES, UNORDERED], ids=["nim", "two", "unordered"])
def test_a_box_has_the_starting_positions_in_their_order(game):
    box = Box(game, 6, 10_000)
    known = list(game.start(6))
    assert (len(box), list(box)) == (len(known), known)
    assert in_arrays(game, box).options.tolist() == in_arrays(game, known).options.tolist()
    with pytest.raises(SearchLimitError, match=f"more than {len(known) - 1} positions"):
        Box(game, 6, len(known) - 1)


@pytest.fixture
def small_explicit(monkeypatch):
    """Let graphs of more than 50 positions be compact."""
    monkeypatch.setattr(solving, "SMALL", 50)


# Faults planted in the rules on rows


_WAYS, _SIDES, _FORMULA = replacing._ways, replacing._sides, expressions.Arrays.formula
PLANTED = {
    "a way forgotten": (
        *(octal("0.77"), 12, replacing, "_ways"),
        lambda *given: {h: w[:-1] if h == 8 else w for h, w in _WAYS(*given).items()},
    ),
    "a side wrong": (
        *(StripGame([("..", "XX")], empty_strip), 10, replacing, "_sides"),
        lambda *given: [(n, (a, a[:1] + b[1:])) for n, (a, b) in _SIDES(*given)],
    ),
    "< for <=": (
        *(NIM, 9, expressions.Arrays, "formula"),
        lambda *given: _FORMULA(*given).replace("<=", "<"),
    ),
}


@pytest.mark.usefixtures("small_explicit")
@pytest.mark.parametrize("planted", PLANTED)
def test_a_wrong_rule_on_rows_is_not_believed(monkeypatch, planted):
    game, size, *planted = PLANTED[planted]
    assert solve(game, size).graph.is_vectorized
    monkeypatch.setattr(*planted)
    with pytest.raises(DisagreementError, match="not those of the rules"):
        _ = solve(game, size).outcomes


# Rules that are asked themselves


GROWING = MoveGame("""
    position play(x, y)
    move play -> play(x - 1, y + 200) where x >= 1 & y <= 70000
    measure play: x
""")


class Greedy(HeapGame):
    def options(self, position):
        return super().options(position)[-1:]


class Fewer(MoveGame):
    def options(self, position):
        return super().options(position)[1:]


@pytest.mark.parametrize(
    ("game", "positions"),
    [
        (Greedy(halves), [(12, 13)]),
        (Fewer(NIM.text), [(9, 9)]),
        (octal("0.77"), [(9, 3)]),  # not in order
        (GROWING, [(400, 7)]),
        (HeapGame(lambda heap: [(heap % 5 + 1,)], loopy=True), [(2,)]),
        (StripGame([("a", chr(n)) for n in range(200, 500)], empty_strip), ["a."]),
    ],
)
def test_rules_of_another_form_are_asked(game, positions):
    require_same(game, positions, vectorized=False)


DOWN = "position play(x)\nmove play -> play(x - 1) where x > 3900\n"
FAULTS = {
    "a rule": (HeapGame(lambda heap: [(heap - 1,)] if heap != 7 else 3), [(9,)]),
    "a heap": (HeapGame(lambda heap: [(heap - 8,)]), [(9,)]),
    "sides": (StripGame([("..", "X")], empty_strip), ["..."]),
    "below zero": (MoveGame(f"{DOWN}move play -> play(x - 5000) where x = 3997"), [4000]),
    "no decrease": (MoveGame(f"{DOWN}move play -> play(x + 3) where x = 3997"), [4000]),
    "no position": (MoveGame(DOWN.replace("(x)", "(x) where x != 3997", 1)), [4000]),
}


@pytest.mark.parametrize(("game", "positions"), FAULTS.values(), ids=FAULTS)
def test_what_is_wrong_with_the_rules_is_said_by_the_rules(game, positions):
    with pytest.raises(RulesError) as asked:
        build_from(game, positions)
    with pytest.raises(RulesError) as on_rows:
        in_arrays(game, positions)
    assert (type(on_rows.value), str(on_rows.value)) == (type(asked.value), str(asked.value))
