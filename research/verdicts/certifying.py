"""Certificates: what a check must have seen to give one, and what stands in it."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from fast.certificate import Certified, ComparedWith, mark_of
from fast.gate import Gated, function_name
from fast.signature import (
    CallSignature,
    call_signature,
    extent,
    integers_in,
    largest_integers,
    ungated,
    unnamed_parameters,
    with_data,
    within,
)
from research.checks.equality import case_key
from research.claims.agreement import LEAST_CASES, Agreement, ComparisonResult
from research.claims.study import Study
from research.verdicts.branch_coverage import Report
from research.verdicts.fresh_process import Call, asked_afresh
from research.verdicts.signature_coverage import (
    faults_of_number,
    faults_of_signatures,
    texts_in,
)

MOST_CORNERS = 50


@dataclass(frozen=True)
class Compared:
    """An agreement, what comparing came to, and the arguments of the calls that agreed."""

    agreement: Agreement
    comparison: ComparisonResult
    calls: Sequence[Mapping[str, Any]]

    @cached_property
    def signatures(self) -> Sequence[CallSignature]:
        """The signature of each call; words that are data are words of their own here."""
        kept: dict[CallSignature, CallSignature] = {}  # there are few, each is looked up often
        taken = (call_signature(self.agreement.plain, call) for call in self.calls)
        return [kept.setdefault(each, each) for each in taken]


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
        signatures = frozenset(
            with_data(signature, texts)
            for signature in {s for each in own for s in each.signatures}
        )
        found = [
            f"what {name} takes has no kinds that could be compared; name its parameters"
            for name in unnamed_parameters(plain)
        ]
        found += faults_of_signatures(plain, signatures, calls)
        if all(each.agreement.needs is None for each in own):
            found += faults_of_number(plain, [each.calls for each in own], LEAST_CASES)
        faults += [f"{function_name(fast)}: {fault}" for fault in found]
    return faults


def in_a_new_process(study: Study, compared: Sequence[Compared]) -> tuple[list[str], Report]:
    """Make calls once more; return what differs, and the branches that no comparison took."""
    if not answering(study, compared):
        return [], Report()
    calls = [
        Call(place, each.agreement, call, signature)
        for place, each in enumerate(compared)
        for call, signature in zip(each.calls, each.signatures, strict=True)
    ]
    return asked_afresh(study, calls)


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
    alike: dict[tuple[CallSignature, str, bool], list[Mapping[str, Any]]] = {}
    for each in own:
        unbroken = each.comparison.whole_domain and _is_unbroken(each.calls)
        with_texts = {taken: with_data(taken, texts) for taken in each.signatures}
        for call, taken in zip(each.calls, each.signatures, strict=True):
            signature = with_texts[taken]
            whole = unbroken and dict(signature).get("modulus", "none") == "none"
            alike.setdefault((signature, each.comparison.truth, whole), []).append(call)
    return Certified(
        texts,
        tuple(
            _compared_with(plain, signature, truth, calls, whole=whole)
            for (signature, truth, whole), calls in alike.items()
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
    signature: CallSignature,
    truth: str,
    calls: Sequence[Mapping[str, Any]],
    *,
    whole: bool,
) -> ComparedWith:
    points = [largest_integers(call) for call in calls]
    marked = [mark_of(plain, call) for call in calls]
    others = [call for call, mark in zip(calls, marked, strict=True) if not mark]
    marks = set(marked) - {""}
    reached: dict[str, int] = {}
    for point in points:
        for name, number in point.items():
            reached[name] = max(number, reached.get(name, number))
    return ComparedWith(
        signature,
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
