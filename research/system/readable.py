r"""LaTeX in words, as a terminal shows it: formulas between dollar signs become Unicode.

A formula with a command that is not known here, nor to pylatexenc as a sign, stays as it stands:
nothing is left out.
"""

from __future__ import annotations

import functools
import re
import textwrap
from collections.abc import Iterator

LONGEST_WHOLE = 24  # characters of a formula that no line ends in
_FORMULA = re.compile(r"(`[^`\n]+`)|(?<![\\$])\$([^$]+)\$(?!\$)")  # in code a dollar is one
_TOKEN = re.compile(r"\\[A-Za-z]+ *|\\.|\s+|.", re.DOTALL)
_RAISED = str.maketrans(
    "0123456789+-=()abcdefghijklmnoprstuvwxyz", "⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻⁼⁽⁾ᵃᵇᶜᵈᵉᶠᵍʰⁱʲᵏˡᵐⁿᵒᵖʳˢᵗᵘᵛʷˣʸᶻ"
)
_LOWERED = str.maketrans("0123456789+-=aehijklmnoprstuvx", "₀₁₂₃₄₅₆₇₈₉₊₋₌ₐₑₕᵢⱼₖₗₘₙₒₚᵣₛₜᵤᵥₓ")
_HELD = "\xa0"  # a space that no line ends at
_TWO_WORDS = re.compile(r"\w +\w")
_SIGNS = {
    "bmod": "mod", "ne": "≠", "neq": "≠", "iff": "⟺", "implies": "⟹", "lnot": "¬", "land": "∧",
    "lor": "∨", "left": "", "right": "", "log": "log", "gcd": "gcd",
    ",": " ", ";": " ", ":": " ", "!": "", " ": " ", **{sign: sign for sign in "{}%&#_$"},
}  # fmt: skip
_ARGUMENTS = {  # how a command is written with its arguments, and these in brackets
    **dict.fromkeys(("text", "mathrm", "operatorname", "mathrel", "mathbin", "mathit"), "{0}"),
    "pmod": "(mod {0})",
    "sqrt": "√{1}",
    "frac": "{2}/{3}",
    "binom": "binom({0}, {1})",
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
    try:
        text = "".join(_parts(iter(_TOKEN.findall(latex))))
    except (ValueError, StopIteration, RuntimeError):  # no LaTeX, or nothing that can be written
        return f"${latex}$"
    return re.sub(r"(?<=[{⌊⌈]) | (?=[}⌋⌉])", "", " ".join(text.split()))


def _parts(tokens: Iterator[str], end: str = "") -> Iterator[str]:
    """Yield what stands for each token, to the end of a group."""
    for token in tokens:
        if token == end:
            return
        if token == "}":
            raise ValueError("a brace is closed that was not opened")
        yield _written(token, tokens)
    if end:
        raise ValueError("a brace is not closed")


def _written(token: str, tokens: Iterator[str]) -> str:
    """Return what stands for a token, with its arguments."""
    if token == "{":
        return "".join(_parts(tokens, "}"))
    if token in "^_":
        return _script(token, _argument(tokens))
    if not token.startswith("\\"):
        return token
    name = token[1:].strip() or " "
    if name in _ARGUMENTS:
        given = [_argument(tokens) for _ in range(1 + (name in ("frac", "binom")))]
        return _ARGUMENTS[name].format(*given, *map(_in_brackets, given))
    if name in ("mathbb", "mathcal"):
        return _letter(name, _argument(tokens))
    return _sign(name) + " " * token.endswith(" ")


def _argument(tokens: Iterator[str]) -> str:
    token = next(tokens, "")
    while token.isspace():
        token = next(tokens, "")
    if token in ("", "["):
        raise ValueError("an argument is missing, or one that may be left out is given")
    return _written(token, tokens)


@functools.cache
def _sign(name: str) -> str:
    """Return the sign that a command without arguments stands for."""
    from pylatexenc.latex2text import get_default_latex_context_db

    known = get_default_latex_context_db().get_macro_spec(name)
    sign = _SIGNS.get(name, getattr(known, "simplify_repl", None))
    if not isinstance(sign, str) or "%" in sign or not (sign or name in _SIGNS):
        raise ValueError(f"\\{name} cannot be written")
    return sign


def _letter(name: str, letter: str) -> str:
    from pylatexenc.latex2text import LatexNodes2Text

    return str(LatexNodes2Text().latex_to_text(f"\\{name}{{{letter}}}"))


def _in_brackets(text: str) -> str:
    return text if text.isalnum() else f"({text})"


def _script(mark: str, text: str) -> str:
    """Write an index or an exponent: in small characters where all of it has them."""
    tight, table = text.strip().replace(" ", ""), _RAISED if mark == "^" else _LOWERED
    if all(ord(each) in table for each in tight) and not _TWO_WORDS.search(text):
        return tight.translate(table)
    return f"{mark}{tight}" if len(tight) == 1 else f"{mark}({text.strip()})"
