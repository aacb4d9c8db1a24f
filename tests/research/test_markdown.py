"""Markdown as GitHub reads it: formulas, code and cells come through unchanged."""

from __future__ import annotations

import html

import pytest

from research.reporting.markdown import formula, prose, table


@pytest.mark.parametrize(
    ("latex", "safe"),
    [
        (r"\begin{cases} a \\ b \end{cases}", r"\begin{cases} a \cr b \end{cases}"),
        (r"\left[a\right](b)", r"\left[a\right] (b)"),
        (r"\sum_{i}_{j} x_{1} + y_2", r"\sum_{i}_ {j} x_{1} + y_2"),
    ],
)
def test_latex_is_written_in_words_that_markdown_keeps(latex: str, safe: str) -> None:
    assert formula(latex) == safe


def test_code_keeps_its_dollars_and_bars() -> None:
    assert prose("`$a<b$` and $a<b$") == r"`$a<b$` and $a\lt b$"


@pytest.mark.parametrize(
    "latex",
    [
        r"\{a\}_{1} + \{b\}_{2} < c_3",
        r"\left(a\right)_{k} * \left(b\right)_{k} * |x|",
        r"\begin{cases} [a](b) & x<b \\ y>c \end{cases}",
        r"\sum_{i=1}^{n} a_{i}\,b_{i}\!",
    ],
)
def test_markdown_hands_formulas_on_unchanged(latex: str) -> None:
    """GitHub looks for formulas in what markdown leaves; so nothing may be changed by it."""
    from markdown_it import MarkdownIt

    assert formula(latex) in handed_on(f"${formula(latex)}$")
    assert latex not in handed_on(f"${latex}$")  # so the test can fail
    in_table = MarkdownIt().enable("table").render(table(["a"], [[f"${latex}$"]]))
    assert f'<td style="text-align:left">${formula(latex)}$</td>' in html.unescape(in_table)


def handed_on(markdown: str) -> str:
    """What is left of a text when it has been read as markdown."""
    from markdown_it import MarkdownIt

    return html.unescape(MarkdownIt().render(markdown))
