"""Codes of heap games say the moves that their definition says."""

from __future__ import annotations

import pytest

from fast.errors import InputError
from fast.heap_codes import HeapCodeError, parse_code


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


MALFORMED = [
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
    ("octal:0.&8;", 8),
    ("hexadecimal:g.1", 12),
    ("0.&131072;", 2),
    ("&1;.7", 0),
    ("0.7[[3]]", 4),
    ("subtraction:01", 12),
    ("subtraction:1000001", 12),
    ("all-but:", 8),
]


@pytest.mark.parametrize(("text", "column"), MALFORMED)
def test_a_malformed_code_is_refused_with_a_caret_under_the_place(text, column):
    with pytest.raises(HeapCodeError) as caught:
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


def test_a_repeating_tail_repeats():
    code = parse_code("0.12[34]")
    assert [code.digit(i) for i in range(9)] == [0, 1, 2, 3, 4, 3, 4, 3, 4]
    assert parse_code("0.12").digit(7) == 0
