"""What is known of a code is what its values prove, and no more."""

from __future__ import annotations

from itertools import product

import pytest

from fast import heap_games
from oracles.heaps import heap_game, heap_values
from research.families.recording import record_of
from research.proving.results import RulesDisagreementError


@pytest.mark.parametrize("digits", [*product((0, 3, 5, 7), repeat=2)])
def test_first_terms_are_those_of_the_definition(digits):
    code = f"octal:0.{digits[0]}{digits[1]}"
    assert list(record_of(code, 100).first_terms) == heap_values(heap_game(code), 63)


def test_what_was_computed_once_is_said_to_be():
    sentence = record_of("code:0.60g", 300).sentence  # four heaps: no table
    assert "to heap 100 were compared with the definition, those beyond computed once" in sentence


def test_what_a_catalogue_says_besides_is_known():
    kayles, open_one, nim = (
        record_of(code, to)
        for code, to in (("octal:0.77", 400), ("octal:0.6", 400), ("code:0.[3]", 400))
    )
    # Theorem 1 asks for the values to 166.
    assert (kayles.checked, kayles.defined, kayles.reason) == (166, 400, "")
    assert kayles.largest_value == 8  # OEIS A002186
    assert nim.largest_value is None  # G(n) = n
    assert open_one.reason in open_one.sentence
    assert (open_one.reason, open_one.checked) == ("no period is seen", None)
    alike = record_of("octal:0.771", 400)
    assert alike.digest == kayles.digest
    assert len({kayles.digest, record_of("octal:0.77", 399).digest}) == 2


def test_a_wrong_solver_is_noticed(monkeypatch):
    right = heap_games.grundy_values

    def one_wrong(code, size, **more):
        values = right(code, size, **more)
        values[700] ^= 1
        return values

    monkeypatch.setattr(heap_games, "grundy_values", one_wrong)
    with pytest.raises(RulesDisagreementError, match="heap 700"):
        record_of("octal:0.77", 1000)
