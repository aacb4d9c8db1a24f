"""Families: parameters in words, members of files, codes with wildcards."""

from __future__ import annotations

import re
from itertools import combinations, product
from pathlib import Path

import pytest

from fast.errors import InputError
from fast.gate import NotConfirmedError
from oracles.errors import MOST_LETTERS, CodeError
from oracles.heaps import heap_game
from research.checks.evidence import ClaimError, Settings
from research.claims.answers import ConfirmedAnswer
from research.claims.study import Study, VariantError
from research.families.members import codes, family_of
from research.resolving.codes import short_name, vector_game
from research.resolving.loading import (
    digest_of,
    load_study,
    members,
    split_word,
)
from research.verdicts.checking import check_study

TAKE = '''\
"""Take from a heap at most m counters."""

from grundwork import HeapGame, Study


def study(m: int, k: int = 9) -> Study:
    if m == 13:
        raise ValueError("thirteen")
    if m == 14:
        return 5
    game = HeapGame(lambda heap: [(heap - n,) for n in range(1, min(m, heap) + 1) if n != k])
    return Study("take", game, source="a test")
'''


@pytest.fixture
def take(tmp_path: Path) -> Path:
    file = tmp_path / "take.py"
    file.write_text(TAKE)
    return file


def test_values_are_lists_and_ranges_in_the_order_of_the_parameters() -> None:
    def study(m: int, k: int = 7, n: int = 1) -> None: ...

    found = members(study, {"n": "4,5", "m": "2..3,-1"})
    assert [tuple(each.values()) for each in found] == [
        (m, 7, n) for m in (2, 3, -1) for n in (4, 5)
    ]


@pytest.mark.parametrize(
    ("given", "said"),
    [
        ({}, "study(m: int, k: int = 1) -> None: missing a required argument: 'm'"),
        ({"m": "2", "x": "1"}, "got an unexpected keyword argument 'x'"),
        ({"m": "two"}, "m='two': expected integers"),
        ({"m": ""}, "m='': expected integers"),
        ({"m": "5..2"}, "expected integers"),
        ({"m": "1..999999999999"}, "at most 100000"),
        ({"m": "1..999", "k": "1..999"}, "998001 members"),
    ],
)
def test_wrong_parameters_are_named_with_what_is_allowed(given: dict[str, str], said: str) -> None:
    def study(m: int, k: int = 1) -> None: ...

    with pytest.raises(InputError) as error:
        members(study, given)
    assert said in str(error.value)


def test_a_word_of_a_member_has_a_file_with_blanks_and_parameters() -> None:
    assert split_word("a b/c d.py m=3") == ("a b/c d.py", {"m": "3"})
    assert split_word("c.py") == ("c.py", {})
    assert split_word("c.py nonsense") is None


def test_a_member_is_a_study_of_its_own(take: Path) -> None:
    three, four = (load_study(f"{take} m={m}") for m in (3, 4))
    assert (three.name, four.name) == ("take--m-3--k-9", "take--m-4--k-9")
    assert three.word_without_folders == "take.py m=3"
    assert [s.truth(8).grundy((4,)) for s in (three, four)] == [0, 4]


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("take--m-1", "take--m--1"),
        ("take--m_k-3", "take-m--k-3"),
        ("take--s-a.b", "take--s-a-b"),
        ("take--\u00e4-3", "take--\u00f6-3"),
        ("a" * 120 + "--m-3", "a" * 120 + "--m-4"),
    ],
)
def test_no_two_members_share_a_name_and_each_names_a_file(one: str, other: str) -> None:
    names = [short_name(each) for each in (one, other)]
    for name in names:
        assert re.fullmatch(r"[A-Za-z0-9][A-Za-z0-9_-]*[A-Za-z0-9]", name)
        assert len(name) <= MOST_LETTERS
    assert names[0] != names[1]


def test_two_dashes_in_a_row_are_kept_for_members() -> None:
    with pytest.raises(ClaimError, match="single dashes"):
        Study("take--m-3", heap_game("octal:0.77"))


GATED = '''\
"""Take one or two counters, three too if m is negative."""

from grundwork import Game, Study, gated


class Take(Game[int]):
    def __init__(self, m):
        self.m = m

    def start(self, size):
        return [size]

    def options(self, n):
        return [n - k for k in (1, 2, 2 - self.m) if 0 < k <= n]


@gated("pair--m-1")
def is_lost(n: int) -> bool:
    return n % 3 == 0


def study(m: int) -> Study:
    study = Study("pair", Take(m), source="a test", answer=is_lost)
    study.agree(is_lost, "P-position", controls={"even": lambda n: n % 2 == 0}, size=250)
    return study
'''


def test_a_member_does_not_answer_by_the_certificate_of_another(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("GRUNDWORK_HOME", str(tmp_path / "home"))
    file = tmp_path / "pair.py"
    file.write_text(GATED)
    right, wrong = (load_study(f"{file} m={m}") for m in (1, -1))
    assert digest_of(right) != digest_of(wrong)
    right = load_study(f"{file} m=1")
    assert check_study(right, Settings()).sound
    assert ConfirmedAnswer(right)({"n": 3}).value is True
    with pytest.raises(NotConfirmedError, match=r"pair--m--1.*check .*pair.py m=-1"):
        ConfirmedAnswer(load_study(f"{file} m=-1"))({"n": 3})


def test_a_member_is_asked_without_saying_again_which_it_is(tmp_path: Path) -> None:
    file = tmp_path / "pair.py"
    solver = "def lost(m: int, n: int) -> bool:\n    return n % (m + 2) == 0\n\n\n"
    text = GATED.replace('@gated("pair--m-1")\n', solver).replace("answer=is_lost", "answer=lost")
    file.write_text(text)
    member = load_study(f"{file} m=1")
    assert ConfirmedAnswer(member).arguments(["n=3"]) == {"m": 1, "n": 3}
    with pytest.raises(NotConfirmedError, match=r"run: grundwork check '.*pair.py m=1'$"):
        ConfirmedAnswer(member)({"m": 1, "n": 3})
    with pytest.raises(InputError, match=r"m=2: pair--m-1.* is the member with m=1"):
        ConfirmedAnswer(member)({"m": 2, "n": 3})


@pytest.mark.parametrize(
    ("parameters", "kind", "said"),
    [
        ("", InputError, "missing a required argument"),
        (" m=1..2", InputError, "names several members"),
        (" m=13", VariantError, "take.py:8: ValueError: thirteen"),
        (" m=14", VariantError, "returns 5; expected a Study"),
    ],
)
def test_a_member_that_cannot_be_made_is_refused_with_the_reason(
    take: Path, parameters: str, kind: type[Exception], said: str
) -> None:
    with pytest.raises(kind, match=said):
        load_study(f"{take}{parameters}")


def test_parameters_of_a_file_without_a_family_are_refused(tmp_path: Path) -> None:
    file = tmp_path / "one.py"
    file.write_text("from grundwork import Study, nim\nstudy = Study('one', nim(2))\n")
    with pytest.raises(InputError, match="holds no family"):
        load_study(f"{file} m=3")
    with pytest.raises(InputError, match="holds no family"):
        family_of(str(file))


def test_a_family_in_a_file_has_names_without_folders(take: Path) -> None:
    family = family_of(str(take), ["m=2..3"])
    assert family.word == "take.py m=2..3"
    assert [member.name for member in family.members] == ["take.py m=2 k=9", "take.py m=3 k=9"]
    assert all(load_study(member.word) for member in family.members)


def test_wildcards_are_every_code_once() -> None:
    digits = {"".join(each).rstrip("0") for each in product("01234567", repeat=3)}
    assert set(codes("octal:0.???") or ()) == {f"octal:0.{code or '0'}" for code in digits}
    assert len(codes("octal:0.???") or ()) == 512
    assert len(codes("hex:0.??") or ()) == 256
    assert (codes("hex:?.1") or ())[-1] == "hexadecimal:c.1"


def test_braces_are_every_set_but_the_empty_one() -> None:
    sets = [s for size in range(1, 9) for s in combinations(range(1, 9), size)]
    assert codes("subtraction:{1..8}") == [f"subtraction:{','.join(map(str, s))}" for s in sets]
    assert codes("subtraction:2,{1,3}") == [
        *("subtraction:2", "subtraction:1,2", "subtraction:2,3", "subtraction:1,2,3"),
    ]


@pytest.mark.parametrize(
    "word",
    [
        *("octal:0.?9", "octal:??.1", "subtraction:{}", "subtraction:{1..", "subtraction:{5..2}"),
        *("subtraction:1,{1..3}", "subtraction:{a}", "hex:0.??????", "subtraction:{1..40}"),
        *("subtraction:{1}{2}", "octal:0.1{2}", "subtraction:?"),
    ],
)
def test_a_malformed_wildcard_is_refused(word: str) -> None:
    with pytest.raises(CodeError):
        codes(word)


def test_a_code_has_no_parameters_and_a_name_is_no_family() -> None:
    with pytest.raises(CodeError):
        family_of("octal:0.?", ["m=3"])
    with pytest.raises(InputError, match="family='kayles'"):
        family_of("kayles")


def test_a_family_of_vector_games_has_each_once_whatever_the_order_of_the_piles() -> None:
    entries = [v for v in product(range(3), repeat=2) if any(v)]
    sets = [frozenset(some) for n in (1, 2, 3) for some in combinations(entries, n)]
    orbits = {frozenset({s, frozenset(v[::-1] for v in s)}) for s in sets}
    found = [frozenset(vector_game(c).vectors) for c in codes(VECTORS) or ()]
    assert len(found) == len(orbits)
    assert {frozenset({s, frozenset(v[::-1] for v in s)}) for s in found} == orbits
    assert codes("vectors:{2..2 of (0..1,0,1)}") == ["vectors:(0,0,1)(1,0,1)"]
    everything = [vector_game(c).vectors for c in codes("vectors:{(0..1,0..1)}") or ()]
    assert sorted(map(len, everything)) == [1, 1, 2, 2, 3]  # (0,1) is (1,0)


VECTORS = "vectors:{1..3 of (0..2,0..2)}"


@pytest.mark.parametrize(
    ("word", "said"),
    [
        ("vectors:{(0..9,0..9)}", "more than 100000 games; take fewer"),
        ("vectors:{(0..1,0..1,0..1,0..1)}", "at most 3 entries"),
        ("vectors:{4 of (0..1,0..1)}", "how many of the 3 vectors"),
        ("vectors:{(0,0)}", "how many of the 0 vectors"),
        ("vectors:{(2..1,0)}", "expected integers, at most"),
        ("vectors:{(0..,1)}", "such as 2..12"),
        ("vectors:{x}", "expected a family"),
        ("vectors:(0,1)(1)", "expected 2 numbers, as before"),
        ("vectors:(0,1)x", "expected vectors of numbers"),
    ],
)
def test_what_is_no_family_of_vector_games_is_refused(word: str, said: str) -> None:
    with pytest.raises(CodeError, match=re.escape(said)):
        family_of(word)


def test_a_vector_game_is_a_study_by_its_code() -> None:
    study = load_study("vectors:(0,1)(1,0)(1,1)")
    assert (study.name, study.word) == ("vectors-0-1-and-1-0-and-1-1", "vectors:(0,1)(1,0)(1,1)")
    assert study.game.options((1, 1)) == [(0, 1), (0, 1), (0, 0)]  # Wythoff's game
    names = {load_study(code).name for code in codes(VECTORS) or ()}
    assert len(names) == 52
