"""Stores: the truth of the explicit graph, made step by step, and nothing that is not whole."""

import hashlib
import json
import logging
import os
import subprocess
import sys
import threading
import time
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

pytest.importorskip("duckdb")
pytest.importorskip("pyarrow")

from oracles.errors import DisagreementError, PositionError, RulesError, SearchLimitError
from oracles.graph import build
from oracles.heaps import octal
from oracles.levels import cluster, making, solving, steps
from oracles.levels.cluster import EngineError, client_of, finished, require
from oracles.levels.files import (
    HEADER,
    StoreError,
    locked,
    mark_of,
    read_header,
    sealed,
    write_header,
)
from oracles.levels.identity import rules_digest
from oracles.levels.solving import solve_store
from oracles.levels.store import open_store
from oracles.levels.texts import from_text, to_text
from oracles.rules import Game
from oracles.truth import Truth
from oracles.vectors import VectorGame, nim

ROOT = Path(__file__).parent.parent.parent


@dataclass(frozen=True)
class Dominoes(Game):
    """Place dominoes on a row of free squares; a position is the set of these."""

    declares: bool = True
    wrong_at: int = -1

    def start(self, size):
        return [frozenset((0, column) for column in range(size))]

    def options(self, position):
        for row, column in position:
            if (row, column + 1) in position:
                yield position - {(row, column), (row, column + 1)}

    def level(self, position):
        if not self.declares:
            return None
        return len(position) + 2 * (len(position) == self.wrong_at)


class LastTaken(Game):
    """Take one or two; who is left with a heap named "odd" wins, with "even" nobody does."""

    def start(self, size):
        return [("odd", heap) for heap in range(size + 1)] + [("even", size)]

    def options(self, position):
        name, heap = position
        return [(name, heap - take) for take in (1, 2) if take < heap]

    def final_outcome(self, position):
        return "N" if position[0] == "odd" else "D"


class Circle(Game):
    """Two positions that lead to each other, though the rules do not say that they are loopy."""

    def start(self, size):
        return range(size + 3)

    def options(self, position):
        return [position - 1] if position > 1 else [2] if position == 1 else []


def digests(folder):
    files = sorted(path for path in folder.rglob("*") if path.is_file())
    return {
        str(path.relative_to(folder)): hashlib.sha256(path.read_bytes()).hexdigest()
        for path in files
    }


GAMES = [
    (nim(3), 5),
    (VectorGame([(1, 0), (0, 2), (1, 1)], misere=True), 5),
    (VectorGame([(1, 0), (0, 1)], guard=lambda before, after: sum(after) % 3 > 0), 5),
    (VectorGame([(1, -1), (0, 2)], ordered=True), 5),
    (Dominoes(), 9),
    (Dominoes(declares=False), 9),
    (octal("0.77"), 9),
    (LastTaken(), 5),
]


@pytest.mark.parametrize(("game", "size"), GAMES)
def test_a_store_has_the_positions_and_values_of_the_explicit_graph(game, size, tmp_path) -> None:
    truth = Truth(game, build(game, size))
    store = solve_store(game, size, tmp_path, workers=0)
    found = store.look_up(truth.positions)
    assert len(store) == len(truth.positions)
    assert {place: outcome for place, (outcome, _) in found.items()} == dict(truth.outcomes)
    if not game.misere and not game.names_winner_by_position():
        assert {place: value for place, (_, value) in found.items()} == dict(truth.grundy_values)
    else:
        assert {value for _, value in found.values()} == {None}
    assert set(store.p_positions(10**6)) == set(truth.p_positions)
    assert store.held_to.startswith("held to the explicit graph on ")


def test_levels_of_a_game_that_declares_none_are_the_numbers_of_moves_left(tmp_path) -> None:
    store = solve_store(octal("0.07"), 9, tmp_path, workers=0)  # Dawson's Kayles: two at a time
    assert store.levels == [0, 1, 2, 3, 4]
    lowest = [place for place in store.lowest(10**6) if max(place, default=0) < 2]
    assert store.p_positions(99, level=0) == lowest


@given(
    st.recursive(
        st.integers() | st.text(),
        lambda inner: st.lists(inner, max_size=3).map(tuple) | st.frozensets(inner, max_size=3),
        max_leaves=8,
    )
)
def test_a_position_is_read_as_it_was_written(position) -> None:
    text = to_text(position)
    assert from_text(text) == position
    assert to_text(from_text(text)) == text


def test_a_truth_value_is_refused_even_after_a_number_that_equals_it() -> None:
    assert to_text(frozenset({(1, 0)})) == '{"set": [[1, 0]]}'
    with pytest.raises(RulesError, match=r"True, a bool, .* write truth values as 0 and 1"):
        to_text(frozenset({(True, 0)}))
    assert to_text(frozenset({((1, 0),)})) == '{"set": [[[1, 0]]]}'
    with pytest.raises(RulesError, match=r"True, a bool"):
        to_text(frozenset({((True, 0),)}))


@pytest.mark.parametrize("position", [1.5, b"x", (1, [2]), None, True, (3, False)])
def test_what_no_text_stands_for_is_refused(position) -> None:
    with pytest.raises(RulesError, match="cannot be kept in a store"):
        to_text(position)


def test_the_kernel_of_vector_games_writes_what_the_rules_give(tmp_path) -> None:
    game = VectorGame([(1, 0, 0), (0, 1, 0), (0, 0, 1), (1, 1, 1)])
    by_kernel = digests(solve_store(game, 5, tmp_path / "a", workers=0).folder)
    patched = pytest.MonkeyPatch()
    with patched.context() as patch:
        patch.setattr(steps, "_in_arrays", lambda making: False)
        by_rules = digests(solve_store(game, 5, tmp_path / "b", workers=0).folder)
    assert by_kernel == by_rules


def test_buckets_and_chunks_change_nothing_of_what_is_true(tmp_path, monkeypatch) -> None:
    whole = solve_store(nim(2), 6, tmp_path / "a", workers=0)
    monkeypatch.setattr(making, "MOST_TO_SORT", 5)
    monkeypatch.setattr(making, "CHUNK", 3)
    monkeypatch.setattr(steps, "CHUNK", 3)
    parted = solve_store(nim(2), 6, tmp_path / "b", workers=0)
    places = whole.lowest(10**6)
    assert len(parted.facts["files"]) > len(whole.facts["files"])
    assert parted.look_up(places) == whole.look_up(places)
    assert len(parted) == len(whole) == 28


# What is wrong is named


@pytest.mark.parametrize(
    ("game", "said"),
    [
        (Dominoes(wrong_at=7), r"level does not decrease: .* has level 9 and its option .* has 9"),
        (Circle(), r"play from [12] need not end"),
        (VectorGame([(1,)]), r"start\(-1\)|size=-1"),
    ],
)
def test_rules_that_have_no_levels_are_refused(game, said, tmp_path) -> None:
    with pytest.raises(RulesError, match=said):
        solve_store(game, -1 if isinstance(game, VectorGame) else 9, tmp_path, workers=0)


def test_a_loopy_game_is_refused_with_what_to_use(tmp_path) -> None:
    loopy = Circle()
    loopy.loopy = True
    with pytest.raises(RulesError, match=r"is loopy.*use solve\(\)"):
        solve_store(loopy, 3, tmp_path, workers=0)


def test_too_many_positions_are_refused(tmp_path) -> None:
    with pytest.raises(SearchLimitError, match="more than the limit of 100"):
        solve_store(nim(2), 99, tmp_path / "a", workers=0, limit=100)
    with pytest.raises(SearchLimitError, match="more than 20 positions"):
        solve_store(Dominoes(), 11, tmp_path / "b", workers=0, limit=20)


def test_a_limit_that_is_none_is_refused_by_its_name(tmp_path) -> None:
    with pytest.raises(RulesError, match="limit=None: expected an integer of at least 0"):
        solve_store(nim(2), 5, tmp_path / "s", limit=None, workers=0)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("code", "said"),
    [
        (None, "needs some_engine, which is not installed; pip install 'grundwork"),
        ("import some_engine.core", r"installed and cannot be imported \(ModuleNotFoundError"),
        ("raise OSError('a library')", r"cannot be imported \(OSError: a library\)"),
    ],
)
def test_an_engine_that_is_absent_or_broken_is_said_in_a_line(
    code, said, tmp_path, monkeypatch
) -> None:
    if code is not None:
        (tmp_path / "some_engine").mkdir()
        (tmp_path / "some_engine" / "__init__.py").write_text(code)
    monkeypatch.syspath_prepend(tmp_path)
    with pytest.raises(EngineError, match=said):
        require("some_engine")


def test_what_is_said_in_a_line_is_not_printed_by_dasks_loop_too(monkeypatch) -> None:
    monkeypatch.setattr(cluster, "LONGEST_WAIT", 0.1)
    said = "no Dask scheduler answers"
    with pytest.raises(EngineError, match=said), client_of("tcp://127.0.0.1:9"):
        pass
    loops = [logging.getLogger(name) for name in ("tornado.application", "distributed.client")]
    assert not any(each.isEnabledFor(logging.CRITICAL) for each in loops)


class Asked:
    """A client, and what Dask says of three steps, one of which is never told to be done."""

    def __init__(self, status: str) -> None:
        self.status, self.done = status, ["a", "b"]
        self.thread_condition = threading.Condition()

    def count(self) -> int:
        return len(self.done) + (self.status != "running")

    def has_ready(self) -> bool:
        return bool(self.done)

    def next(self) -> str:
        return self.done.pop(0)


def test_what_a_lost_scheduler_does_not_tell_is_not_waited_for() -> None:
    asked = Asked("running")
    assert [*finished(asked, asked)] == ["a", "b"]
    lost = Asked("closed")
    given = finished(lost, lost)
    assert [next(given), next(given)] == ["a", "b"]
    with pytest.raises(ConnectionError):
        next(given)


def test_workers_are_those_that_the_scheduler_has_and_not_what_a_client_noted() -> None:
    class Client:
        """It asks the scheduler in the background for nothing but that it is there."""

        status = "running"
        there = {"tcp://10.0.0.1:1": 1, "tcp://10.0.0.2:1": 1}

        def scheduler_info(self, n_workers: int = 5) -> dict[str, dict[str, object]]:
            return {"workers": {}}

        def nthreads(self) -> dict[str, int]:
            return self.there

    told: list[str] = []
    client = Client()
    run = cluster._Dask(client, told.append)
    run._look_at_workers()
    run._look_at_workers()
    assert told == []
    client.there = {"tcp://10.0.0.2:1": 1}
    run._look_at_workers()
    assert told == ["worker tcp://10.0.0.1:1 was lost; what it was doing is done again"]


def test_a_wrong_value_is_caught_by_the_comparison(tmp_path, monkeypatch) -> None:
    monkeypatch.setattr(steps, "_MEX", "count(DISTINCT known.grundy)::INTEGER")
    with pytest.raises(DisagreementError, match=r"Grundy value \d+ by the rules, and .* \d+ in"):
        solve_store(octal("0.77"), 11, tmp_path, workers=0)


def test_a_wrong_value_in_a_level_is_caught_when_the_store_is_finished(
    tmp_path, monkeypatch
) -> None:
    right = steps.value

    def value(making, arcs, level, known, positions):
        with pytest.MonkeyPatch.context() as patch:
            if level == 11:  # which the small store, of size 4, has not
                patch.setattr(steps, "_MEX", "1 + count(DISTINCT known.grundy)::INTEGER")
            return right(making, arcs, level, known, positions)

    monkeypatch.setattr(making, "value", value)
    with pytest.raises(DisagreementError, match="report this with the rules"):
        solve_store(nim(2), 6, tmp_path, workers=0)


def test_a_store_of_other_rules_is_refused(tmp_path) -> None:
    solve_store(nim(2), 5, tmp_path, workers=0)
    with pytest.raises(StoreError, match="made by other rules"):
        solve_store(nim(2), 5, tmp_path, workers=0, digest="another")
    with pytest.raises(StoreError, match="it is of size 5, not 4"):
        solve_store(nim(2), 4, tmp_path, workers=0)
    with pytest.raises(StoreError, match="it is of game"):
        solve_store(nim(3), 5, tmp_path, workers=0)


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


def test_a_finished_store_is_held_to_the_rules_whatever_the_digest_says(tmp_path) -> None:
    store = solve_store(Take(up_to(2)), 30, tmp_path, workers=0, digest="mine")
    assert solve_store(Take(up_to(2)), 30, tmp_path, workers=0, digest="mine").facts == store.facts
    for other in (up_to(3), up_to(1), lambda: [1, "2"]):
        with pytest.raises(StoreError, match=r"made by other rules than those of .* are now"):
            solve_store(Take(other), 30, tmp_path, workers=0, digest="mine")
    larger = Take(up_to(2))
    larger.start = lambda size: [size + 1]
    with pytest.raises(StoreError, match="they begin from 31, which it has not"):
        open_store(tmp_path, larger)


def test_the_position_that_is_asked_about_is_held_to_the_rules(tmp_path) -> None:
    limits = [2]
    rules = Take(lambda: range(1, limits[0] + 1))
    store = solve_store(rules, 30, tmp_path, workers=0, digest="mine")
    assert store.grundy(4) == 1
    limits[0] = 3
    with pytest.raises(StoreError, match="4 has outcome N and Grundy value 3 by the rules"):
        store.grundy(4)
    assert open_store(tmp_path).grundy(4) == 1  # no rules are at hand


class Wandering(Take):
    """Whose level is another each time, above some heap."""

    def __init__(self, above) -> None:
        super().__init__(up_to(3))
        self.above, self.random = above, Random(1)

    def level(self, heap):
        return 2 * heap + (self.random.randrange(2) if heap > self.above else 0)


@pytest.mark.expensive
def test_a_level_that_is_no_function_of_the_position_is_refused(tmp_path, monkeypatch) -> None:
    with pytest.raises(RulesError, match=r"level of \d+ in .* is \d+ and \d+ when asked twice"):
        solve_store(Wandering(64), 100, tmp_path / "a", workers=0, digest="mine")
    monkeypatch.setattr(steps, "is_asked_again", lambda explored: False)
    with pytest.raises(RulesError, match=r"level of \d+ in .* is \d+ and \d+ when asked twice"):
        solve_store(Wandering(64), 100, tmp_path / "b", workers=0, digest="mine")


def test_a_header_that_no_reader_can_follow_is_no_store(tmp_path) -> None:
    (tmp_path / HEADER).write_text("[" * 100_000)
    with pytest.raises(StoreError, match="no store is there that this version can read"):
        open_store(tmp_path)


def test_a_header_that_was_edited_is_not_believed(tmp_path) -> None:
    solve_store(nim(2), 5, tmp_path, workers=0)
    facts = json.loads((tmp_path / HEADER).read_text())
    for edited in (
        {"held_to": "proved"},
        {"files": facts["files"][:-3]},
        {"positions": 20},
        {"sealed": None},
    ):
        (tmp_path / HEADER).write_text(json.dumps(facts | edited))
        for ask in (open_store, partial(solve_store, nim(2), 5, workers=0)):
            with pytest.raises(StoreError, match=r"store.json is not what was written"):
                ask(folder=tmp_path)
    (tmp_path / HEADER).write_text(json.dumps(facts))
    assert len(open_store(tmp_path)) == 21


def test_positions_spread_over_a_store_are_of_all_levels(tmp_path) -> None:
    store = solve_store(nim(2), 9, tmp_path, workers=0)
    spread = store.spread(11)
    assert len(spread) == len(set(spread)) == 11
    assert store.known(spread).keys() == set(spread)
    assert {sum(place) > 9 for place in spread} == {True, False}
    assert set(store.spread(1000)) == set(store.lowest(1000))


def test_a_folder_of_other_things_is_left_alone(tmp_path) -> None:
    (tmp_path / "thesis.tex").write_text("x")
    with pytest.raises(StoreError, match=r"thesis.tex is there and no store"):
        solve_store(nim(2), 5, tmp_path, workers=0)
    assert (tmp_path / "thesis.tex").read_text() == "x"


def test_two_runs_at_once_are_refused(tmp_path) -> None:
    with locked(tmp_path), pytest.raises(StoreError, match="another run works on it"):
        solve_store(nim(2), 5, tmp_path, workers=0)


def test_a_corrupt_file_of_a_finished_store_is_named_and_not_read(tmp_path) -> None:
    store = solve_store(nim(2), 5, tmp_path, workers=0)
    name = store.facts["files"][3]["name"]
    content = (tmp_path / name).read_bytes()
    (tmp_path / name).write_bytes(content[:-9] + b"X" + content[-8:])
    with pytest.raises(StoreError, match=rf"{name} is not what was written"):
        open_store(tmp_path).outcome((1, 2))
    with pytest.raises(StoreError, match=rf"{name} is not what was written"):
        open_store(tmp_path).outcomes()
    (tmp_path / name).unlink()
    with pytest.raises(StoreError, match=rf"{name} cannot be read"):
        open_store(tmp_path).check()


def test_a_position_that_is_not_there_is_an_error(tmp_path) -> None:
    store = solve_store(nim(2), 5, tmp_path, workers=0)
    with pytest.raises(PositionError, match=r"\(3, 10\) is not in the store"):
        store.outcome((3, 10))
    with pytest.raises(PositionError, match="cannot be kept"):
        store.outcome(1.5)


# What was begun goes on


class Killed(BaseException):
    pass


@pytest.fixture
def stopped_after(monkeypatch, tmp_path):
    """Make a store up to a number of steps, and stop there as if killed."""

    def stop(steps_done):
        done = 0

        def run(step, calls):
            nonlocal done
            for call in calls:
                if str(call[0].folder) == str(tmp_path):  # else it is the comparison
                    done += 1
                    if done > steps_done:
                        raise Killed
                yield step(*call)

        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(solving, "run_here", run)
            with pytest.raises(Killed):
                solve_store(nim(2), 5, tmp_path, workers=0)

    return stop


@pytest.mark.parametrize("steps_done", [0, 1, 2, 11, 24, 32])
def test_a_run_that_was_stopped_gives_the_same_bytes(
    steps_done, stopped_after, tmp_path, tmp_path_factory
) -> None:
    usual = tmp_path_factory.mktemp("usual")
    solve_store(nim(2), 5, usual, workers=0)
    stopped_after(steps_done)
    with pytest.raises(StoreError, match="not finished"):
        open_store(tmp_path)
    told = []
    solve_store(nim(2), 5, tmp_path, workers=0, tell=told.append)
    assert digests(tmp_path) == digests(usual)
    assert told == []


def test_a_file_that_was_corrupted_meanwhile_is_named_and_made_anew(
    stopped_after, tmp_path, tmp_path_factory
) -> None:
    usual = tmp_path_factory.mktemp("usual")
    solve_store(nim(2), 5, usual, workers=0)
    stopped_after(28)
    corrupt = sorted((tmp_path / "work" / "arcs").rglob("*.parquet"))[5]
    corrupt.write_bytes(corrupt.read_bytes()[:100])
    told = []
    solve_store(nim(2), 5, tmp_path, workers=0, tell=told.append)
    name = corrupt.relative_to(tmp_path).as_posix()
    assert told == [f"{name} is not what was written (its digest differs); it is made anew"]
    assert digests(tmp_path) == digests(usual)


def test_the_work_of_another_store_counts_as_none(
    stopped_after, tmp_path, tmp_path_factory
) -> None:
    usual = tmp_path_factory.mktemp("usual")
    others = VectorGame([(1, 0), (0, 1)], misere=True)  # the same positions, with other outcomes
    solve_store(others, 5, usual, workers=0)
    stopped_after(28)
    of_theirs = {"game": str(others), "rules": rules_digest(others)}
    write_header(tmp_path, read_header(tmp_path) | of_theirs)
    solve_store(others, 5, tmp_path, workers=0)
    assert digests(tmp_path) == digests(usual)


def test_what_is_made_anew_must_be_what_it_was(stopped_after, tmp_path) -> None:
    stopped_after(28)
    record = sorted((tmp_path / "work" / "done" / "work" / "arcs").rglob("*.json"))[5]
    facts = json.loads(record.read_text())
    del facts["sealed"]
    of = mark_of(read_header(tmp_path))
    record.write_text(json.dumps(sealed(facts | {"sha256": "0" * 64}, of)))
    with pytest.raises(DisagreementError, match="made anew it is another file"):
        solve_store(nim(2), 5, tmp_path, workers=0)


SCRIPT = """
import sys
from oracles.levels.solving import solve_store
from oracles.vectors import nim
solve_store(nim(2), 9, sys.argv[1], workers=0)
"""


def files_in(folder):
    """How many files there are, while others write and remove them."""
    return sum(len(files) for _, _, files in os.walk(folder))


@pytest.mark.expensive
def test_runs_that_are_killed_give_the_same_bytes_in_the_end(tmp_path) -> None:
    usual, killed = tmp_path / "usual", tmp_path / "killed"
    solve_store(nim(2), 9, usual, workers=0)
    kills = 0
    while (
        not (killed / HEADER).exists() or not json.loads((killed / HEADER).read_text())["finished"]
    ):
        run = subprocess.Popen([sys.executable, "-c", SCRIPT, killed], cwd=ROOT)
        done = killed / "work" / "done"
        before = files_in(done)
        while run.poll() is None and files_in(done) < before + 7 + kills % 3:
            time.sleep(0.001 * (kills % 3))
        kills += run.poll() is None
        run.kill()  # which is SIGKILL, and nothing where it has ended
        run.wait()
    assert kills >= 5
    assert digests(killed) == digests(usual)
