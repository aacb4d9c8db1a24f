"""What saved solvers share: reading digits through a table, and the study that confirms them.

A saved solver (:mod:`research.proving.solver_sources`) holds automata as tables, or one period of a
sequence. Its gate opens only after ``grundwork check`` has compared it with the explicit graph.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import cache, lru_cache
from itertools import product
from pathlib import Path
from typing import TYPE_CHECKING, Any

from fast.errors import InputError
from oracles.heaps import HeapGame
from research.claims.agreement import Needs
from research.claims.cases import Listed
from research.claims.claim import Source
from research.claims.study import Study
from research.logic.kernel import Place
from research.theorems.encodings import Encoding

if TYPE_CHECKING:
    from oracles.rules import Game
    from oracles.truth import Truth

_LARGEST_COMPARED = {1: 400, 2: 20, 3: 8, 4: 4}  # by the number of coordinates
_LARGEST_COMPARED_ELSE = 2
_TELL = "tell the automaton from every other with as many states"
_POSITIONS, _ARCS = 60_000, 2_000_000  # of the graph that a saved automaton is compared with
_EVERY_HEAP = 3_000  # at both ends of a period's window, compared with the Grundy values
_IN_THE_GRAPH = 12  # the largest heap, of a period's


def accepts(automata: dict[str, Any], state: str, system: str, numbers: Sequence[int]) -> bool:
    """Return whether an automaton, given as numbers, accepts the digits of the coordinates.

    Parameters
    ----------
    automata
        By control state: the table by state and letter, and which states accept.
    state
        The control state.
    system
        The numeration system.
    numbers
        The coordinates.

    Raises
    ------
    InputError
        If the control state is not known, or a coordinate is below 0.

    Examples
    --------
    >>> accepts({"play": (((0, 1), (1, 0)), (1, 0))}, "play", "lsd_2", (2**100 + 1,))  # two ones
    True
    """
    from fast.errors import require_choice, require_integer
    from research.logic.numeration import system as named

    require_choice("state", state, list(automata))
    for number in numbers:
        require_integer("coordinate", number, least=0)
    numeration = named(system)
    words = [numeration.word(number)[::-1] for number in numbers]
    table, accepting = automata[state]
    length = max(map(len, words), default=0)
    letters = [0] * length
    for place, word in enumerate(words):
        weight = numeration.digits**place
        for position, digit in enumerate(word):
            letters[position] += digit * weight
    at = 0
    for letter in letters if numeration.order == "lsd" else reversed(letters):
        at = table[at][letter]
    return bool(accepting[at])


def formulas_of(what: Study | Game[Any], **members: Any) -> Encoding:
    """Return the formulas of a game, or of a study as it was proved.

    Raises
    ------
    InputError
        If there are none any more.
    """
    from research.theorems.one_game import formulas_of_study
    from research.theorems.reading_off import game_formulas

    own = isinstance(what, Study)
    found = formulas_of_study(what, **members) if own else game_formulas(what)  # type: ignore[arg-type]
    if isinstance(found, str):
        raise InputError(f"the rules have no formula any more: {found}")
    return found


def confirmed_study(
    name: str,
    encoding: Encoding,
    answer: Callable[..., bool],
    file: Path,
    *,
    automata: Mapping[str, Any],
    system: str,
) -> Study:
    """Return the study of a saved solver: it must agree with the explicit graph.

    Parameters
    ----------
    name
        The study's name.
    encoding
        The game with its formulas, which say how positions are read.
    answer
        The gated function.
    file
        The solver's file.
    automata, system
        By control state, the automata that answer, and their numeration system.
    """
    states = list(automata)
    names = encoding.rules.coordinates[states[0]]
    most = _LARGEST_COMPARED.get(len(names), _LARGEST_COMPARED_ELSE)
    vectors = sorted(product(range(most + 1), repeat=len(names)), key=sum)
    larger = [numbers for numbers in _telling(automata, system, len(names)) if max(numbers) > most]
    box, telling = (_positions(encoding, states, chosen) for chosen in (vectors, larger))

    @cache
    def truth() -> tuple[Truth, list[Place]]:
        return _truth_of(encoding, box, telling)

    def p_position(**given: Any) -> bool:
        state = given.pop("state", states[0])
        values = tuple(given[name] for name in names)
        return truth()[0].outcome(encoding.written(Place(state, values))) == "P"

    def cases() -> list[dict[str, Any]]:
        chosen = [
            (place.state, dict(zip(names, place.values, strict=True))) for place in truth()[1]
        ]
        if len(states) == 1:
            return [case for _, case in chosen]
        return [{"state": state} | case for state, case in chosen]

    def domain() -> str:
        told = len(truth()[1]) - len(box)
        if told == len(telling):
            return f"all coordinates up to {most}, and all positions that {_TELL}"
        beyond = f"and {told} of the {len(telling)} larger positions that {_TELL}"
        return f"all coordinates up to {most}, {beyond}"

    study = Study(name, encoding.game, answer=answer, source=Source(file.name), file=file)
    study.agree(
        answer,
        p_position,
        over=Listed(domain, cases),
        by="the graph",
        controls={
            "no P-positions": lambda **_: False,
            "P-positions only": lambda **_: True,
        },
    )
    return study


def _telling(automata: Mapping[str, Any], name: str, tracks: int) -> list[tuple[int, ...]]:
    """Return the positions that show the whole structure of automata, the smallest first."""
    from research.logic.numeration import system as named
    from research.proving.telling_words import MOST_STATES, numbers_of, telling_words

    found = set()
    for table, accepting in automata.values():
        if len(table) <= MOST_STATES:
            words = telling_words(table, accepting)
            found |= {numbers_of(word, named(name), tracks) for word in words}
    return sorted((numbers for numbers in found if numbers), key=lambda n: (sum(n), n))


def _positions(
    encoding: Encoding, states: Sequence[str], vectors: Sequence[tuple[int, ...]]
) -> list[Place]:
    """Return those of the vectors, in each control state, that are positions of the game."""
    places = (Place(state, values) for values in vectors for state in states)
    return [place for place in places if encoding.formulas.is_valid(place)]


def _truth_of(
    encoding: Encoding, box: list[Place], telling: list[Place]
) -> tuple[Truth, list[Place]]:
    """Return the truth about a box of positions and as many larger ones as fit into a graph."""
    from oracles.errors import SearchLimitError
    from oracles.graph import build_from
    from oracles.truth import Truth

    def solved(chosen: list[Place]) -> Truth:
        start = [encoding.written(place) for place in chosen]
        return Truth(
            encoding.game, build_from(encoding.game, start, limit=_POSITIONS, arc_limit=_ARCS)
        )

    count = len(telling)
    while count:
        try:
            return solved(box + telling[:count]), box + telling[:count]
        except SearchLimitError:
            count //= 2
    return solved(box), box


def confirm_counts(
    study: Study,
    encoding: Encoding,
    count_below: Callable[..., int],
    sum_below: Callable[..., int],
) -> None:
    """Add that count and sum of the P-positions below a bound agree with the explicit graph."""
    state = next(iter(encoding.rules.coordinates))
    most = _LARGEST_COMPARED[1]

    @lru_cache(maxsize=1)
    def members() -> list[int]:
        from oracles.graph import build_from
        from oracles.truth import Truth

        places = _positions(encoding, [state], [(n,) for n in range(most)])
        written = {place.values[0]: encoding.written(place) for place in places}
        truth = Truth(encoding.game, build_from(encoding.game, list(written.values())))
        return [n for n, position in written.items() if truth.outcome(position) == "P"]

    def cases() -> list[dict[str, Any]]:
        return [{"bound": bound} for bound in range(most + 1)]

    for fast, power in ((count_below, 0), (sum_below, 1)):
        study.agree(
            fast,
            lambda bound, power=power: sum(n**power for n in members() if n < bound),
            over=Listed(f"bounds up to {most}", cases),
            by="the graph",
            controls={"nothing": lambda bound: -1},  # noqa: ARG005
        )


def periodic(table: Sequence[int], preperiod: int, period: int, saltus: int, heap: int) -> int:
    """Return the Grundy value of a heap from one period; cost of one division.

    >>> periodic((0, 1, 2), 0, 3, 0, 10**100)
    1
    """
    from fast.errors import require_integer

    require_integer("heap", heap, least=0)
    if heap < len(table):
        return table[heap]
    periods, rest = divmod(heap - preperiod, period)
    return table[preperiod + rest] + periods * saltus


def confirmed_heaps(
    name: str,
    game: HeapGame,
    answer: Callable[..., int],
    file: Path,
    *,
    preperiod: int,
    period: int,
) -> Study:
    """Return the study of a saved period: it must agree over the preperiod and two periods.

    With the graph, the definition and the sets of values as far as these reach; and over the whole
    of that window with the Grundy values of the code, which are compared with the oracle here too.
    """
    from research.claims.heap_families import confirm_families
    from research.claims.heap_ways import Way, agree_on_heaps, in_the_graph, spread, ways_to_values
    from research.theorems.code_of_rules import heap_code

    study = Study(name, game, answer=answer, source=Source(file.name), file=file)
    code = heap_code(game)
    if isinstance(code, str):
        raise InputError(f"the rules have no code any more: {code}")
    written = code.text
    window = preperiod + 2 * period

    @cache
    def values() -> Any:
        from fast.heap_games import grundy_values

        return grundy_values(written, window)

    def by_grundy_values(heap: int) -> int:
        return int(values()[heap])

    def one_heap_further(heap: int) -> int:
        return int(answer.ungated(heap + 1))  # type: ignore[attr-defined]

    near = range(min(window, _EVERY_HEAP) + 1)
    last = range(max(window - _EVERY_HEAP, 0), window + 1)
    heaps = sorted({*near, *spread(window), *last})
    needs = Needs("the preperiod and two periods", {"heap": window})
    ways = [
        Way(in_the_graph(study), range(_IN_THE_GRAPH + 1), "the graph"),
        *ways_to_values(game, written),
        Way(by_grundy_values, heaps, "the Grundy values of the code", needs=needs),
    ]
    for way in ways:
        agree_on_heaps(study, answer, way, {"one heap further": one_heap_further})
    confirm_families(study)
    return study
