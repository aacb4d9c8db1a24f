"""``solve``: one position at the command."""

from __future__ import annotations

import json
import subprocess
from collections.abc import Callable

import pytest

from research.explore.explored import explored_within_budget
from research.explore.reading import position_named
from research.resolving.loading import load_study

Run = Callable[..., subprocess.CompletedProcess[str]]


def test_a_position_is_told_with_how_it_was_compared(at_once: Run) -> None:
    done = at_once("solve", "kayles", "--position", "3,5", "--grundy")
    assert (done.returncode, done.stderr) == (0, "")
    lines = done.stdout.splitlines()
    assert lines[:3] == [  # Winning Ways, ch. 4: the values of 3 and 5 are 3 and 4
        "Kayles: normal play, where the player who cannot move loses.",
        "3,5: N, next player wins; Grundy value 7",
        "a winning option: 3,3",
    ]
    assert lines[4].startswith("compared with the graph on ")


def test_value_mean_and_temperature_of_a_partizan_game_are_told_to_machines(at_once: Run) -> None:
    facts = json.loads(at_once("solve", "domineering", "--position", "2x3", "--json").stdout)
    # Winning Ways, ch. 5 and 6
    assert (facts["value"], facts["mean"], facts["temperature"]) == ("{2|-1/2}", "3/4", "5/4")


def test_where_the_value_is_too_large_a_search_the_outcome_is_told_alone(
    at_once: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("oracles.values.positions.VALUE_LIMIT", 20)
    done = at_once("solve", "toads-and-frogs", "--position", "TT...FF")
    assert (done.returncode, done.stderr) == (0, "")
    assert "N, next player wins" in done.stdout.splitlines()[1]
    assert "value" not in done.stdout


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("cram", "3x4"),
        ("kayles", "3,5"),
        ("silver-dollar", "2,5,6 | 1"),
        ("toads-and-frogs", "TT..FF"),
        ("domineering", "3x3"),
    ],
)
def test_what_is_told_to_machines_is_read_again(at_once: Run, name: str, text: str) -> None:
    done = at_once("solve", name, "--position", text, "--json")
    assert (done.returncode, done.stderr) == (0, "")
    facts = json.loads(done.stdout)
    game = load_study(name).game
    assert position_named(facts["position"], game, explored_within_budget(game).positions)
    assert facts["outcome"] in "PNLR"
    assert facts["compared"]["positions"] > 50


@pytest.mark.expensive
def test_a_search_that_disagrees_with_the_graph_gives_no_answer(
    at_once: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("oracles.search.mex", lambda values: len(set(values)))
    done = at_once("solve", "cram", "--position", "4x4")
    assert (done.returncode, done.stdout) == (1, "")
    assert "by the search and" in done.stderr


def test_a_position_with_too_many_options_is_refused(refusal: Callable[..., str]) -> None:
    line = refusal("solve", "nim", "--position", f"{10**21},5,7")
    assert "more than 2000000 options; take smaller piles" in line
