"""The certificate of a study: when a check withdraws it, what it writes, and reading it back.

A check withdraws the certificate before it does anything, and writes a new one as the last thing it
does. Whatever ends it in between leaves none.
"""

from __future__ import annotations

import dataclasses
import os
from collections.abc import Mapping
from pathlib import Path

import msgspec

from fast.certificate import (
    Certificate,
    Certified,
    NotConfirmedError,
    home,
    read,
    read_certificate,
    record_path,
    written,
)
from fast.gate import is_confirmed
from fast.inputs import file_name, versions
from research.checks.evidence import Settings
from research.claims.study import Study
from research.system.files import remove, require_writable, write_whole
from research.verdicts.findings import Findings

DEFAULT = Settings()


def require_home() -> None:
    """Raise :class:`OutputError` unless what is found can be kept; rather before than after."""
    instead = "let the variable GRUNDWORK_HOME name a folder that can be"
    require_writable(home(), "GRUNDWORK_HOME", instead)
    home().mkdir(parents=True, exist_ok=True)


def certifies(settings: Settings) -> bool:
    """Whether a check with these settings may confirm: a seed is not a choice to shop for."""
    return settings.seed == DEFAULT.seed


def withdraw(study: str) -> str | None:
    """Remove the certificate of a study; return what it was."""
    path = record_path(study)
    try:
        text = path.read_text(encoding="utf-8")
    except (OSError, ValueError):
        text = None
    remove(path)
    return text


def withdraw_of(target: str) -> None:
    """Remove the certificates of what is named on the command line, before it is even loaded.

    A file is run when it is loaded, and may end the process then.
    """
    path = Path(os.path.realpath(target))
    for kept in (home() / "records").glob("*.json"):
        try:
            file = read(kept.read_text(encoding="utf-8")).file
        except (OSError, ValueError):
            file = ""
        if kept.stem == target or (target.endswith(".py") and file == file_name(path)):
            remove(kept)


def restore(study: Study, text: str | None) -> bool:
    """Put back a certificate that still holds; return whether it does."""
    if text is None:
        return False
    write_whole(record_path(study.name), text)
    if not is_confirmed(study.name, study.file):
        withdraw(study.name)
        return False
    return True


def keep(
    study: Study,
    findings: Findings,
    functions: Mapping[str, Certified] | None,
    files: Mapping[str, str],
) -> None:
    """Write the certificate of a study; the last thing that a check does.

    Parameters
    ----------
    study
        What was checked.
    findings
        What was found.
    functions
        What is known of each function, where the solvers are confirmed.
    files
        The digests of the files that took part.
    """
    certificate = Certificate(
        study.name,
        file_name(study.file),
        None if functions is None else dict(functions),
        versions(study.file),
        dict(files),
        msgspec.to_builtins(dataclasses.asdict(findings)),
    )
    write_whole(record_path(study.name), written(certificate))


def kept_findings(study: Study, settings: Settings) -> Findings | None:
    """Return the findings of an earlier check, if nothing they depend on has changed."""
    try:
        certificate = read_certificate(study.name, study.file)
        found = msgspec.convert(certificate.findings, Findings)
    except (NotConfirmedError, ValueError):  # whatever is wrong with it, it is made again
        return None
    return found if found.settings == settings else None
