"""Errors of the oracle: what is wrong with the rules, the position or the search."""

from __future__ import annotations


class OracleError(ValueError):
    """Base of all errors that the oracle raises about what it was given."""


class RulesError(OracleError):
    """The rules do not describe a game: the message names the position where it shows."""


class CodeError(RulesError):
    """A one-line code of a game is malformed: the message points at the character."""

    def __init__(self, code: str, place: int, problem: str) -> None:
        self.code, self.place, self.problem = code, place, problem
        super().__init__(f"code {code!r}: {problem}\n  {code}\n  {' ' * place}^")


class PositionError(OracleError):
    """A position was asked about that the graph does not hold."""


class SearchLimitError(OracleError):
    """A search would need more positions or arcs than its limit allows."""
