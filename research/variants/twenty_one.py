"""Twenty-one: count on by one, two or three; who says the last number loses."""

from oracles.heaps import subtraction
from research.proofs.study_claims import add_claims
from research.study import Study

study = Study(
    "twenty-one",
    subtraction(1, 2, 3, misere=True),
    about="A heap holds the numbers still to be said. Who says the last one loses.",
    source="Winning Ways, 2nd ed., ch. 13, on misère play of subtraction games",
)

study.p_positions(
    r"The player who is to move loses just if $n \equiv 1 \pmod 4$, as with 21.",
    believed=lambda heaps: sum(heaps) % 4 == 1,
    controls={"as in normal play": lambda heaps: sum(heaps) % 4 == 0},
)
add_claims(study)
