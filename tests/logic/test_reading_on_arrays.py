"""The language of moves on arrays gives the options that it gives one by one, in the same order."""

from hypothesis import HealthCheck, given, settings
from moves_texts import texts

from oracles.graph import build_from
from oracles.moves import MoveGame
from oracles.solve import build_vectorized

SAMPLE = settings(
    max_examples=40,
    derandomize=True,
    database=None,
    deadline=None,
    suppress_health_check=list(HealthCheck),
)


def require_same_graph(text: str) -> None:
    game = MoveGame(text)
    size = {0: 1, 1: 12, 2: 5, 3: 3}[max(map(len, game.states.values()))]
    starts = list(game.start(size))
    on_rows, asked = build_vectorized(game, starts), build_from(game, starts)
    if "unordered" in text:
        return
    assert on_rows is not None
    assert list(on_rows) == list(asked)
    assert on_rows.first.tolist() == asked.first.tolist()
    assert on_rows.options.tolist() == asked.options.tolist()


@SAMPLE
@given(texts())
def test_both_ways_agree_on_random_rules(text: str) -> None:
    require_same_graph(text)
