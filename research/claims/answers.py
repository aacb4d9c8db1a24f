"""Full answers from the command line: reading ``name=value`` and passing the gate."""

from __future__ import annotations

import copy
import re
from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from fast.errors import InputError, require_integer, shown
from fast.gate import Gated, NotConfirmedError
from fast.gate.certificate import Certified, mark_of
from fast.gate.signature import largest_integers, made_of, parameters_of, signature_of, ungated
from oracles.errors import brief
from research.checks.evidence import cases_in_words
from research.claims.study import Study

_DIGITS = "[0-9]+(?:_[0-9]+)*"
_INTEGER = re.compile(rf"([+-]?{_DIGITS})(?:(?:\^|\*\*)([0-9]{{1,7}}))?\Z", re.ASCII)
_LIST = re.compile(r"[(\[{]\s*([+-]?[0-9].*?)\s*,?\s*[)\]}]\Z|([+-]?[0-9]+,.*)\Z", re.ASCII)
LARGEST_BITS = 200_000  # of a number; no solver takes as many


def parse_value(name: str, text: str) -> Any:
    """Read a parameter's value: an integer, a power such as 10^18, a list, or a word.

    >>> parse_value("squares", "10^6"), parse_value("heaps", "3,5"), parse_value("what", "sum")
    (1000000, (3, 5), 'sum')
    >>> parse_value("position", "(3, 5)"), parse_value("position", "[7]")
    ((3, 5), (7,))
    """
    if (found := _LIST.match(text)) is not None:
        return tuple(_integer(name, part.strip()) for part in (found[1] or found[2]).split(","))
    return _integer(name, text) if re.match(r"[+-]?[0-9]", text) else text


def _integer(name: str, text: str) -> int:
    found = _INTEGER.match(text)
    if found is None:
        raise InputError(f"{name}={brief(text)}: expected an integer, such as 1000 or 10^18")
    exponent = int(found[2] or 1)
    # Looked at before anything is computed; three digits take ten bits.
    if len(found[1]) * exponent * 10 // 3 > LARGEST_BITS:
        raise InputError(f"{name}: a number of more than {LARGEST_BITS} bits; take a smaller one")
    return int(int(found[1]) ** exponent)


def parse_arguments(study: Study, words: Sequence[str]) -> dict[str, Any]:
    """Read ``name=value`` words against the parameters of a study's answer; the headline if none.

    Those of a family are what they are of the member. ``InputError`` is raised if the study has no
    answer, or a parameter is unknown, given twice or missing.
    """
    if not words:
        return headline_of(study)
    gate = _gate_of(study)
    given: dict[str, Any] = {}
    try:
        certified = gate.require_certificate()
    except NotConfirmedError:  # which is said once the arguments are read
        certified = None
    for word in words:
        name, _, text = word.partition("=")
        if not text or name in given:
            allowed = f"{name} is given twice" if text else "expected name=value"
            raise InputError(f"argument={word!r}: {allowed}")
        given[name] = _as_compared(name, text, certified)
    member = {n: v for n, v in study.member.items() if n in signature_of(gate).parameters}
    return _accepted(study, "arguments", member | given)


def headline_of(study: Study) -> dict[str, Any]:
    """Return the arguments of the headline; ``InputError`` if the answer does not take them."""
    return _accepted(study, "headline", study.headline)


def _accepted(study: Study, what: str, arguments: Mapping[str, Any]) -> dict[str, Any]:
    """Return arguments, if the answer takes them."""
    signature = signature_of(_gate_of(study))
    if isinstance(modulus := arguments.get("modulus"), int):
        require_integer("modulus", modulus, least=1)
    try:
        signature.bind(**arguments)
    except TypeError as error:
        takes = ", ".join(signature.parameters)
        raise InputError(
            f"{what}={brief(dict(arguments))}: {error}; {study.name} takes {takes}"
        ) from None
    return dict(arguments)


def _as_compared(name: str, text: str, certified: Certified | None) -> Any:
    """Read a value, as a list, a set or a word where such, and nothing else, was compared."""
    if certified is None:
        return parse_value(name, text)
    kinds = {kind for signature in certified.signatures for each, kind in signature if each == name}
    if kinds <= {"str", "none"} or repr(text) in kinds:
        return text  # a word, which may be written in digits
    if text in ("True", "False") and text in kinds:
        return text == "True"
    value = parse_value(name, text)
    if isinstance(value, str) and "str" not in kinds:
        is_number = name in certified.modulo or "int" in kinds
        allowed = "an integer" if is_number else " or ".join(sorted(kinds - {"none"}))
        raise InputError(f"{name}={brief(text)}: expected {allowed}, as was compared")
    members = value if isinstance(value, tuple) else (value,)
    forms = (value, *(make(members) for make in (list, tuple, frozenset, set)))
    return next((form for form in forms if made_of(form) in kinds), value)


def give_answer(study: Study, arguments: Mapping[str, Any]) -> Any:
    """Return the full answer; the gate raises where the solver is not confirmed.

    It is given copies, as where it was compared: it may sort a list in place. ``InputError`` is
    raised if another member of the family than the study is asked for.
    """
    for name, value in study.member.items():
        if arguments.get(name, value) != value:
            raise InputError(
                f"{name}={brief(arguments[name])}: {study.name} is the member with {name}={value}, "
                "which alone was compared; ask that other member"
            )
    return _gate_of(study)(**copy.deepcopy(dict(arguments)))


class HowFar(NamedTuple):
    """How far the function that answers was compared on calls of one signature.

    ``facts`` are plain data: each truth ``with`` which it was compared, the integers of the call
    ``beyond`` all that were compared, and whether the call ``itself`` was. ``words`` say the same.
    """

    words: str
    facts: dict[str, Any]


def _in_words(integers: Mapping[str, int]) -> str:
    return ", ".join(f"{name} {shown(value)}" for name, value in integers.items())


def how_far(study: Study, arguments: Mapping[str, Any]) -> HowFar:
    """Return how far the answer's function was compared, for a call of it."""
    gate = _gate_of(study)
    certified = gate.require_certificate()
    taken = certified.signature_of(gate.ungated, arguments)
    compared = [each for each in certified.compared if each.signature == taken]
    integers = largest_integers({**parameters_of(gate), **arguments}, certified.modulo)
    beyond = {
        name: number
        for name, number in integers.items()
        if not any(0 <= number <= each.reached.get(name, -1) for each in compared)
    }
    mark = mark_of(gate.ungated, arguments)
    among = [each for each in compared if mark and mark in each.marks]
    parts = []
    for each in compared:
        first = {name: n for name, n in each.reached.items() if name in beyond}
        bounds = _in_words({**first, **each.reached})
        all_of, to = ("all ", " to ") if each.whole else ("", " up to ")
        parts.append(
            f"with {each.truth}, {all_of}{cases_in_words(each.cases)}{bounds and to + bounds}"
        )
    if among:
        within = any(each.whole for each in among)
        ends = "this answer lies within" if within else "this answer itself was compared"
    elif beyond:
        ends = f"this answer, {_in_words(beyond)}, lies beyond"
    else:
        ends = "this answer itself was not compared"
    kept = ("truth", "reached", "cases", "whole")
    plain = [{name: getattr(each, name) for name in kept} for each in compared]
    facts = {"with": plain, "beyond": beyond, "itself": bool(among)}
    return HowFar(f"compared {', '.join(parts)}; {ends}", facts)


def _gate_of(study: Study) -> Gated[..., Any]:
    """Return the gate of the study's answer, bound to the study's own file.

    A member of a family answers by its own certificate, whatever name a gate in the file has.
    """
    gate = study.answer
    if gate is None:
        raise InputError(f"study={study.name!r}: it has no solver that gives a full answer")
    if study.member or not isinstance(gate, Gated):
        target = study.word if study.member else ""
        return Gated(ungated(gate), study.name, target=target, file=study.file)
    if gate.study == study.name and gate.file is None:
        gate.file = study.file
    return gate
