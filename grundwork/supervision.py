"""Two processes for the command ``grundwork``: one that works, and one that waits for it.

Python code can answer an interrupt only between two of its own steps, and a step of compiled code
(compiling itself, a list of 10^9 entries, a power of 10^8 digits) may take minutes. So the work is
done in a child process, and the parent does nothing but wait: what the child has not answered
within a second, it answers. It also says in one line what became of a child that crashed, ran out
of memory or was made to end by the code that it ran. A parent that is killed takes the child with
it.

Nothing is imported here that needs more than the standard library, so that imports are supervised
as well.
"""

from __future__ import annotations

import os
import select
import signal
import sys
import time
from contextlib import suppress
from pathlib import Path
from types import FrameType
from typing import Any, NoReturn

from oracles.errors import ResourceLimitError
from oracles.limits import call_seconds, limit_memory
from research.system.interrupts import (
    HEARD,
    LINE,
    SAME,
    answer_interrupts,
    end_interrupted,
    was_interrupted,
)
from research.system.processes import adopt_orphans, end_begun, end_with_parent

ANSWER = 0.7  # seconds that the child has to hear an interrupt
FINISH = 10  # seconds that it has to finish then
PIPE = "GRUNDWORK_SUPERVISED_THROUGH"
HASH_SEED = "0"
LINGER = 2  # seconds that it has to end once it has said that it does
LOOK = 0.2  # seconds between two looks at it
DONE = b"d"  # what it says when it ends of its own accord, followed by its status
MUTE = b"m"  # and this, where it could not say anything on standard error
SHOW_CURSOR = "\x1b[?25h\r\x1b[2K"


def supervise() -> None:
    """Run the command: supervised where processes can fork."""
    told = os.environ.pop(PIPE, None)
    if told is not None:
        _be_the_child(int(told))
        return
    _open_closed_streams()
    _require_a_folder()
    if not hasattr(os, "fork"):
        answer_interrupts()
        _work()
        return
    terminal = _terminal()
    reading, writing = os.pipe()
    os.set_blocking(reading, False)
    parent = os.getpid()
    signal.pthread_sigmask(signal.SIG_BLOCK, [signal.SIGINT])
    adopt_orphans()
    child = os.fork()
    if child:
        os.close(writing)
        _Supervisor(child, reading, terminal).wait()
    os.close(reading)
    end_with_parent(parent)
    _fix_hash_seed(writing)
    _be_the_child(writing)


def _fix_hash_seed(writing: int) -> None:
    """Begin this process anew with the one hash seed under which everything comes out the same.

    Sets are walked in an order that depends on it, and rules may well give options out of a set.
    """
    from_a_file = sys.orig_argv[1:] not in ([], ["-"])  # else the program is standard input
    if os.environ.get("PYTHONHASHSEED") == HASH_SEED or not (sys.executable and from_a_file):
        return
    os.environ |= {"PYTHONHASHSEED": HASH_SEED, PIPE: str(writing)}
    os.set_inheritable(writing, True)  # noqa: FBT003
    os.execv(sys.executable, [sys.executable, *sys.orig_argv[1:]])


def _be_the_child(writing: int) -> None:
    """Do the work, and say with what status it ended: what comes after may change the process's.

    Code that was run may have registered something for the end of the process, or left threads.
    """
    os.set_inheritable(writing, False)  # noqa: FBT003
    this, pipe = os.getpid(), os.fstat(writing)
    answer_interrupts(writing)
    status = 1
    try:
        _work()
        status = 0
    except SystemExit as error:
        status = error.code if isinstance(error.code, int) else 1
    finally:
        signal.signal(signal.SIGINT, signal.SIG_IGN)
        if os.getpid() == this:  # else it is a copy that the code made of the process
            _announce(status, writing, pipe)
    sys.exit(status)


def _announce(status: int, writing: int, pipe: os.stat_result) -> None:
    """Tell the parent how the work ended; nobody is told where the code has closed the pipe."""
    for stream in (sys.stdout, sys.stderr):
        with suppress(AttributeError, OSError, ValueError):  # it was closed, or replaced
            stream.flush()
    with suppress(OSError):
        if os.path.samestat(os.fstat(writing), pipe):
            os.write(writing, DONE + bytes([status & 0xFF]) + (MUTE if _is_closed(2) else b""))


def _work() -> None:
    """Import the command and run it; an interrupt that it does not catch itself ends in a line.

    Interrupts were held back until now.
    """
    try:
        if hasattr(signal, "pthread_sigmask"):
            signal.pthread_sigmask(signal.SIG_UNBLOCK, [signal.SIGINT])
        call_seconds()
        limit_memory()
        from grundwork.running import run

        run()
    except BaseException as error:
        # While something is imported, an interrupt may come out as another error.
        if isinstance(error, KeyboardInterrupt) or (
            was_interrupted() and not isinstance(error, SystemExit)
        ):
            end_interrupted()
        no_room = isinstance(error, ImportError) and "failed to map segment" in str(error)
        if isinstance(error, ResourceLimitError | MemoryError) or no_room:
            said = "" if no_room else str(error)  # of other errors the command has said it
            said = said or "there is not enough memory to begin (GRUNDWORK_MEMORY)"
            os.write(2, f"grundwork: {said}\n".encode())
            sys.exit(2)
        raise


class _Supervisor:
    """Waits for the child, answers in its place, and ends as it ended."""

    def __init__(self, child: int, reading: int, terminal: Any) -> None:
        self.child, self.reading, self.terminal = child, reading, terminal
        self.interrupted = 0.0  # when
        self.said = b""
        self.heard = self.killed = self.gone = False
        self.done: int | None = None  # the status that it ends with
        signal.signal(signal.SIGINT, self.interrupt)
        signal.signal(signal.SIGALRM, self.lose_patience)
        for number in (signal.SIGTERM, signal.SIGHUP):
            signal.signal(number, self.pass_on)
        signal.pthread_sigmask(signal.SIG_UNBLOCK, [signal.SIGINT])

    def wait(self) -> NoReturn:
        """Wait until the child has ended; end with its status."""
        code = self._code()
        if self.done is not None and not self.killed:
            if MUTE in self.said.partition(DONE)[2][1:]:
                self._say("grundwork: standard error was closed by the code that was run")
            code = self.done
        elif self.killed or (self.interrupted and code < 0):
            if not self.heard:  # else the child has said so
                self._say(LINE)
            code = 130
        elif code < 0:
            self._say(f"grundwork: {_ended_by(-code)}")
            code = 128 - code
        else:
            self._say(f"grundwork: it was made to end early, with status {code}, as by os._exit")
            code = 1  # whatever it said: 2, 3 and 130 have a meaning of ours
        os._exit(code)

    def _code(self) -> int:
        """Wait for the end; make one, where it does not come once it was announced."""
        announced = 0.0
        while True:
            ended, status = os.waitpid(self.child, os.WNOHANG)
            if ended:
                signal.setitimer(signal.ITIMER_REAL, 0)
                end_begun(os.getpid())
                self._read()
                return os.waitstatus_to_exitcode(status)
            if self.done is not None:
                announced = announced or time.monotonic()
                if time.monotonic() - announced > LINGER:
                    self.pass_on(signal.SIGKILL, None)
            if self.gone:  # nothing more will be said: it is just ending, or has closed the pipe
                time.sleep(0.001)
            else:
                select.select([self.reading], [], [], LOOK)
                self._read()

    def interrupt(self, number: int, frame: FrameType | None) -> None:
        """Pass an interrupt on, and wait a moment; the second one ends the child at once."""
        del frame
        now = time.monotonic()
        if not self.interrupted:
            self.interrupted = now
            self.pass_on(number, None)
            signal.setitimer(signal.ITIMER_REAL, ANSWER)
        elif now - self.interrupted > SAME:
            self._kill()

    def lose_patience(self, number: int, frame: FrameType | None) -> None:
        """End the child, unless it has heard and is finishing."""
        del number, frame
        before = self.heard
        self._read()
        if self.heard and not before:
            signal.setitimer(signal.ITIMER_REAL, FINISH)
        else:
            self._kill()

    def pass_on(self, number: int, frame: FrameType | None) -> None:
        """Give the child the signal that was given here."""
        del frame
        with suppress(ProcessLookupError):  # it has just ended
            os.kill(self.child, number)

    def _kill(self) -> None:
        self.killed = True
        self.pass_on(signal.SIGKILL, None)

    def _read(self) -> None:
        try:
            said = os.read(self.reading, 100)
        except BlockingIOError:
            return
        self.gone = not said
        self.said += said
        before, done, after = self.said.partition(DONE)
        self.heard = HEARD in before
        self.done = after[0] if done else None

    def _say(self, line: str) -> None:
        """Print a line, on a terminal as it was before."""
        if self.terminal is not None:
            import termios

            termios.tcsetattr(0, termios.TCSADRAIN, self.terminal)
        start = SHOW_CURSOR if os.isatty(2) else ""
        os.write(2, f"{start}{line}\n".encode())


def _ended_by(number: int) -> str:
    if number == signal.SIGKILL:
        return "the system ended it (signal 9), most likely for want of memory"
    if number in (signal.SIGTERM, signal.SIGHUP):
        return f"ended by signal {number}; nothing is half-written"
    name = signal.strsignal(number) or "unknown"
    return f"compiled code crashed (signal {number}: {name}); nothing is half-written"


def _terminal() -> Any:
    """Return how the terminal is set, where standard input is one."""
    try:
        import termios

        return termios.tcgetattr(0)
    except (ImportError, OSError, termios.error):
        return None


def _is_closed(number: int) -> bool:
    try:
        os.fstat(number)
    except OSError:
        return True
    return False


def _require_a_folder() -> None:
    """End if the folder that the command was called in is no longer there."""
    try:
        Path.cwd()
    except OSError:
        os.write(2, b"grundwork: this folder was removed; change into one that is there\n")
        os._exit(2)


def _open_closed_streams() -> None:
    """Open what is closed of the standard streams, before a file or a pipe takes its number."""
    closed = [number for number in range(3) if _is_closed(number)]
    for _ in closed:
        opened = os.open(os.devnull, os.O_RDWR)  # it takes the least number that is free
        os.set_inheritable(opened, True)  # noqa: FBT003  # for this process may begin anew
    if 1 in closed:
        os.write(2, b"grundwork: standard output is closed: there is nowhere to write\n")
        os._exit(2)
    if sys.stdin is None:
        sys.stdin = open(0, encoding="utf-8")  # noqa: SIM115
    if sys.stderr is None:
        sys.stderr = open(2, "w", encoding="utf-8")  # noqa: SIM115
