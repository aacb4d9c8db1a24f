"""``grundwork answer``: the full answer of a confirmed solver, and how far it was compared."""

from __future__ import annotations

import json
import sys
from collections import deque
from collections.abc import Collection
from typing import Annotated, Any

import typer

from grundwork.commands.targets import AsJson, load_studies


def answer(
    study: Annotated[
        str, typer.Argument(metavar="STUDY", help="A study's name, FILE.py or a code.")
    ],
    arguments: Annotated[
        list[str] | None,
        typer.Argument(metavar="[name=value ...]", help="The headline instance if none is given."),
    ] = None,
    as_json: AsJson = False,  # noqa: FBT002
) -> None:
    """Print the full answer, if the solver is confirmed."""
    from research.claims.answers import give_answer, how_far, parse_arguments
    from research.claims.blame import blamed_on
    from research.system.progress import waiting

    chosen = load_studies([study], variants=False)[0]
    given = parse_arguments(chosen, arguments or [])
    with blamed_on(chosen), waiting(f"computing the answer of {chosen.name}"):
        result = give_answer(chosen, given)
    reach = how_far(chosen, given)
    print(f"grundwork: {reach}", file=sys.stderr)
    sys.set_int_max_str_digits(0)  # the code that was run may have set it
    facts = {"study": chosen.name, "arguments": given, "answer": result}
    print(json.dumps(facts | {"compared": reach.as_json()}, default=_plain) if as_json else result)


def _plain(value: Any) -> Any:
    """Write what JSON does not know: rows in their order, sets sorted, anything else as printed."""
    if isinstance(value, set | frozenset):
        return sorted(value, key=repr) if _differ_in_kind(value) else sorted(value)
    if hasattr(value, "tolist"):  # of numpy
        return value.tolist()
    return list(value) if isinstance(value, deque | range) else str(value)


def _differ_in_kind(values: Collection[Any]) -> bool:
    return len({type(value) for value in values}) > 1
