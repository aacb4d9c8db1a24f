"""What tests share: a Grundwork home of their own, one check of each built-in study, interrupts."""

from __future__ import annotations

import fcntl
import os
import shutil
import signal
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from hypothesis import settings

if TYPE_CHECKING:
    from research.verdicts.findings import Findings


settings.register_profile("compiled", deadline=None)  # the first call of a loop may compile it
settings.load_profile("compiled")


@pytest.fixture(autouse=True)
def own_home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """No test reads or writes the certificates of the checkout."""
    home = tmp_path / "grundwork-home"
    monkeypatch.setenv("GRUNDWORK_HOME", str(home))
    return home


@pytest.fixture
def nothing_is_asked_in_a_new_process(monkeypatch: pytest.MonkeyPatch) -> None:
    """A new process would look for one study in the file of a test, and here are many."""
    from research.verdicts import checking

    monkeypatch.setattr(checking, "asked_afresh", lambda *_: ([], []))


@pytest.fixture
def interrupts_are_heard() -> Iterator[None]:
    """As at a terminal; of what is run in the background they are ignored, and what that begins."""
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    yield
    signal.signal(signal.SIGINT, before)


@pytest.fixture
def checked(own_home: Path, tmp_path_factory: pytest.TempPathFactory) -> Callable[[str], Findings]:
    """What a check of a built-in study found, whose certificate lies in the test's home then.

    Checking takes long, so it is done once for all tests, in a home of its own; where
    GRUNDWORK_CHECKED names one in which it was done already, of this very code, it is that.
    """
    session = tmp_path_factory.getbasetemp()
    shared = session.parent if "PYTEST_XDIST_WORKER" in os.environ else session
    home = Path(os.environ.get("GRUNDWORK_CHECKED", shared / "checked"))

    def findings_of(name: str) -> Findings:
        from research.checks.evidence import Settings
        from research.resolving.loading import load_study
        from research.verdicts.checking import check_study
        from research.verdicts.findings import kept_findings

        home.mkdir(parents=True, exist_ok=True)
        study = load_study(name)
        with (home / f"{name}.lock").open("w") as lock, pytest.MonkeyPatch.context() as patch:
            fcntl.flock(lock, fcntl.LOCK_EX)
            patch.setenv("GRUNDWORK_HOME", str(home))
            found = kept_findings(study, Settings()) or check_study(study, Settings())
        shutil.copytree(home / "certificates", own_home / "certificates", dirs_exist_ok=True)
        return found

    return findings_of
