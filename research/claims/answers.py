"""Full answers: their arguments as words, and the value with how far it was compared."""

from __future__ import annotations

import copy
import re
from collections.abc import Callable, Mapping, Sequence
from functools import cached_property
from typing import Any, NamedTuple

from fast.errors import InputError, NotConfirmedError, require_integer, shown
from fast.gate import Gated
from fast.gate.certificate import Certified, mark_of
from fast.gate.signature import largest_integers, made_of, parameters_of, signature_of, ungated
from oracles.errors import brief
from research.checks.evidence import counted
from research.claims.study import Study, errors_located_in

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


class Answer(NamedTuple):
    """A full answer, and how far its function was compared on calls of this signature.

    ``facts`` are plain data: each truth ``with`` which it was compared, the integers of the call
    ``beyond`` all that were compared, and whether the call ``itself`` was. ``words`` say the same.
    """

    value: Any
    words: str
    facts: dict[str, Any]


class ConfirmedAnswer:
    """The full answer of a study, which is given where its solver is confirmed.

    What is asked of it raises ``InputError`` if the study has no solver that gives one.
    """

    def __init__(self, study: Study) -> None:
        self.study = study

    @cached_property
    def _gate(self) -> Gated[..., Any]:
        """The gate of the study's answer, bound to the study's own file.

        A member of a family answers by its own certificate, whatever name a gate in the file has.
        """
        study, gate = self.study, self.study.answer
        if gate is None:
            raise InputError(f"study={study.name!r}: it has no solver that gives a full answer")
        if study.member or not isinstance(gate, Gated):
            target = study.word if study.member else ""
            return Gated(ungated(gate), study.name, target=target, file=study.file)
        if gate.study == study.name and gate.file is None:
            gate.file = study.file
        return gate

    @property
    def refusal(self) -> str:
        """Why no answer would be given; empty if the solver is confirmed."""
        try:
            self._gate.require_certificate()
        except (InputError, NotConfirmedError) as error:
            return str(error)
        return ""

    def arguments(self, words: Sequence[str]) -> dict[str, Any]:
        """Read ``name=value`` words against the parameters; the headline if there are none.

        Those of a family are what they are of the member. ``InputError`` is raised if a parameter
        is unknown, given twice or missing.
        """
        if not words:
            return self._accepted("headline", self.study.headline)
        gate = self._gate
        # That it is not confirmed is said once the arguments are read.
        certified = None if self.refusal else gate.require_certificate()
        given: dict[str, Any] = {}
        for word in words:
            name, _, text = word.partition("=")
            if not text or name in given:
                allowed = f"{name} is given twice" if text else "expected name=value"
                raise InputError(f"argument={word!r}: {allowed}")
            given[name] = _as_compared(name, text, certified)
        parameters = signature_of(gate).parameters
        member = {n: v for n, v in self.study.member.items() if n in parameters}
        return self._accepted("arguments", member | given)

    def _accepted(self, what: str, arguments: Mapping[str, Any]) -> dict[str, Any]:
        """Return arguments, if the answer takes them."""
        signature = signature_of(self._gate)
        if isinstance(modulus := arguments.get("modulus"), int):
            require_integer("modulus", modulus, least=1)
        try:
            signature.bind(**arguments)
        except TypeError as error:
            takes = f"{self.study.name} takes {', '.join(signature.parameters)}"
            raise InputError(f"{what}={brief(dict(arguments))}: {error}; {takes}") from None
        return dict(arguments)

    def __call__(self, arguments: Mapping[str, Any]) -> Answer:
        """Return the full answer, or raise ``NotConfirmedError``.

        The solver is given copies, as where it was compared: it may sort a list in place.
        ``InputError`` is raised if another member of the family than the study is asked for.
        """
        study, gate = self.study, self._gate
        for name, value in study.member.items():
            if arguments.get(name, value) != value:
                raise InputError(
                    f"{name}={brief(arguments[name])}: {study.name} is the member with "
                    f"{name}={value}, which alone was compared; ask that other member"
                )
        with errors_located_in(study.file, study.game):
            value = gate(**copy.deepcopy(dict(arguments)))
        return Answer(value, *_reach_in_words(gate.ungated, gate.require_certificate(), arguments))


def _reach_in_words(
    function: Callable[..., Any], certified: Certified, arguments: Mapping[str, Any]
) -> tuple[str, dict[str, Any]]:
    """Return how far a function was compared, for a call of it, in words and as facts."""
    taken = certified.signature_of(function, arguments)
    compared = [each for each in certified.compared if each.signature == taken]
    call = {**parameters_of(function), **arguments}
    integers = largest_integers(call, certified.modulo)
    beyond = {
        name: number
        for name, number in integers.items()
        if not any(0 <= number <= each.reached.get(name, -1) for each in compared)
    }
    mark = mark_of(function, arguments)
    among = [each for each in compared if mark and mark in each.marks]
    parts = []
    for each in compared:
        first = {name: n for name, n in each.reached.items() if name in beyond}
        known = {**first, **each.reached}
        bounds = ", ".join(f"{name} {shown(number)}" for name, number in known.items())
        all_of, to = ("all ", " to ") if each.whole else ("", " up to ")
        parts.append(
            f"with {each.truth}, {all_of}{counted(each.cases, 'case')}{bounds and to + bounds}"
        )
    where = "is among" if among else "lies beyond" if beyond else "is not among"
    named = beyond if where == "lies beyond" else arguments
    said = " ".join(f"{name}={brief(call[name])}" for name in named) or "the call"
    kept = ("truth", "reached", "cases", "whole")
    plain = [{name: getattr(each, name) for name in kept} for each in compared]
    facts = {"with": plain, "beyond": beyond, "itself": bool(among)}
    return f"compared {', '.join(parts)}; {said} {where} the cases compared", facts
