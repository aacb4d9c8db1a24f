"""Make the gallery while the site is built: a card and a page of each game, from its report.

The reports of the studies are those in ``reports/``. Those of the games in ``research/variants``
are written here by ``grundwork report``, which checks what has changed since the last time. No
list names the games: what has a report has a card.
"""

from __future__ import annotations

import ast
import json
import re
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from mkdocs.config.defaults import MkDocsConfig
from mkdocs.exceptions import PluginError
from mkdocs.structure.files import File, Files, InclusionLevel

ROOT = Path(__file__).parents[2]
VARIANTS = ROOT / "research" / "variants"
PAGE = "games/index.md"
SUMMARY = re.compile(r"<!-- grundwork: (\{.*\}) -->\n+")
PICTURE = re.compile(r"!\[[^\]]*\]\(([^)]+)\)")
SENTENCE = re.compile(r"\S.*?[.?!](?= [A-Z]|$)")
OPENED = re.compile(r"<details( open)?>")
NESTED = re.compile(r"^  (?=- )", re.MULTILINE)  # GitHub asks for two blanks, this markdown four
INTERACTIVE = ("euclid", "kayles", "nim", "toads-and-frogs", "white-knight", "wythoff")
SENTENCES = 3  # of the rules


@dataclass(frozen=True)
class Game:
    """A game as its report and its file tell it."""

    name: str
    text: str
    summary: dict[str, Any]
    interactive: bool = False

    @property
    def rules(self) -> str:
        """The rules in words: of a variant the title of its file, else how the abstract begins."""
        file = VARIANTS / f"{self.name.replace('-', '_')}.py"
        if file.is_file():
            words = ast.get_docstring(ast.parse(file.read_text(encoding="utf-8"))) or ""
            said = words.split("\n\n")[0].replace("\n", " ").partition(": ")[2]
            return said[:1].upper() + said[1:]
        abstract = self.text.split("\n\n")[1].removeprefix("**Abstract.** ")
        return " ".join(SENTENCE.findall(abstract)[:SENTENCES])

    def page(self) -> str:
        """The report as a page of the site."""
        heading, _, rest = self.text.partition("\n")
        body = NESTED.sub("    ", OPENED.sub(r'<details markdown="1"\1>', rest))
        return f"{heading}\n\n[All games](index.md){self._interactive()}\n{body}"

    def card(self) -> str:
        """The game on the gallery."""
        picture = PICTURE.search(self.text)
        shown = f"[![]({picture[1]}){{ loading=lazy }}]({self.name}.md)" if picture else ""
        known = [
            f"**{level.capitalize()}**{{ .verdict .{level} }} {words}"
            for level, words in self.summary["known"]
        ]
        links = f"[Verdicts and report]({self.name}.md){self._interactive()}"
        title = f"### [{self.summary['title']}]({self.name}.md) {{ #{self.name} }}"
        parts = [title, shown, self.rules, *known, links]
        body = "\n\n".join(part for part in parts if part)
        return f'<div class="game" markdown="1">\n\n{body}\n\n</div>'

    def _interactive(self) -> str:
        return f" · [Interactive]({self.name}.html)" if self.interactive else ""


def on_files(files: Files, config: MkDocsConfig, **_: Any) -> Files:
    """Add the pages of the games, their pictures, and the cards."""
    add_interactive(files, config)
    with TemporaryDirectory() as folder:
        names = sorted(file.stem for file in VARIANTS.glob("[!_]*.py"))
        write_reports([name.replace("_", "-") for name in names], Path(folder))
        games = {
            "sources": read_reports(ROOT / "reports", files, config),
            "literature": read_reports(Path(folder), files, config),
        }
    gallery = (ROOT / "docs" / PAGE).read_text(encoding="utf-8")
    for place, found in games.items():
        cards = "\n\n".join(game.card() for game in found)
        shown = f'<div class="games" markdown="1">\n\n{cards}\n\n</div>'
        gallery = gallery.replace(f"<!-- {place} -->", shown)
        for game in found:
            add(files, config, f"games/{game.name}.md", game.page())
    files.remove(files.src_uris[PAGE])
    files.append(File.generated(config, PAGE, content=gallery))
    return files


def add_interactive(files: Files, config: MkDocsConfig) -> None:
    """Add the interactive pages of some games, one of each kind."""
    with TemporaryDirectory() as folder:
        for name in INTERACTIVE:
            page = Path(folder) / f"{name}.html"
            run("explore", name, "--html", str(page))
            add(files, config, f"games/{name}.html", page.read_text("utf-8"))


def write_reports(names: list[str], folder: Path) -> None:
    """Write the reports of some games; a check that does not hold ends the building."""
    run("report", *names, "--out", str(folder))


def run(*words: str) -> None:
    """Run a command of Grundwork; one that fails ends the building."""
    command = [sys.executable, "-m", "grundwork", *words]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    if done.returncode:
        said = done.stderr.strip()
        raise PluginError(f"grundwork {words[0]} ended with {done.returncode}: {said}")


def read_reports(folder: Path, files: Files, config: MkDocsConfig) -> list[Game]:
    """Return the games that have a report in a folder, and add their pictures."""
    games = []
    for path in sorted(folder.glob("*.md")):
        text = path.read_text(encoding="utf-8")
        found = SUMMARY.match(text)
        if found is None:
            continue
        interactive = f"games/{path.stem}.html" in files.src_uris
        games.append(Game(path.stem, text[found.end() :], json.loads(found[1]), interactive))
        for shown in sorted((folder / path.stem).glob("*.*")):  # pictures, and small values
            add(files, config, f"games/{path.stem}/{shown.name}", shown.read_text("utf-8"))
    return games


def add(files: Files, config: MkDocsConfig, name: str, content: str) -> None:
    """Add a file that is in no menu."""
    no_menu = InclusionLevel.NOT_IN_NAV
    files.append(File.generated(config, name, content=content, inclusion=no_menu))
