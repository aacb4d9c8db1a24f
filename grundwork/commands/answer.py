"""``grundwork answer``: the full answer of a confirmed solver, and how far it was compared."""

from __future__ import annotations

import json
import math
import shutil
import sys
import textwrap
from collections import deque
from collections.abc import Mapping
from typing import Annotated, Any

from grundwork.command_line import Argument
from grundwork.commands.targets import AsJson, load_studies


def answer(
    study: Annotated[str, Argument(metavar="STUDY", help="A study's name, FILE.py or a code.")],
    arguments: Annotated[
        list[str] | None,
        Argument(metavar="name=value", help="The headline instance if none is given."),
    ] = None,
    as_json: AsJson = False,  # noqa: FBT002
) -> None:
    """Print the full answer, if the solver is confirmed."""
    from research.claims.answers import give_answer, how_far, parse_arguments
    from research.claims.error_location import blamed_on
    from research.system.progress import waiting

    chosen = load_studies([study], variants=False)[0]
    given = parse_arguments(chosen, arguments or [])
    with blamed_on(chosen), waiting(f"computing the answer of {chosen.name}"):
        result = give_answer(chosen, given)
    reach = how_far(chosen, given)
    said = f"grundwork: {reach}"
    wide = shutil.get_terminal_size().columns if sys.stderr.isatty() else len(said)
    print(textwrap.fill(said, wide, subsequent_indent="  "), file=sys.stderr)
    sys.set_int_max_str_digits(0)  # the code that was run may have set it
    if as_json:
        given_and_found = {"arguments": given, "answer": result}
        facts = {"study": chosen.name, **given_and_found, "compared": reach.as_json()}
        print(json.dumps(_plain(facts | _in_python(given_and_found)), allow_nan=False))
    else:
        print(result)


_KNOWN = (str, int, float, bool, type(None))  # to JSON, as a key too


def _in_python(facts: Mapping[str, Any]) -> dict[str, Any]:
    """Return type and text of each fact that is another one when it is read back from JSON."""
    written = {
        name: {"type": type(value).__name__, "text": repr(value)}
        for name, value in facts.items()
        if json.loads(json.dumps(_plain(value))) != _of_python(value)
    }
    return {"in_python": written} if written else {}


def _of_python(value: Any) -> Any:
    return value.tolist() if hasattr(value, "tolist") else value  # of numpy


def _plain(value: Any) -> Any:
    """Return a value as JSON has it: rows in their order, sets sorted, anything else as printed."""
    value = _of_python(value)
    if isinstance(value, Mapping):
        return _plain_table(value)
    if isinstance(value, list | tuple | deque | range):
        return [_plain(member) for member in value]
    if not isinstance(value, set | frozenset):
        return value if isinstance(value, _KNOWN) and _is_finite(value) else str(value)
    members = [_plain(member) for member in value]
    try:
        return sorted(members)
    except TypeError:  # of several kinds
        return sorted(members, key=repr)


def _plain_table(table: Mapping[Any, Any]) -> dict[str, Any] | list[list[Any]]:
    """Return a table by the texts of its keys; as pairs where two keys have one text."""
    named = {_plain_key(key): _plain(value) for key, value in table.items()}
    if len(named) == len(table):
        return named
    return [[_plain(key), _plain(value)] for key, value in table.items()]


def _plain_key(key: Any) -> str:
    if isinstance(key, str):
        return str.__str__(key)
    return json.dumps(key) if isinstance(key, _KNOWN) else str(key)


def _is_finite(value: Any) -> bool:
    return not isinstance(value, float) or math.isfinite(value)
