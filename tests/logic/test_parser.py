"""Walnut's syntax: precedence, columns of errors, and texts that read back the same."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from moves_texts import formulas

from research.logic.errors import AutomataError
from research.logic.formula import parse, parse_term, text


@pytest.mark.parametrize(
    ("short", "grouped"),
    [
        # & | ^ share one level and group to the left (operator table of Walnut, priority 90).
        ("a=1 | b=2 & c=3", "(a=1 | b=2) & c=3"),
        ("a=1 & b=2 | c=3 ^ d=4", "((a=1 & b=2) | c=3) ^ d=4"),
        # => binds tighter than <=>, both group to the left (priorities 100 and 110).
        ("a=1 => b=2 => c=3", "(a=1 => b=2) => c=3"),
        ("a=1 <=> b=2 => c=3", "a=1 <=> (b=2 => c=3)"),
        ("a=1 & b=2 => c=3 | d=4", "(a=1 & b=2) => (c=3 | d=4)"),
        # ~ is tighter than the connectives and looser than comparisons (priority 80).
        ("~a=1 & b=2", "(~(a=1)) & b=2"),
        ("~~a=1", "~(~(a=1))"),
        # Quantifiers reach as far as they can (priority 150).
        ("Ax x=1 & y=2 <=> z=3", "Ax (x=1 & y=2 <=> z=3)"),
        ("a=1 & Ex x=a | b=2", "a=1 & (Ex (x=a | b=2))"),
        ("~Ex x=1 & x=2", "~(Ex (x=1 & x=2))"),
        ("(Ex x=1) & x=2", "((Ex (x=1))) & (x=2)"),
        # Arithmetic: * and / before + and -, to the left (priorities 10 and 20).
        ("x-y-z = 2*x/3", "(x-y)-z = (2*x)/3"),
        ("x+2*y < z", "(x+(2*y)) < z"),
        ("x*2 = y", "2*x = y"),
        ("(x+y) = z", "x+y = z"),
        ("((x+y)/2 >= 1)", "(x+y)/2 >= 1"),
    ],
)
def test_precedence_is_walnuts(short, grouped):
    assert parse(short).formula == parse(grouped).formula


@pytest.mark.parametrize(
    ("source", "column", "message"),
    [
        ("x + = y", 5, "expected a term"),
        ("x = y)", 6, "expected an operator or the end"),
        ("(x = y", 7, "expected '\\)'"),
        ("x * y = z", 5, "cannot be multiplied"),
        ("x / 0 = z", 5, "positive constant"),
        ("x == y", 4, "expected a term"),
        ("Ax", 3, "expected a term"),
        ("Ax,3 x=3", 4, "expected a variable"),
        ("T[x = 3", 5, "expected '\\]'"),
        ("T[x] = 3", 8, "sequence element or a letter"),
        ("$p(x", 5, "expected '\\)'"),
        ("x = 1 ! y", 7, "an operator or the end"),
        ("x", 2, "expected a comparison"),
        ("", 1, "expected a term"),
        ("x = 1 y = 2", 7, "an operator or the end"),
    ],
)
def test_errors_point_at_the_column(source, column, message):
    with pytest.raises(AutomataError, match=rf"column {column} of .*: .*{message}"):
        parse(source)


def test_systems_are_read_and_not_mixed():
    assert parse("?msd_fib x=1").system == "msd_fib"
    assert parse("?lsd_2 (?lsd_2 x=1)").system == "lsd_2"
    assert parse("x=1").system is None
    with pytest.raises(AutomataError, match="column 14"):
        parse("?msd_2 x=1 & (?msd_3 y=2)".replace("& (", "&("))


@given(formulas(["x", "y"]))
@settings(deadline=None)
def test_printed_formulas_read_back_the_same(source):
    formula = parse(source).formula
    assert parse(text(formula)).formula == formula


def test_terms():
    assert text(parse_term("x - 2*n + 1")) == "x - 2 * n + 1"
    with pytest.raises(AutomataError, match="column 3"):
        parse_term("x < y")
