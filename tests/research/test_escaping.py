"""Reports show words as words: nothing that a study says of itself becomes markup."""

from __future__ import annotations

from pathlib import Path

from oracles.vectors import nim
from research.checks.evidence import Settings
from research.claims.study import Study
from research.explore.exploration import Exploration
from research.reporting.markdown import as_html, svg_address
from research.reporting.report import write_reports
from research.verdicts.checking import check_study

HOSTILE = "<script>alert(1)</script> **b** [x](javascript:y) ![i](data:z) --> `c` | d\n# head"


def test_titles_names_and_sources_are_no_markup(tmp_path: Path) -> None:
    study = Study("hostile", nim(1), title=HOSTILE, about=HOSTILE, source=HOSTILE)
    study.p_positions(
        HOSTILE,
        name="<b>name</b>",
        believed=lambda piles: piles == (1,),
        controls={HOSTILE: lambda piles: False},
        size=4,
    )
    findings = check_study(study, Settings())
    written = write_reports([study], [findings], tmp_path)
    for page in (path for path in written if path.suffix == ".md"):
        first, *lines = page.read_text(encoding="utf-8").splitlines()
        assert "<script>" not in first.removeprefix("<!-- grundwork")
        assert first.count("-->") <= 1
        text = "\n".join(lines)
        for live in ("<script", "<b>", "](javascript:", "](data:"):
            assert live not in text.replace("\\" + live, "")
        headings = [line for line in lines if line.startswith("#")]
        assert not any("head" in line and "alert" not in line for line in headings)
        tables = [line for line in lines if line.startswith("| [")]
        assert all(line.replace("\\|", "").count("|") in (4, 6) for line in tables)


def test_an_exploration_escapes_its_title() -> None:
    found = Exploration(Study("hostile", nim(1), title=HOSTILE), 3).run()
    assert "<script>" not in found.markdown().replace("\\<", "")


def test_markdown_as_html_keeps_our_pictures_and_no_link_that_runs_something() -> None:
    picture = svg_address("<svg/>")
    assert f'<img src="{picture}"' in as_html(f"![a]({picture})")
    assert "<a" not in as_html("[a](javascript:alert)")
    assert "<script" not in as_html("<script>alert(1)</script>")
