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

_SAME_IN_WORDS = {
    r"\{": r"\lbrace ",
    r"\}": r"\rbrace ",
    r"\|": r"\Vert ",
    r"\,": r"\thinspace ",
    r"\:": r"\medspace ",
    r"\;": r"\thickspace ",
    r"\!": r"\negthinspace ",
    r"\\": r"\cr ",
    "|": r"\vert ",
    "<": r"\lt ",
    ">": r"\gt ",
    "*": r"\ast ",
    "](": "] (",
}
_SPECIAL = re.compile("|".join(re.escape(token) for token in _SAME_IN_WORDS))
_EMPHASIS = re.compile(r"(?<![A-Za-z0-9])_(?=\S)")  # an underscore inside a word begins none
_BEGINS_SOMETHING = re.compile(r"[-+=#>~]|\d+[.)]")
_DOLLARS = re.compile(r"(?<![\\$])\$([^$]+)\$(?!\$)")
_CODE = re.compile(r"(``[^\n]+?``|`[^`\n]+`)")

_AS_ENTITIES = {
    "&": "&amp;",
    "<": "&lt;",
    ">": "&gt;",
    **{character: f"&#{ord(character)};" for character in "\\`*_[]|$#~"},
}
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


def block(latex: str) -> str:
    r"""Write a formula on lines of its own.

    >>> print(block("a = b"))
    $$
    a = b
    $$

    A line that markdown would take for an item of a list, a quotation or a heading begins with
    a command that changes nothing.

    >>> print(block("- a = b").splitlines()[1])
    \displaystyle - a = b
    """
    line = formula(latex)
    if _BEGINS_SOMETHING.match(line):
        line = rf"\displaystyle {line}"
    return f"$$\n{line}\n$$"


def prose(text: str) -> str:
    r"""Write words with formulas between dollar signs; paragraphs stay, lines are joined.

    >>> print(prose("the set $\\{1\\}$\nof one"))
    the set $\lbrace 1\rbrace$ of one
    >>> print(prose("# x"))
    \# x
    >>> print(prose("all a<b with 2*a*b, *not* $a < b$"))
    all a\<b with 2\*a\*b, *not* $a \lt b$
    """
    paragraphs = re.split(r"\n\s*\n", text.strip())
    joined = "\n\n".join(" ".join(paragraph.split()) for paragraph in paragraphs)
    joined = _BEGINS_A_BLOCK.sub(r"\\", joined)
    parts = _CODE.split(joined)  # what stands between code, and code, in turn
    parts[::2] = map(_with_formulas, parts[::2])
    return "".join(parts)


def _with_formulas(text: str) -> str:
    """Mend the formulas in a text without code, and what would be markup in its words."""
    parts = _DOLLARS.split(text)  # words, and what stands between dollar signs, in turn
    parts[::2] = [_MARKUP.sub(r"\\\g<0>", words) for words in parts[::2]]
    parts[1::2] = [f"${formula(latex)}$" for latex in parts[1::2]]
    return "".join(parts)


def plain(text: str) -> str:
    r"""Write words that are nothing but words, such as a title: no character of them is markup.

    >>> print(plain("<b>|*x*\n# y"))
    &lt;b&gt;&#124;&#42;x&#42; &#35; y
    """
    return "".join(_AS_ENTITIES.get(character, character) for character in " ".join(text.split()))


def cell(text: str) -> str:
    r"""Write words with formulas for a cell of a table.

    >>> print(cell("$|x|$ in `a|b`\n\nor"))
    $\vert x\vert$ in `a\|b` or
    """
    return prose(" ".join(text.split())).replace("|", "\\|")


def code(text: str) -> str:
    """Write text as code in a line, whatever backquotes it holds.

    >>> print(code("(1, 2)"), code("a`b"))
    `(1, 2)` `` a`b ``
    """
    text = " ".join(text.split())
    longest = max(map(len, re.findall("`+", text)), default=0)
    if longest == 0:
        return f"`{text}`"
    fence = "`" * (longest + 1)
    return f"{fence} {text} {fence}"


def commands(lines: Sequence[str]) -> str:
    """Write command lines as a block to be copied."""
    return "```sh\n" + "\n".join(lines) + "\n```"


def table(header: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    """Write a table; cells are words with formulas, and numbers stay as they are written.

    Cells are not padded: how wide a letter is would depend on what else is installed, and one
    long statement would widen every line.

    >>> print(table(["n", "S(n)"], [["10", "1e3"]]))
    | n | S(n) |
    |:---|:---|
    | 10 | 1e3 |
    """
    from tabulate import tabulate

    cells = [[cell(text) for text in row] for row in rows]
    padded = tabulate(cells, list(header), tablefmt="pipe", disable_numparse=True)
    titles, rule, *lines = (re.sub(" {2,}", " ", line) for line in padded.splitlines())
    return "\n".join([titles, re.sub("-{3,}", "---", rule), *lines])


def folded(heading: str, summary: str, body: str) -> str:
    """Write a section that shows its summary, and its body to whoever asks for it.

    >>> print(folded("Claims", "2 claims", "All of them."))
    ## Claims
    <BLANKLINE>
    <details>
    <summary>2 claims</summary>
    <BLANKLINE>
    All of them.
    <BLANKLINE>
    </details>
    """
    return f"## {heading}\n\n{opened(summary, body)}"


def opened(summary: str, body: str) -> str:
    """Write what is shown to whoever opens its summary."""
    return f"<details>\n<summary>{plain(summary)}</summary>\n\n{body}\n\n</details>"


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
    """Return the address of a picture that holds the picture itself."""
    return "data:image/svg+xml;base64," + base64.b64encode(svg.encode()).decode()


def anchor(heading: str) -> str:
    """Return the anchor that GitHub gives a heading.

    >>> anchor("The sum S(10), refuted")
    'the-sum-s10-refuted'
    """
    kept = re.sub(r"[^\w\- ]", "", heading.strip().lower())
    return kept.replace(" ", "-")
