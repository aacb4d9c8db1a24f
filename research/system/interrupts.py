"""Interrupts that are answered wherever the code stands.

Python raises ``KeyboardInterrupt`` wherever the code stands, and where that is a place from which
nothing can be raised (a callback of the garbage collector, such as Hypothesis has, or a
``__del__``) it is printed and lost. Here such an interrupt is repeated a moment later, until it
arrives. :mod:`grundwork.supervision` sees to what no Python code can answer.
"""

from __future__ import annotations

import os
import signal
import sys
import threading
import time
from collections.abc import Callable
from contextlib import suppress
from types import FrameType
from typing import Any, NoReturn

SAME = 0.5  # seconds within which a second interrupt is the first one, sent by two senders
AGAIN = 0.02  # seconds after which a lost interrupt is repeated
HEARD = b"i"  # what is told to the process that supervises this one
LINE = "grundwork: interrupted; nothing is half-written"


class _State:
    """Whether an interrupt was asked for, and whom to tell that it was heard."""

    asked = 0.0
    repeated = False  # the next one is the last, which was lost
    losing = False  # where it would be lost again
    pipe: int | None = None


def answer_interrupts(pipe: int | None = None) -> None:
    """Answer every interrupt from now on, and tell it through ``pipe`` when one was heard."""
    _State.pipe = pipe
    signal.signal(signal.SIGINT, _interrupt)
    sys.unraisablehook = _repeat_lost(sys.unraisablehook)


def was_interrupted() -> bool:
    """Whether an interrupt was asked for, whatever became of it."""
    return _State.asked > 0


def heard() -> None:
    """Say that an interrupt was heard; what is left to do then may take its time."""
    if _State.pipe is not None:
        with suppress(OSError):  # the code that was run may have closed it
            os.write(_State.pipe, HEARD)


def end_interrupted() -> NoReturn:
    """Say that the work was interrupted, and end; further interrupts change nothing."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    heard()
    print(LINE, file=sys.stderr)
    sys.exit(130)


def _interrupt(number: int, frame: FrameType | None) -> None:  # noqa: ARG001
    now = time.monotonic()
    if _State.losing or (now - _State.asked < SAME and not _State.repeated):
        return
    _State.asked, _State.repeated = now, False
    raise KeyboardInterrupt


def _repeat_lost(usual: Callable[[Any], object]) -> Callable[[Any], None]:
    """Return a hook for what was raised where nothing can be raised."""

    def hook(lost: Any) -> None:
        if lost.exc_type is KeyboardInterrupt:
            _State.losing = True
            threading.Thread(target=_send_again, daemon=True).start()
            _State.losing = False
        elif issubclass(lost.exc_type, Exception):  # else a limit, which is raised again too
            usual(lost)

    return hook


def _send_again() -> None:
    time.sleep(AGAIN)
    while _State.losing:
        time.sleep(AGAIN)
    _State.repeated = True
    signal.pthread_kill(threading.main_thread().ident or 0, signal.SIGINT)
