"""Endings that are no outcomes."""

import pytest

from oracles.errors import RulesError
from oracles.rules import Game
from oracles.solve import solve


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
