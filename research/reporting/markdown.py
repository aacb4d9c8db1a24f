"""Markdown as GitHub renders it: tables, formulas and code.

GitHub reads a page as markdown before it looks for formulas. Inside a formula a backslash before
a punctuation mark is then lost, an underscore may begin emphasis, ``<`` a tag and ``|`` the next
cell of a table. :func:`formula` writes LaTeX that means the same and has none of these.
"""

from __future__ import annotations

import base64
import re
from collections.abc import Sequence
from html import escape

from research.system.pictures import on_white

_SAME_IN_WORDS = {
    r"\{": r"\lbrace ", r"\}": r"\rbrace ", r"\|": r"\Vert ", "|": r"\vert ",
    r"\,": r"\thinspace ", r"\:": r"\medspace ", r"\;": r"\thickspace ", r"\!": r"\negthinspace ",
    r"\\": r"\cr ", "<": r"\lt ", ">": r"\gt ", "*": r"\ast ", "](": "] (",
}  # fmt: skip
_SPECIAL = re.compile("|".join(re.escape(token) for token in _SAME_IN_WORDS))
_EMPHASIS = re.compile(r"(?<![A-Za-z0-9])_(?=\S)")  # an underscore inside a word begins none
_DOLLARS = re.compile(r"(?<![\\$])\$([^$]+)\$(?!\$)")
_CODE = re.compile(r"(``[^\n]+?``|`[^`\n]+`)")
_AS_ENTITIES = str.maketrans(
    {"&": "&amp;", "<": "&lt;", ">": "&gt;", **{c: f"&#{ord(c)};" for c in "\\`*_[]|$#~"}}
)
_BEGINS_A_BLOCK = re.compile(r"(?m)^(?=[#>])")  # a heading or a quotation
_MARKUP = re.compile(r"(?<=\w)\*(?=\w)|<(?=[A-Za-z/!?])")  # 2*x*y and a<b are no markup


def formula(latex: str) -> str:
    r"""Write LaTeX so that markdown leaves it alone.

    >>> print(formula(r"\{x_{1}\,|\,x<2\}"))
    \lbrace x_{1}\thinspace \vert \thinspace x\lt 2\rbrace
    >>> print(formula(r"\left(a\right)_{k}"))
    \left(a\right)_ {k}
    """
    words = _SPECIAL.sub(lambda found: _SAME_IN_WORDS[found[0]], " ".join(latex.split()))
    return " ".join(_EMPHASIS.sub("_ ", words).split())


def prose(text: str) -> str:
    r"""Write words with formulas between dollar signs; paragraphs stay, lines are joined.

    >>> print(prose("the set $\\{1\\}$\nof one"))
    the set $\lbrace 1\rbrace$ of one
    >>> print(prose("# all a<b with 2*a*b, *not* $a < b$"))
    \# all a\<b with 2\*a\*b, *not* $a \lt b$
    """
    paragraphs = re.split(r"\n\s*\n", text.strip())
    joined = "\n\n".join(map(in_a_line, paragraphs))
    parts = _CODE.split(_BEGINS_A_BLOCK.sub(r"\\", joined))  # what is no code, and code, in turn
    for place in range(0, len(parts), 2):
        words = _DOLLARS.split(parts[place])  # words, and formulas, in turn
        words[::2] = [_MARKUP.sub(r"\\\g<0>", each) for each in words[::2]]
        words[1::2] = [f"${formula(latex)}$" for latex in words[1::2]]
        parts[place] = "".join(words)
    return "".join(parts)


def in_a_line(text: str) -> str:
    """Join the lines of a text."""
    return " ".join(text.split())


def plain(text: str) -> str:
    r"""Write words that are nothing but words, such as a title: no character of them is markup.

    >>> print(plain("<b>|*x*\n# y"))
    &lt;b&gt;&#124;&#42;x&#42; &#35; y
    """
    return in_a_line(text).translate(_AS_ENTITIES)


def cell(text: str) -> str:
    r"""Write words with formulas for a cell of a table.

    >>> print(cell("$|x|$ in `a|b`\n\nor"))
    $\vert x\vert$ in `a\|b` or
    """
    return prose(in_a_line(text)).replace("|", "\\|")


def code(text: str) -> str:
    """Write text as code in a line, whatever backquotes it holds.

    >>> print(code("(1, 2)"), code("a`b"))
    `(1, 2)` `` a`b ``
    """
    text = in_a_line(text)
    longest = max(map(len, re.findall("`+", text)), default=0)
    fence, space = "`" * (longest + 1), " " * bool(longest)
    return f"{fence}{space}{text}{space}{fence}"


def commands(lines: Sequence[str]) -> str:
    """Write command lines as a block to be copied."""
    return "```sh\n" + "\n".join(lines) + "\n```"


def table(header: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    """Write a table; cells are words with formulas, and numbers stay as they are written.

    Cells are not padded: one long statement would widen every line.

    >>> print(table(["n", "S(n)"], [["10", "1e3"]]))
    | n | S(n) |
    |:---|:---|
    | 10 | 1e3 |
    """
    lines = [" | ".join(each) for each in ([*header], *([*map(cell, row)] for row in rows))]
    titles, *rest = (re.sub(" {2,}", " ", f"| {line} |") for line in lines)
    return "\n".join([titles, "|" + ":---|" * len(header), *rest])


def folded(heading: str, summary: str, body: str) -> str:
    """Write a section that shows its summary, and its body to whoever asks for it.

    >>> folded("Claims", "2 claims", "All of them.").splitlines()[2:4]
    ['<details>', '<summary>2 claims</summary>']
    """
    return f"## {heading}\n\n<details>\n<summary>{plain(summary)}</summary>\n\n{body}\n\n</details>"


def as_html(markdown: str) -> str:
    r"""Render markdown as HTML that stands alone; formulas stay for what shows it to typeset.

    >>> print(as_html("| n |\n|---|\n| $a_1*b_1$ |").splitlines()[8])
    <td>$a_1*b_1$</td>
    """
    from markdown_it import MarkdownIt

    formulas: list[str] = []

    def keep(found: re.Match[str]) -> str:
        formulas.append(escape(found[0]))
        return f"\x02{len(formulas) - 1}\x03"

    render = MarkdownIt("commonmark", {"html": False}).enable("table")
    plain_links = render.validateLink
    render.validateLink = lambda link: (  # type: ignore[method-assign, assignment]
        link.startswith("data:image/svg+xml;base64,") or plain_links(link)
    )
    html = render.render(_DOLLARS.sub(keep, markdown))
    return re.sub(r"\x02(\d+)\x03", lambda found: formulas[int(found[1])], html)


def svg_address(svg: str) -> str:
    """Return the address of a picture that holds the picture itself, on white."""
    return "data:image/svg+xml;base64," + base64.b64encode(on_white(svg).encode()).decode()


def anchor(heading: str) -> str:
    """Return the anchor that GitHub gives a heading.

    >>> anchor("The sum S(10), refuted")
    'the-sum-s10-refuted'
    """
    return re.sub(r"[^\w\- ]", "", heading.strip().lower()).replace(" ", "-")
