"""What may change, or begin elsewhere, is no constant: nothing is proved of it."""

from dataclasses import dataclass, replace
from itertools import combinations, combinations_with_replacement, product
from runpy import run_path

import pytest

from oracles.codes import TakeAndBreak
from oracles.heaps import HeapGame, Subtraction
from oracles.moves import MoveGame
from oracles.rules import Game
from oracles.vectors import VectorGame, nim
from research.checks.evidence import ClaimError, Level, Settings
from research.claims.study import Study
from research.logic.parser import parse
from research.proving.believed import Prover
from research.proving.short_theorems import claim_heap_values, claim_period, claim_rare_value
from research.theorems.changing import changed_in
from research.theorems.one_thing import as_one_thing, is_code
from research.theorems.reading_off import formulas_read_off, game_formulas
from research.theorems.rules_on_symbols import rules_are_formulas, starts_are_positions
from research.theorems.symbols import NotOnSymbolsError
from research.theorems.vector_moves import encoding_of
from research.verdicts.checking import check_claim

pytestmark = pytest.mark.every_python

RULES = """
from itertools import combinations_with_replacement, product
from oracles.rules import Game
MOST = (2,)
TERMS = [1, 2]
LIMIT = 2
{before}
class Take(Game):
    most = (2,)
    limit = 2
    def start(self, size):
        {start}
    def options(self, heap):
        return [heap - n for n in (1, 2, 3) if n <= heap and n <= {limit}]
    {method}
"""
RANGE = "return range(size + 1)"
AGAIN = "def __init__(self): self.limit = 3\n    again = __init__"
FAR = "if size >= 10**5: {}; return range(size + 1)"


def take(tmp_path, start=RANGE, limit="2", before="", method="pass"):
    file = tmp_path / f"take_{len(list(tmp_path.iterdir()))}.py"
    file.write_text(RULES.format(start=start, limit=limit, before=before, method=method))
    return run_path(str(file))["Take"]()


def is_proved(game, rays=(), steps=((1,), (2,)), *, plain=True):
    encoding = encoding_of(game, list(rays), list(steps), unordered=False, plain=plain)
    try:
        return all(decision.truth for decision in rules_are_formulas(encoding))
    except NotOnSymbolsError:
        return False


@pytest.mark.parametrize("limit", ["2", "self.limit", "self.most[0]", "MOST[0]", "LIMIT"])
def test_constants_that_nothing_changes_are_constants(tmp_path, limit):
    assert is_proved(take(tmp_path, limit=limit))


@pytest.mark.parametrize(
    ("limit", "start", "before", "method"),
    [
        ("self.limit", FAR.format("self.limit = 3"), "", "pass"),
        ("self.limit", FAR.format("self.__init__()"), "", "def __init__(self): self.limit = 3"),
        ("self.limit", FAR.format("self.again()"), "", AGAIN),
        ("self.limit", RANGE, "", "def __init__(self): Take.limit = 2"),
        ("LIMIT", FAR.format("grow()"), "def grow():\n    global LIMIT\n    LIMIT = 3", "pass"),
        ("self.limit", RANGE, "def grow(game):\n    setattr(game, 'limit', 3)", "pass"),
        ("self.limit", RANGE, "def grow(game, name):\n    setattr(game, name, 3)", "pass"),
        ("self.limit", RANGE, "put = setattr", "def grow(self): put(self, 'limit', 3)"),
        ("self.limit", RANGE, "def grow(game):\n    vars(game)['limit'] = 3", "pass"),
        (
            "LIMIT",
            RANGE,
            "import functools\n@functools.cache\ndef grow():\n    global LIMIT\n    LIMIT = 3",
            "pass",
        ),
        ("2", FAR.format("self.misere = True"), "", "pass"),
        ("2", RANGE, "", "def grow(self): self.misere = True"),
        ("2", RANGE, "", "misere = property(lambda self: bool(TERMS[2:]))"),
        ("2", RANGE, "", "def grow(self): self.options = self.late"),
        ("2", RANGE, "", "def grow(self): Take.options = Take.late"),
        ("2", RANGE, "", "def grow(self): self.final_outcome = None"),
        ("2", RANGE, "", "def grow(self): self.__class__ = Game"),
        ("2", RANGE, "", "def grow(self): Take.__bases__ = ()"),
    ],
)
def test_what_a_function_of_the_file_sets_is_no_constant(tmp_path, limit, start, before, method):
    assert not is_proved(take(tmp_path, start, limit, before, method))


def test_the_line_is_named_for_which_a_file_says_nothing_of_constants(tmp_path):
    game = take(tmp_path, before="def look(frame):\n    return frame.f_globals")
    encoding = encoding_of(game, [], [(1,), (2,)], unordered=False, plain=True)
    with pytest.raises(NotOnSymbolsError, match=r"cannot be read in its file \(line 8 of take_0"):
        rules_are_formulas(encoding)


@pytest.mark.parametrize(
    ("limit", "before", "method"),
    [
        ("TERMS[-1]", "", "pass"),
        ("TERMS[-1]", "def grow(some): some.append(3)", "def contains(self, heap): return True"),
        ("self.terms[-1]", "", "terms = TERMS"),
        ("self.terms[-1]", "", "def __init__(self): self.terms = TERMS"),
        ("self.terms[0][-1]", "", "terms = (TERMS,)"),
        ("min(TERMS[-1], 2)", "push = TERMS.append", "pass"),
        ("(2 if 5 not in SOME else 3)", "SOME = {1}", "pass"),
        ("SOME[1]", "SOME = {1: 2}", "pass"),
        ("most_of()", "def most_of(some=TERMS): return some[-1]", "pass"),
        ("most_of()", "def most_of(*, some=TERMS): return some[-1]", "pass"),
    ],
)
def test_what_may_be_added_to_is_no_constant(tmp_path, limit, before, method):
    """Under whatever name, in whatever file: a list that is read may have been added to."""
    assert not is_proved(take(tmp_path, limit=limit, before=before, method=method))


CLOSURE = """
from oracles.rules import Game

def made():
    limit = 2

    def grow():
        {grows}

    class Take(Game):
        def start(self, size):
            return range(size + 1)

        def options(self, heap):
            return [heap - n for n in (1, 2, 3) if n <= heap and n <= limit]

    return Take()
"""


@pytest.mark.parametrize("grows", ["pass", "nonlocal limit; limit = 3"])
def test_what_a_function_around_keeps_is_a_constant_unless_another_sets_it(tmp_path, grows):
    file = tmp_path / "closure.py"
    file.write_text(CLOSURE.format(grows=grows))
    assert is_proved(run_path(str(file))["made"]()) == (grows == "pass")


def test_a_tuple_in_place_of_a_list_is_a_constant(tmp_path):
    assert is_proved(take(tmp_path, limit="SOME[1]", before="SOME = (1, 2)"))
    frozen = "(2 if 5 not in SOME else 3)"
    assert is_proved(take(tmp_path, limit=frozen, before="SOME = frozenset({1})"))
    rules = take(tmp_path, limit="TERMS[1]")
    encoding = encoding_of(rules, [], [(1,), (2,)], unordered=False, plain=True)
    with pytest.raises(NotOnSymbolsError, match="TERMS: a list from outside may change; a tuple"):
        rules_are_formulas(encoding)


@pytest.mark.parametrize(
    "start",
    [
        "return list(range(size + 1)) + ([(1, 0, 0)] if size >= 10**5 else [])",
        "return list(range(size + 1)) + ([True] if size >= 10**5 else [])",
        "return range(-1, size + 1) if size >= 10**5 else range(size + 1)",
        "return (Far(n) for n in range(size + 1))",
    ],
)
def test_play_may_start_from_nothing_that_the_formulas_do_not_speak_of(tmp_path, start):
    assert not is_proved(take(tmp_path, start, before="class Far(int):\n    pass"))


class Begun(Game):
    def options(self, position):
        a, b = position
        return [(n, b) for n in range(a)]


def test_starts_are_written_in_several_ways():
    class Product(Begun):
        def start(self, size):
            return product(range(size + 1), repeat=2)

    class Pairs(Begun):
        def start(self, size):
            return combinations_with_replacement(range(size + 1), 2)

    class Different(Begun):
        def start(self, size):
            return combinations(range(size), 2)

    class Either(Begun):
        def start(self, size):
            """Say where play starts."""
            found: list = list()  # noqa: C408
            for a, b in product(range(size), range(3)):
                """A text of its own."""
                pair: tuple = (a, b)
                found.append(pair)
            return sorted(found) if size else []

    for each in (Product, Pairs, Different, Either):
        assert is_proved(each(), [(1, 0)], [], plain=False), each


def test_choices_from_ranges_are_all_that_there_are():
    """What is begun with must be within: no choice may be lost on the way."""

    class Product(Begun):
        def start(self, size):
            return product(range(size), repeat=2)

    class Pairs(Begun):
        def start(self, size):
            return combinations_with_replacement(range(size), 2)

    class Different(Begun):
        def start(self, size):
            return combinations(range(size), 2)

    within = {
        Product: ("0 = 0", "x1 != x2", "x1 <= x2", "x2 <= x1"),
        Pairs: ("x1 <= x2", "x1 < x2", "x1 = x2", "x1 = 0"),
        Different: ("x1 < x2", "x1 + 1 = x2", "x1 = 0", "x2 < 5"),
    }
    for kind, conditions in within.items():
        whole = encoding_of(kind(), [(1, 0)], [], unordered=False)
        for number, condition in enumerate(conditions):
            rules = replace(whole.rules, valid={"play": parse(condition).formula})
            (decision,) = starts_are_positions(replace(whole, rules=rules))
            assert decision.truth == (number == 0), (kind, condition)


def test_a_list_that_means_something_else_in_a_closure_is_no_list():
    def made():
        def list(some):  # noqa: A001
            return [*some][:1]

        class Only(Begun):
            def start(self, size):
                return [(a, b) for a in range(size + 1) for b in range(size + 1)]

            def options(self, position):
                a, b = position
                return list((n, b) for _ in (1,) for n in range(a))

        return Only()

    assert not is_proved(made(), [(1, 0)], [], plain=False)


def test_a_product_that_means_something_else_is_no_product(tmp_path):
    shadowed = "def product(some, repeat): return [(0, 0)]"
    file = tmp_path / "shadowed.py"
    file.write_text(
        RULES.format(
            start="return product(range(size + 1), repeat=2)",
            limit="2",
            before=shadowed,
            method="pass",
        )
    )
    assert not is_proved(run_path(str(file))["Take"](), plain=False, steps=[(1, 0)])


class StartsInPython(VectorGame):
    def start(self, size):
        return [(0.5, 0)] if size >= 10**5 else [(size, size)]


STARTS_ELSEWHERE = VectorGame([(1, 0), (0, 1)], ordered=True)
object.__setattr__(STARTS_ELSEWHERE, "start", lambda size: [(0.5, 0)])


class StartsWithin(VectorGame):
    def start(self, size):
        return [(size, n) for n in range(size)]


CHANGING = """
from oracles.moves import MoveGame
from oracles.vectors import VectorGame

class Vectors(VectorGame):
    def start(self, size):
        self.vectors = [(1, 0)] if size >= 10**5 else self.vectors
        return [(size, size)]

class Text(MoveGame):
    def start(self, size):
        if size >= 10**5:
            self.text = self.text.replace("2", "3")
        return [size]
"""


def test_games_that_are_their_vectors_or_text_start_from_positions_too(tmp_path):
    file = tmp_path / "changing.py"
    file.write_text(CHANGING)
    changing = run_path(str(file))
    units = [(1, 0), (0, 1)]
    assert as_one_thing(game_formulas(StartsWithin(units, ordered=True))) is not None
    assert as_one_thing(game_formulas(StartsInPython(units, ordered=True))) is None
    assert as_one_thing(game_formulas(STARTS_ELSEWHERE)) is None
    assert as_one_thing(game_formulas(changing["Vectors"](units, ordered=True))) is None
    text = "position play(x)\nmove play -> play(x - 2) where 2 <= x"
    assert as_one_thing(game_formulas(MoveGame(text))) is not None
    assert as_one_thing(game_formulas(changing["Text"](text))) is None


def test_heap_games_are_asked_about_changes_too(tmp_path):
    text = """
from oracles.codes import TakeAndBreak
from oracles.heaps import HeapGame

class Rows(HeapGame):
    def later(self):
        {}
"""
    for line, code in (
        ("return 3", True),
        ("self.rule = None", False),
        ("self.options = None", False),
    ):
        file = tmp_path / "rows.py"
        file.write_text(text.format(line))
        assert is_code(run_path(str(file))["Rows"](TakeAndBreak("0.77"))) == code


def test_a_value_is_rare_in_whatever_order_its_heaps_are_named():
    study = Study("kayles", HeapGame(TakeAndBreak("0.77")), source="a test")
    heaps = [70, 34, 22, 11]  # R. K. Guy and C. A. B. Smith (1956), see research/variants/kayles.py
    claim = claim_rare_value(study, "Those.", value=6, heaps=heaps)
    assert check_claim(claim, Settings()).level == Level.PROVED


def test_controls_of_a_period_are_triples():
    study = Study("kayles", HeapGame(TakeAndBreak("0.77")), source="a test")
    with pytest.raises(ClaimError, match="expected a triple: preperiod, period, saltus"):
        claim_period(study, "12.", period=12, preperiod=71, controls={"7": {"period": 7}})


def test_an_outcome_is_p_or_n_everywhere():
    study = Study("thirds", nim(1), source="a test")
    claim = study.values_of(
        "outcome",
        "P at 0, N beyond, and a draw from far away on.",
        believed=lambda p: "P" if p[0] == 0 else "N" if p[0] < 10**6 else "draw",
        controls={"N": lambda p: "N"},
    )
    found = Prover(study, 20).tried(claim)
    assert found.level == Level.UNTESTED
    assert "gives 'draw'" in found.by


@pytest.mark.parametrize("name", ["x", "g", "g_taken", "q"])
@pytest.mark.parametrize("parameter", ["n", "g", "g_taken", "q_1"])
def test_no_name_of_the_rules_is_taken_for_one_of_the_nim_heap(name, parameter):
    if name == parameter:
        return
    game = MoveGame(f"""
        position play({name})
        move play -> play({name} - {parameter})
            for {parameter} where 1 <= {parameter} & {parameter} <= 3 & {parameter} <= {name}
    """)
    study = Study("four", game, source="a test")
    for believed, level in ((lambda x: x % 4, Level.PROVED), (lambda x: x % 3, Level.UNTESTED)):
        claim = study.values_of(
            "Grundy value",
            "It is.",
            name=f"by-{level}",
            believed=believed,
            controls={"1": lambda x: 1},
        )
        assert Prover(study, 20).tried(claim).level == level


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ("A.append(1)\nA[0] = 2\nclass B:\n    c = 1\nB.c = 2", set()),
        ("def f(a):\n    a.append(1)\n    b = []\n    b[0] = 1\n    return b", set()),
        ("def f(self):\n    self.most = 3\n    del self.least", {"most", "least"}),
        ("class A:\n    def __init__(self):\n        self.most = 3", set()),
        ("class A:\n    def __init__(self):\n        A.most = 3", {"most"}),
        ("def f():\n    global A\n    A += 1\n    B.c += 1", {"A", "c"}),
        ("def f():\n    a = 1\n    def g():\n        nonlocal a\n        a = 2", {"a"}),
        ("f = lambda: setattr(x, 'y', 3)", {"y"}),
        ("def f(patch):\n    patch.setattr('a.b.c', 3)", {"c"}),
        ("def f(a):\n    exec(a)", {"*"}),
        ("def f(a):\n    update_wrapper(a, A, ('most',), ())", {"*"}),
        ("def f(a):\n    getattr(a, '__dict__')['most'] = 3", {"*"}),
        ("def f(a):\n    setattr(a, '__class__', B)", {"*"}),
        ("def f(a):\n    'no __dict__ in a text'\n    return a", set()),
        ("class A:\n    def __init__(self):\n        self.__dict__ = A.shared", {"*"}),
        ("class A:\n    def __init__(self):\n        self.__most = 3", set()),
        ("class A:\n    def __init__(self):\n        super().__init__(3)", set()),
        ("class A:\n    def __init__(self):\n        super(A, self).__init__(3)", set()),
        ("class A:\n    def __init__(self):\n        B.__init__(self, 3)", set()),
        ("class A:\n    def __init__(self):\n        ONE.__init__(3)", {"*"}),
        ("class A:\n    def __init__(a):\n        object.__setattr__(a, 'b', 3)", set()),
        ("class A:\n    def __init__(a):\n        type.__setattr__(A, 'b', 3)", {"*"}),
        ("class A:\n    again = __init__", {"*"}),
        (
            "class A:\n    def __init__(self, other):\n        self = other\n        self.b = 3",
            {"b"},
        ),
        ("class A:\n    def __init__(a):\n        import b as a\n        a.c = 3", {"c"}),
        ("class A:\n    def __init__(a):\n        a.b = (0 for a.c in (1, 2))", {"c"}),
        ("later = ((most := n) for n in (1, 2))", {"most"}),
        ("now = [(most := n) for n in (1, 2)]", set()),
        ("def f(a):\n    wraps(A, assigned=())(a)", {"*"}),
        ("import ctypes", {"*"}),
        ("NAMES = globals()", {"*"}),
        ("A = __import__('b')\nA.c = 3\nclass B:\n    __dict__ = A", set()),
        ("from builtins import setattr as put", {"*"}),
        ("put = object.__setattr__", {"*"}),
        ("put = methodcaller('__setattr__', 'most', 1)", {"*"}),
        ("again = A.__init__", {"*"}),
        ("A.later.attrname = 'most'", {"*"}),
        ("KEPT = sys.modules[__name__].__dict__", {"*"}),
        ("from functools import wraps, reduce as fold", set()),
        ("__all__ = ['most']\nTEXT = 'modules'", set()),
        ("def f(a):\n    reload(a)", {"*"}),
        ("def f(", {"*"}),
    ],
)
def test_what_functions_set_is_read_in_the_source(text, names):
    assert changed_in(text).keys() == names


def test_a_value_of_every_heap_is_a_reason_and_no_crash():
    study = Study("heaps", HeapGame(Subtraction([1, 2])), source="a test")
    claim = claim_heap_values(
        study,
        "By a text, which symbols are not.",
        believed=lambda heap: int(str(heap)) % 3,
        controls={"0": lambda heap: 0},
    )
    found = Prover(study, 20).tried(claim)
    assert found.level == Level.UNTESTED
    assert "not proved: " in found.by


def test_rules_that_are_read_off_begin_where_they_say():
    class Far(Game):
        def start(self, size):
            yield from ((a, b) for a in range(size + 1) for b in range(size + 1))
            if size >= 10**5:
                yield (5, 5, 1)

        def options(self, position):
            a, b = position[:2]
            return [(n, b) for n in range(a)] + [(a, n) for n in range(b)]

    assert as_one_thing(formulas_read_off(Far())) is None


@dataclass(frozen=True)
class UpTo(Game):
    most: int

    def start(self, size):
        return range(size + 1)

    def options(self, heap):
        return [heap - n for n in (1, 2, 3) if n <= min(self.most, heap)]


def test_the_fields_of_a_dataclass_are_constants():
    assert is_proved(UpTo(2))
    assert not is_proved(UpTo(3))


class ByAList(UpTo):
    def options(self, heap):
        return [heap - n for n in AMOUNTS if n <= heap]


AMOUNTS = [1, 2]


def test_why_rules_are_not_their_formula_is_said():
    study = Study("a-list", ByAList(2), source="a test")
    claim = study.p_positions(
        "3.", believed=lambda heap: heap % 3 == 0, controls={"2": lambda heap: heap % 2 == 0}
    )
    found = Prover(study, 20).tried(claim)
    assert found.level == Level.EXHAUSTED
    why = "; not proved of the rules: AMOUNTS: a list from outside may change; a tuple does not"
    assert found.bound.endswith(why)
