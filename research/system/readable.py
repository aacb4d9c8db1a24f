r"""LaTeX in words, as a terminal shows it: formulas between dollar signs become Unicode.

Commands without arguments become signs; then groups in braces are written from the innermost
outwards. A formula with a command that is not known here stays as it stands: nothing is left out.
"""

from __future__ import annotations

import functools
import re
import textwrap
from collections.abc import Callable

LONGEST_WHOLE = 24  # characters of a formula that no line ends in
_FORMULA = re.compile(r"(`[^`\n]+`)|(?<![\\$])\$([^$]+)\$(?!\$)")  # in code a dollar is one
_COMMAND = re.compile(r"\\(?:([A-Za-z]+)( *)|(.))", re.DOTALL)
_RAISED = str.maketrans(
    "0123456789+-=()abcdefghijklmnoprstuvwxyz", "⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻⁼⁽⁾ᵃᵇᶜᵈᵉᶠᵍʰⁱʲᵏˡᵐⁿᵒᵖʳˢᵗᵘᵛʷˣʸᶻ"
)
_LOWERED = str.maketrans("0123456789+-=aehijklmnoprstuvx", "₀₁₂₃₄₅₆₇₈₉₊₋₌ₐₑₕᵢⱼₖₗₘₙₒₚᵣₛₜᵤᵥₓ")
_HELD = "\xa0"  # a space that no line ends at
_DONE = str.maketrans("\x01\x02\x04", "{}_")  # signs that stand for themselves
_TABLE = """
alpha α beta β gamma γ delta δ epsilon ε varepsilon ε zeta ζ eta η theta θ iota ι kappa κ
lambda λ mu μ nu ν xi ξ pi π rho ρ sigma σ tau τ phi ϕ varphi φ chi χ psi ψ omega ω Gamma Γ
Delta Δ Theta Θ Lambda Λ Xi Ξ Pi Π Sigma Σ Phi Φ Psi Ψ Omega Ω lbrace { rbrace } lfloor ⌊
rfloor ⌋ lceil ⌈ rceil ⌉ langle ⟨ rangle ⟩ mid | vert | le ≤ leq ≤ ge ≥ geq ≥ lt < gt > ne ≠
neq ≠ equiv ≡ approx ≈ sim ∼ cong ≅ in ∈ notin ∉ subset ⊂ subseteq ⊆ cup ∪ cap ∩ setminus ∖
emptyset ∅ varnothing ∅ infty ∞ times × cdot · div ÷ pm ± mp ∓ ast * star ⋆ circ ∘ oplus ⊕
otimes ⊗ sum ∑ prod ∏ bigoplus ⨁ bigwedge ⋀ bigvee ⋁ ldots … dots … cdots ⋯ to → rightarrow →
leftarrow ← uparrow ↑ downarrow ↓ mapsto ↦ Rightarrow ⇒ Leftarrow ⇐ Leftrightarrow ⇔ iff ⟺
implies ⟹ forall ∀ exists ∃ neg ¬ lnot ¬ land ∧ wedge ∧ lor ∨ vee ∨ parallel ∥ prime ′ bmod mod
log log gcd gcd min min max max lim lim mex mex
"""
_SIGNS = dict(zip(_TABLE.split()[::2], _TABLE.split()[1::2], strict=True)) | {
    "left": "", "right": "", "quad": " ", "qquad": "  ", ",": " ", ";": " ", ":": " ", "!": "",
    " ": " ", **{sign: sign for sign in "{}%&#_$"},
}  # fmt: skip
_ONE = "text|mathrm|operatorname|mathrel|mathbin|mathit|mathbb|mathcal|pmod|sqrt"
_GROUP = r"\{([^{}]*)\}"
_BARE = re.compile(rf"((?:\\(?:{_ONE}) |[\^_])\s*)([^\s\\{{}}^_])")  # an argument without braces
_RULES: list[tuple[str, str | Callable[[re.Match[str]], str]]] = [  # innermost first
    (rf"\\frac {_GROUP}\s*{_GROUP}", lambda found: "/".join(map(_bracketed, found.groups()))),
    (rf"\\binom {_GROUP}\s*{_GROUP}", r"binom(\1, \2)"),
    (rf"\\sqrt \s*{_GROUP}", lambda found: f"√{_bracketed(found[1])}"),
    (rf"\\pmod \s*{_GROUP}", r"(mod \1)"),
    (rf"\\(?:{_ONE}) \s*{_GROUP}", r"\1"),
    (rf"([\^_])\s*{_GROUP}", lambda found: _script(*found.groups())),
]


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
    """Write a formula in Unicode; between dollar signs as it stands, where that fails."""
    try:
        text, before = _BARE.sub(r"\1{\2}", _COMMAND.sub(_sign, latex)), ""
    except KeyError:  # a command that is not known
        return f"${latex}$"
    while text != before:
        before = text
        for pattern, written in _RULES:
            text = re.sub(pattern, written, text)
        if text == before:
            text = re.sub(_GROUP, r"\1", text)
    if re.search(r"[\\{}]", text):
        return f"${latex}$"
    text = " ".join(text.translate(_DONE).split())
    return re.sub(r"(?<=[{⌊⌈]) | (?=[}⌋⌉])", "", text)


def _sign(found: re.Match[str]) -> str:
    """Return the sign that a command without arguments stands for."""
    name = found[1] or found[3]
    if name in ("frac", "binom", *_ONE.split("|")):
        return f"\\{name} "
    return _SIGNS[name].translate({0x7B: 1, 0x7D: 2, 0x5F: 4}) + (found[2] or "")


def _bracketed(text: str) -> str:
    return text if text.isalnum() else f"({text})"


def _script(mark: str, text: str) -> str:
    """Write an index or an exponent: in small characters where all of it has them."""
    tight, table = text.strip().replace(" ", ""), _RAISED if mark == "^" else _LOWERED
    if all(ord(each) in table for each in tight) and not re.search(r"\w +\w", text):
        return tight.translate(table)
    return f"{mark}{tight}" if len(tight) == 1 else f"{mark}({text.strip()})"
