"""The site that ``tox -e docs`` has built: what must be there, and what must not."""

from __future__ import annotations

import os
import re
from pathlib import Path

import pytest

from research.resolving.loading import study_names, variant_names

ROOT = Path(__file__).parents[2]
SITE = Path(os.environ.get("GRUNDWORK_SITE", ""))

pytestmark = pytest.mark.skipif(
    "GRUNDWORK_SITE" not in os.environ, reason="tox -e docs builds the site and names its folder"
)


def page(name: str) -> str:
    return (SITE / name / "index.html").read_text(encoding="utf-8")


def fetched_from_elsewhere(text: str) -> list[str]:
    """What a browser would fetch from another host to show a page."""
    tags = re.findall(r"<(?:script|img|iframe|link)\b[^>]*>", text)
    return [
        tag
        for tag in tags
        if re.search(r"""(?:src|href)=["']?(?:https?:)?//""", tag) and "canonical" not in tag
    ]


@pytest.mark.parametrize("name", [*study_names(), *variant_names()])
def test_every_game_has_a_card_with_a_verdict_and_a_page(name: str) -> None:
    cards = re.findall(r'<div class="game".*?</div>', page("games"), re.DOTALL)
    (card,) = (each for each in cards if f'<h3 id="{name}">' in each)
    assert re.search(r'class="verdict (proved|exhausted|tested|refuted)"', card)
    assert f'href="{name}/"' in card
    assert f'href="{name}.html"' in card
    assert "Results" in page(f"games/{name}")
    assert "<title>" in (SITE / "games" / f"{name}.html").read_text(encoding="utf-8")


def test_no_two_games_have_the_same_picture_or_words() -> None:
    names = [*study_names(), *variant_names()]
    shown = {(SITE / "games" / name / "card.svg").read_text(encoding="utf-8") for name in names}
    assert len(shown) == len(names)
    words = re.findall(r"</h3>\s*<p>(.*?)</p>", page("games"), re.DOTALL)
    assert len(set(words)) == len(names)


def test_the_filter_of_the_gallery_offers_every_form_and_verdict_and_no_other() -> None:
    for key, label in (("form", "Form"), ("verdict", "Verdict")):
        there = set(re.findall(rf'data-{key}="(\w+)"', page("games")))
        choices = page("games").partition(f'<select aria-label="{label}">')[2].partition("</s")[0]
        assert set(re.findall(r'value="(\w+)"', choices)) == there


def test_every_module_of_the_reference_has_a_page_of_its_own() -> None:
    for path in (ROOT / "docs" / "reference").glob("*.md"):
        for module in re.findall(r"^::: ([\w.]+)$", path.read_text(encoding="utf-8"), re.MULTILINE):
            assert f'id="{module}"' in page(f"reference/{module}")


def test_formulas_are_typeset_and_none_is_left_as_text() -> None:
    for name in ("theorems", "games/silver-dollar"):
        assert "<math" in page(name)
        assert "arithmatex" not in page(name)


def test_no_page_fetches_anything_from_another_host() -> None:
    assert fetched_from_elsewhere('<script src="https://example.org/a.js"></script>')
    pages = list(SITE.rglob("*.html"))
    assert pages
    for path in pages:
        assert fetched_from_elsewhere(path.read_text(encoding="utf-8")) == [], path
