"""The digest of rules: another for other rules, the same for the same, or none at all."""

import importlib
import os
import subprocess
import sys
from array import array
from collections import deque
from functools import cached_property, partial
from pathlib import Path

import pytest

from oracles.errors import RulesError
from oracles.graph import build
from oracles.heaps import octal
from oracles.levels.identity import rules_digest
from oracles.rules import Game
from oracles.vectors import VectorGame, nim

pytestmark = pytest.mark.every_python  # it reads code objects

ROOT = Path(__file__).parent.parent.parent


class Take(Game):
    """Take some of the numbers that a rule gives; this is said by no repr."""

    def __init__(self, rule) -> None:
        self._rule = rule

    def start(self, size):
        return [size]

    def options(self, heap):
        return [heap - take for take in self._rule() if take <= heap]

    def level(self, heap):
        return heap


def up_to(most):
    return lambda: range(1, most + 1)


class Slotted:
    __slots__ = ("most",)

    def __init__(self, most) -> None:
        self.most = most

    def __call__(self):
        return range(1, self.most + 1)


def made_by_a_factory(most):
    class TakeUpTo(Take):
        def options(self, heap):
            return [heap - take for take in range(1, most + 1) if take <= heap]

    return TakeUpTo(None)


def with_default(most):
    def rule(most=most):
        return range(1, most + 1)

    return rule


def of_class_attribute(most):
    return type("Take", (Take,), {"most": most, "options": lambda self, heap: []})(None)


@pytest.mark.parametrize(
    "make",
    [
        lambda most: Take(up_to(most)),
        lambda most: Take(Slotted(most)),
        lambda most: Take(with_default(most)),
        lambda most: Take(partial(range, 1, most + 1)),
        made_by_a_factory,
        of_class_attribute,
    ],
)
def test_the_digest_of_rules_is_that_of_all_they_are(make) -> None:
    assert rules_digest(make(2)) == rules_digest(make(2))
    assert rules_digest(make(2)) != rules_digest(make(3))


def test_the_digest_of_rules_has_the_types_of_what_they_keep() -> None:
    kept = [1, True, 1.0, "1", (1,), [1], {1}, frozenset({1}), {1: 1}, b"1", None, int, len]
    assert len({rules_digest(Take(each)) for each in kept}) == len(kept)


MOST = 2


def by_a_global():
    return range(1, MOST + 1)


def test_the_digest_of_rules_has_the_globals_that_they_use(monkeypatch) -> None:
    before = rules_digest(Take(by_a_global))
    monkeypatch.setitem(globals(), "MOST", 3)
    assert rules_digest(Take(by_a_global)) != before


def import_within():
    from helper import BLOCKED

    return [1, BLOCKED]


def import_of_a_package():
    import parts.inner

    return parts.inner.FIRST


def use_a_module_that_imports():
    import chain

    return chain.rule()


@pytest.mark.parametrize(
    ("rule", "file"),
    [
        (import_within, "helper.py"),
        (import_of_a_package, "parts/inner.py"),
        (import_of_a_package, "parts/__init__.py"),
        (use_a_module_that_imports, "chain.py"),
        (use_a_module_that_imports, "consts.py"),
        (use_a_module_that_imports, "late.py"),
    ],
)
@pytest.mark.parametrize("is_loaded", [False, True])
def test_the_digest_has_the_modules_that_rules_import_and_those_import(
    rule, file, is_loaded, tmp_path, monkeypatch
) -> None:
    monkeypatch.syspath_prepend(tmp_path)
    (tmp_path / "parts").mkdir()
    for name, text in {
        "helper.py": "BLOCKED = 2",
        "parts/__init__.py": "",
        "parts/inner.py": "FIRST = [1]",
        "chain.py": "from consts import BLOCKED\ndef rule():\n    import late\n    return BLOCKED",
        "consts.py": "BLOCKED = 2",
        "late.py": "",
    }.items():
        (tmp_path / name).write_text(text, encoding="utf-8")
    before = rules_digest(Take(rule))
    if is_loaded:
        rule()
    assert rules_digest(Take(rule)) == before
    with (tmp_path / file).open("a", encoding="utf-8") as module:
        module.write("\nBLOCKED = 3\n")
    after = rules_digest(Take(rule))
    for name in ("helper", "parts", "parts.inner", "chain", "consts", "late"):
        sys.modules.pop(name, None)
    assert after != before


def with_text(text):
    return type("Take", (Take,), {"__doc__": text, "options": lambda self, _: [int(self.__doc__)]})


def with_annotation(said):
    return type("Take", (Take,), {"__annotations__": {"most": said}, "annotations": None})


class Cached(Take):
    @cached_property
    def most(self):
        return 2

    def options(self, heap):
        return [heap - take for take in range(1, self.most + 1) if take <= heap]


def overwritten(number):
    game = Cached(None)
    game.most = number
    return game


@pytest.mark.parametrize(
    ("two", "three"),
    [
        (with_text("2")(None), with_text("3")(None)),
        (with_annotation(2)(None), with_annotation(3)(None)),
        (with_annotation(Slotted(2))(None), with_annotation(Slotted(3))(None)),
        (with_annotation(list[int])(None), with_annotation(list[str])(None)),
        (Cached(None), overwritten(3)),
    ],
    ids=["text", "annotation", "object", "type", "cached property"],
)
def test_the_digest_of_rules_has_what_they_may_read_of_themselves(two, three) -> None:
    assert rules_digest(two) != rules_digest(three)


def test_the_digest_of_rules_stays_when_their_cached_properties_are_asked() -> None:
    game = Cached(None)
    before = rules_digest(game)
    assert game.most == 2
    assert rules_digest(game) == before == rules_digest(overwritten(2))


def by_globals():
    return globals()["MOST"]


def by_eval():
    return eval("MOST")


def by_import():
    return importlib.import_module("tests").MOST


def by_function():
    return up_to.__globals__["MOST"]


def by_modules():
    return sys.modules[__name__].MOST


GLOBALS = globals


def by_another_name():
    return GLOBALS()["MOST"]


@pytest.mark.parametrize(
    ("rule", "used"),
    [
        (by_globals, "globals"),
        (by_eval, "eval"),
        (by_import, "import_module"),
        (by_function, "__globals__"),
        (by_modules, "sys.modules"),
        (by_another_name, "globals"),
        (lambda: [by() for by in (lambda: eval("2"),)], "eval"),
    ],
)
def test_rules_that_may_take_anything_need_a_digest(rule, used) -> None:
    with pytest.raises(RulesError, match=rf"uses {used}, by which .* or give digest="):
        rules_digest(Take(rule))


USED = [nim(3), octal("0.77"), VectorGame([(1, 0), (0, 1)], guard=lambda old, new: sum(new) > 0)]


@pytest.mark.parametrize("game", USED)
def test_the_digest_of_rules_stays_when_they_are_used(game) -> None:
    before = rules_digest(game)
    build(game, 5)
    assert rules_digest(game) == before


@pytest.mark.parametrize("kept", [array("i", [1, 2]), {up_to(2)}, iter([1, 2]), deque([1])])
def test_rules_that_cannot_be_taken_exactly_need_a_digest(kept) -> None:
    with pytest.raises(RulesError, match=r"_rule of .* cannot be taken exactly .* give digest="):
        rules_digest(Take(kept))


def test_a_digest_is_the_same_in_each_process() -> None:
    script = (
        "from oracles.levels.identity import rules_digest\n"
        "from tests.oracles.test_rules_digest import Take\n"
        "print(rules_digest(Take({'a', 'b', 'c', frozenset({'x', 'y'})})))\n"
    )
    said = {
        subprocess.run(
            [sys.executable, "-c", script],
            cwd=ROOT,
            env=os.environ | {"PYTHONHASHSEED": seed},
            capture_output=True,
            check=True,
        ).stdout
        for seed in "123"
    }
    assert len(said) == 1
