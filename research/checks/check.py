"""A check: a way to look at a claim, which says of itself what it is and what it looks at."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from typing import Any, ClassVar, Protocol

from research.checks.evidence import Evidence, Kind, Settings


class Claimed(Protocol):
    """What a check reads of the claim that it looks at."""

    name: str
    believed: Any
    controls: Mapping[str, Any]
    spare_controls: Mapping[str, Any]
    rests_on: tuple[Any, ...]
    game: Any  # the rules of its study

    @property
    def checks(self) -> Sequence[Check]:
        """All checks of the claim."""


class Check(ABC):
    """A way to look at a claim.

    Attributes
    ----------
    kind
        What it is.
    leaves_controls
        Whether the controls are tried by another check, which makes the same comparison.
    """

    kind: ClassVar[Kind]
    leaves_controls: bool = False

    @property
    def looks_at_the_game(self) -> bool:
        """Whether it compares with more than a computation that its author names."""
        return False

    @abstractmethod
    def run(self, claim: Claimed, believed: Any, settings: Settings) -> Evidence:
        """Check ``believed`` in place of what the claim believes, and say what came out."""
