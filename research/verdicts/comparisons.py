"""What comparisons certify of the functions that answer, and what they leave open.

What counts is what the fast function was really called with in comparisons that agreed. A
certificate names the signatures of these calls, and the gate refuses a call of any other
(:mod:`fast.gate.signature`).
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from fast.gate import Gated, function_name
from fast.gate.certificate import Certified, ComparedWith, mark_of, name_from_here
from fast.gate.signature import (
    CallSignature,
    call_signature,
    integers_in,
    is_choice,
    largest_integers,
    parameters_of,
    ungated,
    with_data,
)
from research.checks.equality import case_key, show
from research.claims.agreement import LEAST_CASES, Agreement, ComparisonResult, largest_reached
from research.claims.cases import Arguments
from research.claims.study import Study

MOST_WORDS = 16  # more different words of a parameter are data, such as positions, not choices


@dataclass(frozen=True)
class Compared:
    """An agreement, what comparing came to, and the arguments of the calls that agreed."""

    agreement: Agreement
    comparison: ComparisonResult
    calls: Sequence[Arguments]

    @cached_property
    def signatures(self) -> Sequence[CallSignature]:
        """The signature of each call; words that are data are words of their own here."""
        kept: dict[CallSignature, CallSignature] = {}  # there are few, each is looked up often
        plain, modulo = self.agreement.plain, self.agreement.modulo
        taken = (call_signature(plain, call, modulo) for call in self.calls)
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
    taken = {name for each in compared for name in parameters_of(each.agreement.plain)}
    faults = [
        f"modulo={study.modulo!r}: no solver has a parameter {name}"
        for name in study.modulo
        if name not in taken
    ]
    for fast in answering(study, compared):
        plain = ungated(fast)
        own = [each for each in compared if each.agreement.plain == plain]
        found = []
        if isinstance(fast, Gated) and fast.study != study.name and not study.member:
            found.append(f"it is behind the gate of {fast.study}; write @gated({study.name!r})")
        if any(each.calls for each in own):
            found += _too_few(own)
        else:
            found.append("it is not compared with anything")
        faults += [f"{name_from_here(function_name(fast))}: {fault}" for fault in found]
    return faults


def _texts_in(own: Sequence[Compared]) -> frozenset[str]:
    """Return the parameters whose words are data rather than choices."""
    words: dict[str, set[Any]] = {}
    for call in (call for each in own for call in each.calls):
        for name, value in call.items():
            if isinstance(value, str):
                words.setdefault(name, set()).add(value)
    return frozenset(name for name, found in words.items() if len(found) > MOST_WORDS)


def _too_few(own: Sequence[Compared]) -> list[str]:
    """Say that too little was compared: another modulus or choice makes no other case."""
    if any(each.agreement.needs for each in own):
        return []
    texts, modulo, distinct = _texts_in(own), own[0].agreement.modulo, set()
    for place, call in ((place, call) for place, each in enumerate(own) for call in each.calls):
        data = {
            name: value
            for name, value in call.items()
            if name not in modulo and (name in texts or not is_choice(value))
        }
        distinct.add((place, show(data)))
        if len(distinct) >= LEAST_CASES:
            return []
    return [
        f"{len(distinct)} distinct cases: compare {LEAST_CASES} or more, or say how far it must "
        "reach with needs="
    ]


def certified(compared: Sequence[Compared]) -> dict[str, Certified]:
    """Return what comparisons certify, by function."""
    by_name: dict[str, list[Compared]] = {}
    for each in compared:
        by_name.setdefault(each.comparison.function, []).append(each)
    return {name: _certified(own) for name, own in by_name.items()}


def _certified(own: Sequence[Compared]) -> Certified:
    """Return what the comparisons of one function certify: how far, for each signature of calls."""
    plain, modulo, texts = own[0].agreement.plain, own[0].agreement.modulo, _texts_in(own)
    known = {taken: with_data(taken, texts) for each in own for taken in set(each.signatures)}
    alike: dict[tuple[CallSignature, str, bool], list[Arguments]] = {}
    for each in own:
        unbroken = each.comparison.whole_domain and _is_unbroken(each.calls, modulo)
        for call, taken in zip(each.calls, each.signatures, strict=True):
            whole = unbroken and all(kind == "none" for name, kind in taken if name in modulo[:1])
            alike.setdefault((known[taken], each.comparison.truth, whole), []).append(call)
    found = []
    for (signature, truth, whole), calls in alike.items():
        marked = [(mark_of(plain, call), call) for call in calls]
        marks = sorted({mark for mark, _ in marked if mark})
        number = len(marks) + len({case_key(dict(call)) for mark, call in marked if not mark})
        reached = largest_reached(calls, modulo)
        found.append(ComparedWith(signature, truth, reached, number, whole, " ".join(marks)))
    return Certified(texts, modulo, tuple(found))


def _is_unbroken(calls: Sequence[Arguments], modulo: Sequence[str]) -> bool:
    """Whether the integers of each argument are all from the least to the largest of them."""
    values: dict[str, set[int]] = {}
    for call in calls:
        for name in largest_integers(call, modulo):
            values.setdefault(name, set()).update(integers_in(call[name]))
    ranges = (len(found) == max(found) - min(found) + 1 for found in values.values())
    return len(calls) > 1 and all(ranges)  # one call alone is no range
