"""Run mutants of every solver, keep the figures: ``python -m research.verdicts.mutants [N | all]``.

N mutants of each solver are run, drawn at random but always the same; 200 unless said otherwise.
Names of studies may follow. The exit status is 1 if a mutant survived and is wrong.
"""

from __future__ import annotations

import sys
import tempfile
from functools import partial
from pathlib import Path

from research.resolving.loading import load_study, study_names
from research.system.forked import alone
from research.system.progress import waiting
from research.verdicts.mutants.figures import (
    CODE,
    Figures,
    figures_of,
    number_of,
    print_judged,
    processors,
    write,
)
from research.verdicts.mutants.running import Judged, run_mutants

SAMPLE = "200"


def main(words: list[str]) -> int:
    """Run, print, keep; return the exit status."""
    number = number_of(words[0] if words else SAMPLE)
    wrong = False
    for target in words[1:] or [*study_names(), CODE]:
        with tempfile.TemporaryDirectory() as home, waiting("starting") as notify:
            run = run_mutants(target, number, Path(home), workers=processors(), notify=notify)
            pairs = list(run)
        judged = [one for _, one in pairs]
        total = pairs[0][0] if pairs else 0
        print_judged(target, judged, total)
        # In a process of its own, as this one runs mutants of what it has not loaded.
        write(alone(partial(_figures, target, judged, total)))
        wrong = wrong or any(one.fate == "wrong" for one in judged)
    return int(wrong)


def _figures(target: str, judged: list[Judged], total: int) -> Figures:
    return figures_of(load_study(target), target, judged, total)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
