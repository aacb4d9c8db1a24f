"""``python -m benchmarks.proof_files``: proof files of all that is proved, as a table.

Of the studies, the variants, and a hundred periods of octal codes: the size of each file and the
seconds of the processor that the proof, the independent checker and, where it is installed, Rocq
take. ``--periods N`` takes N codes; ``--files DIR`` keeps the files there.
"""

from __future__ import annotations

import argparse
import json
import resource
import tempfile
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from time import process_time
from typing import Any, NamedTuple

from tabulate import tabulate

from checker.rocq import NotCovered
from checker.rocq.verify import refusal, version, with_theory
from checker.verify import check
from research.checks.evidence import Settings
from research.claims.study import Study
from research.conjectures.prove import Prover, prove_study
from research.families.members import family_of
from research.proving.results import Limits, ProofResult
from research.resolving.loading import load_study, study_names, variant_names
from research.verdicts.checking import check_claim

HEAPS = 5_000  # to which a period of a code is looked for
HEADERS = ("theorem", "proved in", "file", "checked in", "by Rocq in")


class Row(NamedTuple):
    """A theorem: its file, and the seconds in which it was proved and checked."""

    name: str
    text: str
    seconds: float


def timed(do: Callable[[], Any]) -> tuple[Any, float]:
    """Return what a function gives, and the seconds of the processor that it takes."""
    begin = process_time()
    found = do()
    return found, process_time() - begin


def of_claims(study: Study) -> Iterator[Row]:
    """Yield the theorems of a study's claims."""
    prover = Prover(study)
    for claim in study.claims:
        verdict, seconds = timed(partial(check_claim, claim, Settings(), prover))
        for evidence in verdict.evidence:
            if evidence.checked:
                yield Row(f"{study.name}: {claim.name}", evidence.proof_file, seconds)


def _proved(word: str) -> ProofResult:
    return prove_study(load_study(word), limits=Limits(heaps=HEAPS))[0]


def of_codes(most: int) -> Iterator[Row]:
    """Yield the periods of octal codes, the first that are proved."""
    found = 0
    for member in family_of("octal:0.???").members:
        if found == most:
            return
        result, seconds = timed(partial(_proved, member.word))
        if result.proved and result.proof_file:
            found += 1
            yield Row(member.word, result.proof_file, seconds)


def by_rocq(row: Row, folder: Path) -> str:
    """Return the seconds that Rocq takes, or why it does not check a theorem."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN).ru_utime
    try:
        wrong = refusal(row.name, json.loads(row.text), folder)
    except NotCovered as error:
        return f"not covered: {error}"
    return wrong or f"{resource.getrusage(resource.RUSAGE_CHILDREN).ru_utime - before:.1f} s"


def main() -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--periods", type=int, default=100)
    parser.add_argument("--files", type=Path)
    given = parser.parse_args()
    rows = [
        row for name in [*study_names(), *variant_names()] for row in of_claims(load_study(name))
    ]
    rows += of_codes(given.periods)
    table = []
    with tempfile.TemporaryDirectory() as temporary:
        folder = with_theory(Path(temporary)) if version() else None
        for number, row in enumerate(rows):
            if given.files:
                given.files.mkdir(parents=True, exist_ok=True)
                (given.files / f"{number:03}.proof.json").write_text(row.text, encoding="utf-8")
            _, checked = timed(lambda row=row: check(json.loads(row.text)))
            rocq = "no coqc" if folder is None else by_rocq(row, folder)
            size = f"{len(row.text) / 1000:.1f} kB"
            # The proof had the file checked once, too, if another claim had not.
            alone = row.seconds - checked if row.seconds > checked else row.seconds
            proved = f"{alone:.2f} s"
            table.append((row.name, proved, size, f"{checked:.2f} s", rocq))
    print(tabulate(table, HEADERS, tablefmt="github", disable_numparse=True))


if __name__ == "__main__":
    main()
