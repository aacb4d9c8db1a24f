"""Run mutants of every solver, keep the figures: ``python -m research.verdicts.mutants [N | all]``.

N mutants of each solver are run, drawn at random but always the same; 100 unless said otherwise.
Names of studies may follow. The exit status is 1 if a mutant survived and is wrong.
"""

from __future__ import annotations

import sys

from research.resolving.loading import study_names
from research.verdicts.mutants.figures import CODE, count_mutants, keep, number_of

if __name__ == "__main__":
    words = sys.argv[1:] or ["100"]
    wrong = 0
    for target in words[1:] or [*study_names(), CODE]:
        found = count_mutants(target, number_of(words[0]))
        keep(found)
        wrong += found["wrong"]
    sys.exit(wrong > 0)
