"""Explorations: every section against published or independent values, and what stops them."""

from __future__ import annotations

import gzip
from math import comb
from pathlib import Path
from typing import Any

import networkx as nx
import pytest

from fast.errors import InputError
from oracles.errors import OracleError
from oracles.games.binary_blackboard import BinaryBlackboard
from oracles.games.silver_dollar import SilverDollar
from oracles.growing import Budget
from oracles.heaps import HeapGame, octal, subtraction
from oracles.moves import MoveGame
from oracles.rules import DigraphGame, Game, PartizanGame
from oracles.strips import PartizanStripGame, StripGame, empty_strip
from oracles.vectors import VectorGame, nim
from research.claims.study import Study
from research.conjectures.conjecturing import conjectures_of
from research.explore import exploration as exploring
from research.explore.exploration import explore
from research.explore.explored import Explored, explored_at, explored_within_budget
from research.explore.oeis import Sequence, bfile, names_of
from research.explore.page.write import page_data
from research.explore.planes import coordinate_names, least_third, planes_of
from research.explore.section import Cells, Drawing, Section
from research.proving.results import Limits

WYTHOFF = [(1, 0), (0, 1), (1, 1)]
TOADS = PartizanStripGame(
    left=[("T.", ".T"), ("TF.", ".FT")],
    right=[(".F", "F."), (".TF", "FT.")],
    starts=lambda size: ["T" * n + "." + "F" * n for n in range(size + 1)],
)
# From b one may go round for ever, or to c, which loses.
LOOP = DigraphGame(nx.DiGraph([("a", "b"), ("b", "a"), ("b", "c"), ("c", "d")]))


class Waiting(PartizanGame[int]):
    """Left cannot move at 0, nor Right at 1; they move to 2, where both can only wait."""

    loopy = True

    def start(self, size: int) -> list[int]:
        return [0, 1, 2]

    def left_options(self, position: int) -> list[int]:
        return [] if position == 0 else [2]

    def right_options(self, position: int) -> list[int]:
        return [] if position == 1 else [2]


GAMES: dict[str, Any] = {
    "heaps": octal("0.77"),
    "misere heaps": octal("0.77", misere=True),
    "heaps by a function": HeapGame(lambda heap: [(less,) for less in range(heap)]),
    "two coordinates": VectorGame(WYTHOFF),
    "three coordinates": nim(3),
    "misere": nim(2, misere=True),
    "strip": StripGame([(".", "X")], empty_strip, over=["XXX"]),
    "partizan": TOADS,
    "loopy": LOOP,
    "loopy partizan": Waiting(),
    "own ending": BinaryBlackboard(),
    "nested": SilverDollar(coins=1),
}


def cells(part: Section) -> list[Cells]:
    return [p for p in part.parts if isinstance(p, Cells)]


def words(part: Section) -> str:
    return " ".join(p for p in part.parts if isinstance(p, str))


@pytest.mark.parametrize("name", GAMES)
def test_every_kind_of_game_has_all_sections_within_80_columns(name: str) -> None:
    found = explore(GAMES[name], size=4)
    assert len(found.sections) == len(exploring.STAGES) + (2 if name == "misere heaps" else 1)
    assert all(len(line) <= 80 for line in str(found).splitlines())
    assert not found.interrupted


@pytest.mark.parametrize("name", ["heaps", "two coordinates", "partizan"])
def test_markdown_and_pictures_are_the_same_every_time(name: str, tmp_path: Path) -> None:
    first = explore(GAMES[name], size=3).write(tmp_path / "a")
    second = explore(GAMES[name], size=3).write(tmp_path / "b")
    assert [path.name for path in first] == [path.name for path in second]
    assert [path.read_bytes() for path in first] == [path.read_bytes() for path in second]
    text, shown = first[0].read_text(encoding="utf-8"), explore(GAMES[name], size=3)._repr_html_()
    assert shown.count('<img src="data:image/svg+xml;base64,') == len(first) - 1 > 0
    for picture in first[1:]:
        assert f"]({picture.name})" in text
        assert "<svg" in picture.read_text(encoding="utf-8")


@pytest.mark.parametrize(
    ("code", "size", "width", "known"),
    [  # Winning Ways, 2nd ed., ch. 4: period 12 with these exceptions; and period 34 with those of
        # 0.137, which is 0.07 with one more counter in each heap, and heap 0
        ("0.77", 12, 12, [0, 3, 6, 9, 11, 15, 18, 21, 22, 28, 34, 39, 57, 70]),
        ("0.07", 8, 17, [0, *(heap + 1 for heap in (0, 14, 16, 17, 31, 34, 51))]),
    ],
)
def test_values_are_laid_out_by_the_period_with_the_exceptions_marked(
    code: str, size: int, width: int, known: list[int]
) -> None:
    table = cells(explore(octal(code), size=size).section("Grundy values"))[0]
    assert len(table.header) == 1 + width
    assert [
        int(row[0]) + place
        for row in table.rows
        for place, cell in enumerate(row[1:])
        if cell.startswith("(")
    ] == known


def test_a_nimber_in_a_table_keeps_its_star() -> None:
    section = Section("Values", [Cells(["value"], [["*5"]])])
    assert ("*5" in repr(section), r"| \*5 |" in section.markdown()) == (True, True)


@pytest.mark.parametrize(
    "game",
    [
        nim(2),
        PartizanStripGame(  # whose sizes are not nested
            [("T.", ".T")], [(".F", "F.")], lambda size: ["T" + "." * size + "F"]
        ),
    ],
)
def test_growth_counts_every_size_as_that_size_alone(game: Any) -> None:
    grown = list(explored_at(game, 4).growth())
    alone = [explored_at(game, size) for size in range(5)]
    assert grown == [(e.size, len(e.positions), e.arcs, e.counts) for e in alone]
    if isinstance(game, VectorGame):
        found = explore(game, size=9).sequences["number of positions by size"]
        assert found.terms == tuple(comb(s + 2, 2) for s in range(10))


@pytest.mark.parametrize(
    ("game", "title", "said"),
    [
        ("own ending", "Outcomes and remoteness", "names the winner by the final position"),
        ("misere heaps", "Outcomes and remoteness", "normal play"),
        ("partizan", "Conjectures", "impartial"),
        ("loopy", "Conjectures", "play ends"),
    ],
)
def test_what_is_not_defined_is_not_shown_and_the_reason_is(
    game: str, title: str, said: str
) -> None:
    part = explore(GAMES[game], size=2).section(title)
    assert said in words(part)
    assert game != "misere heaps" or "genus" in cells(part)[0].header


def test_a_partizan_game_begins_with_its_table() -> None:
    found = explore(GAMES["partizan"], size=2)
    assert isinstance(found.section("Values").parts[0], Cells)
    notes = page_data(Study("toads", TOADS, source="a test"), found.explored)[0]["notes"]
    assert [note for note in notes if "Grundy" in note] == []


def test_values_and_temperatures_of_a_partizan_game_are_counted() -> None:
    # Domineering, 2 × 2: the whole board is ±1, two halves are 1, two are -1, and nothing is 0.
    _, values, temperatures = cells(explore("domineering", size=2).section("Values"))
    assert [row[:2] for row in values.rows] == [["1", "2"], ["-1", "2"], ["+-1", "1"], ["0", "1"]]
    assert temperatures.rows == [["-1", "5"], ["1", "1"]]


def test_a_loopy_game_shows_draws_and_infinite_values() -> None:
    found = explore(LOOP)
    assert found.explored.counts == {"P": 1, "N": 1, "D": 2}
    table = cells(found.section("Grundy values"))[0]
    assert ["a", "D", "∞", "∞{}"] in [list(row) for row in table.rows]


def test_a_draw_of_one_beginner_is_counted_and_drawn_apart_from_a_draw_of_both() -> None:
    found = explore(Waiting())
    assert found.explored.outcomes == {0: "R/D", 1: "D/L", 2: "D"}
    rows = cells(found.section("Positions"))[0].rows
    assert ["R/D: Right wins; draw if Right begins", "1"] in [list(row) for row in rows]
    for title in ("Outcomes", "A small case"):
        (drawn,) = (part for part in found.section(title).parts if isinstance(part, Drawing))
        assert "R/D" in drawn.svg()
    page, _ = page_data(Study("waiting", Waiting()), found.explored)
    assert page["outcomes"] == ["R/D", "D/L", "D"]


def test_the_size_is_chosen_by_a_budget_of_positions() -> None:
    chosen = explored_within_budget(nim(2), budget=Budget(100))
    assert len(chosen.positions) <= 100 < comb(chosen.size + 2 + 2, 2)
    assert explored_within_budget(LOOP).size == 1  # larger sizes have no more positions
    none_at_0_and_1 = SilverDollar(coins=1)
    assert explored_within_budget(none_at_0_and_1, budget=Budget(3)).size == 2


@pytest.mark.parametrize(
    ("game", "size", "said"),
    [
        (nim(3), 1000, "more than 2000000 positions"),
        (nim(2), 2.5, "size="),
        (SilverDollar(coins=1), 1, "has no positions there; take a larger size"),
    ],
)
def test_a_size_that_makes_no_sense_is_refused(game: Any, size: Any, said: str) -> None:
    with pytest.raises(OracleError, match=said):
        explore(game, size=size)


def test_an_interrupted_stage_keeps_those_before_it(monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupted(_: Explored) -> Section:
        raise KeyboardInterrupt

    stages = [*exploring.STAGES[:2], ("thinking", interrupted), *exploring.STAGES[2:]]
    monkeypatch.setattr(exploring, "STAGES", stages)
    found = explore(nim(2), size=3)
    assert found.interrupted == "thinking"
    assert [s.title for s in found.sections] == ["Positions", "Grundy values"]
    assert "Interrupted while thinking." in found.markdown()


def test_what_passes_is_proposed_with_the_numbers_of_values() -> None:
    # A subtraction set {1, 3, 4} has the period 7 (Winning Ways, 2nd ed., ch. 4).
    (table,) = cells(explore(subtraction(1, 3, 4), size=10).section("Conjectures"))
    (row,) = (row for row in table.rows if row[1] == "G(n + 7) = G(n) for every n >= 0")
    assert min(int(row[2]), int(row[3])) > 7
    assert row[4] == "passed"
    assert "grundwork prove" in table.caption


class NoSecondAbove(Game[tuple[int, int]]):
    """Two piles of one counter a move, but none may be taken from a second one of 75 or more."""

    def start(self, size: int) -> list[tuple[int, int]]:
        return [(a, b) for a in range(size + 1) for b in range(size + 1)]

    def options(self, position: tuple[int, int]) -> list[tuple[int, int]]:
        a, b = position
        return [(a - 1, b)] * (a > 0) + [(a, b - 1)] * (0 < b < 75)


def test_nothing_is_proposed_that_a_value_of_the_page_refutes() -> None:
    """(0, 75) has no move, so it is lost, and the nim sum of two piles modulo 2 is 1 there."""
    study = Study("stuck", NoSecondAbove(), source="a test")
    assert conjectures_of(study.game, Limits(positions=3_000, arcs=30_000))  # of smaller piles
    assert not cells(explore(study, size=80).section("Conjectures"))


def test_no_automaton_is_proposed_of_a_value_that_does_not_occur() -> None:
    still = MoveGame("position play(a, b)\nmove play -> play(a - 1, b) where a = 1 & b = 1")
    game = VectorGame([(1, 0), (0, 1)], ordered=True)  # nim, which has every value
    said, of_nim = (
        " ".join(each.statement for each in conjectures_of(each)) for each in (still, game)
    )
    assert [f"Grundy value {n} " in said for n in (1, 2, 3)] == [True, False, False]
    assert "Grundy value 2 " in of_nim


# The encyclopedia's files. Terms of A000045, A002186 and A000290 as the OEIS has them.

STRIPPED = b"""# OEIS Sequence Data
A000045 ,0,1,1,2,3,5,8,13,21,34,55,89,144,
A002186 ,0,1,2,3,1,4,3,2,1,4,2,6,4,1,2,7,1,4,3,2,1,4,6,7,
A000290 ,0,1,4,9,16,25,36,49,64,81,100,
"""
KAYLES = Sequence((0, 1, 2, 3, 1, 4, 3, 2, 1, 4, 2, 6, 4))


@pytest.mark.parametrize("packed", [False, True])
def test_sequences_are_named_by_stripped_after_a_shift(tmp_path: Path, *, packed: bool) -> None:
    file = tmp_path / "stripped"
    file.write_bytes(gzip.compress(STRIPPED) if packed else STRIPPED)
    squares = tuple(n * n for n in range(9))
    found = {
        "G": KAYLES,
        "later": Sequence(squares[2:]),
        "earlier": Sequence((7, *squares)),
        "wrong": Sequence((*KAYLES.terms[:-1], 5)),
        "few": Sequence(squares[:7]),
    }
    shown = {what: list(map(str, names)) for what, names in names_of(file, found).items()}
    assert shown == {
        "G": ["A002186 (13 terms)"],
        "earlier": ["A000290 (9 terms, without the first 1 here)"],
        "wrong": [],
    }
    longer = names_of(file, {"later": Sequence(tuple(n * n for n in range(2, 11)))})["later"]
    assert [str(name) for name in longer] == ["A000290 (9 terms, without the first 2 there)"]


def test_a_b_file_is_compared_too(tmp_path: Path) -> None:
    file = tmp_path / "b002186.txt"
    file.write_text("# Kayles\n" + bfile(KAYLES))
    found = explore(octal("0.77"), size=6, oeis=file)
    assert any("A002186 (13 terms)" in row[2] for row in cells(found.sections[-1])[0].rows)


@pytest.mark.parametrize(
    ("text", "said"),
    [
        (b"0 0\n2 1\n", "the next index and an end of line, not '2 1'"),
        (b"0 0\n1 1", "an end of line, not '1 1'"),
        (b"0 0\n1 x\n", "expected 'index value'"),
        (b"# nothing\n", "it holds no sequence"),
        (b"hello\n", "neither 'index value' as in a b-file"),
        (b"A000045 ,0,1,x,\n", "neither"),
        (b"\x1f\x8bbroken", "cannot be read"),
        (b"\xff\xfe\x00\n", "cannot be read"),
    ],
)
def test_what_is_no_oeis_file_is_refused_before_the_work(
    tmp_path: Path, text: bytes, said: str
) -> None:
    file = tmp_path / "file"
    file.write_bytes(text)
    with pytest.raises(InputError, match=said):
        explore(nim(2), size=2, oeis=file)


class Race(Game[tuple[int, int]]):
    """A counter taken is a point; the lead is that of the player to move."""

    def start(self, size: int) -> list[tuple[int, int]]:
        return [(heap, 0) for heap in range(size + 1)]

    def options(self, position: tuple[int, int]) -> list[tuple[int, int]]:
        heap, lead = position
        return [(heap - n, -(lead + n)) for n in (1, 2, 3) if n <= heap]


def test_a_plane_of_negative_coordinates_shows_what_is_about_zero() -> None:
    section = explore(Race(), size=120).section("P-positions")
    text = str(section)
    head = text.splitlines()[1].split()
    assert int(head[0]) < 0 < int(head[-1])
    assert text.count("Shown: lead ") == 1
    # The picture says what it leaves out in its text and below.
    assert section.markdown().count("Shown: lead -50 to 50 of") == 2
    assert "Across: lead; down: heap." in text.replace("\n", " ")
    assert coordinate_names(Race(), (0, 0), 2) == ["heap", "lead"]


def test_a_flag_makes_rows_and_positions_in_order_stand_both_ways() -> None:
    explored = explored_at(BinaryBlackboard(), 9)
    (plane,) = planes_of(explored, explored.outcomes)
    assert plane.rows == ["(r, 0, Oscar)", "(r, 0, Eric)", "(r, 1, Oscar)", "(r, 1, Eric)"]
    third = least_third(explored_at(nim(3), 3))
    assert third is not None
    assert third.cells == {(x, y): x ^ y for x in range(4) for y in range(4)}  # Bouton 1901
