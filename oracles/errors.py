"""Errors of the oracle: what is wrong with the rules, the position or the search."""

from __future__ import annotations


class OracleError(ValueError):
    """Base of all errors that the oracle raises about what it was given."""


class RulesError(OracleError):
    """The rules do not describe a game: the message names the position where it shows."""


class PositionError(OracleError):
    """A position was asked about that the graph does not hold."""


class SearchLimitError(OracleError):
    """A search would need more positions than its limit allows."""
