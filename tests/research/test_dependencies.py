"""What a study's certificate depends on: the files that its own file reaches, and no more."""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path

import pytest

from fast.watching import ROOT, is_ours
from research.code.asking import NATIVE, asked_of_the_world, imported_natively
from research.code.dependencies import FACE, packages_of, source_files
from research.code.followed import FOLLOWED

pytestmark = pytest.mark.every_python


def files_of(text: str, folder: Path) -> set[str]:
    file = folder / "some_game.py"
    file.write_text(text, encoding="utf-8")
    inside = [path for path in source_files(file) if path.is_relative_to(ROOT)]
    return {str(path.relative_to(ROOT)) for path in inside}


@pytest.mark.parametrize(
    "text",
    [
        "from grundwork import solve, DigraphGame",
        "from grundwork import DigraphGame as Game",
        "def made():\n    from grundwork import DigraphGame\n    return DigraphGame",
        "import grundwork",
        "import grundwork as g",
        "from grundwork import *",
        "try:\n    pass\nexcept ValueError:\n    from grundwork import DigraphGame",
        "for _ in ():\n    pass\nelse:\n    with g:\n        from grundwork import DigraphGame",
        "match 1:\n    case 1:\n        from grundwork import DigraphGame",
        "import importlib\nM = [importlib.import_module('oracles.digraphs')]",
        "import importlib\nM = importlib.ｉmport_module('oracles.digraphs')",
    ],
)
def test_a_file_depends_on_where_the_face_takes_a_name_from(text: str, tmp_path: Path) -> None:
    assert "oracles/digraphs.py" in files_of(text, tmp_path)


def test_a_file_does_not_depend_on_names_that_it_does_not_take(tmp_path: Path) -> None:
    files = files_of("from grundwork import Study", tmp_path)
    assert {"grundwork/__init__.py", "research/claims/study.py"} <= files
    assert not {"research/proving/claiming.py", "oracles/digraphs.py"} & files
    assert FACE.is_file()


def asked_in(text: str, folder: Path) -> list[str]:
    file = folder / "asking.py"
    file.write_text(text, encoding="utf-8")
    return [name for _, name in asked_of_the_world([file])]


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("import posix\nposix.environ", "posix.environ"),
        ("import sys\nN = len(sys.stdin.read())", "sys.stdin.read"),
        ("import sys\ndef f(): return 'x' in sys.modules\nf()", "sys.modules"),
        ("from sys import argv as words\nN = len(words)", "sys.argv"),
        ("import time as t\nclock = t.monotonic", "time.monotonic"),
        ("from time import *\nN = perf_counter()", "time.perf_counter"),
        ("N = __import__('time').time()", "time.time"),
        ("from datetime import date\nN = date.today().year", "datetime.date.today"),
        ("import datetime\nN = datetime.datetime.now().year", "datetime.datetime.now"),
        ("import os\nif os.getcwd() == '/tmp': N = 1", "os.getcwd"),
        ("import os.path as p\nN = p.getsize('x')", "os.path.getsize"),
        ("from os import stat\nN = stat('x').st_size", "os.stat"),
        ("from pathlib import Path\nN = Path('x').stat().st_size", ".stat"),
        ("import random\nN = random.random()", "random.random without a seed"),
        ("import random\nN = random.Random().random()", "random.Random without a seed"),
        ("import random\nrandom.seed()\nN = 1", "random.seed without a seed"),
        ("import random\nN = random.Random(None).random()", "random.Random without a seed"),
        ("import random\nrandom.seed(a=None)\nN = 1", "random.seed without a seed"),
        (
            "import random\nMake = random.Random\nN = Make().random()",
            "random.Random without a seed",
        ),
        ("import calendar as c\nN = c.datetime.date.today()", "calendar.datetime.date.today"),
        ("import argparse\nN = argparse.ArgumentParser()", "argparse.ArgumentParser"),
        (
            "import numpy as np\nN = np.random.default_rng().random()",
            "numpy.random.default_rng without a seed",
        ),
        ("import sys\nN = sys._current_frames()", "sys._current_frames"),
        ("import traceback\nN = list(traceback.walk_stack(None))", "traceback.walk_stack"),
        ("from traceback import extract_stack as seen\nN = seen()", "traceback.extract_stack"),
        ("def f(error): return error.__traceback__\nN = f", ".__traceback__"),
        ("def f(): yield f().gi_frame\nN = f", ".gi_frame"),
        (
            "import multiprocessing.shared_memory as m\nm.SharedMemory",
            "multiprocessing.shared_memory.SharedMemory",
        ),
        ("from dbm.gnu import open\nN = open('x')", "dbm.gnu.open"),
        ("import logging\nN = logging.getLogger().findCaller()", ".findCaller"),
        ("import logging\nN = logging.makeLogRecord({})", "logging.makeLogRecord"),
        ("import logging\nN = logging.os.getpid()", "logging.os.getpid"),
        ("import logging\ndef f(record): return record.created\nN = f", ".created"),
        ("import sys\nN = len(sys.stdout.encoding)", "sys.stdout.encoding"),
        ("from zipfile import ZipInfo\nN = ZipInfo.from_file('x')", "zipfile.ZipInfo.from_file"),
        ("import warnings\nwarnings.warn('x', stacklevel=2)", "warnings.warn with a stacklevel"),
        ("from resource import getrusage\nN = getrusage(0)", "resource.getrusage"),
        ("import asyncio\nN = asyncio.new_event_loop().time()", "asyncio.new_event_loop"),
        ("import sched\nN = sched.scheduler().timefunc()", "sched.scheduler"),
        ("import signal\nN = signal.getitimer(0)", "signal.getitimer"),
        ("import os\nN = os.cpu_count()", "os.cpu_count"),
        ("import os\nN = getattr(os, 'uname')()", "os.uname"),
        ("import os\nsystem = os\nN = system.getpid()", "os"),
        ("import platform\nN = platform.node()", "platform.node"),
        ("import socket\nN = socket.gethostname()", "socket.gethostname"),
        ("import tempfile\nN = tempfile.mktemp()", "tempfile.mktemp"),
        ("import tracemalloc as t\nN = t.get_traced_memory()", "tracemalloc.get_traced_memory"),
        ("import inspect\nN = inspect.trace()", "inspect.trace"),
        ("import gc\nN = gc.get_referrers(f)", "gc.get_referrers"),
        ("from pathlib import Path\nN = Path('link').resolve().name", ".resolve"),
        ("import os\nN = os.path.realpath(f'{__file__}/../link')", "os.path.realpath"),
        ("from importlib.util import find_spec\nN = find_spec('more')", "importlib.util.find_spec"),
        ("from statistics import NormalDist\nN = NormalDist().samples(3)", ".samples"),
        ("import random\nN = random.SystemRandom(1)", "random.SystemRandom without a seed"),
        ("import psutil\nN = psutil.boot_time()", "psutil.boot_time"),
        ("import sympy\nN = sympy.randprime(1, 9)", "sympy.randprime"),
        (
            "from sympy.core.random import randint\nN = randint(1, 9)",
            "sympy.core.random.randint without a seed",
        ),
        (
            "import networkx as nx\nN = nx.gnp_random_graph(5, 0.5, seed=None)",
            "networkx.gnp_random_graph without a seed",
        ),
        (
            "from sympy.combinatorics import Permutation\nN = Permutation.random(9)",
            "sympy.combinatorics.Permutation.random",
        ),
        ("import numpy as np\nN = np.datetime64('now')", "'now' in words"),
        ("import pandas\nN = pandas.Timestamp('Today ')", "'Today ' in words"),
        (
            "import sqlite3\nN = sqlite3.connect('x').execute('select RANDOM() % 3')",
            "'select RANDOM() % 3' in words",
        ),
        ("from sqlite3 import connect\nN = 'select date()'", "'select date()' in words"),
        (
            "import concurrent.futures as c\nN = c.ThreadPoolExecutor()._max_workers",
            "._max_workers",
        ),
        ("def f(heap): return id(heap) % 2\nN = f", "id"),
        ("N = next(map(id, [3]))", "id"),
        ("import gzip\nN = gzip.GzipFile('x', 'w')", "gzip.GzipFile"),
        ("import zipfile\ndef f(file): file.writestr('x', '')\nN = f", ".writestr"),
        ("import logging\nN = logging.Formatter('{created}')", "'{created}' in words"),
        (
            "import random\ndef f(seed=None): return random.Random(seed).random()\nN = f",
            "random.Random without a seed",
        ),
        (
            "import networkx as nx\ndef f(*, seed=None): return nx.gnp_random_graph(5, 0.5, "
            "seed=seed)\nN = f",
            "networkx.gnp_random_graph without a seed",
        ),
        (
            "from networkx import random_labeled_tree as tree\nN = map(tree, range(9))",
            "networkx.random_labeled_tree without a seed",
        ),
    ],
)
def test_a_file_that_names_what_asks_the_world_cannot_be_followed(
    text: str, name: str, tmp_path: Path
) -> None:
    assert asked_in(text, tmp_path) == [name]


@pytest.mark.parametrize(
    "text",
    [
        "import time\ntime.sleep(0.1)",
        "import time, sys\nN = 1",
        "def f(time, sys): return time.time() + len(sys.argv)",
        "class Board:\n    def exists(self, cell): return self.exists(cell - 1)",
        "from rules import time, exists\nN = time.time() + exists(3)",
        "import sys\nhere = sys.modules[__name__]\nsys.argv = []\nsys.modules['x'] = here",
        "import sys\nsys.setrecursionlimit(10**4)\nsys.path.insert(0, 'x')",
        "import random\nrandom.seed(1)\nN = random.random()",
        "import random\ndef f(chance: random.Random): return random.Random(1).random()",
        "import numpy as np\nN = np.random.default_rng(1).random()",
        "import sys\nif __name__ == '__main__':\n    print(sys.argv)",
        "import sys\ndef shown(): print(sys.argv)",
        "import sys\ndef show(): print(sys.argv)\ndef main(): show()\n"
        "if __name__ == '__main__':\n    main()",
        "from pathlib import Path\ndef there(): return Path('x').exists()\n"
        "@mark\ndef test_it(): assert there()",
        "import traceback\nN = traceback.format_exc",
        "import os.path as p\nHERE = p.dirname(p.abspath(__file__))\nN = p.join(HERE, 'x')",
        "from pathlib import Path\nN = (Path(__file__).resolve().parent / 'x').read_text()",
        "import logging\nlog = logging.getLogger(__name__)\nlog.info('at %d', 3)",
        "from warnings import warn\nwarn('slow', RuntimeWarning)\nwarn('slow', stacklevel=1)",
        "import sys\nprint(sys.maxsize, max(9, sys.getrecursionlimit()), file=sys.stderr)",
        "import argparse as a\ndef f(given: a.Namespace) -> a.Namespace: return given\nN = f",
        "class Strip:\n    f_code: int\n    def __init__(self): self.f_back = self.f_code\nN = 1",
        "import os\nclass Board:\n    def exists(self, stat): return self.exists(2)\nN = Board",
        "from collections import namedtuple\nN = namedtuple('N', 'f_code f_back')(1, 2).f_back",
        "import networkx as nx\nN = nx.gnp_random_graph(5, 0.5, 1), nx.path_graph(3), nx.DiGraph()",
        "import networkx as nx\nN = nx.random_labeled_tree(5, seed=1), nx.spring_layout(g, seed=2)",
        "import sympy\nN = sympy.simplify(sympy.Symbol('n')), sympy.isprime(7), sympy.gcd(4, 6)",
        "import random\ndef f(n): return isinstance(n, random.Random)\nN = f",
        "import logging\nclass Kept(logging.Handler):\n    def emit(self, record): pass\nN = Kept",
        "import sqlite3\nN = 'select max(n) from random where today = 3'",
        "'Draws by random() as of now.'\nimport sqlite3\ndef f():\n    'random()'\nN = f",
        "N = 'now', 'select random()'",
        "import random\ndef f(seed=None):\n    seed = seed or 1\n    random.Random(seed)\nN = f",
        "import random\ndef f(seed=1, *, more=None): return random.Random(seed).random()\nN = f",
        "def id(heap): return heap\nN = id(3)",
        "def f(id): return id + 1\nN = f",
        "import logging\nN = logging.Formatter('%(message)s, created')",
        "from datetime import datetime, timedelta\nN = datetime(2000, 1, 1) + timedelta(1)",
    ],
)
def test_a_file_that_names_something_else_asks_nothing(text: str, tmp_path: Path) -> None:
    assert asked_in(text, tmp_path) == []


ORDINARY = """
    abc.ABC array.array bisect.insort collections.Counter collections.abc.Callable
    contextlib.suppress copy.deepcopy csv.reader dataclasses.dataclass decimal.Decimal enum.Enum
    fractions.Fraction functools.cache hashlib.sha256 heapq.heappush itertools.product json.loads
    math.comb numbers.Number operator.xor os.environ os.path.join os.sep pathlib.Path pickle.loads
    queue.deque re.compile sqlite3.connect statistics.mean string.ascii_letters struct.unpack
    textwrap.dedent threading.Lock typing.NamedTuple urllib.parse.quote weakref.WeakKeyDictionary
    xml.etree.ElementTree.parse
"""


@pytest.mark.parametrize("used", ORDINARY.split())
def test_what_researchers_ordinarily_take_of_python_asks_nothing(used: str, tmp_path: Path) -> None:
    assert asked_in(f"import {used.rpartition('.')[0]}\nN = {used}", tmp_path) == []


def test_the_studies_and_variants_ask_nothing() -> None:
    places = ("research/studies", "research/variants", "tests/variants_in_print")
    files = [path for place in places for path in (ROOT / place).rglob("*.py")]
    assert len(files) > 50
    assert list(asked_of_the_world(files)) == []


def test_a_module_of_ones_own_may_have_the_name_of_one_of_pythons(tmp_path: Path) -> None:
    own = tmp_path / "trace.py"
    own.write_text("def moves(): return 3", encoding="utf-8")
    file = tmp_path / "game.py"
    file.write_text("import trace\nN = trace.moves()", encoding="utf-8")
    assert [name for _, name in asked_of_the_world([file])] == ["trace.moves"]
    assert list(asked_of_the_world([file, own])) == []


def test_what_is_listed_as_followed_is_there() -> None:
    of_others = {"O_BINARY", "UTC", "splitroot"}  # of another system or a later Python
    for module, names in FOLLOWED.items():
        there = import_module(module)
        missing = {name for name in names or () if not hasattr(there, name)}
        assert missing <= of_others, module


def test_a_function_of_a_script_asks_where_something_else_takes_it(tmp_path: Path) -> None:
    script = (
        "import sys\ndef main(): return len(sys.argv)\nif __name__ == '__main__':\n    main()\n"
    )
    assert asked_in(script, tmp_path) == []
    assert asked_in(f"{script}N = main()", tmp_path) == ["sys.argv"]
    other = tmp_path / "other.py"
    other.write_text("from asking import main", encoding="utf-8")
    asked_in(script, tmp_path)
    found = asked_of_the_world([tmp_path / "asking.py", other])
    assert [name for _, name in found] == ["sys.argv"]


def test_a_file_in_the_checkout_beside_the_rooms_is_a_researchers() -> None:
    with tempfile.TemporaryDirectory(dir=ROOT, prefix=".mine-") as mine:
        file = Path(mine) / "some_game.py"
        file.write_text("import no_such_package", encoding="utf-8")
        assert "the module no_such_package" in packages_of([file])
        assert not is_ours(file)
    assert is_ours(ROOT / "fast" / "watching.py")


@pytest.mark.parametrize(
    ("text", "packages"),
    [
        ("import pyarrow.csv as pc", ["pyarrow"]),
        ("def study(m): most(m)\ndef most(m):\n    import duckdb, h5py", ["duckdb", "h5py"]),
        ("N = __import__('polars')", ["polars"]),
        ("def unused():\n    import duckdb", []),
        ("if __name__ == '__main__':\n    import duckdb", []),
        ("import numpy, pandas, sqlite3\nfrom . import duckdb", []),
    ],
)
def test_a_package_that_opens_files_in_native_code_is_seen_where_it_is_imported(
    text: str, packages: list[str], tmp_path: Path
) -> None:
    file = tmp_path / "native.py"
    file.write_text(text, encoding="utf-8")
    assert [name for _, name in imported_natively([file])] == packages


def test_what_a_family_asks_of_the_world_as_a_member_is_made_is_found(tmp_path: Path) -> None:
    assert asked_in("import time\ndef study(m: int): return time.time()", tmp_path) == ["time.time"]
    text = "import pandas as pd\nN = pd.read_parquet('a'), pd.read_csv('b')"
    assert asked_in(text, tmp_path) == ["pandas.read_parquet"]


NATIVE_READERS = {
    "pyarrow": "import pyarrow.csv; pyarrow.csv.read_csv('read.csv')",
    "duckdb": "import duckdb; duckdb.sql(\"select * from 'read.csv'\").fetchall()",
    "numpy": "import numpy; numpy.fromfile('read.csv', 'u1')",
    "pandas": "import pandas; pandas.read_csv('read.csv')",
    "sqlite3": "import sqlite3; sqlite3.connect('read.csv')",
}


@pytest.mark.parametrize("package", NATIVE_READERS)
def test_python_sees_a_file_that_is_opened_unless_the_package_is_one_of_the_native(
    package: str, tmp_path: Path
) -> None:
    if find_spec(package) is None:
        pytest.skip(f"{package} is not installed")
    (tmp_path / "read.csv").write_text("most\n4\n")
    (tmp_path / "reader.py").write_text(NATIVE_READERS[package])
    code = (
        "import runpy; from pathlib import Path; from fast.gate import watch; "
        "from fast.watching import opened_by; runpy.run_path('reader.py'); "
        "print(Path('read.csv').resolve() in opened_by(Path('reader.py').resolve()))"
    )
    ran = subprocess.run(  # a process of its own, for what these packages do to one
        [sys.executable, "-c", code],
        capture_output=True,
        text=True,
        check=True,
        cwd=tmp_path,
        env={**os.environ, "PYTHONPATH": str(ROOT)},
    )
    assert ran.stdout == f"{package not in NATIVE}\n"
