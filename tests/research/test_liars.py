"""Rules that are not their formula: none of them may come out as proved.

Each game below tells a lie of its own kind: rules that change above a size, at one position, at
their end, behind the reading of a position, or in a subclass. Where the lie shows within the graph
that is looked at, the position is named; where not, the verdict says how far was looked.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

import pytest

from oracles.errors import OracleError
from oracles.rules import Game
from oracles.vectors import VectorGame, nim
from research.checks.evidence import ClaimError, Level
from research.claims.study import Study
from research.logic.parser import parse
from research.proving.claiming import claim_made_theorem, claim_theorem
from research.proving.kernel_results import context_of
from research.proving.p_positions import prove_formulas
from research.proving.prove import prove_rules, prove_theorem
from research.proving.results import ProofResult
from research.proving.study_proofs import prove_study
from research.theorems.formula_model import FormulaModel, RulesDisagreementError
from research.theorems.formulas_by_hand import written_formulas
from research.theorems.proof_limits import Limits
from research.theorems.theorem import Theorem
from research.verdicts.checking import check_claim
from tests.contracts.levels import assert_fits

LIMITS = Limits(positions=1_500, arcs=20_000, heaps=500)
TAKE = ["play -> play(x - n) for n where 1 <= n & n <= 3 & n <= x"]
NIM = [
    "play -> play(x - n, y) for n where 1 <= n & n <= x",
    "play -> play(x, y - n) for n where 1 <= n & n <= y",
]


class Take(Game[Any]):
    """Take one, two or three from a heap."""

    def start(self, size: int) -> Iterable[Any]:
        return range(size + 1)

    def options(self, position: Any) -> list[Any]:
        return [position - n for n in (1, 2, 3) if n <= position]


class Pair(Game[Any]):
    """Nim with two heaps that have names."""

    def start(self, size: int) -> Iterable[Any]:
        return [(a, b) for a in range(size + 1) for b in range(size + 1)]

    def options(self, position: Any) -> list[Any]:
        a, b = position
        return [(a - n, b) for n in range(1, a + 1)] + [(a, b - n) for n in range(1, b + 1)]


class FromFifty(Take):
    def options(self, position: Any) -> list[Any]:
        return [position - n for n in (1, 2, 3, 4) if n <= position and (n < 4 or position >= 50)]


class FarAway(Take):
    def options(self, position: Any) -> list[Any]:
        return super().options(position)[: 1 if position > 10**9 else 3]


class AtOnePair(Pair):
    def options(self, position: Any) -> list[Any]:
        return super().options(position) if position != (17, 17) else [(0, 0)]


class EqualOnly(Pair):
    """Reaches beyond the box that formulas are read off."""

    def options(self, position: Any) -> list[Any]:
        a, b = position
        return super().options(position) + [(0, 0)] * (a == b and a > 13)


class EndsWon(Take):
    def final_outcome(self, position: Any) -> Any:
        return "N" if position == 0 else "P"


class Contained(Take):
    def contains(self, position: Any) -> bool:
        return position < 600


class Coloured(Game[Any]):
    """A heap with a colour; the red one may not be taken from by three."""

    def start(self, size: int) -> Iterable[Any]:
        return [(heap, colour) for heap in range(size + 1) for colour in ("red", "blue")]

    def options(self, position: Any) -> list[Any]:
        heap, colour = position
        return [(heap - n, colour) for n in (1, 2, 3) if n <= heap and (n < 3 or colour == "blue")]


class Painted(Coloured):
    """Colours that make no difference."""

    def options(self, position: Any) -> list[Any]:
        heap, colour = position
        return [(heap - n, colour) for n in (1, 2, 3) if n <= heap]


class PaintedEnd(Painted):
    """Colours that make a difference at the end alone."""

    def final_outcome(self, position: Any) -> Any:
        return "N" if position[1] == "red" else "P"


class Tricky(VectorGame):
    def options(self, position: Any) -> list[Any]:
        return super().options(position)[: 3 if position == (5, 9) else None]


def by_hand(game: Game[Any], **given: Any) -> FormulaModel:
    given.setdefault("coordinates", {"play": "x"})
    given.setdefault("moves", TAKE)
    return written_formulas(game, **given)


def heap_alone(position: Any) -> tuple[str, tuple[int, ...]]:
    return "play", (position[0],)


READ_HEAP = {"read": heap_alone, "written": lambda _, values: (values[0], "blue")}
SHOWN_IN_THE_GRAPH: dict[str, tuple[Callable[[], FormulaModel], str]] = {
    "a further move from 50 on": (lambda: by_hand(FromFifty()), "50"),
    "one pair of heaps": (
        lambda: by_hand(AtOnePair(), coordinates={"play": "x, y"}, moves=NIM),
        r"\(17, 17\)",
    ),
    "a move of equal heaps beyond the box": (
        lambda: by_hand(EqualOnly(), coordinates={"play": "x, y"}, moves=NIM),
        r"at \(14, 14\)",
    ),
    "an end that is won": (lambda: by_hand(EndsWon()), "0"),
    "positions that are none": (lambda: by_hand(Contained()), "600"),
    "a reading that loses the colour": (lambda: by_hand(Coloured(), **READ_HEAP), r"\(3, 'red'\)"),
    "a reading that loses who has won": (
        lambda: by_hand(PaintedEnd(), **READ_HEAP),
        r"\(0, 'red'\)",
    ),
    "a written that is no inverse": (
        lambda: by_hand(
            Take(), read=lambda p: ("play", (p,)), written=lambda _, values: values[0] // 2
        ),
        "1",
    ),
    "formulas beside other vectors": (
        lambda: by_hand(
            VectorGame([(1, 0), (0, 1), (1, 1)], ordered=True),
            coordinates={"play": "x, y"},
            moves=NIM,
        ),
        r"\(1, 1\)",
    ),
    "where leaves positions out": (lambda: by_hand(Take(), valid={"play": "x < 9"}), "9"),
    "won too often": (lambda: by_hand(Take(), won={"play": "x = 30"}), "30"),
}
SEEN_FROM_THE_RULES: dict[str, Callable[[], Game[Any]]] = {
    "a further move from 50 on": FromFifty,
    "one pair of heaps": AtOnePair,
    "a move of equal heaps beyond the box": EqualOnly,
    "an end that is won": EndsWon,
    "positions that are none": Contained,
    "a subclass of a game on vectors": lambda: Tricky([(1, 0), (0, 1)]),
    "a guard": lambda: VectorGame([(1, 0), (0, 1)], guard=lambda p, o: p != (60, 60)),
    "rules far away": FarAway,
}


@pytest.mark.parametrize("lie", SHOWN_IN_THE_GRAPH)
def test_formulas_that_differ_within_the_graph_are_named_with_a_position(lie: str) -> None:
    make, position = SHOWN_IN_THE_GRAPH[lie]
    with pytest.raises((RulesDisagreementError, OracleError), match=position):
        prove_formulas(make(), lie, limits=LIMITS, ask=False)


@pytest.mark.parametrize("lie", SEEN_FROM_THE_RULES)
def test_rules_that_are_not_their_formula_are_not_proved(lie: str) -> None:
    try:
        found = prove_rules(SEEN_FROM_THE_RULES[lie](), lie, limits=LIMITS, ask=False)
    except OracleError:
        return
    assert found.level in (Level.EXHAUSTED, Level.TESTED)
    assert not found.as_text().startswith("Proved")


def right(game: Game[Any]) -> ProofResult:
    theorem = Theorem(game, "multiples of 4 lose", "Ek x = 4*k", by_hand=by_hand(game))
    return prove_theorem(theorem, "take", limits=LIMITS, ask=False)


def test_rules_that_differ_beyond_all_that_is_looked_at_are_exhausted_to_a_bound() -> None:
    found = right(FarAway())
    assert (found.level, found.has_theorem) == (Level.EXHAUSTED, True)
    first, theorem = found.as_text().splitlines()[:2]
    assert first.startswith("Exhausted: on the 1500 positions to size 1499")
    assert "of the formula below, proved for every size" in theorem
    assert "agree with it on every position to size 1499" in theorem
    facts = found.as_json()
    assert (facts["level"], facts["theorem"]["of"]) == ("exhausted", "the formula")


def test_a_reading_that_loses_nothing_that_matters_is_said_to() -> None:
    model = by_hand(Painted(), **READ_HEAP)
    agreement = context_of("painted", model, _settings(), LIMITS).agreement
    assert (
        "does not tell (0, 'red') from (0, 'blue'), and no move or outcome does" in agreement.words
    )


class Unread(Take):
    """The same game, with options that cannot be run on symbols."""

    def options(self, position: Any) -> Iterable[Any]:
        return list({*super().options(position)})


def test_rules_without_a_size_small_enough_are_tested() -> None:
    class Many(Unread):
        def start(self, size: int) -> Iterable[Any]:
            return range(10_000)

    found = right(Many())
    assert (found.level, found.method) == (Level.TESTED, "search")
    assert found.as_text().startswith("Tested: ")
    assert found.cases >= 100


def test_a_comparison_without_a_case_is_an_error() -> None:
    from research.logic.errors import AutomataError

    class Nothing(Take):
        def start(self, size: int) -> Iterable[Any]:
            return []

    with pytest.raises(AutomataError, match="set beside"):
        prove_formulas(by_hand(Nothing(), valid={"play": "x < x"}), "nothing", ask=False)


def _settings() -> Any:
    from research.checks.evidence import Settings

    return Settings()


def test_a_theorem_beside_a_verdict_is_shown_and_does_not_raise_it() -> None:
    from research.claims.study import Study
    from research.reporting.terminal import in_short
    from research.verdicts.checking import check_claim

    study = Study("take", Unread(), source="test")
    claim_theorem(
        study,
        "Multiples of 4 lose.",
        criterion="Ek x = 4*k",
        controls={"multiples of 5": "Ek x = 5*k"},
        formulas=by_hand(study.game),
    )
    verdict = check_claim(study.claims[0], _settings())
    assert (verdict.level, verdict.missed_controls) == (Level.EXHAUSTED, ())
    assert_fits(verdict)
    assert "beside it a theorem of a formula" in in_short(verdict)


def test_a_theorem_of_another_game_proves_no_claim_of_a_study() -> None:
    theorem = Theorem(nim(2), "equal piles", "x1 = x2", {"one is larger": "x1 < x2"})
    wythoff = Study("wythoff", VectorGame([(1, 0), (0, 1), (1, 1)]), source="test")
    claim_made_theorem(wythoff, "c", "s", lambda: theorem)
    with pytest.raises(ClaimError, match=r"about VectorGame.*study about VectorGame"):
        check_claim(wythoff.claims[0], _settings())
    with pytest.raises(ClaimError, match=r"about VectorGame.*study about VectorGame"):
        prove_study(wythoff, ask=False)


@pytest.mark.parametrize("name", ["power", "power_of_two", "nimsum"])
def test_a_predicate_of_the_rules_is_given_no_other_meaning(name: str) -> None:
    from research.logic.errors import AutomataError
    from research.logic.kernel import prove_kernel
    from research.logic.relations import Relation
    from research.theorems.move_formulas import rules_of

    criterion = {"play": parse("Ek x = 4*k").formula}
    with pytest.raises(AutomataError, match="fixed meaning"):
        prove_kernel(
            rules_of(f"position play(x)\nmove {TAKE[0]}"),
            criterion,
            relations={name: Relation.of("x", "x = 1")},
        )


@pytest.mark.parametrize("speaks", [False, True], ids=["in words", "in a statement of its own"])
def test_the_words_of_a_file_are_said_to_be_its_own(speaks: bool) -> None:  # noqa: FBT001
    class Louder(Theorem):
        statement = "The player to move always wins."  # type: ignore[assignment]

    study = Study("lie", nim(2), source="test")
    kind = Louder if speaks else Theorem
    lie = kind(study.game, "One always wins.", "x1 = x2", {"one is larger": "x1 < x2"})
    claim_made_theorem(study, "c", "One always wins.", lambda: lie)
    (result,) = prove_study(study, author="lie.py", ask=False)
    assert result.has_theorem
    assert "the criterion below is the set of P-positions" in result.statement
    assert "in the words of lie.py: One always wins." in result.statement
    assert "criterion" in " ".join(step.words for step in result.evidence().steps)
