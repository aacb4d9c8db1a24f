"""``solve``: one position at the command, with a line of play that the rules replay."""

from __future__ import annotations

import json
import subprocess
from collections.abc import Callable

import pytest

from research.explore.explored import explored_within_budget
from research.explore.position_text import position_named
from research.resolving.loading import load_study
from tests.oracles.lines import replayed

Run = Callable[..., subprocess.CompletedProcess[str]]


def test_a_position_is_told_with_how_it_was_compared_and_how_to_win(at_once: Run) -> None:
    done = at_once("solve", "kayles", "--position", "3,5", "--grundy")
    assert (done.returncode, done.stderr) == (0, "")
    lines = done.stdout.splitlines()
    assert lines[:2] == [  # Winning Ways, ch. 4: the values of 3 and 5 are 3 and 4
        "Kayles: normal play, where the player who cannot move loses.",
        "3,5: N, next player wins; Grundy value 7",
    ]
    assert lines[3].startswith("compared on ")
    assert lines[6] == "0. 3,5"
    assert [line.endswith("  wins") for line in lines[7:]] == [
        number % 2 == 0 for number in range(len(lines) - 7)
    ]


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
def test_what_is_told_to_machines_is_read_again_and_replayed(
    at_once: Run, name: str, text: str
) -> None:
    done = at_once("solve", name, "--position", text, "--json")
    assert (done.returncode, done.stderr) == (0, "")
    facts = json.loads(done.stdout)
    game = load_study(name).game
    known = explored_within_budget(game).positions
    for line in facts["lines"]:
        positions = [position_named(text, game, known) for text in line["positions"]]
        assert replayed(game, positions, line["first"] or "Left") == line["result"]
    assert facts["outcome"] in "PNLR"
    assert facts["compared"]["positions"] > 50


@pytest.mark.expensive
def test_a_search_that_disagrees_with_the_graph_gives_no_answer(
    at_once: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("oracles.search.nimbers._least", lambda node: node.number)
    done = at_once("solve", "cram", "--position", "4x4")
    assert (done.returncode, done.stdout) == (1, "")
    assert "by the search and" in done.stderr
