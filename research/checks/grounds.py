"""Grounds: where the truth of a check comes from, said by its type.

=============  ==========================================================  ===============
ground         truth                                                       at best
=============  ==========================================================  ===============
``Graph``      an explicit graph that was built from the rules             *exhausted*
``Complete``   a finite computation that was carried out completely, and   *exhausted*
               is named: marking by the rules, all tuples listed
``Solvers``    solvers that agreed with the oracle                         *tested*
=============  ==========================================================  ===============

A ground is not taken at its word: a check in which solver code runs outside what is believed
gives *tested* at best, whatever its ground says, and so does one that names the graph while none
is built or read (:mod:`research.checks.check_watch`).
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from research.checks.evidence import TruthFrom

Words = str | Callable[[], str]  # a domain in words; called when they are known only by then


def in_words(domain: Words) -> str:
    """Return a domain in words.

    >>> in_words("n < 50"), in_words(lambda: f"n < {5 * 10}")
    ('n < 50', 'n < 50')
    """
    return domain if isinstance(domain, str) else domain()


class _Said:
    """What grounds have in common: the words for the cases, and how these end."""

    where = ""

    def bound(self) -> str:
        """Return the domain in words."""
        raise NotImplementedError

    def words(self) -> str:
        """Return the domain in words, and where the truth comes from."""
        return self.bound() + self.where


@dataclass(frozen=True)
class Graph(_Said):
    """The explicit graph of the game, built from the rules.

    Attributes
    ----------
    domain
        The cases, with their bound.
    where
        What is said after them, as long as the graph was looked at.

    Examples
    --------
    >>> Graph("piles ≤ 24").words()
    'piles ≤ 24, on the explicit graph'
    """

    domain: Words
    truth = TruthFrom.GRAPH
    where = ", on the explicit graph"

    def bound(self) -> str:
        """Return the domain in words."""
        return in_words(self.domain)


@dataclass(frozen=True)
class Complete(_Said):
    """A finite computation that is carried out completely.

    Attributes
    ----------
    domain
        The cases, with their bound.
    by
        The computation, by name.

    Examples
    --------
    >>> Complete("i, j < 24", by="all pairs listed").words()
    'i, j < 24: all pairs listed'
    """

    domain: Words
    by: str
    truth = TruthFrom.COMPLETE

    def bound(self) -> str:
        """Return the domain and the computation."""
        return f"{in_words(self.domain)}: {self.by}"


@dataclass(frozen=True)
class Solvers(_Said):
    """Solvers that agreed with the oracle where that reaches.

    Attributes
    ----------
    domain
        The cases, with their bound, and by which solvers.
    """

    domain: Words
    truth = TruthFrom.SOLVERS

    def bound(self) -> str:
        """Return the domain in words."""
        return in_words(self.domain)


Ground = Graph | Complete | Solvers
