"""A theorem is claimed, proved and saved as one of the game that it is about."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cached_property
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from research.proving.claims_of_theorems import claim_theorem
from research.proving.subjects import subject_of
from research.theorems.known import KnownTheorem

from fast.errors import InputError
from oracles.moves import MoveGame
from oracles.rules import Game
from oracles.vectors import VectorGame, nim
from research.checks.evidence import ClaimError, Level, Settings
from research.claims.study import Study
from research.logic.parser import parse
from research.proving.prove import prove
from research.proving.solver_sources import solver_source
from research.reporting.parts import claims as claims_of_report
from research.reporting.terminal import in_short
from research.resolving.loading import load_study
from research.studies.silver_dollar.strip import AnyCoins
from research.theorems import known_theorem
from research.theorems.formulas_by_hand import written_formulas, written_theorem
from research.theorems.move_formulas import formulas_of
from research.theorems.one_game import named, same_game
from research.verdicts.checking import check_claim, check_study

SETTINGS = Settings(examples=50)


class Text(MoveGame):
    """Take up to so many, in the language of moves."""

    def __init__(self, most: int) -> None:
        super().__init__(f"""
            position play(x)
            move play -> play(x - n) for n where 1 <= n & n <= {most} & n <= x
        """)


class Public(Game[int]):
    """Take up to so many, in Python."""

    def __init__(self, most: int) -> None:
        self.most = most

    def start(self, size: int) -> Iterable[int]:
        return range(size + 1)

    def options(self, position: int) -> list[int]:
        return [position - n for n in range(1, self.most + 1) if n <= position]


class Private(Public):
    """The same, with a parameter that is kept for itself."""

    def __init__(self, most: int) -> None:
        self._kept = most

    @property
    def most(self) -> int:  # type: ignore[override]
        return self._kept


class Slotted(Public):
    """The same, with a parameter in a slot."""

    __slots__ = ("most",)


class Whole(Public):
    """The same, standing for all of them."""

    family = Public


def theorem_of(game: Any) -> KnownTheorem:
    """Return that the multiples of 3 lose where one or two are taken."""
    if isinstance(game, MoveGame):
        formulas = formulas_of(game)
    else:
        move = "play -> play(x - n) for n where n >= 1 & n <= 2 & n <= x"
        formulas = written_formulas(game, coordinates={"play": "x"}, moves=[move])
    made = written_theorem(formulas, "multiples of 3", {"play": "Ek x = 3*k"})
    made.wrong["multiples of 5"] = lambda: {"play": parse("Ek x = 5*k").formula}  # type: ignore[index]
    return made


def claimed(own: Any, game: Any) -> Study:
    study = Study("threes", own, source="a test")
    claim_theorem(study, "c", "s", lambda: theorem_of(game), wrong=("multiples of 5",))
    return study


@pytest.mark.parametrize("kind", [Text, Public, Private, Slotted])
def test_a_theorem_of_one_member_is_no_theorem_of_another(kind: Any) -> None:
    with pytest.raises(ClaimError, match=r"theorem is about .*, and the study about ") as raised:
        check_claim(claimed(kind(3), kind(2)).claims[0], SETTINGS)
    assert " at 0x" not in str(raised.value)
    about, _, study = str(raised.value).partition("the study about ")
    assert not about.endswith(study.partition(";")[0])
    own = check_claim(claimed(kind(2), kind(2)).claims[0], SETTINGS)
    assert own.level == (Level.PROVED if kind is Text else Level.EXHAUSTED)


@pytest.mark.expensive
def test_a_theorem_of_a_member_of_a_family_names_the_member() -> None:
    study = claimed(Whole(3), Public(2))
    findings = check_study(study, SETTINGS)
    assert "of Public(most=2)" in in_short(findings.verdicts[0])
    assert "of Public(most=2)" in claims_of_report(findings)
    study = Study("strips", AnyCoins(), source="a test")
    theorem = known_theorem("silver-dollar", 3)
    claim_theorem(study, "c", "s", lambda: theorem, wrong=tuple(theorem.wrong))
    proved = check_claim(study.claims[0], SETTINGS)
    assert proved.level == Level.PROVED
    assert in_short(proved).endswith(", of SilverDollar(coins=2)")


def test_a_member_that_no_words_name_is_none() -> None:
    class Guarded(VectorGame):
        family = VectorGame

    guarded = VectorGame([(1,)], guard=lambda _before, _after: True)
    assert named(guarded) == named(VectorGame([(1,)], guard=lambda _before, _after: False))
    theorem = theorem_of(guarded)
    study = Study("guarded", Guarded([(1,)]), source="a test")
    claim_theorem(study, "c", "s", lambda: theorem, wrong=("multiples of 5",))
    with pytest.raises(ClaimError, match="the theorem is about"):
        check_claim(study.claims[0], SETTINGS)


def test_what_a_game_keeps_for_speed_makes_it_no_other_game() -> None:
    from oracles.heaps import octal

    used = octal("0.77")
    used.options((5,))
    assert same_game(used, octal("0.77"))
    assert not same_game(nim(2), nim(3))


class Slots:
    __slots__ = ("n",)

    def __init__(self, n: Any) -> None:
        self.n = n


class More(Slots):
    __slots__ = ("more",)


class Computing:
    @cached_property
    def table(self) -> int:
        return 1


def test_games_differ_in_class_and_in_whatever_they_keep() -> None:
    used = Computing()
    assert used.table == 1
    assert same_game(used, Computing())
    assert same_game(More(1), More(1))
    assert not same_game(More(1), More(2))
    assert not same_game(More(1), Slots(1))
    assert not same_game(Slots(np.array([1, 2])), Slots(np.array([1, 3])))
    other = MoveGame.__new__(Text)
    other.__dict__ |= vars(Text(2)) | {"text": Text(3).text}
    assert not same_game(other, Text(2))


class Remembering(Public):
    """One that remembers what it gave."""

    def __init__(self) -> None:
        super().__init__(2)
        self.known: dict[int, list[int]] = {}

    def options(self, position: int) -> list[int]:
        self.known[position] = super().options(position)
        return self.known[position]


def test_of_games_that_remember_one_line_says_what_they_keep_apart() -> None:
    own = Remembering()
    for heap in range(999):
        own.options(heap)
    assert check_claim(claimed(own, own).claims[0], SETTINGS).level == Level.EXHAUSTED
    with pytest.raises(ClaimError, match="differs in known: what is kept for speed") as raised:
        check_claim(claimed(own, Remembering()).claims[0], SETTINGS)
    assert len(str(raised.value)) < 800


FILES = {
    "a study": 'study = Study("wythoff", VectorGame([(1, 0), (0, 1), (1, 1)]), source="a test")\n',
    "rules": "game = VectorGame([(1, 0), (0, 1), (1, 1)])\n",
    "a class": """
class Other(Game):
    def start(self, size):
        return range(size + 1)

    def options(self, position):
        return range(position)
""",
}
HEAD = """
from oracles.rules import Game
from oracles.vectors import VectorGame, nim
from research.theorems import known_theorem
from research.theorems.formulas_by_hand import written_theorem
from research.theorems.reading_off import game_formulas
from research.claims.study import Study

"""
OF_NIM = {
    "theorem": 'written_theorem(game_formulas(nim(2)), "equal piles", {"play": "x1 = x2"})',
    "formulas": "game_formulas(nim(2))",
}


@pytest.mark.parametrize("title", OF_NIM)
@pytest.mark.parametrize("what", FILES)
def test_a_file_is_not_proved_by_the_theorem_of_another_game(
    what: str, title: str, tmp_path: Path
) -> None:
    file = tmp_path / "other.py"
    file.write_text(HEAD + FILES[what] + f"{title} = {OF_NIM[title]}\n", encoding="utf-8")
    with pytest.raises(InputError, match=rf"{title} is about VectorGame.*the file about "):
        subject_of(str(file))
    own = tmp_path / "own.py"
    own.write_text(HEAD + f"game = nim(2)\n{title} = {OF_NIM[title]}\n", encoding="utf-8")
    assert subject_of(str(own)).name == "own"


@pytest.mark.expensive
@pytest.mark.parametrize(
    ("rules", "cases"),
    [
        ("position play(x, y) where x <= y\nmove play -> play(x, y - n) for n where "
         "1 <= n & n <= 2 & x + n <= y", 231),
        ("position play(x) where x >= 3\nmove play -> play(x - n) for n where "
         "1 <= n & n <= 2 & n + 3 <= x", 398),
        ("position one(x, y) where x <= y\nposition two(x, y) where y <= x\n"
         "move one -> one(x, y - n) for n where 1 <= n & n <= 2 & x + n <= y\n"
         "move two -> two(x - n, y) for n where 1 <= n & n <= 3 & y + n <= x", 462),
    ],
)  # fmt: skip
def test_a_saved_solver_is_confirmed_on_the_positions_that_there_are(
    rules: str, cases: int, tmp_path: Path
) -> None:
    file = tmp_path / "chosen_positions.py"
    text = f"from oracles.moves import MoveGame\n\ngame = MoveGame('''\n{rules}\n''')\n"
    file.write_text(text, encoding="utf-8")
    subject = subject_of(str(file))
    conclusion = prove(subject.what, subject.name, ask=False)  # type: ignore[arg-type]
    saved = tmp_path / "saved_solver.py"
    saved.write_text(solver_source(conclusion, subject, "saved_solver", tmp_path), encoding="utf-8")
    findings = check_study(load_study(str(saved)), SETTINGS)
    assert findings.sound
    assert findings.comparisons[0].cases >= cases
