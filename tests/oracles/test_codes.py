"""Take-and-break codes: what they mean, and where a malformed one is pointed at."""

import pytest

from oracles import heaps
from oracles.errors import CodeError, RulesError, SearchLimitError
from oracles.heaps import HeapGame, heap_game, heap_values, hexadecimal, octal, subtraction

# Published Grundy values of the heaps 0, 1, 2, ...
# OEIS A002186; Guy and Smith, Proc. Cambridge Philos. Soc. 52 (1956), Table; Winning Ways ch. 4.
KAYLES = [0, 1, 2, 3, 1, 4, 3, 2, 1, 4, 2, 6, 4, 1, 2, 7, 1, 4, 3, 2, 1]
# OEIS A002187, which begins with the heap of 1 (its comment on .07); the same.
DAWSONS_KAYLES = [0, 0, 1, 1, 2, 0, 3, 1, 1, 0, 3, 3, 2, 2, 4, 0, 5, 2, 2, 3, 3]
# OEIS A002188; Winning Ways ch. 4.
GRUNDYS_GAME = [0, 0, 0, 1, 0, 2, 1, 0, 2, 1, 0, 2, 1, 3, 2, 1, 3, 2, 4, 3, 0]
# Winning Ways ch. 4: 4k - 1 and 4k change places.
LASKERS_NIM = [0, 1, 2, 4, 3, 5, 6, 8, 7, 9, 10, 12, 11, 13, 14, 16]
# CGSuite, GameHeapTest, TakeAndBreak("0.3f").
TAKE_AND_BREAK_03F = [0, 1, 2, 0, 1, 2, 3, 4, 5, 3, 4, 5, 6, 7, 8, 6, 7, 8, 9, 10, 11]


@pytest.mark.parametrize(
    ("game", "values"),
    [
        (octal("0.77"), KAYLES),
        (octal("0.07"), DAWSONS_KAYLES),
        (octal("4!."), GRUNDYS_GAME),
        (octal("0.7777"), [0, 1, 2, 3, 4, 5, 6, 7, 3, 2, 8, 9, 7, 6, 5, 4]),  # OEIS A071074
        (octal("0.127"), [0, 1, 0, 2, 2, 1, 0, 4, 4, 1, 2, 2, 0, 1, 4, 4]),  # OEIS A071464
        (octal("0.117"), [0, 1, 1, 1, 0, 2, 2, 1, 3, 4, 0, 1, 1, 1, 3, 2]),  # OEIS A071453
        (octal("0.56"), [0, 1, 0, 2, 2, 4, 1, 1, 3, 2, 4, 4, 6, 6, 2, 1]),  # OEIS A071436
        (hexadecimal("0.3f"), TAKE_AND_BREAK_03F),
        (octal("0.[3]"), range(16)),  # nim
        (octal("4.[3]"), LASKERS_NIM),
        (subtraction(1, 3, 4), [0, 1, 0, 1, 2, 3, 2] * 3),  # Winning Ways ch. 4
    ],
    ids=str,
)
def test_grundy_values_are_the_published_ones(game, values):
    assert heap_values(game, 15) == list(values[:16])


@pytest.mark.parametrize(
    ("code", "place"),
    [
        ("octal:0.78", 9),
        ("octal:.77", 6),
        ("octal:0.!7", 8),
        ("octal:2.7", 6),  # passing
        ("octal:14.7", 6),
        ("octal:0.7 7", 9),
        ("octal: 0.77", 6),
        ("subtraction:1,3,1", 16),
        ("octal:84.7", 6),  # CGSuite adds counters
        ("octal:0.4?", 9),  # and has further marks
        ("octal:0.7[", 10),
        ("octal:0.7[3]5", 10),
        ("octal:0.7.7", 9),
        ("hexadecimal:0.8g", 15),
        ("subtraction:1,,3", 14),
        ("subtraction:0", 12),
        ("octagonal:0.7", 0),
        ("0.77", 0),
    ],
)
def test_a_malformed_code_is_pointed_at(code, place):
    with pytest.raises(CodeError) as caught:
        heap_game(code)
    assert caught.value.place == place
    lines = str(caught.value).splitlines()
    assert lines[1] == f"  {code}"
    assert lines[2] == " " * (2 + place) + "^"


@pytest.mark.parametrize(
    ("code", "heap", "options"),
    [
        ("octal:0.77", (2, 2), [(1, 2), (2,)]),  # heaps of one size have their options once
        ("hexadecimal:0.8F", (4,), [(1, 1, 1), (2,), (1, 1)]),
        ("code:0.g", (5,), [(1, 1, 1, 1)]),
        ("subtraction:3, 1,4", (3,), [(2,), ()]),
    ],
)
def test_one_line_codes_are_the_games_they_name(code, heap, options):
    assert heap_game(code).options(heap) == options


@pytest.mark.parametrize("heaps", [2, (-1,), "a", (1.5,)])
def test_a_rule_that_gives_no_heaps_is_named_with_the_heap(heaps):
    with pytest.raises(RulesError, match="heap 3"):
        HeapGame(lambda heap: [heaps]).options((3,))


def test_a_subtraction_set_that_makes_no_sense_is_refused():
    for numbers in ((), (1, 0), (1.5,)):
        with pytest.raises(RulesError, match="expected integers of at least 1"):
            subtraction(*numbers)


def test_a_heap_with_too_many_moves_is_refused_before_all_are_made(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    with pytest.raises(SearchLimitError, match="more than 2000000 moves in a heap of 10000"):
        octal("0.77").options((10**21,))
    monkeypatch.setattr(
        heaps, "ARC_LIMIT", 5
    )  # 1 move in a heap of 1, 2 in one of 2, 3 in one of 3
    assert heap_values(octal("0.77"), 2) == [0, 1, 2]
    with pytest.raises(SearchLimitError, match="more than 5 moves in a heap of 3"):
        heap_values(octal("0.77"), 3)
