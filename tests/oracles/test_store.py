"""Stores: the truth of the explicit graph, made step by step, and resumed where it was ended."""

import os
import signal
import sqlite3
import subprocess
import sys
import threading
import time
from dataclasses import dataclass
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from oracles.errors import OracleError, PositionError, RulesError, SearchLimitError
from oracles.heaps import octal
from oracles.limits import interrupts_later
from oracles.rules import Game
from oracles.solve import solve
from oracles.store import making
from oracles.store.engine import engine_of
from oracles.store.making import solve_store
from oracles.store.store import StoreError, connected, from_text, open_store, to_text
from oracles.vectors import VectorGame, nim
from tests.running import ROOT


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

    def rank(self, position):
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


@dataclass(frozen=True)
class Circle(Game):
    """Two positions that lead to each other, though the rules may not say that they are loopy."""

    loopy: bool = False

    def start(self, size):
        return range(size + 3)

    def options(self, position):
        return [position - 1] if position > 1 else [2] if position == 1 else []


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
    truth = solve(game, size)
    store = solve_store(game, size, tmp_path / "s", workers=0)
    found = store.known(truth.positions)
    assert len(store) == len(truth.positions)
    assert {place: outcome for place, (outcome, _) in found.items()} == dict(truth.outcomes)
    if not game.misere and not game.names_winner_by_position():
        assert {place: value for place, (_, value) in found.items()} == dict(truth.grundy_values)
    else:
        assert {value for _, value in found.values()} == {None}
    assert set(store.positions("outcome = 'P'", 10**6)) == set(truth.p_positions)
    assert store.compared.startswith("compared with the rules: the ")


POSITIONS = st.recursive(
    st.integers() | st.text(),
    lambda inner: st.lists(inner, max_size=3).map(tuple) | st.frozensets(inner, max_size=3),
    max_leaves=8,
)


@given(POSITIONS)
def test_a_position_is_read_as_it_was_written(position) -> None:
    text = to_text(position)
    assert from_text(text) == position
    assert to_text(from_text(text)) == text


@pytest.mark.parametrize("position", [1.5, (1, [2]), None, (3, False)])
def test_what_no_text_stands_for_is_refused(position) -> None:
    with pytest.raises(PositionError, match="cannot be kept in a store"):
        to_text(position)


# What is wrong is named


@pytest.mark.parametrize(
    ("game", "size", "kind", "said"),
    [
        (Dominoes(wrong_at=7), 9, RulesError, r"rank 9 and its option .* has 9"),
        (Circle(), 9, RulesError, r"play from [12] need not end"),
        (Circle(loopy=True), 3, RulesError, r"play from 1 need not end.*use solve\(\)"),
        (nim(1), -1, OracleError, r"start\(-1\)|size=-1"),
        (Dominoes(), 19, SearchLimitError, "more than 100 positions: "),
    ],
)
def test_what_cannot_be_stored_is_refused(game, size, kind, said, tmp_path) -> None:
    with pytest.raises(kind, match=said):
        solve_store(game, size, tmp_path / "s", workers=0, limit=100)


def test_what_dask_needs_is_said_in_a_line(monkeypatch) -> None:
    monkeypatch.setitem(sys.modules, "distributed", None)  # as if it were not there
    said = r"distributed.*this needs pip install 'grundwork\[large\]'"
    with pytest.raises(OracleError, match=said), engine_of(None, "tcp://127.0.0.1:1"):
        pass


@pytest.mark.expensive
def test_an_address_where_no_scheduler_is_is_said_in_a_line() -> None:
    pytest.importorskip("distributed")
    said = "a Dask scheduler at that address"
    with pytest.raises(OracleError, match=said), engine_of(None, "tcp://127.0.0.1:1"):
        pass


# What was changed is refused


def test_a_wrong_value_is_caught_by_the_comparison(tmp_path, monkeypatch) -> None:
    wrong = making._VALUES.replace("value = nth - 1", "true")
    monkeypatch.setattr(making, "_VALUES", wrong)
    with pytest.raises(StoreError, match="another Grundy value"):
        solve_store(nim(2), 9, tmp_path / "s", workers=0)


def test_a_store_of_other_rules_or_another_size_is_refused(tmp_path) -> None:
    path = tmp_path / "s"
    solve_store(nim(2), 5, path, workers=0, digest="one")
    with pytest.raises(StoreError, match="it is of size 5, not 6"):
        solve_store(nim(2), 6, path, workers=0, digest="one")
    with pytest.raises(StoreError, match="it is of game"):
        solve_store(VectorGame([(1, 0), (0, 2)]), 5, path, workers=0, digest="one")
    with pytest.raises(StoreError, match="made by other rules"):
        solve_store(nim(2), 5, path, workers=0, digest="another")


def test_a_finished_store_is_held_to_the_rules_whatever_the_digest_says(tmp_path) -> None:
    path = tmp_path / "s"
    solve_store(nim(2), 5, path, workers=0)
    with pytest.raises(
        StoreError, match=r"differs from the rules of .*: \(0, 0\) has outcome N, not P"
    ):
        open_store(path, VectorGame([(1, 0), (0, 1)], misere=True))


def test_a_file_of_other_things_is_no_store_and_left_alone(tmp_path) -> None:
    path = tmp_path / "mine"
    path.write_text("mine")
    for taken in (path, path.with_name("other.making")):
        path.replace(taken)
        path = taken
        with pytest.raises(StoreError, match="it is no DuckDB file; name another, or remove it"):
            solve_store(nim(2), 3, tmp_path / taken.stem, workers=0)
        assert taken.read_text() == "mine"


def test_a_file_of_sqlite_is_refused_and_no_connection_fetches_what_reads_it(tmp_path) -> None:
    path = tmp_path / "mine"
    with sqlite3.connect(path) as other:
        other.execute("CREATE TABLE fact (name, said)")
    with pytest.raises(StoreError, match="it is no DuckDB file"):
        open_store(path)
    with connected(tmp_path / "own", "position") as own:
        for setting in ("autoinstall_known_extensions", "autoload_known_extensions"):
            assert own.execute(f"SELECT current_setting('{setting}')").fetchall() == [(False,)]


@pytest.mark.parametrize("kept", [0, 1024, 4096])
def test_what_a_full_disk_left_of_a_store_is_begun_anew(tmp_path, kept: int) -> None:
    whole = solve_store(nim(2), 5, tmp_path / "whole", workers=0)
    (tmp_path / "s.making").write_bytes((tmp_path / "whole").read_bytes()[:kept])
    assert rows(solve_store(nim(2), 5, tmp_path / "s", workers=0)) == rows(whole)


def test_what_is_no_regular_file_is_refused(tmp_path) -> None:
    for path in (tmp_path, Path(os.devnull)):
        with pytest.raises(StoreError, match="it is not a regular file; name another"):
            solve_store(nim(2), 3, path, workers=0)


def test_a_position_that_is_not_there_is_an_error(tmp_path) -> None:
    store = solve_store(nim(2), 5, tmp_path / "s", workers=0)
    with pytest.raises(PositionError, match=r"\(6, 6\) is not in the store .* size 5"):
        store.outcome((6, 6))
    misere = solve_store(nim(2, misere=True), 3, tmp_path / "m", workers=0)
    assert misere.grundy((1, 1)) is None


def test_a_store_is_asked_in_sql_and_has_the_numbers_of_moves_left_for_ranks(tmp_path) -> None:
    # Dawson's Kayles: two at a time.
    dawson = solve_store(octal("0.07"), 9, tmp_path / "dawson", workers=0)
    assert dawson.sql("SELECT min(rank), max(rank) FROM position") == [(0, 4)]
    store = solve_store(nim(2), 9, tmp_path / "s", workers=0)
    question = "SELECT outcome, count(*) FROM position GROUP BY outcome ORDER BY outcome"
    assert store.sql(question) == [("N", 45), ("P", 10)]
    assert len({sum(place) for place in store.spread(20)}) > 9  # they are of many ranks


# Ended half-way


def test_chunks_and_processes_change_nothing_of_what_is_true(tmp_path, monkeypatch) -> None:
    whole = solve_store(nim(2), 6, tmp_path / "a", workers=0)
    monkeypatch.setattr(making, "CHUNK", 2)
    parted = solve_store(nim(2), 6, tmp_path / "b", workers=1)
    assert rows(parted) == rows(whole)


def rows(store):
    return store.sql("SELECT * FROM position ORDER BY rank, position")


@pytest.mark.parametrize("game", [nim(2), Dominoes(declares=False)])
def test_a_run_that_was_stopped_anywhere_goes_on_to_the_same_store(
    game, tmp_path, monkeypatch
) -> None:
    usual = solve_store(game, 6, tmp_path / "usual", workers=0)
    options_at, calls = making.options_at, []

    def stopping(*words):
        calls.append(words)
        if len(calls) % 3 == 0:
            raise KeyboardInterrupt
        return options_at(*words)

    monkeypatch.setattr(making, "options_at", stopping)
    path = tmp_path / "s"
    stops = 0
    while not path.exists():
        try:
            solve_store(game, 6, path, workers=0)
        except KeyboardInterrupt:
            stops += 1
            with pytest.raises(StoreError, match="no finished store is there"):
                open_store(path)
    assert stops
    assert rows(open_store(path)) == rows(usual)


def test_a_run_that_was_stopped_goes_on_with_the_same_size_alone(tmp_path, monkeypatch) -> None:
    def stopped(*words):
        raise InterruptedError

    monkeypatch.setattr(making, "options_at", stopped)
    with pytest.raises(InterruptedError):
        solve_store(nim(2), 5, tmp_path / "s", workers=0)
    with pytest.raises(StoreError, match="it is of size 5, not 6"):
        solve_store(nim(2), 6, tmp_path / "s", workers=0)


@pytest.mark.usefixtures("interrupts_are_heard")
def test_an_interrupted_question_is_an_interrupt_and_the_store_can_be_asked_again(
    tmp_path,
) -> None:
    store = solve_store(nim(2), 5, tmp_path / "s", workers=0)
    interrupt = threading.Timer(0.2, os.kill, (os.getpid(), signal.SIGINT))
    interrupt.start()

    def ask() -> None:
        while True:
            store.sql("SELECT count(*) FROM range(3_000_000_000)")

    with pytest.raises(KeyboardInterrupt):
        ask()
    interrupt.join()
    assert len(store) == 21  # pairs of piles to 5, in order


@pytest.mark.usefixtures("interrupts_are_heard")
def test_an_interrupt_waits_while_a_process_is_begun() -> None:
    done = []

    def begin() -> None:
        with interrupts_later():
            signal.raise_signal(signal.SIGINT)  # in this thread
            done.append("begun")

    with pytest.raises(KeyboardInterrupt):
        begin()
    assert done


def test_a_worker_hears_no_interrupt_and_what_it_prints_is_no_result(capfd) -> None:
    with engine_of(1) as engine:
        ((masked,),) = [[*engine(signal.pthread_sigmask, [(signal.SIG_BLOCK, [])])]]
        assert signal.SIGINT in masked
        assert list(engine(os.system, [("echo said",)])) == [0]
    assert capfd.readouterr() == ("", "said\n")


SCRIPT = """
import sys
from oracles.store.making import solve_store
from oracles.vectors import nim
solve_store(nim(2), 40, sys.argv[1], workers=0)
"""


@pytest.mark.expensive
def test_a_run_that_is_killed_goes_on_to_the_same_store_and_two_at_once_are_refused(
    tmp_path,
) -> None:
    usual, killed = tmp_path / "usual", tmp_path / "killed"
    begun = killed.with_name("killed.making")
    whole = solve_store(nim(2), 40, usual, workers=0)
    run = subprocess.Popen([sys.executable, "-c", SCRIPT, killed], cwd=ROOT)
    while run.poll() is None and not begun.exists():
        time.sleep(0.01)
    time.sleep(0.3)
    if run.poll() is None:
        with pytest.raises(StoreError, match="another process uses it"):
            solve_store(nim(2), 40, killed, workers=0)
    run.kill()  # which is SIGKILL
    run.wait()
    assert rows(solve_store(nim(2), 40, killed, workers=0)) == rows(whole)
    assert not begun.exists()
