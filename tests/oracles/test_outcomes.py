"""Outcomes, remoteness and suspense: draws by hand, and endings that are no outcomes."""

import networkx as nx
import pytest

from oracles.errors import RulesError
from oracles.rules import DigraphGame, Game
from oracles.solve import solve


class Stalemate(Game):
    """Take one or two; a heap of 1 that cannot be touched is a draw."""

    def start(self, size):
        return range(size + 1)

    def options(self, position):
        return [position - take for take in (2, 3) if take <= position]

    def final_outcome(self, position):
        return "D" if position == 1 else "P"


def test_suspense_is_for_games_that_must_end():
    truth = solve(DigraphGame(nx.DiGraph([("a", "b"), ("b", "a")])), 2)
    with pytest.raises(RulesError, match="play must end"):
        truth.suspense("a")
    with pytest.raises(RulesError, match="play must end"):
        truth.genus("a")


def test_a_game_s_own_ending_may_be_a_draw():
    # By hand: 2 and 3 win by 0; 4 has the options 2 (N) and 1 (D); 5 has 3 and 2, both N.
    truth = solve(Stalemate(), 5)
    assert [truth.outcome(n) for n in range(6)] == ["P", "D", "N", "N", "D", "P"]
    assert truth.remoteness(4) is None


class WrongEnding(Game):
    """Take one; the final position has whatever outcome was given."""

    def __init__(self, ending):
        self.ending = ending

    def start(self, size):
        return range(size + 1)

    def options(self, position):
        return [position - 1] if position else []

    def final_outcome(self, position):
        return self.ending()


@pytest.mark.parametrize(
    ("ending", "said"),
    [
        (lambda: "n", "expected 'P', 'N' or 'D'$"),
        (lambda: 1 // 0, "ZeroDivisionError"),
    ],
    ids=["a small letter", "an error"],
)
def test_an_ending_that_is_no_outcome_is_named(ending, said):
    with pytest.raises(RulesError, match=rf"^final_outcome\(.*0.*\) of .*: {said}"):
        solve(WrongEnding(ending), 5).outcome(3)
