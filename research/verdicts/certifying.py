"""Certificates: what a check must have seen to give one, and what stands in it."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from fast.confirmed import Gated, digests, file_name, function_name
from fast.kinds import Path as PathTaken
from fast.kinds import (
    extent,
    integers_in,
    largest_integers,
    path_of,
    ungated,
    unnamed_parameters,
    with_data,
    within,
)
from fast.loaded import shown, unlike_source
from fast.marks import UNMARKED, mark_of
from fast.reaching import reach
from fast.records import Certified, ComparedWith
from fast.watching import ROOT, changed_since_read, digest_of_names, is_ours
from research.checks.equality import case_key
from research.claims.agreement import LEAST_CASES, Agreement, ComparisonResult
from research.claims.calls import own_copies
from research.claims.study import Study
from research.code.dependencies import listed_folders, source_files
from research.verdicts.crossing import Call, Crossing, cross
from research.verdicts.first_calls import wrong_anew
from research.verdicts.paths import faults_of_number, faults_of_paths, texts_in

MOST_CORNERS = 50


@dataclass(frozen=True)
class Compared:
    """An agreement, what comparing came to, and the arguments of the calls that agreed."""

    agreement: Agreement
    comparison: ComparisonResult
    calls: Sequence[Mapping[str, Any]]

    @cached_property
    def paths(self) -> Sequence[PathTaken]:
        """The path that each call takes; words that are data are words of their own here."""
        kept: dict[PathTaken, PathTaken] = {}  # there are few, and each is looked up often
        taken = (path_of(self.agreement.plain, call) for call in self.calls)
        return [kept.setdefault(path, path) for path in taken]


def answering(study: Study, compared: Sequence[Compared]) -> list[Callable[..., Any]]:
    """Return the functions behind the study's gate, and its answer."""
    found = {id(each.agreement.fast): each.agreement.fast for each in compared}
    gated: list[Callable[..., Any]] = [f for f in found.values() if isinstance(f, Gated)]
    if study.answer is not None and study.answer not in gated:
        gated.append(study.answer)
    return gated


def faults_of(study: Study, compared: Sequence[Compared]) -> list[str]:
    """Say what the comparisons leave open of the functions behind the gate."""
    faults = []
    for fast in answering(study, compared):
        plain = ungated(fast)
        own = [
            each
            for each in compared
            if each.agreement.compares(plain)
            and not each.comparison.lowered
            and not each.agreement.refuses
        ]
        calls = [call for each in own for call in each.calls]
        if not calls:
            faults.append(f"{function_name(fast)}: it is not compared with anything")
            continue
        texts = texts_in(calls)
        paths = frozenset(
            with_data(path, texts) for path in {p for each in own for p in each.paths}
        )
        found = [
            f"what {name} takes has no kinds that could be compared; name its parameters"
            for name in unnamed_parameters(plain)
        ]
        found += faults_of_paths(plain, paths, calls)
        if all(each.agreement.needs is None for each in own):
            found += faults_of_number(plain, [each.calls for each in own], LEAST_CASES)
        anew = [
            wrong_anew(each.agreement, each.calls)
            for each in compared
            if each.agreement.compares(plain) and not each.agreement.refuses
        ]
        found += filter(None, dict.fromkeys(anew))
        faults += [f"{function_name(fast)}: {fault}" for fault in found]
    return faults


def crossing_of(study: Study, compared: Sequence[Compared]) -> Crossing:
    """Return the branches of the answering functions that the comparisons did not take."""
    answers = [ungated(fast) for fast in answering(study, compared)]
    calls = [
        Call(each.agreement.plain, call, path, each.agreement.lowered)
        for each in compared
        for call, path in zip(each.calls, each.paths, strict=True)
    ]
    return cross(answers, calls) if answers else Crossing()


def files_now(study: Study) -> dict[str, str]:
    """Return the digest of every file that a study depends on."""
    found = digests(map(file_name, source_files(study.file)))
    return {name: digest for name, digest in found.items() if digest}


def changes(before: Mapping[str, str], now: Mapping[str, str]) -> list[str]:
    """Say which files, and which names in folders, changed while they were read and run.

    Parameters
    ----------
    before, now
        The digests of the files when the check began and as it ends.
    """
    later = digests(before)  # a file that is imported no more need not have changed
    changed = {name for name, digest in before.items() if later[name] != digest}
    changed |= {name for name in now if changed_since_read(ROOT / name)}
    found = [f"{shown(name)} changed since it was loaded; check again" for name in sorted(changed)]
    folders = listed_folders([ROOT / name for name in now])
    others = [name for name, names in folders.items() if digest_of_names(name) != names]
    return found + [f"{shown(name)}: its names changed meanwhile; check again" for name in others]


def other_code(study: Study, compared: Sequence[Compared], files: Mapping[str, str]) -> list[str]:
    """Say which code that answers is not that of its file."""
    known = {str(ROOT / name): digest for name, digest in files.items()}
    given = [name for name in known if not is_ours(name)]
    found = [unlike_source(reach(fast, given), known) for fast in answering(study, compared)]
    return [problem for problem in found if problem is not None]


def certificate_of(study: str, compared: Sequence[Compared]) -> dict[str, Certified]:
    """Return what is known of each function after a check of a study that found no fault."""
    if not compared or not all(each.comparison.holds for each in compared):
        raise ValueError(f"study={study!r}: only comparisons that all hold make a certificate")
    by_name: dict[str, list[Compared]] = {}
    for each in compared:
        if not each.comparison.lowered and not each.agreement.refuses:
            by_name.setdefault(each.comparison.function, []).append(each)
    return {name: _certified(own[0].agreement.plain, own) for name, own in by_name.items()}


def _certified(plain: Callable[..., Any], own: Sequence[Compared]) -> Certified:
    texts = texts_in([call for each in own for call in each.calls])
    alike: dict[tuple[PathTaken, str, bool], list[Mapping[str, Any]]] = {}
    for each in own:
        unbroken = each.comparison.whole_domain and _is_unbroken(each.calls)
        with_texts = {path: with_data(path, texts) for path in each.paths}
        for call, taken in zip(each.calls, each.paths, strict=True):
            path = with_texts[taken]
            whole = unbroken and dict(path).get("modulus", "none") == "none"  # not all moduli
            alike.setdefault((path, each.comparison.truth, whole), []).append(call)
    return Certified(
        texts,
        tuple(
            _compared_with(plain, path, truth, calls, whole=whole)
            for (path, truth, whole), calls in alike.items()
        ),
    )


def _is_unbroken(calls: Sequence[Mapping[str, Any]]) -> bool:
    """Whether the integers of each argument are all from the least to the largest of them."""
    values: dict[str, set[int]] = {}
    for call in calls:
        for name in largest_integers(call):
            values.setdefault(name, set()).update(integers_in(call[name]))
    return all(len(found) == max(found) - min(found) + 1 for found in values.values())


def _compared_with(
    plain: Callable[..., Any],
    path: PathTaken,
    truth: str,
    calls: Sequence[Mapping[str, Any]],
    *,
    whole: bool,
) -> ComparedWith:
    points = [largest_integers(call) for call in calls]
    marked = [mark_of(plain, own_copies(call)) for call in calls]
    marks = set(marked) - {UNMARKED}
    others = [call for call, mark in zip(calls, marked, strict=True) if mark == UNMARKED]
    reached: dict[str, int] = {}
    for point in points:
        for name, number in point.items():
            reached[name] = max(number, reached.get(name, number))
    return ComparedWith(
        path,
        truth,
        dict(sorted(reached.items())),
        _corners([extent(call) for call in calls]),
        len(marks) + len({case_key(dict(call)) for call in others}),
        whole,
        "".join(sorted(marks)),
    )


def _corners(points: Sequence[Mapping[str, int]]) -> tuple[Mapping[str, int], ...]:
    """Return the points that no other exceeds, at most :data:`MOST_CORNERS` of them."""
    found: list[Mapping[str, int]] = []
    different = {tuple(sorted(point.items())) for point in points}
    for items in sorted(different, key=lambda items: -sum(number for _, number in items)):
        point = dict(items)
        if not any(within(point, corner) for corner in found):
            found.append(point)
    return tuple(found[:MOST_CORNERS])
