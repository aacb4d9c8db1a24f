"""A theorem is claimed, proved and saved as one of the game that it is about."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from typing import Any

import pytest

from oracles.moves import MoveGame
from oracles.rules import Game
from research.checks.evidence import ClaimError, Level, Settings
from research.claims.error_location import VariantError
from research.claims.study import Study
from research.proving.claiming import claim_made_theorem, claim_theorem
from research.proving.study_proofs import prove_study
from research.reporting.parts import claims as claims_of_report
from research.reporting.terminal import in_short
from research.resolving.loading import load_study
from research.studies.silver_dollar.theorem import theorem as silver_dollar_theorem
from research.studies.silver_dollar.truth import AnyCoins
from research.theorems.formulas_by_hand import written_formulas
from research.theorems.theorem import Theorem
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


def theorem_of(game: Any) -> Theorem:
    """Return that the multiples of 3 lose where one or two are taken."""
    formulas = None
    if not isinstance(game, MoveGame):
        move = "play -> play(x - n) for n where n >= 1 & n <= 2 & n <= x"
        formulas = written_formulas(game, coordinates={"play": "x"}, moves=[move])
    controls = {"multiples of 5": "Ek x = 5*k"}
    return Theorem(game, "multiples of 3", "Ek x = 3*k", controls, by_hand=formulas)


def claimed(own: Any, game: Any) -> Study:
    study = Study("threes", own, source="a test")
    claim_made_theorem(study, "c", "s", lambda: theorem_of(game))
    return study


@pytest.mark.parametrize("kind", [Text, Public, Private, Slotted])
def test_a_theorem_of_one_member_is_no_theorem_of_another(kind: Any) -> None:
    with pytest.raises(ClaimError, match=r"theorem is about .*, and the study about ") as raised:
        check_claim(claimed(kind(3), kind(2)).claims[0], SETTINGS)
    assert " at 0x" not in str(raised.value)
    about, _, study = str(raised.value).partition("the study about ")
    assert not about.endswith(study.partition(";")[0])
    with pytest.raises(ClaimError, match=r"theorem is about .*, and the study about "):
        prove_study(claimed(kind(3), kind(2)), ask=False)
    study = claimed(kind(2), kind(2))
    own = check_claim(study.claims[0], SETTINGS)
    run = kind in (Text, Public, Slotted)  # the other one computes what it reads
    assert own.level == (Level.PROVED if run else Level.EXHAUSTED)
    (proved,) = prove_study(study, ask=False)
    assert (proved.level, proved.has_theorem) == (own.level, True)


def test_formulas_of_another_game_make_a_theorem_of_that_game() -> None:
    move = "play -> play(x - n) for n where n >= 1 & n <= 2 & n <= x"
    formulas = written_formulas(Public(2), coordinates={"play": "x"}, moves=[move])
    study = Study("threes", Public(3), source="a test")
    claim_theorem(study, "s", criterion="Ek x = 3*k", controls={"all": "x >= 0"}, formulas=formulas)
    with pytest.raises(ClaimError, match=r"about Public\(most=2\), .*about Public\(most=3\)"):
        check_claim(study.claims[0], SETTINGS)
    with pytest.raises(ClaimError, match="by_hand: formulas of another object"):
        Theorem(study.game, "s", "Ek x = 3*k", by_hand=formulas)  # type: ignore[arg-type]


def test_a_theorem_takes_the_formulas_of_its_study() -> None:
    move = "play -> play(x - n) for n where n >= 1 & n <= 2 & n <= x"
    study = Study("threes", Public(2), source="a test")
    study.formulas = written_formulas(study.game, coordinates={"play": "x"}, moves=[move])  # type: ignore[arg-type]
    claim_theorem(study, "s", criterion="Ek x = 3*k", controls={"all": "x >= 0"})
    (found,) = prove_study(study, ask=False)
    assert found.model.rules is study.formulas.rules


@pytest.mark.parametrize(
    ("wrong", "said"),
    [
        ({"criterion": "Ek x = "}, "claim 'c': column 8: expected a term"),
        ({"controls": {"all": "x >= y"}}, "claim 'c': .*'y'"),
        ({"system": "lsd_11"}, "claim 'c': .*lsd_11"),
        ({"criterion": {"pla": "Ek x = 3*k"}}, "claim 'c': .*'pla': expected one of .'play'."),
        ({"controls": {"all": {"play": "x >= 0", "end": "x = 0"}}}, "claim 'c': .*state 'end'"),
    ],
)
def test_a_text_that_makes_no_sense_is_put_down_to_its_claim(wrong: Any, said: str) -> None:
    study = Study("threes", Text(2), source="a test")
    right: Any = {"criterion": "Ek x = 3*k", "controls": {"all": "x >= 0"}}
    claim = claim_theorem(study, "s", name="c", **right | wrong)
    with pytest.raises(ClaimError, match=said):
        check_claim(claim, SETTINGS)


@pytest.mark.expensive
def test_a_theorem_of_a_member_of_a_family_names_the_member() -> None:
    study = claimed(Whole(3), Public(2))
    findings = check_study(study, SETTINGS)
    assert "of Public(most=2)" in in_short(findings.verdicts[0])
    assert "of Public(most=2)" in claims_of_report(findings)
    (proof,) = prove_study(study, author="a_file.py", ask=False)
    assert proof.proved
    assert "in the words of a_file.py, about Public(most=2): multiples of 3" in proof.statement
    study = Study("strips", AnyCoins(), source="a test")
    claim_made_theorem(study, "c", "s", silver_dollar_theorem, coins=3)
    proved = check_claim(study.claims[0], SETTINGS)
    assert proved.level == Level.PROVED
    assert in_short(proved).endswith(", of SilverDollar(coins=2)")


GAMES = {
    "wythoff": "VectorGame([(1, 0), (0, 1), (1, 1)])",
    "a class": "Other()",
    "nim": "nim(2)",
}
HEAD = """
from grundwork import Game, Study, VectorGame, claim_theorem, nim
from research.proving.claiming import claim_made_theorem
from research.theorems.reading_off import game_formulas
from research.theorems.theorem import Theorem


class Other(Game):
    def start(self, size):
        return range(size + 1)

    def options(self, position):
        return range(position)


class Family(VectorGame):
    family = VectorGame


"""
OF_NIM = {
    "theorem": """
study = Study("own", {game}, source="a test")
theorem = Theorem(nim(2), "equal piles", "x1 = x2", {{"less": "x1 < x2"}})
claim_made_theorem(study, "c", "s", lambda: theorem)
""",
    "formulas": 'study = Study("own", {game}, source="a test", formulas=game_formulas(nim(2)))\n',
}


def study_file(folder: Path, title: str, game: str) -> Path:
    file = folder / "own.py"
    file.write_text(HEAD + OF_NIM[title].format(game=game), encoding="utf-8")
    return file


@pytest.mark.parametrize("title", OF_NIM)
@pytest.mark.parametrize("what", ["wythoff", "a class"])
def test_a_file_is_not_proved_by_the_theorem_of_another_game(
    what: str, title: str, tmp_path: Path
) -> None:
    file = study_file(tmp_path, title, GAMES[what])
    with pytest.raises((ClaimError, VariantError), match=rf"{title} (is|are) about Vec.*study ab"):
        prove_study(load_study(str(file)), ask=False)
    with pytest.raises((ClaimError, VariantError), match=rf"{title} (is|are) about Vec.*study ab"):
        check_study(load_study(str(file)), SETTINGS)


@pytest.mark.parametrize("title", OF_NIM)
def test_a_file_is_proved_by_the_theorem_of_its_game_or_of_a_member_of_its_family(
    title: str, tmp_path: Path
) -> None:
    own = load_study(str(study_file(tmp_path, title, GAMES["nim"])))
    (found,) = prove_study(own, author="own.py", ask=False)
    assert (found.subject, found.proved) == ("own", True)
    member = load_study(str(study_file(tmp_path, title, "Family([(1, 0)])")))
    (found,) = prove_study(member, author="own.py", ask=False)
    assert "VectorGame(vectors=[(1, 0), (0, 1)]" in f"{found.subject} {found.statement}"
