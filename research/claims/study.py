"""Studies: a game's rules, what is claimed of it, and the solvers that must agree with it.

A study is one object named ``study`` in one file. The built-in ones lie in
``research/studies``, games from the literature in ``research/variants``; a researcher's own lies
anywhere.
"""

from __future__ import annotations

import ast
import functools
import inspect
import os
import re
import sys
import traceback
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple, cast

from fast.errors import InputError, NotConfirmedError
from fast.gate.inputs import is_ours, note_loaded
from oracles.errors import MOST_LETTERS, OracleError, RulesError, SearchLimitError, explain
from oracles.rules import Rules
from research.checks.check_types import Computation
from research.checks.equality import show
from research.checks.evidence import ClaimError, Words, require, truth_source
from research.claims import agreeing
from research.claims.agreement import Agreement
from research.claims.cases import Cases, Drawn, Listed
from research.claims.claim import KINDS, OURS, Claim, Premise, Source, names_checked
from research.claims.short_claims import ShortClaims

if TYPE_CHECKING:
    from oracles.truth import Truth

_NAME = re.compile(r"[A-Za-z0-9](?:[A-Za-z0-9_-]*[A-Za-z0-9])?")  # it becomes a file name


class Picture(NamedTuple):
    """A picture for the report: its file's name, a caption, what returns a matplotlib figure."""

    name: str
    caption: str
    draw: Callable[[], Any]


class SmallValues(NamedTuple):
    """A table of small values for the report; a CSV file with the same rows lies beside it.

    ``name`` names the file; ``caption`` says what the rows are, and which oracle gives them;
    ``header`` has the symbols of the columns, in LaTeX; ``rows`` returns the rows.
    """

    name: str
    caption: str
    header: Sequence[str]
    rows: Callable[[], Sequence[Sequence[object]]]


def solve_game(game: Rules[Any], size: int) -> Truth:
    """Solve a game to a size on its explicit graph."""
    from oracles.solve import solve  # networkx is slow to import

    return solve(game, size)


@dataclass(repr=False)
class Study(ShortClaims):
    """What is claimed of one game.

    Claims are added by :meth:`claim`, :meth:`numbers` and the short forms of
    :class:`~research.claims.short_claims.ShortClaims`; solvers are compared by
    :func:`~research.claims.agreeing.agree`. It is checked, proved and explored by the
    methods of :mod:`grundwork.study`.

    Attributes
    ----------
    name
        As on the command line, with dashes.
    game
        The rules.
    title
        For people; the name with capitals unless given.
    about
        The game in plain words. Unless given, the docstring of the file, and that of the rules
        where they are a class of their own, and not of a form that Grundwork has, such as
        :class:`~oracles.heaps.HeapGame`.
    abstract, notation
        For the report: what is known of the game, and what is new, in some sentences; and the
        meaning of each symbol, by the symbol in LaTeX.
    source
        Where the game or the claims come from.
    answer, headline, headline_from
        The gated function that gives the full answer, where there is one; its arguments for the
        instance that the source asks about; the names of the claims from which that answer follows.
    remarks
        What the sources say that is no statement, and where; see :meth:`remark`.
    pictures, small_values
        For the report; see :class:`Picture` and :class:`SmallValues`.
    file, word
        The study's own source file, found from the caller unless given; and what names it on the
        command line: its name, a code, or a file; empty where nothing does.
    member
        Which one of a family in a file it is, by its parameters; empty for any other study.
    modulo
        The solvers' parameter that is a modulus, and after it those that go with it, such as its
        prime factors: ``("modulus", "factors")``. Its kind is compared, and not its size
        (:mod:`fast.gate.signature`).
    data_files
        Those that :meth:`depends` names.
    written
        How many of the claims its file has, where others may be added to a loaded study.
    features
        Integers of positions that may tell P-positions, as functions by what they are.
    formulas
        Gives the game with its formulas, once a proof has asked for them.
    """

    name: str
    game: Rules[Any]
    title: str = ""
    about: str = ""
    abstract: str = ""
    notation: Mapping[str, str] = field(default_factory=dict)
    source: Source | str = ""
    answer: Callable[..., Any] | None = None
    headline: Mapping[str, Any] = field(default_factory=dict)
    headline_from: Sequence[str] = ()
    claims: list[Claim] = field(default_factory=list)
    agreements: list[Agreement] = field(default_factory=list)
    remarks: list[tuple[str, Source]] = field(default_factory=list)
    pictures: list[Picture] = field(default_factory=list)
    small_values: list[SmallValues] = field(default_factory=list)
    file: Path = Path()
    word: str = ""
    member: Mapping[str, Any] = field(default_factory=dict)
    modulo: tuple[str, ...] = ()
    data_files: list[Path] = field(default_factory=list)
    written: int | None = None
    features: Mapping[str, Callable[[Any], int]] = field(default_factory=dict)
    formulas: Any = None
    agree = names_checked(agreeing.agree)

    def __post_init__(self) -> None:
        right = isinstance(self.name, str) and _NAME.fullmatch(self.name) and "--" not in self.name
        allowed = f"at most {MOST_LETTERS} letters, digits and single dashes, as in 'twin-piles'"
        require(right and len(self.name) <= MOST_LETTERS, "study name", self.name, allowed)
        allowed = "rules, an instance of Game or PartizanGame, as in Nim() and not Nim"
        require(isinstance(self.game, Rules), f"study {self.name!r}: game", self.game, allowed)
        caller = sys._getframe(3)  # noqa: SLF001  # the file that makes the study
        of_file = None
        if self.file == Path():
            self.file = Path(caller.f_code.co_filename).resolve()
            if "__file__" in caller.f_globals:  # neither a cell nor a prompt
                of_file = caller.f_globals.get("__doc__")
        self.title = self.title or self.name.replace("-", " ").capitalize()
        room, _, module = type(self.game).__module__.partition(".")
        general = room == "oracles" and not module.startswith("games.")  # rules of many games
        of_rules = None if general else type(self.game).__doc__
        said = [inspect.cleandoc(each) for each in (of_file, of_rules) if each]
        self.about = inspect.cleandoc(self.about) or "\n\n".join(said) or repr(self.game)
        self.source = Source(self.source) if isinstance(self.source, str) else self.source
        require(isinstance(self.modulo, tuple), "modulo", self.modulo, 'names, as in ("modulus",)')
        self._section, self._kind = self.source, "result"
        self.truth = functools.lru_cache(maxsize=8)(functools.partial(solve_game, self.game))
        note_loaded(self.file)

    def depends(self, *names: str | Path) -> None:
        """Name data files, from the study's folder, that are read where Python does not see it.

        Files below the study's folder that are opened in Python count without being named.
        """
        for name in names:
            file = Path(os.path.realpath(self.file)).parent / name
            require(file.is_file(), "depends", str(name), "a file that is there")
            self.data_files.append(file)

    def section(self, title: str, *, source: Source | None = None, kind: str = "") -> None:
        """Name the section in which the claims and remarks that follow stand.

        ``source`` is the document, where it is not the study's; ``OURS`` for what no source says.
        ``kind`` is that of the claims: ``"step"`` unless given, ``"finding"`` for what is ours.
        """
        require(kind in ("", *KINDS), f"section {title!r}: kind", kind, f"one of {KINDS}")
        document = source or cast("Source", self.source)
        self._section = document.at(title)
        self._kind = kind or ("finding" if document.document == OURS.document else "step")

    @property
    def has_file(self) -> bool:
        """Whether it and its claims are written in a file, and not in a cell or at a prompt."""
        in_file = self.file.suffix == ".py" and self.file.is_file()
        return in_file and self.written in (None, len(self.claims))

    @property
    def called(self) -> str:
        """What to call the game in a sentence: its code if it has one, else the study's name."""
        return self.name if not self.word or ".py" in self.word else self.word

    @property
    def word_without_folders(self) -> str:
        """What names it on the command line, its file without folders; nothing if nothing does."""
        _, suffix, parameters = self.word.rpartition(".py")
        return f"{self.file.name}{parameters}" if suffix else self.word

    @names_checked
    def claim(
        self,
        name: str,
        statement: str,
        *,
        believed: Any,
        controls: Mapping[str, Any],
        source: Source | str | None = None,
        rests_on: Sequence[str | Premise] = (),
        kind: str = "",
        **more: Any,
    ) -> Claim:
        """Add a claim; give it checks by the forms of :class:`research.claims.claim.Claim`.

        The parameters are those of that class; ``source`` and ``kind`` are those of the section
        that was named last unless given.
        """
        taken = any(claim.name == name for claim in self.claims)
        require(
            not taken, "claim name", name, f"one that {self.name} has not; give it a name: name='…'"
        )
        more |= {"rests_on": tuple(rests_on), "kind": kind or self._kind}
        claim = Claim(name, statement, self._standing(source), believed, dict(controls), **more)
        calls = traceback.walk_stack(sys._getframe())  # noqa: SLF001
        own = (line for frame, line in calls if Path(frame.f_code.co_filename) == self.file)
        claim.line = next(own, 0)
        self.claims.append(claim)
        return claim

    @names_checked
    def numbers(
        self,
        name: str,
        statement: str,
        table: Mapping[Any, Any],
        computed: Callable[..., Any],
        *,
        over: Words | Cases = "",
        by: str = "",
        solvers: str = "",
        controls: Mapping[str, Any] | None = None,
        rests_on: Sequence[str | Premise] = (),
    ) -> list[Claim]:
        """Add a claim for each entry of a table: a number, set or position, computed and compared.

        Parameters
        ----------
        name, statement
            Of each claim, with ``{n}`` for the argument that ``computed`` calls n, and
            ``{value}`` for the entry. After a command of LaTeX, ``^`` and ``_`` the braces stay.
        table
            What the source says, by argument, a tuple if there are none or several.
        computed
            Computes an entry from its arguments, without a look at the table.
        over, by, solvers
            As for :meth:`research.claims.claim.Claim.equals`; the cases may be words alone, and
            what solvers compute is gating.
        controls
            What is wrong in place of an entry; for an integer the next one unless given.
        rests_on
            What the computation takes for granted, as for :meth:`claim`: the claim of its formula.
        """
        words = over.words if isinstance(over, Listed | Drawn) else over
        source, before = truth_source(words, by, solvers, computed), len(self.claims)
        names = [each.name for each in agreeing.parameters(computed)]
        for key, believed in table.items():
            arguments = key if isinstance(key, tuple) else (key,)
            values = {**dict(zip(names, arguments, strict=False)), "value": believed}
            claim = self.claim(
                _filled(name, values),
                _filled(statement, values),
                believed=believed,
                controls={"one more": believed + 1} if controls is None else controls,
                gating=bool(solvers),
                rests_on=rests_on,
                kind="finding" if self._kind == "finding" else "number",
            )
            claim.checks.append(Computation.of(source, functools.partial(computed, *arguments)))
        return self.claims[before:]

    def remark(self, words: str) -> None:
        """Add what a source says that states nothing to check; a report shows it as no claim."""
        self.remarks.append((words, self._standing(None)))

    def documents(self) -> dict[str, Source]:
        """Return where the game and the claims come from: each document once, by its name."""
        named: dict[str, Source] = {}
        for source in (self._standing(self.source), *(claim.source for claim in self.claims)):
            if source.document not in ("", OURS.document):
                named.setdefault(source.document, source.at(""))
        return named

    def _standing(self, source: Source | str | None) -> Source:
        """Return where a statement stands: where it says, or in the section named last."""
        where = self._section if source is None else source
        return where if isinstance(where, Source) else Source(where)

    def __repr__(self) -> str:
        claims, agreements = len(self.claims), len(self.agreements)
        return f"<Study {self.name!r}: claims: {claims}, agreements: {agreements}>"


Study.__init__ = names_checked(Study.__init__)  # type: ignore[method-assign]


def _filled(template: str, values: Mapping[str, Any]) -> str:
    """Put values into a text in place of their names in braces; LaTeX has braces of its own.

    >>> _filled(r"$2^{n} = {value}$, $x_{max}$", {"n": 12, "value": 4096})
    '$2^{12} = 4096$, $x_{max}$'
    """
    allowed = ", ".join(f"{{{name}}}" for name in values)
    require("{}" not in template, "statement or name", template, f"names in braces: {allowed}")

    def shown(found: re.Match[str]) -> str:
        before, name = found[1] or "", found[2]
        if name not in values and before:
            return found[0]
        require(name in values, f"statement or name {template!r}: {{{name}}}", name, allowed)
        return f"{before}{{{show(values[name])}}}" if before else show(values[name])

    return re.sub(r"(\\[A-Za-z]+|[_^}])?\{([A-Za-z_]\w*)\}", shown, template)


class VariantError(ValueError):
    """An error in a researcher's own file: the message begins with the file and any known line."""

    exit_status = 2

    def __init__(self, file: Path, line: int | None, problem: str) -> None:
        here = Path.cwd()
        shown = file.relative_to(here) if file.is_relative_to(here) else file
        super().__init__(f"{shown}:{line}: {problem}" if line else f"{shown}: {problem}")


@contextmanager
def errors_located_in(file: Path, game: object = None, line: int = 0) -> Iterator[None]:
    """Say errors that come from a researcher's file with their line in it; let others pass.

    What was raised in Grundwork's code passes, unless it refuses what the file gave.

    An error comes from the file when it was raised in it, or when its game breaks what rules
    promise, and then the line is that of the method concerned; or when a claim makes no sense, and
    then ``line`` is that of the claim, where it is known.
    """
    try:
        yield
    except (KeyboardInterrupt, NotConfirmedError, MemoryError):
        raise  # nothing is wrong in the file
    except BaseException as error:  # also such as SystemExit
        of_rules = isinstance(error, RulesError | SearchLimitError)
        ours = of_rules or isinstance(error, ClaimError | OracleError if line else ClaimError)
        found = _line_in(file, error)
        if not isinstance(error, OracleError | ClaimError | InputError | TypeError | SyntaxError):
            frames = traceback.extract_tb(error.__traceback__)
            places = [frame.filename for frame in frames if frame.name != "__getattr__"]
            known = [place for place in places if place == str(file) or is_ours(place)]
            if known and known[-1] != str(file):
                raise
        if found is None and not (ours and file.is_file()):
            raise
        words = str(error) if hasattr(error, "exit_status") else explain(error)
        if found is None and of_rules:
            names = (words.partition("(")[0], "options", "left_options")
            codes = (getattr(getattr(type(game), n, None), "__code__", None) for n in names)
            own = (c.co_firstlineno for c in codes if c and Path(c.co_filename) == file)
            line = next(own, 0) or line_of(file, "study")
        raise VariantError(file, found or line, words) from error


def _line_in(file: Path, error: BaseException | None) -> int | None:
    """Return the line of ``file`` in which an error, or its cause, was raised, if any."""
    if error is None:
        return None
    if isinstance(error, SyntaxError) and error.filename in (None, str(file)):
        return error.lineno or 1
    frames = reversed(traceback.extract_tb(error.__traceback__))
    own = (frame.lineno for frame in frames if Path(frame.filename) == file)
    return _line_in(file, error.__cause__ or error.__context__) or next(own, None)


def line_of(file: Path, name: str) -> int:
    """Return the line in which ``name`` is first bound at the top of ``file``; 1 if it is not."""
    for node in ast.parse(file.read_bytes()).body:
        targets = node.targets if isinstance(node, ast.Assign) else [getattr(node, "target", None)]
        names = [target.id for target in targets if isinstance(target, ast.Name)]
        if name in (*names, getattr(node, "name", None)):
            return node.lineno
    return 1
