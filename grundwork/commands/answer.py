"""``grundwork answer``: the full answer of a confirmed solver, and how far it was compared."""

from __future__ import annotations

import shutil
import sys
import textwrap
from collections import deque
from collections.abc import Mapping
from typing import Annotated, Any

from grundwork.command_line import Argument, AsJson, print_facts


def answer(
    study: Annotated[str, Argument(metavar="STUDY", help="A study's name, FILE.py or a code.")],
    arguments: Annotated[
        list[str] | None,
        Argument(metavar="name=value", help="The headline instance if none is given."),
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
    said = f"grundwork: {result.words}"
    wide = shutil.get_terminal_size().columns if sys.stderr.isatty() else len(said)
    print(textwrap.fill(said, wide, subsequent_indent="  "), file=sys.stderr)
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
