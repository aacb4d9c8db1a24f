"""The words of a text in the language of moves, or of a formula, each with its line and column.

A statement is a line together with the lines after it that begin with white space; ``#`` begins a
comment.

>>> [word.text for word in statements("move play -> play(x - n) # take n")[0]]
['move', 'play', '->', 'play', '(', 'x', '-', 'n', ')', 'the end']
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import NoReturn

from oracles.errors import RulesTextError

_WORD = re.compile(
    r"(?P<space>\s+)|(?P<comment>#.*)|(?P<string>'[^'#]*'|\"[^\"#]*\")|(?P<letter>@\s*-?[0-9]+)"
    r"|(?P<system>\?\s*\w+)|(?P<predicate>\$\s*[A-Za-z]\w*)|(?P<number>[0-9]+)"
    r"|(?P<operator><=>|=>|<=|>=|!=|->|[=<>&|^~+\-*/(),\[\]:])|(?P<name>[A-Za-z]\w*)"
)
_MOST_WORDS = 1_000  # of a statement
_MOST_DIGITS = 30  # of a number


@dataclass(frozen=True)
class Word:
    """A word of the text.

    Attributes
    ----------
    kind
        Which of the kinds of ``_WORD``, or ``end``.
    text
        The word, without white space in it.
    line, column
        Where it begins, counted from 1.
    source
        The line that it stands in.
    """

    kind: str
    text: str
    line: int
    column: int
    source: str

    def fault(self, problem: str) -> NoReturn:
        """Raise the error that points at this word."""
        raise RulesTextError(self.source, self.line, self.column, problem)

    @property
    def shown(self) -> str:
        """The word as a message names it."""
        return self.text if self.kind == "end" else repr(self.text)


def statements(text: str) -> list[list[Word]]:
    """Return the words of each statement; the last of them stands for its end.

    Raises
    ------
    RulesTextError
        If a character begins no word, or a statement is longer than anyone can mean.
    """
    result: list[list[Word]] = []
    for number, line in enumerate(text.split("\n"), 1):
        if len(line.splitlines()) > 1:
            column = len(line.splitlines()[0]) + 1
            Word("", "", number, column, line).fault(f"{line[column - 1]!r} ends a line elsewhere")
        found = words(line, number)
        if not found:
            continue
        for word in found:
            if word.kind == "number" and len(word.text) > _MOST_DIGITS:
                word.fault(f"a number of more than {_MOST_DIGITS} digits")
        if not line[0].isspace():
            result.append(found)
        elif result:
            result[-1] += found
        else:
            found[0].fault("a line that begins with white space continues the one before, and none")
        if len(result[-1]) > _MOST_WORDS:
            found[0].fault(f"a statement of more than {_MOST_WORDS} words; make several of it")
    for found in result:
        last = found[-1]
        after = last.column + len(last.text)
        found.append(Word("end", "the end", last.line, after, last.source))
    return result


def words(line: str, number: int = 1) -> list[Word]:
    """Return the words of a line, or of a formula, and no end.

    Raises
    ------
    RulesTextError
        If a character begins no word.
    """
    found: list[Word] = []
    column = 0
    while column < len(line):
        match = _WORD.match(line, column)
        if match is None:
            Word("", "", number, column + 1, line).fault(f"{line[column]!r} cannot begin anything")
        kind, said = match.lastgroup or "", match.group()
        if kind not in ("space", "comment"):
            text = said if kind == "string" else "".join(said.split())
            found.append(Word(kind, text, number, column + 1, line))
        column = match.end()
    return found
