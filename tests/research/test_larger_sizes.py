"""A claim that names its size has its verdict by that size, whatever larger ones take."""

import pytest

from oracles.errors import ResourceLimitError
from oracles.rules import Game
from research.checks.evidence import Level, Settings
from research.claims.study import Study
from research.verdicts.checking import check_claim


class SlowBeyondSix(Game):
    """Take 1 or 2; the starts of sizes above 6 are never listed."""

    def start(self, size):
        while size > 6:
            pass
        return [size]

    def options(self, position):
        return [position - n for n in (1, 2) if n <= position]


@pytest.fixture(autouse=True)
def little_time(monkeypatch):
    monkeypatch.setenv("GRUNDWORK_SECONDS", "0.5")


def verdict(believed, **about):
    study = Study("slow", SlowBeyondSix(), source="a test")
    claim = study.p_positions(
        "They are.", believed=believed, controls={"all": lambda _: True}, **about
    )
    return check_claim(claim, Settings(examples=20))


@pytest.mark.parametrize(
    ("believed", "level"),
    [(lambda n: n % 3 == 0, Level.EXHAUSTED), (lambda n: n == 0, Level.REFUTED)],
)
def test_larger_sizes_that_take_too_long_leave_the_verdict_of_the_size_that_is_named(
    believed, level
):
    found = verdict(believed, size=6)
    assert (found.level, found.missed_controls) == (level, ())
    assert found.evidence[1].in_short() == (
        "larger sizes were not reached (start(7) of SlowBeyondSix: took longer than 0.5 seconds)"
    )


def test_a_claim_that_names_no_size_asks_for_as_many_as_the_budget_allows():
    with pytest.raises(ResourceLimitError, match="start\\(7\\)"):
        verdict(lambda n: n % 3 == 0)


def test_what_is_believed_must_come_to_an_end_beyond_the_size_too():
    def believed(number):
        while number > 6:
            pass
        return number % 3 == 0

    study = Study("quick", Line(), source="a test")
    claim = study.p_positions(
        "They are.", believed=believed, controls={"all": lambda _: True}, size=6
    )
    with pytest.raises(ResourceLimitError):
        check_claim(claim, Settings(examples=20))


class Line(SlowBeyondSix):
    def start(self, size):
        return [size]
