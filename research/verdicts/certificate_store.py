"""The certificate of a study: when a check withdraws it, what it writes, and reading it back.

A check withdraws the certificate before it does anything, and writes a new one as the last thing it
does. Whatever ends it in between leaves none.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Mapping

import msgspec

from fast.certificate import (
    Certificate,
    Certified,
    NotConfirmedError,
    certificate_path,
    home,
    read_certificate,
    written,
)
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


def withdraw(study: str) -> None:
    """Remove the certificate of a study."""
    remove(certificate_path(study))


def keep(
    study: Study,
    findings: Findings,
    functions: Mapping[str, Certified],
    files: Mapping[str, str],
) -> None:
    """Write the certificate of a study; its parts are those of :class:`Certificate`."""
    certificate = Certificate(
        study.name,
        file_name(study.file),
        dict(functions),
        versions(study.file),
        dict(files),
        msgspec.to_builtins(dataclasses.asdict(findings)),
    )
    write_whole(certificate_path(study.name), written(certificate))


def kept_findings(study: Study, settings: Settings) -> Findings | None:
    """Return the findings of an earlier check, if nothing they depend on has changed."""
    try:
        certificate = read_certificate(study.name, study.file)
        found = msgspec.convert(certificate.findings, Findings)
    except (NotConfirmedError, ValueError):  # whatever is wrong with it, it is made again
        return None
    return found if found.settings == settings else None
