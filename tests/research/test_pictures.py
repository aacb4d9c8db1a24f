"""Pictures show what the oracle says, and are the same every time."""

from __future__ import annotations

import re
import xml.etree.ElementTree as ET
from importlib.metadata import PackageNotFoundError
from itertools import combinations
from typing import Any

import pytest

from oracles.games.stone_game import StoneGame
from oracles.growing import EachSize
from oracles.solve import solve
from oracles.values.thermography import thermograph
from oracles.values.value import Value
from research.checks.equality import show
from research.claims.study import Picture, solve_game
from research.explore.drawings import draw_planes
from research.explore.planes import Plane
from research.explore.thermographs import draw_thermographs
from research.resolving.loading import load_study
from research.system import graph_drawing
from research.system.game_graph import graph_svg, heights, small_truth
from research.system.graph_drawing import graph_picture
from research.system.pictures import INK, ON_COLOUR, on_white, svg
from research.system.position_text import short_position

FROM_THE_ORACLE = ["divisor-nim", "binary-blackboard", "silver-dollar"]


def pictures(game: str) -> list[Picture]:
    """The pictures of a game."""
    return load_study(game).pictures


@pytest.mark.parametrize("game", FROM_THE_ORACLE)
def test_a_picture_is_the_same_every_time_light_and_without_date_or_path(game: str) -> None:
    for picture in pictures(game):
        text = svg(picture.draw)
        assert text == svg(picture.draw)
        assert len(text.encode()) < 200_000
        ET.fromstring(text)  # well formed
        assert not re.search(r"20[2-9][0-9]-|Matplotlib v|/home|/tmp|dc:date", text)
        assert "<image" not in text  # a bitmap, which other programs smear
        assert "fill: #ffffff" not in text  # no ground
        assert "<tspan" not in text  # a formula in pieces, by fonts that a process may have or not


def test_cells_are_rectangles_with_one_path_for_each_colour_and_one_rectangle_for_a_run() -> None:
    cells: Any = {(x, y): "P" if x == y else "N" for x in range(60) for y in range(60)}
    text = svg(lambda: draw_planes([Plane("", cells, "b", "a")]))
    paths = re.findall(r'<g id="cells-.">\n +<path d="([^"]*)"', text)
    assert [path.count("z") for path in paths] == [60, 2 * 60 - 2]
    assert "<image" not in text


def test_values_too_narrow_for_their_numbers_have_a_colour_bar_of_rectangles() -> None:
    cells: Any = {(x, y): x * y for x in range(60) for y in range(60)}
    text = svg(lambda: draw_planes([Plane("", cells, "b", "a", (), "product")]))
    assert ">product<" in text
    assert "<image" not in text


def test_a_value_that_is_no_number_is_written_without_a_colour() -> None:
    text = svg(lambda: draw_planes([Plane("", {(0, 0): 1, (1, 0): "∞"}, "n", "", (), "value")]))
    assert re.search(rf'fill: {INK}"[^>]*>∞<', text)
    assert text.count('id="cells-') == 1  # one colour


def test_a_title_that_is_added_is_not_cut_off() -> None:
    drawn = draw_planes([Plane("", {(0, 0): "P"}, "b", "a")])
    drawn.axes[0].set_title("Title", fontsize=40)
    (base,) = re.findall(r' y="([-\d.]+)"[^>]*>Title<', svg(lambda: drawn))
    assert float(base) > 30


def test_in_the_dark_ink_is_pale_but_not_on_the_colours_of_positions() -> None:
    for text in (graph_svg(solve(StoneGame(), 1), show), svg(pictures("divisor-nim")[0].draw)):
        dark = text.split("@media (prefers-color-scheme: dark)")[1].split("</style>")[0]
        for what in ("fill", "stroke"):
            assert f'[{what}="{INK}" i]' in dark
            assert f'[style*="{what}: {INK}" i]' in dark
        assert ON_COLOUR.lower() not in dark.lower()


def test_on_a_page_of_unknown_colours_a_picture_is_light_on_white() -> None:
    text = on_white(graph_svg(solve(StoneGame(), 1), show))
    assert "@media" not in text
    assert ET.fromstring(text).get("style") == "background: white"


def test_a_graph_too_wide_for_a_page_runs_to_the_right() -> None:
    arrows = [f"0 -> {number}" for number in range(1, 30)]
    wide, high = map(
        int, re.findall(r' (?:width|height)="(\d+)"', graph_picture(arrows, "fan"))[:2]
    )
    assert wide < 720 < high


BOX = re.compile(r'class="node (\w)">\n<(?:polygon|path) .*?(?:points|d)="M?([^"]*)"')


@pytest.mark.parametrize(
    ("game", "size"), [("wythoff", 3), ("kayles", 6), ("domineering", 3), ("poker-nim", 2)]
)
def test_no_position_stands_on_another_and_moves_lead_down_or_right(game: str, size: int) -> None:
    rules = load_study(game).game
    truth: Any = solve_game(rules, size)
    found = []
    for letter, points in BOX.findall(graph_svg(truth, short_position, {})):
        numbers = [float(number) for number in re.split("[ ,C]", points)]
        x, y = numbers[::2], numbers[1::2]
        found.append((letter, min(x), min(y), max(x), max(y)))
    assert sorted(letter for letter, *_ in found) == sorted(truth.outcomes.values())
    for (_, x, y, right, low), (_, x2, y2, right2, low2) in combinations(found, 2):
        assert right <= x2 or right2 <= x or low <= y2 or low2 <= y
    if not rules.loopy:
        moves = [(p, o) for p in truth.positions for o in options(truth, p)]
        height = heights(truth.positions, moves)
        down = [round(y + low) for _, _, y, _, low in found]
        right = [round(x + end) for _, x, _, end, _ in found]
        along = right if game == "domineering" else down  # too wide for a page otherwise
        rows = sorted(set(along), reverse=True)
        assert sorted(map(rows.index, along)) == sorted(height.values())


def options(truth: Any, position: Any) -> list[Any]:
    """The options of a position, whoever moves."""
    return [option for player in truth.players for option in truth.moves(player, position)]


def test_bold_arrows_are_winning_options_and_a_legend_says_so() -> None:
    truth = solve(StoneGame(), 2)
    text = graph_svg(truth, show)
    winning = sum(len(truth.winning_options(position)) for position in truth.positions)
    assert text.count('class="edge winning">') == winning
    assert text.count('class="node ') == len(truth.graph)
    assert "bold arrow: winning move" in text
    ET.fromstring(text)


def test_the_small_graph_is_the_largest_that_is_small_enough() -> None:
    size, truth = small_truth(EachSize(StoneGame()))
    assert (size, len(truth.graph)) == (2, 10)
    assert len(solve(StoneGame(), 3).graph) > 14
    assert len(small_truth(EachSize(load_study("staircase-nim").game))[1].positions) > 3


def test_without_graphviz_a_graph_says_how_to_have_it(monkeypatch: pytest.MonkeyPatch) -> None:
    def missing(name: str) -> Any:
        raise PackageNotFoundError(name)

    monkeypatch.setattr(graph_drawing, "files", missing)
    text = graph_svg(solve(StoneGame(), 1), show)
    assert "grundwork[pictures]" in text
    assert ET.fromstring(text).tag.endswith("svg")


def test_a_thermograph_has_left_to_the_left_and_temperature_upwards() -> None:
    found = thermograph(Value("{3||2*|1*}").form)
    (ax,) = draw_thermographs([Value("{3||2*|1*}")]).axes
    (left, right), (low, high) = ax.get_xlim(), ax.get_ylim()
    assert left > found.mean > right
    assert low < found.temperature < high
    for line, wall in zip(ax.lines[:2], (found.left, found.right), strict=True):
        assert [(t, x) for x, t in line.get_xydata()] == [*wall.points]
    assert [label.get_text() for label in ax.get_xticklabels()] == ["9/4", "3"]
    assert [label.get_text() for label in ax.get_yticklabels()] == ["3/4", "0", "-1"]
