"""What a report shows of a game beside its claims: P-positions, values, proposals."""

from __future__ import annotations

from typing import TYPE_CHECKING

from oracles.errors import OracleError
from research.explore.exploring import Exploration
from research.explore.outcomes import p_positions
from research.explore.proposed import proposals
from research.explore.values import values
from research.reporting.markdown import folded
from research.reporting.report import Look

if TYPE_CHECKING:
    from research.claims.study import Study
    from research.explore.content import Section


def look_into(study: Study) -> Look:
    """Look into a game for its report: as ``grundwork explore`` does, at the same size.

    Parameters
    ----------
    study
        The game, with its name.

    Returns
    -------
    Look
        Empty where the rules have no position within the budget.

    Examples
    --------
    >>> from research.variants.nim import study
    >>> sorted(look_into(study).files)[-1]
    'nim/explored-p-positions.svg'
    """
    try:
        exploration = Exploration(study)
        shown = [stage(exploration) for stage in (p_positions, values)]
        proposed = proposals(exploration)
    except OracleError:
        return Look()
    files: dict[str, str] = {}
    text = "\n\n".join(_written(section, study.name, files) for section in shown)
    body = _written(proposed, study.name, files).partition("\n\n")[2]
    summary = "What the values suggest, and how it fared on other values."
    return Look(text, folded(proposed.title, summary, body), files)


def _written(section: Section, name: str, files: dict[str, str]) -> str:
    """Write a section, and its pictures into ``files``."""
    files |= {f"{name}/explored-{each.name}.svg": each.svg() for each in section.pictures}
    return section.markdown(lambda picture: f"{name}/explored-{picture.name}.svg")
