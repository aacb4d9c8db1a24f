"""A page of the catalogue says what is proved, what is not, and what differs from the tables."""

from __future__ import annotations

from dataclasses import replace

from research.families import catalogue, census
from research.families import published as tables
from research.families.catalogue import Chapter, index_page, looked_at, page_of
from research.families.census import take_census
from research.families.members import Family, Member, family_of
from research.families.published import PublishedPeriod, key_of
from research.families.record import TOO_LONG, Record
from research.families.recording import record_of
from research.families.running import Bounds
from research.families.store import open_census_store


def some_codes(to, *codes):
    family = Family("some codes", tuple(Member(code, code) for code in codes))
    return Chapter("some.md", family, to, "Some codes", "Chosen ones.")


def here(family, to):
    """Find what a census finds, without a store."""
    return {member.name: record_of(member.word, to) for member in family.members}


def made(chapter):
    return page_of(chapter, looked_at(chapter, here))


FAMILY = some_codes(400, "octal:0.77", "octal:0.771", "octal:0.07", "octal:0.6", "subtraction:1,2")


def _section(text: str, heading: str) -> str:
    return text.partition(f"## {heading}\n")[2].partition("\n## ")[0]


def test_codes_with_the_same_values_share_a_row():
    page = made(FAMILY)
    assert page.row[1:4] == ["5", "4", "4"]  # members, rows, proved
    proved = _section(page.text, "Proved for every size")
    assert "| `0.77`, `0.771` | 71 | 12 | 0 | 8 |" in proved  # OEIS A002186: .77 and .771
    assert "`{1,2}`" in proved
    assert "`0.6`" in _section(page.text, "Not proved")
    assert "`0.6`" not in proved


def test_a_page_is_made_from_what_a_store_holds_and_so_after_a_census_that_was_killed(
    tmp_path, monkeypatch
):
    codes = some_codes(2000, *(member.name for member in FAMILY.family.members), "octal:0.165")

    def kept(family, to):
        return take_census(family, tmp_path / "s.duckdb", Bounds(to), jobs=1)

    half = replace(codes.family, members=codes.family.members[::2])  # that were looked at before
    before = kept(half, codes.to)
    ran = census.run
    looked = []

    def watched(members, bounds, *where):
        looked.extend((member.name, bounds.to) for member in members)
        return ran(members, bounds, *where)

    monkeypatch.setattr(census, "run", watched)
    page = page_of(codes, looked_at(codes, kept))
    rest = [(member.name, codes.to) for member in codes.family.members if member.name not in before]
    assert looked[:-1] == rest
    name, deeper = looked[-1]  # where the theorem needs a published period
    assert name == "octal:0.165"
    assert deeper > 2 * (5181 + 1550)  # Austin 1976
    assert "| `0.165` | 5181 | 1550 | 0 |" in _section(page.text, "Proved for every size")
    assert page == made(codes)
    monkeypatch.delattr(census, "run")
    assert page_of(codes, looked_at(codes, kept)) == page


def test_a_game_that_took_too_much_is_named_and_nothing_is_written(tmp_path, monkeypatch, capsys):
    monkeypatch.setattr(catalogue, "chapters", lambda: [FAMILY])
    store, out = tmp_path / "s.duckdb", tmp_path / "out"
    words = ["--out", str(out), "--store", str(store)]
    assert catalogue.main(words) == 0
    before = {path.name: path.read_bytes() for path in out.iterdir()}
    bounds = Bounds(FAMILY.to, catalogue.SECONDS)
    with open_census_store(store, FAMILY.family.digest(), bounds) as kept:
        kept.write("octal:0.771", Record(TOO_LONG, "more than 600 s"))
    assert catalogue.main(words) == 1
    assert capsys.readouterr().err == "not looked at to the end: octal:0.771\n"
    assert before == {path.name: path.read_bytes() for path in out.iterdir()}


def test_a_table_that_differs_is_shown_first(monkeypatch):
    wrong = PublishedPeriod("octal:0.77", 70, (12,), 0, None, "preperiod", "cgsuite")
    monkeypatch.setattr(tables, "claims_about_periods", lambda: {key_of("0.77"): [wrong]})
    page = made(FAMILY)
    assert page.row[-1] == "2; differ: 1"  # and that 0.771 has the same values
    found = _section(page.text, "Differences from published tables")
    assert (
        "| `0.77` | cgsuite | preperiod 70, period 12 | preperiod 71, period 12 | 70 | |" in found
    )
    assert page.text.index("## Differences") < page.text.index("## Proved")


def test_a_sentence_about_several_codes_is_one_claim(monkeypatch):
    words = tables.sources()["A002187"]["quotation"]  # of 0.07, and not of these
    wrong = PublishedPeriod("octal:0.77", 51, (34,), 0, None, "last exception", "A002187")
    claims = {key_of(each): [wrong] for each in ("0.77", "0.771")}
    right = wrong._replace(start=71, periods=(12,), convention="preperiod", source="cgsuite")
    claims[key_of("0.771")].append(right)
    monkeypatch.setattr(tables, "claims_about_periods", lambda: claims)
    page = made(FAMILY)
    assert page.row[-1] == "3; differ: 1"  # and the right one, and that 0.771 has the same values
    said = f'| `0.77`, `0.771` | A002187 | "{words}" | preperiod 71, period 12 |'
    (row,) = [line for line in page.text.splitlines() if line.startswith(said)]
    assert row.endswith("| cgsuite |")  # which has the right number


def test_the_index_leads_to_a_page_of_vector_games_with_its_numbers():
    family = family_of("vectors:{2 of (0..1,0..1)}")
    page = made(Chapter("vectors.md", family, 30, "Vector games on two piles", "Two vectors."))
    assert "| `(0,1) (1,0)` | 2 | base 2 | x1 = x2 |" in page.text
    assert "| `(0,1) (1,1)` | 2 | base 2 | x2 = 0 |" in page.text
    assert "[Vector games on two piles](vectors.md) | 2 | 2 | 2 | 0 |" in index_page([page])
