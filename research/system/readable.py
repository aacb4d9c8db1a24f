r"""LaTeX in words, as a terminal shows it: formulas between dollar signs become Unicode.

pylatexenc reads the formulas. It is told here what it does not know: that an index and an exponent
belong together and have characters of their own, and that a fraction needs brackets. A formula with
a sign that cannot be written stays as it stands: nothing is left out.
"""

from __future__ import annotations

import functools
import re
import textwrap
from typing import Any

_FORMULA = re.compile(r"(`[^`\n]+`)|(?<![\\$])\$([^$]+)\$(?!\$)")  # in code a dollar is one
_RAISED = str.maketrans(
    "0123456789+-=()abcdefghijklmnoprstuvwxyz", "⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻⁼⁽⁾ᵃᵇᶜᵈᵉᶠᵍʰⁱʲᵏˡᵐⁿᵒᵖʳˢᵗᵘᵛʷˣʸᶻ"
)
_LOWERED = str.maketrans("0123456789+-=aehijklmnoprstuvx", "₀₁₂₃₄₅₆₇₈₉₊₋₌ₐₑₕᵢⱼₖₗₘₙₒₚᵣₛₜᵤᵥₓ")
# What the library would leave out where it stands.
_REFUSED = (
    *("overline", "underline", "widehat", "widetilde", "overbrace", "underbrace", "overgroup"),
    *("overrightarrow", "overleftarrow", "overleftrightarrow", "undergroup"),
)
LONGEST_WHOLE = 24  # characters of a formula that no line ends in
_HELD = "\xa0"  # a space that no line ends at
_TWO_WORDS = re.compile(r"\w +\w")
_SIGNS = {
    "bmod": "mod",
    "ne": "≠",
    "neq": "≠",
    "iff": "⟺",
    "implies": "⟹",
    "lnot": "¬",
    "land": "∧",
    "lor": "∨",
    "left": "",
    "right": "",
    "log": "log",
    "gcd": "gcd",
}


def readable(text: str) -> str:
    r"""Write words with formulas so that they can be read on a terminal.

    Parameters
    ----------
    text
        Words, with LaTeX between dollar signs; a formula that is no LaTeX stays as it is.

    Examples
    --------
    >>> print(readable(r"$E_{k+1} = E_k \cup \lbrace 4^{k+1} - 1 \rbrace$, for $k \ne 0$."))
    Eₖ₊₁ = Eₖ ∪ {4ᵏ⁺¹ - 1}, for k ≠ 0.
    >>> print(readable(r"$\frac{(1+z)^k + 1}{2}$, $2^{2^t}$, $4^{n/2}$, $L_q$ and `a_b` cost 2$."))
    ((1+z)ᵏ + 1)/2, 2^(2ᵗ), 4^(n/2), L_q and `a_b` cost 2$.
    """
    return _FORMULA.sub(lambda found: found[1] or _formula(found[2]), text)


def wrapped(text: str, by: int, width: int) -> str:
    r"""Write words with formulas in lines of a width, all moved in; short formulas stay whole.

    >>> print(wrapped("below $k - 1$ there are $2^{k - 1}$ P-positions, of $4^k$", 2, 24))
      below k - 1 there are
      2ᵏ⁻¹ P-positions, of
      4ᵏ
    """

    def whole(found: re.Match[str]) -> str:
        shown = found[1] or _formula(found[2])
        return shown.replace(" ", _HELD) if len(shown) <= LONGEST_WHOLE else shown

    indent = " " * by
    lines = textwrap.wrap(
        " ".join(re.split("[ \t\n]+", _FORMULA.sub(whole, text).strip())),
        max(width, by + 20),
        initial_indent=indent,
        subsequent_indent=indent,
        break_on_hyphens=False,
    )
    return "\n".join(lines).replace(_HELD, " ")


@functools.lru_cache(maxsize=1024)
def _formula(latex: str) -> str:
    from pylatexenc.latexwalker import LatexWalker

    reading, writer = _ways()
    try:
        nodes, _, _ = LatexWalker(
            latex, latex_context=reading, tolerant_parsing=False
        ).get_latex_nodes()
        text: str = writer.nodelist_to_text(nodes)
    except Exception:  # an unknown sign, or whatever comes of reading what is no LaTeX
        return f"${latex}$"
    return re.sub(r"(?<=[{⌊⌈]) | (?=[}⌋⌉])", "", " ".join(text.split()))


@functools.cache
def _ways() -> tuple[Any, Any]:
    """Return how formulas are read, and what writes them."""
    from pylatexenc import latexwalker, macrospec
    from pylatexenc.latex2text import (
        LatexNodes2Text,
        MacroTextSpec,
        SpecialsTextSpec,
        get_default_latex_context_db,
    )

    class Writer(LatexNodes2Text):  # type: ignore[misc]  # it has no types
        def macro_node_to_text(self, node: Any) -> str:
            """Keep the space behind a sign, which LaTeX has no use for."""
            return str(super().macro_node_to_text(node)) + (node.macro_post_space or "")

        def environment_node_to_text(self, node: Any) -> str:
            """Refuse what has rows: without them it says something else."""
            return _refuse(node)

    one = macrospec.MacroStandardArgsParser("{")
    reading = latexwalker.get_default_latex_context_db()
    reading.add_context_category(
        "formulas",
        prepend=True,
        macros=[
            *(macrospec.std_macro(name, "{") for name in ("pmod", "mathrel", "mathbin")),
            macrospec.std_macro("operatorname", "{"),
            macrospec.std_macro("binom", "{{"),
            macrospec.std_macro("frac", "{{"),
        ],
        specials=[macrospec.SpecialsSpec(mark, args_parser=one) for mark in "^_"],
    )
    writing = get_default_latex_context_db()
    writing.add_context_category(
        "formulas",
        prepend=True,
        macros=[
            *(MacroTextSpec(name, simplify_repl=sign) for name, sign in _SIGNS.items()),
            *(MacroTextSpec(name, simplify_repl="%s") for name in ("mathrel", "mathbin")),
            MacroTextSpec("operatorname", simplify_repl="%s"),
            MacroTextSpec("pmod", simplify_repl="(mod %s)"),
            MacroTextSpec("binom", simplify_repl="binom(%s, %s)"),
            MacroTextSpec("frac", simplify_repl=_fraction),
            MacroTextSpec("sqrt", simplify_repl=_root),
            *(MacroTextSpec(name, simplify_repl=_refuse) for name in _REFUSED),
        ],
        specials=[
            SpecialsTextSpec("^", simplify_repl=functools.partial(_script, "^", _RAISED)),
            SpecialsTextSpec("_", simplify_repl=functools.partial(_script, "_", _LOWERED)),
        ],
    )
    writing.set_unknown_macro_spec(MacroTextSpec("", simplify_repl=_refuse))
    return reading, Writer(latex_context=writing, math_mode="text")


def _refuse(node: Any) -> str:
    raise ValueError(f"{node.latex_verbatim()} cannot be written")


def _root(node: Any, l2tobj: Any) -> str:
    degree, of = node.nodeargd.argnlist
    return _refuse(node) if degree else f"√{_in_brackets(l2tobj.nodelist_to_text([of]))}"


def _fraction(node: Any, l2tobj: Any) -> str:
    above, below = (
        _in_brackets(l2tobj.nodelist_to_text([each])) for each in node.nodeargd.argnlist
    )
    return f"{above}/{below}"


def _in_brackets(text: str) -> str:
    return text if text.isalnum() else f"({text})"


def _script(mark: str, table: dict[int, int], node: Any, l2tobj: Any) -> str:
    """Write an index or an exponent: in small characters where all of it has them."""
    text: str = l2tobj.nodelist_to_text(node.nodeargd.argnlist).strip()
    tight = text.replace(" ", "")
    if all(ord(each) in table for each in tight) and not _TWO_WORDS.search(text):
        return tight.translate(table)
    return f"{mark}{text}" if len(text) == 1 else f"{mark}({text})"
