"""Agreements: a fast solver compared with the oracle, case by case, by Hypothesis.

An agreement names a fast function, an oracle function of the same signature, and the domain on
which they are compared. When every agreement of a study holds, and every wrong twin of a solver
has been caught by the same comparison, the study gets its certificate, and the functions
behind its gate answer.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any

from fast.confirmed import (
    FORMAT,
    certificate_path,
    digests,
    file_name,
    function_name,
    versions,
)
from research.claims import Counterexample, Equation, Settings, Words, in_words, show
from research.dependencies import COMPUTING, source_files
from research.files import write_whole

if TYPE_CHECKING:
    from hypothesis.strategies import SearchStrategy

LEAST_CASES = 200  # distinct comparisons, or the whole domain where it is smaller

Arguments = Mapping[str, Any]


def same(found: object, true: object) -> bool:
    """Compare two results: the default of an agreement."""
    return bool(found == true)


@dataclass(frozen=True)
class Agreement:
    """A fast function, an oracle function, and the domain on which they must agree.

    Attributes
    ----------
    fast, oracle
        Functions of the same named arguments. A gated fast function is compared through its
        ungated form.
    domain
        The domain in words, with its bounds; a function where they are known only by then.
    arguments
        Gives a strategy of dictionaries from argument names to values.
    whole
        Gives the whole domain where it is finite and small, smallest case first; else None.
    fixed
        Arguments of the fast function alone, such as which of its algorithms to use.
    agree
        Compares the fast result with the oracle's; equality unless said otherwise.
    refusal
        The error by which the fast function says that there is no result; compared as None.
    controls
        Wrong twins of the fast function, by what is wrong with them; each must be caught.
    """

    fast: Callable[..., Any]
    oracle: Callable[..., Any]
    domain: Words
    arguments: Callable[[], SearchStrategy[Arguments]]
    whole: Callable[[], Sequence[Arguments]] | None = None
    fixed: Arguments = field(default_factory=dict)
    agree: Callable[[Any, Any], bool] = same
    refusal: type[Exception] | None = None
    controls: Mapping[str, Callable[..., Any]] = field(default_factory=dict)

    @property
    def name(self) -> str:
        """The compared function, with the arguments that are fixed."""
        fixed = f" with {show(dict(self.fixed))}" if self.fixed else ""
        return function_name(self.fast) + fixed


@dataclass(frozen=True)
class Comparison:
    """What comparing came to: the number of distinct cases, and the disagreement if any."""

    name: str
    oracle: str
    domain: str
    cases: int
    whole_domain: bool
    disagreement: Counterexample | None = None
    missed_controls: tuple[str, ...] = ()

    @property
    def holds(self) -> bool:
        """Whether the functions agree and every control was caught."""
        return self.disagreement is None and not self.missed_controls


def compare(agreement: Agreement, settings: Settings) -> Comparison:
    """Run an agreement and its controls."""
    plain = getattr(agreement.fast, "ungated", agreement.fast)
    hunted = _hunt(agreement, plain, settings, agreement.name)
    missed = []
    if hunted.failure is None:
        missed = [
            name
            for name, twin in agreement.controls.items()
            if _hunt(agreement, twin, settings, f"{agreement.name}/{name}").failure is None
        ]
    return Comparison(
        agreement.name,
        function_name(agreement.oracle),
        in_words(agreement.domain),
        hunted.distinct,
        agreement.whole is not None,
        hunted.failure,
        tuple(missed),
    )


def _hunt(agreement: Agreement, function: Callable[..., Any], settings: Settings, key: str) -> Any:
    from research.hunting import hunt  # hypothesis is slow to import

    def failure_in(arguments: Arguments) -> Counterexample | None:
        truth = agreement.oracle(**arguments)
        try:
            found = function(**arguments, **agreement.fixed)
        except Exception as error:  # a crash is a disagreement like any other
            if agreement.refusal is None or not isinstance(error, agreement.refusal):
                crash = f"{type(error).__name__}: {error}"
                return Counterexample(show(dict(arguments)), crash, show(truth))
            found = None
        if agreement.agree(found, truth):
            return None
        both = Equation(found, truth)
        return Counterexample(show(dict(arguments)), show(both.found), show(both.believed))

    def in_order(arguments: Arguments) -> Arguments:
        return {name: arguments[name] for name in sorted(arguments)}

    examples = max(settings.examples, LEAST_CASES)
    whole = list(map(in_order, agreement.whole())) if agreement.whole is not None else []
    return hunt(
        agreement.arguments().map(in_order),
        failure_in,
        Settings(examples, settings.seed),  # what is left of the whole is tried after these
        key=key,
        whole=whole,
    )


def write_certificate(
    study: str, file: Path, comparisons: Sequence[Comparison], settings: Settings
) -> Path:
    """Write the certificate of a study whose comparisons all hold.

    Parameters
    ----------
    study
        The study's name.
    file
        The study's source file; everything it imports is what the answer depends on.
    comparisons
        What was compared.
    settings
        With which number of examples and which seed.
    """
    if not comparisons or not all(comparison.holds for comparison in comparisons):
        raise ValueError(f"study={study!r}: only comparisons that all hold make a certificate")
    certificate = {
        "format": FORMAT,
        "study": study,
        "functions": sorted({comparison.name.split(" with ")[0] for comparison in comparisons}),
        "agreements": [asdict(comparison) for comparison in comparisons],
        "seed": settings.seed,
        "examples": settings.examples,
        "versions": versions(COMPUTING),
        "files": digests(file_name(path) for path in source_files(file)),
    }
    path = certificate_path(study)
    write_whole(path, json.dumps(certificate, indent=1, ensure_ascii=False) + "\n")
    return path


def withdraw_certificate(study: str) -> None:
    """Remove the certificate of a study, if it has one."""
    certificate_path(study).unlink(missing_ok=True)
