"""Where the command ``grundwork`` is entered, whatever else lies in the folder.

Nothing of the rooms is imported before it is known that they are Grundwork's own.
"""

from __future__ import annotations

import sys

from grundwork.hidden import hidden_room


def main() -> None:
    """Run the command; where a room is hidden, say so in one line and end with status 2."""
    line = hidden_room()
    if line:
        print(f"grundwork: {line}", file=sys.stderr)
        raise SystemExit(2)
    from grundwork.supervision import supervise

    supervise()
