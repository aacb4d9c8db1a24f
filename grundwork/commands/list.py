"""``grundwork list``: the studies, their parameters, and whether they are confirmed."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

from fast.confirmed import NotConfirmedError, certified_functions, read_record
from grundwork.commands.targets import AsJson, Targets, Variants, load_studies

if TYPE_CHECKING:
    from research.claims.study import Study


def list_(
    targets: Targets = None,
    variants: Variants = False,  # noqa: FBT002
    as_json: AsJson = False,  # noqa: FBT002
) -> None:
    """List the studies: game, parameters, claims, whether confirmed."""
    rows = [_summary(study) for study in load_studies(targets, variants=variants)]
    print(json.dumps(rows, indent=1) if as_json else _table(rows))


def _summary(study: Study) -> dict[str, Any]:
    try:
        certified_functions(read_record(study.name, study.file))
        confirmed = "yes"
    except NotConfirmedError as error:
        confirmed = f"no: {error}"
    return {
        "study": study.name,
        "game": study.title,
        "parameters": study.parameters(),
        "claims": len(study.claims),
        "confirmed": confirmed,
    }


def _table(rows: list[dict[str, Any]]) -> str:
    from tabulate import tabulate

    shown = [
        [row["study"], ", ".join(row["parameters"]), row["claims"], row["confirmed"].split(":")[0]]
        for row in rows
    ]
    return tabulate(
        shown,
        ["study", "parameters of its answer", "claims", "confirmed"],
        maxcolwidths=[None, 40, None, None],
    )
