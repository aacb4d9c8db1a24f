"""What all tests share: a Grundwork home of their own."""

from __future__ import annotations

from pathlib import Path

import pytest


@pytest.fixture(autouse=True)
def own_home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """No test reads or writes the certificates of the checkout."""
    home = tmp_path / "grundwork-home"
    monkeypatch.setenv("GRUNDWORK_HOME", str(home))
    return home
