"""Errors of the oracle: what is wrong with the rules, the position or the search."""

from __future__ import annotations

import difflib
import re
import sys
from collections.abc import Iterable

MOST_LETTERS = 120
_CURES = {  # of what Python says of an author's code
    r"\.start\(\) takes": "expected self and a size",
    r"\.(canonical|components|contains|\w*options)\(\) takes": "expected self and a position",
    r"(<lambda>|believed)\(\) missing": "a position is one argument, such as (1, 2)",
    r"required argument: 'game'": "write Study(name, game)",
    r"'NoneType' object is not iterable": "expected a list, [] where there is no move",
    r"'int' object is not iterable": "expected a list, such as [3], or a tuple, such as (1, 0)",
    r"'int' object is not subscriptable": "is the position a number? a tuple is written (3,)",
    r"'tuple' and 'int'|'int' and 'tuple'": "a position of heaps is a tuple, such as (5,)",
    "unhashable type": "write positions as tuples, numbers or texts",
    "is not confirmed: .*; run:": "in solvers, claims and the file itself write NAME.ungated",
    r"(Heap|Vector)Game\.__init__\(\) missing": "a class with its own options derives from Game",
}


class OracleError(ValueError):
    """Base of all errors that the oracle raises about what it was given."""

    exit_status = 2


class RulesError(OracleError):
    """The rules do not describe a game: the message names the position where it shows."""


class CodeError(RulesError):
    """A one-line code of a game is malformed: the message points at the character."""

    def __init__(self, code: str, place: int, problem: str) -> None:
        self.code, self.place, self.problem = code, place, problem
        super().__init__(f"code {code!r}: {problem}\n  {code}\n  {' ' * place}^")


class RulesTextError(RulesError):
    """Rules in the language of moves say no game: the message names the statement."""


class PositionError(OracleError):
    """A position was asked about that the graph, or the game, does not hold."""


class SearchLimitError(OracleError):
    """A search would need more positions or arcs than its limit allows."""


class DisagreementError(RuntimeError):
    """A faster way does not give what the explicit graph gives: nothing of it is believed."""

    exit_status = 1


def brief(position: object) -> str:
    """Write a position for a message, without addresses in memory; what is long is cut.

    >>> brief(object()), brief((3, 5)), len(brief("x" * 10**6)), brief(10**5000)
    ('object', '(3, 5)', 120, 'an integer of 16610 bits')
    """
    if isinstance(position, int) and position.bit_length() > MOST_LETTERS:
        return f"an integer of {position.bit_length()} bits"
    if type(position).__repr__ is object.__repr__:  # which is an address
        return type(position).__name__
    try:
        text = re.sub(r" at 0x[0-9a-fA-F]+", "", repr(position))
    except Exception as error:  # of the user's own class, or of a number that is too long
        return f"a {type(position).__name__} that cannot be written ({type(error).__name__})"
    return text if len(text) <= MOST_LETTERS else f"{text[: MOST_LETTERS - 1]}…"


def did_you_mean(word: str, known: Iterable[str]) -> str:
    """Return the end of a message about an unknown word: one or two known words that resemble it.

    >>> did_you_mean("left", ["right_options", "left_options"]), did_you_mean("x", ["check"])
    ("; did you mean 'left_options'?", '')
    """
    names = sorted(known)
    longer = [name for name in names if len(word) > 2 and name.startswith(word)]
    found = longer[:2] or difflib.get_close_matches(word, names, 2)
    return f"; did you mean {' or '.join(map(repr, found))}?" if found else ""


def explain(error: BaseException) -> str:
    """Say in one line what Python says of an author's code, and what may mend it."""
    text = str(error.msg if isinstance(error, SyntaxError) else error)
    cure = next((f"; {cure}" for seen, cure in _CURES.items() if re.search(seen, text)), "")
    missing = re.match(r"(cannot import name '(\w+)' from '([\w.]+)')", text)
    if missing:
        text = missing[1]
        cure = did_you_mean(missing[2], dir(sys.modules.get(missing[3])))
    elif isinstance(error, AttributeError) and error.name:
        cure = did_you_mean(error.name, dir(error.obj))
    return f"{type(error).__name__}: {text}".rstrip(": ") + cure
