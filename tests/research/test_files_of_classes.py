"""The file of a class is read for what changes, whatever the class itself has in it."""

import importlib
import sys

import pytest

from research.theorems.rules_on_symbols import rules_are_formulas
from research.theorems.symbols import NotOnSymbolsError
from research.theorems.vector_moves import encoding_of

pytestmark = pytest.mark.every_python

TAKE = """
from oracles.rules import Game
class Take(Game):
    most = 2
    def start(self, size):
        return range(size + 1)
    def options(self, heap):
        return [heap - n for n in (1, 2, 3) if n <= heap and n <= self.most]
"""
LENGTHEN = "\ndef lengthen():\n    Row.most = 3"


@pytest.mark.parametrize(
    ("text", "proved"),
    [
        ("class Row(Take): pass", True),
        ("class Row(Take): options = Take.options", True),
        ("class Row(Take):\n    def look(self): return 3", True),
        ("class Row(Take): pass" + LENGTHEN, False),
        ("class Row(Take): options = Take.options" + LENGTHEN, False),
        ("class Row(Take):\n    look = property(lambda self: 3)" + LENGTHEN, False),
        ("class Row(Take):\n    @cache\n    def look(self): Row.most = 3", False),
        ("class Row(Take): __module__ = 'elsewhere'" + LENGTHEN, False),
        ("class Row(Take): __module__ = 'typing'" + LENGTHEN, False),
        ("Row = type('Row', (Take,), {})", False),
        ("class Row(Take):\n    def __new__(cls): return super().__new__(cls)", False),
        ("class Kind(type(Take)): pass\nclass Row(Take, metaclass=Kind): pass", False),
    ],
)
def test_the_file_of_a_class_is_read_whatever_is_in_the_class(tmp_path, monkeypatch, text, proved):
    monkeypatch.syspath_prepend(tmp_path)
    imports = "from functools import cache\nfrom elsewhere import Take\n"
    for name, written in (("elsewhere", TAKE), ("row", imports + text)):
        monkeypatch.delitem(sys.modules, name, raising=False)
        tmp_path.joinpath(f"{name}.py").write_text(written)
        module = importlib.import_module(name)
    encoding = encoding_of(module.Row(), [], [(1,), (2,)], unordered=False, plain=True)
    if proved:
        assert all(decision.truth for decision in rules_are_formulas(encoding))
    else:
        with pytest.raises(NotOnSymbolsError, match=r"is changed by|stays what it is"):
            rules_are_formulas(encoding)
