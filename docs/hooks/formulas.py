"""Turn LaTeX into MathML while the site is built, so that pages need neither scripts nor fonts."""

from __future__ import annotations

import html
import re
from typing import Any

from latex2mathml.converter import convert

INLINE = re.compile(r'<span class="arithmatex">\\\((.*?)\\\)</span>', re.DOTALL)
BLOCK = re.compile(r'<div class="arithmatex">\s*\\\[(.*?)\\\]\s*</div>', re.DOTALL)
# Of a notebook: what is no text, and formulas in the text.
SCRIPT = re.compile(r"<script\b.*?</script>", re.DOTALL)
NO_TEXT = re.compile(r"(<(pre|code|style|svg)\b.*?</\2>|<[^>]*>)", re.DOTALL)
DOLLARS = re.compile(r"\$([^$]+)\$")


def on_page_content(content: str, page: Any, **_: Any) -> str:
    """Replace every formula that arithmatex marked, or that stands in a notebook."""
    if page.file.src_uri.endswith(".ipynb"):
        return _of_a_notebook(content)
    content = INLINE.sub(lambda found: convert(html.unescape(found[1])), content)
    return BLOCK.sub(lambda found: convert(html.unescape(found[1]), display="block"), content)


def _of_a_notebook(content: str) -> str:
    """Replace the formulas, and drop the scripts that would fetch what typesets them."""
    parts, end = [], 0
    content = SCRIPT.sub("", content)
    for found in NO_TEXT.finditer(content):
        parts += [_typeset(content[end : found.start()]), found[0]]
        end = found.end()
    return "".join([*parts, _typeset(content[end:])])


def _typeset(text: str) -> str:
    return DOLLARS.sub(lambda found: convert(html.unescape(found[1])), text)
