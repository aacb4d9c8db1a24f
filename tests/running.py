"""The command in a process of its own, as a person runs it in a folder.

The process is forked from one that has imported the libraries, so that it need not do that again;
all that is Grundwork's is imported anew. Where the way in which Python itself was started matters,
:func:`python` starts one, and :func:`begin` one with the command that is not waited for.
"""

from __future__ import annotations

import functools
import multiprocessing
import os
import re
import subprocess
import sys
import tempfile
from multiprocessing import forkserver
from multiprocessing.process import BaseProcess
from pathlib import Path

ROOT = Path(__file__).parent.parent
PYTHON = [
    sys.executable,
    "-c",
    "import sys; sys.argv[0] = 'grundwork'; from grundwork.entrance import main; main()",
]
_LIBRARIES = (
    *("coverage", "flint", "hypothesis", "matplotlib.pyplot", "networkx", "numba", "rich.console"),
    "sympy",
)
_OF_PYTHON = [path for path in sys.path if path.startswith((sys.base_prefix, sys.prefix))]
_FORKS = multiprocessing.get_context("forkserver")
SEED = {"PYTHONHASHSEED": "0"}  # that of the command; it begins itself anew where it has another


def grundwork(
    *words: str | Path,
    folder: Path = ROOT,
    home: Path | None = None,
    typed: str = "",
    **environment: str,
) -> subprocess.CompletedProcess[str]:
    """Run the command.

    Parameters
    ----------
    words
        What follows ``grundwork`` on the line.
    folder
        Where it is run.
    home
        The home; that of the test unless given.
    typed
        What is typed, or piped in.
    environment
        Variables beside those of the tests.
    """
    _begin()
    if home is not None:
        environment["GRUNDWORK_HOME"] = str(home)
    surroundings = {**os.environ, "PYTHONPATH": str(ROOT), "COLUMNS": "80", **SEED, **environment}
    line = [str(word) for word in words]
    if any(name.startswith(("PYTHON", "NUMBA")) for name in environment):  # told as they start
        return python(*PYTHON[1:], *line, folder=folder, typed=typed, **environment)
    with tempfile.TemporaryDirectory() as held:
        files = [Path(held, name) for name in ("in", "out", "err")]
        files[0].write_text(typed, encoding="utf-8")
        process: BaseProcess = _FORKS.Process(
            target=_run, args=(line, str(folder), surroundings, list(map(str, files)))
        )
        process.start()
        process.join()
        said, complained = (each.read_text(encoding="utf-8") for each in files[1:])
        complained = _without_progress(complained)
    assert process.exitcode is not None
    return subprocess.CompletedProcess(line, process.exitcode, said, complained)


def python(
    *words: str | Path, folder: Path = ROOT, typed: str = "", **environment: str
) -> subprocess.CompletedProcess[str]:
    """Run Python in a folder, with Grundwork on the path behind it, as where it is installed."""
    done = subprocess.run(
        [sys.executable, *map(str, words)],
        input=typed,
        capture_output=True,
        text=True,
        check=False,
        cwd=folder,
        env={**os.environ, "PYTHONPATH": str(ROOT), "COLUMNS": "80", **environment},
    )
    done.stderr = _without_progress(done.stderr)
    return done


def _without_progress(said: str) -> str:
    """Leave out the lines of progress, which come on a slow machine alone."""
    return re.sub(r"(?m)^\d+:\d\d .*\n", "", said)


def begin(*words: str | Path, folder: Path) -> subprocess.Popen[str]:
    """Begin the command in a process group of its own, with a home in its folder."""
    return subprocess.Popen(
        [*PYTHON, *map(str, words)],
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        cwd=folder,
        start_new_session=True,
        env={**os.environ, "PYTHONPATH": str(ROOT), "GRUNDWORK_HOME": str(folder / "home")},
    )


@functools.cache
def _begin() -> None:
    """Begin the process from which the others are forked."""
    _FORKS.set_forkserver_preload(list(_LIBRARIES))
    before = os.environ.get("PYTHONHASHSEED")
    os.environ |= SEED
    forkserver.ensure_running()
    if before is None:
        del os.environ["PYTHONHASHSEED"]
    else:
        os.environ["PYTHONHASHSEED"] = before


def _run(line: list[str], folder: str, surroundings: dict[str, str], files: list[str]) -> None:
    """Be the command: in its folder and surroundings, with files for what it reads and says."""
    os.chdir(folder)
    os.environ.clear()
    os.environ.update(surroundings)
    for number, file in enumerate(files):
        opened = os.open(file, os.O_RDONLY if number == 0 else os.O_WRONLY | os.O_CREAT)
        os.dup2(opened, number)
        os.close(opened)
    sys.stdin, sys.stdout, sys.stderr = (
        os.fdopen(number, mode, encoding="utf-8") for number, mode in enumerate("rww")
    )
    sys.path[:] = ["", str(ROOT), *_OF_PYTHON]
    sys.argv = ["grundwork", *line]
    from grundwork.entrance import main

    main()
