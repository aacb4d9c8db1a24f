"""Read the roles that docstrings refer to each other by: ``:func:`` and its like."""

from __future__ import annotations

import re
from typing import Any

import griffe

ROLE = re.compile(r":(?:class|func|meth|mod|attr):`(?:([^`<]+) <)?(~?)([\w.]+)>?`")


class Roles(griffe.Extension):
    """Turns roles into links, where what they name is in the reference."""

    def on_instance(self, *, obj: griffe.Object, **_: Any) -> None:
        """Rewrite the docstring of a module, class or function."""
        if obj.docstring is not None:
            obj.docstring.value = ROLE.sub(_link, obj.docstring.value)


def _link(found: re.Match[str]) -> str:
    text, shortened, name = found.groups()
    shown = text or (name.rpartition(".")[2] if shortened else name)
    return f'<autoref identifier="{name}" optional>`{shown}`</autoref>'
