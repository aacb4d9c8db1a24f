"""Split the reference: a page for each module that a page of it names by ``:::``."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from mkdocs.config.defaults import MkDocsConfig
from mkdocs.structure.files import File, Files
from mkdocs.structure.pages import Page

ROOT = Path(__file__).parents[2]
MODULE = re.compile(r"^::: ([\w.]+)$\n?", re.MULTILINE)
# A link to the file of a module, as it holds in a clone.
SOURCE = re.compile(r"\]\((?:\.\./)+((?:oracles|fast|research|grundwork)(?:/\w+)+)\.py\)")


def on_config(config: MkDocsConfig) -> MkDocsConfig:
    """Put the pages of the modules into the menu, below the page that names them."""
    config.nav = [_with_modules(entry, Path(config.docs_dir)) for entry in config.nav or []]
    return config


def on_files(files: Files, config: MkDocsConfig, **_: Any) -> Files:
    """Add the pages of the modules."""
    for file in list(files.documentation_pages()):
        if file.src_uri.startswith("reference/"):
            for module in MODULE.findall(file.content_string):
                text = f"::: {module}\n"
                files.append(File.generated(config, f"reference/{module}.md", content=text))
    return files


def on_page_markdown(markdown: str, page: Page, **_: Any) -> str | None:
    """List the modules, each with the first line that it says of itself; link to their pages."""
    uri = page.file.src_uri
    if page.file.generated_by is not None:
        return None
    up = "../" * uri.count("/")
    linked = SOURCE.sub(lambda found: f"]({up}reference/{_module(found[1])}.md)", markdown)
    return MODULE.sub(_line, linked) if uri.startswith("reference/") else linked


def _with_modules(entry: Any, docs: Path) -> Any:
    if not isinstance(entry, dict):
        return entry
    return dict(_entries(entry, docs))


def _entries(entry: dict[str, Any], docs: Path) -> Iterator[tuple[str, Any]]:
    for title, what in entry.items():
        if isinstance(what, list):
            yield title, [_with_modules(below, docs) for below in what]
        elif what.startswith("reference/"):
            modules = MODULE.findall((docs / what).read_text(encoding="utf-8"))
            yield title, [what, *({module: f"reference/{module}.md"} for module in modules)]
        else:
            yield title, what


def _module(path: str) -> str:
    return path.removesuffix("/__init__").replace("/", ".")


def _line(found: re.Match[str]) -> str:
    """Return a module as an item of a list, with the first line that it says of itself."""
    module = found[1]
    path = ROOT.joinpath(*module.split("."))
    file = path / "__init__.py" if path.is_dir() else path.with_suffix(".py")
    words = ast.get_docstring(ast.parse(file.read_text(encoding="utf-8"))) or ""
    title = words.partition("\n\n")[0].replace("\n", " ")
    return f"- [`{module}`]({module}.md): {title}\n"
