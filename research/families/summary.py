"""What a census found, sorted: what is proved, refuted, open, and what could not be looked at."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property

from research.families.comparing import Comparison, groups, same_to, told_apart
from research.families.looks import FAULTY, LOOKED, Look

OPEN_FIRST = (
    "First those for whose values a period or an automaton was proposed that passed, then those "
    "with fewer different values among the first terms, else in the order of the family."
)


@dataclass(frozen=True)
class Summary:
    """A census.

    Attributes
    ----------
    family
        Its word.
    number
        How many members the family has.
    looks
        What was found of each that was looked at, in the order of the family.
    names
        The sequences of the encyclopedia that agree with each member's.
    equal
        Comparisons of those that a table calls equal.
    not_compared
        Those of that table that were compared with none.
    """

    family: str
    number: int
    looks: Mapping[str, Look]
    names: Mapping[str, list[str]] = field(default_factory=dict)
    equal: tuple[Comparison, ...] = ()
    not_compared: tuple[str, ...] = ()

    @cached_property
    def failed(self) -> dict[str, Look]:
        """Members whose look did not come to its end, or whose check has a fault."""
        return {name: look for name, look in self.looks.items() if look.state != LOOKED}

    @cached_property
    def proved(self) -> dict[str, Look]:
        """Members of which a theorem holds for every size."""
        return {n: look for n, look in self._whole.items() if look.level == "proved"}

    @cached_property
    def open(self) -> dict[str, Look]:
        """Members of which nothing is proved for every size, the most interesting first."""
        left = {n: look for n, look in self._whole.items() if look.level != "proved"}
        order = sorted(left, key=lambda name: _interest(left[name]))
        return {name: left[name] for name in order}

    @cached_property
    def refuted(self) -> dict[str, Look]:
        """Members of which a claim is refuted."""
        return {n: look for n, look in self._whole.items() if "refuted" in _levels(look)}

    def refuted_of(self, claim: str) -> list[str]:
        """Return the members of which one claim is refuted."""
        return [
            name
            for name, look in self.refuted.items()
            if any(each.name == claim and each.level == "refuted" for each in look.claims)
        ]

    @cached_property
    def claims(self) -> dict[str, Counter[str]]:
        """For each claim how many members have each verdict, in the order of the claims."""
        found: dict[str, Counter[str]] = {}
        for look in self._whole.values():
            for claim in look.claims:
                found.setdefault(claim.name, Counter())[claim.level] += 1
        return found

    @cached_property
    def groups(self) -> dict[str, list[str]]:
        """Members with the same values as far as was compared, where there are several."""
        found: dict[str, list[str]] = {}
        for member, first in groups(self.looks).items():
            found.setdefault(first, []).append(member)
        return {first: members for first, members in found.items() if len(members) > 1}

    def same_to(self, first: str) -> int | None:
        """Return the last term to which all of a group are known to agree; None if in all."""
        known = [self.looks[member].known for member in self.groups[first]]
        found = [same_to(known[0], other) for other in known[1:]]
        return min((last for last in found if last is not None), default=None)

    @cached_property
    def sequences(self) -> str:
        """How many sequences are known to differ, in words; how far those of a group do not."""
        apart, found = told_apart(self.looks), len(set(groups(self.looks).values()))
        same = [last for first in self.groups if (last := self.same_to(first)) is not None]
        if apart > 1:
            return f"{'at least ' * (apart < found or bool(same))}{apart} different sequences"
        to = f" to term {min(same)}" if same else ""
        return f"1 sequence{to}" if found == 1 else "no two sequences known to differ"

    @property
    def _whole(self) -> dict[str, Look]:
        return {n: look for n, look in self.looks.items() if look.state in (LOOKED, FAULTY)}

    def in_a_line(self) -> str:
        """Return the numbers in one sentence."""
        left = self.number - len(self.looks)
        counts = {
            "proved": len(self.proved),
            "open": len(self.open),
            "with a refuted claim": len(self.refuted),
            "with a fault": len(self.failed),
            "not looked at yet": left,
        }
        parts = [f"{count} {words}" for words, count in counts.items() if count]
        return f"{self.number} members: {', '.join(parts)}; {self.sequences}"

    def faults_in_a_line(self) -> str:
        """Return how many members were not looked at to the end, by what ended it."""
        number = len(self.failed)
        reasons = Counter(look.state for look in self.failed.values())
        counts = ", ".join(f"{state}: {count}" for state, count in sorted(reasons.items()))
        return f"{number} of {self.number} members with a fault ({counts})"


def _levels(look: Look) -> set[str]:
    return {claim.level for claim in look.claims}


def _interest(look: Look) -> tuple[bool, int]:
    hopeful = any(each.startswith(("period:", "automaton:")) for each in look.proposals)
    return not hopeful, len(set(look.known.first_terms))
