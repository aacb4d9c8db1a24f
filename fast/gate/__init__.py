"""The gate: a full answer is given only with a valid certificate.

A check in which every one of a study's solvers agreed with the oracle writes a certificate
(:mod:`fast.gate.certificate`), which names the functions that were compared, with which signatures
of calls, and what all this depends on. A gated function answers while all of that is the same, and
only calls of a signature that was compared (:mod:`fast.gate.signature`).

That two programs agree on every case compared says nothing of the other cases: how far the
comparison reached, each answer says.
"""

from __future__ import annotations

import functools
import os
import shlex
from collections.abc import Callable, Iterable, Mapping
from pathlib import Path
from typing import Any, Generic, ParamSpec, TypeVar

from fast.errors import InputError, NotConfirmedError
from fast.gate.certificate import Certified, certificate_path, name_from_here, read_certificate
from fast.gate.inputs import ROOT, file_name, is_ours, note_loaded
from fast.gate.signature import parameters_of, signature_of, ungated

__all__ = ["Gated", "NotConfirmedError", "function_name", "gated"]

Parameters = ParamSpec("Parameters")
Result = TypeVar("Result")

_Stamps = tuple[tuple[Path, int, int], ...]


def function_name(function: Callable[..., Any]) -> str:
    """Name a function by its source file and its name, ``fast/stone_game.py:answer``.

    What wraps a function, or fixes arguments of it, is looked through.

    >>> function_name(functools.partial(functools.cache(file_name), 7))
    'fast/gate/inputs.py:file_name'
    """
    plain = ungated(function)
    while not hasattr(plain, "__code__"):
        inner = getattr(plain, "__wrapped__", None) or getattr(plain, "func", None)
        if inner is None:
            break
        plain = ungated(inner)
    code = getattr(plain, "__code__", getattr(type(plain).__call__, "__code__", None))
    if code is None:  # one of Python's own
        return f"{plain.__module__ or 'builtins'}.py:{plain.__qualname__}"
    name = getattr(plain, "__qualname__", type(plain).__qualname__)
    return f"{file_name(code.co_filename)}:{name}"


class Gated(Generic[Parameters, Result]):
    """A function that answers only with a valid certificate of its study.

    ``ungated`` is the plain function, for the comparison with the oracle and for other solvers. The
    certificate must be that of the study's ``file``, where it is known. ``target`` is what the
    command is to check, where that is not the study's name or file.
    """

    def __init__(
        self,
        function: Callable[Parameters, Result],
        study: str,
        *,
        target: str = "",
        file: Path | None = None,
    ) -> None:
        functools.update_wrapper(self, function)
        self.ungated = function
        self.study = study
        self.target = target
        self.file = file
        self._known: tuple[_Stamps, Certified] | None = None
        source = Path(getattr(getattr(function, "__code__", None), "co_filename", __file__))
        if not is_ours(source):
            note_loaded(source)  # what it is as it is loaded

    def __call__(self, *args: Parameters.args, **kwargs: Parameters.kwargs) -> Result:
        """Compute, where the certificate is valid and calls of this signature were compared."""
        given = self._by_name(args, kwargs)
        plain: Callable[..., Result] = self.ungated
        refused = not_compared(plain, self.require_certificate(), given)
        if refused:
            raise self._not_confirmed(refused)
        return plain(**given)

    def _by_name(self, args: tuple[Any, ...], kwargs: Mapping[str, Any]) -> Mapping[str, Any]:
        """Return the arguments of a call by their names, as they are given where it is compared."""
        try:
            return signature_of(self.ungated).bind(*args, **kwargs).arguments
        except (TypeError, ValueError) as error:
            name = getattr(self.ungated, "__name__", type(self.ungated).__name__)
            raise TypeError(f"{name}(): {error}") from None

    def require_certificate(self) -> Certified:
        """Return what is certified of this function, or raise :class:`NotConfirmedError`.

        Files are read again only when one of them was written since the last call.
        """
        path = certificate_path(self.study)
        if self._known is not None:
            stamps, certified = self._known
            if stamps[0][0] == path and stamps == _stamps(each[0] for each in stamps):
                return certified
        try:
            certificate = read_certificate(self.study, self.file)
            if not certificate.functions:
                raise NotConfirmedError("its last check did not confirm it")
            name = function_name(self)
            if name not in certificate.functions:
                raise NotConfirmedError(f"{name} was not compared with the oracle")
        except NotConfirmedError as error:
            raise self._not_confirmed(str(error)) from None
        stamps = _stamps((path, *(ROOT / file for file in certificate.files)))
        self._known = stamps, certificate.functions[name]
        return certificate.functions[name]

    def _not_confirmed(self, why: str) -> NotConfirmedError:
        """Return the error that says why the function does not answer, and what to run."""
        source = ROOT / (function_name(self).partition(".py:")[0] + ".py")
        own = name_from_here(os.path.relpath(self.file or source))
        target = self.target or (self.study if is_ours(source) else own)
        if not (self.target or source.is_file()):
            name = getattr(self.ungated, "__name__", "the solver")
            return NotConfirmedError(
                f"{self.study} is not confirmed: {name} was typed and has no file; write it into "
                "one and run: grundwork check FILE.py"
            )
        return NotConfirmedError(
            f"{self.study} is not confirmed: {why}; run: grundwork check {shlex.quote(target)}"
        )


def not_compared(
    function: Callable[..., Any], certified: Certified, arguments: Mapping[str, Any]
) -> str:
    """Say which argument of a call, or which combination, was not compared; empty if all was."""
    any_number = arguments.keys() - parameters_of(function).keys()  # of *rest or **more
    if any_number:
        return f"{', '.join(sorted(any_number))} was not compared with the oracle"
    taken = certified.signature_of(function, arguments)
    if taken in certified.signatures:
        return ""
    seen = {pair for signature in certified.signatures for pair in signature}
    alone = [f"{name}: {kind}" for name, kind in taken if (name, kind) not in seen]
    words = ", ".join(alone or [f"{name}: {kind}" for name, kind in taken])
    return f"{words} was not compared with the oracle" + ("" if alone else ", so together")


def gated(
    study: str,
) -> Callable[[Callable[Parameters, Result]], Gated[Parameters, Result]]:
    """Put a function behind the gate of ``study``.

    >>> @gated("no-such-study")
    ... def answer(limit: int) -> int:
    ...     return 2 * limit
    >>> answer.ungated(21)
    42
    >>> answer(21)
    Traceback (most recent call last):
    fast.errors.NotConfirmedError: no-such-study is not confirmed: it has no certificate; ...
    """
    if not isinstance(study, str):
        raise InputError('gated: expected the name of a study: write @gated("twin-piles")')
    return lambda function: Gated(function, study)


def _stamps(files: Iterable[Path]) -> _Stamps:
    """When each file was last written, and its length: cheap signs that it is the same."""
    there = ((path, path.stat()) for path in files if path.exists())
    return tuple((path, status.st_mtime_ns, status.st_size) for path, status in there)
