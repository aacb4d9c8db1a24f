"""The certificate of a study: when a check withdraws it, what it writes, and reading it back.

A check withdraws the certificate before it does anything, and writes a new one as the last thing it
does. Whatever ends it in between leaves none.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Callable, Mapping, Sequence
from typing import Any

import msgspec

from fast.certificate import (
    Certificate,
    Certified,
    ComparedWith,
    NotConfirmedError,
    certificate_path,
    home,
    mark_of,
    read_certificate,
    written,
)
from fast.inputs import file_name, versions
from fast.signature import CallSignature, integers_in, largest_integers
from research.checks.equality import case_key
from research.checks.evidence import Settings
from research.claims.agreement import largest_reached
from research.claims.study import Study
from research.system.files import remove, require_writable, write_whole
from research.verdicts.findings import Findings
from research.verdicts.signature_coverage import Compared, texts_in, with_texts

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
    study: Study, findings: Findings, compared: Sequence[Compared], files: Mapping[str, str]
) -> None:
    """Write the certificate of a study; the last thing that a check does.

    Parameters
    ----------
    study, findings
        What was checked, and what was found.
    compared
        What was compared; it counts where no fault was found.
    files
        The digests of the files that took part.
    """
    by_name: dict[str, list[Compared]] = {}
    for each in compared if findings.sound else ():
        if each.counts:
            by_name.setdefault(each.comparison.function, []).append(each)
    certificate = Certificate(
        study.name,
        file_name(study.file),
        {name: _certified(own) for name, own in by_name.items()},
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


def _certified(own: Sequence[Compared]) -> Certified:
    texts = texts_in([call for each in own for call in each.calls])
    known = with_texts(own, texts)
    alike: dict[tuple[CallSignature, str, bool], list[Mapping[str, Any]]] = {}
    for each in own:
        unbroken = each.comparison.whole_domain and _is_unbroken(each.calls)
        for call, taken in zip(each.calls, each.signatures, strict=True):
            whole = unbroken and dict(taken).get("modulus", "none") == "none"
            alike.setdefault((known[taken], each.comparison.truth, whole), []).append(call)
    plain = own[0].agreement.plain
    return Certified(texts, tuple(_reach(plain, *key, calls) for key, calls in alike.items()))


def _is_unbroken(calls: Sequence[Mapping[str, Any]]) -> bool:
    """Whether the integers of each argument are all from the least to the largest of them."""
    values: dict[str, set[int]] = {}
    for call in calls:
        for name in largest_integers(call):
            values.setdefault(name, set()).update(integers_in(call[name]))
    return all(len(found) == max(found) - min(found) + 1 for found in values.values())


def _reach(
    plain: Callable[..., Any],
    signature: CallSignature,
    truth: str,
    whole: bool,  # noqa: FBT001  # a part of the key
    calls: Sequence[Mapping[str, Any]],
) -> ComparedWith:
    """Return how far calls of one signature were compared."""
    marked = [(mark_of(plain, call), call) for call in calls]
    marks = frozenset(mark for mark, _ in marked if mark)
    others = {case_key(dict(call)) for mark, call in marked if not mark}
    number = len(marks) + len(others)
    return ComparedWith(signature, truth, largest_reached(calls), number, whole, marks)
