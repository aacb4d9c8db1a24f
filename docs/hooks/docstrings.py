"""Read what docstrings have and markdown has not.

That is roles as ``:func:``, examples between paragraphs, definitions as reStructuredText writes
them (a term, and below it, indented, what it means), and powers and indices as in ``2^k``.
"""

from __future__ import annotations

import re
from typing import Any

import griffe

ROLE = re.compile(r":(?:class|func|meth|mod|attr):`(?:([^`<]+) <)?(~?)([\w.]+)>?`")
SECTION = re.compile(r"^[A-Z]\w+\n-{3,}$", re.MULTILINE)  # from here on numpy's sections
EXAMPLE = re.compile(r"^>>> (?:.+\n?)+", re.MULTILINE)
CODE = re.compile(r"(`+[^`]+`+)")
POWER = re.compile(r"(?<=[\w)])\^(?:\{([^{}]+)\}|\(([^()]+)\)|(\w+))")
INDEX = re.compile(r"(?<![\w.])([A-Za-z])_(?:\{([^{}]+)\}|([a-z0-9])(?!\w))")
INDENT = " " * 4


class Docstrings(griffe.Extension):
    """Rewrites docstrings in markdown."""

    def on_instance(self, *, obj: griffe.Object, **_: Any) -> None:
        """Rewrite the docstring of a module, class or function."""
        if obj.docstring is not None:
            text = obj.docstring.value
            found = SECTION.search(text)
            start = found.start() if found else len(text)
            prose = EXAMPLE.sub(_example, _with_definitions(text[:start]))
            obj.docstring.value = ROLE.sub(_link, prose + text[start:])


def _with_definitions(text: str) -> str:
    r"""Mark what terms mean, and write powers and indices outside of code.

    >>> print(_with_definitions("Cost\n    As 2^k."))
    Cost
    :   As 2<sup>k</sup>.
    """
    lines: list[str] = []
    defining = False  # indented lines that belong to no term are code
    for given in text.split("\n"):
        line = given
        depth = len(line) - len(line.lstrip())
        above = lines[-1] if lines else ""
        if depth == 0 and line:
            defining = False
        if line and above.strip() and depth == _depth(above) + len(INDENT):
            defining = True
            line = line[: depth - len(INDENT)] + ":   " + line.lstrip()
            if len(lines) > 1 and lines[-2]:  # a term after another's meaning
                lines.insert(-1, "")
        lines.append(_formulas(line) if defining or depth == 0 else line)
    return "\n".join(lines)


def _depth(line: str) -> int:
    return len(line) - len(line.lstrip().removeprefix(":   "))


def _formulas(line: str) -> str:
    if line.startswith((">>> ", "... ")):
        return line
    parts = CODE.split(line)  # words, and code, in turn
    parts[::2] = [
        INDEX.sub(r"\1<sub>\2\3</sub>", POWER.sub(r"<sup>\1\2\3</sup>", words))
        for words in parts[::2]
    ]
    return "".join(parts)


def _example(found: re.Match[str]) -> str:
    return f"```pycon\n{found[0].rstrip()}\n```\n"


def _link(found: re.Match[str]) -> str:
    text, shortened, name = found.groups()
    shown = text or (name.rpartition(".")[2] if shortened else name)
    return f'<autoref identifier="{name}" optional>`{shown}`</autoref>'
