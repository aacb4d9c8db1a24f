"""Tell the story of the README on the home page, so that it is written once."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from mkdocs.structure.pages import Page

README = Path(__file__).parents[2] / "README.md"
PLACE = "<!-- story -->"


def on_page_markdown(markdown: str, page: Page, **_: Any) -> str | None:
    """Put the story in its place; what it links to lies below ``docs``."""
    if not page.is_homepage:
        return None
    told = README.read_text(encoding="utf-8").partition(PLACE)[2].partition("<!-- /story -->")[0]
    return markdown.replace(PLACE, told.replace("docs/", ""))
