"""``grundwork answer``: the full answer of a confirmed solver, and how far it was compared."""

from __future__ import annotations

import sys
from collections import deque
from collections.abc import Mapping
from typing import Annotated, Any

from grundwork.command_line import Argument, AsJson, print_facts, say


def answer(
    study: Annotated[str, Argument(metavar="STUDY", help="A study's name, FILE.py or a code.")],
    arguments: Annotated[
        list[str] | None,
        Argument(metavar="name=value", help="Such as limit=100; the headline instance if none."),
    ] = None,
    as_json: AsJson = False,  # noqa: FBT002
) -> None:
    """Print the full answer, if the solver is confirmed."""
    from research.claims.answers import ConfirmedAnswer
    from research.resolving.loading import load_study
    from research.system.progress import waiting

    chosen = load_study(study, claims=False)
    confirmed = ConfirmedAnswer(chosen)
    given = confirmed.arguments(arguments or [])
    with waiting(f"computing the answer of {chosen.name}"):
        result = confirmed(given)
    say(result.words)
    sys.set_int_max_str_digits(0)  # the code that was run may have set it
    if as_json:
        facts = {"study": chosen.name, "arguments": given, "answer": result.value}
        print_facts(_plain(facts | {"compared": result.facts}))
    else:
        print(result.value)


def _plain(value: Any) -> Any:
    """Return a value as JSON has it: rows in their order, sets sorted, anything else as printed."""
    value = value.tolist() if hasattr(value, "tolist") else value  # of numpy
    if isinstance(value, Mapping):
        return {str(key): _plain(each) for key, each in value.items()}
    if isinstance(value, list | tuple | deque | range):
        return [_plain(each) for each in value]
    if isinstance(value, set | frozenset):
        return [_plain(each) for each in sorted(value, key=repr)]
    return value if isinstance(value, str | int | float | None) else str(value)
