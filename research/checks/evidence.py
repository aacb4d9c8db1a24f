"""Evidence: what one check of a claim gave, and how much is known by it.

From weakest to strongest: untested, tested (random examples, or computed by solvers), exhausted
(every case to a stated bound, truth from the rules), proved (by a named method, for every size).
Refuted comes with a counterexample.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import IntEnum


class Level(IntEnum):
    """How much is known of a claim, from refuted to proved."""

    REFUTED = 0
    UNTESTED = 1
    TESTED = 2
    EXHAUSTED = 3
    PROVED = 4

    def __str__(self) -> str:
        return self.name.lower()


class ClaimError(ValueError):
    """A claim or one of its checks is not well formed, or fails to run on a case."""


@dataclass(frozen=True)
class Counterexample:
    """A case in which a claim fails.

    Attributes
    ----------
    case
        The case, as text.
    found, believed
        Both values, as text; empty for a claim that only says yes or no.
    least
        Whether every smaller case of the domain was tried and passed.
    """

    case: str
    found: str = ""
    believed: str = ""
    least: bool = False

    def __str__(self) -> str:
        values = f"found {self.found}, believed {self.believed}" if self.found else ""
        return ": ".join(part for part in (self.case, values) if part)


DEFINITION, ARGUMENT, VERIFIED, RECORD = "definition", "argument", "verified", "record"
LISTED = "every case tried"  # by what a line is verified that lists its cases


@dataclass(frozen=True)
class Step:
    """One line of a derivation, or of the record of a theorem.

    Attributes
    ----------
    words, formula
        What it says, in words and in LaTeX.
    kind
        ``verified`` when it was made; a ``definition``; an ``argument``, which nothing has
        verified; or a line of the ``record`` of a theorem.
    by
        What verified it.
    statement
        The statement that was decided, in the syntax of the decision procedure.
    """

    words: str
    formula: str = ""
    kind: str = RECORD
    by: str = ""
    statement: str = ""


@dataclass(frozen=True)
class Evidence:
    """What one check of a claim gave.

    Attributes
    ----------
    level
        How strong it is; ``REFUTED`` with a counterexample.
    method
        By what: exhaustion, search, computation, derivation.
    domain
        The cases it speaks of, with their bound, in words.
    cases
        How many cases were tried; of a derivation, how many lines were verified.
    drawings
        Pictures of what a proof found, as pairs of a title and an SVG text.
    truth
        Where the truth came from: the kind of its :data:`research.checks.grounds.Ground`.
    theorem
        What is proved of a formula that was compared with rules in Python. It stands beside the
        level, and does not raise it.
    of
        The member of a family that a theorem is about, where the study's game is the family.
    """

    level: Level
    method: str
    domain: str
    cases: int
    counterexample: Counterexample | None = None
    steps: tuple[Step, ...] = ()
    drawings: tuple[tuple[str, str], ...] = ()
    truth: str = ""
    theorem: str = ""
    of: str = ""


@dataclass(frozen=True)
class Settings:
    """How hard to look: the number of random examples, and the seed they come from."""

    examples: int = 200
    seed: int = 0
