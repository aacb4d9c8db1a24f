"""The README and the pages under docs, run as a reader would run them.

Every fenced block of a document is an example, and what is done with it depends on its kind:

``python``
    runs, in one namespace for the document.
``pycon``
    is a doctest, in that namespace.
``python title="twin_piles.py"``
    is written to a file of that name, replacing an earlier one. With the title
    ``"twin_piles.py, from study.p_positions on"`` it replaces the file's end, from the first line
    that begins so, and with ``"twin_piles.py, at the end"`` it is added.
``console``
    is commands after ``$``, each with the output that it must print, to the character.
``sh``
    is commands that are not run here, as they make virtual environments or take minutes; a
    test compares each of them with the places that do run it.
``text``
    is not code.

A document's examples run in order, in one folder of their own, with a Grundwork home of their
own, so that a page can be followed from top to bottom.

Sybil finds the blocks, since it reads the whole line after a fence, keeps line numbers for
errors, runs plain Python as well as doctests, and takes evaluators of our own for the rest.

Run this file to write the output of every ``console`` block, of every notebook, and the table of
verdicts and the picture in the README, anew, and read the difference before it is committed.
"""

from __future__ import annotations

import os
import re
import shlex
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterable, Iterator
from importlib import metadata
from pathlib import Path

import nbformat
from nbclient import NotebookClient
from sybil import Document, Example, Region
from sybil.evaluators.doctest import DocTestEvaluator
from sybil.evaluators.python import PythonEvaluator
from sybil.parsers.abstract.doctest import DocTestStringParser
from sybil.parsers.markdown.lexers import RawFencedCodeBlockLexer
from sybil.region import Lexeme

ROOT = Path(__file__).parents[2]
DOCUMENTS = [ROOT / "README.md", *sorted((ROOT / "docs").rglob("*.md"))]
NOTEBOOKS = sorted((ROOT / "docs").rglob("*.ipynb"))
UNRUN = ("sh", "text")
COLUMNS = 80
SECONDS = 900

PICTURE = ROOT / "docs" / "assets" / "twin-piles.svg"
DRAWN = Path("looked", "twin-piles-p-positions.svg")  # by a command of the README, in its folder

VERDICTS = re.compile(r"(<!-- verdicts -->\n)[^<]*(<!-- /verdicts -->)")

lex = RawFencedCodeBlockLexer(re.compile(r"(?P<language>[^\s]*)(?P<attributes>[^\n]*)\n"))


class Folder:
    """Where one document's examples run."""

    def __init__(self, path: Path) -> None:
        self.path = path / "work"
        self.path.mkdir(parents=True)
        programs = path / "bin"
        programs.mkdir()
        self._program(programs / "grundwork", "grundwork.entrance", "main")
        self._program(programs / "pytest", "pytest", "main")
        # Not a link: the interpreter finds its virtual environment by the path it is called by.
        python = programs / "python"
        python.write_text(f'#!/bin/sh\nexec {shlex.quote(sys.executable)} "$@"\n')
        python.chmod(0o755)
        self.environment = {
            name: value for name, value in os.environ.items() if not name.startswith("PYTEST_")
        } | {
            "PATH": f"{programs}{os.pathsep}{os.environ['PATH']}",
            "PYTHONPATH": str(ROOT),
            "GRUNDWORK_HOME": str(path / "home"),
            "COLUMNS": str(COLUMNS),
            "LC_ALL": "C.UTF-8",
            "PYTHONDONTWRITEBYTECODE": "1",
        }
        entries = metadata.entry_points(group="pytest11", name="grundwork")
        if not entries:
            self.environment["PYTEST_PLUGINS"] = "grundwork.pytest_plugin"

    @staticmethod
    def _program(path: Path, module: str, function: str) -> None:
        """Write a program that runs this checkout's code in this interpreter."""
        code = f"import sys; sys.argv[0] = '{path.name}'; "
        code += f"from {module} import {function}; sys.exit({function}())"
        # -P, as an installed program does not see modules of the working directory either
        path.write_text(f'#!/bin/sh\nexec "{sys.executable}" -P -c "{code}" "$@"\n')
        path.chmod(0o755)

    def write(self, title: str, text: str) -> None:
        """Write a file, or a part of one, that the document shows under a title."""
        name, _, part = title.partition(", ")
        path = self.path / name
        if part == "at the end":
            text = path.read_text(encoding="utf-8") + "\n\n" + text
        elif part:
            begins = part.removeprefix("from ").removesuffix(" on")
            kept, found, _ = path.read_text(encoding="utf-8").partition("\n" + begins)
            if not found:
                raise ValueError(f"{title}: no line of {name} begins with {begins!r}")
            text = kept + "\n" + text
        path.write_text(text, encoding="utf-8")

    def run(self, command: str) -> str:
        """Return what a command prints, results and messages together."""
        done = subprocess.run(
            ["bash", "-c", command],
            cwd=self.path,
            env=self.environment,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            encoding="utf-8",
            timeout=SECONDS,
            check=False,
        )
        # Progress is shown by a slow machine alone.
        return re.sub(r"(?m)^\d+:\d\d .*\n", "", done.stdout)


def commands(source: str) -> Iterator[tuple[str, str]]:
    r"""Split a ``console`` block into commands and the outputs shown.

    >>> list(commands("$ echo a \\\n>   b\na b\n$ true\n"))
    [('echo a \\\n  b', 'a b\n'), ('true', '')]
    """
    if not source.startswith("$ "):
        raise ValueError(f"a console block begins with a command after '$ ': {source!r}")
    for part in re.split(r"^\$ ", source, flags=re.MULTILINE)[1:]:
        lines = part.splitlines(keepends=True)
        length = 1
        while length < len(lines) and lines[length].startswith("> "):
            length += 1
        command = "".join([lines[0], *(line[2:] for line in lines[1:length])])
        yield command.rstrip("\n"), "".join(lines[length:])


def tidy(output: str) -> str:
    """Drop what cannot be seen: blanks before line ends, and empty lines at the end."""
    return "\n".join(line.rstrip() for line in output.splitlines()).rstrip("\n")


def shown(source: str, folder: Folder) -> str:
    """Return a ``console`` block with the outputs that its commands really have."""
    text = ""
    for command, _ in commands(source):
        output = tidy(folder.run(command))
        text += "$ " + command.replace("\n", "\n> ") + "\n" + (output + "\n" if output else "")
    return text


def run_console(example: Example) -> str | None:
    """Compare what a ``console`` block shows with what its commands print."""
    folder = example.namespace["folder"]
    for command, expected in commands(example.parsed):
        found = tidy(folder.run(command))
        if found != tidy(expected):
            return f"$ {command}\nprints:\n{found}\n\nthe page shows:\n{tidy(expected)}"
    return None


def write_file(example: Example) -> None:
    """Write the file that a block shows."""
    example.namespace["folder"].write(*example.parsed)


def unrun(example: Example) -> None:
    """Leave a block that is compared as text by a test of its own."""


def examples(document: Document) -> Iterable[Region]:
    """Give an evaluator to every fenced block of a document.

    Raises
    ------
    ValueError
        If the kind of a block is not one of those that the module's docstring names.
    """
    pycon = DocTestStringParser(DocTestEvaluator())
    for region in lex(document):
        source = region.lexemes["source"]
        language = region.lexemes["language"]
        title = re.fullmatch(r' title="([^"/]+)"', region.lexemes["attributes"])
        plain = not region.lexemes["attributes"]
        if language == "pycon" and plain:
            for doctest_region in pycon(source, document.path):
                doctest_region.adjust(region, source)
                yield doctest_region
            continue
        if title is not None and language not in UNRUN:
            region.parsed, region.evaluator = (title[1], source), write_file
        elif language == "console" and plain:
            region.parsed, region.evaluator = source, run_console
        elif language == "python" and plain:
            region.parsed = Lexeme(source, source.offset, 0)
            region.evaluator = PythonEvaluator()
        elif language in UNRUN and plain:
            region.parsed, region.evaluator = source, unrun
        else:
            where = document.line_column(region.start)
            raise ValueError(f"{document.path}, {where}: no way to run a block {language!r}")
        yield region


def parse(path: Path) -> Document:
    """Read a document and find its examples."""
    return Document.parse(str(path), examples)


def blocks(path: Path, language: str) -> list[str]:
    """Return the blocks of one kind in a document, as text."""
    document = Document(path.read_text(encoding="utf-8"), str(path))
    return [
        region.lexemes["source"]
        for region in lex(document)
        if region.lexemes["language"] == language
    ]


def verdict_table() -> str:
    """Return the table of verdicts of the reports, with links that hold from the root."""
    index = (ROOT / "reports" / "README.md").read_text(encoding="utf-8")
    table = re.search(r"(?:^\|.*\n)+", index, re.MULTILINE)
    assert table is not None
    return table[0].replace("](", "](reports/")


def rewrite(path: Path) -> bool:
    """Write the outputs of a document's ``console`` blocks anew; whether one has changed."""
    document = parse(path)
    changes = []
    with tempfile.TemporaryDirectory() as temporary:
        folder = Folder(Path(temporary))
        document.namespace["folder"] = folder
        for example in document.examples():
            region = example.region
            if region.evaluator is run_console:
                start = region.start + region.lexemes["source"].offset
                if not document.text.startswith(region.parsed, start):
                    raise ValueError(f"{path}: a console block is indented; it must not be")
                new = shown(region.parsed, folder)
                changes.append((start, start + len(region.parsed), new))
            elif region.evaluator is write_file:
                example.evaluate()
        if (folder.path / DRAWN).is_file():
            shutil.copyfile(folder.path / DRAWN, PICTURE)
    text = document.text
    for start, end, new in reversed(changes):
        text = text[:start] + new + text[end:]
    text = VERDICTS.sub(lambda found: found[1] + verdict_table() + found[2], text)
    path.write_text(text, encoding="utf-8")
    return text != document.text


def rewrite_notebook(path: Path) -> bool:
    """Write the outputs of a notebook anew, without times and versions; whether it has changed."""
    before = path.read_text(encoding="utf-8")
    notebook = nbformat.reads(before, as_version=4)
    with tempfile.TemporaryDirectory() as folder:
        where = {"metadata": {"path": folder}}
        NotebookClient(notebook, record_timing=False, resources=where).execute()
    kernel = {"display_name": "Python 3", "language": "python", "name": "python3"}
    notebook.metadata = nbformat.from_dict({"kernelspec": kernel})
    nbformat.write(notebook, path)
    return path.read_text(encoding="utf-8") != before


if __name__ == "__main__":
    every = [*DOCUMENTS, *NOTEBOOKS]
    for named in [Path(name).resolve() for name in sys.argv[1:]] or every:
        write = rewrite_notebook if named.suffix == ".ipynb" else rewrite
        print("changed" if write(named) else "same", named.relative_to(ROOT))
