"""``grundwork list``: what each game is, what is known of it, and what it answers."""

from __future__ import annotations

import ast
import re
from typing import TYPE_CHECKING, Annotated, Any

from fast.gate.signature import parameters_of
from grundwork.command_line import (
    AsJson,
    Option,
    Targets,
    Variants,
    load_studies,
    print_facts,
    say_next,
)

if TYPE_CHECKING:
    from research.claims.study import Study

INDENT = 19  # the longest name of a game, and two spaces
SENTENCES = 2  # of a study's rules


def list_(
    targets: Targets = None,
    variants: Variants = False,  # noqa: FBT002
    names: Annotated[bool, Option("--names", help="Print all names alone, variants too.")] = False,  # noqa: FBT002
    as_json: AsJson = False,  # noqa: FBT002
) -> None:
    """List the games: the rules and the strongest result of each."""
    from research.resolving.loading import study_names, variant_names

    if names:
        print(*(targets or [*study_names(), *variant_names()]), sep="\n")
        return
    rows = [_summary(study) for study in load_studies(targets, variants=variants)]
    if as_json:
        print_facts(rows, indent=1)
        return
    _print_rows(rows)
    say_next("to check what is claimed", "check", rows[-1]["study"])


def _summary(study: Study) -> dict[str, Any]:
    from research.claims.answers import ConfirmedAnswer

    refusal = ConfirmedAnswer(study).refusal
    verdict, statement = _most_known(study)
    statement = re.sub(r"\s+\[[^\]]*\]$", "", statement)  # a remark on it
    return {
        "study": study.name,
        "game": study.title,
        "played": _played(study),
        "parameters": list(parameters_of(study.answer)) if study.answer else [],
        "claims": len(study.claims),
        "verdict": verdict,
        "statement": statement,
        "confirmed": f"no: {refusal}" if refusal else "yes",
    }


def _played(study: Study) -> str:
    """Say how a game is played: the title line of its own file, or how its rules begin."""
    if study.file.stem.replace("_", "-") == study.name or ".py" in study.word:
        title = ast.get_docstring(ast.parse(study.file.read_bytes())) or ""
        if title:
            return title.splitlines()[0]
    return " ".join(re.split(r"(?<=[.])\s+", study.about)[:SENTENCES])


def _most_known(study: Study) -> tuple[str, str]:
    """Return the strongest verdict on a main claim, and its statement.

    Where no check of the study as it is now is kept, it is only claimed: best with a proof, which
    a check decides.
    """
    from research.checks.check_types import TheoremCheck
    from research.checks.evidence import Settings
    from research.verdicts.findings import kept_findings

    found = kept_findings(study, Settings())
    if found is not None and (verdicts := found.by_kind.get("result")):
        best = max(verdicts, key=lambda verdict: verdict.level)
        return str(best.level), best.statement
    claims = [claim for claim in study.claims if claim.kind == "result"]
    for claim in claims:
        if any(isinstance(check, TheoremCheck) for check in claim.checks):
            return "claimed with a proof", claim.statement
    return ("claimed", claims[0].statement) if claims else ("", "")


def _print_rows(rows: list[dict[str, Any]]) -> None:
    from rich.console import Console

    from research.reporting.terminal import COLOURS
    from research.system.readable import wrapped

    console = Console(highlight=False, markup=False, soft_wrap=True)
    indent = max(INDENT, *(len(row["study"]) + 2 for row in rows))
    for row in rows:
        played = wrapped(row["played"], indent, console.width)[indent:]
        console.print(f"{row['study']:<{indent}}", style="bold", end="")
        console.print(played)
        if row["verdict"]:
            known = wrapped(f"{row['verdict']}: {row['statement']}", indent, console.width)
            word = len(row["verdict"]) + indent
            console.print(known[:word], style=COLOURS.get(row["verdict"], ""), end="")
            console.print(known[word:])
        if row["parameters"]:
            confirmed = "confirmed" if row["confirmed"] == "yes" else "not confirmed"
            answers = f"answers: {', '.join(row['parameters'])}; {confirmed}"
            console.print(wrapped(answers, indent, console.width), style="dim")
