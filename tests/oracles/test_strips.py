"""Strip games and graph games: moves by hand and published outcomes."""

import pytest

from oracles.errors import RulesError
from oracles.heaps import octal
from oracles.solve import solve
from oracles.strips import StripGame, empty_strip, rewritings


def slide(n):
    return "." * n + "C", "C" + "." * n


def test_rewriting_finds_every_place_at_every_distance():
    assert list(rewritings("....", [("..", "XX")])) == ["XX..", ".XX.", "..XX"]
    assert list(rewritings("..C.C", [slide])) == [".C..C", "..CC.", "C...C"]


def test_crossing_out_two_neighbours_is_dawsons_kayles():
    # A strip of n squares is the heap of n in 0.07.
    strips = solve(StripGame([("..", "XX")], empty_strip), 12)
    heaps = solve(octal("0.07"), 12)
    for n in range(1, 13):
        assert strips.grundy("." * n) == heaps.grundy((n,))


@pytest.mark.parametrize("rule", [("T.", "T"), ("", "")])
def test_rules_that_change_the_strip_are_refused(rule):
    with pytest.raises(RulesError, match="equally long"):
        list(rewritings("T.F", [rule]))
