"""The commands that look into a game, as a person meets them."""

from __future__ import annotations

import subprocess
from collections.abc import Callable
from pathlib import Path

from research.resolving.loading import study_names, variant_names
from tests.running import grundwork


def test_explore_is_plain_when_piped_and_fits_80_columns(tmp_path: Path) -> None:
    done = grundwork("explore", "octal:0.77", "--size", "10", "--out", str(tmp_path / "out"))
    assert (done.returncode, done.stderr) == (0, "")
    assert "\x1b" not in done.stdout
    assert all(len(line) <= 80 and line == line.rstrip() for line in done.stdout.splitlines()[:-1])
    for title in ("Positions", "Grundy values", "P-positions", "Growth"):
        assert f"\n{title}\n" in done.stdout
    names = sorted(path.name for path in (tmp_path / "out").iterdir())
    assert names == [
        "octal-0.77-graph.svg",
        "octal-0.77-values.svg",
        "octal-0.77.md",
    ]


def test_explore_writes_a_page_that_is_whole(tmp_path: Path) -> None:
    page = tmp_path / "kayles.html"
    done = grundwork("explore", "kayles", "--size", "6", "--html", str(page))
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.splitlines()[-1] == f"written: {page}"
    assert page.read_text("utf-8").endswith("</html>\n")


def test_play_can_be_played_through_a_pipe() -> None:
    done = grundwork("play", "subtraction:1,2", "--position", "4", typed="1\n5\n2\n")
    assert (done.returncode, done.stderr) == (0, "")
    assert "A winning move." in done.stdout
    assert "'5' is not one of them" in done.stdout
    assert (
        done.stdout.splitlines()[-1] == "(): play has ended. The oracle cannot move: you have won."
    )


def test_play_ends_kindly_where_input_ends() -> None:
    done = grundwork("play", "octal:0.77", "--size", "5")
    assert done.returncode == 0
    assert "you could have won." in done.stdout.splitlines()[-1]


def test_export_writes_what_it_is_asked_for_and_nothing_else(tmp_path: Path) -> None:
    words = ("export", "octal:0.77", "--what", "values", "--format", "bfile", "--size", "3")
    done = grundwork(*words)
    assert (done.returncode, done.stdout, done.stderr) == (0, "0 0\n1 1\n2 2\n3 3\n", "")
    done = grundwork(*words, "--out", str(tmp_path / "b.txt"))
    assert (done.returncode, done.stdout) == (0, "")
    assert (tmp_path / "b.txt").read_text() == "0 0\n1 1\n2 2\n3 3\n"


def test_list_names_prints_the_name_of_every_study_and_variant_alone(
    at_once: Callable[..., subprocess.CompletedProcess[str]],
) -> None:
    done = at_once("list", "--names")
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.split("\n") == [*study_names(), *variant_names(), ""]
    assert {"stone-game", "kayles"} <= set(done.stdout.split())
