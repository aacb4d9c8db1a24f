"""Turn LaTeX into MathML while the site is built, so that pages need neither scripts nor fonts."""

from __future__ import annotations

import html
import re
from typing import Any

from latex2mathml.converter import convert

INLINE = re.compile(r'<span class="arithmatex">\\\((.*?)\\\)</span>([,.;:)?]*)', re.DOTALL)
SIGNS = {"≤": r"\le ", "≥": r"\ge ", "≠": r"\ne ", "⊕": r"\oplus ", "≡": r"\equiv "} | {
    r"\setminus": r"\smallsetminus ",  # else a sign that most fonts lack
    r"\mathrel{+}=": r"\text{ += }",  # else two operators
}
LONG = 30  # letters of a formula that may be wider than a narrow screen
BLOCK = re.compile(r'<div class="arithmatex">\s*\\\[(.*?)\\\]\s*</div>', re.DOTALL)
# Of a notebook: what is no text, and formulas in the text.
SCRIPT = re.compile(r"<script\b.*?</script>", re.DOTALL)
NO_TEXT = re.compile(r"(<(pre|code|style|svg)\b.*?</\2>|<[^>]*>)", re.DOTALL)
LINK = re.compile(r'href="\.\./([\w/-]+)\.md(#[^"]*)?"')  # to a page, from a notebook
DOLLARS = re.compile(r"\$([^$]+)\$")


def on_page_content(content: str, page: Any, **_: Any) -> str:
    """Replace every formula that arithmatex marked, or that stands in a notebook."""
    if page.file.src_uri.endswith(".ipynb"):
        return _of_a_notebook(content)
    content = INLINE.sub(lambda found: _inline(found[1], found[2]), content)
    return BLOCK.sub(lambda found: _mathml(found[1], "block"), content)


def _of_a_notebook(content: str) -> str:
    """Replace formulas, link to the pages of the site, drop scripts that fetch what typesets."""
    parts, end = [], 0
    content = LINK.sub(r'href="../../\1/\2"', SCRIPT.sub("", content))
    for found in NO_TEXT.finditer(content):
        parts += [_typeset(content[end : found.start()]), found[0]]
        end = found.end()
    return "".join([*parts, _typeset(content[end:])])


def _typeset(text: str) -> str:
    return DOLLARS.sub(lambda found: _mathml(found[1], "inline"), text)


def _inline(latex: str, after: str) -> str:
    """Return a formula with the punctuation that follows, which no line begins with."""
    name = "long" if len(latex) > LONG else "bound"
    return f'<span class="{name}">{_mathml(latex, "inline")}{after}</span>'


def _mathml(latex: str, display: str) -> str:
    for sign, command in SIGNS.items():  # as letters they would be variables
        latex = latex.replace(sign, command)
    return convert(html.unescape(latex), display=display)
