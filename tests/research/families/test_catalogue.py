"""A page of the catalogue says what is proved, what is not, and what differs from the tables."""

from __future__ import annotations

from pathlib import Path

import pytest

from research.families.catalogue import codes, vectors
from research.families.catalogue.codes import CodeFamily, code_page
from research.families.catalogue.index import index_page
from research.families.published import comparing
from research.families.published.reading import PublishedPeriod, key_of
from research.families.vector_words import vector_codes
from research.resolving.vector_codes import vector_game

FAMILY = CodeFamily(
    "some.md",
    "Some codes",
    "Chosen ones.",
    ("octal:0.77", "octal:0.771", "octal:0.07", "octal:0.6", "subtraction:1,2"),
    400,
)


def _section(text: str, heading: str) -> str:
    return text.partition(f"## {heading}\n")[2].partition("\n## ")[0]


def test_codes_with_the_same_values_share_a_row():
    page = code_page(FAMILY)
    assert (page.members, page.rows, page.proved) == (5, 4, 4)
    proved = _section(page.text, "Proved for every heap")
    assert "| `0.77`, `0.771` | 71 | 12 | 0 | 8 |" in proved  # OEIS A002186: .77 and .771
    assert "`{1,2}`" in proved
    assert "`0.6`" in _section(page.text, "No period proved")
    assert "`0.6`" not in proved


def test_a_page_is_the_same_every_time():
    assert code_page(FAMILY).text == code_page(FAMILY).text


def test_a_table_that_differs_is_shown_first(monkeypatch):
    wrong = PublishedPeriod("octal:0.77", 70, (12,), 0, None, "preperiod", "cgsuite")
    monkeypatch.setattr(comparing, "_by_key", lambda: {key_of("0.77"): [wrong]})
    page = code_page(FAMILY)
    assert page.differences == 1
    found = _section(page.text, "Differences from published tables")
    assert "| `0.77` | cgsuite | preperiod 70, period 12 | preperiod 71, period 12 | 70 |" in found
    assert page.text.index("## Differences") < page.text.index("## Proved")


def test_a_period_that_a_table_puts_beyond_the_bound_is_looked_for_there():
    """0.165 has preperiod 5181 and period 1550 (Austin 1976)."""
    page = code_page(CodeFamily("some.md", "Some codes", "One.", ("octal:0.165",), 2000))
    assert "| `0.165` | 5181 | 1550 | 0 |" in _section(page.text, "Proved for every heap")


def test_what_no_table_has_is_said_so():
    page = code_page(CodeFamily("some.md", "Some codes", "One.", ("octal:0.6",), 300))
    assert "in none compared" in page.text


def test_the_vector_games_are_those_of_the_family():
    games = [vector_game(code).vectors for code in vector_codes(vectors.FAMILY)]
    assert len({frozenset(g) for g in games} | {_exchanged(g) for g in games}) == 8 + 28 + 56
    page = vectors.vector_page("vectors:{2 of (0..1,0..1)}", 63)
    assert (page.members, page.proved) == (2, 2)
    assert "| `(0,1) (1,0)` | 2 | base 2 | x1 = x2 |" in page.text
    assert "[Vector games on two piles](vectors.md) | 2 | 2 | 2 | 0 |" in index_page([page])


def _exchanged(game):
    return frozenset((b, a) for a, b in game)


def test_the_families_have_their_members():
    octal, hexadecimal, subtraction = codes.families_of_codes()
    assert {"octal:0.0", "octal:0.77", "octal:0.007"} <= set(octal.codes)
    assert len(set(octal.codes)) == 8**3
    assert len(set(hexadecimal.codes)) == 16**2
    assert len(set(subtraction.codes)) == 2**9 - 1


@pytest.mark.expensive
def test_the_page_of_vector_games_in_the_reports_is_what_is_written_now():
    written = Path(__file__).parents[3] / "reports" / "catalogue" / "vectors.md"
    page = vectors.vector_page()
    assert page.text == written.read_text(encoding="utf-8")
    assert (page.members, page.proved) == (52, 43)
