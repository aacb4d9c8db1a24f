"""The page of a game in Chromium: it loads, says what is true, and plays to the end.

Needs Debian's ``chromium`` and the extra ``browser``; ``tests/README.md`` says how to get them.
"""

from __future__ import annotations

import os
import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from oracles.rules import OPPONENT, Game
from research.claims.study import Study
from research.explore.explored import explored_at
from research.explore.page.write import page, page_data
from research.explore.play import ORACLE, Match
from research.resolving.loading import load_study

pytestmark = pytest.mark.expensive

playwright = pytest.importorskip(
    "playwright.sync_api", reason='playwright is not installed: pip install "grundwork[browser]"'
)
pytest.importorskip("bokeh", reason='bokeh is not installed: pip install -e ".[page]"')
CHROMIUM = os.environ.get("GRUNDWORK_CHROMIUM") or shutil.which("chromium")
if CHROMIUM is None:
    pytest.skip("chromium is not installed: apt-get install chromium", allow_module_level=True)

QUIET = ["--no-sandbox", "--disable-gpu", "--no-first-run", "--disable-background-networking"]
WIDTHS = (1280, 390)
KINDS = {  # a game of each kind that the page treats in its own way
    "wythoff": 12, "kayles": 12, "misere-kayles": 9, "nim": 5, "cram": 6, "toads-and-frogs": 6,
    "poker-nim": 3, "northcott": 4, "silver-dollar": 5, "binary-blackboard": 20,
}  # fmt: skip


@pytest.fixture(scope="module")
def browser() -> Iterator[Any]:
    with playwright.sync_playwright() as driver:
        found = driver.chromium.launch(executable_path=CHROMIUM, args=QUIET)
        yield found
        found.close()


class Opened:
    """A page that was opened without a network, and what went wrong there."""

    def __init__(self, browser: Any, path: Path, width: int, scheme: str = "light") -> None:
        context = browser.new_context(
            viewport={"width": width, "height": 900}, color_scheme=scheme, offline=True
        )
        self.page = context.new_page()
        self.errors: list[str] = []
        self.requests: list[str] = []
        self.page.on("pageerror", lambda error: self.errors.append(str(error)))
        self.page.on(
            "console",
            lambda said: self.errors.append(said.text) if said.type in ("error", "warning") else 0,
        )
        self.page.on("request", lambda asked: self.requests.append(asked.url))
        self.page.goto(path.as_uri())
        self.page.wait_for_selector("body[data-ready]")
        self.page.wait_for_selector("#map .bk-Figure")
        self.page.wait_for_timeout(300)
        self.page.evaluate("document.getElementById('list').open = true")

    def press(self, cell: str) -> None:
        """Press a cell, given as ``row,column``."""
        self.page.locator(f'#board [data-cell="{cell}"]').click()

    def choices(self) -> list[str]:
        """Return what the buttons lead to that are left after cells were pressed."""
        found = self.page.locator("#choices button").all()
        return [str(button.get_attribute("aria-label")) for button in found]

    def moved(self, move: str) -> bool:
        """Whether the match began by this move of the reader's."""
        first = self.page.locator("#moves li").first.inner_text()
        return str(first).startswith(f"You: {move}. ")

    def pixel(self, x: int, y: int) -> tuple[float, float]:
        """Return where the place x, y of the map is in the window."""
        self.page.locator("#map").scroll_into_view_if_needed()
        across, down = self.page.evaluate(
            "([x, y]) => { const { frame } = Bokeh.index.get_by_id(map.id);"
            " return [frame.x_scale.compute(x), frame.y_scale.compute(y)]; }",
            [x, y],
        )
        box = self.page.locator("#map").bounding_box()
        return box["x"] + across, box["y"] + down

    def pointed_at(self, x: int, y: int) -> str:
        """Return what is said of a place when the mouse is there."""
        self.page.mouse.move(*self.pixel(x, y))
        self.page.wait_for_timeout(200)
        return "\n".join(self.page.locator(".tip").all_inner_texts())

    def play_from(self, x: int, y: int) -> None:
        self.page.mouse.click(*self.pixel(x, y))
        self.page.wait_for_timeout(200)

    def state(self) -> str:
        return str(self.page.locator("#state").inner_text())

    def status(self) -> str:
        return str(self.page.locator("#status").inner_text())

    def move(self, label: str) -> None:
        self.page.locator("#options button").get_by_text(label, exact=True).click()


def written(game: str, size: int, folder: Path) -> Path:
    path = folder / f"{game}.html"
    study = load_study(game)
    path.write_text(page(study, explored_at(study.game, size)), "utf-8")
    return path


@pytest.fixture(scope="module")
def wythoff(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return written("wythoff", 12, tmp_path_factory.mktemp("pages"))


@pytest.mark.parametrize("width", WIDTHS)
def test_the_page_says_what_is_true_of_three_positions(
    browser: Any, wythoff: Path, width: int
) -> None:
    opened = Opened(browser, wythoff, width)
    # W. A. Wythoff, "A modification of the game of nim", 1907: (1, 2), (3, 5), (4, 7), ... are lost
    # for the player to move; from (3, 4) one may go to (1, 2).
    lost = ["P: previous player wins", "Grundy value 0"]
    assert opened.pointed_at(2, 1).split("\n")[:3] == ["1,2", *lost]
    assert opened.pointed_at(3, 5).split("\n")[:3] == ["3,5", *lost]
    said = opened.pointed_at(4, 3)
    assert said.split("\n")[:2] == ["3,4", "N: next player wins"]
    assert "winning: 1,2" in said
    assert opened.errors == []
    assert {url for url in opened.requests if url != "data:,"} == {wythoff.as_uri()}


@pytest.mark.parametrize("width", WIDTHS)
def test_a_game_ends_as_it_should(browser: Any, wythoff: Path, width: int) -> None:
    opened = Opened(browser, wythoff, width)
    opened.play_from(4, 3)
    assert opened.state() == "3,4"
    opened.move("1,2")
    assert "A winning move." in opened.page.locator("#moves").inner_text()
    while not opened.status().startswith("The perfect player cannot move"):
        opened.page.locator("#hint").click()
        opened.page.locator("#choices button").first.click()
    assert opened.status() == "The perfect player cannot move: you have won."
    assert opened.state() == "0,0"
    opened.play_from(2, 1)
    opened.page.locator("#hint").click()
    assert opened.status() == "No move wins here."
    while opened.page.locator("#options button").count():
        opened.page.locator("#options button").first.click()
    assert opened.status() == "You cannot move: the perfect player has won."
    assert opened.errors == []


def test_a_position_is_found_by_its_name_and_the_slider_leaves_those_up_to_it(
    browser: Any, wythoff: Path
) -> None:
    opened = Opened(browser, wythoff, 1280)
    for name, unknown in (("4,7", ""), ("7,4", "no such position here")):
        opened.page.locator("#wanted").fill(name)
        opened.page.locator("#go button").click()
        assert opened.page.locator("#unknown").inner_text() == unknown
        assert opened.state() == "4,7"
    assert opened.page.locator("#map").get_attribute("data-cells") == str(13 * 13)
    opened.page.locator("#size").fill("4")
    assert opened.page.locator("#map").get_attribute("data-cells") == str(5 * 5)


class NotAgain(Game[tuple[int, int]]):
    """Take one to five, but not as many as were taken last."""

    def start(self, size: int) -> list[tuple[int, int]]:
        return [(size, 0)]

    def options(self, position: tuple[int, int]) -> list[tuple[int, int]]:
        heap, last = position
        return [(heap - n, n) for n in range(1, 6) if n <= heap and n != last]


@pytest.mark.parametrize("width", WIDTHS)
def test_a_short_axis_ends_where_its_coordinate_does(
    browser: Any, tmp_path: Path, width: int
) -> None:
    path, study = tmp_path / "not-again.html", Study("not-again", NotAgain(), source="a test")
    path.write_text(page(study, explored_at(study.game, 100)), "utf-8")
    opened = Opened(browser, path, width)
    (left, top), (right, bottom) = opened.pixel(0, 0), opened.pixel(5, 100)
    assert right - left > 5 * 44  # as wide as a finger
    assert bottom - top > 100 * 8
    opened.play_from(3, 6)
    assert opened.state() == "6,3"
    assert opened.errors == []


@pytest.mark.parametrize("width", WIDTHS)
def test_kayles_has_the_values_of_its_nim_sequence(
    browser: Any, tmp_path: Path, width: int
) -> None:
    opened = Opened(browser, written("kayles", 8, tmp_path), width)
    # R. K. Guy and C. A. B. Smith, "The G-values of various games", 1956.
    for heap, value in enumerate([0, 1, 2, 3, 1, 4, 3, 2, 1]):
        said = opened.pointed_at(heap, 0).split("\n")
        assert said[0] == (str(heap) if heap else "()")
        assert said[2] == f"Grundy value {value}"
    assert "G(n + 12) = G(n) for every heap n >= 71" in opened.page.inner_text("main")
    assert opened.page.locator("#sequence .bk-Figure").count() == 1
    assert opened.errors == []


def played_from(browser: Any, folder: Path, game: str, size: int, position: str) -> Opened:
    opened = Opened(browser, written(game, size, folder), 390)
    opened.page.evaluate("(text) => playFrom(data.labels.indexOf(text))", position)
    return opened


def test_the_counter_from_which_on_a_heap_is_taken_is_pressed(browser: Any, tmp_path: Path) -> None:
    opened = played_from(browser, tmp_path, "nim", 5, "1,3,5")
    opened.press("2,2")
    assert opened.moved("1,3,5 → 1,2,3")
    assert opened.errors == []


def test_pressing_a_pin_of_kayles_asks_whether_it_goes_alone(browser: Any, tmp_path: Path) -> None:
    opened = played_from(browser, tmp_path, "kayles", 8, "7")
    opened.press("0,2")
    assert sorted(opened.choices()) == ["1,4", "2,3", "2,4"]
    opened.page.locator("#choices button").get_by_text("2,3", exact=True).click()
    assert opened.moved("7 → 2,3")


def test_a_domino_is_placed_by_pressing_a_cell_and_choosing(browser: Any, tmp_path: Path) -> None:
    board = "...|..."
    opened = played_from(browser, tmp_path, "cram", 6, board)
    opened.press("0,1")
    assert sorted(opened.choices()) == ["##.|...", ".##|...", ".#.|.#."]
    opened.page.locator('#choices [aria-label=".##|..."]').click()
    assert opened.moved("...|... → .##|...")
    assert opened.errors == []


def test_the_keyboard_presses_a_cell_too(browser: Any, tmp_path: Path) -> None:
    opened = played_from(browser, tmp_path, "silver-dollar", 5, ".o.$")
    opened.page.locator('#board [data-cell="0,2"]').focus()
    opened.page.keyboard.press("Enter")
    assert opened.moved(".o.$ → .o$")


def test_left_places_a_domino_upright_by_one_cell_of_a_column(browser: Any, tmp_path: Path) -> None:
    opened = played_from(browser, tmp_path, "domineering", 4, "..|..")
    opened.press("1,0")
    assert opened.moved("..|.. → #.|#.")
    assert opened.status() == "The perfect player cannot move: you have won."


@pytest.mark.parametrize(("width", "scheme"), [(1280, "light"), (390, "dark")])
@pytest.mark.parametrize("game", KINDS)
def test_every_kind_of_game_loads_and_can_be_played_to_its_end(
    browser: Any, tmp_path: Path, game: str, width: int, scheme: str
) -> None:
    opened = Opened(browser, written(game, KINDS[game], tmp_path), width, scheme)
    assert opened.page.evaluate("document.documentElement.scrollWidth") <= width
    assert int(opened.page.locator("#map").get_attribute("data-cells")) > 0
    for _ in range(200):  # more than any of these games can take
        if not opened.page.locator("#options button").count():
            break
        opened.page.locator("#options button").first.click()
    assert opened.status().endswith(("won.", "a draw."))
    assert opened.errors == []


@pytest.mark.parametrize("game", ["wythoff", "misere-kayles", "northcott", "poker-nim"])
def test_the_perfect_player_moves_as_that_of_the_command(
    browser: Any, tmp_path: Path, game: str
) -> None:
    opened = Opened(browser, written(game, KINDS[game], tmp_path), 1280)
    study = load_study(game)
    truth = page_data(study, explored_at(study.game, KINDS[game]))[1].truth
    players = truth.players
    turns = [(position, player) for position in truth.positions for player in players]
    number = {turn: place for place, turn in enumerate(turns)}
    expected = [
        number[Match(truth, position, ORACLE, OPPONENT[player]).oracle_option(), OPPONENT[player]]
        if truth.moves(player, position)
        else -1
        for position, player in turns
    ]
    moves = "data.options.map((options, state) => options.length ? reply(state) : -1)"
    assert opened.page.evaluate(moves) == expected


def test_a_page_with_a_fault_is_noticed(browser: Any, wythoff: Path, tmp_path: Path) -> None:
    broken = tmp_path / "broken.html"
    broken.write_text(
        wythoff.read_text("utf-8").replace('"results":"P', '"results":"N', 1), "utf-8"
    )
    opened = Opened(browser, broken, 1280)
    opened.play_from(1, 0)
    opened.move("0,0")
    assert opened.status() != "The perfect player cannot move: you have won."
