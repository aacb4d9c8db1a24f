"""The page's data is the truth, its texts stay texts, and its bytes are the same each time."""

from __future__ import annotations

import importlib.util
import json
import re
from dataclasses import dataclass
from html import unescape
from typing import Any

import pytest

from fast.errors import InputError
from grundwork import Game, Study
from oracles.growing import Budget
from research.explore.exploration import Exploration
from research.explore.page import write as page_module
from research.explore.page.write import page, page_data
from research.resolving.loading import load_study
from tests.running import python

ROUGH = ['</script><b>"&amp;', "<!-- '{data}' -->", "a < b & c"]


def page_of(what: Any, size: int | None = None) -> str:
    return page(load_study(what), Exploration(load_study(what), size).explored)


def data_of(what: Any, size: int | None = None) -> dict[str, Any]:
    return page_data(load_study(what), Exploration(load_study(what), size).explored)[0]


def results(data: dict[str, Any], *, misere: bool) -> list[str]:
    """Who wins from each state, found again from the options alone, where play ends."""
    found: dict[int, str] = {}

    def result(state: int) -> str:
        if state not in found:
            options = data["options"][state]
            wins = any(result(option) == "P" for option in options) or (misere and not options)
            found[state] = "N" if wins else "P"
        return found[state]

    return [result(state) for state in range(len(data["options"]))]


class Rough(Game[str]):
    """Positions whose names are markup."""

    def start(self, size: int) -> list[str]:
        return ROUGH[: size + 1]

    def options(self, position: str) -> list[str]:
        return ROUGH[: ROUGH.index(position)]


@pytest.mark.parametrize(
    "game", ["wythoff", "cram", "kayles", "misere-kayles", "domineering", "silver-dollar"]
)
def test_the_results_are_those_that_the_options_give(game: str) -> None:
    data = data_of(game, 5)
    assert list(data["results"]) == results(data, misere=game.startswith("misere"))


def test_a_game_without_values_says_why() -> None:
    data = data_of("misere-kayles", 5)
    assert "Grundy value" not in data["known"]
    assert "Grundy values are defined only for normal play" in data["notes"][0]


def test_two_heaps_are_a_p_position_where_their_values_are_equal() -> None:
    data = data_of("subtraction:1,2,3", 12)
    cells = {(x, y): data["outcomes"][place] for x, y, place in data["cells"]}
    assert cells == {(x, y): "P" if x % 4 == y % 4 else "N" for x in range(13) for y in range(13)}


def test_draws_have_no_remoteness_and_partizan_games_two_turns() -> None:
    data = data_of("poker-nim", 3)
    assert all((data["remoteness"][s] < 0) == (r == "D") for s, r in enumerate(data["results"]))
    left, right = data["turns"]
    assert sorted([*left, *right]) == list(range(len(data["results"])))
    for mine, theirs in ((left, right), (right, left)):
        assert all(option in set(theirs) for state in mine for option in data["options"][state])


def test_positions_without_coordinates_stand_in_rows_the_shortest_play_first() -> None:
    data = data_of("cram", 6)
    assert data["axes"] == ["length of the longest play, at most:"]
    assert [cell[0] for cell in data["cells"]] == sorted(cell[0] for cell in data["cells"])
    assert sorted(cell[1] for cell in data["cells"]) == list(range(len(data["labels"])))
    level = {place: moves for moves, place in data["cells"]}
    for place, options in enumerate(data["options"]):
        assert level[place] == max((1 + level[option] for option in options), default=0)


def test_the_page_has_the_heaps_or_the_drawing_of_each_position() -> None:
    kayles, cram, bachet = (data_of(game, 6) for game in ("kayles", "cram", "bachets-game"))
    assert (kayles["piles"], bachet["piles"], cram["piles"]) == ("break", "whole", "")
    assert dict(zip(kayles["labels"], kayles["drawn"], strict=True))["1,4"] == (1, 4)
    assert bachet["drawn"] == [[int(label)] for label in bachet["labels"]]
    assert dict(zip(cram["labels"], cram["drawn"], strict=True))[".##|..."] == ".##\n..."


def test_texts_stay_texts_whatever_stands_in_them() -> None:
    about = "Take $1$ or two.\n\nMore of it."
    text = page_of(Study("rough", Rough(), about=about, source="a test"), 2)
    scripts = re.findall("<script[^>]*>(.*?)</script>", text, re.DOTALL)
    assert len(scripts) == 4  # the data, Bokeh in two, and the page's own
    assert json.loads(scripts[0])["labels"] == ROUGH
    rest = re.sub("<script[^>]*>.*?</script>", "", text, flags=re.DOTALL)
    assert "<b>" not in rest
    assert all(name in unescape(rest) for name in ROUGH)
    assert "<p>Take 1 or two.</p>" in rest
    assert "More of it" not in rest
    assert re.findall(r'(?:src|href|action)="(.*?)"', rest) == ["data:,"]  # no network
    assert "Copyright (c) Anaconda, Inc., and Bokeh Contributors" in text


@pytest.mark.expensive
def test_the_bytes_are_the_same_in_another_process() -> None:
    script = (
        "import sys\n"
        "from research.explore.exploration import Exploration\n"
        "from research.explore.page.write import page\n"
        "from research.resolving.loading import load_study\n"
        "for game, size in (('cram', 5), ('toads-and-frogs', 5), ('kayles', 6)):\n"
        "    study = load_study(game)\n"
        "    sys.stdout.write(page(study, Exploration(study, size).explored))"
    )
    found = [python("-c", script, PYTHONHASHSEED=seed).stdout for seed in ("1", "2")]
    assert found[0] == found[1] != ""
    assert not re.search(r"/home/|/work/|/tmp/", found[0])


def test_a_game_too_large_for_a_page_is_refused_with_its_numbers(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(page_module, "PAGE", Budget(65))
    assert data_of("wythoff", 9)
    with pytest.raises(InputError, match=r"size=10: 66 positions.*the 65 and.*a smaller --size"):
        data_of("wythoff", 10)


def test_without_bokeh_one_line_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    real = importlib.util.find_spec
    monkeypatch.setattr(
        importlib.util,
        "find_spec",
        lambda name, *rest: None if name == "bokeh" else real(name, *rest),
    )
    with pytest.raises(InputError, match=r"pip install -e \"\.\[page\]\" in the clone"):
        page_of("wythoff", 3)


@dataclass(frozen=True)
class Round(Game[int]):
    """Three positions in a circle, each leading to the next."""

    loopy: bool = True

    def start(self, size: int) -> list[int]:
        return [0]

    def options(self, position: int) -> list[int]:
        return [(position + 1) % 3, position]


def test_a_loop_is_drawn_and_not_counted() -> None:
    assert data_of(Round())["axes"] == ["length of the longest play, loops not counted, at most:"]
    assert page_of(Round()).count('class="edge') == 6
