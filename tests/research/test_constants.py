"""What rules read as they are proved stays what it is, in whatever file it is set."""

import pytest

from oracles.errors import RulesError
from research.checks.evidence import Level, Settings
from research.proving.prove import prove_game
from research.resolving.loading import load_file
from research.verdicts.checking import findings_of

RULES = """
import {helper}
from {helper} import limit, note
from grundwork import Game, Study

FAR = 10**30

class Rules(Game):
    least = 0

    def canonical(self, position):
        {done}
        return position

    def start(self, size):
        return [(a, b) for a in range(size + 1) for b in range(size + 1)]

    def options(self, position):
        a, b = position
        if a < FAR or not ({read}):
            for n in range(a):
                yield n, b
        for n in range(b):
            yield a, n

def control(position):
    {in_a_control}
    return True

study = Study("equal-piles", Rules(), source="a test")
study.p_positions(
    "Equal piles.", believed=lambda p: p[0] == p[1], controls={{"all": control}}
)
"""
HELPER = """
LIMIT = 0

def limit():
    return LIMIT

def note(game):
    {noted}
"""


def study_of(folder, read, done="pass", noted="pass", in_a_control="pass"):
    """Make a study of two files; each has its own helper, as Python imports a name once."""
    helper = f"helper_{abs(hash((read, done, noted, in_a_control)))}"
    (folder / f"{helper}.py").write_text(HELPER.format(noted=noted))
    file = folder / "rules.py"
    words = {"done": done.replace("helper", helper), "in_a_control": in_a_control}
    file.write_text(RULES.format(helper=helper, read=read, **words))
    return load_file(file)


@pytest.mark.parametrize(
    ("read", "done", "noted", "level"),
    [
        ("limit()", "pass", "pass", Level.PROVED),
        ("self.least", "pass", "pass", Level.PROVED),
        ("limit()", "helper.LIMIT = 1", "pass", Level.EXHAUSTED),
        ("self.least", "note(self)", "game.least = 1", Level.EXHAUSTED),
    ],
)
def test_what_another_file_sets_is_no_constant(tmp_path, read, done, noted, level):
    (verdict,) = findings_of(study_of(tmp_path, read, done, noted), Settings()).verdicts
    assert verdict.level == level


SETTER = "getattr(study.game, '__setat' + 'tr__')('least', 1)"  # which no source says


def test_what_a_control_changes_of_what_was_proved_ends_the_check(tmp_path):
    study = study_of(tmp_path, "self.least", in_a_control=SETTER)
    with pytest.raises(RulesError, match="least was 0 as something was proved, and is 1 now"):
        findings_of(study, Settings())
    assert prove_game(load_file(tmp_path / "rules.py")).proved  # a game of its own, and as it was
