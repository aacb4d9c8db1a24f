"""Run mutants of every solver, keep the figures: ``python -m research.verdicts.mutants [N | all]``.

N mutants of each solver are run, drawn at random but always the same; 100 unless said otherwise.
Names of studies may follow. The exit status is 1 if a mutant survived and is wrong.
"""

from __future__ import annotations

import sys
from functools import partial

from research.resolving.loading import load_study, study_names
from research.system.forked import alone
from research.verdicts.mutants.figures import CODE, Figures, count_mutants, keep, number_of

SAMPLE = "100"


def main(words: list[str]) -> int:
    """Run, print, keep; return the exit status."""
    number = number_of(words[0] if words else SAMPLE)
    wrong = 0
    for target in words[1:] or [*study_names(), CODE]:
        found = count_mutants(target, number)
        alone(partial(_keep, found))  # this process must not load what mutants are of
        wrong += found["wrong"]
    return int(wrong > 0)


def _keep(found: Figures) -> None:
    keep(load_study(found["study"]), found)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
