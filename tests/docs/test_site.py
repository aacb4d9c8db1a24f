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
    card = re.search(rf'<h3 id="{name}">(.*?)</div>', page("games"), re.DOTALL)
    assert card is not None
    assert re.search(r'class="verdict (proved|exhausted|tested|refuted)"', card[1])
    assert f'href="{name}/"' in card[1]
    assert "Results" in page(f"games/{name}")


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
