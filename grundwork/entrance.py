"""Where the command ``grundwork`` is entered; the hash seed is set before anything is imported.

Sets are walked in an order that depends on the hash seed, and rules may well give options out of
a set: with one seed the same file gives the same counterexample each time. Python reads the seed
only as it starts, so it is started once more.
"""

from __future__ import annotations

import os
import signal
import sys

HASH_SEED = "0"


def main() -> None:
    """Run the command; where a file hides a package, say so in one line and end with status 2."""
    from_a_file = sys.orig_argv[1:] not in ([], ["-"])  # else the program is standard input
    if os.environ.get("PYTHONHASHSEED") != HASH_SEED and sys.executable and from_a_file:
        os.environ["PYTHONHASHSEED"] = HASH_SEED
        os.execv(sys.executable, [sys.executable, *sys.orig_argv[1:]])
    from grundwork.hidden import find_ours_first

    if line := find_ours_first():
        print(f"grundwork: {line}", file=sys.stderr)
        raise SystemExit(2)
    try:
        from grundwork.command_line import run

        run()
    except KeyboardInterrupt:
        print("grundwork: interrupted; nothing is half-written", file=sys.stderr)
        raise SystemExit(130) from None
    except SystemExit as ended:
        if not ended.code:  # all is said, and while Python ends an interrupt would be its status
            signal.signal(signal.SIGINT, signal.SIG_IGN)
        raise
