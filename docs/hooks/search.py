"""Let the search find a word with an accent by its letters alone: misère by "misere"."""

from __future__ import annotations

import json
import re
import unicodedata
from pathlib import Path
from typing import Any

from mkdocs.config.defaults import MkDocsConfig

WORD = re.compile(r"[^\W\d_]+")


def on_post_build(config: MkDocsConfig, **_: Any) -> None:
    """Add to each entry of the search index the words that it has with accents, without them."""
    path = Path(config.site_dir) / "search" / "search_index.json"
    index = json.loads(path.read_text(encoding="utf-8"))
    for entry in index["docs"]:
        words = set(WORD.findall(f"{entry['title']} {entry['text']}"))
        plain = {_without_accents(word) for word in words} - words
        if plain:
            entry["text"] += f"<p>{' '.join(sorted(plain))}</p>"
    path.write_text(json.dumps(index, ensure_ascii=False), encoding="utf-8")


def _without_accents(word: str) -> str:
    """Return the letters of a word.

    >>> _without_accents("misère")
    'misere'
    """
    parts = unicodedata.normalize("NFD", word)
    return "".join(letter for letter in parts if not unicodedata.combining(letter))
