"""The notation of values, as *Winning Ways* and CGSuite write them.

``3``, ``-1/2``
    a dyadic rational;
``*``, ``*2``
    a nimber;
``^``, ``^^``, ``^3``, ``v``, ``vv``, ``v3``
    a multiple of up or down;
``3/4*``, ``1^^*2``
    a number plus a multiple of up or down plus a nimber, in this order;
``{a,b|c}``, ``{2|0||0}``
    a game by its Left and Right options; more bars divide first, as in ``{{2|0}|0}``;
``+-1``, ``+-{2|1}``
    ``{1|-1}`` and ``{2|1||-1|-2}``;
``+_2``, ``-_2``
    tiny ``{0||0|-2}`` and miny ``{2|0||0}``.

A text may also have the signs that Unicode has for arrows, ``+-``, ``+_`` and ``-_``. Options are
written with the shortest first.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from fractions import Fraction
from functools import cache

from oracles.errors import OracleError
from oracles.values import forms
from oracles.values.forms import ONE, Form

UNICODE = (
    *(("^^", "⇑"), ("^", "↑"), ("vv", "⇓"), ("v", "↓")),
    *(("+-", "±"), ("+_", "⧾"), ("-_", "⧿")),
)
LATEX = (
    (r"[{}]", r"\\\g<0>"),
    (r"_([\d/]+)", r"_{\1}"),
    (r"(\d+)/(\d+)", r"\\frac{\1}{\2}"),
    (r"\|+", r"\\,\g<0>\\,"),
    *((r"\^\^", r"{\\Uparrow}"), (r"\^", r"{\\uparrow}")),
    *((r"vv", r"{\\Downarrow}"), (r"v", r"{\\downarrow}")),
    *((r"\*", r"{\\ast}"), (r"\+-", r"\\pm ")),
)
NUMBER = r"-?\d+(?:/0*[1-9]\d*)?"
GAME = re.compile(rf"(\+-|\+_|-_)?\s*@(\d+)@|(\+-|\+_|-_)\s*({NUMBER})", re.ASCII)
PLAIN = re.compile(rf"({NUMBER})?\s*(\^\d+|v\d+|\^+|v+)?\s*(\*\d*)?", re.ASCII)


@cache
def text(form: Form) -> str:
    """Return a form in the plainest way that the notation has.

    >>> [text(read(given)) for given in ("{0|*}", "{2|0||0}", "{1|-1}", "{{2|1}|{-1|-2}}")]
    ['^', '-_2', '+-1', '+-{2|1}']
    """
    if form.plain:
        return _plain_text(*form.plain)
    left, right = forms.options(form)
    if len(left) == 1 and right == (forms.negative(left[0]),):
        size = text(left[0])
        if re.fullmatch(NUMBER, size) or size.startswith("{"):
            return f"+-{size}"
    inside = _inside(form)[0]
    if tiny := re.fullmatch(r"0\|\|0\|-([\d/]+)", inside):
        return f"+_{tiny[1]}"
    if miny := re.fullmatch(r"([\d/]+)\|0\|\|0", inside):
        return f"-_{miny[1]}"
    return f"{{{inside}}}"


def _plain_text(x: int, up: int, star: int) -> str:
    words = str(Fraction(x, ONE)) if x or not (up or star) else ""
    if up:
        arrow = "^" if up > 0 else "v"
        words += arrow * abs(up) if abs(up) <= 2 else f"{arrow}{abs(up)}"
    if star:
        words += f"*{star}" if star > 1 else "*"
    return words


def _inside(form: Form) -> tuple[str, int]:
    """Return what stands between the braces, and how many bars its longest run has."""
    sides, bars = [], 1
    for side in forms.options(form):
        words = ",".join(map(text, in_order(side)))
        if len(side) == 1 and words.startswith("{"):
            words, inner = _inside(side[0])
            bars = max(bars, inner + 1)
        sides.append(words)
    return ("|" * bars).join(sides), bars


def in_order(options: Iterable[Form]) -> list[Form]:
    """Return options in the order in which they are written: the shortest first."""
    return sorted(options, key=lambda option: (len(text(option)), text(option)))


def latex(form: Form) -> str:
    r"""Return a form as LaTeX writes it in mathematics.

    >>> print(latex(read("{3|{1^^|0}}")))
    \{3\,||\,1{\Uparrow}\,|\,0\}
    """
    words = text(form)
    for pattern, written in LATEX:
        words = re.sub(pattern, written, words)
    return words


def read(given: str) -> Form:
    """Return the form of a value that a text writes; an :class:`OracleError` if it writes none.

    >>> text(read("{1|^*}")), text(read("{⇑*|*,↓}")), text(read("{0,*|*}"))
    ('{1|^*}', '{^^*|*,v}', '^')
    """
    text = given
    for plain, sign in UNICODE:
        text = text.replace(sign, plain)
    return _Reader(given).value(text)


class _Reader:
    """Reads the games in braces from the inside out; in the text, @n@ stands for game n."""

    def __init__(self, given: str) -> None:
        self.given = given
        self.games: list[Form] = []

    def value(self, text: str) -> Form:
        """Return what the text writes."""
        while braces := re.search(r"\{([^{}]*)\}", text):
            self.games.append(self._game(braces[1]))
            number = f"@{len(self.games) - 1}@"
            text = text[: braces.start()] + number + text[braces.end() :]
        return self._option(text)

    def _error(self, problem: str) -> OracleError:
        return OracleError(f"value {self.given!r}: " + re.sub(r"@\d+@", "{...}", problem))

    def _game(self, inside: str) -> Form:
        runs = re.findall(r"\|+", inside)
        longest = max(runs, key=len, default="")
        if runs.count(longest) != 1:
            raise self._error(f"expected one | in '{{{inside}}}', or one longest run of |")
        left, right = inside.split(longest)
        return forms.canonical(self._side(left), self._side(right))

    def _side(self, side: str) -> list[Form]:
        if "|" in side:
            return [self._game(side)]
        return [self._option(option) for option in side.split(",")] if side.strip() else []

    def _option(self, option: str) -> Form:
        option = option.strip()
        if game := GAME.fullmatch(option):
            size = self.games[int(game[2])] if game[2] else self._number(game[4])
            return _signed(game[1] or game[3], size)
        plain = PLAIN.fullmatch(option)
        if not option or plain is None:
            raise self._error(f"expected a number, *, ^, v or a game in braces, not {option!r}")
        number, up, star = (part or "" for part in plain.groups())
        times = int(up[1:]) if up[1:].isdigit() else len(up)
        return forms.plain(
            self._number(number or "0").left_stop,
            -times if up.startswith("v") else times,
            int(star[1:] or 1) if star else 0,
        )

    def _number(self, number: str) -> Form:
        try:
            return forms.number(Fraction(number))
        except OracleError as error:
            raise self._error(str(error)) from None


def _signed(sign: str | None, size: Form) -> Form:
    """Return g, or with a sign before it {g|-g}, {0||0|-g} or {g|0||0}."""
    if sign is None:
        return size
    if sign == "+-":
        return forms.canonical([size], [forms.negative(size)])
    zero = forms.plain(0)
    tiny = forms.canonical([zero], [forms.canonical([zero], [forms.negative(size)])])
    return tiny if sign == "+_" else forms.negative(tiny)
