"""Options in arrays: the same graph to the last number."""

import pytest

from oracles import solve as solving
from oracles.errors import DisagreementError, RulesError, SearchLimitError
from oracles.graph import build_from
from oracles.moves import MoveGame, vectorized
from oracles.solve import build_vectorized, solve

NIM = MoveGame("""
    position play(x, y)
    move play -> play(x - n, y) for n where 1 <= n & n <= x
    move play -> play(x, y - n) for n where 1 <= n & n <= y
""")
TWO_STATES = MoveGame("""
    position first(x, y) where x != 4
    position second(x)
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


GAMES = {"nim": (NIM, 9), "two control states": (TWO_STATES, 9)}


def in_arrays(game, positions, **limits):
    """The graph whose options are made in arrays, where that can be done."""
    graph = build_vectorized(game, positions, **limits)
    return build_from(game, positions, **limits) if graph is None else graph


def require_same(game, positions, *, vectorized=None):
    on_rows, asked = in_arrays(game, positions), build_from(game, positions)
    assert list(on_rows) == list(asked)
    assert on_rows.first.tolist() == asked.first.tolist()
    assert on_rows.options.tolist() == asked.options.tolist()
    assert vectorized in {None, on_rows.index.arrays is not None}
    return on_rows


@pytest.mark.parametrize(("game", "size"), GAMES.values(), ids=GAMES)
def test_the_graph_is_that_of_the_rules(game, size):
    positions = list(game.start(size))
    graph = require_same(game, positions, vectorized=True)
    assert len(graph) > 20
    exactly = {"limit": len(graph), "arc_limit": graph.number_of_edges()}
    assert len(in_arrays(game, positions, **exactly)) == len(graph)
    for name, limit in exactly.items():
        with pytest.raises(SearchLimitError, match=f"more than {limit - 1} "):
            in_arrays(game, positions, **{**exactly, name: limit - 1})


@pytest.mark.parametrize(("game", "size"), GAMES.values(), ids=GAMES)
def test_rows_that_give_too_much_at_once_are_taken_in_parts(game, size, monkeypatch):
    monkeypatch.setattr(vectorized, "MOST", 40)
    require_same(game, list(game.start(size)), vectorized=True)


def test_a_wrong_rule_on_rows_is_not_believed(monkeypatch):
    monkeypatch.setattr(solving, "SMALL", 50)
    assert solve(NIM, 9).graph.index.arrays is not None
    wrong = vectorized.ARRAYS._replace(values="tries({least} - 1, {known})")
    monkeypatch.setattr(vectorized, "ARRAYS", wrong)
    with pytest.raises(DisagreementError, match="not those of the rules"):
        _ = solve(NIM, 9).outcomes


# Rules that are asked themselves


GROWING = MoveGame("""
    position play(x, y)
    move play -> play(x - 1, y + 200) where x >= 1 & y <= 70000
    measure play: x
""")


LARGE_NUMBERS = MoveGame(f"""
    position play(x)
    move play -> play(x - 1) where x >= 1 & {1 << 50} * (x + {1 << 13}) > 0
""")


class Fewer(MoveGame):
    def options(self, position):
        return super().options(position)[1:]


@pytest.mark.parametrize(
    ("game", "positions"),
    [
        (Fewer(NIM.text), [(9, 9)]),
        (UNORDERED, [(3, 4, 4)]),
        (GROWING, [(400, 7)]),
        (LARGE_NUMBERS, [9]),
    ],
)
def test_rules_of_another_form_are_asked(game, positions):
    require_same(game, positions, vectorized=False)


DOWN = "position play(x)\nmove play -> play(x - 1) where x > 3900\n"
FAULTS = {
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
