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
    integers_in,
    largest_integers,
    ungated,
    with_data,
)
from research.checks.equality import case_key
from research.claims.agreement import LEAST_CASES, Agreement, ComparisonResult, largest_reached
from research.claims.study import Study
from research.verdicts.signature_coverage import (
    faults_of_number,
    faults_of_signatures,
    texts_in,
)


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

    @property
    def counts(self) -> bool:
        """Whether it shows how far the solver that answers was compared."""
        return not self.comparison.lowered and not self.agreement.refuses


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
        own = [each for each in compared if each.agreement.compares(plain) and each.counts]
        calls = [call for each in own for call in each.calls]
        found = []
        if isinstance(fast, Gated) and fast.study != study.name and not study.member:
            found.append(f"it is behind the gate of {fast.study}; write @gated({study.name!r})")
        if calls:
            signatures = _with_texts(own, texts_in(calls)).values()
            found += faults_of_signatures(plain, frozenset(signatures), calls)
            if all(each.agreement.needs is None for each in own):
                found += faults_of_number(plain, [each.calls for each in own], LEAST_CASES)
        else:
            found.append("it is not compared with anything")
        faults += [f"{function_name(fast)}: {fault}" for fault in found]
    return faults


def certificate_of(compared: Sequence[Compared]) -> dict[str, Certified]:
    """Return what is known of each function after a check of a study that found no fault."""
    by_name: dict[str, list[Compared]] = {}
    for each in compared:
        if each.counts:
            by_name.setdefault(each.comparison.function, []).append(each)
    return {name: _certified(own) for name, own in by_name.items()}


def _with_texts(
    own: Sequence[Compared], texts: frozenset[str]
) -> dict[CallSignature, CallSignature]:
    """Return for each signature that was compared the one in which words that are data are none."""
    return {taken: with_data(taken, texts) for each in own for taken in each.signatures}


def _certified(own: Sequence[Compared]) -> Certified:
    texts = texts_in([call for each in own for call in each.calls])
    with_texts = _with_texts(own, texts)
    alike: dict[tuple[CallSignature, str, bool], list[Mapping[str, Any]]] = {}
    for each in own:
        unbroken = each.comparison.whole_domain and _is_unbroken(each.calls)
        for call, taken in zip(each.calls, each.signatures, strict=True):
            whole = unbroken and dict(taken).get("modulus", "none") == "none"
            alike.setdefault((with_texts[taken], each.comparison.truth, whole), []).append(call)
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
