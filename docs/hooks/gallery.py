"""Make the gallery while the site is built: a card and a page of each game, from its report.

The reports of the studies are those in ``reports/``. Those of the games in ``research/variants``
are written here by ``grundwork report``, which checks what has changed since the last time. What
has a report has a card, with the words and the picture that ``docs/games/cards.toml`` gives it.
"""

from __future__ import annotations

import json
import re
import subprocess
import sys
import tomllib
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from mkdocs.config.defaults import MkDocsConfig
from mkdocs.exceptions import PluginError
from mkdocs.structure.files import File, Files, InclusionLevel
from thumbnails import thumbnail

from research.explore.exploration import explored_of
from research.explore.page.write import page as interactive
from research.resolving.loading import load_study, variant_names

ROOT = Path(__file__).parents[2]
PAGE, CARDS = "games/index.md", "games/cards.toml"
SUMMARY = re.compile(r"<!-- grundwork: (\{.*\}) -->\n+")
OPENED = re.compile(r"<details( open)?>")
NESTED = re.compile(r"^  (?=- )", re.MULTILINE)  # GitHub asks for two blanks, this markdown four


@dataclass(frozen=True)
class Game:
    """A game as its report and its card tell it."""

    name: str
    text: str
    summary: dict[str, Any]
    told: dict[str, Any]

    def page(self) -> str:
        """The report as a page of the site."""
        heading, _, rest = self.text.partition("\n")
        body = NESTED.sub("    ", OPENED.sub(r'<details markdown="1"\1>', rest))
        links = f"[All games](index.md) · [Interactive]({self.name}.html)"
        picture = f"![]({self.name}/card.svg){{ .card align=right }}"
        return f"{heading}\n\n{links}\n\n{picture} {self.told['text']}\n{body}"

    def links_back(self) -> str:
        """The beginning of the interactive page's header."""
        report = f'<a href="{self.name}/index.html">Report</a>'
        return f'<header><p><a href="index.html">All games</a> · {report}</p>'

    def card(self) -> str:
        """The game on the gallery."""
        level = self.summary["known"][0][0]
        parts = [
            f"[![]({self.name}/card.svg){{ loading=lazy }}]({self.name}.md)",
            f"### [{self.summary['title']}]({self.name}.md) {{ #{self.name} }}",
            self.told["text"],
            f"**{level.capitalize()}**{{ .verdict .{level} }} · [Report]({self.name}.md) · "
            f"[Play]({self.name}.html)",
        ]
        body = "\n\n".join(parts)
        keys = f'data-form="{self.told["form"]}" data-verdict="{level}"'
        return f'<div class="game" {keys} markdown="1">\n\n{body}\n\n</div>'


def on_files(files: Files, config: MkDocsConfig, **_: Any) -> Files:
    """Add the pages of the games, their pictures, and the cards."""
    with TemporaryDirectory() as folder:
        write_reports(folder)
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
            name, study = f"games/{game.name}", load_study(game.name)
            add(files, config, f"{name}.md", game.page())
            add(files, config, f"{name}/card.svg", thumbnail(study, game.told))
            shown = interactive(study, explored_of(study, None))
            add(files, config, f"{name}.html", shown.replace("<header>", game.links_back(), 1))
    files.remove(files.src_uris[PAGE])
    files.append(File.generated(config, PAGE, content=gallery))
    return files


def on_page_markdown(markdown: str, **_: Any) -> str:
    """Link to the pages of games where the clone has their reports."""
    return markdown.replace("](../reports/", "](games/")


def write_reports(folder: str) -> None:
    """Write the reports of the variants; a check that does not hold ends the building."""
    words = "report", *variant_names(), "--out", folder
    command = [sys.executable, "-m", "grundwork", *words]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    if done.returncode:
        raise PluginError(f"grundwork report ended with {done.returncode}: {done.stderr.strip()}")


def read_reports(folder: Path, files: Files, config: MkDocsConfig) -> list[Game]:
    """Return the games that have a report in a folder, and add their pictures."""
    games = []
    cards = tomllib.loads((ROOT / "docs" / CARDS).read_text(encoding="utf-8"))
    for path in sorted(folder.glob("*.md")):
        text = path.read_text(encoding="utf-8")
        found = SUMMARY.match(text)
        if found is None:
            continue
        if path.stem not in cards:
            raise PluginError(f"docs/{CARDS}: no card for {path.stem}; add one")
        summary = json.loads(found[1])
        games.append(Game(path.stem, text[found.end() :], summary, cards[path.stem]))
        for shown in sorted((folder / path.stem).glob("*.*")):  # pictures, and small values
            add(files, config, f"games/{path.stem}/{shown.name}", shown.read_text("utf-8"))
    return games


def add(files: Files, config: MkDocsConfig, name: str, content: str) -> None:
    """Add a file that is in no menu."""
    no_menu = InclusionLevel.NOT_IN_NAV
    files.append(File.generated(config, name, content=content, inclusion=no_menu))
