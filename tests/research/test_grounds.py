"""No word says more than was compared: the grounds of a check, and what claims rest on."""

from __future__ import annotations

import functools
import json
import linecache
import os
import sys
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import numpy
import pytest

from oracles.grundy import mex
from oracles.rules import Game
from oracles.vectors import VectorGame
from research.checks.domains import SmallCases
from research.checks.equality import equal
from research.checks.evidence import ClaimError, Level, Settings, TruthFrom
from research.claims.cases import Listed, integers
from research.claims.claim import Claim, definition, theorem
from research.claims.study import Study
from research.reporting.parts import claims
from research.reporting.terminal import findings_as_json
from research.verdicts.checking import check_claim, check_study
from research.verdicts.levels import verdict_mixed_up

pytestmark = pytest.mark.every_python

SETTINGS = Settings(examples=20, seed=0)
BELOW_20 = integers(n=19)


def study() -> Study:
    """A study of Wythoff's game, without claims."""
    return Study("words", VectorGame([(1, 0), (0, 1), (1, 1)]), source="a test")


def square(n: int) -> int:
    """The truth about squares."""
    return n**2


def number(
    believed: Any, computed: Callable[[], Any], in_study: Study | None = None, **more: Any
) -> Claim:
    """A claim of one number."""
    (claim,) = (in_study or study()).numbers("number", "", {(): believed}, computed, **more)
    return claim


def squares(in_study: Study, name: str = "squares", **more: Any) -> Any:
    """A claim that a function gives the squares."""
    return in_study.claim(
        name,
        "the squares",
        believed=lambda n: n * n,
        controls={"doubled": lambda n: 2 * n + 1},
        **more,
    )


# Where the truth comes from.


@pytest.mark.parametrize(
    ("ground", "level"),
    [({"by": "listed"}, Level.EXHAUSTED), ({"solvers": "a table"}, Level.TESTED)],
)
def test_the_ground_of_a_check_decides_what_it_can_give(
    ground: dict[str, str], level: Level
) -> None:
    claim = squares(study()).equals(square, BELOW_20, **ground)
    assert check_claim(claim, SETTINGS).level == level
    value = number(4, lambda: len(range(4)), over="n < 20", **ground)
    assert check_claim(value, SETTINGS).level == level


IN_GRAPH = "piles up to 4"
WYTHOFF = study()


@functools.cache
def kept_number() -> int:
    """What a graph gave, kept as a mere number."""
    return len(WYTHOFF.truth(4).p_positions)


@functools.cache
def kept_twice() -> int:
    """The same, kept by a second cache."""
    return kept_number()


@pytest.mark.parametrize(
    "computed",
    [
        lambda: len(WYTHOFF.truth(4).p_positions),
        lambda: sum(WYTHOFF.truth(4).outcomes[p] == "P" for p in WYTHOFF.truth(4).graph),
        lambda: 2 * len(list(WYTHOFF.game.options((1, 0)))),
        lambda: sum(not list(each) for each in map(WYTHOFF.game.options, [(0, 0)] * 2)),
        kept_number,
        kept_twice,
    ],
)
def test_what_asks_the_graph_is_exhausted_on_it(computed: Callable[[], int]) -> None:
    kept_twice()  # the caches are full
    value = number(2, computed, over=IN_GRAPH)
    (evidence,) = check_claim(value, SETTINGS).evidence
    assert evidence.level == Level.EXHAUSTED
    assert evidence.domain == "piles up to 4, on the explicit graph"


@pytest.mark.parametrize("way", ["compact", "table"])
def test_evidence_says_that_a_larger_graph_was_asked(
    way: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    from oracles import solve as solving
    from oracles.witnesses import held_table

    monkeypatch.setattr(solving, "EXPLICIT_POSITIONS", 50)
    wythoff = study()
    truth = wythoff.truth(20) if way == "compact" else held_table(wythoff.game, 20)
    # The P-positions in which no pile is above 20: (0, 0), (1, 2), ..., (12, 20).
    value = number(9, lambda: len(truth.p_positions), over=IN_GRAPH)
    (evidence,) = check_claim(value, SETTINGS).evidence
    assert evidence.level == Level.EXHAUSTED
    said = "on a compact graph or table, held to the explicit graph in part"
    assert evidence.domain == f"piles up to 4, {said}"


@pytest.mark.parametrize(
    "computed", [lambda: 99, lambda: sum([49, 50]), lambda: 99 * mex([1]) + len("x" * 99)]
)
def test_nothing_is_exhausted_on_a_graph_that_nobody_asked(computed: Callable[[], int]) -> None:
    value = number(99, computed, over=IN_GRAPH)
    verdict = check_claim(value, SETTINGS)
    (evidence,) = verdict.evidence
    assert (evidence.level, verdict_mixed_up(verdict)) == (Level.TESTED, "")
    assert "on the explicit graph" not in evidence.domain
    assert "no graph was built or read" in evidence.domain or "written down" in evidence.domain


def hidden(method: Callable[..., Any]) -> Callable[..., Any]:
    """Return a method that calls another one, and does not say so."""
    return lambda *arguments: method(*arguments)  # noqa: PLW0108  # functools.wraps would say so


class Hidden(Game[int]):
    """Take one or two counters, by rules that stand under another function."""

    def start(self, size: int) -> list[int]:
        return [size]

    @hidden
    def options(self, position: int) -> list[int]:
        return [position - taken for taken in (1, 2) if taken <= position]


@functools.cache
def kept_options() -> int:
    """What these rules gave, kept as a mere number."""
    return len(Hidden().options(9))


@pytest.mark.parametrize("computed", [lambda: len(Hidden().options(9)), kept_options])
def test_rules_are_asked_also_where_their_function_is_hidden(computed: Callable[[], int]) -> None:
    value = number(2, computed, over=IN_GRAPH)
    (evidence,) = check_claim(value, SETTINGS).evidence
    assert evidence.level == Level.EXHAUSTED


def test_a_function_called_options_that_is_of_no_rules_is_no_graph() -> None:
    def options(position: int) -> list[int]:
        return list(range(position))

    value = number(9, lambda: len(options(9)), over=IN_GRAPH)
    (evidence,) = check_claim(value, SETTINGS).evidence
    assert evidence.level == Level.TESTED
    assert "no graph was built or read" in evidence.domain


def test_a_list_of_cases_is_not_exhausted_on_a_graph_that_only_the_belief_asks() -> None:
    in_study = study()
    claim = in_study.claim(
        "p",
        "",
        believed=lambda n: len(in_study.truth(n).graph),
        controls={"one more": lambda n: len(in_study.truth(n).graph) + 1},
    ).equals(lambda n: (n + 1) * (n + 2) // 2, Listed(IN_GRAPH, lambda: range(5)))
    assert check_claim(claim, SETTINGS).level == Level.TESTED


def test_every_position_is_not_exhausted_where_the_truth_is_not_looked_at() -> None:
    claim = study().every_position(
        "", lambda f, p, truth: f(p), believed=lambda p: True, controls={"no": lambda p: False}
    )
    assert check_claim(claim, SETTINGS).evidence[0].level == Level.TESTED


@pytest.mark.parametrize("table", [{(): 99}, {7: 99}, {(3, 4): 99}])
def test_a_number_that_is_written_down_is_no_computation(table: dict[Any, int]) -> None:
    (value,) = study().numbers("p", "", table, lambda *_: 99, over=BELOW_20, by="listed")
    (evidence,) = check_claim(value, SETTINGS).evidence
    assert evidence.level == Level.TESTED
    assert "written down" in evidence.domain


WRITTEN = {7: 99}


class Computing(dict[int, int]):
    """A table that computes what it is asked for."""

    def __missing__(self, key: int) -> int:
        return sum([key, 92])


COMPUTING = Computing()


@pytest.mark.parametrize(
    ("looked_up", "level"),
    [
        (lambda n: WRITTEN[n], Level.TESTED),
        (lambda n: {7: 99}[n], Level.TESTED),
        (lambda n, table=WRITTEN: table[n], Level.TESTED),
        (WRITTEN.get, Level.TESTED),
        (WRITTEN.__getitem__, Level.TESTED),
        ((0, 0, 0, 0, 0, 0, 0, 99).__getitem__, Level.TESTED),
        (lambda n: COMPUTING[n], Level.EXHAUSTED),
        (lambda n, table=COMPUTING: table[n], Level.EXHAUSTED),
        (COMPUTING.__getitem__, Level.EXHAUSTED),
    ],
)
def test_a_number_that_is_looked_up_where_it_is_written_down_is_no_computation(
    looked_up: Callable[[int], int], level: Level
) -> None:
    (value,) = study().numbers("p", "", {7: 99}, looked_up, over=BELOW_20, by="listed")
    (evidence,) = check_claim(value, SETTINGS).evidence
    assert evidence.level == level
    assert ("written down" in evidence.domain) == (level == Level.TESTED)


@pytest.mark.parametrize(
    "read",
    [
        lambda path: int(path.read_text()),
        lambda path: json.loads(path.read_bytes()),
        lambda path: int(os.read(os.open(path, os.O_RDONLY), 9)),
        lambda path: int(linecache.getline(str(path), 1)),
        lambda path: int(numpy.loadtxt(path)),
    ],
)
def test_a_number_that_is_read_from_a_file_is_no_computation(
    read: Callable[[Path], int], tmp_path: Path
) -> None:
    path = tmp_path / "number.txt"
    path.write_text("99\n")
    value = number(99, lambda: read(path), over=BELOW_20, by="listed")
    (evidence,) = check_claim(value, SETTINGS).evidence
    assert (evidence.level, "a file was read" in evidence.domain) == (Level.TESTED, True)


def test_what_is_believed_may_be_read_from_a_file(tmp_path: Path) -> None:
    path = tmp_path / "numbers.txt"
    path.write_text("0 1 4")

    def written(n: int) -> int:
        return int(path.read_text().split()[n])

    claim = study().claim("s", "", believed=written, controls={"n": lambda n: n + 1})
    claim.equals(square, integers(n=2), by="listed")
    assert check_claim(claim, SETTINGS).level == Level.EXHAUSTED


@pytest.mark.parametrize("case", [3, [3], {"n": [3]}])
def test_a_case_that_is_given_again_is_not_counted_again(case: Any) -> None:
    again = Listed("one case", lambda: [case] * 1001)
    claim = squares(study()).holds(lambda f, n: f(3) == 9, again, by="listed")
    assert check_claim(claim, SETTINGS).evidence[0].cases == 1


@pytest.mark.parametrize(
    ("found", "believed"), [((0, 1), [0, 1]), ([(0,)], ([0],)), (numpy.int64(3), 3)]
)
def test_a_claim_is_not_refuted_for_a_type_alone(found: Any, believed: Any) -> None:
    assert equal(found, believed)
    assert equal(believed, found)


def test_a_number_where_yes_or_no_is_meant_is_an_error_and_refutes_nothing() -> None:
    in_study = study()
    in_study.p_positions("", believed=lambda p: 2, controls={"no": lambda p: False})
    with pytest.raises(
        ClaimError, match=r"found True \(bool\), believed 2 \(int\): expected both to be True or"
    ):
        check_claim(in_study.claims[0], SETTINGS)


def squared(n: int) -> int:
    """A solver."""
    return n * n


def agreed(n: int) -> int:
    """An oracle for it."""
    return sum(2 * k + 1 for k in range(n))


def test_a_solver_on_the_side_of_the_truth_makes_a_claim_tested() -> None:
    with_solver = study()
    with_solver.agree(squared, agreed)
    claim = squares(with_solver).equals(squared, BELOW_20, by="listed")
    (evidence,) = check_claim(claim, SETTINGS).evidence
    assert (evidence.level, evidence.truth) == (Level.TESTED, TruthFrom.SOLVERS)
    assert evidence.domain.endswith("with the solvers' squared")


def in_a_thread(n: int) -> int:
    """The solver, in a thread of its own."""
    with ThreadPoolExecutor(1) as pool:
        return pool.submit(squared, n).result()


WORKER = ThreadPoolExecutor(1)  # starts its thread when it is first asked, and keeps it


def in_a_thread_that_stays(n: int) -> int:
    """The solver, in a thread that began to run in an earlier check."""
    return WORKER.submit(squared, n).result()


@pytest.mark.parametrize("asked", [in_a_thread, in_a_thread_that_stays])
def test_a_solver_in_another_thread_is_seen(asked: Callable[[int], int]) -> None:
    with_solver = study()
    with_solver.agree(squared, agreed)
    value = number(16, lambda: asked(4), with_solver, over=BELOW_20, by="listed")
    levels = [check_claim(value, SETTINGS).level for _ in range(2)]
    assert levels == [Level.TESTED, Level.TESTED]


def test_what_is_believed_may_run_in_another_thread_than_the_truth() -> None:
    with_solver = study()
    with_solver.agree(squared, agreed)
    claim = with_solver.claim("s", "", believed=squared, controls={"one more": lambda n: n * n + 1})

    def holds(believed: Any, n: int) -> Any:
        with ThreadPoolExecutor(1) as pool:
            return equal(agreed(n), pool.submit(believed, n).result())

    claim.holds(holds, integers(n=4), by="listed")
    assert check_claim(claim, SETTINGS).level == Level.EXHAUSTED


MEMO: dict[int, int] = {}


def kept_by_hand(n: int) -> int:
    """The solver's answer, asked once, beside a graph that a cache keeps."""
    assert kept_twice()
    if n not in MEMO:
        MEMO[n] = vars(sys.modules[__name__])["squar" + "ed"](n)
    return MEMO[n]


def test_a_solver_counts_that_ran_only_before_the_caches_were_emptied() -> None:
    kept_twice()  # the caches are full
    MEMO.clear()
    with_solver = study()
    with_solver.agree(squared, agreed)
    claim = squares(with_solver).equals(kept_by_hand, Listed(IN_GRAPH, lambda: range(5)))
    (evidence,) = check_claim(claim, SETTINGS).evidence
    assert (evidence.level, evidence.truth) == (Level.TESTED, TruthFrom.SOLVERS)


def test_a_solver_of_a_built_in_game_is_seen_wherever_it_runs() -> None:
    from fast import divisor_nim as solver

    claim = number(692, lambda: solver.answer.ungated(10), over=BELOW_20, by="listed")
    assert check_claim(claim, SETTINGS).level == Level.TESTED


def test_a_solver_may_be_what_is_believed() -> None:
    with_solver = study()
    with_solver.agree(squared, agreed)
    claim = with_solver.claim("s", "", believed=squared, controls={"one more": lambda n: n * n + 1})
    claim.equals(agreed, BELOW_20, by="listed")
    assert check_claim(claim, SETTINGS).level == Level.EXHAUSTED


@pytest.mark.parametrize(
    ("truth", "level"), [(False, Level.EXHAUSTED), (True, Level.TESTED)], ids=["believed", "truth"]
)
def test_a_solver_that_is_imported_late_is_seen_on_the_side_of_the_truth_alone(
    truth: bool,  # noqa: FBT001
    level: Level,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.delitem(sys.modules, "fast.silver_dollar", raising=False)

    def late(n: int) -> int:
        from fast.silver_dollar import criterion

        return n + 9 + 0 * criterion((0, 2, 3), 1)

    def early(n: int) -> int:
        return n + 9

    def asking(f: Any, n: int) -> Any:
        return equal(late(n) if f(n) else early(n), f(n))

    claim = study().claim("late", "", believed=late, controls={"zero": lambda n: 0})
    claim.holds(
        asking if truth else lambda f, n: equal(early(n), f(n)),
        BELOW_20,
        by="listed",
    )
    assert check_claim(claim, SETTINGS).level == level


def test_the_bound_named_is_the_size_of_a_position() -> None:
    class Seven(VectorGame):
        def start(self, size: int) -> Any:
            return super().start(min(size, 7))

    game = Seven([(1, 0), (0, 1)])
    assert SmallCases(game, 28).words() == "every position to size 7"
    assert SmallCases(game).words() == "every position to size 7"
    assert {size for size, _ in SmallCases(game, 5).beyond.values()} == {6, 7}


# What a claim rests on.


def checked(in_study: Study) -> dict[str, Any]:
    """The verdicts of a study by name."""
    return {verdict.name: verdict for verdict in check_study(in_study, SETTINGS).verdicts}


def test_a_verdict_is_at_most_the_weakest_that_the_claim_rests_on() -> None:
    chain = study()
    squares(chain, "last", rests_on=["middle", definition("a square")]).equals(
        square, BELOW_20, by="listed"
    )
    squares(chain, "middle", rests_on=["first", theorem("of Pythagoras")]).equals(
        square, BELOW_20, by="listed"
    )
    squares(chain, "first").equals(square, BELOW_20, solvers="a table")
    verdicts = checked(chain)
    assert {name: verdict.level for name, verdict in verdicts.items()} == dict.fromkeys(
        ["last", "middle", "first"], Level.TESTED
    )
    assert [str(s) for s in verdicts["middle"].rests_on] == [
        "first (tested)",
        "of Pythagoras (theorem)",
    ]
    findings = check_study(chain, SETTINGS)
    shown = findings_as_json(findings)["verdicts"][0]["rests_on"]
    assert shown[0] == {"kind": "claim", "words": "middle", "level": "tested"}
    assert "rests on first (tested), of Pythagoras (theorem)" in claims(findings)


def test_what_rests_on_a_refuted_claim_is_untested() -> None:
    chain = study()
    squares(chain, "on-sand", rests_on=["false"]).equals(square, BELOW_20, by="listed")
    squares(chain, "false").equals(lambda n: n**3, BELOW_20, by="listed")
    verdicts = checked(chain)
    assert verdicts["false"].level == Level.REFUTED
    assert verdicts["on-sand"].level == Level.UNTESTED


def never(*_: object) -> bool:
    """Fails the test if a check runs."""
    pytest.fail("a check ran before the study was refused")


@pytest.mark.parametrize(
    ("rests_on", "message"),
    [
        ({"one": ["two"], "two": ["one"]}, "in a circle: one rests on two rests on one"),
        ({"one": ["one"], "two": []}, "in a circle: one rests on one"),
        ({"one": ["three"], "two": []}, "'three': the study has no claim of that name"),
    ],
)
def test_circles_and_unknown_names_are_refused_at_once(
    rests_on: dict[str, list[str]], message: str
) -> None:
    chain = study()
    for name, below in rests_on.items():
        squares(chain, name, rests_on=below).holds(never, BELOW_20, by="listed")
    with pytest.raises(ClaimError, match=message):
        check_study(chain, SETTINGS)


def test_a_level_does_not_depend_on_what_else_is_loaded() -> None:
    """A study can be checked and proved, which is no part of what its claims ask."""
    from grundwork import HeapGame, Study, octal

    assert Study("all-at-once", octal("0.7")).prove().proved  # by solvers too
    study = Study("evens", HeapGame(lambda heap: [(heap - 1,)] if heap else []), source="a test")
    study.sequence(
        "The P-positions are the even numbers.",
        terms=[0, 2, 4, 6, 8],
        computed=lambda truth, n: sorted(map(sum, truth.p_positions))[n],
        size=12,
    )
    assert check_claim(study.claims[0], Settings()).level == Level.EXHAUSTED
