"""Errors of the oracle: what is wrong with the rules, the position or the search."""

from __future__ import annotations

import re

MOST_LETTERS = 120


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
