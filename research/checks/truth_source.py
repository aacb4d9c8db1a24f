"""Truth sources: where the truth of a check comes from, which decides what it gives at best.

=====================  ====================================================  ===========
truth                  what it is                                            at best
=====================  ====================================================  ===========
the graph              the explicit graph that was built from the rules      *exhausted*
``by="..."``           a finite computation, carried out completely, by      *exhausted*
                       name: marking by the rules, all tuples listed
``solvers="..."``      solvers that agreed with the oracle                   *tested*
=====================  ====================================================  ===========

What ``by`` and ``solvers`` name is taken at the author's word.
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


@dataclass(frozen=True)
class TruthSource:
    """Where the truth of a check comes from, and on which cases.

    Attributes
    ----------
    truth
        Of which kind it is.
    domain
        The cases, with their bound.
    where
        What is said after them: the graph, the computation or the solvers.
    """

    truth: TruthFrom
    domain: Words
    where: str

    def words(self) -> str:
        """Return the domain in words, and where the truth comes from."""
        return in_words(self.domain) + self.where


def truth_source(domain: Words, by: str = "", solvers: str = "") -> TruthSource:
    """Return where the truth of a check comes from: the explicit graph, unless said otherwise.

    >>> truth_source("n ≤ 9").words(), truth_source("n ≤ 9", "all pairs listed").words()
    ('n ≤ 9, on the explicit graph', 'n ≤ 9: all pairs listed')
    >>> truth_source("n ≤ 9", solvers="two sieves").words()
    'n ≤ 9, by two sieves'
    """
    if solvers:
        return TruthSource(TruthFrom.SOLVERS, domain, f", by {solvers}" if domain else solvers)
    if by:
        return TruthSource(TruthFrom.COMPLETE, domain, f": {by}")
    return TruthSource(TruthFrom.GRAPH, domain, ", on the explicit graph")
