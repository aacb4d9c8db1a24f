"""Published tables are read as their sources count, and every difference is shown."""

from __future__ import annotations

import re
from dataclasses import replace

import pytest

from fast.heap_codes import parse_code
from research.families import published as tables
from research.families.published import (
    PublishedPeriod,
    claims_about_periods,
    compare_equalities,
    compare_periods,
    key_of,
    published_equalities,
    published_periods,
    sources,
)
from research.families.record import MOST_TERMS
from research.families.recording import record_of

KAYLES = record_of("octal:0.77", 400)


def test_every_row_has_a_reference_a_code_and_a_known_convention():
    for row in published_periods():
        assert row.source in sources()
        assert row.convention in {"preperiod", "last exception", "heaps renumbered"}
        assert min(row.periods) >= 1
        assert len(parse_code(row.code).digits) <= MOST_TERMS  # which tell how the source counts
    for claim in published_equalities():
        assert claim.source in sources()
        parse_code(claim.code)
        parse_code(claim.other)


def test_sources_that_count_differently_are_read_as_one():
    """0.44 has the values of 0.1377 two heaps later (OEIS A071434): its preperiod is 141 + 2."""
    values = record_of("octal:0.44", 10).first_terms
    renumbered = PublishedPeriod("octal:0.44", 141, (24,), 0, None, "heaps renumbered", "")
    last = PublishedPeriod("octal:0.44", 142, (24,), 0, None, "last exception", "")
    assert renumbered.preperiods(values) == last.preperiods(values) == (143, 143)


@pytest.mark.parametrize(
    ("code", "source", "preperiod", "period"),
    [
        ("octal:0.074", "A071434", 140 + 1 + 1, 24),  # "have values a(n-1)"
        ("octal:0.440", "A071434", 140 + 1 + 2, 24),  # "have values a(n-2)"
        ("octal:0.47", "A071435", 496 + 1 + 1, 20),
        ("octal:0.045", "A071452", 186 + 1 + 2, 32),
        ("octal:0.477", "A071509", 160949017 + 1 + 1, 60620715),
    ],
)
def test_the_period_of_a_code_is_claimed_of_the_codes_that_have_its_values_later(
    code, source, preperiod, period
):
    values = record_of(code, 10).first_terms
    (row,) = [row for row in claims_about_periods()[key_of(code)] if row.source == source]
    assert row.preperiods(values) == (preperiod, preperiod)
    assert row.periods == (period,)


def test_a_quotation_has_the_numbers_of_its_rows():
    for row in published_periods():
        if quotation := sources()[row.source]["quotation"]:
            numbers = set(map(int, re.findall(r"\d+", quotation)))
            assert {row.start, *row.periods} <= numbers
            assert max(numbers - {*row.periods}) == row.start


def test_what_a_source_says_is_quoted_with_the_code_of_which_it_says_it():
    (found,) = compare_periods("octal:0.454", record_of("octal:0.454", 50))
    assert found.verdict == "open"
    assert found.says == (
        'the same game as octal:0.1777, heaps renumbered, of which: "From [Flammenkamp], '
        "sequence is eventually periodic with period 60620715. The last exception is at "
        'n=160949017."'
    )


def _rows(monkeypatch, *rows):
    monkeypatch.setattr(tables, "claims_about_periods", lambda: {key_of("0.77"): list(rows)})


@pytest.mark.parametrize(
    ("start", "period", "saltus", "verdict", "heap"),
    [
        (71, 12, 0, "agrees", None),
        (70, 12, 0, "differs", 70),  # G(70) = 6 and G(82) = 2
        (72, 12, 0, "differs", 71),  # heap 71 is no exception
        (71, 24, 0, "differs", None),  # not the least
        (71, 6, 0, "differs", 71),
        (71, 12, 1, "differs", 71),
    ],
)
def test_what_is_proved_shows_where_a_table_differs(  # noqa: PLR0917
    monkeypatch, start, period, saltus, verdict, heap
):
    row = PublishedPeriod("octal:0.77", start, (period,), saltus, None, "preperiod", "cgsuite")
    _rows(monkeypatch, row)
    (found,) = compare_periods("octal:0.770", KAYLES)
    assert (found.verdict, found.heap) == (verdict, heap)


@pytest.mark.parametrize(
    ("published", "known", "verdict"),
    [(8, 8, "agrees"), (9, 8, "differs"), (9, None, "open"), (None, None, "agrees")],
)
def test_a_largest_value_is_compared_where_both_are_known(monkeypatch, published, known, verdict):
    row = PublishedPeriod("octal:0.77", 71, (12,), 0, published, "preperiod", "cgsuite")
    _rows(monkeypatch, row)
    assert KAYLES.largest_value == 8  # OEIS A002186
    (found,) = compare_periods("octal:0.77", replace(KAYLES, largest_value=known))
    assert found.verdict == verdict


def test_what_is_not_proved_is_open_unless_the_values_break_the_law(monkeypatch):
    unproved = record_of("octal:0.77", 100)
    for start, period, verdict in ((71, 12, "open"), (60, 12, "differs"), (95, 12, "open")):
        row = PublishedPeriod("octal:0.77", start, (period,), 0, None, "preperiod", "cgsuite")
        _rows(monkeypatch, row)
        assert compare_periods("octal:0.77", unproved)[0].verdict == verdict


@pytest.mark.parametrize(
    ("code", "other", "heap"),
    [
        ("octal:0.161", "octal:0.36", 519),
        ("octal:0.27", "octal:0.06", None),
        ("octal:0.314", "octal:0.31", None),
    ],
)
def test_codes_that_a_table_calls_equal_wrongly_are_told_apart(code, other, heap):
    """T. Czajka names these as mistakes of other tables, the first with heap 519."""
    known = {c: record_of(c, 1000) for c in (code, other)}
    (found,) = [each for each in compare_equalities(known) if other in each.says]
    assert (found.verdict, found.reported) == ("differs", "czajka-lookup")
    assert heap is None or found.heap == heap


def test_the_tables_agree_where_they_can_be_compared_quickly():
    found = []
    for row in published_periods():
        if row.start is not None and row.start + max(row.periods) < 400:
            found += compare_periods(row.code, record_of(row.code, 1500))
    assert len(found) > 100
    assert {each.verdict for each in found} == {"agrees"}
