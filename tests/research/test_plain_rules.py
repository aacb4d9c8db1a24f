"""What is taken for one of our games, plain and unchanged, is one: nothing overridden or hidden.

A theorem is about the rules themselves only where they can be nothing else, so each game below that
hides, overrides or exchanges something must be seen to.
"""

from __future__ import annotations

import importlib
import sys
from abc import ABCMeta
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from oracles.heaps import HeapGame, octal, subtraction
from oracles.moves import MoveGame
from oracles.rules import Game
from oracles.vectors import VectorGame, nim
from research.theorems.one_thing import is_code, made_from_rules

pytestmark = pytest.mark.every_python

TEXT = "position play(x)\nmove play -> play(x - n) for n where 1 <= n & n <= 3 & n <= x"


def hidden(name: str, value: Any) -> Callable[[], Game[Any]]:
    """A text whose subclass hides something behind a name."""
    return lambda: type("Hidden", (MoveGame,), {name: value})(TEXT)


@pytest.mark.parametrize(
    "make",
    [
        hidden("text", property(lambda game: TEXT, lambda game, text: None)),
        hidden("__dict__", property(lambda game: {})),
        hidden("__class__", property(lambda game: MoveGame)),
        hidden("__getattr__", lambda game, name: None),
    ],
)
def test_a_text_that_hides_what_it_plays_is_not_plain(make: Callable[[], Any]) -> None:
    assert not make().is_plain()


class Answering(ABCMeta):
    """Answers for its classes: they inherit from the text alone."""

    @property
    def __mro__(cls) -> Any:  # type: ignore[override]
        return MoveGame.__mro__


class Answered(MoveGame, metaclass=Answering):
    def options(self, position: Any) -> list[Any]:
        return super().options(position)[:1]


class Hidden(MoveGame):
    """Hides its options in a dictionary of its own."""

    __dict__ = property(lambda self: {"text": TEXT, "misere": False})  # type: ignore[assignment]


def hidden_options() -> Any:
    game = Hidden(TEXT)
    game.options = lambda position: []  # type: ignore[method-assign]
    return game


def kept_options() -> Any:
    """Options that were put where the reading of the text keeps them."""
    game = MoveGame(TEXT)
    game._rules._options["play"] = lambda tries, here, *vector: []
    return game


@pytest.mark.parametrize("make", [lambda: Answered(TEXT), hidden_options])
def test_no_class_answers_for_what_it_overrides(make: Callable[[], Any]) -> None:
    assert not make().is_plain()


def test_what_was_put_where_a_text_is_kept_is_not_played_once_it_is_proved() -> None:
    game = kept_options()
    assert game.options(3) == []
    assert game.is_plain()
    assert len(game.options(3)) == 3


def one_thing(game: Any) -> bool:
    """Whether a theorem of the game is about its rules themselves."""
    return is_code(game) if isinstance(game, HeapGame) else made_from_rules(game) is not None


PLAIN: dict[Any, Callable[[], Any]] = {
    MoveGame: lambda: MoveGame(TEXT),
    VectorGame: lambda: nim(2),
    HeapGame: lambda: subtraction(1, 2, 3),
}


@pytest.mark.parametrize("kind", PLAIN)
@pytest.mark.parametrize("name", ["canonical", "parts", "options"])
def test_what_a_game_declares_of_its_positions_is_no_rule_of_it(
    kind: Any, name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    # In a file of its own, as what else stands in the file of a class may change it.
    (tmp_path / "declaring_file.py").write_text(
        f"from {kind.__module__} import {kind.__name__}\n\n\n"
        f"class Declaring({kind.__name__}):\n"
        f"    def {name}(self, position):\n        return [position]\n"
    )
    monkeypatch.syspath_prepend(tmp_path)
    monkeypatch.delitem(sys.modules, "declaring_file", raising=False)
    declaring = importlib.import_module("declaring_file").Declaring
    game = PLAIN[kind]()
    declared: Any = declaring.__new__(declaring)
    vars(declared).update(vars(game))
    assert one_thing(declared) == (name != "options")


@pytest.mark.parametrize("kind", PLAIN)
@pytest.mark.parametrize("name", ["options", "contains", "final_outcome", "__getattribute__"])
def test_a_class_of_ours_that_was_changed_proves_nothing(
    kind: Any, name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = PLAIN[kind]()
    before = getattr(kind, name)
    assert one_thing(game)

    def other(self: Any, *given: Any) -> Any:
        return before(self, *given)

    monkeypatch.setattr(kind, name, other)
    assert not one_thing(game)


@pytest.mark.parametrize(
    ("module", "name", "value"),
    [
        ("oracles.moves.python", "compiled", lambda *_: lambda *_: []),
        ("oracles.vectors", "min", lambda steps: 1),
        ("oracles.heaps", "sorted", list),
    ],
)
def test_a_module_of_ours_that_was_changed_makes_nothing_plain(
    module: str, name: str, value: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(f"{module}.{name}", value, raising=False)
    assert not MoveGame(TEXT).is_plain()
    assert made_from_rules(nim(2)) is None


class Lying(int):
    """An integer that another one is not above, unless it is 1."""

    def __le__(self, other: int) -> bool:
        return int(self) == 1

    def __rfloordiv__(self, other: int) -> int:
        return 1


def lying_vectors() -> Any:
    game = nim(2)
    game.vectors = [(Lying(1), 0), (0, Lying(1))]  # type: ignore[assignment]
    return game


class LyingDigits(list[Any]):
    """Digits of which one is not read."""

    def __getitem__(self, place: Any) -> Any:
        return super().__getitem__(0)


def lying_digits() -> Any:
    game = octal("0.77")
    added, digits, period = game.rule._digits  # type: ignore[attr-defined]
    vars(game.rule)["_digits"] = added, LyingDigits(digits), period
    return game


@pytest.mark.parametrize("make", [lying_vectors, lying_digits])
def test_numbers_and_lists_that_answer_for_themselves_prove_nothing(make: Any) -> None:
    assert not one_thing(make())


def test_what_is_taken_is_a_number_of_pythons_own() -> None:
    numbers = subtraction(Lying(1), Lying(3)).rule.numbers  # type: ignore[attr-defined]
    assert list(map(type, numbers)) == [int, int]


def test_code_that_was_exchanged_within_a_function_is_noticed(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def none(self: Any, position: Any) -> list[Any]:
        return []

    monkeypatch.setattr(VectorGame.options, "__code__", none.__code__)
    assert made_from_rules(nim(2)) is None


def test_heaps_that_are_kept_or_digits_that_were_changed_prove_nothing() -> None:
    from oracles.codes import Digit
    from oracles.heaps import octal

    kept = octal("0.77")
    kept._known[5] = []
    assert is_code(kept)
    assert kept.options((5,)) == octal("0.77").options((5,))
    added, digits, repeated = kept.rule._digits  # type: ignore[attr-defined]
    vars(kept.rule)["_digits"] = (added, [*digits, Digit(7, "")], repeated)
    assert not is_code(kept)
