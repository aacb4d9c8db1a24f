"""Options in arrays: their limits, and rules that are asked instead."""

import pytest

from oracles import solve as solving
from oracles.errors import DisagreementError, RulesError, SearchLimitError
from oracles.graph import build_from
from oracles.growing import Budget
from oracles.moves import MoveGame, vectorized
from oracles.solve import build_vectorized, solve

NIM = MoveGame("""
    position play(x, y)
    move play -> play(x - n, y) for n where 1 <= n & n <= x
    move play -> play(x, y - n) for n where 1 <= n & n <= y
""")
UNORDERED = MoveGame("""
    position play(x, y, z)
    unordered
    misere
    move play -> play(x - n, y - m, z) for n, m where n + m >= 1 & n <= x & m <= y & n <= m + 1
""")


def test_an_array_ends_at_the_limits_of_the_graph():
    positions = list(NIM.start(9))
    exactly = {"limit": 10**2, "arc_limit": 2 * 10 * 45}
    assert len(build_vectorized(NIM, positions, **exactly)) == exactly["limit"]
    for name, limit in exactly.items():
        with pytest.raises(SearchLimitError, match=f"more than {limit - 1} "):
            build_vectorized(NIM, positions, **{**exactly, name: limit - 1})


def test_rows_that_give_too_much_at_once_are_taken_in_parts(monkeypatch):
    monkeypatch.setattr(vectorized, "MOST", 40)
    in_parts, asked = (build(NIM, list(NIM.start(9))) for build in (build_vectorized, build_from))
    assert in_parts.index.arrays is not None
    assert (list(in_parts), in_parts.options.tolist()) == (list(asked), asked.options.tolist())


def test_a_wrong_rule_on_rows_is_not_believed(monkeypatch):
    monkeypatch.setattr(solving, "WITHOUT_ARRAYS", Budget(50))
    assert solve(NIM, 9).graph.index.arrays is not None
    right = vectorized._values
    monkeypatch.setattr(vectorized, "_values", lambda row, last, *is_: right(row, last - 1, *is_))
    with pytest.raises(DisagreementError, match="not those of the rules"):
        _ = solve(NIM, 9).outcomes


def test_as_many_options_in_arrays_but_other_ones_are_not_believed(monkeypatch):
    monkeypatch.setattr(solving, "WITHOUT_ARRAYS", Budget(50))
    right = vectorized.MoveOptions.options

    def exchanged(self, rows):
        options, ends = right(self, rows)
        return options[:, [0, 2, 1]], ends

    monkeypatch.setattr(vectorized.MoveOptions, "options", exchanged)
    with pytest.raises(DisagreementError, match="not those of the rules"):
        solve(NIM, 9)


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


DOWN = "position play(x)\nmove play -> play(x - 1) where x > 3900\n"
ASKED = {
    "options of its own": (Fewer(NIM.text), (9, 9)),
    "unordered": (UNORDERED, (3, 4, 4)),
    "growing": (GROWING, (400, 7)),
    "large numbers": (LARGE_NUMBERS, 9),
    "below zero": (MoveGame(f"{DOWN}move play -> play(x - 5000) where x = 3997"), 4000),
    "no position": (MoveGame(DOWN.replace("(x)", "(x) where x != 3997", 1)), 4000),
}


@pytest.mark.parametrize(("game", "position"), ASKED.values(), ids=ASKED)
def test_rules_of_another_form_or_with_a_fault_are_asked_themselves(game, position):
    assert build_vectorized(game, [position]) is None


def test_play_that_need_not_end_is_said_by_the_rules():
    game = MoveGame(f"{DOWN}move play -> play(x + 3) where x = 3997")
    with pytest.raises(RulesError, match="play need not end: the measure 3997 of level 0 becomes"):
        build_vectorized(game, [4000])
