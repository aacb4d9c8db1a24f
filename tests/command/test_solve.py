"""``solve``: one position at the command, with a line of play that the rules replay."""

from __future__ import annotations

import json
import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest

from research.explore.explored import explored_within_budget
from research.explore.position_text import position_named
from research.resolving.loading import load_study
from tests.oracles.lines import replayed

Run = Callable[..., subprocess.CompletedProcess[str]]


def test_a_position_is_told_with_how_it_was_compared_and_how_to_win(
    at_once: Run, tmp_path: Path
) -> None:
    done = at_once("solve", "kayles", "--position", "3,5", "--grundy", home=tmp_path)
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
    at_once: Run, tmp_path: Path, name: str, text: str
) -> None:
    done = at_once("solve", name, "--position", text, "--json", home=tmp_path)
    assert (done.returncode, done.stderr) == (0, "")
    facts = json.loads(done.stdout)
    game = load_study(name).game
    known = explored_within_budget(game).positions
    for line in facts["lines"]:
        positions = [position_named(text, game, known) for text in line["positions"]]
        assert replayed(game, positions, line["first"] or "Left") == line["result"]
    assert facts["outcome"] in "PNLR"
    assert facts["compared"]["positions"] > 50


@pytest.mark.parametrize(
    ("words", "named"),
    [
        ("kayles --position x", "position='x': not a position of the game"),
        ("kayles --position 3 --limit -1", "limit=-1: expected an integer of at least 0"),
        ("cram --position 5x5 --limit 99", "more than 99 positions: the search in Cram"),
        ("cram --position 6x6 --limit 100", "more than 100 positions"),
        ("misere-kayles --position 3 --grundy", "misère play: Grundy values are of"),
        ("poker-nim --position 3", "is declared loopy"),
        ("kayles", "position=None: expected --position POSITION for a search"),
    ],
)
def test_what_cannot_be_solved_is_said_in_one_line(
    at_once: Run, tmp_path: Path, words: str, named: str
) -> None:
    done = at_once("solve", *words.split(), home=tmp_path)
    assert (done.returncode, done.stdout) == (2, "")
    assert named in done.stderr
    assert len(done.stderr.splitlines()) == 1


@pytest.mark.expensive
def test_a_search_that_disagrees_with_the_graph_gives_no_answer(
    at_once: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("oracles.search.nimbers._least", lambda node: node.number)
    done = at_once("solve", "cram", "--position", "4x4", home=tmp_path)
    assert (done.returncode, done.stdout) == (1, "")
    assert "by the search and" in done.stderr
