"""What people import from ``grundwork``: each name is there, and stands on a page."""

from __future__ import annotations

import importlib
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

import grundwork
from grundwork.commands.new import FORMS, new_text

pytestmark = pytest.mark.every_python

ROOT = Path(__file__).parents[2]
DOCS = ROOT / "docs"
PAGES = (
    ROOT / "README.md",
    DOCS / "tutorial.md",
    DOCS / "proofs.md",
    *(DOCS / "how-to").glob("*.md"),
)


def imported_in(text: str) -> Iterator[str]:
    """The names that a text imports from ``grundwork``."""
    for found in re.finditer(r"from grundwork import (?:\(([^)]*)\)|(.*))", text):
        yield from re.findall(r"\w+", found[1] or found[2])


@pytest.mark.parametrize("name", grundwork.__all__)
def test_each_name_is_there_and_stands_in_code_on_a_page(name: str) -> None:
    home = importlib.import_module(grundwork._HOMES[name])
    assert getattr(grundwork, name) is getattr(home, name)
    code = "\n".join(
        found
        for page in PAGES
        for found in re.findall(r"```py.*?```|`[^`\n]+`", page.read_text("utf-8"), re.DOTALL)
    )
    assert re.search(rf"\b{name}\b", code), f"no page has {name}"


def test_pages_templates_and_variants_import_only_these() -> None:
    texts = [page.read_text(encoding="utf-8") for page in PAGES]
    texts += [new_text("twin-piles", form) for form in FORMS]
    for file in (ROOT / "tests" / "variants_in_print").glob("*.py"):
        texts.append(file.read_text(encoding="utf-8"))
    found = {name for text in texts for name in imported_in(text)}
    assert "Study" in found
    assert found <= set(grundwork.__all__)


def test_a_name_that_is_none_is_no_attribute() -> None:
    with pytest.raises(AttributeError, match="no attribute 'Stduy'"):
        getattr(grundwork, "Stduy")  # noqa: B009
    assert set(grundwork.__all__) <= set(dir(grundwork))
