"""``grundwork answer``: the full answer of a confirmed solver, and how far it was compared."""

from __future__ import annotations

import json
import sys
from collections import deque
from collections.abc import Mapping
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
    print(json.dumps(_plain(facts | {"compared": reach.as_json()})) if as_json else result)


_KNOWN = (str, int, float, bool, type(None))  # to JSON, as a key too


def _plain(value: Any) -> Any:
    """Return a value as JSON has it: rows in their order, sets sorted, anything else as printed."""
    value = value.tolist() if hasattr(value, "tolist") else value  # of numpy
    if isinstance(value, Mapping):
        return {k if isinstance(k, _KNOWN) else str(k): _plain(v) for k, v in value.items()}
    if isinstance(value, list | tuple | deque | range):
        return [_plain(member) for member in value]
    if not isinstance(value, set | frozenset):
        return value if isinstance(value, _KNOWN) else str(value)
    members = [_plain(member) for member in value]
    try:
        return sorted(members)
    except TypeError:  # of several kinds
        return sorted(members, key=repr)
