"""A conjecture, and on how many values it was made and tested."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any


@dataclass(frozen=True)
class Conjecture:
    """What the smaller half of the values suggests.

    Attributes
    ----------
    kind
        Period, automaton, complementary pairs, features.
    statement
        What may hold for all positions, in words.
    made_on, tested_on
        On how many values it was made, and on how many others it was then tested; testing stops
        at the first that fails. Where there was none, it is untested.
    counterexample
        Where the other half refutes it; empty where it does not.
    found
        The period, automata or pairs themselves.
    """

    kind: str
    statement: str
    made_on: int
    tested_on: int
    counterexample: str = ""
    found: Any = field(default=None, compare=False, repr=False)

    @property
    def refuted(self) -> bool:
        """Whether the values it was not made on refute it."""
        return bool(self.counterexample)

    @property
    def passed(self) -> bool:
        """Whether there were values that it was not made on, and it holds on them."""
        return bool(self.tested_on) and not self.refuted

    @property
    def verdict(self) -> str:
        """What came of it, in words."""
        if self.refuted:
            return f"refuted: {self.counterexample}"
        return "passed" if self.passed else "untested"

    def as_json(self) -> dict[str, Any]:
        """Return the same facts for machines."""
        names = ("kind", "statement", "made_on", "tested_on", "refuted", "counterexample")
        return {name: getattr(self, name) for name in names}

    def __str__(self) -> str:
        return (
            f"{self.kind}: {self.statement} [made on {self.made_on} values, "
            f"tested on {self.tested_on} others: {self.verdict}]"
        )
