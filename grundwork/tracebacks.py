"""Whose lines of a traceback are shown: the author's, and none of ours.

An error in rules or claims is said in one line. Before it a traceback shows where the author's code
raised it, and where the author asked.
"""

from __future__ import annotations

import sysconfig
from collections.abc import Iterator
from types import TracebackType
from typing import Any

from grundwork.hidden import FOLDER, ROOMS

_PATHS = sysconfig.get_paths()
_OTHERS = (
    "<frozen",
    *(str(FOLDER / room) for room in (*ROOMS, "grundwork")),
    *(_PATHS[name] for name in ("stdlib", "platstdlib", "purelib", "platlib")),
)


def keep_the_authors(error: BaseException) -> None:
    """Drop, from an error and those that caused it, the frames before the author's first."""
    for each in _chain(error):
        frames = each.__traceback__
        while frames is not None and not _is_the_authors(frames):
            frames = frames.tb_next
        each.__traceback__ = frames


def show_without_ours(shell: Any, *found: Any, tb_offset: int | None = None) -> None:
    """Show an error in IPython as it does itself, but of ours no frame after the author's last."""
    kind, error, frames = found
    chain = list(_chain(error)) if hasattr(error, "exit_status") else []
    last, frame = None, frames if chain else None
    while frame is not None:
        last, frame = frame if _is_the_authors(frame) else last, frame.tb_next
    if last is not None:
        last.tb_next = None
    for each in chain[1:]:
        keep_the_authors(each)
    shell.showtraceback((kind, error, frames), tb_offset=tb_offset)


def _chain(error: BaseException) -> Iterator[BaseException]:
    """Give an error and those that are shown before it."""
    wrong: BaseException | None = error
    while wrong is not None:
        yield wrong
        wrong = wrong.__cause__ or (None if wrong.__suppress_context__ else wrong.__context__)


def _is_the_authors(frame: TracebackType) -> bool:
    """Whether a frame is neither ours nor Python's nor an installed package's."""
    return not frame.tb_frame.f_code.co_filename.startswith(_OTHERS)
