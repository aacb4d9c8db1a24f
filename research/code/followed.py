"""What of Python's own modules can be followed, and what of other packages cannot.

A name is followed where what it gives depends on its arguments alone, or on what is watched as it
is read (:mod:`fast.watching`). Of the standard library these are listed here, and whatever else it
has is not followed: there is no end to what asks the clock, the machine or who calls. Of installed
packages the few are listed that are known to ask.

So the kinds of objects that a file can have of Python's own come to an end as well, and with them
the methods by which these ask.
"""

from __future__ import annotations

import importlib
import inspect
import re
import sys
from collections.abc import Collection, Iterable, Mapping
from contextlib import suppress
from types import ModuleType
from typing import Any

from fast.watching import is_foreign

_WHOLE = """
    abc array ast atexit base64 binascii bisect builtins bz2 calendar cmath codecs collections
    collections.abc colorsys configparser contextvars copy copyreg csv ctypes ctypes.util
    dataclasses decimal difflib doctest encodings enum errno fnmatch fractions functools __future__
    getopt glob graphlib hashlib heapq hmac html html.entities html.parser io ipaddress itertools
    json json.decoder json.encoder keyword lzma marshal math mmap numbers opcode operator pickle
    pickletools plistlib pprint queue quopri re reprlib runpy sqlite3 stat statistics string
    stringprep struct subprocess symtable textwrap token tokenize tomllib types typing unicodedata
    unittest unittest.mock urllib urllib.error urllib.parse weakref xml xml.dom xml.dom.minidom
    xml.etree xml.etree.ElementTree xml.parsers xml.parsers.expat xml.sax xml.sax.saxutils zipfile
    zlib
"""
_PATHS = """
    altsep basename commonpath commonprefix curdir devnull dirname expanduser expandvars extsep
    isabs join normcase normpath pardir pathsep sep split splitdrive splitext splitroot
"""
_PARTLY = {
    "concurrent.futures": """
        ALL_COMPLETED as_completed CancelledError Executor FIRST_COMPLETED FIRST_EXCEPTION Future
        ThreadPoolExecutor TimeoutError wait
    """,
    "contextlib": """
        AbstractAsyncContextManager AbstractContextManager aclosing AsyncContextDecorator
        asynccontextmanager AsyncExitStack closing ContextDecorator contextmanager ExitStack
        nullcontext redirect_stderr redirect_stdout suppress
    """,
    "datetime": "MAXYEAR MINYEAR UTC date datetime time timedelta timezone tzinfo",
    "gc": "collect disable enable freeze set_threshold unfreeze",
    "gzip": "BadGzipFile decompress open",
    "importlib": "import_module invalidate_caches reload",
    "importlib.machinery": "ModuleSpec SourceFileLoader",
    "importlib.resources": """
        as_file contents files open_binary open_text path read_binary read_text
    """,
    "importlib.util": "module_from_spec spec_from_file_location spec_from_loader",
    "inspect": """
        BoundArguments classify_class_attrs cleandoc _empty get_annotations getattr_static getdoc
        getfullargspec getmembers getmembers_static getmro getsource getsourcelines isabstract
        isasyncgen isasyncgenfunction isawaitable isbuiltin isclass iscoroutine iscoroutinefunction
        isdatadescriptor isfunction isgenerator isgeneratorfunction isgetsetdescriptor
        ismemberdescriptor ismethod ismethoddescriptor ismodule isroutine Parameter Signature
        signature unwrap
    """,
    "linecache": "getline getlines",
    "logging": """
        addLevelName basicConfig captureWarnings CRITICAL critical DEBUG debug disable ERROR error
        exception FATAL fatal FileHandler Filter Formatter getLevelName getLogger Handler INFO info
        log Logger LoggerAdapter NOTSET NullHandler raiseExceptions shutdown StreamHandler WARN warn
        WARNING warning
    """,
    "logging.config": "dictConfig fileConfig",
    "logging.handlers": "MemoryHandler QueueHandler QueueListener RotatingFileHandler",
    "os": """
        abort altsep close curdir defpath devnull DirEntry environ environb error execl execle
        execlp execlpe execv execve execvp execvpe _exit extsep fdopen fork forkpty fsdecode
        fsencode fspath fsync getenv getenvb linesep link listdir lseek makedirs mkdir name O_APPEND
        O_BINARY O_CREAT O_EXCL O_RDONLY O_RDWR O_TRUNC O_WRONLY open P_NOWAIT P_WAIT pardir path
        PathLike pathsep popen posix_spawn posix_spawnp pread putenv read remove removedirs rename
        renames replace rmdir scandir SEEK_CUR SEEK_END SEEK_SET sep spawnl spawnv strerror symlink
        system truncate unlink unsetenv walk write
    """,
    **dict.fromkeys(("os.path", "posixpath", "ntpath"), _PATHS),
    "pathlib": "Path PosixPath PurePath PurePosixPath PureWindowsPath WindowsPath",
    "pkgutil": "get_data iter_modules",
    "platform": "python_implementation python_version python_version_tuple",
    "resource": "RLIMIT_AS RLIMIT_DATA RLIMIT_STACK RLIM_INFINITY setrlimit",
    "shlex": "join quote split",
    "shutil": """
        copy copy2 copyfile copyfileobj copytree Error ignore_patterns make_archive move rmtree
        SameFileError unpack_archive
    """,
    "socket": """
        AF_INET AF_INET6 create_connection gaierror getaddrinfo SOCK_DGRAM SOCK_STREAM socket
        timeout
    """,
    "sys": """
        api_version builtin_module_names byteorder copyright displayhook excepthook exit float_info
        float_repr_style get_int_max_str_digits getdefaultencoding getrecursionlimit getsizeof
        hash_info hexversion implementation int_info intern maxsize maxunicode path platform
        set_int_max_str_digits setrecursionlimit setswitchinterval stderr stdlib_module_names stdout
        version version_info
    """,
    "tarfile": "CompressionError ReadError TarError TarFile TarInfo is_tarfile open",
    "tempfile": "SpooledTemporaryFile TemporaryFile",
    "threading": """
        Barrier BoundedSemaphore BrokenBarrierError Condition Event local Lock RLock Semaphore
        stack_size Thread
    """,
    "time": "sleep struct_time",
    "traceback": """
        format_exc format_exception format_exception_only print_exc print_exception
        TracebackException
    """,
    "uuid": "NAMESPACE_DNS NAMESPACE_OID NAMESPACE_URL NAMESPACE_X500 UUID uuid3 uuid5",
    "warnings": "catch_warnings filterwarnings resetwarnings simplefilter",
}
FOLLOWED: Mapping[str, frozenset[str] | None] = {  # the names of each module; ``None`` for all
    **dict.fromkeys(_WHOLE.split()),
    **{module: frozenset(names.split()) for module, names in _PARTLY.items()},
}
_METHODS = (  # those that ask, of the objects that one of some modules gives
    (
        {"glob", "importlib", "os", "pathlib", "shutil"},
        "absolute cwd exists inode is_block_device is_char_device is_dir is_fifo is_file "
        "is_junction is_mount is_socket is_symlink lstat owner readlink resolve samefile stat",
    ),
    ({"concurrent"}, "_max_workers"),
    ({"datetime", "pandas"}, "astimezone fromtimestamp now timestamp today utcnow"),
    ({"logging"}, "created findCaller makeRecord msecs relativeCreated"),
    ({"statistics"}, "samples"),
    ({"sys"}, "encoding fileno isatty"),
    ({"zipfile"}, "from_file writestr"),
)
_FRAMES = frozenset({  # by which code sees who calls it: that it is asked, and not checked
    "__traceback__", "__warningregistry__", "ag_frame", "cr_frame", "f_back", "f_code", "f_globals",
    "f_locals", "gi_frame", "tb_frame",
})  # fmt: skip
CHANCE = ("random", "numpy.random", "sympy.core.random")  # the same each time where it has a seed
_OF_PACKAGES = (  # pandas opens all other files in Python
    *CHANCE, "pandas.HDFStore", "pandas.read_hdf", "pandas.read_parquet", "psutil",
    "sympy.combinatorics.permutations.Permutation.random", "sympy.ntheory.generate.randprime",
    "sympy.polys.specialpolys.random_poly",
)  # fmt: skip
_IN_WORDS = (  # texts by which the packages beside them ask
    ({"logging"}, r".*[%${]\(?(asctime|created|msecs|relativeCreated|process|thread)\b.*"),
    ({"numpy", "pandas", "sqlite3"}, r"\s*(now|today)\s*"),
    (
        {"sqlite3"},
        r".*(\brandom(blob)?\s*\(|'now'|\bcurrent_(date|time|timestamp)\b"
        r"|\b(date|datetime|julianday|time|unixepoch)\s*\(\s*\)).*",
    ),
)
_SEEDS = frozenset({"random_state", "rng", "seed"})
_AT_HAND = frozenset({"networkx", "numpy", "sympy"})  # Grundwork imports them itself


def methods_that_ask(imported: Iterable[str]) -> frozenset[str]:
    """Return the methods and attributes by which objects ask, in files that import some modules.

    >>> "stat" in methods_that_ask(["pathlib.Path"]), "stat" in methods_that_ask(["math"])
    (True, False)
    """
    roots = {name.partition(".")[0] for name in imported}
    given = [names.split() for modules, names in _METHODS if modules & roots]
    return _FRAMES.union(*given)


def asks_in_words(text: str, imported: Iterable[str]) -> bool:
    """Whether a text asks for the time or for chance, in files that import some modules.

    >>> asks_in_words("select random()", ["sqlite3"]), asks_in_words("select 1", ["sqlite3"])
    (True, False)
    """
    roots = {name.partition(".")[0] for name in imported}
    return any(
        re.fullmatch(asks, text, re.IGNORECASE | re.DOTALL)
        for modules, asks in _IN_WORDS
        if modules & roots
    )


def is_followed(name: str) -> bool:
    """Whether what a module has, by its full name, asks nothing, or is watched as it does.

    Examples
    --------
    >>> [is_followed(each) for each in ("math.gcd", "os.path.join", "calendar.datetime.date")]
    [True, True, True]
    >>> [is_followed(each) for each in ("os.cpu_count", "os", "calendar.datetime.date.today")]
    [False, False, False]
    """
    module, names = in_its_module(name)
    root = module.partition(".")[0]
    if methods_that_ask([root]).intersection(names[1:]):
        return False
    if root not in sys.stdlib_module_names:
        full = (name, ".".join([module, *names]))
        return not any(f"{each}.".startswith(f"{asks}.") for each in full for asks in _OF_PACKAGES)
    followed = FOLLOWED.get(module, frozenset())
    return followed is None or (bool(names) and names[0] in followed)


def in_its_module(name: str) -> tuple[str, list[str]]:
    """Return the module that has what a full name stands for, and its name there, in parts.

    >>> in_its_module("calendar.datetime.date.today")
    ('datetime', ['date', 'today'])
    """
    module, *names = name.split(".")
    while names:
        longer = f"{module}.{names[0]}"
        inside = getattr(_loaded(module), names[0], None)
        if isinstance(inside, ModuleType):
            module = inside.__name__
        elif inside is None and _loaded(longer) is not None:
            module = longer
        else:
            break
        names = names[1:]
    made = getattr(_loaded(module), names[0], None) if names else None
    home = getattr(made, "__module__", None)
    if isinstance(home, str) and home != module and module.partition(".")[0] in _AT_HAND:
        return home, [str(getattr(made, "__name__", names[0])), *names[1:]]
    return module, names


def draws_without_seed(name: str, arguments: int, keywords: Collection[str | None]) -> bool:
    """Whether a function of an installed package takes a seed, and a call gives none.

    Parameters
    ----------
    name
        Its full name.
    arguments, keywords
        How many arguments are given by position, and the names of those that are given by name,
        ``None`` for ``**``.

    Examples
    --------
    >>> draws_without_seed("networkx.gnp_random_graph", 2, [])
    True
    >>> draws_without_seed("networkx.gnp_random_graph", 2, ["seed"])
    False
    """
    module, names = in_its_module(name)
    loaded = _loaded(module)
    file = getattr(loaded, "__file__", None)
    made: Any = getattr(loaded, names[0], None) if len(names) == 1 else None
    if module.partition(".")[0] in sys.stdlib_module_names or not file or not is_foreign(file):
        return False
    try:
        parameters = inspect.signature(made).parameters.values()
    except (TypeError, ValueError):  # it cannot be called, or does not say
        return False
    places = [each.name for each in parameters if each.kind is not each.KEYWORD_ONLY]
    seeds = {each.name for each in parameters if each.default is None} & _SEEDS
    return (
        bool(seeds) and None not in keywords and seeds.isdisjoint({*places[:arguments], *keywords})
    )


def _loaded(module: str) -> ModuleType | None:
    """Return a module; of a package of which it is not known what it does, only if it is there."""
    if module in FOLLOWED or module.partition(".")[0] in _AT_HAND:
        with suppress(ImportError):  # of another system
            return importlib.import_module(module)
    return sys.modules.get(module)
