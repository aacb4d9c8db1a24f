"""What is wrong gets one clear line and status 2; what is merely unusual works."""

from __future__ import annotations

import codecs
import re
import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.running import grundwork

Run = Callable[..., subprocess.CompletedProcess[str]]
Refusal = Callable[..., str]
RULES = """\
import functools, sys
from grundwork import Game, HeapGame, PartizanGame, Study, subtraction

class Countdown(Game):
    def start(self, size):
        return range(min(size, 300) + 1)

    def options(self, position):
        return [position - 1] if position else []

def even(position):
    return position % 2 == 0

study = Study("countdown", Countdown())
"""
CLAIM = "study.p_positions('', believed={0}, controls={{'all': lambda n: True}})\n"
BAD = "study.holds('', 'An P(n) <=> n = ', controls={'all': 'An P(n)'}, name='all')"
GATED = "from grundwork import gated\nours = gated('countdown')(even)\n"
ALL = "study.claim('all', '', believed=1, controls={'2': 2})\n"
CONFIRM = "study.agree({0}, 'P-position', controls={{'all': lambda n: True}})\n" + CLAIM


@pytest.mark.parametrize(
    ("name", "before", "text"),
    [
        ("mark.py", codecs.BOM_UTF8, CLAIM.format("even")),
        ("latin.py", "# -*- coding: latin-1 -*-\n# é\n".encode("latin-1"), CLAIM.format("even")),
        ("cached.py", b"", CONFIRM.format("functools.lru_cache(even)")),
        ("a game with spaces/the game.py", b"", CONFIRM.format("even")),
    ],
)
def test_an_unusual_file_simply_works(
    tmp_path: Path, name: str, before: bytes, text: str, at_once: Run
) -> None:
    path = tmp_path / name
    path.parent.mkdir(exist_ok=True)
    path.write_bytes(before + (RULES + text).encode())
    done = at_once("check", str(path))
    assert re.search("1 claim: 1 (exhausted|proved)", done.stdout), done.stderr


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("sys.exit(0)", "file.py:15: SystemExit: 0"),
        (CLAIM.format("lambda n: sys.exit(0)"), "file.py:15: SystemExit: 0"),
        (CLAIM.format("lambda n: 1 // n"), "file.py:15: claim 'p-positions' fails to run on 0"),
        (BAD, "file.py:15: claim 'all': column"),
        (GATED + CLAIM.format("ours"), "claims and the file itself write NAME.ungated"),
        (GATED + "ours(1)", "file.py: NotConfirmedError: countdown is not confirmed: it has no"),
        (2 * ALL, "one that countdown has not; give it a name: name="),
        (
            "Countdown.start = lambda self, size: []\n" + CLAIM.format("even"),
            "file.py:16: p-positions: start(size) gives no position",
        ),
        ("Study('other', Countdown)", "an instance of Game"),
        ("Countdown.options = lambda self, n: [1 / 0]\n" + CLAIM.format("even"), "file.py:15: opt"),
        (
            "Countdown.options = lambda self, n: [[n]]\n" + CLAIM.format("even"),
            "unhashable type: 'list'; write positions as tuples",
        ),
        ("x = \0", "null bytes"),
        ("from grundwork import Partisan", "did you mean 'PartizanSum' or 'PartizanGame'?"),
        ("study.p_position('')", "file.py:15: AttributeError: 'Study' object has no attribute "),
        ("study.p_position('')", "did you mean 'p_positions'?"),
        (
            CLAIM.format("even").replace("believed", "beleived"),
            "no argument is called 'beleived'; did you mean 'believed'?",
        ),
        (CLAIM.format("even").replace("controls=", "control="), "did you mean 'controls'?"),
        ("study.p_positions('', believed=even)", "TypeError: missing a required argument: 'con"),
        (
            "Study('t', Countdown(), sorce='me')",
            "file.py:15: no argument is called 'sorce'; did you",
        ),
        ("Study(Countdown())", "missing a required argument: 'game'; write Study(name, game)"),
        ("from grundwork import octal; octal(0.77)", "file.py:15: code=0.77: expected a text"),
        ("from grundwork import gated\n@gated\ndef f(n): ...", "file.py:16: gated: expected the"),
        ("study.period('', preiod=1)", "did you mean 'period' or 'preperiod'?"),
        ("HeapGame('octal:0.77')", "a code gives a game by octal("),
        ("class T(HeapGame):\n    options = 1\nT()", "own options derives from Game"),
        ("class T(PartizanGame):\n    left = right = 1\nT()", "left: did you mean 'left_options'?"),
        ("study.period('', period='3')", "claim 'period': period=(0, '3', 0): expected a triple"),
        ("study.p_positions('', believed=even, controls=[even])", "expected wrong beliefs by what"),
        (CLAIM.format("'even'"), "file.py:15: claim 'p-positions' fails to run on 0: TypeError"),
        (CLAIM.format("lambda n: None"), "file.py:15: claim 'p-positions', at 0: P-position bel"),
        (CLAIM.format("even, among=lambda n: n[0]"), "file.py:15: among of claim 'p-positions' f"),
        (CLAIM.format("even, size='9'"), "file.py:15: size='9'"),
        (
            "study = Study('take', subtraction(1, 2))\n" + CLAIM.format("lambda n: n % 3 == 0"),
            "file.py:16: claim 'p-positions' fails to run on (): TypeError: unsupported operand "
            "type(s) for %: 'tuple' and 'int'; a position of heaps is a tuple, such as (5,)",
        ),
        (
            "study.sequence('', terms=[1, 2], computed=lambda truth: 1)",
            "file.py:15: computed fails on 0: TypeError",
        ),
        (
            "Countdown.options = lambda self, n: [n + 1]\n" + CLAIM.format("even"),
            "file.py:15: more than 20000 positions from 0, such as 20000: play may never end, or",
        ),
        (
            "class T(Countdown):\n    def options(n): ...\nstudy = Study('t', T())\n"
            + CLAIM.format("even"),
            "file.py:16: options of 0: TypeError: T.options() takes 1 positional argument but 2 "
            "were given; expected self and a position",
        ),
        ("Countdown.options = lambda self, n: None\n" + CLAIM.format("even"), "[] where there is"),
        (
            "Countdown.contains = lambda self, n: m\n" + CLAIM.format("even"),
            "file.py:15: NameError: name 'm' is not defined",
        ),
    ],
)
def test_a_file_that_cannot_work_gets_one_line_with_the_place(
    tmp_path: Path, text: str, said: str, refusal: Refusal
) -> None:
    (tmp_path / "file.py").write_text(RULES + text)
    assert said in refusal("check", str(tmp_path / "file.py"))


@pytest.mark.parametrize("words", ["explore", "solve --position 3", "prove", "play", "report"])
def test_every_command_says_where_rules_fail(
    tmp_path: Path, words: str, refusal: Refusal, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("file.py").write_text(RULES.replace("position - 1", "position - nothing"))
    command, *options = words.split()
    said = refusal(command, "file.py", *options)
    assert said.startswith("grundwork: file.py:9: options of 1: NameError: name 'nothing'")


def test_a_solver_that_crashes_is_shown_with_its_line(tmp_path: Path, at_once: Run) -> None:
    crashing = "def slow(n):\n    return 1 // n\n"
    (tmp_path / "file.py").write_text(RULES + crashing + CONFIRM.format("slow", "slow"))
    done = at_once("check", str(tmp_path / "file.py"))
    assert "gives ZeroDivisionError" in done.stdout
    assert "(file.py:16)" in done.stdout


def test_the_verdicts_before_an_error_are_shown(tmp_path: Path, at_once: Run) -> None:
    (tmp_path / "file.py").write_text(RULES + CLAIM.format("even") + BAD)
    done = at_once("check", str(tmp_path / "file.py"))
    assert done.returncode == 2
    assert "1 claim: 1 " in done.stdout
    assert "file.py:16: claim 'all': column" in done.stderr


@pytest.mark.parametrize(
    ("words", "said"),
    [
        ("chek", "'chek': expected one of list, check"),
        ("chek", "did you mean 'check'?"),
        ("check --examples 0", "--examples=0: expected an integer of at least 1"),
        ("check --exampels 9", "unrecognized arguments: --exampels"),
        ("check --exampels 9", "did you mean '--examples'?"),
        ("check nothing", "study='nothing'"),
        ("check kayls", "did you mean 'kayles'?"),
        ("check tests/texst.py", "no such file; did you mean 'texts.py'"),
        ("check kayles -k perod", "-k perod: no claim has such a name; there are: "),
        ("check kayles -k perod", "did you mean 'period'?"),
        ("answer", "required: STUDY"),
        ("answer stone-game limit", "limit"),
        ("answer stone-game limit=1.5", "limit='1.5'"),
        ("answer stone-game limit=9999^9999999", "a number of more than 200000 bits"),
        ("answer stone-game limit=3 limit=4", "given twice"),
        ("answer stone-game limit=3 modulus=0", "modulus=0: expected an integer of at least 1"),
        ("answer stone-game modulus=7", "missing a required argument: 'limit'"),
        ("explore octal:0.79", "'9' is not a digit below 8 (character 10)"),
        ("explore no_such_file.py", "no such file"),
        ("explore octal:0.77 --size -1", "size=-1: expected an integer of at least 0"),
        ("explore octal:0.77 --oeis no-such-file", "oeis='no-such-file': cannot be read"),
        ("explore octal:0.77 --out pyproject.toml", "out='pyproject.toml': cannot be written"),
        ("explore octal:0.77 --html .", "html='.': cannot be written"),
        ("export octal:0.77 --what values --format csv --size 1000000000", "1000000000"),
        ("prove octal:0.77 --limit 0", "--limit=0"),
        ("solve kayles --position x", "position='x': not a position of the game"),
        ("solve kayles --position 3 --limit -1", "limit=-1: expected an integer of at least 0"),
        ("solve cram --position 5x5 --limit 99", "more than 99 positions: the search in Cram"),
        ("solve poker-nim --position 3", "is declared loopy"),
        ("census octal:0.? --to 0", "--to=0: expected an integer from 1"),
        ("census octal:0.? --jobs 0", "--jobs=0: expected an integer from 1"),
        ("census octal:0.? --csv .", "csv='.': cannot be written (it is a folder)"),
        ("census octal:0.? --csv s --store s", "csv='s': the same file as that of store"),
    ],
)
def test_a_line_with_a_mistake_gets_one_line_that_names_it(
    words: str, said: str, refusal: Refusal
) -> None:
    assert said in refusal(*words.split())


def test_a_file_that_is_nested_too_deeply_is_not_told_to_need_memory(
    tmp_path: Path, refusal: Refusal
) -> None:
    (tmp_path / "deep file.py").write_text(f"x = {'-' * 100_000}1\n")
    said = refusal("check", str(tmp_path / "deep file.py"))
    assert said.endswith("deep file.py: an expression is nested too deeply; make several of it")


def test_a_limit_of_memory_that_is_none_is_refused(
    monkeypatch: pytest.MonkeyPatch, refusal: Refusal
) -> None:
    monkeypatch.setenv("GRUNDWORK_MEMORY", "many")
    assert "GRUNDWORK_MEMORY" in refusal("list")


@pytest.mark.expensive
def test_what_needs_more_memory_than_is_allowed_is_refused(tmp_path: Path) -> None:
    (tmp_path / "large.py").write_text(
        "from grundwork import Game, Study\n"
        "class Large(Game):\n"
        "    def start(self, size):\n        return ['']\n"
        "    def options(self, position):\n        return [position + 'x' * 10**8]\n"
        "study = Study('large', Large())\n"
    )
    done = grundwork("explore", "large.py", folder=tmp_path, GRUNDWORK_MEMORY="1.5")
    assert (done.returncode, done.stdout) == (2, ""), done.stderr
    assert "more than 1.5 GB of memory would be needed" in done.stderr


def test_every_terminal_is_written_to() -> None:
    done = grundwork("explore", "octal:0.77", PYTHONIOENCODING="ascii", COLUMNS="0")
    assert done.returncode == 0, done.stderr
    assert "P: previous player wins" in done.stdout


def test_a_graph_of_rules_that_give_sets_is_the_same_under_every_hash_seed(tmp_path: Path) -> None:
    (tmp_path / "file.py").write_text(
        "from grundwork import Game, Study\n"
        "class Letters(Game):\n"
        "    def start(self, size):\n        return {'abcdefgh'[:size], 'hgfedcba'[:size]}\n"
        "    def options(self, text):\n"
        "        return {text[:n] + text[n + 1:] for n in range(len(text))}\n"
        "study = Study('letters', Letters())\n"
    )
    words = ("export", "file.py", "--what", "graph", "--format", "dot", "--size", "4")
    first, second = (
        grundwork(*words, folder=tmp_path, PYTHONHASHSEED=seed).stdout for seed in "12"
    )
    assert first == second != ""


@pytest.mark.parametrize(
    ("words", "said"),
    [(["check", "0.77"], "did you mean 'octal:0.77'?"), (["--verison"], "mean '--version'?")],
)
def test_a_word_that_is_nearly_one_is_told_which(
    words: list[str], said: str, refusal: Refusal
) -> None:
    assert said in refusal(*words)
