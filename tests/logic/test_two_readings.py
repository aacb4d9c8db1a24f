"""All readings of the language of moves say the same of every position of a box.

A property of the language, on random rules: the oracle's options, which are enumerated, are those
that the prover's automata accept, and what is won to one is won to the other. In arrays they are
the same, in the same order.
"""

from __future__ import annotations

import itertools
import os
from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import HealthCheck, Phase, find, given, settings
from hypothesis.errors import NoSuchExample
from moves_texts import LARGEST, difference, texts

import research.proving.move_formulas
from oracles.graph import build_from
from oracles.moves import MoveGame, expressions, game
from oracles.moves.formulas import Quantified, Quotient, free_variables
from oracles.solve import build_vectorized
from research.logic.errors import StateLimitError

RANDOM_RULES = int(os.environ.get("GRUNDWORK_RANDOM_RULES", "75"))  # 1000 each night
SAMPLE = settings(
    max_examples=150,
    derandomize=True,
    database=None,
    deadline=None,
    suppress_health_check=list(HealthCheck),
)
NO_SHRINKING = settings(SAMPLE, max_examples=400, phases=[Phase.generate])


def require_no_difference(text: str) -> None:
    try:
        found = difference(text)
    except StateLimitError:
        return  # an automaton too large to look at
    assert found is None, f"{found}\n{text}"


@pytest.mark.expensive
@pytest.mark.end_to_end
@settings(SAMPLE, max_examples=RANDOM_RULES)
@given(texts())
def test_both_readings_agree_on_random_rules(text: str) -> None:
    require_no_difference(text)


@settings(SAMPLE, max_examples=15)
@given(texts())
def test_arrays_and_numbers_agree_on_random_rules(text: str) -> None:
    rules = MoveGame(text)
    starts = list(rules.start(LARGEST[max(map(len, rules.states.values()))] + 1))
    in_arrays, asked = build_vectorized(rules, starts), build_from(rules, starts)
    if "unordered" not in text:
        assert in_arrays is not None
        assert list(in_arrays) == list(asked)
        assert in_arrays.first.tolist() == asked.first.tolist()
        assert in_arrays.options.tolist() == asked.options.tolist()


# Faults planted in one of the readings


def _comparison(sign: str, wrong: str) -> Callable[[pytest.MonkeyPatch], None]:
    return lambda m: m.setitem(expressions._COMPARED, sign, wrong)


def _changed(name: str, change: Callable[..., Any]) -> Callable[[pytest.MonkeyPatch], None]:
    """Let a function that writes give what is made of its arguments and of what it gave."""
    right = getattr(expressions, name)

    def spoil(m: pytest.MonkeyPatch) -> None:
        m.setattr(expressions, name, lambda *given: change(right(*given), *given))

    return spoil


def _rounded_up(said: str, node: Any, names: Any, *_: Any) -> str:
    if not isinstance(node, Quotient):
        return said
    return f"-(-({expressions.written(node.term, names)}) // {node.divisor})"


def _some_for_all(said: str, node: Any, *_: Any) -> str:
    return said.replace("every(", "some(", 1) if isinstance(node, Quantified) else said


def _one_less(found: list[tuple[str, str]], *_: Any) -> list[tuple[str, str]]:
    return [(name, values.replace("tries(", "tries(-1 + ")) for name, values in found]


def _what_is_subtracted_bounds(m: pytest.MonkeyPatch) -> None:
    m.setattr(expressions, "_added", free_variables)


def _written_in_one_order(m: pytest.MonkeyPatch) -> None:
    m.setattr(game, "permutations", lambda vector: [vector])


def _never_won(m: pytest.MonkeyPatch) -> None:
    right = game.MoveGame._ask
    m.setattr(
        game.MoveGame, "_ask", lambda self, kind, *of: kind != "won" and right(self, kind, *of)
    )


def _always_normal_play(m: pytest.MonkeyPatch) -> None:
    m.setattr(game.MoveGame, "final_outcome", lambda self, position: "P")


def _named_after_all(m: pytest.MonkeyPatch) -> None:
    m.setattr(
        research.proving.move_formulas, "permutations", lambda it: itertools.islice([tuple(it)], 1)
    )


def _read(change: Callable[[Any], Any]) -> Callable[[pytest.MonkeyPatch], None]:
    """Let the prover read a text with a change."""
    right = research.proving.move_formulas.read_text
    return lambda m: m.setattr(
        research.proving.move_formulas, "read_text", lambda text: change(right(text))
    )


def _first_move_forgotten(text: Any) -> Any:
    return replace(text, rules=replace(text.rules, moves=text.rules.moves[1:]))


FAULTS: dict[str, Callable[[pytest.MonkeyPatch], None]] = {
    "oracle: < as <=": _comparison("<", "<="),
    "oracle: != as <": _comparison("!=", "<"),
    "oracle: terms that do not exist": _changed("_existence", lambda *_: []),
    "oracle: only the last difference need exist": _changed("_existence", lambda a, *_: a[-1:]),
    "oracle: bounds one too small": _changed("ranges", _one_less),
    "oracle: what is subtracted counts as a bound": _what_is_subtracted_bounds,
    "oracle: some for all": _changed("written", _some_for_all),
    "oracle: quotients rounded up": _changed("written", _rounded_up),
    "oracle: unordered moves from one order only": _written_in_one_order,
    "oracle: won positions go on": _never_won,
    "oracle: misère forgotten": _always_normal_play,
    "prover: coordinates keep their names": _named_after_all,
    "prover: misère forgotten": _read(lambda text: replace(text, misere=False)),
    "prover: the first move forgotten": _read(_first_move_forgotten),
}


@pytest.mark.expensive
@pytest.mark.parametrize("fault", FAULTS)
def test_a_fault_in_either_reading_is_noticed(fault: str, monkeypatch: pytest.MonkeyPatch) -> None:
    FAULTS[fault](monkeypatch)
    game._read.cache_clear()

    def differs(text: str) -> bool:
        try:
            return difference(text) is not None
        except StateLimitError:
            return False
        except Exception:  # a fault also shows where one reading refuses what is well said
            return True

    try:
        found = find(texts(), differs, settings=NO_SHRINKING)
    except NoSuchExample:
        pytest.fail(f"no random rules show the fault: {fault}")
    finally:
        game._read.cache_clear()
    monkeypatch.undo()
    game._SOUND.clear()
    assert difference(found) is None
