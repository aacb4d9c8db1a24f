"""``grundwork prove``: from rules to a theorem, or to how far was looked.

Exit status: 0 for a theorem and for an honest bound; 1 where a formula disagrees with the rules, or
there is nothing to export; 2 for wrong input.
"""

from __future__ import annotations

import shlex
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

from fast.errors import InputError, require_integer
from grundwork.command_line import (
    Argument,
    AsJson,
    Exit,
    Misere,
    Option,
    Target,
    print_facts,
    say,
    say_next,
)

if TYPE_CHECKING:
    from research.claims.study import Study
    from research.families.members import Family
    from research.proving.results import Limits, ProofResult


def prove(  # noqa: PLR0917  # the line is read by their names
    target: Target,
    parameters: Annotated[
        list[str] | None, Argument(metavar="name=values", help="For a family: m=2..6 k=1,3.")
    ] = None,
    limit: Annotated[
        int | None, Option(help="Examine heaps to N of a code, else at most N positions.")
    ] = None,
    export: Annotated[
        Path | None,
        Option(metavar="DIR", help="Write the proof into DIR, for grundwork verify and Walnut."),
    ] = None,
    misere: Misere = False,  # noqa: FBT002
    as_json: AsJson = False,  # noqa: FBT002
) -> None:
    """Prove a criterion or a period for every size, if possible.

    Of several members of a family, prove each as in a census.
    """
    from grundwork.shown import Proofs
    from research.conjectures.prove import prove_study
    from research.families.members import family_of
    from research.proving.misere_results import under_misere_play
    from research.resolving.loading import load_study, split_word
    from research.system.progress import waiting

    target = " ".join([target, *(parameters or [])])
    if (in_file := split_word(target)) and in_file[1]:
        family = family_of(target)
        if len(family.members) > 1:
            if limit is not None or export is not None or misere:
                raise InputError(f"{target}: --limit, --export and --misere take one member")
            _prove_members(family, as_json=as_json)
            return
    again = f"grundwork prove {shlex.quote(target)}" + (
        "" if limit is None else f" --limit {limit}"
    )
    again += " --misere" * misere
    study = load_study(target)
    if misere:
        study = under_misere_play(study)
    if export is not None:
        _require_new(export)
    limits = _limits(study, limit)
    author = "" if study.word == study.name else study.file.name
    with waiting(f"proving {target}"):
        found = prove_study(study, limits=limits, again=again, author=author)
    said = {} if export is None else _export(found, export)  # before a pipe can close
    if as_json:
        facts = [result.as_json() for result in found]
        print_facts(facts[0] if len(facts) == 1 else facts, indent=1)
    else:
        print(Proofs(found))
        _name_claims(study, target)
        if export is None and not found[0].proved:
            say_next("to look at it", "explore", target)
    for line in said:
        print(line, file=sys.stderr)
    if not all(said.values()):
        raise Exit(1)


def _prove_members(family: Family, *, as_json: bool) -> None:
    """Look at each member, say what is proved in a line, and what that suggests of all."""
    from research.families.census import take_census, usual_store
    from research.families.running import Bounds
    from research.families.summary import Summary

    records = take_census(family, usual_store(family), Bounds())
    found = Summary(family.word, len(family.members), records)
    if as_json:
        print_facts(found.as_json(), indent=1)
    else:
        for name, record in records.items():
            said = record.sentence.partition(" Proved by ")[0]
            if record.level != "proved":
                said = f"Not proved: {record.fault or record.reason}."
            line = f"{name.partition('.py ')[2]}: {said}"
            say(line, sys.stdout)
        print("\n".join(found.conjectures()))
    if found.failed:
        raise Exit(1)


def _name_claims(study: Study, target: str) -> None:
    """Name the claims that only a theorem can check, which ``check`` proves or refutes."""
    from research.checks.evidence import Kind

    names = [c.name for c in study.claims if any(k.kind == Kind.THEOREM for k in c.checks)]
    if names and study.file.stem != "codes":  # of which the one claim was just proved
        words = f"More theorems: {', '.join(names)}. See: grundwork check {shlex.quote(target)}"
        say(words, sys.stdout)


def _limits(study: Study, limit: int | None) -> Limits:
    from fast.heap_games import LARGEST_HEAP
    from oracles.heaps import is_sum_of_heaps
    from oracles.partizan_subtraction import PartizanSubtraction
    from research.proving.results import Limits

    if limit is None:
        return Limits()
    require_integer("--limit", limit, least=1, most=LARGEST_HEAP)
    if is_sum_of_heaps(study.game) or isinstance(study.game, PartizanSubtraction):
        return Limits(heaps=limit, positions=max(limit, 4_000))
    return Limits(positions=limit, arcs=10 * limit)


def _require_new(folder: Path) -> None:
    """Refuse a folder that cannot take a proof, before the work is done."""
    if folder.is_dir() and any(folder.iterdir()):
        raise InputError(f"--export={str(folder)!r}: there are files already; name a new folder")
    if folder.exists() and not folder.is_dir():
        raise InputError(f"--export={str(folder)!r}: is a file; name a new folder")


def _export(found: list[ProofResult], folder: Path) -> dict[str, bool]:
    """Write each theorem's proof; where there are several, into the folders 1, 2, ...

    Return what to say of each, and whether it was written.
    """
    from research.proving.results import NotProvable
    from research.system.files import write_all

    said = {}
    for number, result in enumerate(found, 1):
        own = folder / str(number) if len(found) > 1 else folder
        try:
            written = write_all(own, result.files(), "--export")
            count = "1 file" if len(written) == 1 else f"{len(written)} files"
            said[f"{count}; begin with {written[0]}"] = True
        except NotProvable as error:
            said[f"grundwork: --export={own}: {error}"] = False
    return said
