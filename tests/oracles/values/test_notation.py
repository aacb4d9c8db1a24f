"""The notation of values: what is written is read, and a wrong text gets one clear line."""

import pytest
from hypothesis import given

from oracles.errors import OracleError
from oracles.values.value import Value
from tests.oracles.values.games import VALUES

EXPECTED = "expected a number, *, ^, v or a game in braces, not "
WRITTEN = [  # by options alone; as it is written
    ("{|}", "0", "0"),
    ("{0|1}", "1/2", r"\frac{1}{2}"),
    ("{|{|0}}", "-2", "-2"),
    ("{0|0}", "*", r"{\ast}"),
    ("{0,{0|0}|0,{0|0}}", "*2", r"{\ast}2"),
    ("{0|{0|0}}", "^", r"{\uparrow}"),
    ("{{0|0}|0}", "v", r"{\downarrow}"),
    ("{0,*|0}", "^*", r"{\uparrow}{\ast}"),
    ("{0|^*}", "^^", r"{\Uparrow}"),
    ("{0|^}", "^^*", r"{\Uparrow}{\ast}"),
    ("{vv*|0}", "v3", r"{\downarrow}3"),
    ("{0|*3}", "^*2", r"{\uparrow}{\ast}2"),
    ("{3/4|3/4}", "3/4*", r"\frac{3}{4}{\ast}"),
    ("{-1|-1*}", "-1^", r"-1{\uparrow}"),
    ("{1|-1}", "+-1", r"\pm 1"),
    ("{{2|1}|{-1|-2}}", "+-{2|1}", r"\pm \{2\,|\,1\}"),
    ("{1^|-1v}", "{1^|-1v}", r"\{1{\uparrow}\,|\,-1{\downarrow}\}"),
    ("{0|{0|-2}}", "+_2", "+_{2}"),
    ("{{1/2|0}|0}", "-_1/2", r"-_{\frac{1}{2}}"),
    ("{1,*|-1/2}", "{1|-1/2}", r"\{1\,|\,-\frac{1}{2}\}"),
    ("{3|{{2|2}|{1|1}}}", "{3||2*|1*}", r"\{3\,||\,2{\ast}\,|\,1{\ast}\}"),
    ("{{4|3}|{2|{1|0}}}", "{4|3|||2||1|0}", None),
    ("{^^*|v,*}", "{^^*|*,v}", None),
    ("{4|{3|-1},{2|0}}", "{4|{2|0},{3|-1}}", None),
]


@pytest.mark.parametrize(("options", "text", "latex"), WRITTEN)
def test_a_value_is_written_in_the_plainest_way(options, text, latex):
    value = Value(options)
    assert str(value) == text
    assert latex in (None, value.latex())


@given(VALUES)
def test_what_is_written_is_read_as_the_same_value(value):
    assert Value(str(value)) is value
    assert repr(value) == f"Value({str(value)!r})"


@pytest.mark.parametrize(
    ("text", "same"),
    [
        *((" { 1 , * | -1 } ", "{1|-1}"), ("{1,2||3|}", "{2|4}"), ("6/4^^", "3/2^2"), ("⇑↑", "^3")),
        *(
            ("vvv*1", "v3*"),
            ("{⇑*|*,↓}", "{^^*|*,v}"),
            ("+_{2|1}", "{0|||0||-1|-2}"),
            ("-_ 2", "{2|0||0}"),
        ),
    ],
)
def test_a_value_may_be_written_in_other_ways(text, same):
    assert Value(text) is Value(same)


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("", EXPECTED + "''"),
        ("0.5", EXPECTED + "'0.5'"),
        ("1 2", EXPECTED + "'1 2'"),
        ("1/0", EXPECTED + "'1/0'"),
        ("^^2", EXPECTED + "'^^2'"),
        ("+-^", EXPECTED + "'+-^'"),
        ("{1|2", EXPECTED + "'{1|2'"),
        ("{1,|2}", EXPECTED + "''"),
        ("{1|2}}", EXPECTED + "'{...}}'"),
        ("{0|{1|2}v*}", EXPECTED + "'{...}v*'"),
        ("{1/3|2}", "number 1/3: expected a denominator 1, 2, 4, ..., 2^512"),
        ("{1}", "expected one | in '{1}', or one longest run of |"),
        ("{0||{1|2|3}}", "expected one | in '{1|2|3}', or one longest run of |"),
    ],
)
def test_a_text_that_is_no_value_gets_one_line_that_says_where(text, problem):
    with pytest.raises(OracleError) as caught:
        Value(text)
    assert str(caught.value) == f"value {text!r}: {problem}"
