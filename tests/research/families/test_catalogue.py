"""A page of the catalogue says what is proved, what is not, and what differs from the tables."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from research.families import census
from research.families.catalogue import __main__ as catalogue
from research.families.catalogue.codes import CodeFamily, code_page, looked_at
from research.families.catalogue.pages import index_page
from research.families.catalogue.vectors import TO, vector_page
from research.families.census import take_census
from research.families.members import Family, Member, family_of
from research.families.patterns import VECTORS
from research.families.published import comparing
from research.families.published.reading import PublishedPeriod, key_of
from research.families.record import TOO_LONG, Record
from research.families.recording import record_of
from research.families.running import Bounds
from research.families.store import Store


def some_codes(to, *codes):
    family = Family("some codes", tuple(Member(code, code) for code in codes))
    return CodeFamily("some.md", "Some codes", "Chosen ones.", family, to)


def here(family, to):
    """Find what a census finds, without a store."""
    return {member.name: record_of(member.word, to) for member in family.members}


def page_of(codes):
    return code_page(codes, looked_at(codes, here))


FAMILY = some_codes(400, "octal:0.77", "octal:0.771", "octal:0.07", "octal:0.6", "subtraction:1,2")


def _section(text: str, heading: str) -> str:
    return text.partition(f"## {heading}\n")[2].partition("\n## ")[0]


def test_codes_with_the_same_values_share_a_row():
    page = page_of(FAMILY)
    assert (page.members, page.rows, page.proved) == (5, 4, 4)
    proved = _section(page.text, "Proved for every heap")
    assert "| `0.77`, `0.771` | 71 | 12 | 0 | 8 |" in proved  # OEIS A002186: .77 and .771
    assert "`{1,2}`" in proved
    assert "`0.6`" in _section(page.text, "No period proved")
    assert "`0.6`" not in proved


def test_a_page_is_made_from_what_a_store_holds_and_so_after_a_census_that_was_killed(
    tmp_path, monkeypatch
):
    codes = some_codes(2000, *(member.name for member in FAMILY.family.members), "octal:0.165")

    def kept(family, to):
        return take_census(family, tmp_path / "s.duckdb", Bounds(to), jobs=1)

    half = replace(codes.family, members=codes.family.members[::2])  # that were looked at before
    before = kept(half, codes.to)
    ran = census.run_here
    looked = []

    def watched(members, bounds, jobs):
        looked.extend((member.name, bounds.to) for member in members)
        return ran(members, bounds, jobs)

    monkeypatch.setattr(census, "run_here", watched)
    page = code_page(codes, looked_at(codes, kept))
    rest = [(member.name, codes.to) for member in codes.family.members if member.name not in before]
    assert looked[:-1] == rest
    name, deeper = looked[-1]  # where the theorem needs a published period
    assert name == "octal:0.165"
    assert deeper > 2 * (5181 + 1550)  # Austin 1976
    assert page == page_of(codes)
    monkeypatch.delattr(census, "run_here")
    assert code_page(codes, looked_at(codes, kept)) == page


def test_a_game_that_took_too_much_is_named_and_makes_the_status_1(tmp_path, monkeypatch, capsys):
    monkeypatch.setattr(catalogue, "families_of_codes", lambda: [FAMILY])
    monkeypatch.setattr(catalogue, "VECTORS", "vectors:(0,1)(1,0)")
    store, out = tmp_path / "s.duckdb", tmp_path / "out"
    words = ["--out", str(out), "--jobs", "1", "--store", str(store)]
    assert catalogue.main(words) == 0
    assert "Not looked at" not in (out / "some.md").read_text() + (out / "README.md").read_text()
    bounds = Bounds(FAMILY.to, catalogue.SECONDS)
    with Store(store, FAMILY.family.digest(), bounds) as kept:
        kept.write("octal:0.771", Record(TOO_LONG, "more than 600 s"))
    assert catalogue.main(words) == 1
    assert capsys.readouterr().err == "not looked at to the end: octal:0.771\n"
    page = (out / "some.md").read_text()
    failed = _section(page, "Not looked at to the end")
    assert "| `octal:0.771` | it took too long | more than 600 s |" in failed
    assert "Codes: 5; rows: 4; codes with a proved period: 3; without: 2." in page
    assert "0.771" not in _section(page, "Proved for every heap")
    assert "which their pages name: 1." in (out / "README.md").read_text()


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("--jobs", "0"), "jobs=0: expected an integer from 1 to 1000"),
        (("--store", "text"), "cannot be opened as the store of a census"),
    ],
)
def test_wrong_input_is_one_line(tmp_path, monkeypatch, capsys, words, said):
    monkeypatch.chdir(tmp_path)
    Path("text").write_text("no store")
    with pytest.raises(SystemExit) as ended:
        catalogue.main(["--out", "out", *words])
    assert ended.value.code == 2
    error = capsys.readouterr().err
    assert error.count("\n") == 1
    assert said in error


def test_a_table_that_differs_is_shown_first(monkeypatch):
    wrong = PublishedPeriod("octal:0.77", 70, (12,), 0, None, "preperiod", "cgsuite")
    monkeypatch.setattr(comparing, "claims_about_periods", lambda: {key_of("0.77"): [wrong]})
    page = page_of(FAMILY)
    assert page.differences == 1
    found = _section(page.text, "Differences from published tables")
    assert (
        "| `0.77` | cgsuite | preperiod 70, period 12 | preperiod 71, period 12 | 70 | |" in found
    )
    assert page.text.index("## Differences") < page.text.index("## Proved")


def test_a_period_that_a_table_puts_beyond_the_bound_is_looked_for_there():
    """0.165 has preperiod 5181 and period 1550 (Austin 1976)."""
    page = page_of(some_codes(2000, "octal:0.165"))
    assert "| `0.165` | 5181 | 1550 | 0 |" in _section(page.text, "Proved for every heap")


@pytest.mark.expensive
def test_the_page_of_vector_games_in_the_reports_is_what_is_written_now():
    written = Path(__file__).parents[3] / "reports" / "catalogue" / "vectors.md"
    page = vector_page(here(family_of(VECTORS), TO))
    assert page.text == written.read_text(encoding="utf-8")
    assert (page.members, page.proved) == (52, 43)


def test_the_index_leads_to_a_page_with_its_numbers():
    page = vector_page(here(family_of("vectors:{2 of (0..1,0..1)}"), 63), 63)
    assert "| `(0,1) (1,0)` | 2 | base 2 | x1 = x2 |" in page.text
    assert "[Vector games on two piles](vectors.md) | 2 | 2 | 2 | 0 |" in index_page([page])
