"""Every search ends: what is without end, or too large, is an error within seconds."""

from __future__ import annotations

import itertools
import resource
import time
from typing import Any

import pytest

from oracles.errors import ResourceLimitError
from oracles.limits import Watch, limit_memory, now_doing
from oracles.solve import solve
from tests.oracles.graphs import build
from tests.oracles.test_graph import Made


@pytest.fixture
def hurried(monkeypatch: pytest.MonkeyPatch) -> None:
    """One call may take half a second."""
    monkeypatch.setenv("GRUNDWORK_SECONDS", "0.5")


def _endlessly(position: Any) -> Any:
    while True:
        pass


class Unended(Made):
    def final_outcome(self, position: Any) -> Any:
        return _endlessly(position)


@pytest.mark.parametrize(
    ("game", "call"),
    [
        (Made(_endlessly), "options of 3 in"),
        (Made(list, _endlessly), r"start\(3\) of"),
        (Unended(lambda _: []), r"final_outcome\(3\) of"),
    ],
    ids=["options", "start", "final_outcome"],
)
def test_one_call_that_does_not_end_is_an_error_that_names_it(
    hurried: None, game: Made, call: str
) -> None:
    before = time.process_time()
    with pytest.raises(ResourceLimitError, match=rf"{call} .*took longer than 0\.5 sec"):
        _ = solve(game, 3).outcomes
    assert time.process_time() - before < 5


@pytest.mark.expensive
def test_positions_that_fill_the_memory_are_an_error(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("GRUNDWORK_MEMORY", "2")
    before = resource.getrlimit(resource.RLIMIT_DATA)
    limit_memory()
    growing = Made(lambda text: [text + "x" * 10**8], lambda _: ["x"])
    at_once = Made(lambda _: list(itertools.count()))
    for game in (growing, at_once):
        with pytest.raises(ResourceLimitError, match=r"options of .* in .*2 GB of memory"):
            build(game, 3)
    resource.setrlimit(resource.RLIMIT_DATA, before)


def test_work_that_moves_on_is_left_alone(hurried: None) -> None:
    assert len(build(Made(lambda _: time.sleep(0.1) or [], range), 8)) == 8


def test_the_innermost_watch_says_what_is_being_done() -> None:
    with Watch(lambda: "outer", shown=lambda: "3 of 4"), Watch(lambda: "inner"):
        assert now_doing() == "3 of 4"
    assert now_doing() == ""


def test_memory_that_runs_out_is_said_by_the_innermost() -> None:
    said = pytest.raises(ResourceLimitError, match="inner: more than")
    with said, Watch(lambda: "outer"), Watch(lambda: "inner"):
        raise MemoryError
