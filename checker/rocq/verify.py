"""Let Rocq check proof files: ``python -m checker.rocq.verify FILE...``, where coqc is installed.

A folder stands for all proof files in it. A line is said of each file: that Rocq checked it, why
Rocq does not cover it, or that Rocq refuses it. The exit status is 1 if a file is refused. Where
there is no coqc, nothing is checked, and a line says so.
"""

from __future__ import annotations

import json
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from checker.machines import WrongError
from checker.rocq import NotCovered, kernel, octal
from checker.verify import check

HERE, SUFFIX = Path(__file__).parent, ".proof.json"
THEORY = ("Words", "Formulas", "Terms", "Deciding", "Games", "Octal", "SpragueGrundy")  # in order
CLOSED = "Closed under the global context"  # what Print Assumptions says where there is no axiom


def text(name: str, record: dict[str, Any]) -> str:
    """Return ``NAME.v`` for the record of a proof file; ``NotCovered`` says why there is none."""
    return octal.rocq(name, record) if record["theorem"] == "period" else kernel.rocq(name, record)


def version() -> str:
    """Return the version of Rocq, as 8.16.1; empty where there is none."""
    if shutil.which("coqc") is None:
        return ""
    said = subprocess.run(["coqc", "--version"], capture_output=True, text=True, check=True).stdout
    return said.split("version ")[1].split()[0]


def compiled(file: Path) -> str:
    """Compile a file beside the theory; return what is wrong, or nothing."""
    line = ["coqc", "-q", "-R", ".", "Grundwork", file.name]
    run = subprocess.run(line, cwd=file.parent, capture_output=True, text=True, check=False)
    if run.returncode:
        return run.stderr.strip() or f"coqc ended with status {run.returncode}"
    asked = file.read_text(encoding="utf-8").count("Print Assumptions")
    return "" if run.stdout.count(CLOSED) == asked else f"it rests on axioms: {run.stdout.strip()}"


def with_theory(folder: Path) -> Path:
    """Compile the theory into a folder, in some ten seconds, and return the folder."""
    for name in THEORY:
        if wrong := compiled(Path(shutil.copy(HERE / f"{name}.v", folder))):
            raise RuntimeError(f"{name}.v: {wrong}")
    return folder


def refusal(name: str, record: dict[str, Any], folder: Path) -> str:
    """Return why Rocq refuses a proof file, or nothing; ``NotCovered`` if Rocq is not asked."""
    file = folder / "theorem.v"
    file.write_text(text(name, record), encoding="utf-8")
    return compiled(file)


def checked(names: list[str]) -> Iterator[tuple[str, str, str]]:
    """Yield each file, what Rocq says of it, and the version of Rocq if it is checked.

    A folder stands for all proof files in it.
    """
    files: list[Path] = []
    for name in map(Path, names):
        files += sorted(name.rglob(f"*{SUFFIX}")) if name.is_dir() else [name]
    with tempfile.TemporaryDirectory() as temporary:
        folder, number = with_theory(Path(temporary)), version()
        for file in files:
            try:
                record = json.loads(file.read_text(encoding="utf-8"))
                wrong = refusal(file.name.removesuffix(SUFFIX), record, folder)
                check(record)
            except NotCovered as error:
                yield str(file), f"not covered by Rocq: {error}", ""
                continue
            except (WrongError, OSError, ValueError, LookupError, TypeError) as error:
                yield str(file), f"refused: {error}", ""
                continue
            words = f"refused by Rocq: {wrong}" if wrong else f"checked by Rocq {number}"
            yield str(file), words, "" if wrong else number


def main(names: list[str]) -> int:
    """Let Rocq check proof files, and return the exit status."""
    if not version():
        print("skipped: there is no coqc (on Debian: apt-get install coq)")
        return 0
    status = 0
    for file, words, _ in checked(names):
        print(f"{file}: {words}", flush=True)
        status = 1 if words.startswith("refused") else status
    return status


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
