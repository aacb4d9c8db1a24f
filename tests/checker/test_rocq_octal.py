"""Rocq proves the periods of proof files, and refuses those in which something is wrong."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from checker.rocq import NotCovered, octal
from checker.rocq.verify import compiled, version, with_theory

# Kayles, 0.77: E. Berlekamp, J. Conway, R. Guy, Winning Ways, chapter 4.
PERIOD = [4, 1, 2, 8, 1, 4, 7, 2, 1, 8, 2, 7]
EXCEPTIONS = {0: 0, 3: 3, 6: 3, 9: 4, 11: 6, 15: 7, 18: 3, 21: 4, 22: 6, 28: 5, 34: 6, 39: 3}
VALUES = [(EXCEPTIONS | {57: 4, 70: 6}).get(n, PERIOD[n % 12]) for n in range(95)]


def kayles(n0: int = 71, p: int = 12, **other: Any) -> dict[str, Any]:
    numbers = {"preperiod": n0, "period": p, "values": VALUES[: n0 + p]}
    return {"theorem": "period", "code": [0, 7, 7]} | numbers | other


WRONG = {
    "preperiod": kayles(n0=70),
    "period": kayles(p=13),
    "value": kayles(values=[*VALUES[:40], 2, *VALUES[41:83]]),
    "move": kayles(code=[2, 7, 7]),
}


@pytest.mark.expensive
@pytest.mark.skipif(not version(), reason="there is no coqc (Debian: coq)")
def test_rocq_proves_the_period_of_kayles_and_refuses_wrong_ones(tmp_path: Path) -> None:
    file = with_theory(tmp_path) / "kayles.v"
    file.write_text(octal.rocq("kayles", kayles()), encoding="utf-8")
    assert compiled(file) == ""
    for name, wrong in WRONG.items():
        file.write_text(octal.rocq("kayles", wrong), encoding="utf-8")
        assert "= true" in compiled(file), name


def test_a_period_that_takes_too_long_is_not_covered() -> None:
    with pytest.raises(NotCovered, match="509621 heaps"):
        octal.rocq("code_0_16", kayles(105351, 149459))
