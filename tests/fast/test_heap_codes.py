"""Codes of heap games say the moves that their definition says."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fast.errors import InputError
from fast.heap_codes import CodeError, HeapCode, parse_code

DIGITS = "0123456789abcdefghijklmnopqrstuv"


@st.composite
def finite_codes(draw, largest=31, longest=5):
    first = draw(st.sampled_from([d for d in (0, 4, 8, 12, 28) if d <= largest]))
    rest = draw(st.lists(st.integers(0, largest), max_size=longest))
    return f"{DIGITS[first]}." + "".join(DIGITS[d] for d in rest)


@pytest.mark.parametrize(
    ("text", "normal", "digits"),
    [
        ("0.77", "0.77", (0, 7, 7)),
        (".77", "0.77", (0, 7, 7)),
        ("octal:4.7", "4.7", (4, 7)),
        ("hexadecimal:0.0F", "0.0f", (0, 0, 15)),
        ("0.v", "0.v", (0, 31)),
        ("0.&40;1", "0.&40;1", (0, 40, 1)),
        ("0.7700", "0.77", (0, 7, 7)),
        ("0.", "0.0", (0,)),
        ("4!.0", "4!.0", (4,)),
        ("0.3!7!", "0.37!", (0, 3, 7)),
        ("subtraction:4,1,3", "subtraction:1,3,4", (0, 3, 0, 3, 3)),
        ("0.7[0]", "0.7", (0, 7)),
        ("0.3[03]", "0.3[03]", (0, 3, 0, 3)),
        ("all-but:2", "all-but:2", (0, 3, 0, 3)),
    ],
)
def test_a_code_reads_as_its_digits_and_has_one_normal_form(text, normal, digits):
    code = parse_code(text)
    assert (code.text, code.digits) == (normal, digits)
    assert parse_code(code.text) == code


@pytest.mark.parametrize(
    ("text", "column"),
    [
        ("0.7x", 3),
        ("77", 0),  # 7 before the point: a move that removes nothing must split
        ("4", 1),
        ("44.7", 1),
        ("1.7", 0),
        ("2.7", 0),
        ("0.7.7", 3),
        ("octal:0.78", 9),
        ("hexadecimal:0.1g", 15),
        ("0.[7", 4),
        ("0.[]", 3),
        ("0.7]", 3),
        ("[7].7", 0),
        ("0.[7]7", 5),
        ("0.7!!", 4),
        ("!.7", 0),
        ("0.!7", 2),
        ("0.[!7]", 3),
        ("0.8!", 2),
        ("0.[7!]", 4),
        ("0.&;7", 2),
        ("0.&4", 2),
        ("0.&9999999;", 2),
        ("0.7?", 3),
        ("subtraction:1,x", 14),
        ("subtraction:0,1", 12),
        ("subtraction:1,,2", 14),
        ("subtraction:", 12),
        ("subtraction:3,3", 14),
        ("subtraction:9999999", 12),
        ("all-but:-1", 8),
        ("kayles:7", 0),
        ("", 0),
        ("0.٣", 2),
    ],
)
def test_a_malformed_code_is_refused_with_a_caret_under_the_place(text, column):
    with pytest.raises(CodeError) as caught:
        parse_code(text)
    assert isinstance(caught.value, InputError)
    assert caught.value.column == column
    problem, shown, caret = str(caught.value).split("\n")
    assert problem.startswith(f"code={text!r}: ")
    assert shown == "    " + text
    assert caret == "    " + " " * column + "^"


@pytest.mark.parametrize("wrong", [7, None, 0.77, ["0.77"]])
def test_a_code_must_be_text(wrong):
    with pytest.raises(InputError, match="expected a text"):
        parse_code(wrong)


def test_options_of_named_games_are_those_of_their_rules():
    # Kayles: knock down one pin or two neighbours of a row of 4.
    assert sorted(parse_code("0.77").options(4)) == [(1, 1), (1, 2), (2,), (3,)]
    # Lasker's nim: take any number, or split without taking.
    assert sorted(parse_code("4.[3]").options(3)) == [(), (1,), (1, 2), (2,)]
    # Grundy's game: split into two different heaps.
    assert sorted(parse_code("4!.0").options(6)) == [(1, 5), (2, 4)]
    # Nim: leave any smaller heap, or none.
    assert sorted(parse_code("0.[3]").options(3)) == [(), (1,), (2,)]
    # Take one and leave exactly three heaps.
    assert sorted(parse_code("0.8").options(6)) == [(1, 1, 3), (1, 2, 2)]
    assert sorted(parse_code("all-but:2").options(4)) == [(), (1,), (3,)]


@given(finite_codes(), st.integers(0, 12))
def test_an_option_exists_exactly_where_the_digit_has_the_bit(text, heap):
    code = parse_code(text)
    options = code.options(heap)
    assert len(set(options)) == len(options)
    for option in options:
        assert list(option) == sorted(option)
        assert all(left >= 1 for left in option)
        removed = heap - sum(option)
        assert code.digit(removed) >> len(option) & 1
    # Each pair (removed, heaps left) that the digits allow and the sizes permit occurs.
    found = {(heap - sum(option), len(option)) for option in options}
    for removed in range(heap + 1):
        for count in range(5):
            possible = count <= heap - removed if count else removed == heap
            allowed = bool(code.digit(removed) >> count & 1) and possible
            assert ((removed, count) in found) == allowed


@given(finite_codes())
def test_removed_bits_are_noticed(text):
    """Control: a code with one bit less has other options."""
    code = parse_code(text)
    for i, digit in enumerate(code.digits):
        if digit:
            lowest = digit & -digit
            count = lowest.bit_length() - 1
            fewer = HeapCode("wrong", (*code.digits[:i], digit - lowest, *code.digits[i + 1 :]))
            assert set(fewer.options(i + count)) < set(code.options(i + count))


def test_a_repeating_tail_repeats():
    code = parse_code("0.12[34]")
    assert [code.digit(i) for i in range(9)] == [0, 1, 2, 3, 4, 3, 4, 3, 4]
    assert parse_code("0.12").digit(7) == 0


def test_a_negative_heap_is_refused():
    with pytest.raises(InputError, match="heap=-1"):
        parse_code("0.77").options(-1)
