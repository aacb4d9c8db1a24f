"""Formulas on a terminal: they say what the LaTeX says, and nothing of it is lost."""

from __future__ import annotations

import re

import pytest

from research.claims.study import Study
from research.resolving.loading import load_study, study_names, variant_names
from research.system.readable import readable, wrapped

NAMES = [*study_names(), *variant_names()]


def texts(study: Study) -> list[str]:
    corrections = [claim.correction[0] for claim in study.claims if claim.correction]
    supports = [
        each.words for claim in study.claims for each in claim.rests_on if not isinstance(each, str)
    ]
    return [study.about, *(claim.statement for claim in study.claims), *corrections, *supports]


@pytest.mark.parametrize("name", NAMES)
def test_every_statement_is_written_without_latex_and_with_every_number(name: str) -> None:
    for text in texts(load_study(name)):
        shown = readable(text)
        assert not re.search(r"[\\$]|[\^_]\{", shown), shown
        small = str.maketrans("⁰¹²³⁴⁵⁶⁷⁸⁹₀₁₂₃₄₅₆₇₈₉", "01234567890123456789")
        assert re.findall(r"\d", shown.translate(small)) == re.findall(r"\d", text), shown


@pytest.mark.parametrize(
    ("latex", "shown"),
    [
        (r"E_{k+1} \ne E_k", "Eₖ₊₁ ≠ Eₖ"),
        (r"2^{2^t}", "2^(2ᵗ)"),  # not 22 to the t
        (r"4^{n/2}", "4^(n/2)"),  # not half of 4 to the n
        (r"\frac{a + b}{2}", "(a + b)/2"),
        (r"\binom{n}{m}", "binom(n, m)"),
        (r"a \bmod 2", "a mod 2"),
        (r"\left(\sqrt{5}\right)^n \land \lnot x", "(√5)ⁿ ∧ ¬ x"),
        (r"a \equiv 1 \pmod{10^9 + 7}", "a ≡ 1 (mod 10⁹ + 7)"),
        (r"\sum_{x \text{ even}} x", "∑_(x even) x"),
        (r"D_{f+1}(K), L_q", "D_(f+1)(K), L_q"),
        (r"\lbrace 0, 3 \rbrace \setminus \lceil n\varphi \rceil", "{0, 3} ∖ ⌈nφ⌉"),
        (r"\operatorname{mex} S", "mex S"),
    ],
)
def test_a_formula_means_the_same_in_unicode(latex: str, shown: str) -> None:
    assert readable(f"that ${latex}$ holds") == f"that {shown} holds"


def test_lines_are_as_wide_as_asked_and_end_in_no_short_formula() -> None:
    text = "One of $k - 1$ and $k + 1$ is even " * 9
    lines = wrapped(text, 4, 40).splitlines()
    assert max(map(len, lines)) <= 40
    assert all(line.startswith("    ") for line in lines)
    assert sum(line.count("k - 1") for line in lines) == 9
    assert "\xa0" not in "".join(lines)
