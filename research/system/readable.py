r"""LaTeX in words, as a terminal shows it: formulas between dollar signs become Unicode.

Commands without arguments become signs; then groups in braces are written from the innermost
outwards. A formula with a command that is not known here, nor to pylatexenc as a sign, stays as it
stands: nothing is left out.
"""

from __future__ import annotations

import functools
import re
import textwrap

LONGEST_WHOLE = 24  # characters of a formula that no line ends in
_FORMULA = re.compile(r"(`[^`\n]+`)|(?<![\\$])\$([^$]+)\$(?!\$)")  # in code a dollar is one
_COMMAND = re.compile(r"\\(?:([A-Za-z]+)( *)|(.))", re.DOTALL)
_RAISED = str.maketrans(
    "0123456789+-=()abcdefghijklmnoprstuvwxyz", "⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻⁼⁽⁾ᵃᵇᶜᵈᵉᶠᵍʰⁱʲᵏˡᵐⁿᵒᵖʳˢᵗᵘᵛʷˣʸᶻ"
)
_LOWERED = str.maketrans("0123456789+-=aehijklmnoprstuvx", "₀₁₂₃₄₅₆₇₈₉₊₋₌ₐₑₕᵢⱼₖₗₘₙₒₚᵣₛₜᵤᵥₓ")
_HELD = "\xa0"  # a space that no line ends at
_DONE = str.maketrans("\x01\x02\x03\x04", "{}^_")  # signs that stand for themselves
_SIGNS = {
    "bmod": "mod", "ne": "≠", "neq": "≠", "iff": "⟺", "implies": "⟹", "lnot": "¬", "land": "∧",
    "lor": "∨", "left": "", "right": "", "log": "log", "gcd": "gcd",
    ",": " ", ";": " ", ":": " ", "!": "", " ": " ", **{sign: sign for sign in "{}%&#_$"},
}  # fmt: skip
_WITH_ARGUMENTS = (
    *("text", "mathrm", "operatorname", "mathrel", "mathbin", "mathit", "mathbb", "mathcal"),
    *("pmod", "sqrt", "frac", "binom"),
)
_GROUP = r"\{([^{}]*)\}"
_ARGUMENT = rf"(?:{_GROUP}|([^\s\\{{}}^_]))"
_INNERMOST = re.compile(
    rf"\\(frac|binom) {_GROUP}\s*{_GROUP}|\\((?!frac|binom)[a-z]+) {_ARGUMENT}"
    rf"|([\^_])\s*{_ARGUMENT}"
)


def readable(text: str) -> str:
    r"""Write words with formulas in LaTeX between dollar signs as a terminal shows them.

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

    words = " ".join(re.split("[ \t\n]+", _FORMULA.sub(whole, text).strip()))
    lines = textwrap.fill(words, max(width, by + 20) - by, break_on_hyphens=False)
    return textwrap.indent(lines, " " * by).replace(_HELD, " ")


@functools.lru_cache(maxsize=1024)
def _formula(latex: str) -> str:
    try:
        text, before = _COMMAND.sub(_sign, latex), ""
    except ValueError:  # it cannot be written
        return f"${latex}$"
    while text != before:
        text, before = _INNERMOST.sub(_written, text), text
        if text == before:
            text = re.sub(_GROUP, r"\1", text)
    if re.search(r"[\\{}^]", text):
        return f"${latex}$"
    text = " ".join(text.translate(_DONE).split())
    return re.sub(r"(?<=[{⌊⌈]) | (?=[}⌋⌉])", "", text)


def _sign(found: re.Match[str]) -> str:
    """Return the sign that a command without arguments stands for."""
    from pylatexenc.latex2text import get_default_latex_context_db

    name = found[1] or found[3]
    if name in _WITH_ARGUMENTS:
        return f"\\{name} "
    known = get_default_latex_context_db().get_macro_spec(name)
    sign = _SIGNS.get(name, getattr(known, "simplify_repl", None))
    if not isinstance(sign, str) or "%" in sign[1:] or not (sign or name in _SIGNS):
        raise ValueError(f"\\{name}")
    return sign.translate({0x7B: 1, 0x7D: 2, 0x5F: 4}) + (found[2] or "")


def _written(found: re.Match[str]) -> str:
    """Return what stands for a command with its arguments, a script or a group."""
    two, first, second, name, group, token, mark, several, one = found.groups()
    if two:
        fraction = f"{_bracketed(first)}/{_bracketed(second)}"
        return fraction if two == "frac" else f"binom({first}, {second})"
    if mark:
        return _script(mark, several if one is None else one)
    given = group if token is None else token
    return str({"pmod": f"(mod {given})", "sqrt": f"√{_bracketed(given)}"}.get(name, given))


def _bracketed(text: str) -> str:
    return text if text.isalnum() else f"({text})"


def _script(mark: str, text: str) -> str:
    """Write an index or an exponent: in small characters where all of it has them."""
    tight, table = text.strip().replace(" ", ""), _RAISED if mark == "^" else _LOWERED
    if all(ord(each) in table for each in tight) and not re.search(r"\w +\w", text):
        return tight.translate(table)
    mark = "\x03" if mark == "^" else "\x04"
    return f"{mark}{tight}" if len(tight) == 1 else f"{mark}({text.strip()})"
