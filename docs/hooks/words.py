"""Link the words of ``words.md`` in the reference, where each first stands on a page."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

from mkdocs.structure.pages import Page
from mkdocs.utils import get_relative_url

WORDS = Path(__file__).parents[1] / "words.md"
DEFINED = re.compile(r"\*\*([^*]+)\*\*\{ #([\w-]+) \}")
TAG = re.compile(r"(<[^>]+>)")
NAME = re.compile(r"<(/?)(\w+)")
LEFT_ALONE = {"a", "autoref", "code", "pre", "math", "h1", "h2", "h3", "h4", "h5", "h6", "th"}


def on_page_content(content: str, page: Page, **_: Any) -> str | None:
    """Link the words of a page of the reference, outside of code, links and headings."""
    if not page.file.src_uri.startswith("reference/"):
        return None
    target = get_relative_url("words/", page.url)
    words = {
        word.lower(): name for word, name in DEFINED.findall(WORDS.read_text(encoding="utf-8"))
    }
    parts = TAG.split(content)  # text and tags in turn
    open_tags = 0
    for index, part in enumerate(parts):
        tag = NAME.match(part) if index % 2 else None
        if tag and tag[2] in LEFT_ALONE:
            open_tags += -1 if tag[1] else 1
        elif index % 2 == 0 and not open_tags and words:
            parts[index] = _linked(part, words, target)
    return "".join(parts)


def _linked(text: str, words: dict[str, str], target: str) -> str:
    """Link the first occurrence of each word, and take the word from those to be linked."""

    def link(found: re.Match[str]) -> str:
        name = words.pop(found[1].lower(), None)
        start = f'<a class="word" href="{target}#{name}">'
        return found[0] if name is None else f"{start}{found[0]}</a>"

    longest_first = sorted(map(re.escape, words), key=len, reverse=True)
    return re.sub(rf"(?<![\w-])({'|'.join(longest_first)})s?(?![\w-])", link, text, flags=re.I)
