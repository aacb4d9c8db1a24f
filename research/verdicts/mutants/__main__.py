"""Run mutants of every solver, keep the figures: ``python -m research.verdicts.mutants [N | all]``.

N mutants of each solver are run, drawn at random but always the same; 200 unless said otherwise.
Names of studies may follow. The exit status is 1 if a mutant survived and is wrong, or if a
written reason is for nothing that survives any more.
"""

from __future__ import annotations

import sys
import tempfile
from pathlib import Path

from research.resolving.loading import load_study, study_names
from research.system.progress import waiting
from research.verdicts.mutants.figures import CODE, figures_of, write
from research.verdicts.mutants.forked_runs import Judged, run_mutants
from research.verdicts.mutants.reasons import reasons, without_a_line, without_a_survivor
from research.verdicts.mutants.reporting import print_judged
from research.verdicts.mutants.sample import number_of, processors

SAMPLE = "200"


def main(words: list[str]) -> int:
    """Run, print, keep; return the exit status."""
    number = number_of(words[0] if words else SAMPLE)
    known = reasons()
    outdated = without_a_line(known)
    everything: list[Judged] = []
    for target in words[1:] or [*study_names(), CODE]:
        with tempfile.TemporaryDirectory() as home, waiting("starting") as notify:
            run = run_mutants(target, number, Path(home), workers=processors(), notify=notify)
            pairs = list(run)
        judged = [one for _, one in pairs]
        total = pairs[0][0] if pairs else 0
        print_judged(target, judged, total)
        write(figures_of(load_study(target), target, judged, total, known))
        everything += judged
    if number is None and not words[1:]:
        outdated += without_a_survivor(everything, known)
    for reason in outdated:
        print(f"a reason for nothing that survives: {reason.file}: {reason.source}")
    return 1 if outdated or any(one.fate == "wrong" for one in everything) else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
